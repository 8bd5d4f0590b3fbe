//! What makes a table stand still: an attendant, faults of its device, a device that is not there, or a self-test. The wheel's table and every card
//! table have one of these.
//!
//! Here never lives what standing still means for a round or a deal.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::rest::Rest;
use crate::model::{FaultCode, FaultView, HoldView, Refusal, Timestamp};

/// What holds a table now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct Holds {
    #[n(0)]
    attendant: Option<AttendantHold>,
    #[n(1)]
    faults: Vec<StandingFault>,
    /// Whether the table's device is known to be running.
    #[n(2)]
    device_is_open: bool,
    /// Since when it is not.
    #[n(3)]
    device_closed_at: Timestamp,
    /// Whether the device is not running because the table wants it so.
    #[cbor(default)]
    #[n(4)]
    rest: Rest,
    /// Since when a self-test runs that the table stands still for. Holds of older releases have none.
    #[n(5)]
    tested_since: Option<Timestamp>,
}

/// An attendant's hold.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct AttendantHold {
    #[n(0)]
    reason: String,
    #[n(1)]
    since: Timestamp,
}

/// A fault that is not over.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct StandingFault {
    #[n(0)]
    code: FaultCode,
    #[n(1)]
    detail: String,
    #[n(2)]
    since: Timestamp,
    /// Whether only an attendant's decision ends it.
    #[n(3)]
    needs_attendant: bool,
}

impl Holds {
    /// Those of a table whose device has yet to show itself.
    pub(super) const fn new(at: Timestamp) -> Self {
        Self { attendant: None, faults: Vec::new(), device_is_open: false, device_closed_at: at, rest: Rest::Awake, tested_since: None }
    }

    /// Whether the table stands still.
    pub(super) fn is_held(&self) -> bool {
        self.attendant.is_some() || !self.faults.is_empty() || self.is_device_missing() || self.is_tested()
    }

    /// Whether the table stands still for a self-test.
    pub(super) const fn is_tested(&self) -> bool {
        self.tested_since.is_some()
    }

    /// The table stands still for a self-test from now on, or does so no more.
    pub(super) fn test(&mut self, is_tested: bool, at: Timestamp) {
        self.tested_since = is_tested.then_some(at);
    }

    /// Whether the device is not running, and nobody wants it so.
    fn is_device_missing(&self) -> bool {
        !self.device_is_open && self.rest == Rest::Awake
    }

    /// Whether the device rests, and was not called yet.
    pub(super) fn device_rests(&self) -> bool {
        self.rest == Rest::Resting
    }

    /// The device may rest.
    pub(super) const fn rest_device(&mut self) {
        self.rest = Rest::Resting;
    }

    /// The device is called, where it rests.
    pub(super) fn wake_device(&mut self) {
        if self.rest == Rest::Resting {
            self.rest = if self.device_is_open { Rest::Awake } else { Rest::Waking };
        }
    }

    /// Whether a fault stands.
    pub(super) fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// Whether an attendant holds the table.
    pub(super) const fn is_held_by_attendant(&self) -> bool {
        self.attendant.is_some()
    }

    /// Whether an attendant holds the table while a fault of its device stands.
    pub(super) fn is_seen_to(&self) -> bool {
        self.attendant.is_some() && self.faults.iter().any(|fault| !fault.needs_attendant)
    }

    /// Whether a fault stands that only an attendant's decision ends.
    pub(super) fn needs_attendant(&self) -> bool {
        self.faults.iter().any(|fault| fault.needs_attendant)
    }

    /// What is said of the fault of this code that only an attendant's decision ends; `None` where none stands.
    pub(super) fn needs_decision_on(&self, code: FaultCode) -> Option<&str> {
        self.faults.iter().find(|fault| fault.code == code && fault.needs_attendant).map(|fault| fault.detail.as_str())
    }

    /// An attendant has decided on the fault of this code at another table. Whether it stood here.
    pub(super) fn take_decision_on(&mut self, code: FaultCode) -> bool {
        let stood = self.faults.len();
        self.faults.retain(|fault| fault.code != code || !fault.needs_attendant);
        self.faults.len() < stood
    }

    /// Whether the table stands still until an attendant lets go of it or decides.
    pub(super) fn waits_for_attendant(&self) -> bool {
        self.is_held_by_attendant() || self.needs_attendant()
    }

    /// Whether nobody holds or tests the table or has to decide, so that at most faults of a device that is running keep it.
    pub(super) fn waits_for_device_only(&self) -> bool {
        !self.is_device_missing() && !self.waits_for_attendant() && !self.is_tested()
    }

    /// Whether the device is there and may be asked again: without a fault that passes by itself, but for one of which asking again
    /// shows whether it is over.
    pub(super) fn may_be_tried(&self) -> bool {
        self.device_is_open && self.faults.iter().all(|fault| fault.needs_attendant || fault.code.shows_in_a_spin())
    }

    /// The device is running.
    pub(super) fn open_device(&mut self) {
        self.device_is_open = true;
        if self.rest == Rest::Waking {
            self.rest = Rest::Awake;
        }
    }

    /// The device is off, or nothing is known of it any more.
    pub(super) const fn close_device(&mut self, at: Timestamp) {
        if core::mem::replace(&mut self.device_is_open, false) {
            self.device_closed_at = at;
        }
    }

    /// The program has started: of the device nothing is known but what waits for an attendant.
    pub(super) fn take_start(&mut self, at: Timestamp) {
        self.faults.retain(|fault| fault.needs_attendant);
        self.close_device(at);
        self.rest = Rest::Awake;
        self.tested_since = None;
    }

    /// Notes a fault, once for each code and each who ends it: what an attendant has seen to may stand on the device all the same.
    pub(super) fn raise(&mut self, code: FaultCode, detail: &str, needs_attendant: bool, at: Timestamp) {
        if !self.faults.iter().any(|standing| standing.code == code && standing.needs_attendant == needs_attendant) {
            self.faults.push(StandingFault { code, detail: detail.into(), since: at, needs_attendant });
        }
    }

    /// Says anew what a fault is that waits for an attendant; `false` where none of this code does.
    pub(super) fn restate(&mut self, code: FaultCode, detail: impl FnOnce() -> Option<String>) -> bool {
        let waits = |fault: &&mut StandingFault| fault.code == code && fault.needs_attendant;
        let Some(fault) = self.faults.iter_mut().find(waits) else { return false };
        if let Some(detail) = detail() {
            fault.detail = detail;
        }
        true
    }

    /// The device says that a fault is over; one that waits for an attendant stands all the same.
    pub(super) fn clear(&mut self, code: FaultCode) {
        self.faults.retain(|fault| fault.code != code || fault.needs_attendant);
    }

    /// An attendant holds the table.
    ///
    /// # Errors
    /// [`Refusal::TableHeld`] where one does already.
    pub(super) fn hold(&mut self, reason: &str, at: Timestamp) -> Result<(), Refusal> {
        if self.attendant.is_some() {
            return Err(Refusal::TableHeld);
        }
        self.attendant = Some(AttendantHold { reason: reason.into(), since: at });
        Ok(())
    }

    /// The attendant has seen to it: the hold and the faults that waited for a person are over.
    pub(super) fn resume(&mut self) -> Result<(), Refusal> {
        if !self.waits_for_attendant() {
            return Err(Refusal::WrongPhase);
        }
        self.release();
        Ok(())
    }

    /// The attendant lets go, and has decided on the faults that waited for that.
    pub(super) fn release(&mut self) {
        self.attendant = None;
        self.clear_decided();
    }

    /// An attendant has decided: the faults that waited for that are over.
    pub(super) fn clear_decided(&mut self) {
        self.faults.retain(|fault| !fault.needs_attendant);
    }

    /// Why the table stands still: a self-test, else the oldest fault, else the attendant, else the device that is not there, in the words of `absent`.
    pub(super) fn view(&self, can_continue: bool, absent: &str) -> Option<HoldView> {
        let view =
            |fault, reason, since, ends_by_itself| HoldView { fault, reason, since, can_continue, ends_by_itself, is_self_test: false };
        if let Some(since) = self.tested_since {
            let ends_by_itself = !self.waits_for_attendant();
            return Some(HoldView { is_self_test: true, ..view(None, "A self-test is running.".into(), since, ends_by_itself) });
        }
        if let Some(fault) = self.faults.first() {
            let ends_by_itself = !self.waits_for_attendant();
            let reason = fault.code.meaning().into();
            return Some(view(Some(fault.code), reason, fault.since, ends_by_itself));
        }
        if let Some(hold) = &self.attendant {
            return Some(view(None, hold.reason.clone(), hold.since, false));
        }
        let since = self.device_closed_at;
        self.is_device_missing().then(|| view(None, absent.into(), since, true))
    }

    /// The faults of the device that stand until somebody has looked at it, oldest first.
    pub(super) fn waiting_for_a_look(&self) -> impl Iterator<Item = (FaultCode, &str)> {
        let waiting = self.faults.iter().filter(|fault| fault.code.waits_for_a_look() && !fault.needs_attendant);
        waiting.map(|fault| (fault.code, fault.detail.as_str()))
    }

    /// The faults that stand, oldest first, each code once.
    pub(super) fn fault_views(&self) -> Vec<FaultView> {
        let mut views: Vec<FaultView> = Vec::new();
        for StandingFault { code, detail, since, .. } in &self.faults {
            if !views.iter().any(|view| view.code == *code) {
                views.push(FaultView { code: *code, detail: detail.clone(), since: *since });
            }
        }
        views
    }
}
