//! The game's words, and what a player reads of the rules.

use alloc::vec::Vec;

use super::{AceKingWithheld, BonusTwoPair, InsuranceMost, Rules};
use crate::games::house_poker;
use crate::games::ranking::DoubleTest;
use crate::model::{ChoiceKind, Combination, GameSheet, Laid, PayRow, RuleNote, StakeKind};

/// Every word of the game.
pub const SHEET: GameSheet = GameSheet {
    stakes: &[
        (StakeKind::Ante, Laid::First),
        (StakeKind::Bet, Laid::On(StakeKind::Ante)),
        (StakeKind::Insurance, Laid::On(StakeKind::Ante)),
        (StakeKind::Exchange, Laid::On(StakeKind::Ante)),
        (StakeKind::SixthCard, Laid::On(StakeKind::Ante)),
        (StakeKind::Purchase, Laid::On(StakeKind::Ante)),
        (StakeKind::Bonus, Laid::First),
    ],
    choices: &[
        ChoiceKind::Bet,
        ChoiceKind::Fold,
        ChoiceKind::Exchange,
        ChoiceKind::SixthCard,
        ChoiceKind::Insure,
        ChoiceKind::Decline,
        ChoiceKind::BuyGame,
    ],
    combinations: Combination::PLAIN_POKER_HANDS,
};

impl Rules {
    /// The pay table.
    pub(super) fn pay_rows(&self) -> Vec<PayRow> {
        self.play.pays.rows(self.limits.bonus.is_some())
    }

    /// How the game goes.
    pub(super) fn rule_notes(&self) -> Vec<RuleNote> {
        let play = &self.play;
        let mut notes = ["aim", "decision", "buy-cards"].map(RuleNote::plain).to_vec();
        notes.push(RuleNote::plain(match play.doubles.test {
            DoubleTest::NewCoreCard => "two-combinations",
            DoubleTest::LeavesOneOut => "two-combinations-leaves-one-out",
        }));
        notes.extend(play.doubles.ace_king_inside_first.then_some(RuleNote::plain("ace-king-inside-first")));
        notes.extend(["dealer-has-game", "no-game", "game"].map(RuleNote::plain));
        let withheld = match play.ace_king_withheld {
            AceKingWithheld::DecidingCard => "ace-king-deciding-card",
            AceKingWithheld::AnyComparedCard => "ace-king-any-compared-card",
        };
        notes.push(play.pays.bet.notes().unwrap_or(RuleNote::plain(withheld)));
        notes.push(RuleNote::plain(if play.second_purchase { "buy-game-again" } else { "buy-game" }));
        notes.extend(["bought-game", "insurance", "insurance-settled"].map(RuleNote::plain));
        notes.push(RuleNote::plain(match play.insurance_most {
            InsuranceMost::FirstCombination => "insurance-up-to-bet-win",
            InsuranceMost::Both => "insurance-up-to-both",
        }));
        notes.push(RuleNote::plain("dark"));
        notes.extend(self.boxes.notes());
        notes.extend(play.dark_improvement.then_some(RuleNote::plain("dark-improvement")));
        if let Some(insurance) = play.dark_insurance {
            notes.push(RuleNote::counted("dark-insurance", insurance.antes_most));
            notes.extend(insurance.needs_three_of_a_kind.then_some(RuleNote::plain("dark-insurance-needs-three-of-a-kind")));
        }
        notes.extend(self.limits.bonus_notes());
        if self.limits.bonus.is_some() {
            notes.push(house_poker::bonus_note(play.bonus_survives_pass));
            notes.push(RuleNote::plain(match play.bonus_two_pair {
                BonusTwoPair::Return => "bonus-two-pair-returned",
                BonusTwoPair::Lose => "bonus-two-pair-loses",
            }));
        }
        notes.extend(play.payout.notes(self.limits.bonus.is_some()));
        notes.push(RuleNote::plain("silence"));
        notes
    }
}
