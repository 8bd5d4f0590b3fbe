//! What statistical tests say, of cards and of spins alike.

use std::fmt::Write;

use serde_json::{Value, json};
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

/// How many pairs there must be at least where pairs are compared.
const PAIRS_LEAST: usize = 100;

/// What a test says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Verdict {
    pub(super) test: &'static str,
    /// How sure one is of a source that fails: a fair one passes so often.
    pub(super) confidence: f64,
    /// How many cards or pairs of cards it is about.
    pub(super) sample: usize,
    /// What came out; none where the sample is too small to say anything.
    pub(super) result: Option<Outcome>,
}

/// What came out of a test.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outcome {
    pub(super) statistic: f64,
    /// Of a chi-square; none of a normal deviate.
    pub(super) degrees_of_freedom: Option<f64>,
    /// Beyond this the source fails.
    pub(super) critical: f64,
    /// How likely a fair source comes to this statistic or a worse one.
    pub(super) p: f64,
    pub(super) passed: bool,
}

impl Verdict {
    pub(super) const fn word(&self) -> &'static str {
        match &self.result {
            Some(Outcome { passed: true, .. }) => "passed",
            Some(Outcome { passed: false, .. }) => "failed",
            None => "sample-too-small",
        }
    }

    pub(super) fn as_json(&self) -> Value {
        let result = self.result.as_ref();
        json!({
            "test": self.test,
            "verdict": self.word(),
            "confidence": self.confidence,
            "sample": self.sample,
            "statistic": result.map(|result| result.statistic),
            "degrees_of_freedom": result.and_then(|result| result.degrees_of_freedom),
            "critical": result.map(|result| result.critical),
            "p": result.map(|result| result.p),
        })
    }
}

/// The verdicts for people: a table in Markdown.
pub(super) fn markdown(verdicts: &[Verdict]) -> String {
    let mut text = String::from(
        "| test | confidence | sample | statistic | critical | p | verdict |\n| --- | ---: | ---: | ---: | ---: | ---: | --- |\n",
    );
    for verdict in verdicts {
        let number = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
        let result = verdict.result.as_ref();
        let [statistic, critical, p] =
            [result.map(|result| result.statistic), result.map(|result| result.critical), result.map(|result| result.p)].map(number);
        let Verdict { test, confidence, sample, .. } = verdict;
        let (percent, word) = (confidence * 100.0, verdict.word());
        writeln!(text, "| {test} | {percent:.0} % | {sample} | {statistic} | {critical} | {p} | {word} |")
            .expect("a string takes everything");
    }
    text
}

/// A sum of squares that has a chi-square distribution where all is fair.
pub(super) fn chi_squared(statistic: f64, degrees_of_freedom: f64, confidence: f64) -> Outcome {
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
pub(super) fn deviate(test: &'static str, sample: usize, sum: f64, variance: f64) -> Verdict {
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
