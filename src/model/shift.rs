//! An attendant's shift: the cash in his drawer against the cabinet's meters.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{MetersView, Money, Seat, Timestamp};

/// A shift that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShiftView {
    /// Its number, from 1.
    pub number: u32,
    /// Who opened it.
    pub opened_by: String,
    /// When, as the wall clock showed it.
    pub opened_at: Timestamp,
    /// The cash in the drawer then.
    pub cash_at_open: Money,
    /// The cash that must be in the drawer now: what was there, with what was paid in and without what was paid out since.
    pub cash_expected: Money,
    /// What the cabinet's meters have counted since.
    pub meters: MetersView,
}

/// What a shift came to, from its open to its close.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct ShiftReport {
    /// Its number, from 1.
    #[n(0)]
    pub number: u32,
    /// Who opened it.
    #[n(1)]
    pub opened_by: String,
    /// When, as the wall clock showed it.
    #[n(2)]
    pub opened_at: Timestamp,
    /// Who closed it.
    #[n(3)]
    pub closed_by: String,
    /// When, as the wall clock showed it.
    #[n(4)]
    pub closed_at: Timestamp,
    /// The cash in the drawer when it was opened.
    #[n(5)]
    pub cash_at_open: Money,
    /// The cash that was counted when it was closed.
    #[n(6)]
    pub cash_counted: Money,
    /// What the cabinet's meters counted meanwhile.
    #[n(7)]
    pub meters: MetersView,
    /// All fees at tables between players meanwhile; those by the hour stand in the meters as well.
    #[n(8)]
    pub fees: Money,
    /// Each seat, in order.
    #[n(9)]
    pub seats: Vec<ShiftOfSeat>,
}

/// One seat in a shift.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct ShiftOfSeat {
    /// The seat.
    #[n(0)]
    pub seat: Seat,
    /// What its meters counted meanwhile.
    #[n(1)]
    pub meters: MetersView,
    /// Its credit when the shift was closed, with what lay on the felts and before it then.
    #[n(2)]
    pub holds: Money,
}

impl ShiftReport {
    /// The cash that had to be in the drawer at the close: what was there at the open, with what was paid in and without what was paid out.
    #[must_use]
    pub fn cash_expected(&self) -> Money {
        self.meters.drawer(self.cash_at_open)
    }

    /// What all seats held together at the close.
    #[must_use]
    pub fn holds(&self) -> Money {
        self.seats.iter().map(|line| line.holds).sum()
    }

    /// By how much the cash that was counted is more than it had to be; below nothing where some is missing.
    #[must_use]
    pub fn cash_difference(&self) -> Money {
        self.cash_counted - self.cash_expected()
    }
}

impl MetersView {
    /// The cash in a drawer that held so much, once what these meters have counted was paid in and out of it.
    #[must_use]
    pub fn drawer(&self, cash: Money) -> Money {
        cash + self.credit_in - self.credit_out - self.hand_paid
    }

    /// What these meters have counted since they stood at `before`.
    #[must_use]
    pub fn since(&self, before: &Self) -> Self {
        Self {
            credit_in: self.credit_in - before.credit_in,
            credit_out: self.credit_out - before.credit_out,
            staked: self.staked - before.staked,
            returned: self.returned - before.returned,
            games: self.games - before.games,
            voids: self.voids - before.voids,
            attendant_payments: self.attendant_payments - before.attendant_payments,
            corrections: self.corrections - before.corrections,
            hand_paid: self.hand_paid - before.hand_paid,
            hourly_fees: self.hourly_fees - before.hourly_fees,
        }
    }
}
