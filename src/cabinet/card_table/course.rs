//! The course of a deal in time: what happens when a moment has come, at a start, and with new terms.

use super::{CardTable, Floor, InForce, Stage};
use crate::games::course::RestartInDeal;
use crate::model::{DealVoid, FaultCode, Span, TableFact, VoidReason};

impl CardTable {
    /// A moment that the table wanted to be woken at may have come.
    pub(in crate::cabinet) fn take_wake(&mut self, floor: &mut Floor<'_>) {
        if self.lifecycle.take_late(floor.at) {
            self.lifecycle.holds.raise(FaultCode::CardSourceStalled, "a card took longer to come than the rules allow", false, floor.at);
        }
        if !self.lifecycle.is_over(floor.at) {
            return;
        }
        match &self.stage {
            Stage::Staking(_) => self.close(floor),
            Stage::Closed(_) => {}
            Stage::Dealing(_) => self.decide_by_default(floor),
            Stage::Paid(_) => self.open(floor),
        }
    }

    /// Stakes are taken for the next deal; those that have waited lie for it, and may be taken back (`blackjack-by` BA-23).
    pub(super) fn open(&mut self, floor: &mut Floor<'_>) {
        let waited = self.stakes().to_vec();
        // Stakes are played by the terms by which they were taken.
        if waited.is_empty() {
            self.begin_next_terms(floor);
        }
        self.deal += 1;
        self.opened_at = floor.at;
        self.decided = 0;
        self.laid = 0;
        self.lifecycle.running = None;
        floor.say(TableFact::Opened { deal: self.deal });
        if !waited.is_empty() {
            floor.say(TableFact::Waited(waited.clone()));
        }
        self.stage = Stage::Staking(waited);
        self.start_countdown(floor);
        self.advance(floor);
    }

    /// Whether terms that wait for stakes only wait though none lies.
    pub(in crate::cabinet) fn has_to_follow_terms(&self) -> bool {
        let nothing_lies = matches!(&self.stage, Stage::Staking(lie) if lie.is_empty());
        nothing_lies && self.next_terms.as_ref().is_some_and(|terms| terms.waits_for_stakes_only)
    }

    /// They come into force with another deal: who names the one that was open means the terms that he saw there.
    pub(in crate::cabinet) fn follow_terms(&mut self, floor: &mut Floor<'_>) {
        self.open(floor);
    }

    fn begin_next_terms(&mut self, floor: &mut Floor<'_>) {
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
        floor.say(TableFact::TermsInForce);
    }

    /// No more stakes (`blackjack-am` BJAM-7).
    pub(super) fn close(&mut self, floor: &mut Floor<'_>) {
        let Stage::Staking(lie) = &mut self.stage else { return };
        let stakes = core::mem::take(lie);
        self.laid = u16::try_from(stakes.len()).expect("a table has a few boxes with a few stakes each");
        self.stage = Stage::Closed(stakes);
        self.lifecycle.running = None;
        floor.say(TableFact::Closed { deal: self.deal });
        self.advance(floor);
    }

    /// Shows the result for a while, unless the table stands still.
    pub(super) fn start_pause(&mut self, floor: &Floor<'_>) {
        self.lifecycle.pause(floor.at, Span::from_seconds(self.terms.game.rules().course().pause_seconds.into()));
    }

    /// The program has started: what the card source did meanwhile is unknown, and it has yet to show itself. Stakes that lie stay;
    /// what becomes of a deal that was under way is a rule.
    pub(in crate::cabinet) fn take_start(&mut self, floor: &mut Floor<'_>) {
        self.lifecycle.take_start(floor.at);
        let is_under_way = matches!(self.stage, Stage::Closed(_) | Stage::Dealing(_));
        if is_under_way && self.terms.game.rules().course().restart_in_deal == RestartInDeal::Void {
            self.void(DealVoid::Round(VoidReason::Restart), floor);
        }
    }
}
