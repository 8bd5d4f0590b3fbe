//! The locks of seats in the auditor's own books: which seats attendants have locked, and that those stake nothing anew.

use super::book::Book;
use super::facts::{is_order, require};
use crate::model::{Command, OfficialView, Order, Seat, SeatView, What, Who};

/// The locks that stand, longest first.
#[derive(Clone, Debug, Default)]
pub(super) struct SeatLocks(Vec<Lock>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Lock {
    seat: Seat,
    by: String,
    reason: String,
}

impl Lock {
    /// The lock that an attendant orders.
    fn ordered(what: &What) -> Option<Self> {
        match what {
            What::Command(Command { who: Who::Attendant(by), order: Order::LockSeat { seat, reason }, .. }) => {
                Some(Self { seat: *seat, by: by.clone(), reason: reason.clone() })
            }
            _ => None,
        }
    }
}

impl SeatLocks {
    pub(super) fn is_locked(&self, seat: Seat) -> bool {
        self.0.iter().any(|lock| lock.seat == seat)
    }
}

impl Book {
    pub(super) fn enter_seat_locked(&mut self, what: &What, seat: Seat) -> Result<(), String> {
        let lock = Lock::ordered(what).filter(|lock| lock.seat == seat).ok_or("nobody locked this seat")?;
        require(!self.locks.is_locked(seat), "a seat was locked twice")?;
        require(!lock.reason.trim().is_empty(), "a seat was locked for no reason")?;
        self.locks.0.push(lock);
        self.player_tables.values_mut().for_each(|table| table.note_lock(seat, true));
        Ok(())
    }

    pub(super) fn enter_seat_unlocked(&mut self, what: &What, seat: Seat) -> Result<(), String> {
        require(is_order(what, &Order::UnlockSeat { seat }), "nobody unlocked this seat")?;
        require(self.locks.is_locked(seat), "a seat was unlocked that was not locked")?;
        self.locks.0.retain(|lock| lock.seat != seat);
        let is_stopped = self.is_stopped(seat);
        self.player_tables.values_mut().for_each(|table| table.note_lock(seat, is_stopped));
        Ok(())
    }

    /// Compares the locks with what officials are shown.
    pub(super) fn compare_locks(&self, view: &OfficialView) -> Result<(), String> {
        let shown = view.seat_locks.iter().map(|lock| Lock { seat: lock.seat, by: lock.by.clone(), reason: lock.reason.clone() });
        require(shown.eq(self.locks.0.iter().cloned()), "other locks of seats are shown than stand")
    }

    /// Compares whether a seat is locked with what it is shown.
    pub(super) fn compare_lock_of(&self, view: &SeatView) -> Result<(), String> {
        require(view.is_locked == self.locks.is_locked(view.seat), "a seat is shown to be locked and is not, or the other way about")
    }
}
