//! Calls for an attendant in the auditor's own books: who waits, for what and since when, and that each call was made and ended by somebody who
//! may.

use super::book::Book;
use super::facts::{is_order, order_of, require};
use crate::model::{AttendantCall, CallReason, OfficialView, Order, Seat, SeatView, What};

/// The calls.
#[derive(Clone, Debug, Default)]
pub(super) struct AttendantCalls {
    count: u32,
    /// Longest first.
    waiting: Vec<Waiting>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Waiting {
    number: u32,
    seat: Seat,
    reason: CallReason,
}

impl From<&AttendantCall> for Waiting {
    fn from(call: &AttendantCall) -> Self {
        Self { number: call.number, seat: call.seat, reason: call.reason }
    }
}

impl Book {
    pub(super) fn enter_call(&mut self, what: &What, number: u32, seat: Seat, reason: CallReason) -> Result<(), String> {
        require(order_of(what, seat) == Some(&Order::CallAttendant(reason)), "nobody at this seat called")?;
        require(reason == CallReason::Help || self.seat(seat).credit > 0, "a seat without credit calls for it to be paid out")?;
        require(number == self.calls.count + 1, "calls are numbered without a gap")?;
        self.calls.count = number;
        let call = Waiting { number, seat, reason };
        match self.calls.waiting.iter_mut().find(|other| other.seat == seat) {
            Some(former) => {
                require(former.reason != reason, "a seat calls twice for the same")?;
                *former = call;
            }
            None => self.calls.waiting.push(call),
        }
        Ok(())
    }

    pub(super) fn enter_call_ended(&mut self, what: &What, number: u32, seat: Seat) -> Result<(), String> {
        let place = self.calls.waiting.iter().position(|call| (call.number, call.seat) == (number, seat));
        self.calls.waiting.remove(place.ok_or("a call ended that did not wait")?);
        let is_withdrawn = order_of(what, seat) == Some(&Order::WithdrawCall);
        let is_answered = is_order(what, &Order::AnswerCall { number });
        require(is_withdrawn || is_answered || self.is_served(what, seat), "a call ended by itself")
    }

    /// Whether an attendant has paid out the whole credit of a seat.
    fn is_served(&self, what: &What, seat: Seat) -> bool {
        let is_paid_out =
            matches!(what, What::Command(command) if matches!(command.order, Order::CreditOut { seat: of, .. } if of == seat));
        is_paid_out && self.seats[seat.index()].credit == 0
    }

    /// After the facts of an input: no seat waits whose credit this input has paid out.
    pub(super) fn check_served(&self, what: &What) -> Result<(), String> {
        let waits = self.calls.waiting.iter().find(|call| self.is_served(what, call.seat));
        require(waits.is_none(), "a seat waits whose credit is paid out")
    }

    /// Compares who waits with what officials are shown.
    pub(super) fn compare_calls(&self, view: &OfficialView) -> Result<(), String> {
        let shown = view.attendant_calls.iter().map(Waiting::from);
        require(shown.eq(self.calls.waiting.iter().copied()), "other calls are shown than wait")
    }

    /// Compares what a seat is shown to have called for.
    pub(super) fn compare_call_of(&self, view: &SeatView) -> Result<(), String> {
        let own = self.calls.waiting.iter().find(|call| call.seat == view.seat);
        require(view.attendant_call.as_ref().map(Waiting::from) == own.copied(), "a seat is shown another call than its own")
    }
}
