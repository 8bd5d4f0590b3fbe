//! The tables between players among themselves: which there are, and how orders, events and moments reach them.

use alloc::vec::Vec;

use super::{HostedTable, PlayerTableTerms, TableContext};
use crate::cabinet::kept::Kept;
use crate::cabinet::{Cabinet, Terms};
use crate::model::{Fact, Money, PlayerTableOrder, Refusal, SEATS, Seat, TableNumber, TableOrder, TestedPart, Timestamp, Who};

impl Cabinet {
    /// Sets up the tables between players; those that stand already keep what lies there, and take the new terms when they can. One that
    /// the new terms do not know any more finishes its deal and gives every stack back.
    pub(in crate::cabinet) fn furnish_between_players(&mut self, terms: &Terms) {
        for (number, terms) in terms.tables_between_players() {
            match self.player_tables.iter_mut().find(|table| table.number() == number) {
                Some(table) => table.take_terms(terms.clone()),
                None => self.player_tables.extend(HostedTable::new(number, terms.clone(), self.at).map(Kept::new)),
            }
        }
        self.player_tables.sort_by_key(|table| table.number());
        let known = terms.player_tables.len();
        let is_unknown = |table: &&mut Kept<HostedTable>| table.number().between_players().is_none_or(|place| place >= known);
        self.player_tables.iter_mut().filter(is_unknown).for_each(|table| table.retire());
    }

    /// Does this at every table between players that it concerns now.
    pub(in crate::cabinet) fn at_player_tables(
        &mut self,
        facts: &mut Vec<Fact>,
        concerns: impl Fn(&HostedTable, Timestamp) -> bool,
        act: impl Fn(&mut HostedTable, &mut TableContext<'_>),
    ) {
        let (mut cabinet_context, _, tables) = self.tables(facts);
        cabinet_context.at_each(tables, concerns, act);
    }

    pub(in crate::cabinet) fn player_table(&self, number: TableNumber) -> Option<&HostedTable> {
        self.player_tables.iter().find(|table| table.number() == number).map(|table| &**table)
    }

    /// What is in force at a table between players, until no deal is under way also where newer terms wait; `None` where there is no such table.
    #[must_use]
    pub fn terms_between_players(&self, number: TableNumber) -> Option<&PlayerTableTerms> {
        self.player_table(number).map(HostedTable::terms)
    }

    /// Does this at one table between players; `None` where there is no such table.
    pub(in crate::cabinet) fn at_player_table<T>(
        &mut self,
        number: TableNumber,
        facts: &mut Vec<Fact>,
        act: impl FnOnce(&mut HostedTable, &mut TableContext<'_>) -> T,
    ) -> Option<T> {
        let (mut cabinet_context, _, tables) = self.tables(facts);
        cabinet_context.at_one(tables, number, act)
    }

    pub(in crate::cabinet) fn take_player_table_order(
        &mut self,
        number: TableNumber,
        who: &Who,
        deal: Option<u64>,
        order: &TableOrder,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Refusal> {
        let table = self.player_table(number).ok_or(Refusal::TableUnknown)?;
        // A turn is counted within its deal: the same number comes again in the next one.
        let is_of_turn = matches!(order, TableOrder::BetweenPlayers(PlayerTableOrder::Act { .. }));
        if deal.map_or(is_of_turn, |deal| deal != table.opened().0) {
            return Err(Refusal::OtherRound);
        }
        let rooms = self.rooms();
        let take = |table: &mut HostedTable, context: &mut TableContext<'_>| match who {
            Who::Seat(seat) => table.take_seat_order(*seat, order, &rooms, context),
            Who::Attendant(name) => table.take_attendant_order(name, order, context),
        };
        self.at_player_table(number, facts, take).unwrap_or(Err(Refusal::TableUnknown))?;
        if matches!(order, TableOrder::Hold { .. }) {
            self.call_off_test_of(TestedPart::CardSource(number), facts);
        }
        Ok(())
    }

    /// By how much more each seat's credit may come to grow, no matter what it wins anywhere.
    fn rooms(&self) -> [Money; SEATS] {
        let mut rooms = [Money::ZERO; SEATS];
        for seat in Seat::all() {
            rooms[seat.index()] = self.terms.credit_most - self.ledger.credit_and_held(seat) - self.best_return_everywhere(seat);
        }
        rooms
    }
}
