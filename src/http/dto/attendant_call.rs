//! Calls for an attendant, and the bodies of the orders that make and end them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::model::{AttendantCall, CallReason, Order};

/// What a seat calls an attendant for.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum CalledFor {
    /// Something that the attendant hears at the seat.
    Help,
    /// The credit is to be paid out.
    CashOut,
}

impl From<CallReason> for CalledFor {
    fn from(reason: CallReason) -> Self {
        match reason {
            CallReason::Help => Self::Help,
            CallReason::CashOut => Self::CashOut,
        }
    }
}

impl From<CalledFor> for CallReason {
    fn from(called_for: CalledFor) -> Self {
        match called_for {
            CalledFor::Help => Self::Help,
            CalledFor::CashOut => Self::CashOut,
        }
    }
}

/// A seat that waits for an attendant.
#[derive(Serialize, ToSchema)]
pub(super) struct WaitingCall {
    /// Its number.
    #[schema(example = 5)]
    call: u32,
    /// The seat.
    #[schema(example = 2)]
    seat: u8,
    /// What for.
    reason: CalledFor,
    /// Since when.
    #[schema(example = 1_763_690_000_000_000_u64)]
    since: u64,
}

impl From<&AttendantCall> for WaitingCall {
    fn from(call: &AttendantCall) -> Self {
        Self { call: call.number, seat: call.seat.number(), reason: call.reason.into(), since: call.since.microseconds() }
    }
}

/// What a player calls an attendant for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"reason": "help"}))]
pub(in crate::http) struct CallForm {
    /// What for; null where nobody has to come any more.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    reason: Option<CalledFor>,
}

impl CallForm {
    pub(in crate::http) fn order(&self) -> Order {
        self.reason.map_or(Order::WithdrawCall, |called_for| Order::CallAttendant(called_for.into()))
    }
}

/// Which call an attendant has answered.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"call": 5}))]
pub(in crate::http) struct AnswerCallForm {
    /// The call.
    call: u32,
}

impl AnswerCallForm {
    pub(in crate::http) fn order(&self) -> Order {
        Order::AnswerCall { number: self.call }
    }
}
