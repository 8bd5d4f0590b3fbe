//! Where in a file something stands, for its errors.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::Place;

/// Line and column of the byte at `offset`.
pub(super) fn place_of(text: &str, offset: usize) -> Place {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Place { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
}

/// Where the value of `key` stands, or the innermost table or list on the way to it that is there.
pub(super) fn place_of_key(text: &str, key: &str) -> Place {
    let offset = DeTable::parse(text).map_or(0, |root| {
        let mut offset = 0;
        let mut within: Option<&Spanned<DeValue<'_>>> = None;
        for step in steps(key) {
            let next = match within {
                None => root.get_ref().get(step),
                Some(value) => inside(value.get_ref(), step),
            };
            let Some(next) = next else { break };
            offset = next.span().start;
            within = Some(next);
        }
        offset
    });
    place_of(text, offset)
}

/// The steps of a key path; `bets[3].returns` and `bets.3.returns` are the same path.
fn steps(key: &str) -> impl Iterator<Item = &str> {
    key.split(['.', '[', ']']).filter(|step| !step.is_empty())
}

/// The value of a table under `step`, or of a list at the index `step`.
fn inside<'a, 'i>(value: &'a DeValue<'i>, step: &str) -> Option<&'a Spanned<DeValue<'i>>> {
    match value {
        DeValue::Table(table) => table.get(step),
        DeValue::Array(list) => list.get(step.parse::<usize>().ok()?),
        _ => None,
    }
}
