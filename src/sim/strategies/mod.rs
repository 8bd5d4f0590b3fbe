//! The strategies: how a game is best played, worked out from its rules, and hands played so by the million.
//!
//! Here never lives a cabinet, a device or a person.

pub mod blackjack;
pub mod hands;
pub mod house_poker;
pub mod seeded_shoe;
