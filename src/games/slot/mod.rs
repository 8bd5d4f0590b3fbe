//! Slot-type machine: five reels, lines across them, bonus runs, and a risk game with what was won.
//!
//! 1. The player stakes the same on the first lines, one to all of them: line n is box n (`baccarat-and-quick-cards-am` BQAM-80). The deal
//!    begins with that.
//! 2. The stops of the five reels are drawn at once, each place of a strip equally likely. A line wins with three, four or five equal symbols
//!    from the first column on, the longest row of them only (BQAM-81, BQAM-Q83); wins add up (BQAM-82).
//! 3. Three, four or five bonus symbols anywhere in the field give one, two or three bonus runs: a pointer stops at one of the symbols round
//!    a table, others lie open in the middle. Where the pointer's symbol is among these, the run pays the total stake times the symbol's
//!    coefficient (BQAM-86, BQAM-Q81, BQAM-Q82).
//! 4. A win may be collected, or the whole of it, half of it (rounded down, BQAM-Q85), or double of it, the other half from the credit, be put
//!    at risk (BQAM-83): by a card against another one, or by the colour of a card (BQAM-84, BQAM-Q84). The player may stop after every round
//!    (BQAM-85). Silence collects; where the win is at risk already it says red, and picks the first card.
//! 5. After so many rounds that were won, or where no round could be won within the limit, the win is collected.
//! 6. Where a fault ends the deal before the field is recorded, the stakes come back; after it what was won stands (BQAM-Q88). While bonus runs
//!    are still to be drawn it stands only where it is no less than the stakes. A round of the risk game that was not decided counts as not
//!    played.

mod bonus;
mod counting;
mod deal;
mod field;
mod rules;
mod settle;
mod sheet;
#[cfg(test)]
mod tests;

pub use bonus::Bonus;
pub use deal::Deal;
pub use rules::{LinePays, Play, Risk, RiskBy, RiskPart, Rules};
pub use sheet::SHEET;
