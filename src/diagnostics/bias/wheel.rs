//! The wheels whose spins are looked at, and how a list writes where their balls fell.
//!
//! Here lives the order of the pockets alone. What a cabinet plays is the single-zero wheel of `model::pocket`; the other one is of lists.

use crate::model::{Colour, Pocket, WHEEL_ORDER};

/// The pockets of the double-zero wheel clockwise, from zero; the double zero stands as 37.
const DOUBLE_ZERO_ORDER: [u8; 38] = [
    0,
    28,
    9,
    26,
    30,
    11,
    7,
    20,
    32,
    17,
    5,
    22,
    34,
    15,
    3,
    24,
    36,
    13,
    1,
    DOUBLE_ZERO,
    27,
    10,
    25,
    29,
    12,
    8,
    19,
    31,
    18,
    6,
    21,
    33,
    16,
    4,
    23,
    35,
    14,
    2,
];

const DOUBLE_ZERO: u8 = 37;

/// A wheel. Its pockets are counted by their places: 0 is that of the zero, and the next ones follow clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wheel {
    /// With one zero, as a cabinet has it.
    SingleZero,
    /// With a zero and a double zero.
    DoubleZero,
}

impl Wheel {
    const fn order(self) -> &'static [u8] {
        match self {
            Self::SingleZero => &WHEEL_ORDER,
            Self::DoubleZero => &DOUBLE_ZERO_ORDER,
        }
    }

    /// How many pockets it has.
    #[must_use]
    pub const fn pockets(self) -> usize {
        self.order().len()
    }

    /// How far the wins must be from even, as the chi-square's excess, so that the test of the pockets fails in four of five tries.
    pub(super) const fn excess_seen(self) -> f64 {
        match self {
            Self::SingleZero => 35.084_3,
            Self::DoubleZero => 35.458_3,
        }
    }

    /// The place of the pocket that a list writes so. A 00 is never taken for a 0.
    #[must_use]
    pub fn place_of(self, word: &str) -> Option<usize> {
        let number = match word {
            "00" => DOUBLE_ZERO,
            _ if word.bytes().all(|byte| byte.is_ascii_digit()) => Pocket::new(word.parse().ok()?)?.number(),
            _ => return None,
        };
        self.order().iter().position(|of_place| *of_place == number)
    }

    /// The pocket at this place; `None` for the double zero.
    ///
    /// # Panics
    /// Where the wheel has no such place.
    #[must_use]
    pub fn pocket(self, place: usize) -> Option<Pocket> {
        Pocket::new(self.order()[place])
    }

    pub(super) fn colour(self, place: usize) -> Colour {
        self.pocket(place).map_or(Colour::Green, Pocket::colour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place of what is written so on each wheel.
    #[track_caller]
    fn check(word: &str, single: Option<usize>, double: Option<usize>) {
        assert_eq!([Wheel::SingleZero, Wheel::DoubleZero].map(|wheel| wheel.place_of(word)), [single, double], "{word:?}");
    }

    #[test]
    fn a_double_zero_is_no_zero_and_a_pocket_of_its_own_wheel_alone() {
        check("0", Some(0), Some(0));
        check("00", None, Some(19));
        check("32", Some(1), Some(8));
        check("07", Some(31), Some(6));
        for wrong in ["37", "-1", "+5", "", "x", "1.0", "256"] {
            check(wrong, None, None);
        }
        assert_eq!([0, 19, 37].map(|place| Wheel::DoubleZero.pocket(place)), [Pocket::new(0), None, Pocket::new(2)]);
    }

    #[test]
    fn on_the_double_zero_wheel_each_odd_number_faces_the_next_even_one_and_colours_alternate() {
        let order = Wheel::DoubleZero.order();
        let mut numbers = order.to_vec();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..38).collect::<Vec<u8>>());
        for place in 1..19 {
            let (low, high) = (order[place].min(order[place + 19]), order[place].max(order[place + 19]));
            assert_eq!((low % 2, high), (1, low + 1), "at place {place}");
        }
        for side in [1..18, 20..37] {
            side.for_each(|place| assert_ne!(Wheel::DoubleZero.colour(place), Wheel::DoubleZero.colour(place + 1), "at place {place}"));
        }
        assert_eq!([0, 19].map(|place| Wheel::DoubleZero.colour(place)), [Colour::Green; 2]);
    }
}
