//! A card that lay face up in the pack: it is no card, and the next one comes in its stead (SPG-74).

use super::super::deal::Entry;
use super::super::require;
use super::{Item, Progress, seat_of};
use crate::model::{Card, CardPlace, Seat};

/// The card that came last.
#[derive(Clone, Debug)]
pub(super) struct LastCard<'a> {
    card: Card,
    /// The seat whose hand it came to.
    seat: Option<Seat>,
    street: usize,
    /// How the deal stood before it came.
    before: Box<Progress<'a>>,
}

/// Whether a card is the last one when a card is told to be boxed, in what happened after it or from now on.
pub(super) fn may_be_boxed_before(later: &[Entry]) -> bool {
    let next = later.iter().find(|entry| matches!(entry, Entry::Came(..) | Entry::Boxed));
    !matches!(next, Some(Entry::Came(..)))
}

impl<'a> Progress<'a> {
    /// How many betting rounds or tradings lie behind: the street that is played.
    pub(in super::super) fn street(&self) -> usize {
        self.plan.iter().take(self.at).filter(|item| matches!(item, Item::Betting | Item::Trading)).count()
    }

    /// A card comes, and has not been laid yet.
    pub(super) fn note_card(&mut self, to: CardPlace, card: Card) {
        let seat = if let CardPlace::Hand { place, .. } = to { seat_of(place) } else { None };
        let before = self.keeps_card.then(|| Box::new(self.clone()));
        self.last_card = before.map(|before| LastCard { card, seat, street: self.street(), before });
        self.stub.note_card(to, card);
    }

    /// The card that came last, as long as nobody has acted since, its street is the one that is played, or the last one after which it is asked
    /// whether a bank is divided, and its hand lives.
    pub(in super::super) fn may_be_boxed(&self) -> Option<Card> {
        let is_live = |seat: Seat| self.player(seat).is_some_and(|player| player.is_live);
        let is_of_now = |last: &&LastCard<'_>| last.street == self.street() || self.left.question.is_some();
        let last = self.last_card.as_ref().filter(is_of_now).filter(|last| last.seat.is_none_or(is_live))?;
        Some(last.card)
    }

    /// SPG-A25: whether the first cards are dealt again where the card that came last is boxed; they are too once the bring-in lies, because it was
    /// posted for the cards as they lay.
    pub(in super::super) fn is_void_by_boxed(&self) -> bool {
        if self.is_brought_in && self.street() == 0 {
            return true;
        }
        let Some(from) = self.rules.mistakes.and_then(|keys| keys.boxed_redeal_from) else { return true };
        self.street() == 0 && from > 0 && self.mistakes.boxed + 1 >= from
    }

    pub(super) fn take_boxed(&mut self) -> Result<(), String> {
        require(self.may_be_boxed().is_some() && !self.is_void_by_boxed(), "a deal went on after a boxed card")?;
        let last = self.last_card.take().ok_or("no card has come that could be boxed")?;
        let live = self.live();
        *self = *last.before;
        // Hands that have died since stay dead.
        self.each_player(|seat, player| player.is_live &= live.contains(&seat));
        self.mistakes.out.push(last.card);
        self.mistakes.boxed += usize::from(last.street == 0);
        Ok(())
    }
}
