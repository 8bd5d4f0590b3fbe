//! The bonus: a side stake on the first five cards, whatever else becomes of the box (OAS-16, RUS-24).

use super::pays::{BonusPays, win_of};
use crate::model::{BoxStake, Combination, StakeReturn, Win};

/// What the bonus returns when the first five cards are this combination.
pub(in crate::games) fn bonus_return(pays: &BonusPays, stake: BoxStake, first_five: Combination) -> StakeReturn {
    let Some(odds) = pays.of(first_five) else { return StakeReturn::lost(stake) };
    StakeReturn::won(stake, Win { combination: Some(first_five), odds, amount: win_of(odds, stake.amount) })
}
