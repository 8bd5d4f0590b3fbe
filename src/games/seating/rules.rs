//! What a house says about the seats of a table between players: the keys of its rules file.

use serde::{Deserialize, Serialize};

/// Who may sit, and how the button goes round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatingRules {
    /// The least to sit down with, as so many times the least bet of the table.
    pub buy_in_least_bets: u16,
    /// The most to sit down with or to fill up to, likewise.
    pub buy_in_most_bets: u16,
    /// How the button moves.
    pub button: ButtonRule,
    /// Who gets the button where the highest drawn cards are equal.
    pub button_ties: ButtonTies,
    /// What becomes of a seat that sits out.
    pub absent: Absent,
}

/// How the button moves after a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ButtonRule {
    /// To the next player (TPC-4, SPT-31).
    NextPlayer,
    /// The big blind goes to the next player; the small blind and the button follow, though their seat may be empty (SPT-32).
    Dead,
}

/// Who gets the button where the highest drawn cards are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ButtonTies {
    /// The higher suit: spades, hearts, diamonds, clubs (SPT-30).
    Suit,
    /// The draw is made again (TA-16).
    DrawAgain,
}

/// What becomes of a seat that sits out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Absent {
    /// It is not dealt in, and waits for the big blind when it is back.
    NotDealtIn,
    /// Its forced bets are posted and its hand is dead (SPT-41, SPT-42).
    PostsAndFolds,
}

impl SeatingRules {
    /// What is wrong with it: the key and what was expected.
    #[must_use]
    pub const fn problem(&self) -> Option<(&'static str, &'static str)> {
        if self.buy_in_least_bets == 0 {
            return Some(("seating.buy_in_least_bets", "a number above 0"));
        }
        if self.buy_in_most_bets < self.buy_in_least_bets {
            return Some(("seating.buy_in_most_bets", "at least seating.buy_in_least_bets"));
        }
        None
    }
}
