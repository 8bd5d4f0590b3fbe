//! The options page: every key of `device-profiles/rules/red-dog/*.toml`.

use serde::{Deserialize, Serialize};

use crate::games::antes;
use crate::model::{Odds, Rounding};

/// The rules of one house for Red Dog.
pub type Rules = antes::Rules<Play>;

/// What a deal goes by. A deal carries it, so that it ends by the rules it began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// What a pair of the first two cards does (BQAM-Q21).
    pub pair: Pair,
    /// What a third card does that equals one of the first two (BQAM-Q23).
    pub equal_end: EqualEnd,
    /// At which odds a ride wins (BQAM-Q22).
    pub ride_pays: RidePays,
    /// How wins are rounded that the smallest coin cannot pay.
    pub rounding: Rounding,
    /// What a win wins; the stake comes back as well.
    pub pays: Pays,
}

/// What a pair of the first two cards does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pair {
    /// The third card is dealt, and wins where it is of the same rank.
    ThirdCard,
    /// The ante comes back at once.
    Returned,
}

/// What a third card does that equals one of the first two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EqualEnd {
    /// It does not lie between them: ante and ride are lost.
    Loses,
    /// Ante and ride come back.
    Returned,
}

/// At which odds a ride wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RidePays {
    /// At those of the ante.
    Spread,
    /// One to one.
    Even,
}

/// What the ante wins, by the spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pays {
    /// Three cards of one rank (BQAM-24).
    pub three_of_a_kind: Odds,
    /// One rank lies between (BQAM-Q20).
    pub spread_1: Odds,
    /// Two ranks.
    pub spread_2: Odds,
    /// Three ranks.
    pub spread_3: Odds,
    /// Four to eleven ranks.
    pub spread_4_to_11: Odds,
}

impl Pays {
    /// The row of a spread from 1.
    pub(super) const fn of_spread(&self, spread: u8) -> Odds {
        match spread {
            1 => self.spread_1,
            2 => self.spread_2,
            3 => self.spread_3,
            _ => self.spread_4_to_11,
        }
    }
}
