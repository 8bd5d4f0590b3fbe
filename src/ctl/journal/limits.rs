//! Limits of stakes as JSON.

use serde_json::{Value, json};

use crate::model::{LimitChange, LimitValues, Money, StakeLimit};

/// The bounds that are set, or were; null where a bound is that of the files.
pub(super) fn set(limits: &[StakeLimit]) -> Value {
    let bounds =
        |limit: &StakeLimit| json!({"of": limit.of.name(), "least": limit.least.map(Money::minor), "most": limit.most.map(Money::minor)});
    limits.iter().map(bounds).collect()
}

/// What has changed, with the values before and after.
pub(super) fn changed(changes: &[LimitChange]) -> Value {
    let values = |values: LimitValues| json!({"least": values.least.map(Money::minor), "most": values.most.minor()});
    changes.iter().map(|change| json!({"of": change.of.name(), "old": values(change.old), "new": values(change.new)})).collect()
}
