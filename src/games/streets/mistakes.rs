//! Mistakes of who deals from a shoe or a shuffle machine: a closed card that was shown, a card that nobody ordered, a wrong number of cards.
//!
//! Here lives what becomes of the hand. Here never live who saw the mistake, when it may still be told, and a deal that is void.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::hand::{CardTo, Hand};
use crate::games::cards::Cards;
use crate::model::{Card, Seat};

/// What a house says of mistakes in dealing. Where its file says nothing, every mistake voids the deal (TA-18, TPAM-39).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MistakeRules {
    /// What becomes of a deal at the studs where two closed cards of one player were shown; those of two players void it always.
    pub two_exposed_in_stud: TwoExposed,
}

/// What becomes of a deal at the studs where two closed cards of one player were shown (SPG-A12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TwoExposed {
    /// It goes on: the second one is replaced by the card that would be the first burn, and is that burn (SPG-81).
    Continue,
    /// It is dealt again (SPG-106a).
    Redeal,
}

/// The mistakes of a deal so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mistakes {
    /// Whose closed cards were shown, each as often as one was.
    exposed: Vec<Seat>,
    /// Whether the next burn card lies there already.
    pub(super) is_burnt: bool,
    /// The cards that were shown and are out of the deal.
    shown: Cards,
}

impl Hand {
    /// Whether a closed card of the first ones before the seat may still be told to have been shown: its hand lives, and no other street has
    /// begun.
    #[must_use]
    pub fn can_be_exposed(&self, seat: Seat) -> bool {
        self.street == 0 && self.seats[seat.index()].is_some_and(|player| player.is_live && !player.down.is_empty())
    }

    /// Where this card lies among the closed ones of the seat, from 0; `None` where it is none of them.
    #[must_use]
    pub fn closed_place(&self, seat: Seat, card: Card) -> Option<usize> {
        self.seats[seat.index()].as_ref()?.down.iter().position(|closed| *closed == card)
    }

    /// Whether everybody has seen this card of the seat: it lies open before it, or was replaced.
    #[must_use]
    pub fn is_seen(&self, seat: Seat, card: Card) -> bool {
        self.mistakes.shown.contains(&card) || self.seats[seat.index()].as_ref().is_some_and(|player| player.up.contains(&card))
    }

    /// Whether the deal goes on where a closed card of the seat was shown before anybody has acted; else it is dealt again.
    #[must_use]
    pub fn goes_on_exposed(&self, seat: Seat) -> bool {
        let Some(rules) = self.house().mistakes else { return false };
        // The first one lies open as his door card.
        let is_second_of_one = self.mistakes.exposed == [seat] && self.mistakes.shown.is_empty();
        self.mistakes.exposed.is_empty() || is_second_of_one && rules.two_exposed_in_stud == TwoExposed::Continue
    }

    /// Whether a closed card of the seat that was shown now would lie open before it: at the studs, where an open card is still to come to the
    /// seat, which comes closed then (SPG-80).
    #[must_use]
    pub fn opens_exposed(&self, seat: Seat) -> bool {
        self.to_come.contains(&CardTo::Up(seat))
    }

    /// This closed card of the seat was shown, and the deal goes on. Where it does not lie open before the seat from now on, it is the first
    /// burn, and the card that would have been that replaces it once the first cards are dealt (SPG-81, SPG-90).
    pub fn expose(&mut self, seat: Seat, place: usize) {
        self.mistakes.exposed.push(seat);
        let open_card = self.to_come.iter_mut().find(|to| **to == CardTo::Up(seat));
        let Some(player) = &mut self.seats[seat.index()] else { return };
        let card = player.down.remove(place);
        if let Some(open_card) = open_card {
            *open_card = CardTo::Down(seat);
            return player.up.push(card);
        }
        self.mistakes.shown.push(card);
        self.mistakes.is_burnt = true;
        self.to_come.insert(0, CardTo::Down(seat));
    }

    /// Whether the rules say what a card is that comes while somebody is asked and that nobody ordered: one that was turned with the middle cards
    /// (SPG-96).
    #[must_use]
    pub fn takes_extra(&self) -> bool {
        self.house().mistakes.is_some() && self.street_now().board > 0
    }

    /// A card has come that nobody ordered. It is the next burn, or where nothing is burnt any more it goes to the muck (SPG-96); a second one
    /// before the next street leaves the wrong number of burns (SPG-75).
    pub fn take_extra(&mut self) {
        self.mistakes.is_burnt |= self.house().streets().get(self.street + 1).is_some_and(|street| street.burns);
    }

    /// The hand of the seat has a wrong number of cards and is dead; what it has put in stays, and so does the price (SPG-107, SPG-108,
    /// SPG-A20a). Whether it is dead now; once hands are compared none dies any more.
    pub fn spoil(&mut self, seat: Seat) -> bool {
        let is_live = self.seats[seat.index()].is_some_and(|player| player.is_live);
        let can_die = is_live && !self.is_compared();
        if can_die {
            self.lay_down(seat);
        }
        can_die
    }

    /// The closed cards that were shown by mistake and are out of the deal, in order.
    #[must_use]
    pub fn shown_by_mistake(&self) -> &[Card] {
        &self.mistakes.shown
    }
}
