//! What a card table needs of the cabinet around it: the books, the time, and somebody who writes down what happens.

use alloc::vec::Vec;

use crate::cabinet::kept::{Kept, Shown};
use crate::cabinet::ledger::{Felt, Ledger};
use crate::model::{BoxStake, ClockOffset, Fact, Money, Seat, TableFact, TableNumber, Timestamp};

/// The cabinet around a card table, for the time of one input.
pub(in crate::cabinet) struct TableContext<'a> {
    pub(in crate::cabinet) at: Timestamp,
    /// By how much the wall clock is ahead of that.
    pub(in crate::cabinet) clock_offset: ClockOffset,
    pub(in crate::cabinet) table: TableNumber,
    pub(in crate::cabinet) ledger: &'a mut Ledger,
    pub(in crate::cabinet) facts: &'a mut Vec<Fact>,
}

/// What is around all tables, for the time of one input.
pub(in crate::cabinet) struct CabinetContext<'a> {
    pub(in crate::cabinet) at: Timestamp,
    pub(in crate::cabinet) clock_offset: ClockOffset,
    pub(in crate::cabinet) ledger: &'a mut Ledger,
    pub(in crate::cabinet) facts: &'a mut Vec<Fact>,
}

impl CabinetContext<'_> {
    fn at_table(&mut self, table: TableNumber) -> TableContext<'_> {
        TableContext { at: self.at, clock_offset: self.clock_offset, table, ledger: self.ledger, facts: self.facts }
    }

    /// Does this at every table that it concerns now; the others are not touched, and their views stay.
    pub(in crate::cabinet) fn at_each<T: Shown>(
        &mut self,
        tables: &mut [Kept<T>],
        concerns: impl Fn(&T, Timestamp) -> bool,
        act: impl Fn(&mut T, &mut TableContext<'_>),
    ) {
        let at = self.at;
        for table in tables.iter_mut().filter(|table| concerns(table, at)) {
            let number = table.number();
            act(table, &mut self.at_table(number));
        }
    }

    /// Does this at the table of this number; `None` where there is none.
    pub(in crate::cabinet) fn at_one<T: Shown, R>(
        &mut self,
        tables: &mut [Kept<T>],
        number: TableNumber,
        act: impl FnOnce(&mut T, &mut TableContext<'_>) -> R,
    ) -> Option<R> {
        let table = tables.iter_mut().find(|table| table.number() == number)?;
        Some(act(table, &mut self.at_table(number)))
    }
}

impl TableContext<'_> {
    pub(in crate::cabinet) fn say(&mut self, fact: TableFact) {
        self.facts.push(Fact::Table { table: self.table, fact });
    }

    /// Moves stakes from credits to the table.
    pub(super) fn place(&mut self, stakes: &[BoxStake]) {
        stakes.iter().for_each(|stake| self.ledger.place(self.felt(), stake.seat, stake.amount));
    }

    /// Moves stakes back to credits before the deal.
    pub(super) fn take_back(&mut self, stakes: &[BoxStake]) {
        stakes.iter().for_each(|stake| self.ledger.take_back(self.felt(), stake.seat, stake.amount));
    }

    /// Everything the seat has at the table but what stays there is settled.
    pub(super) fn settle(&mut self, seat: Seat, stays: Money, returned: Money, is_void: bool) {
        self.ledger.settle(self.felt(), seat, stays, returned, is_void);
    }

    /// So much of what the seat has at the table is paid before the deal is over.
    pub(super) fn pay(&mut self, seat: Seat, staked: Money, returned: Money) {
        self.ledger.pay(self.felt(), seat, staked, returned);
    }

    /// What the seat has at the table.
    pub(super) fn staked(&self, seat: Seat) -> Money {
        self.ledger.staked(self.felt(), seat)
    }

    const fn felt(&self) -> Felt {
        Felt::Cards(self.table)
    }
}
