//! How strong a hand is, as one number that compares as the hands do.

use crate::model::{Combination, Rank};

/// A bit for each of the thirteen ranks.
pub(super) const ALL_RANKS: u32 = (1 << Rank::ALL.len()) - 1;

/// The strength of a hand: first its combination, then the ranks of the combination's own cards, then those of the others, from the
/// highest down (`house-poker-by` HPC-3).
///
/// In bits, from the highest: the combination, thirteen ranks of its own cards, thirteen ranks of the others. Two sets of as many ranks
/// compare as their numbers do: the highest rank that only one of them has decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(u32);

impl Strength {
    const RANKS: u32 = Rank::ALL.len() as u32;

    #[inline]
    pub(super) const fn new(combination: Combination, own: u32, others: u32) -> Self {
        // The list of combinations grows at its end; here the one that came later stands behind the royal flush.
        let place = match combination {
            Combination::FiveOfAKind => Combination::RoyalFlush as u32 + 1,
            combination => combination as u32,
        };
        Self(place << (2 * Self::RANKS) | own << Self::RANKS | others)
    }

    /// A pair of this rank with nothing beside it: the measure of hands from such a pair on.
    #[must_use]
    pub const fn of_pair(rank: Rank) -> Self {
        Self::new(Combination::Pair, 1 << rank as u32, 0)
    }

    /// The combination.
    #[must_use]
    pub const fn combination(self) -> Combination {
        Combination::POKER_HANDS[(self.0 >> (2 * Self::RANKS)) as usize]
    }

    /// The same as a number that is higher for the stronger hand and equal for equal ones.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The ranks of the combination's own cards, a bit for each: of a straight its highest, of a full house the three.
    pub(super) const fn own_ranks(self) -> u32 {
        self.0 >> Self::RANKS & ALL_RANKS
    }

    /// The ranks of the other cards; of a full house the two.
    pub(super) const fn other_ranks(self) -> u32 {
        self.0 & ALL_RANKS
    }

    /// How this hand, the higher one, came to win over `lower` of the same combination: which of its cards were compared, and which
    /// decided. `None` where the combinations are not the same (RUS-14): a pair of kings and a pair of queens are not (HA-21).
    #[must_use]
    pub const fn won_by(self, lower: Self) -> Option<Compared> {
        let flushes = matches!(self.combination(), Combination::Flush);
        let same = self.combination() as u32 == lower.combination() as u32 && (flushes || self.own_ranks() == lower.own_ranks());
        if !same || self.0 <= lower.0 {
            return None;
        }
        let (mine, theirs) = if flushes { (self.own_ranks(), lower.own_ranks()) } else { (self.other_ranks(), lower.other_ranks()) };
        let deciding = (mine ^ theirs).ilog2();
        Some(Compared { deciding: 1 << deciding, compared: mine >> deciding << deciding })
    }
}

/// The cards of the higher hand that were looked at to find out which is the higher; a bit for each rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared {
    deciding: u32,
    compared: u32,
}

impl Compared {
    /// Whether a card of this rank decided.
    #[must_use]
    pub const fn was_decided_by(self, rank: Rank) -> bool {
        self.deciding & 1 << rank as u32 != 0
    }

    /// Whether a card of this rank was compared on the way, the deciding one included.
    #[must_use]
    pub const fn has(self, rank: Rank) -> bool {
        self.compared & 1 << rank as u32 != 0
    }
}
