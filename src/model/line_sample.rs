//! What went over a wheel's lines, sample by sample, as a technician looks at it.

use alloc::string::String;
use alloc::vec::Vec;

/// What was seen on the wheel's lines at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineSample {
    /// When, in nanoseconds of the lines' own clock, whose zero is of no meaning.
    pub at_nanoseconds: u64,
    /// What was seen.
    pub seen: Seen,
}

/// What may be seen on a wheel's lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// A bare line changed.
    Change {
        /// Its place among the lanes.
        lane: u8,
        /// Whether it is active from now on.
        active: bool,
    },
    /// Something happened and is not known, for this reason.
    Lost(String),
    /// A line of text went over a serial line.
    Message {
        /// Whether the wheel sent it.
        is_from_wheel: bool,
        /// The text, without its end.
        text: String,
    },
}

/// Samples in a row, as one look takes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineSamples {
    /// The samples, oldest first.
    pub samples: Vec<LineSample>,
    /// How many samples were forgotten between the place that was asked for and the first of these.
    pub forgotten: u64,
    /// The place after the last of these, for the next look.
    pub next: u64,
    /// Up to when everything that happened is known, in nanoseconds of the lines' clock.
    pub until_nanoseconds: u64,
}

/// The capture of the wheel's lines that a technician starts and stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaptureView {
    /// Whether it runs.
    pub is_running: bool,
    /// How many samples it holds.
    pub samples: u64,
    /// How many it has forgotten since it was started, because it holds only so much.
    pub forgotten: u64,
    /// How long it is, in nanoseconds from its first sample to its last.
    pub length_nanoseconds: u64,
}
