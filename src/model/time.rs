//! Moments and spans of time as they are recorded: whole microseconds, given by the daemon, never asked for here.

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};

/// A moment: microseconds since 1970-01-01 00:00 UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize)]
#[cbor(transparent)]
#[serde(transparent)]
pub struct Timestamp(#[n(0)] u64);

/// A length of time in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize)]
#[cbor(transparent)]
#[serde(transparent)]
pub struct Span(#[n(0)] u64);

impl Timestamp {
    /// The moment `microseconds` after the start of 1970.
    #[must_use]
    pub const fn from_microseconds(microseconds: u64) -> Self {
        Self(microseconds)
    }

    /// Microseconds since the start of 1970.
    #[must_use]
    pub const fn microseconds(self) -> u64 {
        self.0
    }

    /// The moment `span` later, or the last one there is.
    #[must_use]
    pub const fn after(self, span: Span) -> Self {
        Self(self.0.saturating_add(span.0))
    }

    /// The time from `earlier` to this moment; nothing where `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

/// By how much the wall clock is ahead of the house's own time, in microseconds; below nothing where it is behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
#[cbor(transparent)]
pub struct ClockOffset(#[n(0)] i64);

impl ClockOffset {
    /// So many microseconds.
    #[must_use]
    pub const fn from_microseconds(microseconds: i64) -> Self {
        Self(microseconds)
    }

    /// The difference in microseconds.
    #[must_use]
    pub const fn microseconds(self) -> i64 {
        self.0
    }

    /// By how much `wall` is ahead of `at`, or the most that can be told.
    #[must_use]
    pub const fn between(wall: Timestamp, at: Timestamp) -> Self {
        let ahead = wall.0 as i128 - at.0 as i128;
        Self(if ahead > i64::MAX as i128 {
            i64::MAX
        } else if ahead < i64::MIN as i128 {
            i64::MIN
        } else {
            ahead as i64
        })
    }

    /// What the wall clock shows at this moment of the house's own time.
    #[must_use]
    pub const fn shown(self, at: Timestamp) -> Timestamp {
        Timestamp(at.0.saturating_add_signed(self.0))
    }
}

impl Span {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// `microseconds` microseconds.
    #[must_use]
    pub const fn from_microseconds(microseconds: u64) -> Self {
        Self(microseconds)
    }

    /// `milliseconds` milliseconds.
    #[must_use]
    pub const fn from_milliseconds(milliseconds: u64) -> Self {
        Self(milliseconds.saturating_mul(1_000))
    }

    /// `seconds` seconds.
    #[must_use]
    pub const fn from_seconds(seconds: u64) -> Self {
        Self(seconds.saturating_mul(1_000_000))
    }

    /// The length in microseconds.
    #[must_use]
    pub const fn microseconds(self) -> u64 {
        self.0
    }

    /// The length in whole milliseconds, rounded down.
    #[must_use]
    pub const fn milliseconds(self) -> u64 {
        self.0 / 1_000
    }
}
