//! What holds a card table, and what standing still and going on mean.

use alloc::string::String;

use super::{CardTable, Floor, Stage};
use crate::cabinet::table::StandingFault;
use crate::model::{FaultCode, HoldView, TableFact, Timestamp};

impl CardTable {
    /// Whether the table stands still.
    pub(in crate::cabinet) fn is_held(&self) -> bool {
        self.attendant_hold.is_some() || !self.faults.is_empty() || !self.source_is_open
    }

    /// Notes a fault, once for each code.
    pub(super) fn raise(&mut self, code: FaultCode, detail: &str, needs_attendant: bool, floor: &Floor<'_>) {
        match self.faults.iter_mut().find(|standing| standing.code == code) {
            Some(standing) => standing.needs_attendant |= needs_attendant,
            None => self.faults.push(StandingFault { code, detail: detail.into(), since: floor.at, needs_attendant }),
        }
    }

    /// A deck that is not what it should be is replaced by a person (`house-rules-by` HRB-23).
    pub(super) fn raise_defective_deck(&mut self, floor: &Floor<'_>) {
        self.raise(FaultCode::WrongCardCount, "the cards are not the packs they should be", true, floor);
    }

    /// The device says that a fault is over; one that waits for an attendant stands all the same.
    pub(super) fn clear_fault(&mut self, code: FaultCode) {
        self.faults.retain(|fault| fault.code != code || fault.needs_attendant);
    }

    /// The card source is off, or nothing is known of it any more.
    pub(super) fn close_source(&mut self, at: Timestamp) {
        if core::mem::take(&mut self.source_is_open) {
            self.source_closed_at = at;
        }
    }

    /// After every input: notes that the table has come to stand still, or lets it go on.
    pub(in crate::cabinet) fn follow_hold(&mut self, floor: &mut Floor<'_>) {
        let is_held = self.is_held();
        if core::mem::replace(&mut self.stands_still, is_held) == is_held {
            return;
        }
        if is_held { self.stand_still(floor) } else { self.go_on(floor) }
    }

    fn stand_still(&mut self, floor: &mut Floor<'_>) {
        self.ends_at = None;
        self.card_ends_at = None;
        let hold = self.hold_view().expect("a table that is held says why");
        floor.say(TableFact::Held { fault: hold.fault, reason: hold.reason });
    }

    fn go_on(&mut self, floor: &mut Floor<'_>) {
        floor.say(TableFact::Resumed);
        match &self.stage {
            Stage::Staking(_) => self.start_countdown(floor),
            Stage::Paid if self.deal == 0 => self.open(floor),
            Stage::Paid => self.start_pause(floor),
            Stage::Closed(_) | Stage::Dealing(_) => {}
        }
        self.restart_card_limit(floor);
        self.advance(floor);
    }

    /// Why the table stands still: the oldest fault, else the attendant, else the card source that is not there.
    pub(super) fn hold_view(&self) -> Option<HoldView> {
        let can_continue = true;
        if let Some(fault) = self.faults.first() {
            let ends_by_itself = !fault.needs_attendant && self.attendant_hold.is_none();
            let reason: String = fault.code.meaning().into();
            return Some(HoldView { fault: Some(fault.code), reason, since: fault.since, can_continue, ends_by_itself });
        }
        if let Some(hold) = &self.attendant_hold {
            return Some(HoldView { fault: None, reason: hold.reason.clone(), since: hold.since, can_continue, ends_by_itself: false });
        }
        let reason = "The card source is not ready.".into();
        let since = self.source_closed_at;
        (!self.source_is_open).then_some(HoldView { fault: None, reason, since, can_continue, ends_by_itself: true })
    }
}
