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
