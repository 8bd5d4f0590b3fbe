//! The course of a table between players in time: pauses, fresh packs, cards, decisions, and what a hold, a start and new terms do.

use super::cards::Ordered;
use super::{Floor, HostedTable, PlayerTableTerms};
use crate::games::player_table::{Command, TableRefusal, Wants};
use crate::model::{FaultCode, HoldView, Seat, Span, TableFact};

impl HostedTable {
    /// Goes on until a card, a decision, players, or time is waited for.
    pub(super) fn advance(&mut self, floor: &mut Floor<'_>) {
        while !self.lifecycle.holds.is_held() && self.order.is_none() && self.goes_one_further(floor) {}
    }

    /// One move of the dealer; whether another may follow at once.
    fn goes_one_further(&mut self, floor: &mut Floor<'_>) -> bool {
        match self.table().wants() {
            Wants::Players => self.wait_for_players(),
            Wants::Decision(..) => self.lifecycle.count_down(true, floor.at, seconds(self.terms.decision_seconds)),
            Wants::Card(_) => self.order_card(Ordered::Card, floor),
            Wants::Draw | Wants::Begin if !self.is_ready => {
                self.lifecycle.count_down(true, floor.at, seconds(self.terms.pause_seconds));
            }
            Wants::Draw | Wants::Begin if self.pack.is_none() => self.order(Ordered::Shuffle),
            Wants::Draw => match self.next_to_draw() {
                Some(seat) => self.order_card(Ordered::Draw(seat), floor),
                None => return self.draw_button(floor),
            },
            Wants::Begin => return self.begin(floor),
        }
        false
    }

    fn wait_for_players(&mut self) {
        self.is_ready = false;
        self.lifecycle.running = None;
        self.drop_pack();
    }

    /// The highest of the cards that were drawn has the button (TPC-3, SPT-30), and the first deal has a fresh pack; where the highest are
    /// equal it is drawn again from another one (TA-16).
    fn draw_button(&mut self, floor: &mut Floor<'_>) -> bool {
        let drawn = self.drawn.iter().copied().filter(|(seat, _)| self.table().can_be_dealt_in(*seat)).collect();
        match self.take_command(&Command::DrawButton(drawn), None, floor) {
            Ok(()) | Err(TableRefusal::DrawTied) => {}
            Err(refusal) => unreachable!("the draw was asked for: {refusal}"),
        }
        self.drop_pack();
        true
    }

    fn next_to_draw(&self) -> Option<Seat> {
        Seat::all().find(|seat| self.table().can_be_dealt_in(*seat) && self.drawn.iter().all(|(other, _)| other != seat))
    }

    fn begin(&mut self, floor: &mut Floor<'_>) -> bool {
        let has_begun = self.take_command(&Command::Begin, None, floor).is_ok();
        // Where nobody can be dealt in after all, the table looks again after another pause.
        self.is_ready &= has_begun;
        true
    }

    /// A deal has ended: its result is shown for a while, and the next one has a fresh pack. A card that is on its way belongs to no deal.
    pub(super) fn end_deal(&mut self) {
        self.is_ready = false;
        self.lifecycle.running = None;
        self.drop_pack();
    }

    /// A moment that the table wanted to be woken at may have come.
    pub(in crate::cabinet) fn take_wake(&mut self, floor: &mut Floor<'_>) {
        if self.lifecycle.take_late(floor.at) {
            self.lifecycle.holds.raise(FaultCode::CardSourceStalled, "a card took longer to come than the table allows", false, floor.at);
        }
        if !self.lifecycle.is_over(floor.at) {
            return;
        }
        self.lifecycle.running = None;
        match self.table().wants() {
            Wants::Decision(_, turn) => {
                self.take_command(&Command::TimeOver { turn }, None, floor).expect("a seat that is asked can be decided for");
            }
            Wants::Draw | Wants::Begin => self.is_ready = true,
            Wants::Players | Wants::Card(_) => {}
        }
        self.advance(floor);
    }

    /// The program has started: the card source has yet to show itself. The deal under way goes on then, with the order that stood.
    pub(in crate::cabinet) fn take_start(&mut self, floor: &mut Floor<'_>) {
        self.lifecycle.take_start(floor.at);
    }

    /// The table has come to stand still, or may go on.
    pub(in crate::cabinet) fn follow_hold(&mut self, floor: &mut Floor<'_>) {
        if self.lifecycle.follow_hold() {
            self.lifecycle.stop();
            let hold = self.hold_view().expect("a table that is held says why");
            return floor.say(TableFact::Held { fault: hold.fault, reason: hold.reason });
        }
        floor.say(TableFact::Resumed);
        self.restart_card_limit(floor);
        self.advance(floor);
    }

    fn hold_view(&self) -> Option<HoldView> {
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

    /// Whether there is something to do about terms now.
    pub(in crate::cabinet) fn has_to_follow_terms(&self) -> bool {
        let has_players = || Seat::all().any(|seat| self.table().stack(seat).is_some());
        !self.is_dealing() && (self.next_terms.is_some() || self.is_retired && has_players())
    }

    /// Terms that waited come into force; at a table that the terms know no more every stack goes back to its seat's credit.
    pub(in crate::cabinet) fn follow_terms(&mut self, floor: &mut Floor<'_>) {
        if self.is_retired {
            for seat in Seat::all().filter(|seat| self.table().stack(*seat).is_some()).collect::<alloc::vec::Vec<Seat>>() {
                self.take_command(&Command::Remove(seat), None, floor).expect("between deals whoever sits can go");
            }
        }
        if let Some(terms) = self.next_terms.take()
            && self.recorded.change_rules(terms.rules.clone())
        {
            self.terms = terms;
            self.drop_pack();
            floor.say(TableFact::TermsInForce);
        }
        self.advance(floor);
    }
}

fn seconds(count: u16) -> Span {
    Span::from_seconds(count.into())
}
