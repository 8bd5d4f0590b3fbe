//! Calls for an attendant: a seat asks for help, or to have its credit paid out, and waits until an attendant has come. A call moves no money and
//! holds nothing up; a seat calls while the wheel or a table stands still too.

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::Cabinet;
use crate::model::{AttendantCall, CallReason, Fact, Refusal, Seat};

/// The seats that wait for an attendant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct AttendantCalls {
    /// How many calls there have been.
    #[n(0)]
    count: u32,
    /// Longest first, one of each seat at most.
    #[n(1)]
    waiting: Vec<AttendantCall>,
}

impl AttendantCalls {
    /// Those that wait, longest first.
    pub(super) fn waiting(&self) -> &[AttendantCall] {
        &self.waiting
    }

    /// The call of this seat, where it waits.
    pub(super) fn of(&self, seat: Seat) -> Option<AttendantCall> {
        self.waiting.iter().find(|call| call.seat == seat).copied()
    }

    fn end(&mut self, is_meant: impl Fn(&AttendantCall) -> bool) -> Option<Fact> {
        let AttendantCall { number, seat, .. } = self.waiting.remove(self.waiting.iter().position(is_meant)?);
        Some(Fact::CallEnded { number, seat })
    }
}

impl Cabinet {
    /// A seat that calls for something else than before keeps its place among those that wait.
    pub(super) fn call_attendant(&mut self, seat: Seat, reason: CallReason, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        if reason == CallReason::CashOut && !self.ledger.credit(seat).is_positive() {
            return Err(Refusal::NoCredit);
        }
        let former = self.attendant_calls.of(seat);
        if former.is_some_and(|call| call.reason == reason) {
            return Err(Refusal::AlreadyCalled);
        }
        let since = former.map_or_else(|| self.clock_offset().shown(self.at), |call| call.since);
        self.attendant_calls.count += 1;
        let number = self.attendant_calls.count;
        let call = AttendantCall { number, seat, reason, since };
        match self.attendant_calls.waiting.iter_mut().find(|call| call.seat == seat) {
            Some(former) => *former = call,
            None => self.attendant_calls.waiting.push(call),
        }
        facts.push(Fact::AttendantCalled { number, seat, reason });
        Ok(())
    }

    /// A player does not wait any more.
    pub(super) fn withdraw_call(&mut self, seat: Seat, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        facts.push(self.attendant_calls.end(|call| call.seat == seat).ok_or(Refusal::NoCall)?);
        Ok(())
    }

    /// An attendant has come.
    pub(super) fn answer_call(&mut self, number: u32, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        facts.push(self.attendant_calls.end(|call| call.number == number).ok_or(Refusal::NoCall)?);
        Ok(())
    }

    /// An attendant has paid out the whole credit of a seat, and so was there: it waits for nobody any more.
    pub(super) fn end_served_call(&mut self, seat: Seat, facts: &mut Vec<Fact>) {
        if self.ledger.credit(seat).is_zero() {
            facts.extend(self.attendant_calls.end(|call| call.seat == seat));
        }
    }
}
