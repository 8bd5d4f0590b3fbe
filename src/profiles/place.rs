//! Where in a file something stands, for its errors.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::Place;
use super::keys::steps;

/// Line and column of the byte at `offset`.
pub(super) fn place_of(text: &str, offset: usize) -> Place {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Place { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
}

/// Where the name of `key` stands, or that of the innermost table or list on the way to it that is there.
pub(super) fn place_of_name(text: &str, key: &str) -> Place {
    place_of(text, offsets_of(text, key).name)
}

/// Where the value of `key` stands, or the innermost table or list on the way to it that is there.
pub(super) fn place_of_key(text: &str, key: &str) -> Place {
    place_of(text, offsets_of(text, key).value)
}

/// Where a key begins, in bytes.
#[derive(Clone, Copy, Default)]
struct Offsets {
    name: usize,
    value: usize,
}

fn offsets_of(text: &str, key: &str) -> Offsets {
    let mut offsets = Offsets::default();
    let Ok(root) = DeTable::parse(text) else { return offsets };
    let mut steps = steps(key);
    let mut within = steps.next().and_then(|step| in_table(root.get_ref(), step));
    while let Some((found, value)) = within {
        offsets = found;
        within = steps.next().and_then(|step| inside(value, step));
    }
    offsets
}

/// What a table has under `step`, or a list at the index `step`.
fn inside<'a, 'i>(value: &'a DeValue<'i>, step: &str) -> Option<(Offsets, &'a DeValue<'i>)> {
    match value {
        DeValue::Table(table) => in_table(table, step),
        DeValue::Array(list) => {
            let item: &Spanned<DeValue<'i>> = list.get(step.parse::<usize>().ok()?)?;
            let start = item.span().start;
            Some((Offsets { name: start, value: start }, item.get_ref()))
        }
        _ => None,
    }
}

fn in_table<'a, 'i>(table: &'a DeTable<'i>, step: &str) -> Option<(Offsets, &'a DeValue<'i>)> {
    let (name, value) = table.get_key_value(step)?;
    Some((Offsets { name: name.span().start, value: value.span().start }, value.get_ref()))
}
