//! Compares a settlement with what the auditor has reckoned.

use super::Settled;
use super::line::{End, Line, require};
use crate::model::{BoxNumber, BoxStake, Cut, DealSettlement, Fate, Seat, StakeReturn};

/// Checks that a settled deal returns what it must, stake by stake, win by win, cut by cut.
pub(super) fn compare(own: &Settled, told: &DealSettlement) -> Result<(), String> {
    compare_stakes(&own.stakes, told)?;
    own.lines.iter().zip(&told.returns).try_for_each(|(line, told)| compare_line(line, told))?;
    let cuts = amounts(&told.cuts);
    require(sorted(&cuts) == sorted(&own.cuts), format_args!("cut {cuts:?}, not {:?}", own.cuts))
}

/// Checks that every stake of a void deal comes back at coefficient 1, but the first ones that stay, where the deal is dealt again (HRB-25), and
/// those that were over before, where that stands (HX-3, BJB-17).
pub(super) fn compare_void(lying: &[BoxStake], stay: usize, paid: &Paid, told: &DealSettlement) -> Result<(), String> {
    compare_stakes(lying, told)?;
    let stays = |line: &StakeReturn| line.fate == Fate::Waiting && line.returned.is_zero() && line.wins.is_empty();
    let comes_back = |line: &StakeReturn| line.fate == Fate::Void && line.returned == line.stake.amount && line.wins.is_empty();
    let is_right = |(index, line): (usize, &StakeReturn)| match paid.line_of(&line.stake) {
        Some(before) if paid.is_kept(before) => line == before,
        None if index < stay => stays(line),
        _ => comes_back(line),
    };
    let cuts = if paid.stands { paid.told.cuts.as_slice() } else { &[] };
    let same_cuts = sorted(&amounts(&told.cuts)) == sorted(&amounts(cuts));
    require(
        told.returns.iter().enumerate().all(is_right) && same_cuts,
        "a void deal returns what was staked and nothing else, but what was paid stands where it does, and first stakes are dealt again",
    )
}

/// What a deal has paid before its end, as it was told and found right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Paid {
    told: DealSettlement,
    /// Whether payments stand in a void deal.
    pub(super) stands: bool,
}

impl Paid {
    pub(super) fn stakes(&self) -> Vec<BoxStake> {
        self.told.returns.iter().map(|line| line.stake).collect()
    }

    pub(super) fn add(&mut self, told: &DealSettlement) {
        self.told.returns.extend(told.returns.iter().cloned());
        for cut in &told.cuts {
            match self.told.cuts.iter_mut().find(|other| (other.seat, other.place) == (cut.seat, cut.place)) {
                Some(other) => other.amount = other.amount + cut.amount,
                None => self.told.cuts.push(*cut),
            }
        }
    }

    fn line_of(&self, stake: &BoxStake) -> Option<&StakeReturn> {
        self.told.returns.iter().find(|line| line.stake == *stake)
    }

    /// Whether a void changes nothing about it. What was forfeited is told before the end only where it stands.
    fn is_kept(&self, line: &StakeReturn) -> bool {
        self.stands || matches!(line.fate, Fate::Lost | Fate::Surrendered)
    }

    /// What a void takes from a seat of what it was paid beyond its stakes.
    pub(super) fn due_from(&self, seat: Seat) -> i64 {
        let comes_back = |line: &&StakeReturn| line.stake.seat == seat && !self.is_kept(line);
        let won = |line: &StakeReturn| line.returned.minor() - line.stake.amount.minor();
        let cuts = self.told.cuts.iter().filter(|cut| cut.seat == seat && !self.stands).map(|cut| cut.amount.minor());
        self.told.returns.iter().filter(comes_back).map(won).sum::<i64>() - cuts.sum::<i64>()
    }

    /// What a seat was paid after what was cut.
    pub(super) fn to(&self, seat: Seat) -> i64 {
        let lines: i64 = self.told.returns.iter().filter(|line| line.stake.seat == seat).map(|line| line.returned.minor()).sum();
        let cuts: i64 = self.told.cuts.iter().filter(|cut| cut.seat == seat).map(|cut| cut.amount.minor()).sum();
        lines - cuts
    }

    /// What a seat had staked of what was paid.
    pub(super) fn staked_by(&self, seat: Seat) -> i64 {
        self.told.returns.iter().filter(|line| line.stake.seat == seat).map(|line| line.stake.amount.minor()).sum()
    }
}

fn compare_stakes(own: &[BoxStake], told: &DealSettlement) -> Result<(), String> {
    let stakes: Vec<BoxStake> = told.returns.iter().map(|line| line.stake).collect();
    require(stakes == own, format_args!("{stakes:?} were settled, and {own:?} lay"))
}

fn compare_line(own: &Line, told: &StakeReturn) -> Result<(), String> {
    let fate = match own.end {
        End::Wins => Fate::Won,
        End::ComesBack => Fate::Returned,
        End::Gone => Fate::Lost,
        End::Price => Fate::Kept,
        End::Part(_) => Fate::Surrendered,
        End::Compensated(_) => Fate::Compensated,
        End::Waits => Fate::Waiting,
    };
    let wins: Vec<_> = told.wins.iter().map(|win| (win.amount.minor(), win.odds.to_string(), win.combination)).collect();
    let expected: Vec<_> = own.wins.iter().map(|won| (won.amount, won.odds.to_string(), won.combination)).collect();
    let returned = own.returned(told.stake.amount.minor());
    let is_equal = told.fate == fate && wins == expected && told.returned.minor() == returned;
    require(is_equal, format_args!("{told:?} was settled, and it is {fate:?} with {expected:?} and returns {returned}"))
}

fn amounts(cuts: &[Cut]) -> Vec<(Seat, BoxNumber, i64)> {
    cuts.iter().map(|cut| (cut.seat, cut.place, cut.amount.minor())).collect()
}

fn sorted(cuts: &[(Seat, BoxNumber, i64)]) -> Vec<(Seat, BoxNumber, i64)> {
    let mut cuts = cuts.to_vec();
    cuts.sort_unstable();
    cuts
}
