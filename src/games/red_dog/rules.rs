//! The options page: every key of `device-profiles/rules/red-dog/*.toml`.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::games::course::Course;
use crate::games::range::{BetRange, step_problem};
use crate::games::shoe::ShoeRules;
use crate::model::{Money, Odds, Rounding};

/// The rules of one house for Red Dog. A rules file is complete: there is no inheritance and no default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Where the rules come from: digest and rule numbers.
    pub source: String,
    /// The name of the pay table; it stands on the rules screen.
    pub pay_table: String,
    /// The cards.
    pub shoe: ShoeRules,
    /// The course of a round in time.
    pub course: Course,
    /// The amounts.
    pub limits: Limits,
    /// What a deal goes by.
    pub play: Play,
}

/// The limits of amounts, in minor units. All are at most [`Money::MOST`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Antes are multiples of this.
    pub step_minor: Money,
    /// The least and most that a seat lays as its ante; a ride is as much as the ante.
    pub ante: BetRange,
}

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

impl Rules {
    /// Every key whose value parses but is out of its range or contradicts another, with what is expected there.
    pub(super) fn wrong_keys(&self) -> Vec<(String, String)> {
        let Limits { step_minor, ante } = &self.limits;
        let step = step_problem(*step_minor);
        let ante = ante.problem(*step_minor).filter(|_| step.is_none()).map(|expected| ("limits.ante", expected));
        let parts = [self.shoe.problem(), self.course.problem(), step, ante];
        parts.into_iter().flatten().map(|(key, expected)| (key.into(), expected.into())).collect()
    }
}
