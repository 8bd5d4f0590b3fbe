//! The words that all lines of golden rounds have in common: seats, amounts, numbers, and that something is as it was expected.

use crate::model::{Money, Position, Seat};

pub(super) fn seat(words: &str) -> Result<Seat, String> {
    let number = words.trim().parse().ok().and_then(Seat::new);
    number.ok_or_else(|| format!("{words:?} is not a seat; seats are 1 to 6"))
}

pub(super) fn amount_of(words: &str) -> Result<Money, String> {
    words.trim().parse().map(Money::from_minor).map_err(|_| format!("{words:?} is not an amount in minor units"))
}

pub(super) fn number(words: &str) -> Result<u64, String> {
    words.trim().parse().map_err(|_| format!("{words:?} is not a number"))
}

pub(super) fn position(words: &str) -> Result<Position, String> {
    super::bets::position(words.trim())
}

/// Whether something is as it was expected; otherwise what it is.
pub(super) fn same<T: PartialEq + std::fmt::Display>(is: T, expected: T) -> Result<(), String> {
    if is == expected { Ok(()) } else { Err(format!("it is {is}")) }
}
