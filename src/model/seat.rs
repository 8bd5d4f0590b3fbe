//! The seats of the cabinet.

use core::fmt;

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};

/// How many seats a cabinet has (`roulette-am` RAM-5).
pub const SEATS: usize = 6;

/// One of the six seats, numbered 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize)]
#[cbor(transparent)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(#[n(0)] u8);

impl Seat {
    /// The seat with this number, or `None` where it is not 1 to 6.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number as usize <= SEATS { Some(Self(number)) } else { None }
    }

    /// All six seats in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=SEATS as u8).map(Self)
    }

    /// The next seat clockwise.
    #[must_use]
    pub const fn next(self) -> Self {
        if self.0 as usize == SEATS { Self(1) } else { Self(self.0 + 1) }
    }

    /// The seat's number, 1 to 6.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The seat's place in an array of six.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl TryFrom<u8> for Seat {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("a seat is a number from 1 to 6")
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
