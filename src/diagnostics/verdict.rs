//! What statistical tests say, of cards and of spins alike.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

/// How many pairs there must be at least where pairs are compared.
const PAIRS_LEAST: usize = 100;

/// What a test says.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The name of the test.
    pub test: &'static str,
    /// How sure one is of a source that fails: a fair one passes so often.
    pub confidence: f64,
    /// How many cards, spins or pairs of them it is about.
    pub sample: usize,
    /// What came out; `None` where the sample is too small to say anything.
    pub result: Option<Outcome>,
}

/// What came out of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// What the test adds up.
    pub statistic: f64,
    /// Of a chi-square; `None` of a normal deviate.
    pub degrees_of_freedom: Option<f64>,
    /// Beyond this the source fails.
    pub critical: f64,
    /// How likely a fair source comes to this statistic or a worse one.
    pub p: f64,
    /// Whether the source passes.
    pub passed: bool,
}

impl Verdict {
    /// The verdict in a word.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match &self.result {
            Some(Outcome { passed: true, .. }) => "passed",
            Some(Outcome { passed: false, .. }) => "failed",
            None => "sample-too-small",
        }
    }

    /// Whether the source fails.
    #[must_use]
    pub const fn is_failure(&self) -> bool {
        matches!(self.result, Some(Outcome { passed: false, .. }))
    }
}

/// A sum of squares that has a chi-square distribution where all is fair.
///
/// # Panics
/// Without a degree of freedom.
#[must_use]
pub fn chi_squared(statistic: f64, degrees_of_freedom: f64, confidence: f64) -> Outcome {
    let distribution = ChiSquared::new(degrees_of_freedom).expect("there is at least one degree of freedom");
    let critical = distribution.inverse_cdf(confidence);
    Outcome {
        statistic,
        degrees_of_freedom: Some(degrees_of_freedom),
        critical,
        p: distribution.sf(statistic),
        passed: statistic <= critical,
    }
}

/// A sum of differences that are nothing on the average, in standard deviations; too many and too few are both wrong.
#[must_use]
pub fn deviate(test: &'static str, sample: usize, sum: f64, variance: f64) -> Verdict {
    const CONFIDENCE: f64 = 0.99;
    let result = (sample >= PAIRS_LEAST && variance > 0.0).then(|| {
        let distribution = Normal::standard();
        let statistic = sum / variance.sqrt();
        let critical = distribution.inverse_cdf(f64::midpoint(CONFIDENCE, 1.0));
        let p = 2.0 * distribution.sf(statistic.abs());
        Outcome { statistic, degrees_of_freedom: None, critical, p, passed: statistic.abs() <= critical }
    });
    Verdict { test, confidence: CONFIDENCE, sample, result }
}
