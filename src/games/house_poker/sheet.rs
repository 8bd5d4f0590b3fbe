//! What a player reads of what the games of house poker have in common.

use alloc::vec::Vec;

use super::{BoxRules, Pays};
use crate::model::{Combination, PayRow, RuleNote, StakeKind};

impl Pays {
    /// The pay table, each stake from its best row on; the bonus where the house takes one.
    pub(in crate::games) fn rows(&self, has_bonus: bool) -> Vec<PayRow> {
        let row = |kind, combination, odds: Option<_>| odds.map(|odds| PayRow::combination(kind, combination, odds));
        let hands = || Combination::OF_FIVE_CARDS.into_iter().rev();
        let bet = hands().filter_map(|hand| row(StakeKind::Bet, hand, self.bet.of(hand)));
        let bonus = hands().filter(|_| has_bonus).filter_map(|hand| row(StakeKind::Bonus, hand, self.bonus.of(hand)));
        let alone = [PayRow::anything(StakeKind::Ante, self.ante), PayRow::anything(StakeKind::Insurance, self.insurance)];
        alone.into_iter().chain(bet).chain(bonus).collect()
    }
}

impl BoxRules {
    /// Which boxes a player may look at.
    pub(in crate::games) fn notes(&self) -> impl Iterator<Item = RuleNote> + use<> {
        let differ = self.dark_must_differ.then_some(RuleNote::plain("dark-must-differ"));
        [RuleNote::counted("light-most", self.light_most)].into_iter().chain(differ)
    }
}

/// What becomes of the bonus of a box that passes (HA-5).
pub(in crate::games) const fn bonus_note(survives_pass: bool) -> RuleNote {
    RuleNote::plain(if survives_pass { "bonus-survives-pass" } else { "bonus-ends-with-pass" })
}
