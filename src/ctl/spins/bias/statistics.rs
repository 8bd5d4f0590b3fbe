//! The tests: each compares the spins with what a wheel gives whose 37 pockets all win equally often, whatever fell before.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::ctl::verdict::{Outcome, Verdict, chi_squared, deviate};
use crate::model::{Colour, POCKETS, Pocket, WHEEL_ORDER};

/// The names of the tests.
pub(super) const POCKETS_ALIKE: &str = "pockets";
pub(super) const SECTORS_ALIKE: &str = "sectors";
pub(super) const REPEATS: &str = "repeats";
pub(super) const DISTANCES: &str = "distances";
pub(super) const COLOURS: &str = "colours";

/// So sure is each test of a wheel that fails it.
const CONFIDENCE: f64 = 0.99;

/// How often each pocket is to be expected at least where pockets are counted.
const EXPECTED_LEAST: f64 = 5.0;

/// How many pockets of the wheel are a sector.
const SECTOR: usize = 5;

/// How far the wins must be from even, as the chi-square's excess, so that the test of the pockets fails in four of five tries.
const EXCESS_SEEN: f64 = 35.084_3;

/// What is counted of the spins.
#[derive(Debug)]
pub(super) struct Counts {
    pub(super) spins: u64,
    /// The wins, in the order of the wheel.
    wins: [u64; POCKETS],
    /// Of the pairs of spins that follow each other: how often the second ball lay so many pockets clockwise of the first.
    distances: [u64; POCKETS],
    /// Pairs of a red and a black number, and of two that are red or two that are black.
    colours_differ: u64,
    colours_alike: u64,
}

impl Counts {
    /// Counts sessions of spins that follow each other.
    pub(super) fn of(sessions: &[Vec<Pocket>]) -> Self {
        let none = [0; POCKETS];
        let mut counts = Self { spins: 0, wins: none, distances: none, colours_differ: 0, colours_alike: 0 };
        for session in sessions {
            session.iter().for_each(|pocket| counts.wins[pocket.place()] += 1);
            session.windows(2).for_each(|pair| counts.pair(pair[0], pair[1]));
        }
        counts.spins = counts.wins.iter().sum();
        counts
    }

    fn pair(&mut self, before: Pocket, after: Pocket) {
        self.distances[(after.place() + POCKETS - before.place()) % POCKETS] += 1;
        match (before.colour(), after.colour()) {
            (Colour::Green, _) | (_, Colour::Green) => {}
            (before, after) if before == after => self.colours_alike += 1,
            _ => self.colours_differ += 1,
        }
    }

    /// Each pocket in the order of the wheel, with its wins and how many standard deviations they are off.
    pub(super) fn pockets(&self) -> impl Iterator<Item = (u8, u64, f64)> {
        WHEEL_ORDER.into_iter().zip(self.wins).map(|(number, wins)| (number, wins, off(wins, self.spins, 1.0 / POCKETS as f64)))
    }

    /// The bias of one pocket that so many spins show in four of five cases, as a part of its fair share; `None` without spins.
    pub(super) fn least_bias_seen(&self) -> Option<f64> {
        (self.spins > 0).then(|| (EXCESS_SEEN * (POCKETS - 1) as f64 / self.spins as f64).sqrt())
    }
}

/// How many spins show in four of five cases a pocket that wins too often by this part of its fair share.
pub(super) fn spins_for(part: f64) -> u64 {
    (EXCESS_SEEN * (POCKETS - 1) as f64 / (part * part)).ceil() as u64
}

/// All five tests.
pub(super) fn all(counts: &Counts) -> [Verdict; 5] {
    [
        even(POCKETS_ALIKE, &counts.wins),
        sectors(counts),
        repeats(counts),
        even(DISTANCES, &counts.distances[1..]),
        deviation(COLOURS, counts.colours_differ, counts.colours_differ + counts.colours_alike, 0.5),
    ]
}

/// Whether all of these come equally often.
fn even(test: &'static str, came: &[u64]) -> Verdict {
    let sample: u64 = came.iter().sum();
    let expected = sample as f64 / came.len() as f64;
    let result = (expected >= EXPECTED_LEAST).then(|| {
        let statistic = came.iter().map(|came| (*came as f64 - expected).powi(2)).sum::<f64>() / expected;
        chi_squared(statistic, (came.len() - 1) as f64, CONFIDENCE)
    });
    Verdict { test, confidence: CONFIDENCE, sample: sample as usize, result }
}

/// Whether the best of all sectors of neighbouring pockets is better than the best of a fair wheel. There are as many sectors as pockets,
/// so each must be that much less likely to fail by chance.
fn sectors(counts: &Counts) -> Verdict {
    let wins = |first: usize| (first..first + SECTOR).map(|place| counts.wins[place % POCKETS]).sum::<u64>();
    let best = (0..POCKETS).map(wins).max().unwrap_or(0);
    let is_enough = counts.spins as f64 >= EXPECTED_LEAST * POCKETS as f64;
    let result = is_enough.then(|| {
        let statistic = off(best, counts.spins, SECTOR as f64 / POCKETS as f64);
        let distribution = Normal::standard();
        let critical = distribution.inverse_cdf(1.0 - (1.0 - CONFIDENCE) / POCKETS as f64);
        let p = (distribution.sf(statistic) * POCKETS as f64).min(1.0);
        Outcome { statistic, degrees_of_freedom: None, critical, p, passed: statistic <= critical }
    });
    Verdict { test: SECTORS_ALIKE, confidence: CONFIDENCE, sample: counts.spins as usize, result }
}

/// Whether a number follows itself as often as it should.
fn repeats(counts: &Counts) -> Verdict {
    deviation(REPEATS, counts.distances[0], counts.distances.iter().sum(), 1.0 / POCKETS as f64)
}

/// Whether this comes so often among `sample` as its chance is.
fn deviation(test: &'static str, came: u64, sample: u64, chance: f64) -> Verdict {
    let expected = sample as f64 * chance;
    deviate(test, sample as usize, came as f64 - expected, expected * (1.0 - chance))
}

/// How many standard deviations more often than it should something came that has this chance.
fn off(came: u64, sample: u64, chance: f64) -> f64 {
    let expected = sample as f64 * chance;
    if sample == 0 { 0.0 } else { (came as f64 - expected) / (expected * (1.0 - chance)).sqrt() }
}

#[cfg(test)]
mod tests {
    use statrs::distribution::ChiSquared;

    use super::*;

    /// How often the test of the pockets fails where the wins are so far from even: the chi-square of an uneven wheel is a fair one with
    /// twice as many more degrees of freedom as a Poisson number says.
    fn fails(excess: f64) -> f64 {
        let degrees = (POCKETS - 1) as f64;
        let critical = ChiSquared::new(degrees).expect("it is positive").inverse_cdf(CONFIDENCE);
        let mut weight = (-excess / 2.0).exp();
        let mut sum = 0.0;
        for more in 0..200 {
            sum += weight * ChiSquared::new(degrees + 2.0 * f64::from(more)).expect("it is positive").sf(critical);
            weight *= excess / 2.0 / f64::from(more + 1);
        }
        sum
    }

    #[test]
    fn a_bias_that_is_said_to_be_seen_four_times_in_five_is() {
        assert!((fails(EXCESS_SEEN) - 0.8).abs() < 0.001, "{}", fails(EXCESS_SEEN));
        assert!((fails(0.0) - 0.01).abs() < 1e-6);
        assert_eq!(spins_for(0.1), 126_304);
    }
}
