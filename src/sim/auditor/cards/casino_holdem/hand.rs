//! The best five of seven cards.

use crate::model::{Card, Combination};
use crate::sim::auditor::cards::poker::rank::Five;

/// A hand of five by its worth: which is better comes first by `strength`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hand {
    pub(super) combination: Combination,
    strength: (usize, Vec<u8>),
}

/// The ranks of HPC-2. An A-K is nothing here: it is the minimum of other games, and against every other high card it is higher anyway.
const NAMES: [Combination; 11] = [
    Combination::Nothing,
    Combination::Nothing,
    Combination::Pair,
    Combination::TwoPair,
    Combination::ThreeOfAKind,
    Combination::Straight,
    Combination::Flush,
    Combination::FullHouse,
    Combination::FourOfAKind,
    Combination::StraightFlush,
    Combination::RoyalFlush,
];

const PAIR: usize = 2;

impl Hand {
    /// What these five cards are.
    pub(super) fn of_five(cards: &[Card]) -> Self {
        let Five { rank, numbers, .. } = Five::of(cards);
        Self { combination: NAMES[rank], strength: (rank, numbers) }
    }

    /// THB-5: the best of all that five of these cards can be; of seven there are 21.
    pub(super) fn best(own: &[Card], board: &[Card]) -> Self {
        let all: Vec<Card> = own.iter().chain(board).copied().collect();
        let fives = (0_u32..1 << all.len()).filter(|chosen| chosen.count_ones() == 5);
        let cards = |chosen: u32| all.iter().enumerate().filter(move |(at, _)| chosen & (1 << at) != 0).map(|(_, card)| *card);
        let hands = fives.map(|chosen| Self::of_five(&cards(chosen).collect::<Vec<_>>()));
        hands.max_by(|one, other| one.strength.cmp(&other.strength)).expect("no hand has fewer cards than five")
    }

    /// Which of two is higher by HPC-3.
    pub(super) fn compare(&self, other: &Self) -> core::cmp::Ordering {
        self.strength.cmp(&other.strength)
    }

    /// Whether it is a pair of cards with this number, or anything higher.
    pub(super) fn reaches_pair_of(&self, number: u8) -> bool {
        let (rank, numbers) = &self.strength;
        *rank > PAIR || (*rank == PAIR && numbers[0] >= number)
    }
}
