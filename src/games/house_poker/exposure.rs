//! The most that the stakes on a table could return.

use alloc::vec::Vec;

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

/// What lies on one box.
#[derive(Clone, Copy)]
pub(in crate::games) struct Lying<'a> {
    stakes: &'a [BoxStake],
    place: BoxNumber,
}

impl Lying<'_> {
    /// How much of it is of this kind.
    pub(in crate::games) fn of(&self, kind: StakeKind) -> Money {
        self.stakes.iter().filter(|stake| stake.place == self.place && stake.kind == kind).map(|stake| stake.amount).sum()
    }
}

/// The most that can come of every box with an ante together.
pub(in crate::games) fn of_boxes(stakes: &[BoxStake], of_box: impl Fn(Lying<'_>) -> Money) -> Money {
    let antes = stakes.iter().filter(|stake| stake.kind == StakeKind::Ante);
    let mut places: Vec<BoxNumber> = antes.map(|stake| stake.place).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().map(|place| of_box(Lying { stakes, place })).sum()
}

/// The most that these stakes and all that can still be staked on their boxes could return: every stake back, prices too, as in a void
/// deal, and every win at once. No deal returns more.
pub(in crate::games) fn return_most(stakes: &[BoxStake], pays: &Pays, payout: &PayoutMost, most: impl Fn(Money) -> Most) -> Money {
    of_boxes(stakes, |lying| {
        let ante = lying.of(StakeKind::Ante);
        let most = most(ante);
        let is_dark = lying.of(StakeKind::Bet).is_positive();
        let insurance = if is_dark { lying.of(StakeKind::Insurance) } else { most.insurance };
        let bonus = lying.of(StakeKind::Bonus);
        let back = ante + ante + ante + insurance + bonus + most.price;
        let in_box = win_of(pays.ante, ante) + most.bet_win;
        back + payout.after_cut(in_box, win_of(pays.insurance, insurance), pays.bonus.win_most(bonus))
    })
}
