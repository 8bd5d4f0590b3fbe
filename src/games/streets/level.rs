//! The amounts of a table, or of a level of a tournament, in minor units.

use serde::{Deserialize, Serialize};

use super::house::House;
use super::variant::{BetSize, ForcedBets};
use crate::games::betting::Limit;
use crate::model::Money;

/// What is put in and what may be bet. What a variant does not know is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Level {
    /// Everybody's, before the deal.
    pub ante: Money,
    /// The small blind.
    pub small_blind: Money,
    /// The big blind, or the one blind of the first hand; without fixed limit the least bet as well (SPB-25).
    pub big_blind: Money,
    /// The bring-in of the studs.
    pub bring_in: Money,
    /// The small bet of fixed limit; of spread limit at the studs, and where everybody puts in the initial stake alone, the least bet.
    pub small_bet: Money,
    /// The big bet of fixed limit.
    pub big_bet: Money,
    /// The most of a wager above the price, in spread limit.
    pub most_bet: Money,
    /// The smallest chip in play.
    pub unit: Money,
}

impl Level {
    /// What is put in and what may be bet, each by its key; the smallest chip is none of them.
    #[must_use]
    pub const fn amounts(&self) -> [(&'static str, Money); 7] {
        [
            ("ante", self.ante),
            ("small_blind", self.small_blind),
            ("big_blind", self.big_blind),
            ("bring_in", self.bring_in),
            ("small_bet", self.small_bet),
            ("big_bet", self.big_bet),
            ("most_bet", self.most_bet),
        ]
    }

    /// The keys of the amounts that a table of this house needs beside its smallest chip, in an order in which one may follow from those
    /// before it.
    #[must_use]
    pub const fn needed(house: &House) -> &'static [&'static str] {
        match (house.variant.forced(), house.betting.limit) {
            (ForcedBets::Blinds, Limit::NoLimit | Limit::PotLimit) => &["small_blind", "big_blind"],
            (ForcedBets::Blinds, Limit::FixedLimit) => &["small_blind", "big_blind", "small_bet", "big_bet"],
            (ForcedBets::Blinds, Limit::Spread) => &["small_blind", "big_blind", "most_bet"],
            (ForcedBets::BringIn, Limit::FixedLimit) => &["bring_in", "small_bet", "big_bet"],
            (ForcedBets::BringIn, _) => &["small_bet", "bring_in", "most_bet"],
            (ForcedBets::FirstBlind, _) => &["ante", "big_blind", "most_bet"],
            (ForcedBets::Stake, Limit::FixedLimit) => &["ante"],
            (ForcedBets::Stake, _) => &["ante", "small_bet", "most_bet"],
        }
    }

    /// What of it does not fit the house: the key and what was expected.
    #[must_use]
    pub fn problem(&self, house: &House) -> Option<(&'static str, &'static str)> {
        if let Some((key, _)) = self.amounts().into_iter().find(|(_, amount)| *amount < Money::ZERO || *amount > Money::MOST) {
            return Some((key, "an amount from 0"));
        }
        let forced = house.variant.forced();
        let (is_blind, brings_in, is_first) =
            (forced == ForcedBets::Blinds, forced == ForcedBets::BringIn, forced == ForcedBets::FirstBlind);
        let is_stake = forced == ForcedBets::Stake;
        let (is_fixed, is_spread) = (house.betting.limit == Limit::FixedLimit, house.betting.limit == Limit::Spread);
        let cases = [
            (self.unit.is_positive() && self.unit <= Money::MOST, "unit", "an amount above 0"),
            (brings_in || is_stake || self.big_blind.is_positive(), "big_blind", "an amount above 0"),
            (!is_first && !is_stake || self.ante.is_positive(), "ante", "an amount above 0 (TPAM-3)"),
            (!is_blind || self.small_blind <= self.big_blind, "small_blind", "at most the big blind"),
            (!brings_in || self.bring_in.is_positive(), "bring_in", "an amount above 0"),
            (!is_fixed && !brings_in && !is_stake || self.size(house, BetSize::Small).is_positive(), "small_bet", "an amount above 0"),
            (!brings_in || is_spread || self.bring_in <= self.small_bet, "bring_in", "at most the small bet (SPB-4)"),
            // It is a stake like any other there.
            (!brings_in || is_fixed || self.bring_in >= self.small_bet, "bring_in", "at least the least bet (TPC-14)"),
            (!brings_in || is_fixed || self.bring_in <= self.most_bet, "bring_in", "at most the most bet (TPC-14)"),
            (!is_fixed || is_stake || self.big_bet >= self.small_bet, "big_bet", "at least the small bet"),
            (!is_spread || self.most_bet >= self.size(house, BetSize::Small), "most_bet", "at least the least bet"),
            // Stacks stay whole chips.
            (house.fee.hourly_minor.is_none_or(|fee| fee.is_multiple_of(self.unit)), "unit", "a divisor of the fee by the hour"),
        ];
        cases.into_iter().find(|(holds, ..)| !holds).map(|(_, key, expected)| (key, expected))
    }

    /// The least stack that is dealt in: one chip, or the initial stake where that is all that everybody must put in (TPAM-30).
    #[must_use]
    pub fn least_stack(&self, house: &House) -> Money {
        if house.variant.forced() == ForcedBets::Stake { self.ante } else { Money::from_minor(1) }
    }

    /// The least bet, with its key: the small bet of fixed limit. The fixed price of an opening is the initial stake (TPAM-35).
    #[must_use]
    pub fn least_bet(&self, house: &House) -> (&'static str, Money) {
        match (house.betting.limit, house.variant.forced()) {
            (Limit::FixedLimit, ForcedBets::Stake) => ("ante", self.ante),
            (Limit::FixedLimit, _) | (_, ForcedBets::BringIn | ForcedBets::Stake) => ("small_bet", self.small_bet),
            _ => ("big_blind", self.big_blind),
        }
    }

    /// The size of a street in fixed limit, else the least bet.
    #[must_use]
    pub fn size(&self, house: &House, street: BetSize) -> Money {
        let has_big_bet = house.betting.limit == Limit::FixedLimit && house.variant.forced() != ForcedBets::Stake;
        if has_big_bet && street == BetSize::Big { self.big_bet } else { self.least_bet(house).1 }
    }
}
