//! The game's words, and what a player reads of the rules.

use alloc::vec::Vec;

use super::Play;
use crate::model::{ChoiceKind, GameSheet, Laid, Pay, PayRow, PaysWith, RuleNote, StakeKind};

/// Every word of the game.
pub const SHEET: GameSheet = GameSheet {
    stakes: &[(StakeKind::Main, Laid::First), (StakeKind::Tie, Laid::Later)],
    choices: &[ChoiceKind::Higher, ChoiceKind::Lower, ChoiceKind::Tie, ChoiceKind::Collect],
    combinations: &[],
};

impl Play {
    /// The pay table: the pot goes by the coefficient that is shown with a guess.
    pub(super) fn pay_rows(&self) -> Vec<PayRow> {
        let guess = PayRow { stake: StakeKind::Main, with: PaysWith::Case("right-guess"), pays: Pay::AsShown };
        let tie = PayRow::case(StakeKind::Tie, "equal-rank", self.tie.odds);
        core::iter::once(guess).chain(self.tie.is_offered.then_some(tie)).collect()
    }

    /// How the game goes.
    pub(super) fn rule_notes(&self) -> Vec<RuleNote> {
        let of_game = [
            RuleNote::plain("aim"),
            RuleNote::plain("ranks"),
            RuleNote::counted("coefficient", self.return_percent),
            RuleNote::plain("equal"),
            RuleNote::counted("collect", self.steps_most),
            RuleNote::counted("pot-most", self.times_most),
        ];
        let of_tie = self.tie.is_offered.then_some(RuleNote::plain("tie"));
        of_game.into_iter().chain(of_tie).chain(["silence", "fault"].map(RuleNote::plain)).collect()
    }
}
