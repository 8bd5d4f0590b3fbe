//! What lies in which pot, and who may win it: by the layers of the contributions (SPB-46 to SPB-50).

use crate::model::Seat;

/// What somebody has put into the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PutIn {
    pub(super) seat: Seat,
    pub(super) amount: i64,
    pub(super) is_live: bool,
}

/// A pot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pot {
    pub(super) amount: i64,
    /// Who may win it, clockwise from the button.
    pub(super) claimants: Vec<Seat>,
}

/// SPB-47: what of the highest contribution nobody matched. What one whose hand is dead has put in stays there (SPB-49, SPT-41, SPT-W18).
pub(super) fn uncalled(put_in: &[PutIn]) -> Option<(Seat, i64)> {
    let top = put_in.iter().max_by_key(|of| of.amount)?;
    let second = put_in.iter().filter(|of| of.seat != top.seat).map(|of| of.amount).max().unwrap_or(0);
    (top.is_live && top.amount > second).then(|| (top.seat, top.amount - second))
}

/// SPB-48: every layer between two totals of live seats, from all who reached it. What lies above the last one is in the last pot.
pub(super) fn pots(put_in: &[PutIn]) -> Vec<Pot> {
    let mut levels: Vec<i64> = put_in.iter().filter(|of| of.is_live).map(|of| of.amount).collect();
    levels.sort_unstable();
    levels.dedup();
    let last = levels.last().copied();
    let mut below = 0;
    let mut pots = Vec::new();
    for level in levels {
        let part = |of: &PutIn| if Some(level) == last { of.amount.max(below) - below } else { of.amount.min(level).max(below) - below };
        let amount = put_in.iter().map(part).sum();
        let claimants = put_in.iter().filter(|of| of.is_live && of.amount >= level).map(|of| of.seat).collect();
        if amount > 0 {
            pots.push(Pot { amount, claimants });
        }
        below = level;
    }
    pots
}
