//! The classes of hands that can still become more: a card short of a straight, a flush or both.

use super::class::Hand;
use crate::model::{Card, CardChoice, Combination, Rank};

/// A class of draws: its row in a chart.
pub(super) struct Draw {
    /// The row.
    pub(super) name: &'static str,
    /// Whether it goes with what the five cards make as they are.
    of: fn(&Hand) -> bool,
    /// How many cards of it are there.
    cards: u32,
    /// Whether these cards are the draw.
    is: fn(&[Card]) -> bool,
}

const fn draw(name: &'static str, of: fn(&Hand) -> bool, cards: u32, is: fn(&[Card]) -> bool) -> Draw {
    Draw { name, of, cards, is }
}

/// Every class of draws, those first that come before others: a hand has the first one that fits.
pub(super) const DRAWS: &[Draw] = &[
    draw("pair-and-four-to-a-straight-flush", is_pair, 4, is_to_a_straight_flush),
    draw("pair-below-nines-and-four-to-a-flush", |hand| hand.is_pair_below(Rank::Nine), 4, are_of_one_suit),
    draw("pair-and-four-to-a-flush", is_pair, 4, are_of_one_suit),
    draw("pair-and-four-to-an-open-straight", is_pair, 4, is_to_an_open_straight),
    draw("pair-and-four-to-an-inside-straight", is_pair, 4, is_to_a_straight),
    draw("ace-king-and-four-to-a-straight-flush", is_ace_king, 4, is_to_a_straight_flush),
    draw("ace-king-and-four-to-a-flush", is_ace_king, 4, are_of_one_suit),
    draw("ace-king-and-four-to-a-straight", is_ace_king, 4, is_to_a_straight),
    draw("four-to-a-straight-flush", is_nothing, 4, is_to_a_straight_flush),
    draw("four-to-a-flush", is_nothing, 4, are_of_one_suit),
    draw("four-to-an-open-straight", is_nothing, 4, is_to_an_open_straight),
    draw("double-inside-straight", is_nothing, 5, is_double_inside_straight),
    draw("ace-and-four-to-an-inside-straight", is_nothing, 4, |cards| is_to_a_straight(cards) && has(cards, Rank::Ace)),
    draw("king-and-four-to-an-inside-straight", is_nothing, 4, |cards| is_to_a_straight(cards) && has(cards, Rank::King)),
    draw("four-to-an-inside-straight", is_nothing, 4, is_to_a_straight),
    draw("three-to-a-straight-flush", is_nothing, 3, is_to_a_straight_flush),
];

/// The row of five cards, and those of them that make the draw; `None` where there is none.
pub(super) fn draw_of(cards: &[Card], open: Rank) -> Option<(usize, CardChoice)> {
    let hand = Hand::of(cards, open);
    let found = |(row, draw): (usize, &Draw)| Some((row, Some(draw).filter(|draw| (draw.of)(&hand))?.among(cards)?));
    DRAWS.iter().enumerate().find_map(found)
}

impl Draw {
    fn among(&self, cards: &[Card]) -> Option<CardChoice> {
        let chosen =
            |choice: u8| -> Vec<Card> { cards.iter().enumerate().filter(|(at, _)| choice & 1 << at != 0).map(|(_, card)| *card).collect() };
        (0..1_u8 << cards.len())
            .filter(|choice| choice.count_ones() == self.cards)
            .find(|choice| (self.is)(&chosen(*choice)))
            .map(CardChoice)
    }
}

fn is_pair(hand: &Hand) -> bool {
    hand.is(Combination::Pair)
}

fn is_ace_king(hand: &Hand) -> bool {
    hand.is(Combination::AceKing)
}

fn is_nothing(hand: &Hand) -> bool {
    hand.is(Combination::Nothing)
}

fn has(cards: &[Card], rank: Rank) -> bool {
    cards.iter().any(|card| card.rank() == rank)
}

fn are_of_one_suit(cards: &[Card]) -> bool {
    cards.windows(2).all(|two| two[0].suit() == two[1].suit())
}

fn is_to_a_straight_flush(cards: &[Card]) -> bool {
    are_of_one_suit(cards) && is_to_a_straight(cards)
}

/// Different ranks, among five in sequence; the ace is high or low (HPC-2).
fn is_to_a_straight(cards: &[Card]) -> bool {
    let ranks = ranks(cards);
    ranks.count_ones() as usize == cards.len() && sequences(ranks).any(|held| held as usize == cards.len())
}

/// A card of either of two ranks makes it a straight.
fn is_double_inside_straight(cards: &[Card]) -> bool {
    let completes = |rank: &Rank| sequences(ranks(cards) | 1 << *rank as u32).any(|held| held == 5);
    Rank::ALL.iter().filter(|rank| completes(rank)).count() > 1
}

/// How many of these ranks each of the ten sequences of five has.
fn sequences(ranks: u32) -> impl Iterator<Item = u32> {
    let with_low_ace = ranks << 1 | ranks >> Rank::Ace as u32;
    (0..10).map(move |lowest| (with_low_ace >> lowest & 0b1_1111).count_ones())
}

/// In sequence, and neither end is the ace: a card fits at both.
fn is_to_an_open_straight(cards: &[Card]) -> bool {
    let ranks = ranks(cards);
    let in_sequence = (1 << cards.len()) - 1;
    ranks >> Rank::Ace as u32 == 0 && ranks >> ranks.trailing_zeros() == in_sequence
}

/// A bit for each rank.
fn ranks(cards: &[Card]) -> u32 {
    cards.iter().fold(0, |ranks, card| ranks | 1 << card.rank() as u32)
}
