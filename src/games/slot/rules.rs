//! The options page: every key of `device-profiles/rules/slot/*.toml`.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::Bonus;
use super::bonus::RUNS_MOST;
use super::field::COLUMNS;
use crate::games::machine::{self, Limits, MachinePlay, StepsAndPayouts};
use crate::games::risk::RiskRules;
use crate::games::shoe::ShoeRules;
use crate::model::{LimitKind, Money, Odds, PayRow, Piece, RuleNote, Symbol};

/// The rules of one house for a slot-type machine. The stakes of `limits.main` are those of one line.
pub type Rules = machine::Rules<Play>;

/// What a deal goes by. A deal carries it, so that it ends by the rules it began with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// How many rows of each strip are seen, 1 to 9.
    pub rows: u8,
    /// One strip for each of the five columns, from top to bottom, 1 to 1,000 places, without an end.
    pub strips: Vec<Vec<Symbol>>,
    /// 1 to 9 lines, each by its row in every column, counted from 0 at the top. The first lines are chosen first.
    pub lines: Vec<Vec<u8>>,
    /// What equal symbols on a line pay. A symbol that is not here pays nothing.
    pub pays: BTreeMap<Symbol, LinePays>,
    /// The bonus, where the machine has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<Bonus>,
    /// The risk game.
    pub risk: Risk,
}

/// How many times the stake of the line so many equal symbols pay in all; 0 to 10,000, where 0 pays nothing (BQAM-Q80).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are the numbers of symbols")]
pub struct LinePays {
    pub three: u32,
    pub four: u32,
    pub five: u32,
}

/// The risk game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Risk {
    /// How many rounds may be won in one deal; 0 to 10, where 0 means that there is no risk game. An equal card does not count.
    pub doublings_most: u8,
    /// Nothing is put at risk that could make the win more than this. Nothing limits it where this is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_minor: Option<Money>,
    /// What of a win may be put at risk, each once (BQAM-83).
    pub parts: Vec<RiskPart>,
    /// What it is played by, each once; the player is asked where there are two (BQAM-84).
    pub by: Vec<RiskBy>,
}

/// What of a win is put at risk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RiskPart {
    /// All of it.
    Whole,
    /// Half of it, rounded down; the rest is safe until the end of the round (BQAM-Q85).
    Half,
    /// All of it, and as much of the credit.
    Double,
}

/// What the risk game is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RiskBy {
    /// One card lies open, and a higher one of four is to be picked (BQAM-64).
    Card,
    /// The colour of a card is told.
    Colour,
}

impl LinePays {
    /// How many times the stake this number of equal symbols pays.
    #[must_use]
    pub const fn times(&self, symbols: usize) -> u32 {
        match symbols {
            3 => self.three,
            4 => self.four,
            5 => self.five,
            _ => 0,
        }
    }
}

impl Risk {
    /// How often and how far a win may grow, in the words that all machines have for it.
    pub(super) const fn limits(&self) -> RiskRules {
        RiskRules { doublings_most: self.doublings_most, most_minor: self.most_minor }
    }

    /// What the win is after a round with this part that was won.
    pub(super) fn after(part: RiskPart, won: Money) -> Money {
        match part {
            RiskPart::Whole => won + won,
            RiskPart::Half => won + half(won),
            RiskPart::Double => won + won + won + won,
        }
    }

    /// The parts of this win that may be put at risk after so many rounds that were won.
    pub(super) fn parts_of(&self, won: Money, doublings: u8) -> impl Iterator<Item = RiskPart> {
        let limits = self.limits();
        let is_something = move |part: RiskPart| if part == RiskPart::Half { half(won).is_positive() } else { won.is_positive() };
        let is_within = move |part: RiskPart| won <= Money::MOST && limits.allows(Self::after(part, won), doublings);
        self.parts.iter().copied().filter(move |part| is_something(*part) && is_within(*part))
    }

    /// The most that a win of up to `won` may become.
    fn most_of(&self, won: Money) -> Money {
        let factor = if self.parts.contains(&RiskPart::Double) { 4 } else { 2 };
        let most = self.most_minor.unwrap_or(Money::MOST);
        let grown = (0..self.doublings_most).try_fold(won, |won, _| won.checked_mul(factor)).unwrap_or(most);
        won.max(grown.min(most))
    }

    fn problem(&self) -> Option<(&'static str, &'static str)> {
        let is_once = |count: usize, repeated: bool| count > 0 && !repeated;
        let parts_repeat = self.parts.iter().enumerate().any(|(nth, part)| self.parts[..nth].contains(part));
        let by_repeats = self.by.iter().enumerate().any(|(nth, by)| self.by[..nth].contains(by));
        if let Some(problem) = self.limits().problem() {
            return Some(problem);
        }
        if !is_once(self.parts.len(), parts_repeat) {
            return Some(("play.risk.parts", "some of whole, half and double, each once"));
        }
        (!is_once(self.by.len(), by_repeats)).then_some(("play.risk.by", "card, colour or both, each once"))
    }
}

/// Half of an amount, rounded down (BQAM-Q85).
pub(super) const fn half(amount: Money) -> Money {
    Money::from_minor(amount.minor() / 2)
}

impl Play {
    fn has_good_lines(&self) -> bool {
        let is_good = |line: &Vec<u8>| line.len() == COLUMNS && line.iter().all(|row| *row < self.rows);
        let is_repeated = self.lines.iter().enumerate().any(|(nth, line)| self.lines[..nth].contains(line));
        (1..=9).contains(&self.lines.len()) && self.lines.iter().all(is_good) && !is_repeated
    }

    fn reels_problem(&self) -> Option<(&'static str, &'static str)> {
        let are_strips = self.strips.len() == COLUMNS && self.strips.iter().all(|strip| (1..=1_000).contains(&strip.len()));
        let times = self.pays.values().flat_map(|pays| [pays.three, pays.four, pays.five]);
        let checks = [
            ((1..=9).contains(&self.rows), "play.rows", "1 to 9"),
            (are_strips, "play.strips", "five strips of 1 to 1000 symbols"),
            (self.has_good_lines(), "play.lines", "1 to 9 different lines, each with a row for every column, counted from 0"),
            (times.max().unwrap_or_default() <= Odds::MOST, "play.pays", "0 to 10000 times the stake of the line"),
        ];
        checks.into_iter().find(|(is_good, ..)| !is_good).map(|(_, key, expected)| (key, expected))
    }

    /// How many times the total stake a spin pays at most: no field pays more than the best line on all lines and the best bonus.
    fn times_most(&self) -> u32 {
        let lines = self.pays.values().flat_map(|pays| [pays.three, pays.four, pays.five]).max().unwrap_or_default();
        let bonus = self.bonus.iter().flat_map(|bonus| bonus.coefficients.values()).max().copied().unwrap_or_default();
        lines + bonus * u32::from(RUNS_MOST)
    }
}

impl MachinePlay for Play {
    fn lines(&self) -> u8 {
        self.lines.len() as u8
    }

    /// An upper bound: the best line on every line and the best bonus, with as many rounds of the risk game as there may be.
    fn return_most(&self, stake: Money, _: &Limits) -> Money {
        self.risk.most_of(paid(stake, self.times_most()))
    }

    fn pays(&self) -> Vec<PayRow> {
        self.pay_rows()
    }

    fn notes(&self) -> Vec<RuleNote> {
        self.rule_notes()
    }

    fn problem(&self, _: &ShoeRules, _: &Limits) -> Option<(String, String)> {
        let bonus = || self.bonus.as_ref().and_then(Bonus::problem);
        let problem = self.reels_problem().or_else(bonus).or_else(|| self.risk.problem());
        problem.map(|(key, expected)| (key.to_string(), expected.to_string()))
    }

    fn steps_and_payouts(&mut self) -> StepsAndPayouts<'_> {
        (Vec::new(), alloc::vec![(LimitKind::RiskPayout, &mut self.risk.most_minor)])
    }

    fn pieces(&self) -> Vec<Piece> {
        alloc::vec![self.at_rest()]
    }
}

/// So many times the stake.
///
/// # Panics
/// Where the product leaves 64 bits: a stake above [`Money::MOST`] was let in.
pub(super) const fn paid(stake: Money, times: u32) -> Money {
    stake.checked_mul(times as i64).expect("stakes are bounded by Money::MOST, so what they pay fits")
}
