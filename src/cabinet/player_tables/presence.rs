//! Presence: whose console has lost its line while he sits at the table, and what becomes of him.
//!
//! An absent seat is asked as ever, and decided for when its time is over (SPB-61); after some deals it sits out by itself. Here never lives how
//! long a line may be lost before its seat is taken to be absent: that is told by an input.

use minicbor::{Decode, Encode};

use super::{HostedTable, TableContext};
use crate::games::player_table::{Command, SeatOrder};
use crate::model::{PlayerTableFact, SEATS, Seat, TableFact};

/// Who is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct Absence {
    #[n(0)]
    is_absent: [bool; SEATS],
    /// How many deals in a row were dealt to each seat while it was absent at their end.
    #[n(1)]
    missed_deals: [u16; SEATS],
}

impl Absence {
    pub(super) const fn is_absent(&self, seat: Seat) -> bool {
        self.is_absent[seat.index()]
    }

    /// The seat is here, or nobody sits there any more.
    pub(super) const fn forget(&mut self, seat: Seat) {
        self.is_absent[seat.index()] = false;
        self.forget_missed(seat);
    }

    /// The player has sat out or come back by an order of his own.
    pub(super) const fn forget_missed(&mut self, seat: Seat) {
        self.missed_deals[seat.index()] = 0;
    }
}

impl HostedTable {
    /// Whether it is news at this table that the seat is here, or is not.
    pub(in crate::cabinet) fn is_news_of_presence(&self, seat: Seat, is_here: bool) -> bool {
        self.table().stack(seat).is_some() && self.absence.is_absent(seat) == is_here
    }

    /// The console of a seat that sits here has lost its line, or has one again.
    pub(in crate::cabinet) fn take_presence(&mut self, seat: Seat, is_here: bool, context: &mut TableContext<'_>) {
        self.absence.forget(seat);
        self.absence.is_absent[seat.index()] = !is_here;
        context.say(TableFact::BetweenPlayers(PlayerTableFact::Presence { seat, is_here }));
    }

    /// The program has started: nobody knows yet who is here.
    pub(super) fn forget_absence(&mut self) {
        self.absence = Absence::default();
    }

    /// A deal was paid: who is absent and was dealt in has missed it.
    pub(super) fn note_missed_deal(&mut self) {
        for seat in Seat::all() {
            if self.absence.is_absent(seat) && self.table().was_dealt_in(seat) {
                let missed = &mut self.absence.missed_deals[seat.index()];
                *missed = missed.saturating_add(1);
            }
        }
    }

    /// Between deals, who has missed too many sits out.
    pub(super) fn sit_out_absent(&mut self, context: &mut TableContext<'_>) {
        let most = self.terms.absent_after_deals;
        if most == 0 || self.is_dealing() {
            return;
        }
        for seat in Seat::all().filter(|seat| self.absence.missed_deals[seat.index()] >= most).collect::<alloc::vec::Vec<Seat>>() {
            let order = Command::Seat { seat, order: SeatOrder::SitOut(true), credit: context.ledger.credit(seat) };
            // Somebody who sits out already is not put out again.
            self.take_command(&order, None, context).ok();
            self.absence.forget_missed(seat);
        }
    }

    /// Whether one of these seats sits here and may be dealt in, and no deal is under way.
    pub(in crate::cabinet) fn is_to_sit_out(&self, seats: &[Seat]) -> bool {
        !self.is_dealing() && seats.iter().any(|seat| self.table().takes_part(*seat))
    }

    /// These seats sit out, those of them that sit here and do not do so already.
    pub(in crate::cabinet) fn sit_out(&mut self, seats: &[Seat], context: &mut TableContext<'_>) {
        for seat in seats.iter().copied() {
            if !self.table().takes_part(seat) {
                continue;
            }
            let order = Command::Seat { seat, order: SeatOrder::SitOut(true), credit: context.ledger.credit(seat) };
            self.take_command(&order, None, context).expect("a seat that takes part can sit out");
        }
        self.advance(context);
    }
}
