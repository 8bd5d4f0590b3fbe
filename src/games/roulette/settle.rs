//! What a stake returns when the ball has come to rest.

use super::Rules;
use crate::model::{BetReturn, Money, Pocket, Stake};

/// What `stake` returns when the ball lies in `pocket`: the stake times what its kind returns where the position holds the
/// number, else nothing (`roulette-am` RAM-16, RAM-18; `roulette-by` RBY-25, RBY-26). Where the rules cap the win of a
/// position, the win is cut and the stake still comes back whole (RA-14).
///
/// # Panics
/// Where the kind is not offered or the win leaves 64 bits; [`super::accept`] takes no such stake.
#[must_use]
pub fn returned(rules: &Rules, stake: Stake, pocket: Pocket) -> BetReturn {
    let returned = if stake.position.numbers.contains(pocket) { won(rules, stake) } else { Money::ZERO };
    BetReturn { position: stake.position, stake: stake.amount, returned }
}

/// What a winning stake returns in all.
pub(super) fn won(rules: &Rules, stake: Stake) -> Money {
    let returns = rules.returns.of(stake.position.kind).expect("only kinds that the rules offer are accepted");
    let full = stake.amount.checked_mul(returns).expect("stakes are bounded by Money::MOST, so their wins fit");
    match rules.limits.win_most_minor {
        Some(most) => full.min(stake.amount + most),
        None => full,
    }
}

/// What `stake` returns when the round is void: itself, at coefficient 1 (`roulette-am` RAM-23).
#[must_use]
pub fn void(stake: Stake) -> BetReturn {
    BetReturn { position: stake.position, stake: stake.amount, returned: stake.amount }
}
