//! What a player's cards are worth with the board's.

use super::low::Low;
use super::open_cards::suit_order;
use super::variant::HandRule;
use crate::games::ranking::{CardSet, Strength};
use crate::model::{Card, Rank};

/// The highest hand.
pub(super) fn high(rule: HandRule, own: &[Card], board: &[Card]) -> Option<Strength> {
    match rule {
        HandRule::Any => Some(CardSet::of(own).union(CardSet::of(board)).strength()),
        HandRule::TwoOfHand => of_two_and_three(own, board).map(|five| CardSet::of(&five).strength()).max(),
    }
}

/// The lowest hand of two of the own cards and three of the board's, where there is one.
pub(super) fn low(own: &[Card], board: &[Card], rank_most: u8) -> Option<Low> {
    of_two_and_three(own, board).filter_map(|five| Low::of(five, rank_most)).min()
}

/// Every hand of exactly two own cards and three of the board (SPG-42, SPG-43).
fn of_two_and_three<'a>(own: &'a [Card], board: &'a [Card]) -> impl Iterator<Item = [Card; 5]> + 'a {
    let pairs = own.iter().enumerate().flat_map(|(place, a)| own[place + 1..].iter().map(move |b| (*a, *b)));
    pairs.flat_map(move |(a, b)| threes(board).map(move |[c, d, e]| [a, b, c, d, e]))
}

fn threes(board: &[Card]) -> impl Iterator<Item = [Card; 3]> + '_ {
    (0..board.len())
        .flat_map(move |c| (c + 1..board.len()).flat_map(move |d| (d + 1..board.len()).map(move |e| [board[c], board[d], board[e]])))
}

/// The highest card by rank and suit of the best five of these: whose is higher gets the odd unit of the studs (SPB-53, TA-11).
pub(super) fn highest_card(cards: &[Card]) -> Option<(Rank, u8)> {
    let best = CardSet::of(cards).strength();
    let of_best = fives(cards).filter(|five| CardSet::of(five).strength() == best);
    of_best.flatten().map(|card| (card.rank(), suit_order(card.suit()))).max()
}

/// Every five of up to eight cards.
fn fives(cards: &[Card]) -> impl Iterator<Item = alloc::vec::Vec<Card>> + '_ {
    let chosen = (0u32..1 << cards.len().min(8)).filter(|mask| mask.count_ones() == 5);
    chosen.map(move |mask| cards.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1).map(|(_, card)| *card).collect())
}
