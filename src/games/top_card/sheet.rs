//! The game's words, and what a player reads of the rules.

use alloc::vec::Vec;

use super::Play;
use crate::games::sheet::rounding_note;
use crate::model::{ChoiceKind, GameSheet, Laid, PayRow, RuleNote, StakeKind};

/// Every word of the game.
pub const SHEET: GameSheet = GameSheet {
    stakes: &[(StakeKind::Ante, Laid::First), (StakeKind::War, Laid::On(StakeKind::Ante))],
    choices: &[ChoiceKind::War, ChoiceKind::Fold],
    combinations: &[],
};

impl Play {
    /// The pay table.
    pub(super) fn pay_rows(&self) -> Vec<PayRow> {
        alloc::vec![
            PayRow::case(StakeKind::Ante, "higher-card", self.pays.ante),
            PayRow::case(StakeKind::War, "higher-or-equal-card", self.pays.war),
        ]
    }

    /// How the game goes.
    pub(super) fn rule_notes(&self) -> Vec<RuleNote> {
        let names = ["aim", "ranks", "equal-cards", "fold", "war", "war-won", "war-lost", "silence"];
        names.into_iter().map(RuleNote::plain).chain([rounding_note(self.rounding)]).collect()
    }
}
