//! The verdicts for people: a table in Markdown.

use super::sample::Sample;
use super::statistics::Verdict;

/// The verdicts as a table.
pub(super) fn markdown(name: &str, sample: &Sample, verdicts: &[Verdict]) -> String {
    let (shoes, cards, impossible) = (sample.shoes.len(), sample.cards(), sample.impossible_cards());
    let mut text = format!("{name}: {cards} cards of {shoes} shuffles, {impossible} of them impossible\n\n");
    text.push_str(
        "| test | confidence | sample | statistic | critical | p | verdict |\n| --- | ---: | ---: | ---: | ---: | ---: | --- |\n",
    );
    for verdict in verdicts {
        let number = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
        let result = verdict.result.as_ref();
        let [statistic, critical, p] =
            [result.map(|result| result.statistic), result.map(|result| result.critical), result.map(|result| result.p)].map(number);
        let Verdict { test, confidence, sample, .. } = verdict;
        text.push_str(&format!(
            "| {test} | {:.0} % | {sample} | {statistic} | {critical} | {p} | {} |\n",
            confidence * 100.0,
            verdict.word()
        ));
    }
    text
}
