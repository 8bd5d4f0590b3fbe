//! Blackjack as `blackjack-am` and `blackjack-by` have it, once more: who may do what, who draws, and what each stake returns.

mod choices;
mod dealing_order;
mod decisions;
mod house;
mod limits;
mod rules;
mod settle;
mod turns;

pub(super) use house::read;
pub(super) use rules::Rules;

use std::collections::{BTreeSet, VecDeque};

use super::line::pips;
use crate::model::{BoxNumber, BoxStake, Card, Face, Seat, StakeKind};

/// A deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deal {
    rules: Rules,
    /// The stakes laid before the first card, each player's on a box added up; the first on a box owns it.
    laid: Vec<BoxStake>,
    /// Those laid since.
    raised: Vec<BoxStake>,
    /// In the order in which they play.
    hands: Vec<Hand>,
    dealer: Vec<Card>,
    /// Where the cards of the first two rounds that are still to come go: to a hand, or to the dealer.
    first_cards: VecDeque<Option<usize>>,
    /// Cards that nobody asked for and no hand has taken yet.
    waiting: VecDeque<Card>,
    even_money: BTreeSet<(Seat, BoxNumber)>,
    /// Who has answered about insurance and even money on which box.
    answered: BTreeSet<(Seat, BoxNumber)>,
    /// What the partners of a box may go along with.
    raise: Option<Raise>,
}

/// What the owner of a box has doubled or split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Raise {
    place: BoxNumber,
    /// The hand that was doubled or split.
    of: u8,
    /// The hand for which a partner who goes along stakes.
    hand: u8,
    kind: StakeKind,
    /// So many of the first stakes belong to players who were asked, or come before them.
    passed: usize,
}

/// A hand.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hand {
    place: BoxNumber,
    number: u8,
    cards: Vec<Card>,
    is_of_split: bool,
    state: State,
    /// Which way the card lies that a double has brought.
    doubled: Option<Face>,
    /// A card was asked for and has not come.
    is_owed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Plays,
    Stands,
    Bust,
    GivenUp,
    SitsOut,
}

impl Hand {
    fn new(place: BoxNumber, number: u8, cards: Vec<Card>, is_of_split: bool) -> Self {
        Self { place, number, cards, is_of_split, state: State::Plays, doubled: None, is_owed: false }
    }

    /// Ace and ten as the first two cards of a box (BJAM-12, BJB-9).
    fn is_natural(&self) -> bool {
        !self.is_of_split && is_blackjack(&self.cards)
    }

    fn is_split_ace(&self) -> bool {
        self.is_of_split && pips(self.cards[0]) == 14
    }
}

impl Deal {
    pub(super) fn new(rules: Rules, laid: &[BoxStake]) -> Self {
        let places: BTreeSet<BoxNumber> = laid.iter().map(|stake| stake.place).collect();
        let hands: Vec<Hand> = places.into_iter().map(|place| Hand::new(place, 0, Vec::new(), false)).collect();
        let round = || (0..hands.len()).map(Some);
        // BJB-15, BJAM-10.
        let first_cards = if rules.dealer_between_rounds {
            round().chain([None]).chain(round()).collect()
        } else {
            round().chain(round()).chain([None]).collect()
        };
        Self {
            rules,
            laid: laid.to_vec(),
            raised: Vec::new(),
            hands,
            dealer: Vec::new(),
            first_cards,
            waiting: VecDeque::new(),
            even_money: BTreeSet::new(),
            answered: BTreeSet::new(),
            raise: None,
        }
    }

    fn first_stake(&self, seat: Seat, place: BoxNumber) -> Option<i64> {
        self.laid.iter().find(|stake| stake.seat == seat && stake.place == place).map(|stake| stake.amount.minor())
    }

    fn owner(&self, place: BoxNumber) -> Option<Seat> {
        self.laid.iter().find(|stake| stake.place == place).map(|stake| stake.seat)
    }

    fn is_insured(&self, seat: Seat, place: BoxNumber) -> bool {
        self.raised.iter().any(|stake| (stake.seat, stake.place, stake.kind) == (seat, place, StakeKind::Insurance))
    }

    /// Whether the dealer has an ace and a ten and nothing else (BJAM-14, cl. 193.2).
    fn dealer_has_blackjack(&self) -> bool {
        is_blackjack(&self.dealer)
    }
}

/// What a card counts, an ace as 1.
fn worth(card: Card) -> u32 {
    match pips(card) {
        14 => 1,
        11..=13 => 10,
        number => number.into(),
    }
}

/// What the cards count with every ace as 1.
fn low(cards: &[Card]) -> u32 {
    cards.iter().map(|card| worth(*card)).sum()
}

/// What the cards count at best: one ace as 11 where that is not over 21.
fn best(cards: &[Card]) -> u32 {
    let low = low(cards);
    if is_soft(cards) { low + 10 } else { low }
}

fn is_soft(cards: &[Card]) -> bool {
    cards.iter().any(|card| pips(*card) == 14) && low(cards) <= 11
}

fn is_blackjack(cards: &[Card]) -> bool {
    cards.len() == 2 && best(cards) == 21
}

#[cfg(test)]
mod tests;
