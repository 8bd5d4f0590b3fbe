//! What was counted of the spins and what the tests say, as a technician is shown it.

use super::findings::findings;
use super::past::SpinsRead;
use super::statistics::{Counts, OfPocket, Run, Sector, verdicts};
use super::wheel::Wheel;
use crate::diagnostics::Verdict;
use crate::model::{NumberRun, PocketStatistics, SectorStatistics, SpinStatistics, SpinTest, SpinVerdict};

/// The statistics of these spins.
#[must_use]
pub fn shown(read: &SpinsRead) -> SpinStatistics {
    let counts = Counts::of(&read.list);
    let verdicts = verdicts(&counts);
    SpinStatistics {
        spins: counts.spins,
        rounds: read.rounds,
        newest_round: read.newest_round,
        reach: read.reach,
        no_spins: read.list.no_spins as u64,
        no_spins_with_pocket: read.list.no_spin_places.len() as u64,
        pockets: counts.pockets().filter_map(pocket).collect(),
        band: counts.band(),
        sector: counts.strongest_sector().map(|found| sector(read.list.wheel, &found)),
        tests: verdicts.iter().map(test).collect(),
        runs: counts.runs().iter().map(run).collect(),
        findings: findings(&verdicts),
        least_bias_permille: counts.least_bias_seen().map(thousandths),
        spins_for_a_tenth: counts.spins_for(0.1),
    }
}

/// A pocket of the wheel with one zero.
fn pocket(OfPocket { pocket, wins, no_spins, .. }: OfPocket) -> Option<PocketStatistics> {
    Some(PocketStatistics { pocket: pocket?, wins, no_spins })
}

fn sector(wheel: Wheel, sector: &Sector) -> SectorStatistics {
    let places = sector.first..sector.first + sector.pockets;
    SectorStatistics {
        pockets: places.filter_map(|place| wheel.pocket(place % wheel.pockets())).collect(),
        wins: sector.wins,
        expected_thousandths: thousandths(sector.expected),
    }
}

fn test(verdict: &Verdict) -> SpinTest {
    let result = verdict.result.as_ref();
    let signed = |value: f64| (value * 1e3).round() as i64;
    SpinTest {
        test: verdict.test,
        sample: verdict.sample as u64,
        verdict: match result {
            None => SpinVerdict::SampleTooSmall,
            Some(result) if result.passed => SpinVerdict::Passed,
            Some(_) => SpinVerdict::Failed,
        },
        statistic_thousandths: result.map(|result| signed(result.statistic)),
        degrees_of_freedom: result.and_then(|result| result.degrees_of_freedom).map(|degrees| degrees.round() as u64),
        critical_thousandths: result.map(|result| signed(result.critical)),
        p_millionths: result.map(|result| (result.p * 1e6).round() as u64),
    }
}

fn run(Run { length, came, expected }: &Run) -> NumberRun {
    NumberRun { length: *length, came: *came, expected_thousandths: thousandths(*expected) }
}

fn thousandths(value: f64) -> u64 {
    (value * 1e3).round() as u64
}
