//! What standing still and going on mean at a card table.

use super::{CardTable, Floor, Stage};
use crate::model::{FaultCode, HoldView, TableFact};

impl CardTable {
    /// A deck with this defect is replaced by a person (`house-rules-by` HRB-23).
    pub(super) fn raise_defective_deck(&mut self, defect: FaultCode, floor: &Floor<'_>) {
        self.lifecycle.holds.raise(defect, "the cards are not the packs they should be", true, floor.at);
    }

    /// The table has come to stand still, or may go on.
    pub(in crate::cabinet) fn follow_hold(&mut self, floor: &mut Floor<'_>) {
        if self.lifecycle.follow_hold() { self.stand_still(floor) } else { self.go_on(floor) }
    }

    fn stand_still(&mut self, floor: &mut Floor<'_>) {
        self.lifecycle.stop();
        let hold = self.hold_view().expect("a table that is held says why");
        floor.say(TableFact::Held { fault: hold.fault, reason: hold.reason });
    }

    fn go_on(&mut self, floor: &mut Floor<'_>) {
        floor.say(TableFact::Resumed);
        match &self.stage {
            Stage::Staking(_) => self.start_countdown(floor),
            Stage::Paid(_) if self.deal == 0 => self.open(floor),
            Stage::Paid(_) => self.start_pause(floor),
            Stage::Closed(_) | Stage::Dealing(_) => {}
        }
        self.restart_card_limit(floor);
        self.advance(floor);
    }

    /// Why the table stands still. A deal can always go on where it stopped.
    pub(super) fn hold_view(&self) -> Option<HoldView> {
        self.lifecycle.holds.view(true, "The card source is not ready.")
    }
}
