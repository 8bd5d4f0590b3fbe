//! Seats that an attendant has locked: they sit out from the end of the deal under way. The digests know no lock: it is an order of the house.

use super::{PlayersTable, require};
use crate::model::Seat;

impl PlayersTable {
    /// An attendant has locked a seat, or unlocked it.
    pub(in crate::sim::auditor) fn note_lock(&mut self, seat: Seat, is_locked: bool) {
        self.is_locked[seat.index()] = is_locked;
    }

    /// Whether the seat has to sit out for its lock.
    pub(super) fn is_put_out_by_lock(&self, seat: Seat) -> bool {
        let takes_part = self.place(seat).is_some_and(|place| !place.is_out && !place.is_leaving);
        self.is_locked[seat.index()] && takes_part && self.deal.is_none()
    }

    pub(super) fn check_locked(&self, seat: Seat) -> Result<(), String> {
        require(!self.is_locked[seat.index()], format_args!("seat {seat} takes part anew, and is locked"))
    }

    pub(super) fn check_locks(&self) -> Result<(), String> {
        let staying = Seat::all().find(|seat| self.is_put_out_by_lock(*seat));
        require(staying.is_none(), format_args!("{staying:?} is locked, and does not sit out"))
    }
}
