//! What a named person decides about a journal that is lost, in whole or in part.

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
    /// The number of the last record that the journal was known to have had; 0 where nothing is known of it.
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
}

impl JournalStep {
    /// The name of the command by which it is decided.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::GoOn => "go-on",
        }
    }

    /// The step of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Begin, Self::GoOn].into_iter().find(|step| step.name() == name)
    }
}
