//! What is known of the wheel just now.

use alloc::collections::BTreeMap;
use alloc::string::String;

use super::answer::Setup;
use super::message::Report;
use crate::model::Timestamp;
use crate::sensing::LinkState;

/// What is known of the wheel just now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Whether it can be heard.
    pub link: LinkState,
    /// Its newest status line.
    pub report: Option<Report>,
    /// When that was heard.
    pub heard_at: Option<Timestamp>,
    /// When its state last changed.
    pub state_since: Option<Timestamp>,
    /// Its firmware, such as `V2.50`.
    pub firmware: Option<String>,
    /// Its firmware and maker in full.
    pub version: Option<String>,
    /// How it is set up.
    pub setup: Option<Setup>,
    /// Its parameters by their lower-case letters, as it wrote them.
    pub parameters: BTreeMap<char, String>,
    /// How many status lines were read.
    pub status_lines: u64,
    /// How many lines could not be read.
    pub unreadable_lines: u64,
    /// How many lines named another spin or state in the middle of a spin, and were contradicted by the next.
    pub doubted_lines: u64,
    /// How many results came without the bare number that should stand beside them.
    pub results_without_bare_number: u64,
    /// How soon it answers what is said to it.
    pub answering: Answering,
}

/// How soon the wheel answers what is said to it: orders and questions. Self-test and calibration take minutes, and status lines come unasked; of
/// these nothing stands here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answering {
    /// How long the newest answer took, in milliseconds from when the order or question was last sent; `None` before the first one.
    pub milliseconds: Option<u64>,
    /// How often an order or a question had to be sent again because no answer had come.
    pub repeated_questions: u64,
}

impl Answering {
    /// What was sent at `sent_at` is answered now.
    pub(super) fn answered(&mut self, sent_at: Timestamp, now: Timestamp) {
        self.milliseconds = Some(now.since(sent_at).milliseconds());
    }
}

impl Status {
    /// The wheel's state, 1 to 7; none before its first status line.
    #[must_use]
    pub fn state(&self) -> Option<u8> {
        self.report.map(|report| report.state)
    }
}
