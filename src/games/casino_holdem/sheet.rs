//! The game's words, and what a player reads of the rules.

use alloc::vec::Vec;

use super::Rules;
use crate::games::house_poker::{self, PayoutMost};
use crate::model::{ChoiceKind, Combination, GameSheet, Laid, PayRow, RuleNote, StakeKind};

/// Every word of the game.
pub const SHEET: GameSheet = GameSheet {
    stakes: &[(StakeKind::Ante, Laid::First), (StakeKind::Bet, Laid::On(StakeKind::Ante)), (StakeKind::Bonus, Laid::First)],
    choices: &[ChoiceKind::Bet, ChoiceKind::Fold],
    combinations: Combination::PLAIN_POKER_HANDS,
};

impl Rules {
    /// The pay table, each stake from its best row on; the bonus where the house takes one.
    pub(super) fn pay_rows(&self) -> Vec<PayRow> {
        let pays = &self.play.pays;
        let row = |hand| pays.ante.of(hand).map(|odds| PayRow::combination(StakeKind::Ante, hand, odds));
        let low = PayRow::case(StakeKind::Ante, "no-game-low", pays.no_game_low);
        let bet = PayRow::anything(StakeKind::Bet, pays.bet);
        let bonus = self.limits.bonus.map(|_| PayRow::case(StakeKind::Bonus, "aces-or-better", pays.bonus));
        let ante = Combination::POKER_HANDS.into_iter().rev().filter_map(row);
        ante.chain([low, bet]).chain(bonus).collect()
    }

    /// How the game goes.
    pub(super) fn rule_notes(&self) -> Vec<RuleNote> {
        let first = ["aim", "decision", "dealer-has-pair", "no-game", "game", "ante-pairs", "looks-in-turn"];
        let mut notes = first.map(RuleNote::plain).to_vec();
        notes.extend(self.boxes.dark.then_some(RuleNote::plain("dark")));
        let bonus = || [RuleNote::plain("bonus"), house_poker::bonus_note(self.play.bonus_survives_pass)];
        notes.extend(self.limits.bonus.map(|_| bonus()).into_iter().flatten());
        notes.extend(PayoutMost::from(self.play.payout).notes(self.limits.bonus.is_some()));
        notes.extend(self.play.payments_in_void.note());
        notes.extend(self.play.forfeits_in_void.note());
        notes.push(RuleNote::plain("silence"));
        notes
    }
}
