//! The verdicts for people: a table in Markdown.

use super::sample::Sample;
use crate::ctl::journal::table_with_head;
use crate::ctl::verdict;
use crate::diagnostics::Verdict;
use crate::journal::Head;

/// The verdicts as a table, with the head of the journal that the cards were read from.
pub(super) fn markdown(name: &str, sample: &Sample, head: Option<Head>, verdicts: &[Verdict]) -> String {
    let (shoes, cards, impossible) = (sample.shoes.len(), sample.cards(), sample.impossible_cards());
    let mut text = format!("{name}: {cards} cards of {shoes} shuffles, {impossible} of them impossible\n\n");
    text.push_str(&verdict::markdown(verdicts));
    table_with_head(text, head)
}
