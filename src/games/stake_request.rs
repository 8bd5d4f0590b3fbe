//! What a seat asks to stake on boxes, looked at for one reason to refuse it after the other.

use super::range::BetRange;
use crate::model::{BoxNumber, BoxStake, Money, Refusal, SEATS, Seat};

/// One reason to refuse a stake, or a few that are next to each other in the order of [`Refusal`].
pub(super) type Check<'a, R> = fn(&StakeRequest<'a, R>, &BoxStake) -> Result<(), Refusal>;

/// Stakes that a seat asks for, beside those that lie.
pub(super) struct StakeRequest<'a, R> {
    pub(super) rules: &'a R,
    pub(super) lie: &'a [BoxStake],
    pub(super) seat: Seat,
    pub(super) asked: &'a [BoxStake],
}

impl<'a, R> StakeRequest<'a, R> {
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

    /// Checks that the stake lies on the box of its seat, where each seat has the one of its own number.
    pub(super) fn is_on_own_box(&self, stake: &BoxStake) -> Result<(), Refusal> {
        let BoxNumber(place) = stake.place;
        match place {
            0 => Err(Refusal::BoxUnknown),
            _ if usize::from(place) > SEATS => Err(Refusal::BoxUnknown),
            _ if place != self.seat.number() => Err(Refusal::BoxTaken),
            _ => Ok(()),
        }
    }

    /// Checks that the stake goes in steps, and that it is within the range with everything of its kind that the seat has and asks for.
    pub(super) fn is_within(&self, stake: &BoxStake, range: BetRange, step: Money) -> Result<(), Refusal> {
        let BetRange { least, most } = range;
        let amounts = || self.own().filter(|own| own.kind == stake.kind).map(|own| own.amount);
        let sum = || amounts().try_fold(Money::ZERO, Money::checked_add);
        in_steps(stake.amount, step)?;
        match sum() {
            Some(sum) if sum < least => Err(Refusal::BelowLeast),
            Some(sum) if sum <= most => Ok(()),
            _ => Err(Refusal::AboveMost),
        }
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
