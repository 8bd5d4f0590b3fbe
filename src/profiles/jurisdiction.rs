//! Jurisdiction files: what a place restricts. A jurisdiction never allows what the rules file or the house forbids.

use serde::Deserialize;

use super::{Checked, Problem};
use crate::model::{Money, PlayerProtection, SESSION_MINUTES_MOST};

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
    /// What is asked for the protection of players; without it there are no sessions of play.
    pub player_protection: Option<PlayerProtectionKeys>,
}

/// The keys of `[player_protection]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerProtectionKeys {
    /// Before the first stake of a session the player confirms that he is so many years old or older; 16 to 99.
    pub age_least_years: Option<u8>,
    /// After so many minutes of play, and again after as many, the player confirms that he has seen how long he has played and what he has won or
    /// lost; 1 to 1440.
    pub reality_check_minutes: Option<u32>,
    /// After so many minutes the player stakes nothing more until he is paid out; 1 to 1440. He may limit himself to fewer.
    pub session_most_minutes: Option<u32>,
    /// A player who has lost everything goes on with his session where he brings money within so many minutes; 0 to 60.
    #[serde(default = "five")]
    pub session_pause_minutes: u32,
}

impl PlayerProtectionKeys {
    pub(crate) fn problems(&self) -> Vec<Problem> {
        let minutes = 1..=SESSION_MINUTES_MOST;
        let are_minutes = |key: Option<u32>| key.is_none_or(|key| minutes.contains(&key));
        let is_age = self.age_least_years.is_none_or(|years| (16..=99).contains(&years));
        let cases = [
            (is_age, "player_protection.age_least_years", "16 to 99 years"),
            (are_minutes(self.reality_check_minutes), "player_protection.reality_check_minutes", "1 to 1440 minutes"),
            (are_minutes(self.session_most_minutes), "player_protection.session_most_minutes", "1 to 1440 minutes"),
            (self.session_pause_minutes <= 60, "player_protection.session_pause_minutes", "0 to 60 minutes"),
        ];
        super::problems_of(cases)
    }
}

impl From<PlayerProtectionKeys> for PlayerProtection {
    fn from(keys: PlayerProtectionKeys) -> Self {
        Self {
            age_least_years: keys.age_least_years,
            reality_check_minutes: keys.reality_check_minutes,
            session_most_minutes: keys.session_most_minutes,
            session_pause_minutes: keys.session_pause_minutes,
        }
    }
}

const fn five() -> u32 {
    5
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
        let of_players = self.player_protection.iter().flat_map(PlayerProtectionKeys::problems);
        super::problems_of(cases).into_iter().chain(of_players).collect()
    }
}
