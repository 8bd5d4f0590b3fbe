//! Limits of stakes in golden rounds: the sentences in which they are set, and those in which a change is told.

use strum::VariantArray as _;

use super::action::Action;
use super::phrase::{Phrase, Said};
use super::script::{Read, ordered};
use crate::model::{LimitChange, LimitValues, LimitedAmount, Money, Order, StakeKind, StakeLimit, TableNumber};

/// How limits are set, always those of one table.
pub(super) const ORDERS: &[Phrase<Read>] = &[
    ("WHO limits LIMIT at the wheel to AMOUNT to AMOUNT", |said| {
        set(said, None, at_wheel(said)?, Some(said.amount(2)?), Some(said.amount(3)?))
    }),
    ("WHO limits LIMIT at the wheel to AMOUNT", |said| set(said, None, at_wheel(said)?, None, Some(said.amount(2)?))),
    ("WHO limits STAKE at table TABLE to AMOUNT to AMOUNT", |said| {
        let of = LimitedAmount::Stake(said.one_of(1, StakeKind::VARIANTS.iter().copied(), |kind| kind.into())?);
        set(said, Some(TableNumber(said.table(2)?)), of, Some(said.amount(3)?), Some(said.amount(4)?))
    }),
    ("WHO lifts the limits at the wheel", |said| ordered(said, Order::SetLimits { table: None, limits: Vec::new() })),
    ("WHO lifts the limits at table TABLE", |said| {
        ordered(said, Order::SetLimits { table: Some(TableNumber(said.table(1)?)), limits: Vec::new() })
    }),
];

/// How a change of limits is told.
pub(super) const TOLD: &[Phrase<()>] =
    &[("limit LIMIT was VALUES...", ()), ("limit LIMIT becomes VALUES...", ()), ("every limit stays as it was", ())];

fn at_wheel(said: &Said) -> Result<LimitedAmount, String> {
    said.one_of(1, LimitedAmount::of_wheel(), LimitedAmount::name)
}

fn set(said: &Said, table: Option<TableNumber>, of: LimitedAmount, least: Option<Money>, most: Option<Money>) -> Result<Action, String> {
    ordered(said, Order::SetLimits { table, limits: vec![StakeLimit { of, least, most }] })
}

/// What an order has changed, in these words.
pub(super) fn tell(changes: &[LimitChange]) -> Vec<String> {
    if changes.is_empty() {
        return vec!["every limit stays as it was".into()];
    }
    let words = |values: LimitValues| values.least.map_or_else(|| values.most.to_string(), |least| format!("{least} to {}", values.most));
    let told = |change: &LimitChange| {
        let name = change.of.name();
        [format!("limit {name} was {}", words(change.old)), format!("limit {name} becomes {}", words(change.new))]
    };
    changes.iter().flat_map(told).collect()
}
