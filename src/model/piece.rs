//! What lies at a table besides cards. A console draws pieces and knows no game.

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{Money, Symbol};

/// A piece of a table, as everybody who may look there sees it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Piece {
    /// Columns of symbols with lines across them.
    #[n(0)]
    Reels(#[n(0)] Reels),
}

/// Columns of symbols with lines across them. Nothing of a field is in it before its draw is recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Reels {
    /// The symbols of each column from top to bottom; empty while they are drawn.
    #[n(0)]
    pub columns: Vec<Vec<Symbol>>,
    /// The lines that are played, the first chosen first.
    #[n(1)]
    pub lines: Vec<ReelLine>,
    /// The bonus runs that were drawn, in their order.
    #[n(2)]
    pub runs: Vec<BonusRun>,
    /// How many bonus runs are still to be drawn.
    #[n(3)]
    pub runs_left: u8,
}

/// A line across the columns.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct ReelLine {
    /// Its row in each column, counted from 0 at the top.
    #[n(0)]
    pub rows: Vec<u8>,
    /// How many equal symbols from the first column on have won; 0 where it has not won.
    #[n(1)]
    pub symbols: u8,
    /// What it pays in all.
    #[n(2)]
    pub pays: Money,
}

/// A bonus run: a pointer went round a table of symbols, others lie open in its middle.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct BonusRun {
    /// Where the pointer stopped.
    #[n(0)]
    pub pointer: Symbol,
    /// What lies open in the middle.
    #[n(1)]
    pub open: Vec<Symbol>,
    /// What it pays; nothing where the pointer's symbol is not among the open ones.
    #[n(2)]
    pub pays: Money,
}
