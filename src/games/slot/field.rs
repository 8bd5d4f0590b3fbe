//! The field: what lies in the rows of the five columns after a spin, and what a line across it wins.

use alloc::vec::Vec;

use super::Play;
use crate::model::{Drawn, Symbol, Urn};

/// How many columns a machine has.
pub(super) const COLUMNS: usize = 5;

/// The symbols of each column, from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field(pub(super) Vec<Vec<Symbol>>);

/// What a line has won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineWin {
    /// How many equal symbols lie on it from the first column on; 0 where they pay nothing.
    pub(super) symbols: u8,
    /// How many times its stake it pays in all.
    pub(super) times: u32,
}

impl Play {
    /// What the stops are drawn from: each place of each strip is equally likely.
    pub(super) fn stops(&self) -> Urn {
        let places = |strip: &Vec<Symbol>| u16::try_from(strip.len()).expect("rules with longer strips are refused");
        Urn::of(self.strips.iter().map(places).collect())
    }

    /// The field in which each strip has stopped here: the place that was drawn is its first row, and the strip has no end.
    pub(super) fn field(&self, drawn: &Drawn) -> Field {
        let column = |(strip, stop): (&Vec<Symbol>, &u16)| {
            let from = usize::from(*stop);
            (from..from + usize::from(self.rows)).map(|place| strip[place % strip.len()]).collect()
        };
        Field(self.strips.iter().zip(&drawn.0).map(column).collect())
    }

    /// What a line with these rows wins: equal symbols from the first column on, the longest row of them only (BQAM-Q83).
    pub(super) fn line_win(&self, field: &Field, rows: &[u8]) -> LineWin {
        let mut symbols = field.0.iter().zip(rows).map(|(column, row)| column[usize::from(*row)]);
        let Some(first) = symbols.next() else { return LineWin::default() };
        let count = 1 + symbols.take_while(|symbol| *symbol == first).count();
        let times = self.pays.get(&first).map_or(0, |pays| pays.times(count));
        if times == 0 { LineWin::default() } else { LineWin { symbols: count as u8, times } }
    }
}

impl Field {
    /// How many of this symbol lie anywhere in it.
    pub(super) fn count(&self, symbol: Symbol) -> usize {
        self.0.iter().flatten().filter(|other| **other == symbol).count()
    }
}
