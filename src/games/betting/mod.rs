//! Betting between players: what each may put in, when a round is over, which pots there are, and who gets what of them.
//!
//! Amounts of a wager are totals of the betting round, never increments (SPB-A18). Rule numbers SPB and SPG are those of the digests
//! `sport-poker-betting` and `sport-poker-games`, TPC and TA those of `table-poker-by`, TPAM
//! those of `table-poker-am`.
//!
//! Here lives money and whose turn it is. Here never live a card, a hand's strength, a clock, and which game it is.

mod banks;
mod division;
mod exchange;
mod fee;
mod order;
mod pots;
mod refusal;
mod round;
mod rules;
mod seat_set;
mod settle;
#[cfg(test)]
mod tests;
mod trading;

pub use crate::model::{BettingAction as Action, BettingOffers as Offers, Pot, WagerOffer as Wager};
pub use banks::Banks;
pub use division::{Division, EqualHandsRules};
pub use exchange::{Buyer, Exchange, ExchangeRules, ExchangeTerms};
pub use fee::{Fee, FeeRate};
pub use order::{InTurn, after, blinds};
pub use pots::{OddUnits, PutIn, SeatList, halves, pots, shares, uncalled};
pub use refusal::BettingRefusal;
pub use round::{Forced, Player, Players, Round, Terms};
pub use rules::{BettingRules, CapEnds, HeadsUp, Limit, Reopens, ShortBlind, TimeOver};
pub use settle::{Dividing, Part, PotPaid, Settlement, Share, Winners, settle};
pub use trading::{Trader, Trading, TradingRules, TradingTerms};
