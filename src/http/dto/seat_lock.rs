//! Locks of seats, and the body of the order that locks a seat or unlocks it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::problem::Problem;
use super::form::words;
use crate::model::{Order, Seat, SeatLock};

/// The lock of a seat: its player stakes nothing anew.
#[derive(Serialize, ToSchema)]
pub(super) struct StandingLock {
    /// The seat.
    #[schema(example = 2)]
    seat: u8,
    /// Who has locked it.
    #[schema(example = "Anna")]
    by: String,
    /// Why.
    #[schema(example = "The player is not well.")]
    reason: String,
    /// Since when.
    #[schema(example = 1_763_690_000_000_000_u64)]
    since: u64,
}

impl From<&SeatLock> for StandingLock {
    fn from(lock: &SeatLock) -> Self {
        Self { seat: lock.seat.number(), by: lock.by.clone(), reason: lock.reason.clone(), since: lock.since.microseconds() }
    }
}

/// Why an attendant locks a seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"reason": "The player is not well."}))]
pub(in crate::http) struct LockForm {
    /// The attendant's words, 1 to 200 characters; people of the house see them. Null unlocks the seat.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required, min_length = 1, max_length = 200)]
    reason: Option<String>,
}

impl LockForm {
    pub(in crate::http) fn order(&self, seat: Seat) -> Result<Order, Problem> {
        let reason = self.reason.as_deref().map(words).transpose()?;
        Ok(reason.map_or(Order::UnlockSeat { seat }, |reason| Order::LockSeat { seat, reason }))
    }
}
