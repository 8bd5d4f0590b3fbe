//! Cards that go back into the stub, and cards that nobody ordered (SPG-91 to SPG-96).

use super::super::deal::Item;
use super::super::require;
use super::Progress;
use crate::model::{Card, CardPlace};

/// The flop's street; the first one has the number 0.
const FLOP: usize = 1;

/// The river's street.
const RIVER: usize = 3;

/// How many cards may have come before the flop and be set aside: its burn and its three.
const ASIDE_MOST: usize = 4;

/// What is known of cards that go back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Stub {
    /// The street that has begun.
    street: usize,
    /// The burn and the middle cards of that street, and a card that came on it and is the next burn.
    of_street: Vec<Card>,
    /// Whether the burn of the street lay there before it began.
    was_burnt: bool,
    /// The cards that are set aside.
    aside: Vec<Card>,
    /// The street before which they go back.
    before: usize,
    /// Whether that street has no burn (SPG-A17).
    skips_burn: bool,
    /// The cards that are to be shuffled into the stub now.
    pub(in super::super) going: Option<Vec<Card>>,
}

/// What becomes of a card that nobody ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Extra {
    /// It is out of the deal.
    Muck,
    /// It is the burn of the next street.
    NextBurn,
    /// It goes back with the flop.
    RedealFlop,
    /// It came too early, and is set aside.
    Aside,
}

impl Stub {
    pub(super) fn note_card(&mut self, to: CardPlace, card: Card) {
        if matches!(to, CardPlace::Board | CardPlace::Discard) {
            self.of_street.push(card);
        }
    }
}

impl Progress<'_> {
    /// The betting before a street is over: what was set aside goes back before it.
    pub(super) fn begin_street(&mut self) {
        let street = self.street();
        if street <= self.stub.street || self.plan.get(self.at) != Some(&Item::Burn) {
            return;
        }
        let stub = &mut self.stub;
        (stub.street, stub.of_street) = (street, Vec::new());
        if !stub.aside.is_empty() && stub.before == street {
            stub.going = Some(core::mem::take(&mut stub.aside));
            self.mistakes.is_burnt |= core::mem::take(&mut stub.skips_burn);
        }
        stub.was_burnt = self.mistakes.is_burnt;
    }

    /// Whether the flop's street is the one that is played, and nobody has acted on it.
    fn is_flop_untouched(&self) -> bool {
        self.street() == FLOP && self.round.as_ref().is_none_or(|round| round.last_actor.is_none())
    }

    /// SPG-91, SPG-92: whether an attendant may have the flop go back.
    pub(in super::super) fn may_take_flop_back(&self) -> bool {
        let keys = self.rules.mistakes.and_then(|keys| keys.middle_cards).filter(|_| self.rules.variant.has_blinds());
        let redeals = keys.is_some_and(|keys| keys.no_burn_redeals || keys.extra_redeals);
        redeals && self.is_flop_untouched() && !self.stub.of_street.is_empty() && self.goes_nothing_back()
    }

    fn goes_nothing_back(&self) -> bool {
        self.stub.aside.is_empty() && self.stub.going.is_none()
    }

    pub(super) fn take_flop_back(&mut self) -> Result<(), String> {
        require(self.may_take_flop_back(), "a flop went back that stays")?;
        self.board.clear();
        self.at = self.plan.iter().position(|item| *item == Item::Burn).ok_or("a flop went back in a game without a burn")?;
        self.rounds -= usize::from(self.round.take().is_some());
        self.mistakes.is_burnt = self.stub.was_burnt;
        self.stub.going = Some(core::mem::take(&mut self.stub.of_street));
        Ok(())
    }

    pub(super) fn take_stub_shuffled(&mut self) -> Result<(), String> {
        self.stub.going.take().map(drop).ok_or_else(|| "the stub was shuffled, and nothing went back".into())
    }

    /// What becomes of a card that nobody ordered and that came while a seat is asked; nothing where nobody can say it.
    pub(in super::super) fn fate_of_extra(&self) -> Option<Extra> {
        let mistakes = self.rules.mistakes?;
        let Some(keys) = mistakes.middle_cards.filter(|_| self.rules.variant.has_blinds()) else {
            // SPG-96: one that was turned with flop, turn or river.
            let fate = if self.is_burn_to_come() { Extra::NextBurn } else { Extra::Muck };
            return (!self.board.is_empty()).then_some(fate);
        };
        let (street, is_burnt) = (self.street(), self.mistakes.is_burnt);
        match street {
            // SPG-93, SPG-A16.
            0 if !keys.returns_burn && !is_burnt => Some(Extra::NextBurn),
            0 => (self.stub.aside.len() < ASIDE_MOST).then_some(Extra::Aside),
            _ if !self.is_burn_to_come() => Some(Extra::Muck),
            // SPG-92, SPG-A15.
            FLOP if keys.extra_redeals && self.is_flop_untouched() && self.goes_nothing_back() => Some(Extra::RedealFlop),
            // SPG-96.
            _ if !is_burnt => Some(Extra::NextBurn),
            // SPG-94, SPG-95.
            _ => self.stub.aside.is_empty().then_some(Extra::Aside),
        }
    }

    pub(super) fn take_extra(&mut self, card: Card) -> Result<(), String> {
        match self.fate_of_extra().ok_or("a deal went on after a card that nobody ordered")? {
            Extra::Muck => {}
            Extra::NextBurn => {
                self.mistakes.is_burnt = true;
                self.stub.of_street.push(card);
            }
            Extra::RedealFlop => self.stub.of_street.push(card),
            Extra::Aside => self.set_aside(card),
        }
        Ok(())
    }

    /// SPG-93 to SPG-95, SPG-A17.
    fn set_aside(&mut self, card: Card) {
        let street = self.street();
        let keys = self.rules.mistakes.and_then(|keys| keys.middle_cards);
        let is_river_first = street == FLOP && keys.is_some_and(|keys| keys.river_first);
        self.stub.aside.push(card);
        self.stub.before = if is_river_first { RIVER } else { street + 1 };
        if is_river_first {
            // The burn that lay there is spent: the turn has one of its own.
            self.mistakes.is_burnt = false;
            self.stub.skips_burn = keys.is_some_and(|keys| !keys.burns_river);
        }
    }
}
