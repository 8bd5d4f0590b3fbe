//! The faults of a shuffle machine: what brings each, and what ends it.

use alloc::format;
use alloc::string::String;

use super::status::{Place, State};
use crate::model::{Deck, DeckCount, FaultCode, OrderFailure};
use crate::sensing::card_source::Troubles;

/// What ends a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cure {
    /// Any answer.
    Heard,
    /// The machine's state is told anew.
    State,
    /// The order goes on or has ended.
    OrderGoesOn,
    /// The order has ended.
    OrderEnds,
    /// The cards have been counted, and they are complete.
    CompleteCount,
    /// There is a new shoe.
    Shuffled,
    /// The self-test has been passed.
    TestPassed,
}

impl Troubles<Cure> {
    /// The machine's state is known anew.
    pub(super) fn state(&mut self, state: State, retries: u8, place: Option<Place>) {
        self.cure(Cure::State);
        if let Some(code) = state.fault() {
            self.raise(code, Cure::State, format!("the machine says {}", in_words(state, retries, place)));
        }
    }

    /// The machine waits with an order because of this.
    pub(super) fn held(&mut self, by: State, retries: u8, place: Option<Place>) {
        let code = by.obstacle().unwrap_or(FaultCode::CardSourceDefect);
        let detail = format!("the machine waits with its order: {}", in_words(by, retries, place));
        self.cure(Cure::OrderGoesOn);
        self.raise(code, Cure::OrderGoesOn, detail);
    }

    /// An order has failed.
    pub(super) fn failed(&mut self, why: OrderFailure) {
        let (code, cure, detail) = match why {
            OrderFailure::Unreadable => (FaultCode::CardUnreadable, Cure::State, "a dealt card could not be read"),
            OrderFailure::DoubleFeed => (FaultCode::DoubleFeed, Cure::State, "more than one card came out for one order"),
            OrderFailure::Foreign => (FaultCode::ForeignCard, Cure::CompleteCount, "a dealt card belongs to no pack of the game"),
            OrderFailure::Duplicate => (FaultCode::DuplicateCard, Cure::CompleteCount, "a dealt card came too often"),
            OrderFailure::ShoeGone => (FaultCode::ShoeChanged, Cure::Shuffled, "the machine has not the shoe that is dealt from"),
            OrderFailure::CalledOff | OrderFailure::Empty | OrderFailure::Unknown | OrderFailure::Impossible => return,
        };
        self.raise(code, cure, detail.into());
    }

    /// The cards have been counted; these packs were expected.
    pub(super) fn counted(&mut self, count: &DeckCount, deck: Deck) {
        self.cure(Cure::CompleteCount);
        let expected = DeckCount::complete(deck).cards;
        let defects = [
            (count.cards != expected, FaultCode::WrongCardCount, format!("{} cards were counted, {expected} were expected", count.cards)),
            (count.duplicate > 0, FaultCode::DuplicateCard, format!("{} cards too many of one kind", count.duplicate)),
            (count.missing > 0, FaultCode::MissingCard, format!("{} cards are missing", count.missing)),
            (count.foreign > 0, FaultCode::ForeignCard, format!("{} foreign cards", count.foreign)),
            (count.unreadable > 0, FaultCode::CardUnreadable, format!("{} cards could not be read", count.unreadable)),
        ];
        for (_, code, detail) in defects.into_iter().filter(|(is_defect, ..)| *is_defect) {
            self.raise(code, Cure::CompleteCount, detail);
        }
    }
}

/// What the machine says, where, and after how many attempts of its own.
fn in_words(state: State, retries: u8, place: Option<Place>) -> String {
    let place = match place {
        None => "",
        Some(Place::Feed) => " at the feed",
        Some(Place::Inside) => " inside",
        Some(Place::Exit) => " at the exit",
    };
    format!("{}{place}, after {retries} attempts of its own", state.word())
}
