//! What standing still and going on mean at a card table.

use super::{CardTable, Stage, TableContext};
use crate::model::{FaultCode, HoldView, TableFact};

impl CardTable {
    /// A deck with this defect is replaced by a person (`house-rules-by` HRB-23).
    pub(super) fn raise_defective_deck(&mut self, defect: FaultCode, context: &TableContext<'_>) {
        self.lifecycle.holds.raise(defect, "the cards are not the packs they should be", true, context.at);
    }

    /// The table has come to stand still, or may go on.
    pub(in crate::cabinet) fn follow_hold(&mut self, context: &mut TableContext<'_>) {
        if self.lifecycle.follow_hold() { self.stand_still(context) } else { self.go_on(context) }
    }

    fn stand_still(&mut self, context: &mut TableContext<'_>) {
        self.lifecycle.stop();
        let hold = self.hold_view().expect("a table that is held says why");
        context.say(TableFact::Held { fault: hold.fault, reason: hold.reason });
    }

    fn go_on(&mut self, context: &mut TableContext<'_>) {
        context.say(TableFact::Resumed);
        match &self.stage {
            Stage::Staking(_) => self.start_countdown(context),
            Stage::Paid(_) if self.deal == 0 => self.open(context),
            Stage::Paid(_) => self.start_pause(context),
            Stage::Closed(_) | Stage::Dealing(_) => {}
        }
        self.restart_card_limit(context);
        self.advance(context);
    }

    /// Why the table stands still. A deal can always go on where it stopped.
    pub(super) fn hold_view(&self) -> Option<HoldView> {
        self.lifecycle.holds.view(true, "The card source is not ready.")
    }
}
