//! The fee by the hour (TPAM-10): a seat pays for an hour when it is about to be dealt in and the last hour that it paid for is over (TPAM-Q29).
//!
//! So nobody pays for time in which he is dealt nothing: while he sits out, waits for the big blind or for other players. An hour belongs to the
//! seat: who leaves and sits down again within it does not pay twice.

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{HostedTable, TableContext};
use crate::games::player_table::{Command, SeatOrder};
use crate::model::{SEATS, Seat, Span, Timestamp};

const HOUR: Span = Span::from_seconds(3_600);

/// Until when each seat has paid; `None` where it never has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct Hours(#[n(0)] [Option<Timestamp>; SEATS]);

impl Hours {
    pub(super) fn begin(&mut self, seat: Seat, at: Timestamp) {
        self.0[seat.index()] = Some(at.after(HOUR));
    }

    /// Until when the seat has paid, which may be over.
    pub(super) const fn paid_until(&self, seat: Seat) -> Option<Timestamp> {
        self.0[seat.index()]
    }

    fn is_over(&self, seat: Seat, at: Timestamp) -> bool {
        self.paid_until(seat).is_none_or(|until| until <= at)
    }
}

impl HostedTable {
    /// Has everybody pay who would be dealt in now and whose hour is over. Who cannot pay sits out, until he has filled up and comes back; and that
    /// before anybody pays: a deal that fewer than two are left for does not begin.
    pub(super) fn take_hourly_fees(&mut self, context: &mut TableContext<'_>) {
        if self.terms.rules.house.fee.hourly_minor.is_none() {
            return;
        }
        // Who sits out changes who waits, so that others may be dealt in than before.
        while let Some(seat) = self.owing(context.at).into_iter().find(|seat| !self.can_pay(*seat)) {
            let order = Command::Seat { seat, order: SeatOrder::SitOut(true), credit: context.ledger.credit(seat) };
            self.take_command(&order, None, context).expect("a seat that would be dealt in can sit out");
        }
        for seat in self.owing(context.at) {
            self.take_command(&Command::PayHour(seat), None, context).expect("a seat that can pay pays");
        }
    }

    fn owing(&self, at: Timestamp) -> Vec<Seat> {
        self.table().would_be_dealt_in().into_iter().filter(|seat| self.hours.is_over(*seat, at)).collect()
    }

    fn can_pay(&self, seat: Seat) -> bool {
        self.table().stack(seat).is_some_and(|stack| self.terms.rules.can_pay_hour(stack))
    }
}
