//! The game's words, and what a player reads of the rules.

use alloc::vec::Vec;

use super::Play;
use crate::model::{ChoiceKind, Combination, GameSheet, Laid, Odds, Pay, PayRow, PaysWith, RuleNote, StakeKind};

/// Every word of the game.
pub const SHEET: GameSheet = GameSheet {
    stakes: &[(StakeKind::Main, Laid::First)],
    choices: &[ChoiceKind::Exchange, ChoiceKind::Collect, ChoiceKind::Risk, ChoiceKind::Pick],
    combinations: &[
        Combination::Pair,
        Combination::TwoPair,
        Combination::ThreeOfAKind,
        Combination::Straight,
        Combination::Flush,
        Combination::FullHouse,
        Combination::FourOfAKind,
        Combination::StraightFlush,
        Combination::RoyalFlush,
    ],
};

/// The names of the cases that a doubled win is paid in, by the number of doublings.
const DOUBLED: [&str; 10] =
    ["doubled-1", "doubled-2", "doubled-3", "doubled-4", "doubled-5", "doubled-6", "doubled-7", "doubled-8", "doubled-9", "doubled-10"];

impl Play {
    /// The pay table: hands in times of the stake, then what the risk game adds to a win.
    pub(super) fn pay_rows(&self) -> Vec<PayRow> {
        let with = [
            PaysWith::Case("royal-at-highest-step"),
            PaysWith::Combination(Combination::RoyalFlush),
            PaysWith::Combination(Combination::StraightFlush),
            PaysWith::Combination(Combination::FourOfAKind),
            PaysWith::Combination(Combination::FullHouse),
            PaysWith::Combination(Combination::Flush),
            PaysWith::Combination(Combination::Straight),
            PaysWith::Combination(Combination::ThreeOfAKind),
            PaysWith::Combination(Combination::TwoPair),
            PaysWith::Case("jacks-or-better"),
        ];
        let hands = with.into_iter().zip(self.pays.rows()).filter(|(_, (_, times))| *times > 0);
        let hands = hands.map(|(with, (_, times))| PayRow { stake: StakeKind::Main, with, pays: Pay::Total(times) });
        let doubled = (1..).zip(DOUBLED).take(self.risk.doublings_most.into());
        let risk = doubled.filter_map(|(count, name)| Some(PayRow::case(StakeKind::Main, name, Odds::new((1 << count) - 1, 1)?)));
        hands.chain(risk).collect()
    }

    /// How the game goes.
    pub(super) fn rule_notes(&self) -> Vec<RuleNote> {
        let first = ["aim", "exchange", "silence"].map(RuleNote::plain);
        let doublings = self.risk.doublings_most;
        let risk = [
            RuleNote::plain("risk"),
            RuleNote::plain("risk-equal"),
            RuleNote::counted("risk-most", doublings),
            RuleNote::plain("risk-silence"),
            RuleNote::plain("risk-fault"),
        ];
        first.into_iter().chain(risk.into_iter().filter(|_| doublings > 0)).collect()
    }
}
