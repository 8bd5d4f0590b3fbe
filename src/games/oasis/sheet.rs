//! The game's words, and what a player reads of the rules.

use alloc::vec::Vec;

use super::{InsuranceMost, Rules};
use crate::games::house_poker;
use crate::model::{ChoiceKind, Combination, GameSheet, Laid, PayRow, RuleNote, StakeKind};

/// Every word of the game.
pub const SHEET: GameSheet = GameSheet {
    stakes: &[
        (StakeKind::Ante, Laid::First),
        (StakeKind::Bet, Laid::On(StakeKind::Ante)),
        (StakeKind::Insurance, Laid::On(StakeKind::Ante)),
        (StakeKind::Exchange, Laid::On(StakeKind::Ante)),
        (StakeKind::Bonus, Laid::First),
    ],
    choices: &[ChoiceKind::Bet, ChoiceKind::Fold, ChoiceKind::Exchange, ChoiceKind::Insure, ChoiceKind::Decline],
    combinations: Combination::PLAIN_POKER_HANDS,
};

impl Rules {
    /// The pay table.
    pub(super) fn pay_rows(&self) -> Vec<PayRow> {
        self.play.pays.rows(self.limits.bonus.is_some())
    }

    /// How the game goes.
    pub(super) fn rule_notes(&self) -> Vec<RuleNote> {
        let first = ["aim", "decision", "exchange", "dealer-has-game", "no-game", "game"];
        let play = &self.play;
        let mut notes = first.map(RuleNote::plain).to_vec();
        notes.extend(play.pays.bet.notes());
        notes.extend(["insurance", "insurance-settled"].map(RuleNote::plain));
        notes.push(RuleNote::plain(match play.insurance_most {
            InsuranceMost::BetWin => "insurance-up-to-bet-win",
            InsuranceMost::BetAndAnteWin => "insurance-up-to-bet-and-ante-win",
        }));
        notes.push(RuleNote::plain("dark"));
        notes.extend(self.boxes.notes());
        notes.extend(play.dark_improvement.then_some(RuleNote::plain("dark-exchange")));
        notes.extend(self.limits.bonus_notes());
        notes.extend(self.limits.bonus.map(|_| house_poker::bonus_note(play.bonus_survives_pass)));
        notes.extend(play.payout.notes(self.limits.bonus.is_some()));
        notes.push(RuleNote::plain("silence"));
        notes
    }
}
