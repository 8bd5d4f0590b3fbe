//! What a final hand is worth to a player who passes, bets or insures it, whichever brings most, and buys the dealer's game where that
//! is worth it.

use super::dealer::{Chances, Dealer};
use super::known::Known;
use super::ranks::{Group, Left, RANKS};
use super::terms::{Hand, PASSED, Terms};
use crate::model::{Card, Suit};

/// Every final hand against every open card.
pub(super) struct Worth {
    terms: Terms,
    /// By the rank that lies open.
    dealers: Vec<Dealer>,
    /// Five cards that are not of one suit.
    five: Known,
    /// Five cards of one suit.
    flushes: Known,
    /// Six cards of which no five are of one suit.
    six: Known,
}

impl Worth {
    pub(super) fn new(terms: Terms) -> Self {
        let of = |size| Known::nothing_of(Group::numbers(size) * RANKS);
        Self { terms, dealers: (0..RANKS as u8).map(Dealer::with).collect(), five: of(5), flushes: of(5), six: of(6) }
    }

    /// What five or six cards are worth.
    pub(super) fn of_cards(&self, cards: &[Card], up: u8) -> f64 {
        let group = Group::of(cards.iter().copied());
        match (cards.len(), longest_suit(cards)) {
            (5, 5) => self.of_flush(group, up),
            (5, _) => self.of_five(group, up),
            (_, 5..) => self.judge(cards, up),
            _ => self.of_six(group, up),
        }
    }

    /// What five cards of these ranks are worth that are not of one suit.
    pub(super) fn of_five(&self, group: Group, up: u8) -> f64 {
        self.five.at(place(group, up), || self.judge(&group.cards_of_many_suits(), up))
    }

    /// What five cards of these ranks are worth that are of one suit.
    pub(super) fn of_flush(&self, group: Group, up: u8) -> f64 {
        self.flushes.at(place(group, up), || self.judge(&group.cards_of_one_suit(), up))
    }

    /// What six cards of these ranks are worth of which no five are of one suit.
    pub(super) fn of_six(&self, group: Group, up: u8) -> f64 {
        self.six.at(place(group, up), || self.judge(&group.cards_of_many_suits(), up))
    }

    /// What an insurance of 1 brings for these cards.
    pub(super) fn of_insurance(&self, cards: &[Card], up: u8) -> f64 {
        let (_, chances) = self.chances(&self.terms.hand(cards), cards, up);
        self.insurance(&chances)
    }

    pub(super) const fn terms(&self) -> &Terms {
        &self.terms
    }

    fn judge(&self, cards: &[Card], up: u8) -> f64 {
        let hand = self.terms.hand(cards);
        let (left, chances) = self.chances(&hand, cards, up);
        let purchases = self.dealers[usize::from(up)].purchases(&hand, &left, &self.terms);
        let played = chances.no_game * self.terms.on_no_game + purchases + chances.lower * hand.wins + chances.higher * super::terms::LOST;
        let insurance = self.insurance(&chances).max(0.0) * hand.insurance_most;
        (played / chances.all + insurance).max(PASSED)
    }

    fn chances(&self, hand: &Hand, cards: &[Card], up: u8) -> (Left, Chances) {
        let left = Left::without(up, &[Group::of(cards.iter().copied())]);
        (left, self.dealers[usize::from(up)].chances(hand, &left))
    }

    fn insurance(&self, chances: &Chances) -> f64 {
        (chances.no_game * self.terms.insurance - chances.lower) / chances.all
    }
}

fn place(group: Group, up: u8) -> usize {
    group.number() * RANKS + usize::from(up)
}

/// How many cards the suit has that has most.
pub(super) fn longest_suit(cards: &[Card]) -> usize {
    Suit::ALL.into_iter().map(|suit| cards.iter().filter(|card| card.suit() == suit).count()).max().unwrap_or(0)
}
