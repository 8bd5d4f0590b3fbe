//! A set of cards, and the best five of it.

use super::strength::{ALL_RANKS, Strength};
use crate::model::{Card, Combination, Rank};

/// Some of the 52 cards and the joker, in no order: sixteen bits for each suit, of which the lowest thirteen are its ranks from the two. The
/// fourteenth of the first suit is the joker, of which no rank knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardSet(u64);

impl CardSet {
    /// No cards.
    pub const NONE: Self = Self(0);

    /// These cards.
    #[must_use]
    pub fn of(cards: &[Card]) -> Self {
        cards.iter().fold(Self::NONE, |set, card| set.with(*card))
    }

    /// The same cards and this one.
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        let index = card.index();
        Self(self.0 | 1 << (index % 4 * 16 + index / 4))
    }

    /// The cards of both.
    #[must_use]
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

    /// Those of its cards that have one of these ranks, a bit for each.
    pub(super) const fn of_ranks(self, ranks: u32) -> Self {
        Self(self.0 & (ranks as u64 * 0x0001_0001_0001_0001))
    }

    /// The ranks of each suit's cards, a bit for each; the joker has none.
    pub(super) fn suits(self) -> [u32; 4] {
        [0, 16, 32, 48].map(|from| (self.0 >> from) as u32 & ALL_RANKS)
    }

    /// How strong the best five of its cards are; of fewer than five, how strong they are as they lie. It holds for up to seven cards:
    /// of those no five of a suit leave room for a full house or four of a kind.
    #[must_use]
    pub fn strength(self) -> Strength {
        self.strength_with(Straights::FromTheAce)
    }

    /// The same where the house says which straights there are.
    #[must_use]
    #[inline]
    pub fn strength_with(self, straights: Straights) -> Strength {
        let suits = self.suits();
        if let Some(suited) = suits.into_iter().find(|ranks| ranks.count_ones() >= 5) {
            return match straights.highest_of(suited) {
                Some(top) if top == rank_bit(Rank::Ace) => Strength::new(Combination::RoyalFlush, top, 0),
                Some(top) => Strength::new(Combination::StraightFlush, top, 0),
                None => Strength::new(Combination::Flush, highest(suited, 5), 0),
            };
        }
        strength_by_ranks(suits, straights)
    }
}

/// Which straights there are (`house-poker-am` HPAM-Q9). Nothing goes round the ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Straights {
    /// The lowest one is A-2-3-4-5.
    FromTheAce,
    /// The lowest one is 2-3-4-5-6.
    FromTheTwo,
}

impl Straights {
    /// The highest rank of the highest five in sequence among `ranks`.
    pub(super) const fn highest_of(self, ranks: u32) -> Option<u32> {
        let low_ace = match self {
            Self::FromTheAce => ranks >> 12 & 1,
            Self::FromTheTwo => 0,
        };
        let with_low_ace = ranks << 1 | low_ace;
        let lowest = with_low_ace & with_low_ace >> 1 & with_low_ace >> 2 & with_low_ace >> 3 & with_low_ace >> 4;
        match lowest.checked_ilog2() {
            Some(bit) => Some(1 << (bit + 3)),
            None => None,
        }
    }
}

/// The strength of cards of which no five have one suit.
fn strength_by_ranks([a, b, c, d]: [u32; 4], straights: Straights) -> Strength {
    let any = a | b | c | d;
    let two = (a & b) | (c & d) | ((a | b) & (c | d));
    if two == 0 {
        return match straights.highest_of(any) {
            Some(top) => Strength::new(Combination::Straight, top, 0),
            None => without_a_pair(any),
        };
    }
    let four = a & b & c & d;
    if four != 0 {
        let core = highest(four, 1);
        return Strength::new(Combination::FourOfAKind, core, highest(any & !core, 1));
    }
    let three = highest((a & b & (c | d)) | (c & d & (a | b)), 1);
    let pair_beside = highest(two & !three, 1);
    if three != 0 && pair_beside != 0 {
        return Strength::new(Combination::FullHouse, three, pair_beside);
    }
    if let Some(top) = straights.highest_of(any) {
        return Strength::new(Combination::Straight, top, 0);
    }
    if three != 0 {
        return Strength::new(Combination::ThreeOfAKind, three, highest(any & !three, 2));
    }
    let pairs = highest(two, 2);
    match pairs.count_ones() {
        2 => Strength::new(Combination::TwoPair, pairs, highest(any & !pairs, 1)),
        _ => Strength::new(Combination::Pair, pairs, highest(any & !pairs, 3)),
    }
}

/// The strength of ranks that make nothing but perhaps A-K.
fn without_a_pair(any: u32) -> Strength {
    let ace_king = rank_bit(Rank::Ace) | rank_bit(Rank::King);
    if any & ace_king == ace_king {
        Strength::new(Combination::AceKing, ace_king, highest(any & !ace_king, 3))
    } else {
        Strength::new(Combination::Nothing, 0, highest(any, 5))
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
