//! The verdicts for people: a table in Markdown.

use super::sample::Sample;
use crate::ctl::verdict::{self, Verdict};

/// The verdicts as a table.
pub(super) fn markdown(name: &str, sample: &Sample, verdicts: &[Verdict]) -> String {
    let (shoes, cards, impossible) = (sample.shoes.len(), sample.cards(), sample.impossible_cards());
    let mut text = format!("{name}: {cards} cards of {shoes} shuffles, {impossible} of them impossible\n\n");
    text.push_str(&verdict::markdown(verdicts));
    text
}
