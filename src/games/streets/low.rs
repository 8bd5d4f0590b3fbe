//! Low hands: five different ranks up to a highest one, the ace low; straights and flushes do not count (OHL-4).

use crate::model::{Card, Rank};

/// A low hand, as a bit for each rank from the ace; the lower number is the better hand (OHL-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Low(u16);

impl Low {
    /// The low hand that these cards make, where they are five different ranks up to `most`.
    pub(super) fn of(cards: impl IntoIterator<Item = Card>, most: u8) -> Option<Self> {
        let ranks = cards.into_iter().fold(0, |ranks, card| ranks | Self::bit(card.rank()));
        let is_low = ranks >> most == 0 && ranks.count_ones() == 5;
        is_low.then_some(Self(ranks))
    }

    const fn bit(rank: Rank) -> u16 {
        match rank {
            Rank::Ace => 1,
            rank => 2 << rank as u16,
        }
    }
}
