//! Blackjack by the million: the best way to play each variant of the rules, worked out, and hands played by it.
//!
//! The hands are dealt by the game itself, from the first card to the settlement. Here never lives a rule of the game: what a strategy
//! is worked out from are the options, and a wrong one could only cost the player, never the house.

mod advice;
mod dealer;
mod file;
mod strategy;
mod table;
#[cfg(test)]
mod tests;

pub use file::StrategyFile;
pub use strategy::{Action, Strategy};
pub use table::{PlayedHand, Table};
