//! The pay tables.

use minicbor::Decode;
use serde::{Deserialize, Serialize};

use crate::model::{Combination, Money, Odds, Rounding};

/// What each stake wins; the stake comes back as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pays {
    /// The ante, where it is paid (HPC-12).
    #[n(0)]
    pub ante: Odds,
    /// The insurance, where the dealer has no game (OAS-13, RUS-18).
    #[n(1)]
    pub insurance: Odds,
    /// The bet, by the combination of the player (OAS-11, RUS-10).
    #[n(2)]
    pub bet: ByCombination,
    /// The bonus, by the first five cards of the player (OAS-16).
    #[n(3)]
    pub bonus: BonusPays,
}

/// What a stake wins with each combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are the combinations")]
pub struct ByCombination {
    /// A-K that wins over a lower A-K, or as a second combination. Where it is absent the bet comes back without a win (HA-9).
    #[n(0)]
    pub ace_king: Option<Odds>,
    #[n(1)]
    pub pair: Odds,
    #[n(2)]
    pub two_pair: Odds,
    #[n(3)]
    pub three_of_a_kind: Odds,
    #[n(4)]
    pub straight: Odds,
    #[n(5)]
    pub flush: Odds,
    #[n(6)]
    pub full_house: Odds,
    #[n(7)]
    pub four_of_a_kind: Odds,
    #[n(8)]
    pub straight_flush: Odds,
    #[n(9)]
    pub royal_flush: Odds,
    /// Only where there is a joker.
    #[n(10)]
    pub five_of_a_kind: Option<Odds>,
}

impl ByCombination {
    /// The row of this combination.
    #[must_use]
    pub const fn of(&self, combination: Combination) -> Option<Odds> {
        Some(match combination {
            Combination::AceKing => return self.ace_king,
            Combination::Pair => self.pair,
            Combination::TwoPair => self.two_pair,
            Combination::ThreeOfAKind => self.three_of_a_kind,
            Combination::Straight => self.straight,
            Combination::Flush => self.flush,
            Combination::FullHouse => self.full_house,
            Combination::FourOfAKind => self.four_of_a_kind,
            Combination::StraightFlush => self.straight_flush,
            Combination::RoyalFlush => self.royal_flush,
            Combination::FiveOfAKind => return self.five_of_a_kind,
            _ => return None,
        })
    }

    /// What a stake wins with this combination; nothing where there is no row for it.
    #[must_use]
    pub fn win_of(&self, stake: Money, combination: Combination) -> Money {
        self.of(combination).map_or(Money::ZERO, |odds| win_of(odds, stake))
    }

    /// The most that a stake wins with one combination.
    #[must_use]
    pub fn win_most(&self, stake: Money) -> Money {
        Combination::POKER_HANDS.into_iter().map(|combination| self.win_of(stake, combination)).max().unwrap_or_default()
    }

    /// Every row that there is.
    pub(in crate::games) fn rows(&self) -> impl Iterator<Item = Odds> {
        Combination::POKER_HANDS.into_iter().filter_map(|combination| self.of(combination))
    }
}

/// What the bonus wins with each combination; one without a row does not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are the combinations")]
pub struct BonusPays {
    #[n(0)]
    pub three_of_a_kind: Option<Odds>,
    #[n(1)]
    pub straight: Option<Odds>,
    #[n(2)]
    pub flush: Odds,
    #[n(3)]
    pub full_house: Odds,
    #[n(4)]
    pub four_of_a_kind: Odds,
    #[n(5)]
    pub straight_flush: Odds,
    #[n(6)]
    pub royal_flush: Odds,
    /// Only where there is a joker.
    #[n(7)]
    pub five_of_a_kind: Option<Odds>,
}

impl BonusPays {
    /// The row of this combination, if it wins.
    #[must_use]
    pub const fn of(&self, combination: Combination) -> Option<Odds> {
        Some(match combination {
            Combination::ThreeOfAKind => return self.three_of_a_kind,
            Combination::Straight => return self.straight,
            Combination::Flush => self.flush,
            Combination::FullHouse => self.full_house,
            Combination::FourOfAKind => self.four_of_a_kind,
            Combination::StraightFlush => self.straight_flush,
            Combination::RoyalFlush => self.royal_flush,
            Combination::FiveOfAKind => return self.five_of_a_kind,
            _ => return None,
        })
    }

    /// The most that a bonus wins.
    #[must_use]
    pub fn win_most(&self, bonus: Money) -> Money {
        self.rows().map(|odds| win_of(odds, bonus)).max().unwrap_or_default()
    }

    /// Every row that there is.
    pub(in crate::games) fn rows(&self) -> impl Iterator<Item = Odds> {
        Combination::POKER_HANDS.into_iter().filter_map(|combination| self.of(combination))
    }
}

impl Pays {
    /// What is wrong: the key and what was expected.
    pub(in crate::games) fn problem(&self) -> Option<(&'static str, &'static str)> {
        let bet = self.bet.rows().map(|odds| ("play.pays.bet", odds));
        let alone = [("play.pays.ante", self.ante), ("play.pays.insurance", self.insurance)];
        odds_problem(alone.into_iter().chain(bet).chain(self.bonus.rows().map(|odds| ("play.pays.bonus", odds))))
    }
}

/// What is wrong with odds of a pay table: the key and what was expected.
pub(in crate::games) fn odds_problem(mut all: impl Iterator<Item = (&'static str, Odds)>) -> Option<(&'static str, &'static str)> {
    let is_whole = |odds: Odds| odds.times().is_some_and(|times| times <= TIMES_MOST);
    let (key, _) = all.find(|(_, odds)| !is_whole(*odds))?;
    Some((key, "whole odds from \"1:1\" to \"2000:1\": prices and wins are never rounded (HA-3)"))
}

/// No row pays more: with it no amount leaves its range.
const TIMES_MOST: u32 = 2_000;

/// What a stake wins. Every row pays a whole multiple, so nothing is ever rounded.
pub(in crate::games) const fn win_of(odds: Odds, stake: Money) -> Money {
    odds.win_of(stake, Rounding::Floor)
}
