//! The course of a deal in time: what happens when a moment has come, at a start, and with new terms.

use super::{CardTable, InForce, Stage, TableContext};
use crate::games::timing::RestartInDeal;
use crate::model::{DealVoid, FaultCode, Span, TableFact, VoidReason};

impl CardTable {
    /// A moment that the table wanted to be woken at may have come.
    pub(in crate::cabinet) fn take_wake(&mut self, context: &mut TableContext<'_>) {
        if self.lifecycle.take_late(context.at) {
            self.lifecycle.holds.raise(FaultCode::CardSourceStalled, "a card took longer to come than the rules allow", false, context.at);
        }
        if !self.lifecycle.is_over(context.at) {
            return;
        }
        match &self.stage {
            Stage::Staking(_) => self.close(context),
            Stage::Closed(_) => {}
            Stage::Dealing(_) => self.decide_by_default(context),
            Stage::Paid(_) => self.open(context),
        }
    }

    /// Stakes are taken for the next deal; those that have waited lie for it, and may be taken back (`blackjack-by` BA-23).
    pub(super) fn open(&mut self, context: &mut TableContext<'_>) {
        let waited = self.stakes().to_vec();
        // Stakes are played by the terms by which they were taken.
        if waited.is_empty() {
            self.begin_next_terms(context);
        }
        self.deal += 1;
        self.opened_at = context.at;
        self.decided = 0;
        self.laid = 0;
        self.lifecycle.running = None;
        context.say(TableFact::Opened { deal: self.deal });
        if !waited.is_empty() {
            context.say(TableFact::Waited(waited.clone()));
        }
        self.stage = Stage::Staking(waited);
        self.start_countdown(context);
        self.advance(context);
    }

    /// Whether terms that wait for stakes only wait though none lies.
    pub(in crate::cabinet) fn has_to_follow_terms(&self) -> bool {
        let nothing_lies = matches!(&self.stage, Stage::Staking(lie) if lie.is_empty());
        nothing_lies && self.next_terms.as_ref().is_some_and(|terms| terms.waits_for_stakes_only)
    }

    /// They come into force with another deal: who names the one that was open means the terms that he saw there.
    pub(in crate::cabinet) fn follow_terms(&mut self, context: &mut TableContext<'_>) {
        self.open(context);
    }

    fn begin_next_terms(&mut self, context: &mut TableContext<'_>) {
        let Some(terms) = self.next_terms.take() else { return };
        // Where an older release brought the former ones, what may be repeated may be of a game before those.
        let is_other_game = terms.game.name() != self.terms.game.name() || !self.terms.waits_for_stakes_only;
        if terms.waits_for_stakes_only && is_other_game {
            self.last_stakes = Default::default();
        }
        if terms.game.rules().shoe() != self.terms.game.rules().shoe() {
            self.drop_shoe();
        }
        self.terms = InForce::new(terms);
        context.say(TableFact::TermsInForce);
    }

    /// No more stakes (`blackjack-am` BJAM-7).
    pub(super) fn close(&mut self, context: &mut TableContext<'_>) {
        let Stage::Staking(lie) = &mut self.stage else { return };
        let stakes = core::mem::take(lie);
        self.laid = u16::try_from(stakes.len()).expect("a table has a few boxes with a few stakes each");
        self.stage = Stage::Closed(stakes);
        self.lifecycle.running = None;
        context.say(TableFact::Closed { deal: self.deal });
        self.advance(context);
    }

    /// Shows the result for a while, unless the table stands still.
    pub(super) fn start_pause(&mut self, context: &TableContext<'_>) {
        self.lifecycle.pause(context.at, Span::from_seconds(self.terms.game.rules().timing().pause_seconds.into()));
    }

    /// The program has started: what the card source did meanwhile is unknown, and it has yet to show itself. Stakes that lie stay;
    /// what becomes of a deal that was under way is a rule.
    pub(in crate::cabinet) fn take_start(&mut self, context: &mut TableContext<'_>) {
        self.lifecycle.take_start(context.at);
        let is_under_way = matches!(self.stage, Stage::Closed(_) | Stage::Dealing(_));
        if is_under_way && self.terms.game.rules().timing().restart_in_deal == RestartInDeal::Void {
            self.void(DealVoid::Round(VoidReason::Restart), context);
        }
    }
}
