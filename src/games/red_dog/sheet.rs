//! The game's words, and what a player reads of the rules.

use alloc::vec::Vec;

use super::settle::RIDE_EVEN;
use super::{EqualEnd, Pair, Play, RidePays};
use crate::model::{ChoiceKind, Combination, GameSheet, Laid, PayRow, RuleNote, StakeKind};

/// Every word of the game.
pub const SHEET: GameSheet = GameSheet {
    stakes: &[(StakeKind::Ante, Laid::First), (StakeKind::Ride, Laid::On(StakeKind::Ante))],
    choices: &[ChoiceKind::Ride, ChoiceKind::Stand],
    combinations: &[Combination::Pair, Combination::ThreeOfAKind],
};

impl Play {
    /// The pay table.
    pub(super) fn pay_rows(&self) -> Vec<PayRow> {
        let pays = &self.pays;
        let three = PayRow::combination(StakeKind::Ante, Combination::ThreeOfAKind, pays.three_of_a_kind);
        let mut rows: Vec<_> = (self.pair == Pair::ThirdCard).then_some(three).into_iter().collect();
        let kinds = match self.ride_pays {
            RidePays::Spread => &[StakeKind::Ante, StakeKind::Ride][..],
            RidePays::Even => &[StakeKind::Ante],
        };
        for kind in kinds {
            rows.extend([
                PayRow::case(*kind, "spread-1", pays.spread_1),
                PayRow::case(*kind, "spread-2", pays.spread_2),
                PayRow::case(*kind, "spread-3", pays.spread_3),
                PayRow::case(*kind, "spread-4", pays.spread_4_to_11),
            ]);
        }
        let even = || PayRow::anything(StakeKind::Ride, RIDE_EVEN);
        rows.extend((self.ride_pays == RidePays::Even).then(even));
        rows
    }

    /// How the game goes.
    pub(super) fn rule_notes(&self) -> Vec<RuleNote> {
        let pair = match self.pair {
            Pair::ThirdCard => RuleNote::plain("pair-gets-third-card"),
            Pair::Returned => RuleNote::plain("pair-returned"),
        };
        let equal_end = match self.equal_end {
            EqualEnd::Loses => RuleNote::plain("equal-end-loses"),
            EqualEnd::Returned => RuleNote::plain("equal-end-returned"),
        };
        let first = ["aim", "ranks", "ride", "neighbours"].map(RuleNote::plain);
        first.into_iter().chain([pair, equal_end, RuleNote::plain("silence")]).collect()
    }
}
