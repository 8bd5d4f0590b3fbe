//! House poker by the million: what each decision is worth against each card of the dealer's, worked out from the options; the player
//! who always takes the one that is worth most, and the one who plays by a chart that people can read.
//!
//! The hands are dealt and settled by the game itself. Here never lives a rule of the game: what is worked out are expectations, and a
//! wrong one could only cost the player, never the house. Amounts are in antes.
//!
//! Everything that can still come is gone through, with these simplifications:
//!
//! - Hands of the dealer are told apart by their ranks alone; of those with five different ranks one in 256 is taken for a flush.
//! - A card that was given away counts as dead while an exchange is considered, and is forgotten when what came of it is judged.
//! - Of the flushes that come of the exchange of three cards only the number is looked at, not which ranks are dead.
//! - Flushes that would come of the exchange of four or five cards are left out, and these exchanges do not look at what is given away.
//! - The most payout of a box is not looked at, nor that A-K as a second combination may be withheld (RUS-14), nor a second purchase.

mod chart;
mod dealer;
mod improvement;
mod known;
mod ranks;
mod sampled;
mod seen;
mod strategy;
mod terms;
#[cfg(test)]
mod tests;
mod worth;

pub use chart::{Chart, ChartFile};
pub use sampled::{OpenCardPlay, SampledPlay};
pub use strategy::BestPlay;
