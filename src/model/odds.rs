//! Odds as ratios of whole numbers, and the named ways to round what the smallest coin cannot pay.

use core::fmt;
use core::str::FromStr;

use alloc::string::{String, ToString};

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};

use super::Money;

/// What a winning stake wins: `win` for each `per` staked. The stake comes back as well. Written `3:2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Odds {
    #[n(0)]
    win: u32,
    #[n(1)]
    per: u32,
}

/// How an amount is rounded that is not a whole number of minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// To the nearest unit, halves up (`blackjack-am` BJAM-Q22, `baccarat-and-quick-cards-am` BQAM-Q17).
    #[n(0)]
    HalfUp,
    /// Down.
    #[n(1)]
    Floor,
}

impl Odds {
    /// The most that either side of the ratio may be.
    pub const MOST: u32 = 10_000;

    /// Half of the stake, as of one that is given up.
    pub const HALF: Self = Self { win: 1, per: 2 };

    /// `win` to `per`; `None` where one of them is nothing or above [`Odds::MOST`].
    #[must_use]
    pub const fn new(win: u32, per: u32) -> Option<Self> {
        if win == 0 || per == 0 || win > Self::MOST || per > Self::MOST { None } else { Some(Self { win, per }) }
    }

    /// `win` to 1, for the constants of rules and tests.
    ///
    /// # Panics
    /// Where `win` is nothing or above [`Odds::MOST`].
    #[must_use]
    pub const fn to_one(win: u32) -> Self {
        Self::new(win, 1).expect("a constant ratio is within its range")
    }

    /// How many times the stake it wins, where that is a whole number.
    #[must_use]
    pub const fn times(self) -> Option<u32> {
        if self.win.is_multiple_of(self.per) { Some(self.win / self.per) } else { None }
    }

    /// What a stake wins at these odds, without the stake itself.
    ///
    /// # Panics
    /// Where the product leaves 64 bits: a stake above [`Money::MOST`] was let in.
    #[must_use]
    pub const fn win_of(self, stake: Money, rounding: Rounding) -> Money {
        let product = stake.checked_mul(self.win as i64).expect("stakes are bounded by Money::MOST, so their wins fit").minor();
        let per = self.per as i64;
        let (whole, rest) = (product.div_euclid(per), product.rem_euclid(per));
        let is_rounded_up = match rounding {
            Rounding::HalfUp => 2 * rest >= per,
            Rounding::Floor => false,
        };
        Money::from_minor(whole + is_rounded_up as i64)
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.win, self.per)
    }
}

/// The text is not a ratio such as `3:2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOdds;

impl fmt::Display for NotOdds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("odds are two whole numbers from 1 to 10000, the win first, such as \"3:2\"")
    }
}

impl FromStr for Odds {
    type Err = NotOdds;

    fn from_str(text: &str) -> Result<Self, NotOdds> {
        let (win, per) = text.split_once(':').ok_or(NotOdds)?;
        let number = |digits: &str| if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None };
        number(win).zip(number(per)).and_then(|(win, per)| Self::new(win, per)).ok_or(NotOdds)
    }
}

impl TryFrom<String> for Odds {
    type Error = NotOdds;

    fn try_from(text: String) -> Result<Self, NotOdds> {
        text.parse()
    }
}

impl From<Odds> for String {
    fn from(odds: Odds) -> Self {
        odds.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(odds: &str, stake: i64, rounding: Rounding, win: i64) {
        let odds: Odds = odds.parse().expect("the case names odds");
        assert_eq!(odds.win_of(Money::from_minor(stake), rounding), Money::from_minor(win));
    }

    #[test]
    fn bjam_k38_three_to_two_of_25_is_38() {
        check("3:2", 25, Rounding::HalfUp, 38);
    }

    #[test]
    fn bjam_k51_rounded_down_it_is_37() {
        check("3:2", 25, Rounding::Floor, 37);
    }

    #[test]
    fn bqam_b50_nineteen_to_twenty_of_25_is_24() {
        check("19:20", 25, Rounding::HalfUp, 24);
    }

    #[test]
    fn whole_wins_are_not_rounded() {
        check("200:1", 100, Rounding::Floor, 20_000);
    }

    #[test]
    fn what_is_no_ratio_is_not_read_as_one() {
        for text in ["", "3", "3:", ":2", "0:1", "1:0", "10001:1", "+3:2", "3:2 ", "3/2", "-1:1"] {
            assert_eq!(text.parse::<Odds>(), Err(NotOdds), "{text:?}");
        }
    }
}
