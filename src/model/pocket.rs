//! The 37 pockets of the single-zero wheel.

use core::fmt;

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};

/// How many pockets the wheel has (`roulette-am` RAM-1, `roulette-by` RBY-1).
pub const POCKETS: usize = 37;

/// The pockets clockwise, from zero (`roulette-by` RBY-4, `roulette-am` RAM-Q4).
pub const WHEEL_ORDER: [u8; POCKETS] = [
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3,
    26,
];

/// The red numbers (`roulette-by` RBY-5, `roulette-am` RAM-Q3) as a bit set.
const RED: u64 = {
    let red = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];
    let mut bits = 0;
    let mut i = 0;
    while i < red.len() {
        bits |= 1 << red[i];
        i += 1;
    }
    bits
};

/// A pocket of the wheel, 0 to 36.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize)]
#[cbor(transparent)]
#[serde(try_from = "u8", into = "u8")]
pub struct Pocket(#[n(0)] u8);

/// The colour of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// Zero, which is neither red nor black.
    Green,
    /// A red number.
    Red,
    /// A black number.
    Black,
}

impl Pocket {
    /// The pocket of this number, or `None` where there is none.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < POCKETS { Some(Self(number)) } else { None }
    }

    /// All pockets, 0 to 36.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..POCKETS as u8).map(Self)
    }

    /// The pocket's number, 0 to 36.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The colour of the number.
    #[must_use]
    pub const fn colour(self) -> Colour {
        match self.0 {
            0 => Colour::Green,
            number if RED & (1 << number) != 0 => Colour::Red,
            _ => Colour::Black,
        }
    }

    /// The pocket's place in [`WHEEL_ORDER`], 0 to 36.
    #[must_use]
    pub fn place(self) -> usize {
        WHEEL_ORDER.iter().position(|&number| number == self.0).expect("every pocket stands in the wheel's order")
    }

    /// The pocket `steps` places further clockwise (negative: anticlockwise) on the wheel.
    #[must_use]
    pub fn neighbour(self, steps: i8) -> Self {
        let place = (self.place() as i64 + i64::from(steps)).rem_euclid(POCKETS as i64);
        Self(WHEEL_ORDER[place as usize])
    }
}

impl TryFrom<u8> for Pocket {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("a pocket is a number from 0 to 36")
    }
}

impl From<Pocket> for u8 {
    fn from(pocket: Pocket) -> Self {
        pocket.0
    }
}

impl fmt::Display for Pocket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
