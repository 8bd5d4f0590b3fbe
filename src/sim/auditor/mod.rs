//! The auditor: a second bookkeeper who believes nothing. It reads what came in and what is said to have come of it, keeps books of
//! its own with pay tables of its own, and objects.
//!
//! Here never live: anything of `games` or `cabinet`; a test of the house reads this folder for their names.

mod at_tables;
mod attendant_call;
mod between;
mod book;
mod cards;
mod dispute;
mod facts;
mod hand_pay;
mod lists;
mod play_session;
mod seat_lock;
mod self_test;
mod shift;
mod stake_limits;
mod visibility;

pub use between::PlayerRules;
pub use book::Book;
pub use cards::TableRules;
pub use lists::PayTable;

use crate::model::PlayerProtection;

/// What the auditor has to know of the house.
#[derive(Clone, Debug)]
pub struct House {
    /// The pay table.
    pub table: PayTable,
    /// Every stake is a multiple of this.
    pub step: i64,
    /// The most of all stakes of a seat.
    pub seat_most: i64,
    /// The least of a seat on one position.
    pub position_least: i64,
    /// The most of a seat on one position.
    pub position_most: i64,
    /// The most the table may have to pay above the stakes on it.
    pub exposure_most: i64,
    /// The most a position may win.
    pub win_most: Option<i64>,
    /// Whether betting opens again after a spin that does not count.
    pub reopens: bool,
    /// Whether the stakes go back after such a spin.
    pub refunds: bool,
    /// After how many such spins in a row a round is void.
    pub no_spins_most: usize,
    /// A win of so much or more in one round or deal is paid by hand.
    pub hand_pay_from: Option<i64>,
    /// What is asked for the protection of players; `None` where they have no sessions.
    pub player_protection: Option<PlayerProtection>,
    /// The rules of its card tables, in the order of their numbers.
    pub card_tables: Vec<TableRules>,
    /// The rules of its machines, in their order in the cabinet file; every seat has a table of its own at each.
    pub machines: Vec<TableRules>,
    /// The rules of its tables between players, in their order in the cabinet file.
    pub player_tables: Vec<PlayerRules>,
}

/// What the auditor objects to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("input {input}: {objection}")]
pub struct Objection {
    /// The number of the input.
    pub input: u64,
    /// What is wrong.
    pub objection: String,
}

#[cfg(test)]
mod tests;
