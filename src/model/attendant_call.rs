//! Calls for an attendant: what a player at a seat wants of the house, until somebody has come.

use minicbor::{Decode, Encode};

use super::{Seat, Timestamp};

/// A seat that waits for an attendant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct AttendantCall {
    /// Its number, from 1. A seat that calls for something else has a new one.
    #[n(0)]
    pub number: u32,
    /// The seat.
    #[n(1)]
    pub seat: Seat,
    /// What for.
    #[n(2)]
    pub reason: CallReason,
    /// Since when the seat waits, as the wall clock showed it.
    #[n(3)]
    pub since: Timestamp,
}

/// What a seat calls an attendant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum CallReason {
    /// Something that the attendant hears at the seat.
    #[n(0)]
    Help,
    /// The credit is to be paid out.
    #[n(1)]
    CashOut,
}

impl CallReason {
    /// Every reason.
    pub const ALL: [Self; 2] = [Self::Help, Self::CashOut];

    /// The reason's name in requests, messages and logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Help => "help",
            Self::CashOut => "cash-out",
        }
    }
}
