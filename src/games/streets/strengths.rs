//! What a player's cards are worth with the board's.

use smallvec::SmallVec;

use super::low::Low;
use super::open_cards::suit_order;
use super::variant::HandRule;
use crate::games::ranking::{CardSet, Straights, Strength};
use crate::model::{Card, Rank};

/// The highest hand that a player has of his own cards with the board's, or none where he cannot make one yet.
#[must_use]
pub fn high(rule: HandRule, straights: Straights, own: &[Card], board: &[Card]) -> Option<Strength> {
    match rule {
        HandRule::Any => Some(CardSet::of(own).union(CardSet::of(board)).strength_with(straights)),
        HandRule::TwoOfHand => of_two_and_three(own, &threes(board)).map(|five| five.strength_with(straights)).max(),
    }
}

/// The lowest hand of two of the own cards and three of the board's, where there is one.
pub(super) fn low(own: &[Card], board: &[Card], rank_most: u8) -> Option<Low> {
    of_two_and_three(own, &threes(board)).filter_map(|five| Low::of(five, rank_most)).min()
}

/// Every hand of exactly two own cards and three of the board (SPG-42, SPG-43).
fn of_two_and_three<'a>(own: &'a [Card], threes: &'a [CardSet]) -> impl Iterator<Item = CardSet> + 'a {
    twos(own).flat_map(|two| threes.iter().map(move |three| two.union(*three)))
}

fn twos(cards: &[Card]) -> impl Iterator<Item = CardSet> + '_ {
    each_with_later(cards).flat_map(|(a, later)| later.iter().map(move |b| CardSet::of(&[a, *b])))
}

/// Every three of a board: of five cards ten, which each two of a hand meet again.
fn threes(board: &[Card]) -> SmallVec<[CardSet; 10]> {
    each_with_later(board).flat_map(|(a, later)| twos(later).map(move |two| two.with(a))).collect()
}

/// Each card and those that lie behind it.
fn each_with_later(cards: &[Card]) -> impl Iterator<Item = (Card, &[Card])> {
    cards.iter().enumerate().map(|(place, card)| (*card, &cards[place + 1..]))
}

/// The highest card by rank and suit of the best five of these: whose is higher gets the odd unit of the studs (SPB-53, TA-11).
pub(super) fn highest_card(cards: &[Card]) -> Option<(Rank, u8)> {
    let best = CardSet::of(cards).strength();
    let of_best = fives(cards).filter(|five| five.strength() == best).fold(CardSet::NONE, CardSet::union);
    let counted = cards.iter().filter(|card| CardSet::of(&[**card]).is_within(of_best));
    counted.map(|card| (card.rank(), suit_order(card.suit()))).max()
}

/// Every five of up to seven cards.
fn fives(cards: &[Card]) -> impl Iterator<Item = CardSet> + '_ {
    let chosen = (0u32..1 << cards.len().min(7)).filter(|mask| mask.count_ones() == 5);
    let is_chosen = |mask: u32, place: usize| mask >> place & 1 == 1;
    chosen.map(move |mask| {
        let of_mask = cards.iter().enumerate().filter(|(place, _)| is_chosen(mask, *place));
        of_mask.fold(CardSet::NONE, |five, (_, card)| five.with(*card))
    })
}
