//! What a final hand is worth to a player who passes, bets or insures it, whichever brings most, and buys the dealer's game where that
//! is worth it. What is known of a hand is what it is worth bet.

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
    /// Six cards of which five are of one suit, by these five and the sixth.
    six_with_flush: Known,
    /// Six cards of one suit.
    six_of_one_suit: Known,
}

impl Worth {
    pub(super) fn new(terms: Terms) -> Self {
        let of = |size| Known::nothing_of(Group::numbers(size) * RANKS);
        Self {
            terms,
            dealers: (0..RANKS as u8).map(Dealer::with).collect(),
            five: of(5),
            flushes: of(5),
            six: of(6),
            six_with_flush: Known::nothing_of(Group::numbers(5) * RANKS * RANKS),
            six_of_one_suit: of(6),
        }
    }

    /// What five or six cards are worth.
    pub(super) fn of_cards(&self, cards: &[Card], up: u8) -> f64 {
        self.of_bet(cards, up).max(PASSED)
    }

    /// What five or six cards are worth to one who bets them, even where it would be better to pass.
    pub(super) fn of_bet(&self, cards: &[Card], up: u8) -> f64 {
        let group = Group::of(cards.iter().copied());
        match (cards.len(), longest_suit(cards)) {
            (5, 5) => self.bet_of_flush(group, up),
            (5, _) => self.bet_of_five(group, up),
            (_, 6) => self.six_of_one_suit.at(place(group, up), || self.judge(cards, up)),
            (_, 5) => self.six_with_flush.at(place_with_flush(cards, up), || self.judge(cards, up)),
            _ => self.bet_of_six(group, up),
        }
    }

    /// What five cards of these ranks are worth that are not of one suit.
    pub(super) fn of_five(&self, group: Group, up: u8) -> f64 {
        self.bet_of_five(group, up).max(PASSED)
    }

    /// What five cards of these ranks are worth that are of one suit.
    pub(super) fn of_flush(&self, group: Group, up: u8) -> f64 {
        self.bet_of_flush(group, up).max(PASSED)
    }

    /// What six cards of these ranks are worth of which no five are of one suit.
    pub(super) fn of_six(&self, group: Group, up: u8) -> f64 {
        self.bet_of_six(group, up).max(PASSED)
    }

    fn bet_of_five(&self, group: Group, up: u8) -> f64 {
        self.five.at(place(group, up), || self.judge(&group.cards_of_many_suits(), up))
    }

    fn bet_of_flush(&self, group: Group, up: u8) -> f64 {
        self.flushes.at(place(group, up), || self.judge(&group.cards_of_one_suit(), up))
    }

    fn bet_of_six(&self, group: Group, up: u8) -> f64 {
        self.six.at(place(group, up), || self.judge(&group.cards_of_many_suits(), up))
    }

    /// What an insurance of 1 brings for these cards.
    pub(super) fn of_insurance(&self, cards: &[Card], up: u8) -> f64 {
        let (_, chances) = self.chances(&self.terms.hand(cards), cards, up);
        self.insurance(&chances)
    }

    /// What it brings over the ante win to buy the dealer's game whenever he has none.
    pub(super) fn of_purchases(&self, cards: &[Card], up: u8) -> f64 {
        let hand = self.terms.hand(cards);
        let left = Left::without(up, &[Group::of(cards.iter().copied())]);
        let gain: f64 = self.dealers[usize::from(up)].purchases(&hand, &left, &self.terms).sum();
        if gain == 0.0 { 0.0 } else { gain / self.chances(&hand, cards, up).1.all }
    }

    pub(super) const fn terms(&self) -> &Terms {
        &self.terms
    }

    fn judge(&self, cards: &[Card], up: u8) -> f64 {
        let hand = self.terms.hand(cards);
        let (left, chances) = self.chances(&hand, cards, up);
        let purchases = self.dealers[usize::from(up)].purchases(&hand, &left, &self.terms).filter(|gain| *gain > 0.0).sum::<f64>();
        let played = chances.no_game * self.terms.on_no_game + purchases + chances.lower * hand.wins + chances.higher * super::terms::LOST;
        let insurance = self.insurance(&chances).max(0.0) * hand.insurance_most;
        played / chances.all + insurance
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

fn place_with_flush(cards: &[Card], up: u8) -> usize {
    let is_of_the_flush = |card: &Card| of_suit(cards, card.suit()) > 1;
    let (flush, other): (Vec<Card>, Vec<Card>) = cards.iter().partition(|card| is_of_the_flush(card));
    let other = other.first().map_or(0, |card| card.rank() as usize);
    (Group::of(flush).number() * RANKS + other) * RANKS + usize::from(up)
}

/// How many cards the suit has that has most.
pub(super) fn longest_suit(cards: &[Card]) -> usize {
    Suit::ALL.into_iter().map(|suit| of_suit(cards, suit)).max().unwrap_or(0)
}

/// How many cards are of this suit.
pub(super) fn of_suit(cards: &[Card], suit: Suit) -> usize {
    cards.iter().filter(|card| card.suit() == suit).count()
}
