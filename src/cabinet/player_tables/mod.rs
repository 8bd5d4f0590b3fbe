//! The tables between players in the cabinet: each plays by `games::player_table`, and its stacks and pots lie in the books.
//!
//! Here lives when a deal begins, which card is ordered, how long a decision may take, what a fault, an attendant or a restart does, and
//! which account each movement of money is between. Here never live: a rule of the game, a clock, a card that is still to come.

mod among;
mod attendant;
mod cards;
mod facts;
mod finished;
mod hours;
mod opening;
mod orders;
mod presence;
mod showing;
mod terms;
mod time_bank;
mod timing;
mod views;

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

pub(super) use finished::FinishedHand;
pub use terms::PlayerTableTerms;

use super::card_table::TableContext;
use super::ledger::{Felt, Ledger};
use super::lifecycle::Lifecycle;
use super::recall::Recalled;
use crate::games::player_table::{PlayerTable, RecordedTable};
use crate::model::{BettingAction, Card, DealEnd, FaultCode, Money, OrderNumber, SEATS, Seat, TableNumber, Timestamp};
use hours::Hours;
use opening::Opened;
use presence::Absence;
use time_bank::TimeBanks;

/// One table between players, with its cards and its time.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct HostedTable {
    #[n(0)]
    number: TableNumber,
    #[n(1)]
    terms: PlayerTableTerms,
    /// The terms that come into force once no deal is under way.
    #[n(2)]
    next_terms: Option<PlayerTableTerms>,
    #[n(3)]
    recorded: RecordedTable,
    /// When the deal under way, or the last one, began.
    #[n(4)]
    opened_at: Timestamp,
    /// The pack in use, by the order that shuffled it. Each deal has a fresh one, and so have a replay within it and the
    /// draw for the button.
    #[n(5)]
    pack: Option<OrderNumber>,
    /// The number of the newest order to the card source.
    #[n(6)]
    newest_order: OrderNumber,
    /// The order that has not come to its end.
    #[n(7)]
    order: Option<cards::Order>,
    /// The open cards that were drawn for the button so far.
    #[n(8)]
    drawn: Vec<(Seat, Card)>,
    /// Whether the pause before the next deal is over.
    #[n(9)]
    is_ready: bool,
    /// Whether the terms know the table no more.
    #[n(10)]
    is_retired: bool,
    #[n(11)]
    lifecycle: Lifecycle,
    /// How the last deal ended, until the next one begins.
    #[n(12)]
    ended: Option<DealEnd>,
    /// What each seat did last, since the last card came.
    #[n(13)]
    acted: Vec<(Seat, BettingAction)>,
    #[cbor(default)]
    #[n(14)]
    time_banks: TimeBanks,
    /// How many decisions in a row the time has taken from each seat.
    #[cbor(default)]
    #[n(15)]
    missed: [u16; SEATS],
    /// The last deals, oldest first, as those who were dealt in may look back at them.
    #[cbor(default)]
    #[n(16)]
    finished: Vec<Recalled<FinishedHand>>,
    /// Until when hands of the deal that is over may be shown, where one is left that may.
    #[cbor(default)]
    #[n(17)]
    shows_until: Option<Timestamp>,
    #[cbor(default)]
    #[n(18)]
    absence: Absence,
    /// How a seat has opened the table; `None` where none has, or none need.
    #[cbor(default)]
    #[n(19)]
    opened: Option<Opened>,
    /// Until when each seat has paid, where the house takes its fee by the hour.
    #[cbor(default)]
    #[n(20)]
    hours: Hours,
    /// The orders for cards of the pack that were withdrawn, because the cards go elsewhere.
    #[cbor(default)]
    #[n(21)]
    withdrawn: Vec<OrderNumber>,
}

impl HostedTable {
    /// A table where nobody sits, and whose card source has yet to show itself. `None` where the terms cannot be played by.
    pub(super) fn new(number: TableNumber, terms: PlayerTableTerms, at: Timestamp) -> Option<Self> {
        let recorded = RecordedTable::new(terms.rules.clone())?;
        Some(Self {
            number,
            terms,
            next_terms: None,
            recorded,
            opened_at: at,
            pack: None,
            newest_order: 0,
            order: None,
            drawn: Vec::new(),
            is_ready: false,
            is_retired: false,
            lifecycle: Lifecycle::new(at),
            ended: None,
            acted: Vec::new(),
            time_banks: TimeBanks::default(),
            missed: [0; SEATS],
            finished: Vec::new(),
            shows_until: None,
            absence: Absence::default(),
            opened: None,
            hours: Hours::default(),
            withdrawn: Vec::new(),
        })
    }

    pub(super) const fn number(&self) -> TableNumber {
        self.number
    }

    pub(super) const fn terms(&self) -> &PlayerTableTerms {
        &self.terms
    }

    pub(super) const fn lifecycle(&self) -> &Lifecycle {
        &self.lifecycle
    }

    /// The table stands until an attendant has decided on this, here or at the wheel's table.
    pub(super) fn need_decision_on(&mut self, code: FaultCode, detail: &str, at: Timestamp) {
        self.lifecycle.holds.raise(code, detail, true, at);
    }

    /// An attendant has decided on it at the wheel's table.
    pub(super) fn take_decision_on(&mut self, code: FaultCode) {
        self.lifecycle.holds.take_decision_on(code);
    }

    const fn table(&self) -> &PlayerTable {
        self.recorded.table()
    }

    /// The number of the deal under way or of the last one, and when it began.
    pub(super) const fn opened(&self) -> (u64, Timestamp) {
        (self.table().deal_number(), self.opened_at)
    }

    /// Whether a deal is under way.
    pub(super) fn is_dealing(&self) -> bool {
        self.table().is_dealing()
    }

    /// What could come to the seat's credit from this table at most: all that lies at it, where it sits here.
    pub(super) fn best_return(&self, seat: Seat) -> Money {
        if self.table().stack(seat).is_some() { self.table().total() } else { Money::ZERO }
    }

    /// What the table knows of and what stands in the books is the same money, or nothing may go on.
    ///
    /// # Panics
    /// Where it is not.
    pub(super) fn agree(&self, ledger: &Ledger) {
        for seat in Seat::all() {
            let (stack, put_in) = (self.table().stack(seat).unwrap_or(Money::ZERO), self.table().put_in(seat));
            let books = (ledger.stack(self.number, seat), ledger.staked(Felt::Cards(self.number), seat));
            assert!(books == (stack, put_in), "the stacks and pots of a table are those of the books");
        }
    }
}
