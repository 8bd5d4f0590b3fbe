//! Deals of poker between players, street by street: cards, forced bets, betting rounds, and what the hands are worth at the end.
//!
//! Rule numbers SPB and SPG are those of the digests `sport-poker-betting` and `sport-poker-games`; TPC, HOL, OMA, OHL, ST and TA those of
//! `table-poker-by`, TPAM those of `table-poker-am`.
//!
//! Here lives the course of any variant that is a list of streets. Here never live what may be bet (that is `betting`), a seat that comes
//! or goes, a clock, and a shuffle.

mod again;
mod betting_round;
mod hand;
mod house;
mod level;
mod low;
mod mistakes;
mod open_cards;
mod shown;
mod strengths;
mod stub;
mod talk;
#[cfg(test)]
pub(super) mod tests;
mod variant;

pub use hand::{CardTo, Hand, HandSeat, HandWants};
pub use house::{House, OpenTies, OpensHands};
pub use level::Level;
pub use mistakes::{ExposedSeventh, MistakeRules, TwoExposed};
pub use strengths::high;
pub use stub::{ExtraFlopCard, MiddleCardRules, NoBurnFlop, PrematureFlopBurn, PrematureTurn, RiverBurn};
pub use variant::{Asks, BetSize, ForcedBets, Halves, HandRule, Opens, Street, Variant};
