//! The course of a table between players in time: pauses, fresh packs, cards, decisions, and what a hold, a start and new terms do.

use alloc::vec::Vec;

use super::cards::Ordered;
use super::{HostedTable, PlayerTableTerms, TableContext};
use crate::games::player_table::{ButtonDraw, Command, SeatOrder, VoidReason as TableVoid, Wants};
use crate::games::timing::RestartInDeal;
use crate::model::{DealVoid, FaultCode, HoldView, OrderNumber, Seat, Span, TableFact, Timestamp, VoidReason};

impl HostedTable {
    /// Goes on until a card, a decision, players, or time is waited for.
    pub(super) fn advance(&mut self, context: &mut TableContext<'_>) {
        self.sit_out_absent(context);
        while !self.lifecycle.holds.is_held() && self.order.is_none() && self.goes_one_further(context) {}
    }

    /// One move of the dealer; whether another may follow at once.
    fn goes_one_further(&mut self, context: &mut TableContext<'_>) -> bool {
        match self.table().wants() {
            Wants::Players => self.wait_for_players(),
            Wants::Decision(..) => self.lifecycle.count_down(true, context.at, seconds(self.terms.decision_seconds)),
            // The deal is played again, with a fresh pack (TPAM-8).
            Wants::Card(_) if self.pack.is_none() => self.order(Ordered::Shuffle),
            Wants::Card(_) => self.order_card(Ordered::Card, context),
            // An attendant says when it is shuffled.
            Wants::Shuffle => self.lifecycle.running = None,
            Wants::Draw | Wants::Begin if !self.is_ready => {
                self.lifecycle.count_down(true, context.at, seconds(self.terms.pause_seconds));
            }
            Wants::Draw | Wants::Begin if self.pack.is_none() => self.order(Ordered::Shuffle),
            Wants::Draw => match self.table().draw(&self.drawn) {
                ButtonDraw::Next { seat, .. } => self.order_card(Ordered::Draw(seat), context),
                ButtonDraw::Lies(_) => return self.draw_button(context),
            },
            Wants::Begin => return self.begin(context),
        }
        false
    }

    fn wait_for_players(&mut self) {
        self.is_ready = false;
        self.lifecycle.running = None;
        self.drop_pack();
    }

    /// The highest of the cards that were drawn has the button (TPC-3, SPT-30), and the first deal has a fresh pack.
    fn draw_button(&mut self, context: &mut TableContext<'_>) -> bool {
        let drawn = self.drawn.iter().copied().filter(|(seat, _)| self.table().can_be_dealt_in(*seat)).collect();
        self.take_command(&Command::DrawButton(drawn), None, context).expect("the draw was asked for, and is over");
        self.drop_pack();
        true
    }

    fn begin(&mut self, context: &mut TableContext<'_>) -> bool {
        self.take_hourly_fees(context);
        let has_begun = self.take_command(&Command::Begin, None, context).is_ok();
        // Where nobody can be dealt in after all, the table looks again after another pause.
        self.is_ready &= has_begun;
        true
    }

    /// A deal has ended: its result is shown for a while, and the next one has a fresh pack. A card that is on its way belongs to no deal.
    pub(super) fn end_deal(&mut self, at: Timestamp) {
        self.is_ready = false;
        self.stop_clock(at);
        self.drop_pack();
    }

    /// No decision or pause is waited for any more; what the seat that was asked drew of its time bank is gone.
    pub(super) fn stop_clock(&mut self, at: Timestamp) {
        self.lifecycle.running = None;
        self.time_banks.settle(at);
    }

    /// A moment that the table wanted to be woken at may have come.
    pub(in crate::cabinet) fn take_wake(&mut self, context: &mut TableContext<'_>) {
        if self.lifecycle.take_late(context.at) {
            self.lifecycle.holds.raise(FaultCode::CardSourceStalled, "a card took longer to come than the table allows", false, context.at);
        }
        self.shows_until = self.shows_until.filter(|until| *until > context.at);
        self.close_where_due(context);
        if !self.lifecycle.is_over(context.at) {
            return;
        }
        self.lifecycle.running = None;
        match self.table().wants() {
            Wants::Decision(seat, turn) => self.end_decision(seat, turn, context),
            Wants::Draw | Wants::Begin => self.is_ready = true,
            Wants::Players | Wants::Card(_) | Wants::Shuffle => {}
        }
        self.advance(context);
    }

    /// The time of a decision is over: the seat draws on its time bank, or is decided for where it has none.
    fn end_decision(&mut self, seat: Seat, turn: u32, context: &mut TableContext<'_>) {
        if let Some(left) = self.time_banks.draw(seat, context.at) {
            return self.lifecycle.run(context.at, left);
        }
        self.missed[seat.index()] = self.missed[seat.index()].saturating_add(1);
        self.take_command(&Command::TimeOver { turn }, None, context).expect("a seat that is asked can be decided for");
        let (missed, absent_after) = (self.missed[seat.index()], self.terms.absent_after_decisions);
        if absent_after > 0 && missed >= absent_after {
            let order = Command::Seat { seat, order: SeatOrder::SitOut(true), credit: context.ledger.credit(seat) };
            // Somebody who sits out already, or has gone with this decision, is not put out again.
            self.take_command(&order, None, context).ok();
        }
    }

    /// The program has started: the card source has yet to show itself. The deal under way goes on then, with the order that stood, or is void: that
    /// is a rule.
    pub(in crate::cabinet) fn take_start(&mut self, context: &mut TableContext<'_>) {
        self.time_banks.forget_drawing();
        self.forget_absence();
        self.wait_for_close_where_empty(context.at);
        self.lifecycle.take_start(context.at);
        if self.terms.rules.house.restart_in_deal == Some(RestartInDeal::Void) {
            self.void(TableVoid::Restart, DealVoid::Round(VoidReason::Restart), context);
        }
    }

    /// The table has come to stand still, or may go on.
    pub(in crate::cabinet) fn follow_hold(&mut self, context: &mut TableContext<'_>) {
        if self.lifecycle.follow_hold() {
            self.lifecycle.stop();
            self.time_banks.settle(context.at);
            let hold = self.hold_view().expect("a table that is held says why");
            return context.say(TableFact::Held { fault: hold.fault, reason: hold.reason });
        }
        context.say(TableFact::Resumed);
        self.restart_card_limit(context);
        self.advance(context);
    }

    /// Whether the cards come from a machine that can be tested: nobody serves a table that the terms know no more.
    pub(in crate::cabinet) const fn has_card_source(&self) -> bool {
        self.terms.is_dealt_by_hand && !self.is_retired
    }

    /// Whether the button is being drawn for.
    pub(in crate::cabinet) fn is_drawing(&self) -> bool {
        self.table().wants() == Wants::Draw && self.pack.is_some()
    }

    /// The card source may test itself under this number. What else it was told to do is not wanted any more, and its cards are not used any more.
    pub(in crate::cabinet) fn give_source_to_test(&mut self) -> OrderNumber {
        self.drop_pack();
        self.newest_order += 1;
        self.newest_order
    }

    /// The card source may have moved its cards: they are not used any more.
    pub(in crate::cabinet) fn take_source_back(&mut self) {
        self.drop_pack();
    }

    /// The table stands still for a self-test from now on, or does so no more.
    pub(in crate::cabinet) fn hold_for_test(&mut self, is_tested: bool, at: Timestamp) {
        self.lifecycle.holds.test(is_tested, at);
    }

    pub(super) fn hold_view(&self) -> Option<HoldView> {
        self.lifecycle.holds.view(true, "The card source is not ready.")
    }

    /// New terms wait until no deal is under way.
    pub(super) fn take_terms(&mut self, terms: PlayerTableTerms) {
        self.next_terms = (terms != self.terms).then_some(terms);
        self.is_retired = false;
    }

    /// The table finishes its deal; then everybody goes.
    pub(super) fn retire(&mut self) {
        self.is_retired = true;
        self.next_terms = None;
    }

    /// Who sits at the table.
    pub(super) fn seated(&self) -> Vec<Seat> {
        Seat::all().filter(|seat| self.table().stack(*seat).is_some()).collect()
    }

    /// Between deals everybody goes with his stack.
    pub(super) fn have_everybody_go(&mut self, context: &mut TableContext<'_>) {
        for seat in self.seated() {
            self.take_command(&Command::Remove(seat), None, context).expect("between deals every player can go");
        }
    }

    /// Whether there is something to do about terms now.
    pub(in crate::cabinet) fn has_to_follow_terms(&self) -> bool {
        !self.is_dealing() && (self.next_terms.is_some() || self.is_retired && !self.seated().is_empty())
    }

    /// Terms that waited come into force; at a table that the terms know no more every stack goes back to its seat's credit.
    pub(in crate::cabinet) fn follow_terms(&mut self, context: &mut TableContext<'_>) {
        if self.is_retired {
            self.have_everybody_go(context);
        }
        if let Some(terms) = self.next_terms.take()
            && self.recorded.change_rules(terms.rules.clone())
        {
            if terms.time_bank != self.terms.time_bank {
                Seat::all().for_each(|seat| self.time_banks.fill(seat, terms.time_bank));
            }
            self.terms = terms;
            self.follow_terms_of_opening();
            self.drop_pack();
            context.say(TableFact::TermsInForce);
        }
        self.advance(context);
    }
}

fn seconds(count: u16) -> Span {
    Span::from_seconds(count.into())
}
