//! The rules of one house for the slot-type machine, and what a field and a bonus run come to by them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use toml::Value;

use super::Deal;
use crate::model::{BoxStake, CardChoice, Choice, Money, StakeKind, Symbol};
use crate::sim::auditor::cards::clerk::{Clerk, DealClerk};
use crate::sim::auditor::cards::keys::Keys;
use crate::sim::auditor::cards::limits::Range;
use crate::sim::auditor::cards::line::require;

/// Reads the rules of one house.
pub(in crate::sim::auditor::cards) fn read(keys: &Keys<'_>) -> Result<Arc<dyn Clerk>, String> {
    Ok(Arc::new(Rules::read(keys)?))
}

/// How many equal symbols the first row of the pay table is for; the others are for one more each (BQAM-Q83).
const FEWEST: usize = 3;

/// The keys of those rows.
const ROWS: [&str; 3] = ["three", "four", "five"];

/// The rules that differ from house to house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    step: i64,
    main: Range,
    rows: usize,
    strips: Vec<Vec<Symbol>>,
    /// Of every line its row in each column.
    pub(super) lines: Vec<Vec<usize>>,
    /// How many times the stake of a line comes back in all for three, four or five of this symbol.
    pays: BTreeMap<Symbol, [i64; ROWS.len()]>,
    bonus: Option<Bonus>,
    pub(super) risk: Risk,
}

/// BQAM-86: the bonus game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bonus {
    symbol: Symbol,
    perimeter: Vec<Symbol>,
    open: usize,
    middle: Vec<Symbol>,
    coefficients: BTreeMap<Symbol, i64>,
}

/// The risk game of the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Risk {
    doublings_most: u32,
    most: i64,
    parts: Vec<Part>,
    pub(super) has_card: bool,
    pub(super) has_colour: bool,
}

/// BQAM-83: with what of the win a round is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    Half,
    Double,
}

impl Part {
    const ALL: [(&'static str, Self); 3] = [("whole", Self::Whole), ("half", Self::Half), ("double", Self::Double)];

    /// How much of this win is at risk, what was paid in for it included; of an odd one half is rounded down (BQAM-Q85).
    pub(super) const fn at_risk(self, win: i64) -> i64 {
        match self {
            Self::Whole => win,
            Self::Half => win / 2,
            Self::Double => 2 * win,
        }
    }

    /// How much is paid in from the credit.
    pub(super) const fn paid_in(self, win: i64) -> i64 {
        match self {
            Self::Double => win,
            Self::Whole | Self::Half => 0,
        }
    }

    /// What of this win is not at risk.
    pub(super) const fn banked(self, win: i64) -> i64 {
        win + self.paid_in(win) - self.at_risk(win)
    }

    /// What the win is after a round that is won.
    pub(super) const fn won(self, win: i64) -> i64 {
        self.banked(win) + 2 * self.at_risk(win)
    }
}

impl Risk {
    fn read(keys: &Keys<'_>) -> Result<Self, String> {
        let doublings_most = keys.number("play.risk.doublings_most")?;
        let part = |value: &Value| Part::ALL.into_iter().find(|(name, _)| value.as_str() == Some(name)).map(|(_, part)| part);
        let by = |value: &Value| value.as_str().filter(|by| ["card", "colour"].contains(by)).map(str::to_owned);
        let by: Vec<String> = keys.list("play.risk.by", "card and colour", by)?;
        Ok(Self {
            doublings_most: u32::try_from(doublings_most).map_err(|_| "play.risk.doublings_most is no count")?,
            most: keys.number_if("play.risk.most_minor")?.unwrap_or(Money::MOST.minor()),
            parts: keys.list("play.risk.parts", "whole, half and double", part)?,
            has_card: by.iter().any(|by| by == "card"),
            has_colour: by.iter().any(|by| by == "colour"),
        })
    }

    /// With what of this win a round may be played after so many that were won; something must be at risk, and it must not become more than
    /// the house lets it (BQAM-Q74).
    pub(super) fn parts(&self, win: i64, doublings: u32) -> impl Iterator<Item = Part> {
        let may = move |part: &Part| doublings < self.doublings_most && part.at_risk(win) > 0 && part.won(win) <= self.most;
        [Part::Whole, Part::Half, Part::Double].into_iter().filter(|part| self.parts.contains(part)).filter(may)
    }
}

impl Bonus {
    fn read(keys: &Keys<'_>) -> Result<Self, String> {
        let coefficient = |name: &str| Ok((named(name)?, keys.number(&format!("play.bonus.coefficients.{name}"))?));
        Ok(Self {
            symbol: named(keys.word("play.bonus.symbol")?)?,
            perimeter: keys.list("play.bonus.perimeter", "symbols", symbol_of)?,
            open: usize::try_from(keys.number("play.bonus.open")?).map_err(|_| "play.bonus.open is no count")?,
            middle: keys.list("play.bonus.middle", "symbols", symbol_of)?,
            coefficients: keys.names("play.bonus.coefficients").into_iter().map(coefficient).collect::<Result<_, String>>()?,
        })
    }
}

fn named(name: &str) -> Result<Symbol, String> {
    name.parse().map_err(|_| format!("{name} is no symbol"))
}

fn symbol_of(value: &Value) -> Option<Symbol> {
    value.as_str()?.parse().ok()
}

impl Rules {
    pub(super) fn read(keys: &Keys<'_>) -> Result<Self, String> {
        let symbols = |value: &Value| value.as_array()?.iter().map(symbol_of).collect();
        let numbers = |value: &Value| value.as_array()?.iter().map(|row| usize::try_from(row.as_integer()?).ok()).collect();
        let row = |name: &str, count: &str| Ok::<_, String>(keys.number_if(&format!("play.pays.{name}.{count}"))?.unwrap_or(0));
        let pays = |name: &str| {
            let [three, four, five] = ROWS;
            Ok((named(name)?, [row(name, three)?, row(name, four)?, row(name, five)?]))
        };
        Ok(Self {
            step: keys.number("limits.step_minor")?,
            main: Range::read(keys, "limits.main")?,
            rows: usize::try_from(keys.number("play.rows")?).map_err(|_| "play.rows is no count")?,
            strips: keys.list("play.strips", "rows of symbols", symbols)?,
            lines: keys.list("play.lines", "rows of numbers", numbers)?,
            pays: keys.names("play.pays").into_iter().map(pays).collect::<Result<_, String>>()?,
            bonus: if keys.has("play.bonus") { Some(Bonus::read(keys)?) } else { None },
            risk: Risk::read(keys)?,
        })
    }

    /// BQAM-80: where each reel may stop.
    pub(super) fn stops(&self) -> Vec<u16> {
        self.strips.iter().map(|strip| count(strip)).collect()
    }

    /// The columns from top to bottom, where the reels have stopped here.
    pub(super) fn field(&self, stops: &[u16]) -> Vec<Vec<Symbol>> {
        let column = |(strip, stop): (&Vec<Symbol>, &u16)| {
            let from = strip.iter().cycle().skip(usize::from(*stop));
            from.take(self.rows).copied().collect()
        };
        self.strips.iter().zip(stops).map(column).collect()
    }

    /// BQAM-81, BQAM-Q83: how many equal symbols a line of this field begins with, and how many times its stake comes back in all for them;
    /// none where it has not won.
    pub(super) fn won_on(&self, line: usize, field: &[Vec<Symbol>]) -> Option<(usize, i64)> {
        let on_line: Vec<Symbol> = self.lines[line].iter().zip(field).map(|(row, column)| column[*row]).collect();
        let first = *on_line.first()?;
        let equal = on_line.iter().take_while(|symbol| **symbol == first).count();
        let times = *self.pays.get(&first)?.get(equal.checked_sub(FEWEST)?)?;
        (times > 0).then_some((equal, times))
    }

    /// BQAM-86, BQAM-Q82: how many bonus runs this field brings.
    pub(super) fn runs(&self, field: &[Vec<Symbol>]) -> usize {
        let Some(bonus) = &self.bonus else { return 0 };
        let shown = field.iter().flatten().filter(|symbol| **symbol == bonus.symbol).count();
        match shown {
            0..=2 => 0,
            3 => 1,
            4 => 2,
            _ => 3,
        }
    }

    /// What is drawn for a bonus run: where the pointer stops, and each symbol in the middle.
    pub(super) fn run(&self) -> Vec<u16> {
        let Some(bonus) = &self.bonus else { return Vec::new() };
        let middle = core::iter::repeat_n(count(&bonus.middle), bonus.open);
        core::iter::once(count(&bonus.perimeter)).chain(middle).collect()
    }

    /// The pointer's symbol, the open ones, and the coefficient where the pointer's is one of them; it counts once.
    pub(super) fn bonus(&self, drawn: &[u16]) -> Option<(Symbol, Vec<Symbol>, i64)> {
        let bonus = self.bonus.as_ref()?;
        let (pointer, middle) = drawn.split_first()?;
        let pointer = *bonus.perimeter.get(usize::from(*pointer))?;
        let open: Vec<Symbol> = middle.iter().map(|at| bonus.middle.get(usize::from(*at)).copied()).collect::<Option<_>>()?;
        let coefficient = bonus.coefficients.get(&pointer).copied().filter(|_| open.contains(&pointer));
        Some((pointer, open, coefficient.unwrap_or(0)))
    }
}

fn count(symbols: &[Symbol]) -> u16 {
    u16::try_from(symbols.len()).expect("a strip is short")
}

impl Clerk for Rules {
    /// BQAM-80: the same on each of the first lines, in steps.
    fn check_laid(&self, lying: &[BoxStake]) -> Result<(), String> {
        let first = lying.first().ok_or("nothing lies at a machine")?;
        let places: Vec<usize> = lying.iter().map(|stake| usize::from(stake.place.0)).collect();
        let mut sorted = places.clone();
        sorted.sort_unstable();
        require(sorted.iter().copied().eq(1..=lying.len()), format_args!("stakes lie on lines {places:?}, and not on the first ones"))?;
        require(lying.len() <= self.lines.len(), format_args!("there are {} lines, and stakes on {}", self.lines.len(), lying.len()))?;
        for stake in lying {
            require(stake.kind == StakeKind::Main, format_args!("{:?} lies before the deal", stake.kind))?;
            require(stake.amount == first.amount, "not the same lies on each line")?;
            self.main.check(stake.amount.minor(), self.step, "stake of a line")?;
        }
        Ok(())
    }

    /// Every row of three, four and five equal symbols that pays, and the coefficient of every symbol of the bonus (BQAM-Q80: published).
    fn totals(&self) -> Option<BTreeSet<i64>> {
        let of_lines = self.pays.values().flatten().copied().filter(|times| *times > 0);
        let of_bonus = self.bonus.iter().flat_map(|bonus| bonus.coefficients.values().copied());
        Some(of_lines.chain(of_bonus).collect())
    }

    fn begin(&self, laid: &[BoxStake]) -> Result<Box<dyn DealClerk>, String> {
        self.check_laid(laid)?;
        Ok(Box::new(Deal::new(self.clone(), laid.to_vec())))
    }

    /// What was won is collected, the card is red, and of the closed cards it is the first.
    fn is_default(&self, choice: Choice) -> bool {
        matches!(choice, Choice::Collect | Choice::Red | Choice::Pick(CardChoice(1)))
    }
}
