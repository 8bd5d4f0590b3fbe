//! Who is lowest and who is highest by the open cards of the studs.

use core::cmp::Reverse;

use alloc::vec::Vec;

use super::house::OpenTies;
use crate::games::ranking::{CardSet, Straights};
use crate::model::{Card, Seat, Suit};

/// The order of suits, which ranks no hands: clubs, diamonds, hearts, spades (SPG-4, TA-8).
pub(super) const fn suit_order(suit: Suit) -> u8 {
    match suit {
        Suit::Clubs => 0,
        Suit::Diamonds => 1,
        Suit::Hearts => 2,
        Suit::Spades => 3,
    }
}

/// The seat of the lowest card, the ace high, by the lower suit where ranks are equal (SPG-54 to 56, ST-3, ST-4).
pub(super) fn lowest<'a>(doors: impl Iterator<Item = (Seat, &'a [Card])>) -> Option<Seat> {
    let with_card = doors.filter_map(|(seat, cards)| cards.first().map(|card| (seat, *card)));
    with_card.min_by_key(|(_, card)| (card.rank(), suit_order(card.suit()))).map(|(seat, _)| seat)
}

/// The seat of the highest open hand (SPG-61, ST-5); hands come in the order in which places decide.
pub(super) fn highest<'a>(hands: impl Iterator<Item = (Seat, &'a [Card])>, ties: OpenTies, straights: Straights) -> Option<Seat> {
    let by_suit = |cards: &[Card]| match ties {
        OpenTies::Suit => suits(cards),
        OpenTies::Place => Vec::new(),
    };
    let strength = |cards: &[Card]| CardSet::of(cards).strength_with(straights);
    let ranked = hands.enumerate().map(|(place, (seat, cards))| (strength(cards), by_suit(cards), Reverse(place), seat));
    ranked.max_by(|a, b| (&a.0, &a.1, a.2).cmp(&(&b.0, &b.1, b.2))).map(|(.., seat)| seat)
}

/// The suits of open cards from the most significant card on: those of the pair first, then of the kickers.
fn suits(cards: &[Card]) -> Vec<u8> {
    let count = |card: &Card| cards.iter().filter(|other| other.rank() == card.rank()).count();
    let mut sorted: Vec<&Card> = cards.iter().collect();
    sorted.sort_by_key(|card| Reverse((count(card), card.rank(), suit_order(card.suit()))));
    sorted.into_iter().map(|card| suit_order(card.suit())).collect()
}

/// Whether two of these cards have one rank.
pub(super) fn has_pair(cards: &[Card]) -> bool {
    cards.iter().enumerate().any(|(place, card)| cards[..place].iter().any(|other| other.rank() == card.rank()))
}
