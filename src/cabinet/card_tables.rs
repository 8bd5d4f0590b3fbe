//! The card tables among themselves: which there are, and how orders, events and moments reach them.

use alloc::vec::Vec;

use super::card_table::{CabinetContext, CardTable, DealtCard, TableContext};
use super::kept::Kept;
use super::lifecycle::Lifecycle;
use super::player_tables::HostedTable;
use super::{Cabinet, Terms};
use crate::model::{
    CardSourceEvent, CardWish, ChanceOrder, Fact, Money, OrderNumber, Refusal, Seat, TableNumber, TableOrder, TestedPart, Timestamp, Who,
};

impl Cabinet {
    /// Sets up the tables of the terms; those that stand already keep what lies on them, and take the new terms when they can. A table that
    /// the new terms do not know any more finishes its deal and takes no more stakes.
    pub(super) fn furnish(&mut self, terms: &Terms) {
        let at = self.at;
        for (number, terms) in terms.tables() {
            let terms = self.limits.narrowed(number, terms);
            match self.card_tables.iter_mut().find(|table| table.number() == number) {
                Some(table) => table.take_terms(terms),
                None => self.card_tables.push(Kept::new(CardTable::new(number, terms, at))),
            }
        }
        self.card_tables.sort_by_key(|table| table.number());
        self.card_tables.iter_mut().filter(|table| terms.table(table.number()).is_none()).for_each(|table| table.retire());
        self.furnish_between_players(terms);
    }

    /// The card tables and those between players, with what is around them.
    pub(super) fn tables<'a>(
        &'a mut self,
        facts: &'a mut Vec<Fact>,
    ) -> (CabinetContext<'a>, &'a mut [Kept<CardTable>], &'a mut [Kept<HostedTable>]) {
        let cabinet_context = CabinetContext { at: self.at, clock_offset: self.clock_offset(), ledger: &mut self.ledger, facts };
        (cabinet_context, &mut self.card_tables, &mut self.player_tables)
    }

    /// Does this at every card table that it concerns now.
    pub(super) fn at_card_tables(
        &mut self,
        facts: &mut Vec<Fact>,
        concerns: impl Fn(&CardTable, Timestamp) -> bool,
        act: impl Fn(&mut CardTable, &mut TableContext<'_>),
    ) {
        let (mut cabinet_context, tables, _) = self.tables(facts);
        cabinet_context.at_each(tables, concerns, act);
    }

    /// The lifecycle of every table: of the wheel's (`None`) and of each card table.
    pub(super) fn lifecycles(&self) -> impl Iterator<Item = (Option<TableNumber>, &Lifecycle)> {
        let of_tables = self.card_tables.iter().map(|table| (Some(table.number()), table.lifecycle()));
        let between_players = self.player_tables.iter().map(|table| (Some(table.number()), table.lifecycle()));
        core::iter::once((None, &self.table.lifecycle)).chain(of_tables).chain(between_players)
    }

    pub(super) fn card_table(&self, number: TableNumber) -> Option<&CardTable> {
        self.card_tables.iter().find(|table| table.number() == number).map(|table| &**table)
    }

    /// Does this at one card table; `None` where there is no such table.
    pub(super) fn at_card_table<T>(
        &mut self,
        number: TableNumber,
        facts: &mut Vec<Fact>,
        act: impl FnOnce(&mut CardTable, &mut TableContext<'_>) -> T,
    ) -> Option<T> {
        let (mut cabinet_context, tables, _) = self.tables(facts);
        cabinet_context.at_one(tables, number, act)
    }

    pub(super) fn take_table_order(
        &mut self,
        number: TableNumber,
        who: &Who,
        deal: Option<u64>,
        order: &TableOrder,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Refusal> {
        let table = self.card_table(number).ok_or(Refusal::TableUnknown)?;
        if deal.is_some_and(|deal| deal != table.deal()) {
            return Err(Refusal::OtherRound);
        }
        let room = if let Who::Seat(seat) = who { self.room_at(*seat, table) } else { Money::ZERO };
        let take = |table: &mut CardTable, context: &mut TableContext<'_>| match who {
            Who::Seat(seat) => table.take_seat_order(*seat, order, room, context),
            Who::Attendant(name) => table.take_attendant_order(name, order, context),
        };
        self.at_card_table(number, facts, take).unwrap_or(Err(Refusal::TableUnknown))?;
        if matches!(order, TableOrder::Hold { .. }) {
            self.call_off_test_of(TestedPart::CardSource(number), facts);
        }
        Ok(())
    }

    /// The most that everything the seat has on the wheel and at the tables could return.
    pub(super) fn best_return_everywhere(&self, seat: Seat) -> Money {
        let of_tables = self.card_tables.iter().map(|table| table.best_return(seat));
        let between_players = self.player_tables.iter().map(|table| table.best_return(seat));
        of_tables.chain(between_players).fold(self.best_return(seat), |sum, most| sum + most)
    }

    /// By how much the seat's credit may still grow at this table, no matter what it wins elsewhere.
    fn room_at(&self, seat: Seat, table: &CardTable) -> Money {
        self.terms.credit_most - self.ledger.credit_and_held(seat) - (self.best_return_everywhere(seat) - table.best_return(seat))
    }

    /// The card that this event brings to the deal under way at a table; `None` where it brings none, or one that is burnt or laid aside.
    #[must_use]
    pub fn card_of_deal(&self, number: TableNumber, event: &CardSourceEvent) -> Option<DealtCard> {
        if number.between_players().is_some() {
            return self.player_table(number)?.card_of_deal(event);
        }
        self.card_table(number)?.card_of_deal(event)
    }

    /// The draws of chance that the tables wait for, in the order of their numbers. Asking changes nothing, so a restart loses none.
    #[must_use]
    pub fn chance_orders(&self) -> Vec<ChanceOrder> {
        self.card_tables.iter().filter_map(|table| table.chance_order()).collect()
    }

    /// Whether what is drawn for this order goes to the deal under way at a table.
    #[must_use]
    pub fn is_draw_of_deal(&self, number: TableNumber, order: OrderNumber) -> bool {
        self.card_table(number).is_some_and(|table| table.waits_for_draw(order))
    }

    /// What each table wants of its card source.
    #[must_use]
    pub fn card_wishes(&self) -> Vec<(TableNumber, CardWish)> {
        let of_cards = self.card_tables.iter().map(|table| (table.number(), table.wish()));
        let between_players = self.player_tables.iter().map(|table| (table.number(), table.wish()));
        let told = |(number, wish)| (number, self.self_tests.card_wish(number).unwrap_or(wish));
        of_cards.chain(between_players).map(told).collect()
    }
}
