//! Low hands: five different ranks up to a highest one, the ace low; straights and flushes do not count (OHL-4).

use crate::games::ranking::CardSet;
use crate::model::Rank;

/// A low hand, as a bit for each rank from the ace; the lower number is the better hand (OHL-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Low(u16);

impl Low {
    /// The low hand that these cards make, where they are five different ranks up to `most`.
    pub(super) fn of(cards: CardSet, most: u8) -> Option<Self> {
        let ranks = Self::from_the_ace(cards.ranks());
        let is_low = ranks >> most == 0 && ranks.count_ones() == 5;
        is_low.then_some(Self(ranks))
    }

    /// The same ranks with the ace below the two instead of above the king.
    const fn from_the_ace(ranks: u32) -> u16 {
        let ace = ranks >> Rank::Ace as u32;
        (ranks << 1 & ((1 << Rank::ALL.len()) - 1) | ace) as u16
    }
}
