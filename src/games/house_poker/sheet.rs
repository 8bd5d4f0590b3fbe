//! What a player reads of what the games of house poker have in common.

use alloc::vec::Vec;

use super::{BonusStake, BoxRules, ByCombination, Limits, PayoutMost, Pays};
use crate::model::{Combination, PayRow, RuleNote, StakeKind};

impl Pays {
    /// The pay table, each stake from its best row on; the bonus where the house takes one.
    pub(in crate::games) fn rows(&self, has_bonus: bool) -> Vec<PayRow> {
        let row = |kind, combination, odds: Option<_>| odds.map(|odds| PayRow::combination(kind, combination, odds));
        let hands = || Combination::POKER_HANDS.into_iter().rev();
        let bet = hands().filter_map(|hand| row(StakeKind::Bet, hand, self.bet.of(hand)));
        let bonus = hands().filter(|_| has_bonus).filter_map(|hand| row(StakeKind::Bonus, hand, self.bonus.of(hand)));
        let alone = [PayRow::anything(StakeKind::Ante, self.ante), PayRow::anything(StakeKind::Insurance, self.insurance)];
        alone.into_iter().chain(bet).chain(bonus).collect()
    }
}

impl BoxRules {
    /// Which boxes a player may look at.
    pub(in crate::games) fn notes(&self) -> impl Iterator<Item = RuleNote> + use<> {
        let light = if self.light_most == 1 { RuleNote::plain("light-one") } else { RuleNote::counted("light-most", self.light_most) };
        let differ = self.dark_must_differ.then_some(RuleNote::plain("dark-must-differ"));
        [light].into_iter().chain(differ)
    }
}

impl Limits {
    /// How much the bonus is, where the house says it of every box (HA-28).
    pub(in crate::games) fn bonus_notes(&self) -> Option<RuleNote> {
        (self.bonus == Some(BonusStake::HalfAnte)).then_some(RuleNote::plain("bonus-half-ante"))
    }
}

impl PayoutMost {
    /// Whether the most win of a box counts the bonus, where there is such a most.
    pub(in crate::games) fn notes(&self, has_bonus: bool) -> Option<RuleNote> {
        let name = if self.bonus_in_cap { "cap-with-bonus" } else { "cap-without-bonus" };
        (has_bonus && self.box_most_minor.is_some()).then_some(RuleNote::plain(name))
    }
}

impl ByCombination {
    /// The note that a won bet on A-K comes back without a win, where the table has no row for it (HA-9).
    pub(in crate::games) fn notes(&self) -> Option<RuleNote> {
        self.ace_king.is_none().then_some(RuleNote::plain("ace-king-unpaid"))
    }
}

/// What becomes of the bonus of a box that passes (HA-5).
pub(in crate::games) const fn bonus_note(survives_pass: bool) -> RuleNote {
    RuleNote::plain(if survives_pass { "bonus-survives-pass" } else { "bonus-ends-with-pass" })
}
