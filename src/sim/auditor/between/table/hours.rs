//! The fee by the hour: who is to be dealt in and has not paid within the hour pays first, or sits out (TPAM-10, TPAM-Q29).

use super::{Change, PlayersTable, require};
use crate::model::{Seat, Span, Timestamp};

const HOUR: Span = Span::from_seconds(3_600);

impl PlayersTable {
    pub(super) fn enter_hour(&mut self, seat: Seat, fee: i64) -> Result<Vec<Change>, String> {
        require(self.rules.hourly == Some(fee), format_args!("seat {seat} paid {fee} for an hour, which costs {:?}", self.rules.hourly))?;
        require(self.may_begin(), format_args!("seat {seat} paid for an hour at another moment than before a deal"))?;
        require(self.owes_hour(seat), format_args!("seat {seat} paid for an hour that it does not owe"))?;
        let unpaid = Seat::all().find(|other| self.owes_hour(*other) && !self.can_pay_hour(*other));
        require(unpaid.is_none(), format_args!("seat {seat} paid for an hour, and {unpaid:?} who cannot was not put out first"))?;
        self.place_mut(seat)?.stack -= fee;
        self.hour_paid_at[seat.index()] = Some(self.now);
        Ok(vec![Change::Hour(seat, fee)])
    }

    /// Whether the seat has to sit out, because its stack does not reach for the hour that it would have to pay for.
    pub(super) fn is_put_out_by_hour(&self, seat: Seat) -> bool {
        self.may_begin() && self.owes_hour(seat) && !self.can_pay_hour(seat)
    }

    /// Whether a deal can begin at once: hours are paid for then and at no other moment.
    fn may_begin(&self) -> bool {
        self.deal.is_none() && !self.is_held && self.has_fresh_cards()
    }

    /// Until when the seat has paid.
    pub(in super::super) fn hour_paid_until(&self, seat: Seat) -> Option<Timestamp> {
        self.hour_paid_at[seat.index()].map(|paid_at| paid_at.after(HOUR))
    }

    /// Whether the seat would be dealt in now and has not paid within the hour. One that sits out owes nothing.
    pub(super) fn owes_hour(&self, seat: Seat) -> bool {
        let is_over = self.hour_paid_until(seat).is_none_or(|until| until <= self.now);
        let is_due = |seat| self.next_beginning().is_some_and(|next| next.players.contains(&seat));
        self.rules.hourly.is_some() && is_over && self.is_there(seat) && is_due(seat)
    }

    fn can_pay_hour(&self, seat: Seat) -> bool {
        let fee = self.rules.hourly.unwrap_or(0);
        self.place(seat).is_some_and(|place| place.stack >= fee && place.stack - fee >= self.rules.least_stack())
    }
}
