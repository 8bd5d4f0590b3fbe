//! What a player reads of the rules.

use alloc::vec::Vec;

use super::{AceKingWithheld, BonusTwoPair, Rules};
use crate::games::house_poker;
use crate::model::{PayRow, RuleNote};

impl Rules {
    /// The pay table.
    pub(super) fn pay_rows(&self) -> Vec<PayRow> {
        self.play.pays.rows(self.limits.bonus.is_some())
    }

    /// How the game goes.
    pub(super) fn rule_notes(&self) -> Vec<RuleNote> {
        let play = &self.play;
        let first = ["aim", "decision", "buy-cards", "two-combinations", "dealer-has-game", "no-game", "game"];
        let mut notes = first.map(RuleNote::plain).to_vec();
        notes.push(RuleNote::plain(match play.ace_king_withheld {
            AceKingWithheld::DecidingCard => "ace-king-deciding-card",
            AceKingWithheld::AnyComparedCard => "ace-king-any-compared-card",
        }));
        notes.push(RuleNote::plain(if play.second_purchase { "buy-game-again" } else { "buy-game" }));
        notes.extend(["insurance", "insurance-settled", "dark"].map(RuleNote::plain));
        notes.extend(self.boxes.notes());
        notes.extend(play.dark_improvement.then_some(RuleNote::plain("dark-improvement")));
        if let Some(insurance) = play.dark_insurance {
            notes.push(RuleNote::counted("dark-insurance", insurance.antes_most));
            notes.extend(insurance.needs_three_of_a_kind.then_some(RuleNote::plain("dark-insurance-needs-three-of-a-kind")));
        }
        if self.limits.bonus.is_some() {
            notes.push(house_poker::bonus_note(play.bonus_survives_pass));
            notes.push(RuleNote::plain(match play.bonus_two_pair {
                BonusTwoPair::Return => "bonus-two-pair-returned",
                BonusTwoPair::Lose => "bonus-two-pair-loses",
            }));
        }
        notes.push(RuleNote::plain("silence"));
        notes
    }
}
