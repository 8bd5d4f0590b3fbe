//! A set of cards.

use super::best_five::best_five;
use super::strength::{ALL_RANKS, Strength};
use crate::model::{Card, Rank};

/// Some of the 52 cards and the joker, in no order: sixteen bits for each suit, of which the lowest thirteen are its ranks from the two. The
/// fourteenth of the first suit is the joker, of which no rank knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardSet(u64);

impl CardSet {
    /// No cards.
    pub const NONE: Self = Self(0);

    /// These cards.
    #[must_use]
    #[inline]
    pub fn of(cards: &[Card]) -> Self {
        // At a showdown hands have seven cards, and else mostly five: whole hands need no loop.
        if let Some((seven, more)) = cards.split_first_chunk::<7>() {
            return Self::NONE.with_all(seven).with_all(more);
        }
        let Some((five, more)) = cards.split_first_chunk::<5>() else { return Self::NONE.with_all(cards) };
        Self::NONE.with_all(five).with_all(more)
    }

    #[inline]
    fn with_all(self, cards: &[Card]) -> Self {
        cards.iter().fold(self, |set, card| set.with(*card))
    }

    /// The same cards and this one.
    #[must_use]
    #[inline]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | BITS[card.index()])
    }

    /// The cards of both.
    #[must_use]
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// How many cards.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether all its cards are among the others.
    #[must_use]
    pub const fn is_within(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// The ranks of its cards, a bit for each from the two; the joker has none.
    #[must_use]
    pub fn ranks(self) -> u32 {
        self.suits().into_iter().fold(0, |ranks, suit| ranks | suit)
    }

    /// Those of its cards that have one of these ranks, a bit for each.
    #[inline]
    pub(super) const fn of_ranks(self, ranks: u32) -> Self {
        Self(self.0 & (ranks as u64 * 0x0001_0001_0001_0001))
    }

    /// The ranks of each suit's cards, a bit for each; the joker has none.
    pub(super) fn suits(self) -> [u32; 4] {
        [0, 16, 32, 48].map(|from| (self.0 >> from) as u32 & ALL_RANKS)
    }

    /// The set as a number: a bit for each card.
    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// How strong the best five of its cards are; of fewer than five, how strong they are as they lie. It holds for up to seven cards:
    /// of those no five of a suit leave room for a full house or four of a kind.
    #[must_use]
    #[inline]
    pub fn strength(self) -> Strength {
        self.strength_with(Straights::FromTheAce)
    }

    /// The same where the house says which straights there are.
    #[must_use]
    #[inline]
    pub fn strength_with(self, straights: Straights) -> Strength {
        best_five(self, straights)
    }
}

/// The bit of each card by its index, so that a card comes into a set by one look. There are as many as a byte tells apart, so that no index
/// is checked: 2 KiB, of which only the 424 bytes of the cards that there are come into the cache.
const BITS: [u64; 256] = {
    let mut bits = [0; 256];
    let mut index = 0;
    while index < Card::KINDS {
        bits[index] = 1 << (index % 4 * 16 + index / 4);
        index += 1;
    }
    bits
};

/// Which straights there are (`house-poker-am` HPAM-Q9). Nothing goes round the ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Straights {
    /// The lowest one is A-2-3-4-5.
    FromTheAce,
    /// The lowest one is 2-3-4-5-6.
    FromTheTwo,
}

impl Straights {
    /// A bit for each five in sequence among `ranks`, three places below its highest rank; an ace below the two counts as a rank of its own.
    #[inline]
    pub(super) const fn in_sequence(self, ranks: u32) -> u32 {
        let low_ace = match self {
            Self::FromTheAce => ranks >> 12 & 1,
            Self::FromTheTwo => 0,
        };
        let with_low_ace = ranks << 1 | low_ace;
        let two = with_low_ace & with_low_ace >> 1;
        two & two >> 2 & with_low_ace >> 4
    }

    /// The highest rank of the highest five in sequence among `ranks`.
    pub(super) const fn highest_of(self, ranks: u32) -> Option<u32> {
        match self.in_sequence(ranks).checked_ilog2() {
            Some(bit) => Some(1 << (bit + 3)),
            None => None,
        }
    }
}

/// The highest `count` of these ranks, or all where there are fewer.
pub(super) const fn highest(mut ranks: u32, count: u32) -> u32 {
    while ranks.count_ones() > count {
        ranks &= ranks - 1;
    }
    ranks
}

/// The bit of a rank.
pub(super) const fn rank_bit(rank: Rank) -> u32 {
    1 << rank as u32
}
