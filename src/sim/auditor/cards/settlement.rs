//! Compares a settlement with what the auditor has reckoned.

use super::Settled;
use super::line::{End, Line, require};
use crate::model::{BoxNumber, BoxStake, DealSettlement, Fate, Seat, StakeReturn};

/// That a settled deal returns what it must, stake by stake, win by win, cut by cut.
pub(super) fn compare(own: &Settled, told: &DealSettlement) -> Result<(), String> {
    compare_stakes(&own.stakes, told)?;
    own.lines.iter().zip(&told.returns).try_for_each(|(line, told)| compare_line(line, told))?;
    let cuts: Vec<(Seat, BoxNumber, i64)> = told.cuts.iter().map(|cut| (cut.seat, cut.place, cut.amount.minor())).collect();
    require(sorted(&cuts) == sorted(&own.cuts), format!("cut {cuts:?}, not {:?}", own.cuts))
}

/// That every stake of a void deal comes back at coefficient 1, but the first ones that stay, where the deal is dealt again (HRB-25).
pub(super) fn compare_void(lying: &[BoxStake], stay: usize, told: &DealSettlement) -> Result<(), String> {
    compare_stakes(lying, told)?;
    let (staying, coming_back) = told.returns.split_at(stay);
    let stays = |line: &StakeReturn| line.fate == Fate::Waiting && line.returned.is_zero() && line.wins.is_empty();
    let comes_back = |line: &StakeReturn| line.fate == Fate::Void && line.returned == line.stake.amount && line.wins.is_empty();
    let is_right = staying.iter().all(stays) && coming_back.iter().all(comes_back) && told.cuts.is_empty();
    require(is_right, "a void deal returns what was staked and nothing else, and one that is dealt again keeps its first stakes")
}

fn compare_stakes(own: &[BoxStake], told: &DealSettlement) -> Result<(), String> {
    let stakes: Vec<BoxStake> = told.returns.iter().map(|line| line.stake).collect();
    require(stakes == own, format!("{stakes:?} were settled, and {own:?} lay"))
}

fn compare_line(own: &Line, told: &StakeReturn) -> Result<(), String> {
    let fate = match own.end {
        End::Wins => Fate::Won,
        End::ComesBack => Fate::Returned,
        End::Gone => Fate::Lost,
        End::Price => Fate::Kept,
        End::Part(_) => Fate::Surrendered,
        End::Waits => Fate::Waiting,
    };
    let wins: Vec<_> = told.wins.iter().map(|win| (win.amount.minor(), win.odds.to_string(), win.combination)).collect();
    let expected: Vec<_> = own.wins.iter().map(|won| (won.amount, won.odds.to_string(), won.combination)).collect();
    let returned = own.returned(told.stake.amount.minor());
    let is_equal = told.fate == fate && wins == expected && told.returned.minor() == returned;
    require(is_equal, format!("{told:?} was settled, and it is {fate:?} with {expected:?} and returns {returned}"))
}

fn sorted(cuts: &[(Seat, BoxNumber, i64)]) -> Vec<(Seat, BoxNumber, i64)> {
    let mut cuts = cuts.to_vec();
    cuts.sort_unstable();
    cuts
}
