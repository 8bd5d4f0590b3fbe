//! What a seat asks to stake on boxes, looked at for one reason to refuse it after the other.

use crate::model::{BoxStake, Money, Refusal, Seat};

/// One reason to refuse a stake, or a few that are next to each other in the order of [`Refusal`].
pub(super) type Check<'a, R> = fn(&Asked<'a, R>, &BoxStake) -> Result<(), Refusal>;

/// Stakes that a seat asks for, beside those that lie.
pub(super) struct Asked<'a, R> {
    pub(super) rules: &'a R,
    pub(super) lie: &'a [BoxStake],
    pub(super) seat: Seat,
    pub(super) asked: &'a [BoxStake],
}

impl<'a, R> Asked<'a, R> {
    /// Looks at every stake for the first reason, then for the next one.
    pub(super) fn check(&self, checks: &[Check<'a, R>]) -> Result<(), Refusal> {
        checks.iter().try_for_each(|check| self.asked.iter().try_for_each(|stake| check(self, stake)))
    }

    /// The stakes of every seat, those that lie and those asked for.
    pub(super) fn all(&self) -> impl Iterator<Item = &BoxStake> {
        self.lie.iter().chain(self.asked)
    }

    /// The seat's own stakes, those that lie and those asked for.
    pub(super) fn own(&self) -> impl Iterator<Item = &BoxStake> {
        self.all().filter(|stake| stake.seat == self.seat)
    }
}

/// Checks that an amount is above 0 and a multiple of the bet step.
pub(super) fn in_steps(amount: Money, step: Money) -> Result<(), Refusal> {
    match amount {
        _ if !amount.is_positive() => Err(Refusal::AmountNotPositive),
        _ if !amount.is_multiple_of(step) => Err(Refusal::AmountOffStep),
        _ => Ok(()),
    }
}
