//! The faults that came, for technicians.

use serde::Serialize;
use utoipa::ToSchema;

use super::hold::fault_codes;
use crate::model::{FaultCode, FaultEnd, FaultHistoryView, FaultTally, PastFault, Timestamp};

/// The faults of the whole journal, as far as it was read: from its oldest record on.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct FaultHistory {
    /// Every fault that there is, and how often it came; those that stand now are in the cabinet's view.
    catalogue: Vec<CatalogueLine>,
    /// The faults that came, newest first, at most 100.
    faults: Vec<FaultLine>,
    /// The moment of the first record that was read; null where there is none.
    #[schema(required)]
    since: Option<u64>,
    /// The moment of the last one.
    #[schema(required)]
    until: Option<u64>,
    /// Of how many rounds these records are.
    #[schema(example = 61_300)]
    rounds: u64,
    /// How far the journal was read: the `whole` of it; a part, and the next look `goes-on`; or all that lies behind something `damaged`. Null
    /// where it cannot be read, and nothing is known of what came.
    #[schema(required, example = "whole")]
    reach: Option<&'static str>,
}

impl FaultHistory {
    /// What was counted of the journal, where it could be read.
    pub(in crate::http) fn new(view: Option<&FaultHistoryView>) -> Self {
        let tallies = view.map_or(&[][..], |view| &view.tallies);
        Self {
            catalogue: FaultCode::ALL.map(|code| CatalogueLine::new(code, tallies)).into(),
            faults: view.map_or(&[][..], |view| &view.faults).iter().map(FaultLine::from).collect(),
            since: view.and_then(|view| view.since).map(Timestamp::microseconds),
            until: view.and_then(|view| view.until).map(Timestamp::microseconds),
            rounds: view.map_or(0, |view| view.rounds),
            reach: view.map(|view| view.reach.name()),
        }
    }
}

/// A fault that came, and perhaps went.
#[derive(Serialize, ToSchema)]
struct FaultLine {
    /// The card table of whose source it was; null for the wheel's.
    #[schema(required)]
    table: Option<u8>,
    /// Which.
    #[schema(schema_with = fault_codes)]
    code: FaultCode,
    /// What was seen.
    #[schema(example = "ball-2 has been on for 4 s")]
    detail: String,
    /// What the fault means.
    meaning: &'static str,
    /// What to look at first.
    what_to_check: &'static str,
    /// When it came.
    since: u64,
    /// When it was over; null where nothing has said so.
    #[schema(required)]
    until: Option<u64>,
    /// What ended it: the `device`, an `attendant`, or a `start` of the program.
    #[schema(required, example = "device")]
    ended_by: Option<&'static str>,
}

impl From<&PastFault> for FaultLine {
    fn from(fault: &PastFault) -> Self {
        Self {
            table: fault.table.map(|table| table.0),
            code: fault.code,
            detail: fault.detail.clone(),
            meaning: fault.code.meaning(),
            what_to_check: fault.code.what_to_check(),
            since: fault.since.microseconds(),
            until: fault.until.map(Timestamp::microseconds),
            ended_by: fault.ended_by.map(FaultEnd::name),
        }
    }
}

/// A fault of the catalogue.
#[derive(Serialize, ToSchema)]
struct CatalogueLine {
    /// Which.
    #[schema(schema_with = fault_codes)]
    code: FaultCode,
    /// What it means.
    meaning: &'static str,
    /// What to look at first.
    what_to_check: &'static str,
    /// How often it came.
    times: u64,
    /// The last time; null where it never came.
    #[schema(required)]
    last: Option<FaultLine>,
}

impl CatalogueLine {
    fn new(code: FaultCode, tallies: &[FaultTally]) -> Self {
        let tally = tallies.iter().find(|tally| tally.last.code == code);
        let (times, last) = (tally.map_or(0, |tally| tally.times), tally.map(|tally| FaultLine::from(&tally.last)));
        Self { code, meaning: code.meaning(), what_to_check: code.what_to_check(), times, last }
    }
}
