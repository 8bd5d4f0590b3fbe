//! What a named person decides about a journal: one that is lost, in whole or in part, or one whose older records were exported.

use alloc::string::String;

use minicbor::{Decode, Encode};

use super::Timestamp;

/// A person's decision, as the journal that it leads to records it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct JournalDecision {
    /// Who decided.
    #[n(0)]
    pub by: String,
    /// What.
    #[n(1)]
    pub step: JournalStep,
    /// The number of the last record that the journal was known to have had; 0 where nothing is known of it. Of a journal that is trimmed, the last
    /// one that was removed.
    #[n(2)]
    pub number: u64,
    /// Its hash.
    #[cbor(n(3), with = "minicbor::bytes")]
    pub hash: [u8; 32],
    /// When it was decided, by the board's clock.
    #[n(4)]
    pub at: Timestamp,
    /// Who decided as well, where two people did.
    #[n(5)]
    pub second: Option<String>,
    /// The SHA-256 of the state in place of the records that were removed, where some were.
    #[cbor(n(6), with = "minicbor::bytes")]
    pub state_sha256: Option<[u8; 32]>,
}

/// What is done about the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum JournalStep {
    /// A new journal is begun, without credit.
    #[n(0)]
    Begin,
    /// The journal goes on from what is there of it.
    #[n(1)]
    GoOn,
    /// Records that were exported are removed.
    #[n(2)]
    Trim,
}

impl JournalStep {
    /// The name of the command by which it is decided.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::GoOn => "go-on",
            Self::Trim => "trim",
        }
    }

    /// Whether a person answers by it for records that may be lost.
    #[must_use]
    pub const fn answers_for_losses(self) -> bool {
        matches!(self, Self::Begin | Self::GoOn)
    }

    /// The step of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Begin, Self::GoOn, Self::Trim].into_iter().find(|step| step.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Releases up to 0.1.22 wrote no more than these six.
    #[test]
    fn a_decision_of_an_earlier_release_is_of_no_state() {
        let decision = JournalDecision {
            by: "Ada".into(),
            step: JournalStep::GoOn,
            number: 7,
            hash: [3; 32],
            at: Timestamp::from_microseconds(5),
            second: Some("Bela".into()),
            state_sha256: None,
        };
        let written = minicbor::to_vec(&decision).expect("memory takes everything");
        assert_eq!(written[0], 0x80 | 6, "an array of six: {written:02x?}");
        assert_eq!(minicbor::decode::<JournalDecision>(&written).expect("it reads back"), decision);
        let trimmed = JournalDecision { step: JournalStep::Trim, state_sha256: Some([9; 32]), ..decision };
        let written = minicbor::to_vec(&trimmed).expect("memory takes everything");
        assert_eq!(minicbor::decode::<JournalDecision>(&written).expect("it reads back"), trimmed);
    }
}
