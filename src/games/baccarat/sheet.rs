//! The game's words, and what a player reads of the rules.

use alloc::vec::Vec;

use super::{BankerThirdCard, BonusRows, EitherPair, Natural, NaturalTie, NaturalsStop, PairBy, Play, Rules};
use crate::games::sheet::rounding_note;
use crate::model::{Combination, GameSheet, Laid, Odds, PayRow, RuleNote, StakeKind};

/// Every word of the game.
pub const SHEET: GameSheet = GameSheet {
    stakes: &[
        (StakeKind::Player, Laid::First),
        (StakeKind::Banker, Laid::First),
        (StakeKind::Tie, Laid::First),
        (StakeKind::PlayerPair, Laid::First),
        (StakeKind::BankerPair, Laid::First),
        (StakeKind::PerfectPair, Laid::First),
        (StakeKind::TwoPerfectPairs, Laid::First),
        (StakeKind::EitherPair, Laid::First),
        (StakeKind::PlayerBonus, Laid::First),
        (StakeKind::BankerBonus, Laid::First),
    ],
    choices: &[],
    combinations: &[Combination::Natural, Combination::Pair, Combination::PerfectPair, Combination::TwoPerfectPairs],
};

impl Rules {
    /// The pay table of the bets that are offered.
    pub(super) fn pay_rows(&self) -> Vec<PayRow> {
        let offered = self.limits.stake.each().filter(|(_, _, range)| range.is_some());
        offered.flat_map(|(kind, _, _)| self.play.rows_of(kind)).collect()
    }

    /// How the game goes.
    pub(super) fn rule_notes(&self) -> Vec<RuleNote> {
        let play = &self.play;
        let naturals = match play.naturals_stop {
            NaturalsStop::Either => "naturals-either",
            NaturalsStop::Both => "naturals-both",
        };
        let banker = match play.banker_third_card {
            BankerThirdCard::Tableau => "banker-tableau",
            BankerThirdCard::GivenLines => "banker-given-lines",
        };
        let mut notes = alloc::vec!["aim", "counts", naturals, "player-draws", banker, "tie-returns"];
        let offers = |kinds: &[StakeKind]| self.limits.stake.each().any(|(kind, _, range)| range.is_some() && kinds.contains(&kind));
        if offers(&[StakeKind::PlayerPair, StakeKind::BankerPair, StakeKind::EitherPair]) {
            notes.push(match play.pair_by {
                PairBy::Rank => "pair-by-rank",
                PairBy::Value => "pair-by-value",
            });
        }
        if offers(&[StakeKind::PerfectPair, StakeKind::TwoPerfectPairs]) {
            notes.push(if play.perfect_two_strict { "perfect-two-strict" } else { "perfect-pair" });
        }
        if offers(&[StakeKind::PlayerBonus, StakeKind::BankerBonus]) {
            notes.extend(play.bonus_notes());
        }
        notes.extend(self.side_bets_need_main.then_some("side-bets-need-main"));
        notes.into_iter().map(RuleNote::plain).chain([rounding_note(play.rounding)]).collect()
    }
}

impl Play {
    fn rows_of(&self, kind: StakeKind) -> Vec<PayRow> {
        let pays = &self.pays;
        match kind {
            StakeKind::Banker if pays.banker != pays.banker_with_six => alloc::vec![
                PayRow::case(kind, "banker-with-six", pays.banker_with_six),
                PayRow::case(kind, "banker-otherwise", pays.banker),
            ],
            StakeKind::Banker => alloc::vec![PayRow::anything(kind, pays.banker)],
            StakeKind::Player => alloc::vec![PayRow::anything(kind, pays.player)],
            StakeKind::Tie => alloc::vec![PayRow::anything(kind, pays.tie)],
            StakeKind::PlayerPair => alloc::vec![PayRow::combination(kind, Combination::Pair, pays.player_pair)],
            StakeKind::BankerPair => alloc::vec![PayRow::combination(kind, Combination::Pair, pays.banker_pair)],
            StakeKind::EitherPair => alloc::vec![match self.either_pair {
                EitherPair::Pair => PayRow::combination(kind, Combination::Pair, pays.either_pair),
                EitherPair::PairOrSuit => PayRow::case(kind, "pair-or-suit", pays.either_pair),
            }],
            StakeKind::PerfectPair => {
                let two = PayRow::combination(kind, Combination::TwoPerfectPairs, pays.two_perfect_pairs);
                let one = PayRow::combination(kind, Combination::PerfectPair, pays.perfect_pair);
                (!self.perfect_split_bets).then_some(two).into_iter().chain([one]).collect()
            }
            StakeKind::TwoPerfectPairs => alloc::vec![PayRow::combination(kind, Combination::TwoPerfectPairs, pays.two_perfect_pairs)],
            _ => self.bonus_rows_of(kind),
        }
    }

    /// The rows of a bonus bet, but those of counts with which it does not win.
    fn bonus_rows_of(&self, kind: StakeKind) -> Vec<PayRow> {
        let pays = &self.pays.bonus;
        let names = match self.bonus_rows {
            BonusRows::Margin => ["by-4", "by-5", "by-6", "by-7", "by-8", "by-9"],
            BonusRows::Total => ["with-4", "with-5", "with-6", "with-7", "with-8", "with-9"],
        };
        let least = if self.bonus_needs_eight_or_nine && self.bonus_rows == BonusRows::Total { 8 } else { 4 };
        let row = |(points, name): (u8, &'static str)| pays.by(points).map(|odds: Odds| PayRow::case(kind, name, odds));
        let rows = (4..=9).zip(names).filter(|(points, _)| *points >= least).rev().filter_map(row);
        let natural = PayRow::combination(kind, Combination::Natural, pays.natural);
        let tie = (self.natural_tie == NaturalTie::Pay).then_some(PayRow::case(kind, "natural-tie", pays.natural_tie));
        // A win with a natural is paid by its own row alone, so that stands first.
        [natural].into_iter().chain(tie).chain(rows).collect()
    }

    fn bonus_notes(&self) -> impl Iterator<Item = &'static str> {
        let natural = match self.natural {
            Natural::EightOrNine => "natural-eight-or-nine",
            Natural::TwoCards => "natural-two-cards",
        };
        let rows = match self.bonus_rows {
            BonusRows::Margin => "bonus-margin",
            BonusRows::Total => "bonus-total",
        };
        let only = self.bonus_needs_eight_or_nine.then_some("bonus-needs-eight-or-nine");
        let push = (self.natural_tie == NaturalTie::Push).then_some("natural-tie-push");
        [natural, rows].into_iter().chain(only).chain(push)
    }
}
