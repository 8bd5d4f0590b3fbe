//! A deck that is shuffled by a small generator, so that every run deals the same cards.

use croupier::model::Card;

/// All cards, and the generator's state.
pub(crate) struct Deck {
    cards: Vec<Card>,
    state: u64,
}

impl Deck {
    pub(crate) fn new() -> Self {
        Self { cards: Card::all().collect(), state: 0x9E37_79B9_7F4A_7C15 }
    }

    /// A number below this one.
    pub(crate) fn below(&mut self, below: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        ((u128::from(self.state) * u128::from(below.max(1))) >> 64) as u64
    }

    /// So many cards of the shuffled deck.
    pub(crate) fn hand(&mut self, cards: usize) -> Vec<Card> {
        for place in 0..cards {
            let other = place + self.below(52 - place as u64) as usize;
            self.cards.swap(place, other);
        }
        self.cards[..cards].to_vec()
    }
}
