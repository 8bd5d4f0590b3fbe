//! The least and the most of an amount: the limits of a stake in every game.

use minicbor::Decode;
use serde::{Deserialize, Serialize};

use crate::model::Money;

/// The least and the most of an amount, both allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BetRange {
    /// The least.
    #[n(0)]
    pub least: Money,
    /// The most.
    #[n(1)]
    pub most: Money,
}

/// What is wrong with a bet step, if anything is: the key and what was expected.
pub(super) fn step_problem(step: Money) -> Option<(&'static str, &'static str)> {
    let is_good = step.is_positive() && step <= Money::MOST;
    (!is_good).then_some(("limits.step_minor", "an amount above 0"))
}

impl BetRange {
    /// What is wrong with it at this bet step, if anything is.
    #[must_use]
    pub fn problem(&self, step: Money) -> Option<&'static str> {
        let Self { least, most } = *self;
        if !least.is_positive() {
            return Some("a least amount above 0");
        }
        if most < least || most > Money::MOST {
            return Some("a most amount that is not below the least and at most 100000000000000");
        }
        (!least.is_multiple_of(step)).then_some("a least amount that is a multiple of limits.step_minor")
    }
}
