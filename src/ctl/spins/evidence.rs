//! `croupierctl spins evidence`: the lines of the wheel, as they were captured in a round: a capture of a serial port, or a trace of edges.

use clap::Args;

use super::{Place, start_of};
use crate::ctl::Failure;
use crate::journal::Record;
use crate::model::{Event, Span, What, WheelEvent};
use crate::sensing::capture::{parse, write_line};
use crate::sensing::three_sensor::{Edge, decode_evidence};
use crate::sensing::trace;

/// Whose evidence to print.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The round.
    round: u64,
    #[command(flatten)]
    place: Place,
}

/// From the end of one part of a trace to the start of the next: long enough for everything that was going on to be over.
const BETWEEN_TRACES_NANOSECONDS: u64 = 60_000_000_000;

/// The evidence as a capture or a trace. A round with spins that did not count has several parts; their times follow each other.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let round = arguments.round;
    let reader = arguments.place.reader()?;
    let mut text = String::new();
    let mut edges = Vec::new();
    let mut end = Span::ZERO;
    for link in reader.range(start_of(&reader, round)?, u64::MAX) {
        let entry = link?.entry;
        if entry.round > round {
            break;
        }
        if entry.round == round
            && let What::Event(Event::Wheel(event)) = Record::decode(&entry.payload)?.input.what
            && !event.evidence.is_empty()
        {
            if let Some(part) = decode_evidence(&event.evidence) {
                add_part(&mut edges, &part);
            } else {
                text += &format!("# round {round}, record {}: {}\n", entry.number, event.happening.name());
                end = write_part(&mut text, &event, end);
            }
        }
    }
    if !edges.is_empty() {
        return Ok(trace::write(&edges));
    }
    if text.is_empty() {
        return Err(Failure::refused("no-evidence", format!("the journal holds no evidence of round {round}")).with("round", round));
    }
    Ok(text)
}

/// Adds the edges of one spin, moved behind those before; the first part begins at nothing.
fn add_part(edges: &mut Vec<Edge>, part: &[Edge]) {
    let first = part.first().map_or(0, |edge| edge.at_nanoseconds);
    let start = edges.last().map_or(0, |edge| edge.at_nanoseconds + BETWEEN_TRACES_NANOSECONDS);
    let moved = |edge: &Edge| Edge { at_nanoseconds: start + (edge.at_nanoseconds - first), ..*edge };
    edges.extend(part.iter().map(moved));
}

/// Adds one event's evidence, moved behind `end`; returns the new end.
fn write_part(text: &mut String, event: &WheelEvent, end: Span) -> Span {
    let evidence = String::from_utf8_lossy(&event.evidence);
    let Ok(lines) = parse(&evidence) else {
        // Shown all the same: it is what was recorded.
        *text += &evidence;
        return end;
    };
    let first = lines.first().map_or(Span::ZERO, |line| line.at);
    let mut last = end;
    for line in lines {
        let at = line.at.microseconds() - first.microseconds();
        last = Span::from_microseconds(end.microseconds().saturating_add(at));
        write_line(text, last, line.direction, &line.line);
    }
    last
}
