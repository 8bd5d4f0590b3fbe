//! `croupierctl spins evidence`: the lines of the wheel, as they were captured in a round: a capture of a serial port, or a trace of edges.

use clap::Args;
use serde_json::json;

use super::{Place, decoder, start_of};
use crate::ctl::Failure;
use crate::diagnostics::Decoder;
use crate::journal::{Head, Record};
use crate::model::{Event, Fact, Span, What, WheelEvent};
use crate::sensing::capture::{parse, write_line};
use crate::sensing::three_sensor::{Edge, decode_evidence};
use crate::sensing::trace;

/// Whose evidence to print.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The round.
    round: u64,
    /// Prints the figures of each spin of the round instead, a JSON object a line: laps, speeds, what each sensor showed, and the margin.
    #[arg(long)]
    figures: bool,
    /// The wheel that the figures are of: a shipped device, or a device file.
    #[arg(long, value_name = "NAME-OR-FILE", default_value = "three-sensor-gpio")]
    device: String,
    #[command(flatten)]
    place: Place,
}

/// From the end of one part of a trace to the start of the next: long enough for everything that was going on to be over.
const BETWEEN_TRACES_NANOSECONDS: u64 = 60_000_000_000;

/// The evidence as a capture or a trace. A round with spins that did not count has several parts; their times follow each other.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let round = arguments.round;
    let decoder = decoder(&arguments.device)?;
    let reader = arguments.place.reader()?;
    let (mut text, mut figures) = (String::new(), String::new());
    let mut edges = Vec::new();
    let mut end = Span::ZERO;
    let mut settled_by = None;
    for link in reader.range(start_of(&reader, round)?, u64::MAX) {
        let link = link?;
        let (entry, head) = (&link.entry, link.head());
        // What contradicts the result may have come when the next round was open already.
        if entry.round > round + 1 {
            break;
        }
        let record = Record::decode(&entry.payload)?;
        let What::Event(Event::Wheel(event)) = record.input.what else { continue };
        if record.facts.iter().any(|fact| matches!(fact, Fact::Outcome { round: settled, .. } if *settled == round)) {
            settled_by = event.spin;
        }
        let is_of_round = entry.round == round || (event.spin.is_some() && event.spin == settled_by);
        if is_of_round && !event.evidence.is_empty() {
            if arguments.figures {
                figures += &figures_of(&decoder, head, &event)?;
            } else if let Some(part) = decode_evidence(&event.evidence) {
                add_part(&mut edges, &part);
            } else {
                text += &format!("# round {round}, record {head}: {}\n", event.happening.name());
                end = write_part(&mut text, &event, end);
            }
        }
    }
    if !figures.is_empty() {
        return Ok(figures);
    }
    if !edges.is_empty() {
        return Ok(trace::write(&edges));
    }
    if text.is_empty() {
        return Err(Failure::refused("no-evidence", format!("the journal holds no evidence of round {round}")).with("round", round));
    }
    Ok(text)
}

/// The figures of one spin, a line of JSON. The head is that of its record.
fn figures_of(decoder: &Decoder, head: Head, event: &WheelEvent) -> Result<String, Failure> {
    let record = head.number;
    let other =
        || Failure::refused("not-this-wheel", format!("record {record}: its lines are not those of this device; name it with --device"));
    let measured = decoder.decode(&event.evidence).ok_or_else(other)?;
    Ok(format!("{}\n", json!({"record": record, "end": event.happening.name(), "figures": measured.figures, "head": head.to_string()})))
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
