//! The bonus: a side stake on the first five cards, no matter what else becomes of the box (THB-14, OAS-16, RUS-24).

use super::showdown::won;
use crate::model::{BoxStake, Combination, Odds, StakeReturn};

/// What the bonus returns when the first five cards are this combination, which wins at these odds where it wins.
pub(in crate::games) fn bonus_return(odds: Option<Odds>, stake: BoxStake, first_five: Combination) -> StakeReturn {
    odds.map_or_else(|| StakeReturn::lost(stake), |odds| won(stake, Some(first_five), odds))
}
