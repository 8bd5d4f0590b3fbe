//! What a player reads of the rules.

use alloc::vec::Vec;

use super::Rules;
use crate::games::house_poker;
use crate::model::{PayRow, RuleNote};

impl Rules {
    /// The pay table.
    pub(super) fn pay_rows(&self) -> Vec<PayRow> {
        self.play.pays.rows(self.limits.bonus.is_some())
    }

    /// How the game goes.
    pub(super) fn rule_notes(&self) -> Vec<RuleNote> {
        let first = ["aim", "decision", "exchange", "dealer-has-game", "no-game", "game", "insurance", "insurance-settled", "dark"];
        let mut notes = first.map(RuleNote::plain).to_vec();
        notes.extend(self.boxes.notes());
        notes.extend(self.play.dark_improvement.then_some(RuleNote::plain("dark-improvement")));
        let bonus = house_poker::bonus_note(self.play.bonus_survives_pass);
        notes.extend(self.limits.bonus.map(|_| bonus));
        notes.push(RuleNote::plain("silence"));
        notes
    }
}
