//! Every way in which a spin of one line can end, counted out: the strips place by place, the bonus run by run.
//!
//! With more lines every line wins as often, and the bonus goes by the total stake, so that what comes back of a stake is the same.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::Play;
use super::bonus::{Bonus, RUNS_MOST};
use super::field::{COLUMNS, Field};
use crate::model::{Drawn, Symbol};

/// In how many ways something ends with so much: times of the stake, bonus symbols in the field.
type Ways = BTreeMap<u32, u128>;

impl Play {
    /// How many times the stake of one line a spin returns, each with the number of ways. A risk game after it is left alone: what is put there
    /// is returned on average, by symmetry.
    #[must_use]
    pub fn ways_of_one_line(&self) -> BTreeMap<u32, u128> {
        let run = self.bonus.as_ref().map(Bonus::ways_of_run).unwrap_or_else(|| [(0, 1)].into());
        let runs: Vec<Ways> = (0..=RUNS_MOST).map(|runs| ways_of_runs(&run, runs)).collect();
        let mut sum = Ways::new();
        let mut on_line = Vec::new();
        self.every_line(&mut on_line, &[(0, 1)].into(), &mut |symbols, stars| {
            let field = Field(symbols.iter().map(|symbol| alloc::vec![*symbol]).collect());
            let times = self.line_win(&field, &[0; COLUMNS]).times;
            for (stars, ways) in stars {
                let runs = &runs[usize::from(self.bonus.as_ref().map_or(0, |_| Bonus::runs_of(*stars as usize)))];
                runs.iter().for_each(|(more, of_runs)| *sum.entry(times + more).or_default() += ways * of_runs);
            }
        });
        sum
    }

    /// Calls `ended` for every row of symbols that can lie on the first line, with the ways by the number of bonus symbols in the field.
    fn every_line(&self, on_line: &mut Vec<Symbol>, stars: &Ways, ended: &mut impl FnMut(&[Symbol], &Ways)) {
        let column = on_line.len();
        if column == COLUMNS {
            return ended(on_line, stars);
        }
        for (symbol, of_column) in self.column_ways(column) {
            on_line.push(symbol);
            self.every_line(on_line, &added(stars, &of_column), ended);
            on_line.pop();
        }
    }

    /// What can lie on the first line in this column, with the ways by the number of bonus symbols in the column.
    fn column_ways(&self, column: usize) -> BTreeMap<Symbol, Ways> {
        let mut ways: BTreeMap<Symbol, Ways> = BTreeMap::new();
        for stop in 0..self.strips[column].len() as u16 {
            let mut stops = [0; COLUMNS];
            stops[column] = stop;
            let Field(mut columns) = self.field(&Drawn(stops.to_vec()));
            let seen = Field(alloc::vec![columns.swap_remove(column)]);
            let stars = self.bonus.as_ref().map_or(0, |bonus| seen.count(bonus.symbol)) as u32;
            let on_line = seen.0[0][usize::from(self.lines[0][column])];
            *ways.entry(on_line).or_default().entry(stars).or_default() += 1;
        }
        ways
    }
}

impl Bonus {
    /// How many times the stake a run pays, each with the number of ways.
    fn ways_of_run(&self) -> Ways {
        let places = self.middle.len() as u128;
        let drawn = |places: u128| (0..self.open).fold(1, |ways, _| ways * places);
        let mut sum = Ways::new();
        for pointer in &self.perimeter {
            let without = drawn(self.middle.iter().filter(|symbol| *symbol != pointer).count() as u128);
            *sum.entry(0).or_default() += without;
            *sum.entry(self.coefficient(*pointer)).or_default() += drawn(places) - without;
        }
        sum.retain(|_, ways| *ways > 0);
        sum
    }
}

/// What so many runs pay together, in as many ways as [`RUNS_MOST`] runs have, so that ways of different numbers of runs can be added.
fn ways_of_runs(run: &Ways, runs: u8) -> Ways {
    let all: u128 = run.values().sum();
    let spare = (runs..RUNS_MOST).fold(1, |ways, _| ways * all);
    (0..runs).fold([(0, spare)].into(), |sum, _| added(&sum, run))
}

/// Both happen: what they have adds up, and their ways multiply.
fn added(one: &Ways, other: &Ways) -> Ways {
    let mut sum = Ways::new();
    for (a, ways) in one {
        other.iter().for_each(|(b, of_other)| *sum.entry(a + b).or_default() += ways * of_other);
    }
    sum
}
