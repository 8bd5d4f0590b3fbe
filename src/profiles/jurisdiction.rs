//! Jurisdiction files: what a place restricts. A jurisdiction never allows what the rules file or the house forbids.

use serde::Deserialize;

use super::{Checked, Problem};
use crate::model::Money;

/// The keys of `device-profiles/jurisdictions/*.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jurisdiction {
    /// Where the restrictions come from.
    pub source: String,
    /// The least price of one unit (`roulette-am` RAM-8).
    pub unit_price_least_minor: Money,
    /// The most price of one unit (`roulette-am` RAM-8).
    pub unit_price_most_minor: Money,
    /// How many spins an hour at most; 1 to 240.
    pub spins_per_hour_most: u32,
    /// How long players must have to bet, in seconds; 5 to 600.
    pub betting_least_seconds: u32,
    /// A win of so much or more in one round or deal must be paid by an attendant's hand; a cabinet file may name a smaller amount, and none where
    /// there is no such key.
    pub hand_pay_from_minor: Option<Money>,
}

impl Checked for Jurisdiction {
    fn problems(&self) -> Vec<Problem> {
        let prices = Money::from_minor(1)..=Money::MOST;
        let least = self.unit_price_least_minor;
        let cases = [
            (prices.contains(&least), "unit_price_least_minor", "an amount above 0"),
            (
                self.unit_price_most_minor >= least && prices.contains(&self.unit_price_most_minor),
                "unit_price_most_minor",
                "at least the least unit price",
            ),
            ((1..=240).contains(&self.spins_per_hour_most), "spins_per_hour_most", "1 to 240"),
            ((5..=600).contains(&self.betting_least_seconds), "betting_least_seconds", "5 to 600 seconds"),
            (self.hand_pay_from_minor.is_none_or(|least| prices.contains(&least)), "hand_pay_from_minor", "an amount above 0"),
        ];
        super::problems_of(cases)
    }
}
