//! Every five cards that can be dealt.

use crate::model::{Card, Suit};

/// Five cards, and how many of the 2,598,960 differ from them in nothing but what their suits are called.
pub(super) struct Dealt {
    pub(super) cards: [Card; 5],
    pub(super) ways: f64,
}

/// Every five cards, those that differ in nothing but what their suits are called by one of them: the one in which each suit holds no
/// more than the suit before it, the ranks of each taken as a number.
pub(super) fn every_hand_of_five() -> Vec<Dealt> {
    let mut found = Vec::new();
    with_more(&mut Vec::new(), 0, &mut found);
    found
}

fn with_more(cards: &mut Vec<Card>, from: usize, found: &mut Vec<Dealt>) {
    if let Ok(cards) = <[Card; 5]>::try_from(&cards[..]) {
        return found.extend(ways(&cards).map(|ways| Dealt { cards, ways }));
    }
    for card in Card::all().skip(from) {
        cards.push(card);
        with_more(cards, card.index() + 1, found);
        cards.pop();
    }
}

/// In how many ways the suits of these can be called; `None` where they are called in another way already.
fn ways(cards: &[Card; 5]) -> Option<f64> {
    let mut held = [0_u32; Suit::ALL.len()];
    cards.iter().for_each(|card| held[card.suit() as usize] |= 1 << card.rank() as u32);
    if !held.is_sorted_by(|suit, next| suit >= next) {
        return None;
    }
    let alike = |suit: &u32| held.iter().filter(|other| *other == suit).count();
    // Of two alike half of the 24 orders are the same, of three a sixth; no four suits of five cards are alike.
    let same: u8 = match held.iter().map(alike).max() {
        Some(3) => 6,
        Some(2) if held[0] == held[1] && held[2] == held[3] => 4,
        Some(2) => 2,
        _ => 1,
    };
    Some(24.0 / f64::from(same))
}
