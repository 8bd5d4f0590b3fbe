//! The bonus: how many runs a field gives, and what one of them pays.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::field::Field;
use crate::model::{Drawn, Symbol, Urn};

/// The bonus of a machine (BQAM-86).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bonus {
    /// Three, four or five and more of this symbol in the field give one, two or three runs (BQAM-Q82).
    pub symbol: Symbol,
    /// Where the pointer may stop, 1 to 1,000 places, each equally likely.
    pub perimeter: Vec<Symbol>,
    /// How many symbols lie open in the middle, 1 to 9.
    pub open: u8,
    /// What each of these is drawn from in every run, 1 to 1,000 places, each equally likely.
    pub middle: Vec<Symbol>,
    /// How many times the total stake a run pays that ends at the symbol, 1 to 1,000 (BQAM-Q81).
    pub coefficients: BTreeMap<Symbol, u32>,
}

/// How many runs a machine gives at most.
pub(super) const RUNS_MOST: u8 = 3;

/// A run that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) pointer: Symbol,
    pub(super) open: Vec<Symbol>,
    /// How many times the total stake it pays.
    pub(super) times: u32,
}

impl Bonus {
    /// How many runs this field gives.
    pub(super) fn runs(&self, field: &Field) -> u8 {
        Self::runs_of(field.count(self.symbol))
    }

    /// How many runs so many bonus symbols give.
    pub(super) fn runs_of(symbols: usize) -> u8 {
        symbols.saturating_sub(2).min(usize::from(RUNS_MOST)) as u8
    }

    /// What a run is drawn from: the pointer's place first, then each of the open ones.
    pub(super) fn urn(&self) -> Urn {
        let places = |symbols: &[Symbol]| u16::try_from(symbols.len()).expect("rules with more places are refused");
        let open = (0..self.open).map(|_| places(&self.middle));
        Urn::of(core::iter::once(places(&self.perimeter)).chain(open).collect())
    }

    /// The run that was drawn.
    pub(super) fn run(&self, drawn: &Drawn) -> Run {
        let pointer = self.perimeter[usize::from(drawn.0[0])];
        let open: Vec<Symbol> = drawn.0[1..].iter().map(|place| self.middle[usize::from(*place)]).collect();
        let times = if open.contains(&pointer) { self.coefficient(pointer) } else { 0 };
        Run { pointer, open, times }
    }

    /// How many times the total stake a run pays that ends at this symbol.
    pub(super) fn coefficient(&self, symbol: Symbol) -> u32 {
        self.coefficients.get(&symbol).copied().unwrap_or_default()
    }

    /// What is wrong: the key and what was expected.
    pub(super) fn problem(&self) -> Option<(&'static str, &'static str)> {
        let has_places = |symbols: &[Symbol]| (1..=1_000).contains(&symbols.len());
        let has_coefficients = self.perimeter.iter().all(|symbol| self.coefficients.contains_key(symbol));
        let checks = [
            (has_places(&self.perimeter), "play.bonus.perimeter", "1 to 1000 symbols"),
            (has_places(&self.middle), "play.bonus.middle", "1 to 1000 symbols"),
            ((1..=9).contains(&self.open), "play.bonus.open", "1 to 9"),
            (has_coefficients, "play.bonus.coefficients", "one for every symbol of the perimeter"),
            (self.coefficients.values().all(|times| (1..=1_000).contains(times)), "play.bonus.coefficients", "1 to 1000 times the stake"),
        ];
        checks.into_iter().find(|(is_good, ..)| !is_good).map(|(_, key, expected)| (key, expected))
    }
}
