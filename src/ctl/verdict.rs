//! What statistical tests say, as it is printed.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::diagnostics::Verdict;

/// A verdict as JSON.
pub(super) fn as_json(verdict: &Verdict) -> Value {
    let result = verdict.result.as_ref();
    json!({
        "test": verdict.test,
        "verdict": verdict.word(),
        "confidence": verdict.confidence,
        "sample": verdict.sample,
        "statistic": result.map(|result| result.statistic),
        "degrees_of_freedom": result.and_then(|result| result.degrees_of_freedom),
        "critical": result.map(|result| result.critical),
        "p": result.map(|result| result.p),
    })
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
