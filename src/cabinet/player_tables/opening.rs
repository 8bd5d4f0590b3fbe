//! A table that stands closed until a seat opens it with its conditions. Others join it then; once it stood empty for a while it closes by itself.
//!
//! Here never lives how many such tables there are: the cabinet file says so.

use minicbor::{Decode, Encode};

use super::{HostedTable, TableContext};
use crate::games::player_table::SeatOrder;
use crate::model::{Money, PlayerTableFact, Refusal, Seat, Span, TableConditions, TableFact, Timestamp};

/// How a seat has opened the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct Opened {
    #[n(0)]
    by: Seat,
    #[n(1)]
    conditions: TableConditions,
    /// When it closes by itself, while it is empty.
    #[n(2)]
    pub(super) closes_at: Option<Timestamp>,
}

impl HostedTable {
    /// Whether the table stands closed. While somebody sits it is open, however he came to sit there.
    pub(super) fn is_closed(&self) -> bool {
        self.terms.opened_by_seat.is_some() && self.opened.is_none() && self.seated().is_empty()
    }

    /// Who has opened it.
    pub(super) fn opened_by(&self) -> Option<Seat> {
        self.opened.map(|opened| opened.by)
    }

    /// The conditions that hold: those of the seat that has opened it, or the house's.
    pub(super) fn conditions(&self) -> TableConditions {
        self.opened.map_or_else(|| self.terms.widest(), |opened| opened.conditions)
    }

    /// A seat opens the table. It must have the credit to sit down at it.
    pub(super) fn open(&mut self, seat: Seat, conditions: TableConditions, context: &mut TableContext<'_>) -> Result<(), Refusal> {
        if !self.is_closed() {
            return Err(Refusal::WrongPhase);
        }
        self.check_conditions(conditions)?;
        if conditions.buy_in_least > context.ledger.credit(seat) {
            return Err(Refusal::CreditTooSmall);
        }
        self.opened = Some(Opened { by: seat, conditions, closes_at: None });
        self.wait_for_close_where_empty(context.at);
        context.say(TableFact::BetweenPlayers(PlayerTableFact::Opened { seat, conditions }));
        Ok(())
    }

    /// Whether the conditions are within those of the house.
    fn check_conditions(&self, TableConditions { buy_in_least, buy_in_most, seats_most }: TableConditions) -> Result<(), Refusal> {
        let (house, unit) = (self.terms.widest(), self.terms.rules.level.unit);
        match () {
            () if !buy_in_least.is_multiple_of(unit) || !buy_in_most.is_multiple_of(unit) => Err(Refusal::AmountOffStep),
            () if buy_in_least < house.buy_in_least || seats_most < 2 => Err(Refusal::BelowLeast),
            () if buy_in_least > buy_in_most || buy_in_most > house.buy_in_most || seats_most > house.seats_most => Err(Refusal::AboveMost),
            () => Ok(()),
        }
    }

    /// Whether the seat may sit down with so much, or have so much before it, by the conditions of the table.
    pub(super) fn fits_conditions(&self, seat: Seat, order: SeatOrder) -> Result<(), Refusal> {
        let (conditions, stack) = (self.conditions(), self.table().stack(seat));
        let sum = match order {
            SeatOrder::Join { .. } if stack.is_none() && self.seated().len() >= usize::from(conditions.seats_most) => {
                return Err(Refusal::TableFull);
            }
            SeatOrder::Join { put } => put,
            SeatOrder::TopUp(amount) => stack.unwrap_or(Money::ZERO) + amount,
            _ => return Ok(()),
        };
        match () {
            () if sum < conditions.buy_in_least => Err(Refusal::BelowLeast),
            () if sum > conditions.buy_in_most => Err(Refusal::AboveMost),
            () => Ok(()),
        }
    }

    /// Somebody has sat down or gone, or the program has started: an empty table closes after a while from now.
    pub(super) fn wait_for_close_where_empty(&mut self, at: Timestamp) {
        let is_empty = self.seated().is_empty();
        let Some((opened, keys)) = self.opened.as_mut().zip(self.terms.opened_by_seat) else { return };
        opened.closes_at = is_empty.then(|| at.after(Span::from_seconds(keys.closes_after_seconds.into())));
    }

    /// A moment has come: a table that stood empty long enough closes.
    pub(super) fn close_where_due(&mut self, context: &mut TableContext<'_>) {
        if self.opened.and_then(|opened| opened.closes_at).is_some_and(|moment| moment <= context.at) {
            self.close(context);
        }
    }

    fn close(&mut self, context: &mut TableContext<'_>) {
        self.opened = None;
        context.say(TableFact::BetweenPlayers(PlayerTableFact::Closed));
    }

    /// An attendant closes the table; who sits there goes with his stack. Not in the middle of a deal.
    pub(super) fn close_by_attendant(&mut self, context: &mut TableContext<'_>) -> Result<(), Refusal> {
        if self.terms.opened_by_seat.is_none() || self.is_closed() || self.is_dealing() {
            return Err(Refusal::WrongPhase);
        }
        self.have_everybody_go(context);
        self.close(context);
        self.advance(context);
        Ok(())
    }

    /// New terms are in force: conditions that they do not allow hold no longer.
    pub(super) fn follow_terms_of_opening(&mut self) {
        let fits = |opened: &Opened| self.terms.opened_by_seat.is_some() && self.check_conditions(opened.conditions).is_ok();
        self.opened = self.opened.filter(fits);
    }
}
