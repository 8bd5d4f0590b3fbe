//! Locks: an attendant lets the player of a seat stake nothing anew until he unlocks the seat.

use alloc::string::String;

use minicbor::{Decode, Encode};

use super::{Seat, Timestamp};

/// The lock of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct SeatLock {
    /// The seat.
    #[n(0)]
    pub seat: Seat,
    /// Who has locked it.
    #[n(1)]
    pub by: String,
    /// Why, in the attendant's words.
    #[n(2)]
    pub reason: String,
    /// Since when, as the wall clock showed it.
    #[n(3)]
    pub since: Timestamp,
}
