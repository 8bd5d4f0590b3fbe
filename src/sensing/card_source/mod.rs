//! What the card sources on a serial line have in common: their frames and words, the range of what their files say, how they are
//! asked, asked again and given up, and how a capture of one is read again.
//!
//! Here never lives a word that only one dialect knows.

mod frame;
mod parameters;
mod record;
mod replay;
mod source;
mod status;
mod troubles;
mod words;

pub use frame::{Frames, Piece, frame};
pub use parameters::{Asking, LineFormat, Packs};
pub use replay::{Replayed, Told, replay};
pub use status::{Identity, LineStatus};
pub use words::OrderId;

pub(super) use record::{Kept, recorded};
pub(super) use source::{CardDialect, Source, SourceOf};
pub(super) use troubles::Troubles;
pub(super) use words::{Words, face_of_word, face_word, place_of_word, place_word, whole};

/// The host that a technician's questions come from; no cabinet has this number.
pub const TECHNICIAN: u32 = 0;

#[cfg(test)]
pub(super) mod tests;
