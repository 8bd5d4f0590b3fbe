//! The attendants' shifts: cash against meters.

use serde::Serialize;
use utoipa::ToSchema;

use super::official::Meters;
use crate::model::{ShiftOfSeat, ShiftReport, ShiftView};

/// The shifts that are closed.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Shifts {
    /// The newest thirty, newest first. `croupierctl shifts` prints older ones.
    pub(in crate::http) shifts: Vec<ClosedShift>,
    /// The journal's head that they are part of, as `NUMBER:HASH`.
    #[schema(example = "1234:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub(in crate::http) head: String,
}

/// The shift that is open.
#[derive(Serialize, ToSchema)]
pub(super) struct OpenShift {
    /// Its number.
    #[schema(example = 7)]
    number: u32,
    /// Who opened it.
    #[schema(example = "Anna")]
    opened_by: String,
    /// When.
    #[schema(example = 1_763_690_000_000_000_u64)]
    opened_at: u64,
    /// The cash in the drawer then.
    #[schema(example = 50_000)]
    cash_at_open: i64,
    /// The cash that must be in the drawer now: what was there then, with what was paid in and without what was paid out since.
    #[schema(example = 67_000)]
    cash_expected: i64,
    /// What the cabinet's meters have counted since.
    meters: Meters,
}

impl From<&ShiftView> for OpenShift {
    fn from(shift: &ShiftView) -> Self {
        Self {
            number: shift.number,
            opened_by: shift.opened_by.clone(),
            opened_at: shift.opened_at.microseconds(),
            cash_at_open: shift.cash_at_open.minor(),
            cash_expected: shift.cash_expected.minor(),
            meters: shift.meters.into(),
        }
    }
}

/// What a shift came to, from its open to its close.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ClosedShift {
    /// Its number.
    #[schema(example = 7)]
    number: u32,
    /// Who opened it.
    #[schema(example = "Anna")]
    opened_by: String,
    /// When.
    #[schema(example = 1_763_690_000_000_000_u64)]
    opened_at: u64,
    /// Who closed it.
    #[schema(example = "Anna")]
    closed_by: String,
    /// When.
    #[schema(example = 1_763_699_000_000_000_u64)]
    closed_at: u64,
    /// The cash in the drawer when it was opened.
    #[schema(example = 50_000)]
    cash_at_open: i64,
    /// The cash that was counted when it was closed.
    #[schema(example = 66_000)]
    cash_counted: i64,
    /// The cash that had to be there: what was there at the open, with what was paid in and without what was paid out.
    #[schema(example = 67_000)]
    cash_expected: i64,
    /// By how much more was counted; negative where some is missing.
    #[schema(example = -1_000)]
    cash_difference: i64,
    /// All fees at tables between players meanwhile; those by the hour stand in `hourly_fees` as well.
    #[schema(example = 250)]
    fees: i64,
    /// What the cabinet's meters counted meanwhile.
    meters: Meters,
    /// Each seat.
    seats: Vec<SeatInShift>,
}

impl From<&ShiftReport> for ClosedShift {
    fn from(report: &ShiftReport) -> Self {
        Self {
            number: report.number,
            opened_by: report.opened_by.clone(),
            opened_at: report.opened_at.microseconds(),
            closed_by: report.closed_by.clone(),
            closed_at: report.closed_at.microseconds(),
            cash_at_open: report.cash_at_open.minor(),
            cash_counted: report.cash_counted.minor(),
            cash_expected: report.cash_expected().minor(),
            cash_difference: report.cash_difference().minor(),
            fees: report.fees.minor(),
            meters: report.meters.into(),
            seats: report.seats.iter().map(SeatInShift::from).collect(),
        }
    }
}

/// One seat in a shift.
#[derive(Serialize, ToSchema)]
struct SeatInShift {
    /// The seat, 1 to 6.
    #[schema(example = 3)]
    seat: u8,
    /// What its meters counted meanwhile.
    meters: Meters,
    /// Its credit at the close, with what lay on the layout and at the tables then.
    #[schema(example = 5_000)]
    holds: i64,
}

impl From<&ShiftOfSeat> for SeatInShift {
    fn from(line: &ShiftOfSeat) -> Self {
        Self { seat: line.seat.number(), meters: line.meters.into(), holds: line.holds.minor() }
    }
}
