//! What a stake must return by the auditor's own reckoning.

use std::fmt::Display;

use super::keys::Ratio;
use crate::model::{Card, Combination, Rank};

/// What one stake returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// What becomes of it.
    pub(super) end: End,
    /// Its wins, the higher first (RUS-12).
    pub(super) wins: Vec<Won>,
}

/// One win of a stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Won {
    /// How much, the stake itself not counted.
    pub(super) amount: i64,
    pub(super) odds: Ratio,
    /// The combination of the row of the pay table, where the row has one.
    pub(super) combination: Option<Combination>,
}

impl Won {
    pub(super) fn of(stake: i64, odds: Ratio, halves_up: bool, combination: Option<Combination>) -> Self {
        Self { amount: odds.of(stake, halves_up), odds, combination }
    }
}

/// What becomes of a stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It comes back with its wins.
    Wins,
    /// It comes back.
    ComesBack,
    /// It is gone.
    Gone,
    /// It was a price.
    Price,
    /// So much of it comes back.
    Part(i64),
    /// It comes back with so much more, for a fault of the house (HPAM-30).
    Compensated(i64),
    /// It stays where it lies, for the next deal (BJB-33).
    Waits,
}

impl Line {
    pub(super) const GONE: Self = Self::plain(End::Gone);
    pub(super) const BACK: Self = Self::plain(End::ComesBack);
    pub(super) const PRICE: Self = Self::plain(End::Price);
    pub(super) const WAITS: Self = Self::plain(End::Waits);

    const fn plain(end: End) -> Self {
        Self { end, wins: Vec::new() }
    }

    pub(super) fn wins(won: Won) -> Self {
        Self { end: End::Wins, wins: vec![won] }
    }

    pub(super) const fn part(part: i64) -> Self {
        Self::plain(End::Part(part))
    }

    pub(super) const fn compensated(penalty: i64) -> Self {
        Self::plain(End::Compensated(penalty))
    }

    /// What comes back for a stake of this amount.
    pub(super) fn returned(&self, stake: i64) -> i64 {
        match self.end {
            End::Wins => stake + self.won(),
            End::ComesBack => stake,
            End::Gone | End::Price | End::Waits => 0,
            End::Part(part) => part,
            End::Compensated(penalty) => stake + penalty,
        }
    }

    /// What is won.
    pub(super) fn won(&self) -> i64 {
        self.wins.iter().map(|won| won.amount).sum()
    }
}

/// The number on a card: 2 to 10, jack 11, queen 12, king 13, ace 14.
pub(super) fn pips(card: Card) -> u8 {
    match card.rank() {
        Rank::Two => 2,
        Rank::Three => 3,
        Rank::Four => 4,
        Rank::Five => 5,
        Rank::Six => 6,
        Rank::Seven => 7,
        Rank::Eight => 8,
        Rank::Nine => 9,
        Rank::Ten => 10,
        Rank::Jack => 11,
        Rank::Queen => 12,
        Rank::King => 13,
        Rank::Ace => 14,
    }
}

/// Objects unless this holds.
pub(super) fn require(holds: bool, objection: impl Display) -> Result<(), String> {
    if holds { Ok(()) } else { Err(objection.to_string()) }
}
