//! What the devices' lines have shown, for technicians who look on.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::model::{CaptureView, LineSample, LineSamples, Seen};

/// What went over the lines of a device. Times are microseconds of the lines' own clock.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Lines {
    /// The bare lines by their names, in the order of their lanes; empty where the device is on a serial line.
    #[schema(example = json!(["rotor-index", "rotor-encoder", "ball-1"]))]
    lanes: Vec<&'static str>,
    /// Changes of bare lines, oldest first.
    changes: Vec<LineChange>,
    /// Lines of text on a serial line, oldest first.
    messages: Vec<LineMessage>,
    /// Moments at which something happened that is not known.
    lost: Vec<LineLoss>,
    /// How many samples were forgotten between the place that was asked for and the first that is told.
    forgotten: u64,
    /// What to ask for next; null while the lines are held back and no place was named.
    #[schema(required, example = 4711)]
    next: Option<u64>,
    /// Up to when everything that happened is known; null while the lines are held back.
    #[schema(required, example = 81_234_567)]
    until_microseconds: Option<u64>,
    /// Whether the lines are held back: the ball runs and bets are still taken, so nobody may be told where it is. They are told afterwards.
    held_back: bool,
    /// The capture.
    capture: Capture,
}

/// A change of a bare line.
#[derive(Serialize, ToSchema)]
struct LineChange {
    /// When.
    #[schema(example = 81_234_567)]
    at_microseconds: u64,
    /// Which, by its place in `lanes`.
    lane: u8,
    /// Whether it is active from now on.
    active: bool,
}

/// A line of text on a serial line.
#[derive(Serialize, ToSchema)]
struct LineMessage {
    /// When.
    #[schema(example = 81_234_567)]
    at_microseconds: u64,
    /// Whether the device sent it.
    from_wheel: bool,
    /// The text.
    #[schema(example = "*X;2;007;24;0;160;0")]
    text: String,
}

/// Something that happened and is not known.
#[derive(Serialize, ToSchema)]
struct LineLoss {
    /// When that was noticed.
    #[schema(example = 81_234_567)]
    at_microseconds: u64,
    /// Why it is not known.
    reason: String,
}

/// A capture of a device's lines.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Capture {
    /// Whether it runs.
    running: bool,
    /// How many samples it holds; it can be read where that is not 0.
    samples: u64,
    /// How many of its oldest samples were forgotten, because it holds only so many.
    forgotten: u64,
    /// How long it is, in milliseconds from its first sample to its last.
    length_milliseconds: u64,
}

/// Starts or stops the capture.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct CaptureForm {
    /// Whether it runs from now on. Starting it forgets the one before.
    #[schema(example = true)]
    pub(in crate::http) running: bool,
}

impl From<CaptureView> for Capture {
    fn from(view: CaptureView) -> Self {
        Self {
            running: view.is_running,
            samples: view.samples,
            forgotten: view.forgotten,
            length_milliseconds: view.length_nanoseconds / 1_000_000,
        }
    }
}

impl Lines {
    /// What was seen.
    pub(in crate::http) fn seen(lanes: Vec<&'static str>, seen: LineSamples, capture: CaptureView) -> Self {
        let until_microseconds = Some(seen.until_nanoseconds / 1_000);
        let mut lines = Self { forgotten: seen.forgotten, until_microseconds, ..Self::held_back(lanes, Some(seen.next), capture) };
        lines.held_back = false;
        seen.samples.into_iter().for_each(|sample| lines.add(sample));
        lines
    }

    /// Nothing, for now.
    pub(in crate::http) fn held_back(lanes: Vec<&'static str>, next: Option<u64>, capture: CaptureView) -> Self {
        Self {
            lanes,
            changes: Vec::new(),
            messages: Vec::new(),
            lost: Vec::new(),
            forgotten: 0,
            next,
            until_microseconds: None,
            held_back: true,
            capture: capture.into(),
        }
    }

    fn add(&mut self, LineSample { at_nanoseconds, seen }: LineSample) {
        let at_microseconds = at_nanoseconds / 1_000;
        match seen {
            Seen::Change { lane, active } => self.changes.push(LineChange { at_microseconds, lane, active }),
            Seen::Lost(reason) => self.lost.push(LineLoss { at_microseconds, reason }),
            Seen::Message { is_from_wheel, text } => {
                self.messages.push(LineMessage { at_microseconds, from_wheel: is_from_wheel, text });
            }
        }
    }
}
