//! What of the line may be kept: everything but the cards.

use alloc::string::String;

use super::words::{Answer, OrderState, split_sequence};
use crate::sensing::card_source::{self, Kept};

/// A line as it may be written into a record: sound frames stand as they came, a dealt card and its frame's check sum, from which the
/// card could be computed, are question marks, and so is every byte that belongs to no sound and known frame, because a damaged one may
/// still show a card.
#[must_use]
pub fn recorded(line: &[u8]) -> String {
    card_source::recorded(line, kept)
}

fn kept(body: &str) -> Kept {
    match split_sequence(body, 'A').and_then(|(_, words)| Answer::parse(words)) {
        Some(Answer::Job(_, OrderState::Card(_))) => Kept::ButTheCard,
        Some(_) => Kept::Whole,
        None if split_sequence(body, 'Q').is_some() => Kept::Whole,
        None => Kept::Nothing,
    }
}
