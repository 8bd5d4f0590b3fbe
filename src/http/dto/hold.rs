//! Why something stands still: holds, and the faults of devices behind them.

use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::Schema;

use super::names::names;
use crate::model::{FaultCode, FaultView, HoldView};

/// Why the table is held.
#[derive(Serialize, ToSchema)]
pub(super) struct Hold {
    /// The device fault that holds it; null where an attendant does.
    #[schema(required, value_type = Option<String>, example = "launch-failed")]
    fault: Option<FaultCode>,
    /// In words.
    #[schema(example = "The launcher did not get the ball running on the rim.")]
    reason: String,
    /// Since when.
    since: u64,
    /// Whether betting can simply go on.
    can_continue: bool,
    /// Whether the hold ends by itself when the fault or the self-test is over.
    ends_by_itself: bool,
    /// Whether a self-test runs.
    self_test: bool,
}

impl From<&HoldView> for Hold {
    fn from(hold: &HoldView) -> Self {
        Self {
            fault: hold.fault,
            reason: hold.reason.clone(),
            since: hold.since.microseconds(),
            can_continue: hold.can_continue,
            ends_by_itself: hold.ends_by_itself,
            self_test: hold.is_self_test,
        }
    }
}

/// A fault of a device that stands.
#[derive(Serialize, ToSchema)]
pub(super) struct Fault {
    /// Which.
    #[schema(schema_with = fault_codes)]
    code: FaultCode,
    /// What was seen.
    #[schema(example = "ball-2 has been on for 4 s")]
    detail: String,
    /// What the fault means, for a technician.
    meaning: &'static str,
    /// What to look at first.
    what_to_check: &'static str,
    /// Since when.
    since: u64,
}

impl From<&FaultView> for Fault {
    fn from(fault: &FaultView) -> Self {
        Self {
            code: fault.code,
            detail: fault.detail.clone(),
            meaning: fault.code.meaning(),
            what_to_check: fault.code.what_to_check(),
            since: fault.since.microseconds(),
        }
    }
}

pub(super) fn fault_codes() -> Schema {
    names(FaultCode::ALL.map(FaultCode::name)).description(Some("The fault's code.")).into()
}
