//! What standing still and going on mean at a card table.

use super::{CardTable, Stage, TableContext};
use crate::model::{FaultCode, HoldView, OrderNumber, TableFact, Timestamp};

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

    /// Whether no deal is under way, no stake lies or waits, and no card that belongs to the next deal.
    pub(in crate::cabinet) fn is_free(&self) -> bool {
        matches!(self.stage, Stage::Staking(_) | Stage::Paid(_)) && self.stakes().is_empty() && self.left_over.is_empty()
    }

    /// Whether the cards come from a source that can be tested: a machine draws its own, and nobody serves a table that the terms know no more.
    pub(in crate::cabinet) fn has_card_source(&self) -> bool {
        !self.terms.game.rules().is_machine() && !self.is_retired
    }

    /// The card source may test itself under this number. What else it was told to do is not wanted any more.
    pub(in crate::cabinet) fn give_source_to_test(&mut self) -> OrderNumber {
        if self.order.is_some() {
            self.drop_shoe();
        }
        self.newest_order += 1;
        self.newest_order
    }

    /// The card source may have moved its cards: they are not used any more.
    pub(in crate::cabinet) fn take_source_back(&mut self) {
        self.drop_shoe();
    }

    /// The table stands still for a self-test from now on, or does so no more; then what could not be shuffled meanwhile is.
    pub(in crate::cabinet) fn hold_for_test(&mut self, is_tested: bool, at: Timestamp) {
        self.lifecycle.holds.test(is_tested, at);
        if !is_tested {
            self.order_fresh_cards();
        }
    }

    /// Why the table stands still. A deal can always go on where it stopped.
    pub(super) fn hold_view(&self) -> Option<HoldView> {
        self.lifecycle.holds.view(true, "The card source is not ready.")
    }
}
