//! What is known of a card source's line, and who is at its other end.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::words::Words;
use crate::sensing::LinkState;

/// The version of the protocols that is spoken here.
const VERSION: &str = "1";

/// What is known of the line just now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineStatus {
    /// Whether the source can be heard.
    pub link: LinkState,
    /// Who it is.
    pub identity: Option<Identity>,
    /// How many frames were understood.
    pub understood_frames: u64,
    /// How often a question had to be sent again.
    pub repeated_questions: u64,
    /// How many pieces of what came could not be understood.
    pub damaged_frames: u64,
    /// How long the newest answer took, in milliseconds from the question; `None` before the first one.
    pub answer_milliseconds: Option<u64>,
}

/// Who a source says it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Its model.
    pub model: String,
    /// The version of its program.
    pub firmware: String,
    /// Its serial number.
    pub serial: String,
}

impl Identity {
    /// Reads the version of the protocol and who speaks it; one of another version is not understood.
    pub(in crate::sensing) fn parse(words: &mut Words<'_>) -> Option<Self> {
        let version = words.next()?;
        let [model, firmware, serial] = [words.next()?, words.next()?, words.next()?].map(str::to_owned);
        (version == VERSION).then_some(Self { model, firmware, serial })
    }
}
