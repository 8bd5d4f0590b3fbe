//! What lies at a table besides cards: pieces, which a console draws without knowing the game.

use serde::Serialize;
use utoipa::ToSchema;

use crate::model::{self, Symbol};

/// What lies at a table besides cards.
#[derive(Serialize, ToSchema)]
#[serde(tag = "piece", rename_all = "kebab-case")]
pub(in crate::http) enum TablePiece {
    /// Columns of symbols with lines across them.
    Reels {
        /// The symbols of each column from top to bottom; empty while they are drawn.
        #[schema(value_type = Vec<Vec<String>>, example = json!([["cherry", "bell", "seven"]]))]
        columns: Vec<Vec<Symbol>>,
        /// The lines that are played, in the order of their boxes.
        lines: Vec<ReelLine>,
        /// The bonus runs that were drawn, in their order.
        runs: Vec<BonusRun>,
        /// How many bonus runs are still to be drawn.
        runs_left: u8,
    },
}

/// A line across the columns.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ReelLine {
    /// Its row in each column, from 0 at the top.
    rows: Vec<u8>,
    /// How many equal symbols from the first column on have won; 0 where it has not won.
    symbols: u8,
    /// What it pays in all.
    pays: i64,
}

/// A bonus run.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct BonusRun {
    /// The symbol at which the pointer stopped.
    #[schema(value_type = String, example = "bell")]
    pointer: Symbol,
    /// What lies open in the middle.
    #[schema(value_type = Vec<String>)]
    open: Vec<Symbol>,
    /// What it pays; 0 where the pointer's symbol is not among the open ones.
    pays: i64,
}

impl From<&model::Piece> for TablePiece {
    fn from(piece: &model::Piece) -> Self {
        let model::Piece::Reels(reels) = piece;
        let line = |line: &model::ReelLine| ReelLine { rows: line.rows.clone(), symbols: line.symbols, pays: line.pays.minor() };
        let run = |run: &model::BonusRun| BonusRun { pointer: run.pointer, open: run.open.clone(), pays: run.pays.minor() };
        Self::Reels {
            columns: reels.columns.clone(),
            lines: reels.lines.iter().map(line).collect(),
            runs: reels.runs.iter().map(run).collect(),
            runs_left: reels.runs_left,
        }
    }
}
