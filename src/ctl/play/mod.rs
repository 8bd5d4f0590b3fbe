//! `croupierctl play`: rounds as a croupier would tell them, played on a cabinet.

mod bets;

pub use bets::{bets, name_of, position};
