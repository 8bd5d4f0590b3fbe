//! The fee of the house: what it takes of a pot before the pot is awarded (TPC-11, TPC-12).

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::model::{Money, SEATS};

/// What the house takes of the pots of a deal. The uncalled part is in no pot, so nothing is taken of it (TA-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fee {
    /// How much.
    pub rate: FeeRate,
    /// The most of a deal, over all its pots; from the main pot on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_minor: Option<Money>,
    /// Whether it is taken where the deal ended before the second street, such as before the flop (TA-13).
    pub without_flop: bool,
    /// What a player pays out of his stack for each hour that he has begun at the table (TPAM-10, TPAM-Q29); none: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hourly_minor: Option<Money>,
}

/// How the fee is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeeRate {
    /// A sum for each deal, from the main pot on, as far as the pots reach.
    FlatMinor(Money),
    /// Hundredths of a percent of each pot, rounded down to the smallest chip for each pot by itself: 500 are 5 %.
    PercentHundredths(u16),
}

impl Fee {
    /// No fee.
    pub const NONE: Self = Self { rate: FeeRate::FlatMinor(Money::ZERO), most_minor: None, without_flop: true, hourly_minor: None };

    /// The most of a pot that a house may take, in hundredths of a percent (TPC-11, `table-poker-am` TPAM-10).
    pub const PERCENT_HUNDREDTHS_MOST: u16 = 500;

    /// What is wrong with it: the key and what was expected.
    #[must_use]
    pub fn problem(&self) -> Option<(&'static str, &'static str)> {
        let is_amount = |amount: Money| amount >= Money::ZERO && amount <= Money::MOST;
        if self.hourly_minor.is_some_and(|sum| !sum.is_positive() || sum > Money::MOST) {
            return Some(("fee.hourly_minor", "an amount above 0, or no such key"));
        }
        match self.rate {
            FeeRate::PercentHundredths(share) if share > Self::PERCENT_HUNDREDTHS_MOST => {
                Some(("fee.rate", "at most 500 hundredths of a percent (TPC-11, TPAM-10)"))
            }
            FeeRate::FlatMinor(sum) if !is_amount(sum) => Some(("fee.rate", "an amount from 0")),
            _ => self.most_minor.filter(|most| !is_amount(*most)).map(|_| ("fee.most_minor", "an amount from 0")),
        }
    }

    /// The fee of each of these pots, the main pot first.
    #[must_use]
    pub fn of_pots(&self, pots: &[Money], has_flop: bool, unit: Money) -> SmallVec<[Money; SEATS]> {
        if !has_flop && !self.without_flop {
            return pots.iter().map(|_| Money::ZERO).collect();
        }
        let mut left = self.most_minor.unwrap_or(Money::MOST);
        if let FeeRate::FlatMinor(sum) = self.rate {
            left = left.min(sum);
        }
        let mut taken = SmallVec::new();
        for pot in pots {
            let fee = self.of_pot(*pot, unit).min(left).max(Money::ZERO);
            left = left - fee;
            taken.push(fee);
        }
        taken
    }

    /// Before the most of the deal is looked at.
    fn of_pot(&self, pot: Money, unit: Money) -> Money {
        match self.rate {
            FeeRate::FlatMinor(_) => pot,
            FeeRate::PercentHundredths(share) => {
                let unit = unit.minor().max(1);
                // A pot of six stacks of the most, five percent of it: far within 64 bits.
                let exact = pot.minor().saturating_mul(i64::from(share)) / 10_000;
                Money::from_minor(exact / unit * unit).min(pot)
            }
        }
    }
}
