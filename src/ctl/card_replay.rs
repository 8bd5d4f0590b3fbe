//! `croupierctl shuffler replay` and `shoe replay`: a capture through the very code that drives the live device, in the capture's own time.
//!
//! No card stands in what this prints: a capture has none, and from one that has some all the same they are left out.

use std::collections::{BTreeMap, BTreeSet};

use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::journal::source_event;
use super::{Failure, print};
use crate::model::{CardSourceEvent, FaultCode};
use crate::profiles::{self, Kind};
use crate::sensing::DeviceParameters;
use crate::sensing::capture::{self, CaptureLine, Direction};
use crate::sensing::card_source::{Replayed, Told};

/// What to replay.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The device it is of: a shipped one such as `shuffler` or `shoe`, or a device file; without it the shipped one.
    #[arg(long, value_name = "NAME-OR-FILE")]
    device: Option<String>,
    /// The capture, as the technician's page or `croupierd --record` has written it.
    file: String,
}

/// The lines of a capture with their numbers, as [`capture::rows`] gives them.
pub(super) type Rows = Vec<(usize, Result<CaptureLine, &'static str>)>;

/// Replays the file: one JSON object for everything that it tells, then the counts. Lines of the file that are none of a capture are told in
/// their places, the rest is replayed all the same, and then the command fails.
pub(super) fn run<P: DeserializeOwned + DeviceParameters>(
    arguments: &Arguments,
    shipped: &str,
    replay: impl FnOnce(P, Rows) -> Vec<Replayed>,
) -> Result<String, Failure> {
    let device = profiles::load(Kind::Device, arguments.device.as_deref().unwrap_or(shipped))?.value;
    let file = arguments.file.as_str();
    let bytes = std::fs::read(file).map_err(|error| Failure::unreadable(file, &error))?;
    // What a damaged line looks like does not matter, as long as it stays damaged.
    let rows: Rows = capture::rows(&String::from_utf8_lossy(&bytes)).collect();
    let bad = rows.iter().find_map(|(line, row)| row.as_ref().err().map(|expected| (*line, *expected)));
    let bad = bad.map(|(line, expected)| Failure::bad_line("bad-capture", file, line, expected));
    let is_capture = rows.iter().any(|(_, row)| row.is_ok());
    let told = replay(device, rows);
    let counts = Counts::of(&told);
    let failure = match bad {
        Some(bad) if !is_capture => return Err(bad),
        Some(bad) => Some(bad.with("bad_lines", counts.bad_lines)),
        None => Some(not_understood(file)).filter(|_| is_capture && counts.questions + counts.understood_frames == 0),
    };
    let text: String = told.iter().map(as_json).chain([json_line(&counts)]).collect();
    match failure {
        None => Ok(text),
        Some(failure) => print(&text).and(Err(failure)),
    }
}

fn not_understood(file: &str) -> Failure {
    Failure::refused("not-understood", format!("{file}: nothing in it is understood: is it a capture of such a device?")).with("file", file)
}

/// Something that a capture tells, as a line of JSON.
#[derive(Default, Serialize)]
struct Line<'a> {
    /// Seconds from the start of the capture.
    t: f64,
    /// The line of the file; none where it came of the time that passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer_milliseconds: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'static str>,
    /// The keys of the event.
    #[serde(flatten)]
    more: Map<String, Value>,
}

fn as_json(replayed: &Replayed) -> String {
    let line = Line { t: replayed.at.milliseconds() as f64 / 1_000.0, line: replayed.line, ..Line::default() };
    json_line(&match &replayed.told {
        Told::Asked { body, is_repeated } => {
            Line { event: "asked", body: Some(body), repeated: Some(true).filter(|_| *is_repeated), ..line }
        }
        Told::Said { body, is_card_left_out, answer_milliseconds } => {
            let card = Some("left-out").filter(|_| *is_card_left_out);
            Line { event: "said", body: Some(body), card, answer_milliseconds: *answer_milliseconds, ..line }
        }
        Told::Doubted { direction } => Line { event: "doubted", from: Some(sender(*direction)), ..line },
        Told::Event(event) => Line { event: event.name(), more: keys(event), ..line },
        Told::BadLine { expected } => Line { event: "bad-line", expected: Some(expected), ..line },
    })
}

const fn sender(direction: Direction) -> &'static str {
    match direction {
        Direction::From => "device",
        Direction::To => "cabinet",
    }
}

/// What an event says besides its name; of a fault also what the catalogue says.
fn keys(event: &CardSourceEvent) -> Map<String, Value> {
    let Value::Object(mut keys) = source_event(event, false) else { return Map::new() };
    keys.remove("event");
    if let CardSourceEvent::Fault { code, .. } = event {
        keys.insert("meaning".to_owned(), code.meaning().into());
        keys.insert("check".to_owned(), code.what_to_check().into());
    }
    keys
}

fn json_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("an event has no keys that JSON cannot hold") + "\n"
}

/// How much of everything a capture has told.
#[derive(Debug, Default, Serialize)]
struct Counts {
    event: &'static str,
    /// Lines of the file that are none of a capture.
    bad_lines: u64,
    /// What the cabinet has asked, each question once; how often it asked one once more; what of it cannot be understood.
    questions: u64,
    repeated_questions: u64,
    doubted_questions: u64,
    /// What the device has said that was understood, and that was not; how often it was the answer to a question, and how long the slowest
    /// one took.
    understood_frames: u64,
    damaged_frames: u64,
    answers: u64,
    longest_answer_milliseconds: Option<u64>,
    cards_left_out: u64,
    /// How often each fault came, and those that stand at the end.
    faults: BTreeMap<&'static str, u64>,
    standing_faults: BTreeSet<&'static str>,
}

impl Counts {
    fn of(told: &[Replayed]) -> Self {
        let mut counts = Self { event: "counts", ..Self::default() };
        told.iter().for_each(|replayed| counts.add(&replayed.told));
        counts
    }

    fn add(&mut self, told: &Told) {
        match told {
            Told::Asked { is_repeated: true, .. } => self.repeated_questions += 1,
            Told::Asked { is_repeated: false, .. } => self.questions += 1,
            Told::Said { is_card_left_out, answer_milliseconds, .. } => {
                self.understood_frames += 1;
                self.cards_left_out += u64::from(*is_card_left_out);
                self.answers += u64::from(answer_milliseconds.is_some());
                self.longest_answer_milliseconds = self.longest_answer_milliseconds.max(*answer_milliseconds);
            }
            Told::Doubted { direction: Direction::From } => self.damaged_frames += 1,
            Told::Doubted { direction: Direction::To } => self.doubted_questions += 1,
            Told::Event(CardSourceEvent::Fault { code, .. }) => self.begins(*code),
            Told::Event(CardSourceEvent::FaultCleared(code)) => drop(self.standing_faults.remove(code.name())),
            Told::Event(_) => {}
            Told::BadLine { .. } => self.bad_lines += 1,
        }
    }

    fn begins(&mut self, code: FaultCode) {
        *self.faults.entry(code.name()).or_default() += 1;
        self.standing_faults.insert(code.name());
    }
}
