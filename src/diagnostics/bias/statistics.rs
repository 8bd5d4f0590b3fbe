//! The tests: each compares the spins with what a wheel gives whose pockets all win equally often, independent of what fell before.

use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal};

use super::past::SpinList;
use super::wheel::Wheel;
use crate::diagnostics::{Outcome, Verdict, chi_squared, deviate};
use crate::model::{Colour, Pocket};

/// The names of the tests.
pub(super) const POCKETS_ALIKE: &str = "pockets";
pub(super) const SECTORS_ALIKE: &str = "sectors";
/// The test of how often a number follows itself.
pub const REPEATS: &str = "repeats";
pub(super) const DISTANCES: &str = "distances";
pub(super) const COLOURS: &str = "colours";

/// So sure is each test of a wheel that fails it.
const CONFIDENCE: f64 = 0.99;

/// How often each pocket is to be expected at least where pockets are counted.
const EXPECTED_LEAST: f64 = 5.0;

/// How many pockets of the wheel are a sector.
const SECTOR: usize = 5;

/// How many times the same number in a row are counted.
const RUNS: [usize; 3] = [2, 3, 4];

/// What is counted of the spins.
#[derive(Debug)]
pub struct Counts {
    wheel: Wheel,
    /// How many spins there are.
    pub spins: u64,
    /// The wins, in the order of the wheel.
    wins: Vec<u64>,
    /// The spins that did not count and of which the wheel said where the ball lay, likewise.
    no_spins: Vec<u64>,
    /// Of the pairs of spins that follow each other: how often the second ball lay so many pockets clockwise of the first.
    distances: Vec<u64>,
    /// Pairs of a red and a black number, and of two that are red or two that are black.
    colours_differ: u64,
    colours_alike: u64,
    runs: Vec<Run>,
}

/// How often a number came so many times in a row; a longer run holds several shorter ones.
#[derive(Debug, PartialEq)]
pub struct Run {
    /// How many times in a row.
    pub length: usize,
    /// How often.
    pub came: u64,
    /// How often that is to be expected.
    pub expected: f64,
}

/// A pocket, and what is counted of it.
#[derive(Clone, Copy, Debug)]
pub struct OfPocket {
    /// The pocket; `None` for the double zero.
    pub pocket: Option<Pocket>,
    /// How often it won.
    pub wins: u64,
    /// How many standard deviations the wins are off.
    pub z: f64,
    /// In how many spins that did not count the ball lay in it, where the wheel said so.
    pub no_spins: u64,
}

/// Pockets that lie side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Sector {
    /// The place of the first of them; the others follow clockwise.
    pub first: usize,
    /// How many they are.
    pub pockets: usize,
    /// How often one of them won.
    pub wins: u64,
    /// How often that is to be expected.
    pub expected: f64,
}

impl Counts {
    /// Counts sessions of spins that follow each other.
    #[must_use]
    pub fn of(past: &SpinList) -> Self {
        let wheel = past.wheel;
        let none = || vec![0; wheel.pockets()];
        let runs = RUNS.map(|length| Run::of(length, past)).into();
        let mut counts =
            Self { wheel, spins: 0, wins: none(), no_spins: none(), distances: none(), colours_differ: 0, colours_alike: 0, runs };
        for session in &past.sessions {
            session.iter().for_each(|place| counts.wins[*place] += 1);
            session.windows(2).for_each(|pair| counts.pair(pair[0], pair[1]));
        }
        past.no_spin_places.iter().for_each(|place| counts.no_spins[*place] += 1);
        counts.spins = counts.wins.iter().sum();
        counts
    }

    fn pair(&mut self, before: usize, after: usize) {
        let pockets = self.wheel.pockets();
        self.distances[(after + pockets - before) % pockets] += 1;
        match (self.wheel.colour(before), self.wheel.colour(after)) {
            (Colour::Green, _) | (_, Colour::Green) => {}
            (before, after) if before == after => self.colours_alike += 1,
            _ => self.colours_differ += 1,
        }
    }

    /// What is counted of each pocket, in the order of the wheel.
    pub fn pockets(&self) -> impl Iterator<Item = OfPocket> {
        (0..self.wheel.pockets()).map(|place| OfPocket {
            pocket: self.wheel.pocket(place),
            wins: self.wins[place],
            z: off(self.wins[place], self.spins, self.chance()),
            no_spins: self.no_spins[place],
        })
    }

    /// How often numbers came two, three and four times in a row.
    #[must_use]
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The bias of one pocket that so many spins show in four of five cases, as a part of its fair share; `None` without spins.
    #[must_use]
    pub fn least_bias_seen(&self) -> Option<f64> {
        (self.spins > 0).then(|| (self.excess_of_bias() / self.spins as f64).sqrt())
    }

    /// How many spins show in four of five cases a pocket that wins too often by this part of its fair share.
    #[must_use]
    pub fn spins_for(&self, part: f64) -> u64 {
        (self.excess_of_bias() / (part * part)).ceil() as u64
    }

    /// The sector of neighbouring pockets that won most often; `None` where there are too few spins to compare sectors.
    #[must_use]
    pub fn strongest_sector(&self) -> Option<Sector> {
        if !self.is_enough() {
            return None;
        }
        let pockets = self.wheel.pockets();
        let wins = |first: usize| (first..first + SECTOR).map(|place| self.wins[place % pockets]).sum::<u64>();
        // Of several that won as often, the first clockwise from zero.
        let first = (0..pockets).rev().max_by_key(|first| wins(*first))?;
        Some(Sector { first, pockets: SECTOR, wins: wins(first), expected: self.spins as f64 * SECTOR as f64 * self.chance() })
    }

    /// The least and the most wins of a pocket between which all pockets of a fair wheel stay 99 times in 100; `None` where there are too few
    /// spins.
    #[must_use]
    pub fn band(&self) -> Option<(u64, u64)> {
        if !self.is_enough() {
            return None;
        }
        let wins = Binomial::new(self.chance(), self.spins).ok()?;
        let tail = (1.0 - CONFIDENCE) / 2.0 / self.wheel.pockets() as f64;
        let least = first(self.spins, |count| wins.cdf(count) > tail);
        let most = first(self.spins, |count| wins.sf(count) <= tail);
        Some((least, most))
    }

    /// Whether each pocket is to be expected so often that pockets can be compared.
    fn is_enough(&self) -> bool {
        self.spins as f64 >= EXPECTED_LEAST * self.wheel.pockets() as f64
    }

    fn excess_of_bias(&self) -> f64 {
        self.wheel.excess_seen() * (self.wheel.pockets() - 1) as f64
    }

    /// How likely a fair ball falls into one pocket.
    fn chance(&self) -> f64 {
        1.0 / self.wheel.pockets() as f64
    }
}

impl Run {
    fn of(length: usize, past: &SpinList) -> Self {
        let windows = || past.sessions.iter().flat_map(|session| session.windows(length));
        let came = windows().filter(|window| window.iter().all(|place| *place == window[0])).count() as u64;
        let expected = windows().count() as f64 / (past.wheel.pockets() as f64).powi(length as i32 - 1);
        Self { length, came, expected }
    }
}

/// The verdicts of all five tests.
#[must_use]
pub fn verdicts(counts: &Counts) -> [Verdict; 5] {
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
    let pockets = counts.wheel.pockets() as f64;
    let result = counts.strongest_sector().map(|sector| {
        let statistic = off(sector.wins, counts.spins, sector.pockets as f64 * counts.chance());
        let distribution = Normal::standard();
        let critical = distribution.inverse_cdf(1.0 - (1.0 - CONFIDENCE) / pockets);
        let p = (distribution.sf(statistic) * pockets).min(1.0);
        Outcome { statistic, degrees_of_freedom: None, critical, p, passed: statistic <= critical }
    });
    Verdict { test: SECTORS_ALIKE, confidence: CONFIDENCE, sample: counts.spins as usize, result }
}

/// Whether a number follows itself as often as it should.
fn repeats(counts: &Counts) -> Verdict {
    deviation(REPEATS, counts.distances[0], counts.distances.iter().sum(), counts.chance())
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

/// The first number from 0 to `most` from which on this holds; `most` where it never does.
fn first(most: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use statrs::distribution::ChiSquared;

    use super::*;

    /// How often the test of the pockets fails where the wins are so far from even: the chi-square of an uneven wheel is a fair one with
    /// twice as many more degrees of freedom as a Poisson number says.
    fn fails(wheel: Wheel, excess: f64) -> f64 {
        let degrees = (wheel.pockets() - 1) as f64;
        let critical = ChiSquared::new(degrees).expect("it is positive").inverse_cdf(CONFIDENCE);
        let mut weight = (-excess / 2.0).exp();
        let mut sum = 0.0;
        for more in 0..200 {
            sum += weight * ChiSquared::new(degrees + 2.0 * f64::from(more)).expect("it is positive").sf(critical);
            weight *= excess / 2.0 / f64::from(more + 1);
        }
        sum
    }

    #[track_caller]
    fn check(wheel: Wheel, spins_for_a_tenth: u64) {
        let seen = fails(wheel, wheel.excess_seen());
        assert!((seen - 0.8).abs() < 0.001, "{seen}");
        assert!((fails(wheel, 0.0) - 0.01).abs() < 1e-6);
        let none = SpinList { wheel, sessions: Vec::new(), no_spins: 0, no_spin_places: Vec::new() };
        assert_eq!(Counts::of(&none).spins_for(0.1), spins_for_a_tenth);
    }

    #[test]
    fn a_bias_that_is_said_to_be_seen_four_times_in_five_is() {
        check(Wheel::SingleZero, 126_304);
        check(Wheel::DoubleZero, 131_196);
    }

    #[test]
    fn chi_square_comes_with_the_probability_of_the_printed_tables() {
        // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4: upper critical values for 36 and 37 degrees of freedom.
        for (statistic, degrees, p) in [(50.998, 36.0, 0.05), (58.619, 36.0, 0.01), (52.192, 37.0, 0.05), (59.893, 37.0, 0.01)] {
            let told = chi_squared(statistic, degrees, CONFIDENCE).p;
            assert!((told - p).abs() < 1e-5, "{statistic} with {degrees}: {told}");
        }
        // Wins worked out by hand: 37 pockets of 10, but one of 20 and one of none: (100 + 100) / 10.
        let wins: Vec<u64> = (0..37)
            .map(|place| match place {
                0 => 20,
                1 => 0,
                _ => 10,
            })
            .collect();
        let result = even(POCKETS_ALIKE, &wins).result.expect("ten of each suffice");
        assert_eq!((result.statistic, result.degrees_of_freedom), (20.0, Some(36.0)));
    }
}
