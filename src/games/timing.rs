//! The timing of a card table's round: the same spans for every game. In a rules file it is the section `course`.

use core::ops::RangeInclusive;

use minicbor::Decode;
use serde::{Deserialize, Serialize};

/// How long each part of a round takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// How long stakes are taken after the first one was laid, in seconds; 5 to 600, and 0 at a machine, whose deal begins with the stake.
    #[n(0)]
    pub betting_seconds: u32,
    /// How long a player may think about one decision before the rules' own default is taken, in seconds; 5 to 600.
    #[n(1)]
    pub decision_seconds: u32,
    /// How long a card may take to come before the table is held, in seconds; 5 to 600.
    #[n(2)]
    pub card_most_seconds: u32,
    /// How long the result is shown before stakes are taken again, in seconds; 1 to 120.
    #[n(3)]
    pub pause_seconds: u32,
    /// What becomes of a deal in whose middle the program was started again.
    #[n(4)]
    pub restart_in_deal: RestartInDeal,
    /// Whether an attendant may have a faulty deal dealt again (`house-rules-by` HRB-25).
    #[n(5)]
    pub redeal: bool,
}

/// What becomes of a deal in whose middle the program was started again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RestartInDeal {
    /// It goes on from the record as soon as its cards can come again (`blackjack-am` BJAM-Q26).
    #[n(0)]
    Continue,
    /// It is void, and every stake comes back (`house-rules-by` HX-4).
    #[n(1)]
    Void,
}

/// A span with its key, the seconds it may have, and the words for them.
type SpanCheck = (&'static str, u32, RangeInclusive<u32>, &'static str);

impl Timing {
    /// What is wrong: the key and what was expected.
    #[must_use]
    pub fn problem(&self) -> Option<(&'static str, &'static str)> {
        let betting = ("course.betting_seconds", self.betting_seconds, 5..=600, "5 to 600 seconds");
        self.problem_with(betting)
    }

    /// What is wrong with it at a machine.
    #[must_use]
    pub fn problem_at_machine(&self) -> Option<(&'static str, &'static str)> {
        self.problem_with(("course.betting_seconds", self.betting_seconds, 0..=0, "0, since the deal begins with the stake"))
    }

    fn problem_with(&self, betting: SpanCheck) -> Option<(&'static str, &'static str)> {
        let spans = [
            betting,
            ("course.decision_seconds", self.decision_seconds, 5..=600, "5 to 600 seconds"),
            ("course.card_most_seconds", self.card_most_seconds, 5..=600, "5 to 600 seconds"),
            ("course.pause_seconds", self.pause_seconds, 1..=120, "1 to 120 seconds"),
        ];
        spans.into_iter().find(|(_, seconds, range, _)| !range.contains(seconds)).map(|(key, _, _, expected)| (key, expected))
    }
}
