//! How poker hands rank: the best five cards of up to seven, and the two combinations that one hand may hold.
//!
//! A general evaluator such as `aya_poker` gives one number in the usual order of hands; here an ace and a king without a pair are a
//! combination of their own, and which cards were compared and which of them decided is told beside the number, so the order is written
//! out, and compared with another program's instead (`tests/ranking/`).
//!
//! Here lives the order of hands with A-K below the pair (`house-poker-by` HPC-2, HPC-3), and what a joker makes of one.
//! Here never lives what a combination pays.

mod best_five;
mod double;
mod joker;
mod set;
mod strength;
#[cfg(test)]
mod tests;

pub use double::{DoubleRules, DoubleTest, HandCombinations, combinations};
pub use joker::{JokerHand, JokerYields};
pub use set::{CardSet, Straights};
pub use strength::{Compared, Strength};
