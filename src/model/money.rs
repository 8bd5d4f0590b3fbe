//! Amounts of money in whole minor units.

use core::fmt;

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};

/// An amount of money in whole minor units of the cabinet's currency; may be negative where a balance or a difference is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize)]
#[cbor(transparent)]
#[serde(transparent)]
pub struct Money(#[n(0)] i64);

impl Money {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// The most that one stake, one limit or one balance may be: with it no sum the cabinet forms can leave 64 bits,
    /// for 36 times this amount on each of the 157 positions of each of six seats is still below `i64::MAX`.
    pub const MOST: Self = Self(100_000_000_000_000);

    /// An amount of `minor` whole minor units.
    #[must_use]
    pub const fn from_minor(minor: i64) -> Self {
        Self(minor)
    }

    /// The amount in whole minor units.
    #[must_use]
    pub const fn minor(self) -> i64 {
        self.0
    }

    /// Whether this is more than nothing.
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// Whether this is exactly nothing.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The sum, or `None` where it leaves 64 bits.
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(sum) => Some(Self(sum)),
            None => None,
        }
    }

    /// The difference, or `None` where it leaves 64 bits.
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(difference) => Some(Self(difference)),
            None => None,
        }
    }

    /// The amount taken `factor` times, or `None` where it leaves 64 bits.
    #[must_use]
    pub const fn checked_mul(self, factor: i64) -> Option<Self> {
        match self.0.checked_mul(factor) {
            Some(product) => Some(Self(product)),
            None => None,
        }
    }

    /// The same amount with the other sign.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self(-self.0)
    }

    /// Whether the amount is a whole multiple of `step`; nothing is a multiple of a step that is not positive.
    #[must_use]
    pub const fn is_multiple_of(self, step: Self) -> bool {
        step.0 > 0 && self.0 % step.0 == 0
    }
}

impl core::ops::Add for Money {
    type Output = Self;

    /// # Panics
    /// Where the sum leaves 64 bits: an amount above [`Money::MOST`] was let in, which the limits forbid.
    fn add(self, other: Self) -> Self {
        self.checked_add(other).expect("amounts are bounded by Money::MOST, so their sums fit")
    }
}

impl core::ops::Sub for Money {
    type Output = Self;

    /// # Panics
    /// Where the difference leaves 64 bits, as with the sum.
    fn sub(self, other: Self) -> Self {
        self.checked_sub(other).expect("amounts are bounded by Money::MOST, so their differences fit")
    }
}

impl core::iter::Sum for Money {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, |sum, amount| sum + amount)
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
