//! The most that the stakes on a table could return.

use super::payout::PayoutMost;
use super::pays::{Pays, win_of};
use crate::model::{BoxNumber, BoxStake, Money, StakeKind};

/// The most that can come of a box in the course of the deal.
pub(in crate::games) struct Most {
    /// The win of its bet.
    pub(in crate::games) bet_win: Money,
    /// The insurance that can still be staked on it, where it is light.
    pub(in crate::games) insurance: Money,
    /// What can be paid for better cards, and for the dealer's game.
    pub(in crate::games) price: Money,
}

/// The most that these stakes and all that can still be staked on their boxes could return: every stake back, prices too, as in a void
/// deal, and every win at once. No deal returns more.
pub(in crate::games) fn return_most(stakes: &[BoxStake], pays: &Pays, payout: &PayoutMost, most: impl Fn(Money) -> Most) -> Money {
    let of = |stake: &&BoxStake| stake.kind == StakeKind::Ante;
    let mut places: alloc::vec::Vec<BoxNumber> = stakes.iter().filter(of).map(|stake| stake.place).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().map(|place| box_return_most(stakes, place, pays, payout, &most)).sum()
}

fn box_return_most(stakes: &[BoxStake], place: BoxNumber, pays: &Pays, payout: &PayoutMost, most: &impl Fn(Money) -> Most) -> Money {
    let lies = |kind| {
        let of = |stake: &&BoxStake| stake.place == place && stake.kind == kind;
        stakes.iter().filter(of).map(|stake| stake.amount).sum::<Money>()
    };
    let ante = lies(StakeKind::Ante);
    let most = most(ante);
    let is_dark = lies(StakeKind::Bet).is_positive();
    let insurance = if is_dark { lies(StakeKind::Insurance) } else { most.insurance };
    let bonus = lies(StakeKind::Bonus);
    let back = ante + ante + ante + insurance + bonus + most.price;
    let in_box = win_of(pays.ante, ante) + most.bet_win;
    back + payout.after_cut(in_box, win_of(pays.insurance, insurance), pays.bonus.win_most(bonus))
}
