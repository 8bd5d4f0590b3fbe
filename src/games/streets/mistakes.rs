//! Mistakes of who deals from a shoe or a shuffle machine: a closed card that was shown, a card that lay face up in the pack, a wrong number of
//! cards.
//!
//! Here lives what becomes of the hand. Here never live who saw the mistake, and a deal that is void; those of the middle cards live in `stub`.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::hand::{CardTo, Hand};
use super::stub::{MiddleCardRules, Stub};
use super::talk::Talk;
use super::variant::ForcedBets;
use crate::games::betting::BettingRefusal;
use crate::model::{Card, Money, Seat};

/// What a house says of mistakes in dealing. Where its file says nothing, every mistake voids the deal (TA-18, TPAM-39).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MistakeRules {
    /// What becomes of a deal at the studs where two closed cards of one player were shown; those of two players void it always.
    pub two_exposed_in_stud: TwoExposed,
    /// What a player may do whose last closed card was shown at the studs (SPG-84); where nothing is said, he plays on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exposed_seventh: Option<ExposedSeventh>,
    /// The how manieth card of the first ones that lay face up in the pack has them dealt again, 0: none does (SPG-74, SPG-A25); where nothing is
    /// said, every such card does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boxed_redeal_from: Option<u8>,
    /// What becomes of middle cards that were dealt wrongly or too early (SPG-91 to SPG-96); where nothing is said, one that nobody ordered is the
    /// next burn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub middle_cards: Option<MiddleCardRules>,
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

/// What a player may do whose last closed card was shown by the dealer (SPG-84, SPG-A22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExposedSeventh {
    /// In his first turn of the round he chooses: he plays for the pot so far alone, or plays on.
    Choice,
    /// The same, but where somebody has bet in the round before it was seen, he plays for the pot so far.
    ForcedIfBet,
}

/// The mistakes of a deal so far.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Mistakes {
    /// Whose closed cards were shown, each as often as one was.
    exposed: Vec<Seat>,
    /// Whether the next burn card lies there already.
    pub(super) is_burnt: bool,
    /// The cards that everybody saw and that are out of the deal.
    shown: Vec<Card>,
    /// How many of the first cards lay face up in the pack.
    boxed: u8,
    /// Whose closed card that was shown lies open as his door card.
    doors: Vec<Seat>,
    /// Whose last closed card lies open.
    last_shown: Vec<Seat>,
    pub(super) stub: Stub,
    /// The card that came last and where it went, as long as nobody has acted since.
    pub(super) last_card: Option<(CardTo, Card)>,
}

/// Says whose cards were shown and how many, and never which card came last or goes back (HRB-17).
impl core::fmt::Debug for Mistakes {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { exposed, is_burnt, shown, boxed, last_shown, .. } = self;
        let shown = shown.len();
        write!(f, "Mistakes {{ exposed: {exposed:?}, is_burnt: {is_burnt}, shown: {shown}, boxed: {boxed}, last_shown: {last_shown:?} }}")
    }
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

    /// Whether everybody has seen this card of the seat: it lies open before it, or is out of the deal.
    #[must_use]
    pub fn is_seen(&self, seat: Seat, card: Card) -> bool {
        let lies_open = |place: &usize| self.seats[seat.index()].is_some_and(|player| player.down.get(*place) == Some(&card));
        let is_up = self.seats[seat.index()].is_some_and(|player| player.up.contains(&card));
        self.mistakes.shown.contains(&card) || is_up || self.open_place(seat).as_ref().is_some_and(lies_open)
    }

    /// Whether the deal goes on where a closed card of the seat was shown before anybody has acted; else it is dealt again.
    #[must_use]
    pub fn goes_on_exposed(&self, seat: Seat) -> bool {
        let Some(rules) = self.house().mistakes else { return false };
        let is_second_of_one = self.mistakes.exposed == [seat] && self.mistakes.doors == [seat];
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
        self.mistakes.last_card = None;
        let open_card = self.to_come.iter_mut().find(|to| **to == CardTo::Up(seat));
        let Some(player) = &mut self.seats[seat.index()] else { return };
        let card = player.down.remove(place);
        if let Some(open_card) = open_card {
            *open_card = CardTo::Down(seat);
            self.mistakes.doors.push(seat);
            return player.up.push(card);
        }
        self.mistakes.shown.push(card);
        self.mistakes.is_burnt = true;
        self.to_come.insert(0, CardTo::Down(seat));
    }

    /// Whether the card that came to the seat last, closed, may be told to have been shown: its hand lives, the house knows what follows, and the
    /// seat has not acted since (SPG-84).
    #[must_use]
    pub fn can_show_last(&self, seat: Seat) -> bool {
        let is_ruled = self.house().mistakes.is_some_and(|rules| rules.exposed_seventh.is_some());
        let comes_closed = self.house().variant.has_open_cards() && self.is_last_street() && self.street_now().down == 1;
        let has_it = self.seats[seat.index()].is_some_and(|player| player.is_live) && !self.to_come.contains(&CardTo::Down(seat));
        let is_new = !self.mistakes.last_shown.contains(&seat);
        is_ruled && comes_closed && has_it && is_new && !self.has_spoken(seat)
    }

    /// The last closed card of the seat lies open from now on (SPG-84).
    pub fn show_last(&mut self, seat: Seat) {
        self.mistakes.last_shown.push(seat);
        self.mistakes.last_card = None;
    }

    /// Which of the closed cards of the seat lies open for everybody, from 0.
    #[must_use]
    pub fn open_place(&self, seat: Seat) -> Option<usize> {
        let is_shown = self.mistakes.last_shown.contains(&seat);
        self.seats[seat.index()].filter(|_| is_shown)?.down.len().checked_sub(1)
    }

    /// Whether the seat may play for the pot so far alone: its last card was shown, and it has chips and has not acted since.
    pub(super) fn may_play_for_pot(&self, seat: Seat) -> bool {
        let is_betting = matches!(self.talk, Some(Talk::Betting(_)));
        let has_chips = || self.seats[seat.index()].as_ref().is_some_and(|player| player.is_live && player.stack.is_positive());
        self.mistakes.last_shown.contains(&seat) && is_betting && has_chips() && !self.has_spoken(seat)
    }

    /// Whether the seat must play for the pot so far: somebody has bet before its card was seen to lie open, and the house has no choice for it
    /// (SPG-A22).
    #[must_use]
    pub fn must_play_for_pot(&self, seat: Seat) -> bool {
        let is_forced = self.house().mistakes.and_then(|rules| rules.exposed_seventh) == Some(ExposedSeventh::ForcedIfBet);
        is_forced && self.may_play_for_pot(seat) && self.talk.as_ref().and_then(Talk::last_wager).is_some()
    }

    /// The seat plays for the pot so far, as if it were all-in (SPG-84).
    pub(super) fn play_for_pot(&mut self, seat: Seat) -> Result<Money, BettingRefusal> {
        let Some(Talk::Betting(round)) = self.talk.as_mut() else { return Err(BettingRefusal::OtherQuestion) };
        round.stand_aside(seat);
        self.seats[seat.index()].iter_mut().for_each(|player| player.stands_aside = true);
        (self.mistakes.last_card, self.has_acted) = (None, true);
        self.close_round_where_done();
        Ok(Money::ZERO)
    }

    fn has_spoken(&self, seat: Seat) -> bool {
        match &self.talk {
            Some(Talk::Betting(round)) => round.has_spoken(seat),
            Some(_) => true,
            None => false,
        }
    }

    /// Whether the card that came last may be told to have lain face up in the pack: nobody has acted since, and its street is still the one
    /// that is played.
    #[must_use]
    pub const fn can_be_boxed(&self) -> bool {
        self.mistakes.last_card.is_some()
    }

    /// Whether the deal goes on where this card lay face up in the pack (SPG-74). Nobody can say what lies there where it is not the card that came
    /// last; and a bring-in that was posted for the cards as they lay has them dealt again.
    #[must_use]
    pub fn goes_on_boxed(&self, card: Card) -> bool {
        let Some(from) = self.house().mistakes.and_then(|rules| rules.boxed_redeal_from) else { return false };
        let is_last = self.mistakes.last_card.is_some_and(|(_, last)| last == card);
        let posts = self.house().variant.forced() == ForcedBets::BringIn;
        let is_brought_in = posts && self.street == 0 && self.seats.iter().flatten().any(|player| player.blind.is_positive());
        let is_one_too_many = self.street == 0 && from > 0 && self.mistakes.boxed.saturating_add(1) >= from;
        is_last && !is_brought_in && !is_one_too_many
    }

    /// The card that came last lay face up in the pack: it is out of the deal, and the next one replaces it (SPG-74).
    pub fn take_boxed(&mut self) {
        let Some((to, card)) = self.mistakes.last_card.take() else { return };
        match to {
            CardTo::Burn => self.mistakes.stub.forget_newest(),
            CardTo::Board => {
                self.mistakes.stub.forget_newest();
                self.board.pop();
            }
            CardTo::Down(seat) => self.seats[seat.index()].iter_mut().for_each(|player| _ = player.down.pop()),
            CardTo::Up(seat) => self.seats[seat.index()].iter_mut().for_each(|player| _ = player.up.pop()),
        }
        self.mistakes.boxed = self.mistakes.boxed.saturating_add(u8::from(self.street == 0));
        self.mistakes.shown.push(card);
        self.talk = None;
        self.to_come.push(to);
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

    /// The cards that everybody saw by mistake and that are out of the deal, in order.
    #[must_use]
    pub fn shown_by_mistake(&self) -> &[Card] {
        &self.mistakes.shown
    }
}
