//! The game's words, and what a player reads of the rules, and the machine as it stands before the first deal.

use alloc::vec::Vec;

use super::Play;
use super::rules::{RiskBy, RiskPart};
use crate::model::{ChoiceKind, Drawn, GameSheet, Laid, Money, Pay, PayRow, PaysWith, Piece, ReelLine, Reels, RuleNote, StakeKind, Symbol};

/// Every word of the game.
pub const SHEET: GameSheet = GameSheet {
    stakes: &[(StakeKind::Main, Laid::First), (StakeKind::Double, Laid::On(StakeKind::Main))],
    choices: &[
        ChoiceKind::Collect,
        ChoiceKind::Risk,
        ChoiceKind::RiskHalf,
        ChoiceKind::RiskDouble,
        ChoiceKind::Red,
        ChoiceKind::Black,
        ChoiceKind::Beat,
        ChoiceKind::Pick,
    ],
    combinations: &[],
};

/// The names of what a symbol pays: for three, four and five of it on a line, and for a bonus run that ends at it.
const fn cases(symbol: Symbol) -> [&'static str; 4] {
    match symbol {
        Symbol::Cherry => ["cherry-3", "cherry-4", "cherry-5", "bonus-cherry"],
        Symbol::Lemon => ["lemon-3", "lemon-4", "lemon-5", "bonus-lemon"],
        Symbol::Orange => ["orange-3", "orange-4", "orange-5", "bonus-orange"],
        Symbol::Plum => ["plum-3", "plum-4", "plum-5", "bonus-plum"],
        Symbol::Melon => ["melon-3", "melon-4", "melon-5", "bonus-melon"],
        Symbol::Bell => ["bell-3", "bell-4", "bell-5", "bonus-bell"],
        Symbol::Bar => ["bar-3", "bar-4", "bar-5", "bonus-bar"],
        Symbol::Seven => ["seven-3", "seven-4", "seven-5", "bonus-seven"],
        Symbol::Star => ["star-3", "star-4", "star-5", "bonus-star"],
    }
}

fn row(name: &'static str, times: u32) -> Option<PayRow> {
    (times > 0).then_some(PayRow { stake: StakeKind::Main, with: PaysWith::Case(name), pays: Pay::Total(times) })
}

impl Play {
    /// The pay table: symbols on a line in times of its stake, the best first, then bonus runs in times of the total stake.
    pub(super) fn pay_rows(&self) -> Vec<PayRow> {
        let mut symbols: Vec<_> = self.pays.iter().collect();
        symbols.sort_by_key(|(_, pays)| core::cmp::Reverse((pays.five, pays.four, pays.three)));
        let lines = symbols.into_iter().flat_map(|(symbol, pays)| {
            let [three, four, five, _] = cases(*symbol);
            [(five, pays.five), (four, pays.four), (three, pays.three)]
        });
        let bonus = self.bonus.iter().flat_map(|bonus| &bonus.coefficients).map(|(symbol, times)| (cases(*symbol)[3], *times));
        lines.chain(bonus).filter_map(|(name, times)| row(name, times)).collect()
    }

    /// How the game goes.
    pub(super) fn rule_notes(&self) -> Vec<RuleNote> {
        let has_part = |part| self.risk.parts.contains(&part);
        let has_by = |by| self.risk.by.contains(&by);
        let is_played = self.risk.doublings_most > 0;
        let notes = [
            (true, RuleNote::counted("lines", self.lines.len() as u32)),
            (true, RuleNote::plain("win")),
            (self.bonus.is_some(), RuleNote::plain("bonus")),
            (self.bonus.is_some(), RuleNote::plain("bonus-run")),
            (is_played && has_part(RiskPart::Whole), RuleNote::plain("risk-whole")),
            (is_played && has_part(RiskPart::Half), RuleNote::plain("risk-half")),
            (is_played && has_part(RiskPart::Double), RuleNote::plain("risk-double")),
            (is_played && has_by(RiskBy::Card), RuleNote::plain("risk-card")),
            (is_played && has_by(RiskBy::Colour), RuleNote::plain("risk-colour")),
            (is_played, RuleNote::counted("risk-most", self.risk.doublings_most)),
            (is_played, RuleNote::plain("silence")),
            (true, RuleNote::plain("fault")),
        ];
        notes.into_iter().filter_map(|(is_told, note)| is_told.then_some(note)).collect()
    }

    /// The machine before its first deal: the first places of all strips, and every line.
    pub(super) fn at_rest(&self) -> Piece {
        let first = Drawn(self.strips.iter().map(|_| 0).collect());
        let lines = self.lines.iter().map(|rows| ReelLine { rows: rows.clone(), symbols: 0, pays: Money::ZERO });
        Piece::Reels(Reels { columns: self.field(&first).0, lines: lines.collect(), ..Reels::default() })
    }
}
