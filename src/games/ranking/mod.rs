//! How poker hands rank: the best five cards of up to seven, and the two combinations that one hand may hold.
//!
//! Here lives the order of hands with A-K below the pair (`house-poker-by` HPC-2, HPC-3). Here never lives what a combination pays.

mod double;
mod set;
mod strength;
#[cfg(test)]
mod tests;

pub use double::{DoubleRules, DoubleTest, HandCombinations, combinations};
pub use set::CardSet;
pub use strength::{Compared, Strength};
