//! Middle cards that were dealt wrongly or too early: which of them go back into the stub, and when it is shuffled.
//!
//! Here lives what a card is that nobody ordered. Here never live who shuffles, and the order in which the cards come after that.

use serde::{Deserialize, Serialize};

use super::hand::Hand;
use crate::games::cards::Cards;
use crate::model::Card;

/// What becomes of middle cards that were dealt wrongly or too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MiddleCardRules {
    /// A flop without a burn, which an attendant tells of (SPG-91, SPG-A14).
    pub no_burn_flop: NoBurnFlop,
    /// A card that was turned with the flop (SPG-92, SPG-96, SPG-A15).
    pub extra_flop_card: ExtraFlopCard,
    /// The burn of a flop that came before the round was complete (SPG-93, SPG-A16).
    pub premature_flop_burn: PrematureFlopBurn,
    /// A turn that came before the round was complete (SPG-94, SPG-A17).
    pub premature_turn: PrematureTurn,
    /// Whether a card is burnt before the river where the turn came too early (SPG-94, SPG-A17).
    pub premature_turn_river_burn: RiverBurn,
}

/// What becomes of a flop without a burn, as long as nobody has acted on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoBurnFlop {
    /// It goes back into the stub, which is shuffled, and is dealt anew.
    RedealFlop,
    /// The first card is the burn after all, and another one makes the flop whole.
    Restore,
}

/// What becomes of a flop with a card too many, as long as nobody has acted on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExtraFlopCard {
    /// The card that came last is the next burn.
    NextBurn,
    /// All of it goes back with its burn into the stub, which is shuffled, and is dealt anew.
    RedealFlop,
}

/// What becomes of the burn of a flop that came too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrematureFlopBurn {
    /// It goes back with the flop.
    ReturnBurn,
    /// It stays the burn.
    KeepBurn,
}

/// What the turn is where one came too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrematureTurn {
    /// The card that would have been the river; the early one goes back before the river.
    RiverFirst,
    /// One of the shuffled stub, without another burn: the early one goes back before the turn.
    TdaRp5,
}

/// Whether a card is burnt before the river where the turn came too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RiverBurn {
    /// None is.
    None,
    /// One is.
    Burn,
}

/// What a card is that came while somebody is asked and that nobody ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extra {
    /// Nothing is burnt any more: it goes to the muck (SPG-96).
    Muck,
    /// The next burn (SPG-96).
    NextBurn,
    /// One of the cards of the next street, too early; it goes back before this street, from 0.
    TooEarly(usize),
    /// One too many with the flop, which goes back with it (SPG-92).
    OfFlop,
}

/// What goes back into the stub.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Stub {
    /// What came as burn or to the middle on this street.
    of_street: Cards,
    /// Whether the burn of this street lay there before it began.
    was_burnt: bool,
    /// The cards that go back.
    returning: Cards,
    /// Before which street they go back, where they wait for it.
    returns_before: Option<usize>,
    /// Whether the stub is to be shuffled before the next card comes.
    pub(super) is_to_shuffle: bool,
    /// Whether nothing is burnt on the street before which cards go back.
    has_no_burn: bool,
}

impl Stub {
    /// A burn or middle card has come.
    pub(super) fn came(&mut self, card: Card) {
        self.of_street.push(card);
    }

    /// The burn or middle card that came last is out of the deal.
    pub(super) fn forget_newest(&mut self) {
        self.of_street.pop();
    }

    /// A street begins, and its burn lies there already or not; whether it lies there, or none is due.
    pub(super) fn begin_street(&mut self, street: usize, is_burnt: bool) -> bool {
        (self.of_street, self.was_burnt) = (Cards::NONE, is_burnt);
        if self.returns_before != Some(street) {
            return is_burnt;
        }
        (self.returns_before, self.is_to_shuffle) = (None, true);
        core::mem::take(&mut self.has_no_burn) || is_burnt
    }
}

impl Hand {
    /// Whether the rules say what a card is that comes while somebody is asked and that nobody ordered.
    #[must_use]
    pub fn takes_extra(&self) -> bool {
        self.extra().is_some()
    }

    /// Whether the flop goes back because of a card that comes now and that nobody ordered (SPG-92).
    #[must_use]
    pub fn extra_takes_flop_back(&self) -> bool {
        self.extra() == Some(Extra::OfFlop)
    }

    /// What such a card is: nobody knows it at the studs, nor where more came than one street has.
    fn extra(&self) -> Option<Extra> {
        let rules = self.house().mistakes?;
        let (now, next) = (self.street_now(), self.house().streets().get(self.street + 1));
        let burns_next = next.is_some_and(|next| next.burns);
        let Some(middle) = rules.middle_cards else {
            return (now.board > 0).then_some(if burns_next { Extra::NextBurn } else { Extra::Muck });
        };
        let is_burnt = self.mistakes.is_burnt;
        let returning = self.mistakes.stub.returning.len();
        match next {
            None => (now.board > 0).then_some(Extra::Muck),
            Some(next) if next.board == 0 => None,
            // SPG-93: the burn and the flop, before it.
            Some(next) if now.board == 0 => {
                let is_burn = returning == 0 && !is_burnt;
                let is_kept = is_burn && middle.premature_flop_burn == PrematureFlopBurn::KeepBurn;
                let is_whole = returning > usize::from(next.board);
                (!is_whole).then_some(if is_kept { Extra::NextBurn } else { Extra::TooEarly(self.street + 1) })
            }
            Some(_) if self.can_take_flop_back() && middle.extra_flop_card == ExtraFlopCard::RedealFlop => Some(Extra::OfFlop),
            Some(_) if !is_burnt => Some(Extra::NextBurn),
            Some(_) => (returning == 0).then(|| Extra::TooEarly(self.early_goes_back_before(middle))),
        }
    }

    /// Before which street a turn or river that came too early goes back (SPG-94, SPG-95).
    fn early_goes_back_before(&self, middle: MiddleCardRules) -> usize {
        let is_turn = self.street + 2 < self.house().streets().len();
        self.street + if is_turn && middle.premature_turn == PrematureTurn::RiverFirst { 2 } else { 1 }
    }

    /// A card has come that nobody ordered, where the rules say what it is; a second burn before the next street leaves the wrong number of burns
    /// (SPG-75).
    pub fn take_extra(&mut self, card: Card) {
        let Some(extra) = self.extra() else { return };
        self.mistakes.last_card = None;
        match extra {
            Extra::Muck => {}
            Extra::NextBurn => {
                if !core::mem::replace(&mut self.mistakes.is_burnt, true) {
                    self.mistakes.stub.came(card);
                }
            }
            Extra::TooEarly(street) => self.set_aside(card, street),
            Extra::OfFlop => self.mistakes.stub.came(card),
        }
    }

    /// A card that came too early lies aside, and goes back before this street.
    fn set_aside(&mut self, card: Card, street: usize) {
        self.mistakes.stub.returning.push(card);
        self.mistakes.stub.returns_before = Some(street);
        // What was burnt before an early turn is burnt, and another card before the turn itself (SPG-94).
        if street > self.street + 1 {
            let rules = self.house().mistakes.and_then(|rules| rules.middle_cards);
            self.mistakes.is_burnt = false;
            self.mistakes.stub.has_no_burn = rules.is_some_and(|rules| rules.premature_turn_river_burn == RiverBurn::None);
        }
    }

    /// Whether the flop may go back: a card of it has come, nobody has acted on it, and nothing else goes back.
    pub(super) fn can_take_flop_back(&self) -> bool {
        let Stub { of_street, returning, .. } = &self.mistakes.stub;
        self.street_now().board > 1 && !of_street.is_empty() && returning.is_empty() && !self.has_acted && !self.is_compared()
    }

    /// Whether an attendant may tell that the flop was misdealt (SPG-91, SPG-92).
    #[must_use]
    pub fn lets_take_flop_back(&self) -> bool {
        let is_ruled =
            |middle: MiddleCardRules| middle.no_burn_flop == NoBurnFlop::RedealFlop || middle.extra_flop_card == ExtraFlopCard::RedealFlop;
        self.house().mistakes.and_then(|rules| rules.middle_cards).is_some_and(is_ruled) && self.can_take_flop_back()
    }

    /// The flop goes back with its burn and with what came too many; once the stub is shuffled, it is dealt anew (SPG-91, SPG-92).
    pub fn take_flop_back(&mut self) {
        let came = core::mem::take(&mut self.mistakes.stub.of_street);
        (self.talk, self.mistakes.last_card) = (None, None);
        self.reached = self.street.saturating_sub(1);
        self.board = self.board.iter().filter(|card| !came.contains(card)).copied().collect();
        self.mistakes.stub.returning = came;
        self.mistakes.is_burnt = self.mistakes.stub.was_burnt;
        self.mistakes.stub.returns_before = Some(self.street);
        self.begin_street();
    }

    /// The stub was shuffled; the cards that went back into it.
    pub fn shuffle_stub(&mut self) -> Cards {
        self.mistakes.stub.is_to_shuffle = false;
        core::mem::take(&mut self.mistakes.stub.returning)
    }
}
