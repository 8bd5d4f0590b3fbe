//! A table that stands closed until a seat opens it with its conditions. The digests know none: these are keys and orders of the house.

use super::{Change, Opened, PlayersTable, order_of, require};
use crate::model::{Event, Money, PlayerTableOrder, SEATS, Seat, Span, TableConditions, Timestamp, What, Who};

impl PlayersTable {
    fn is_empty(&self) -> bool {
        self.places.iter().all(Option::is_none)
    }

    /// Whether nobody may sit down before a seat has opened it.
    pub(in super::super) fn is_closed(&self) -> bool {
        self.rules.opened_by_seat.is_some() && self.opened.is_none() && self.is_empty()
    }

    /// The conditions that hold.
    pub(in super::super) fn conditions(&self) -> TableConditions {
        self.opened.map_or_else(|| self.widest(), |opened| opened.conditions)
    }

    fn widest(&self) -> TableConditions {
        let (least, most) = (self.rules.amounts.buy_in_least, self.rules.amounts.buy_in_most);
        let seats_most = self.rules.opened_by_seat.map_or(SEATS as u8, |keys| keys.seats_most);
        TableConditions { buy_in_least: Money::from_minor(least), buy_in_most: Money::from_minor(most), seats_most }
    }

    pub(super) fn enter_opening(&mut self, what: &What, seat: Seat, conditions: TableConditions) -> Result<Vec<Change>, String> {
        self.check_seat(what, seat, &PlayerTableOrder::Open { conditions })?;
        self.check_locked(seat)?;
        let (widest, unit) = (self.widest(), self.rules.amounts.unit);
        let TableConditions { buy_in_least, buy_in_most, seats_most } = conditions;
        let is_within = widest.buy_in_least <= buy_in_least && buy_in_least <= buy_in_most && buy_in_most <= widest.buy_in_most;
        let are_units = buy_in_least.minor() % unit == 0 && buy_in_most.minor() % unit == 0;
        let fits = is_within && are_units && (2..=widest.seats_most).contains(&seats_most);
        require(self.is_closed() && fits && !self.is_held, format_args!("seat {seat} opened the table with {conditions:?}"))?;
        self.opened = Some(Opened { by: seat, conditions, closes_at: None });
        self.note_seats();
        Ok(Vec::new())
    }

    /// A start ends all waiting, so an empty table has its whole time again.
    pub(in crate::sim::auditor) fn note_start(&mut self, what: &What) {
        self.is_starting = matches!(what, What::Event(Event::Terms { .. }));
        self.is_woken = matches!(what, What::Event(Event::Wake));
        if matches!(what, What::Event(Event::Started { .. })) {
            self.note_seats();
        }
    }

    /// Somebody has sat down or gone, or the program has started.
    pub(super) fn note_seats(&mut self) {
        let is_empty = self.is_empty();
        let after = self.rules.opened_by_seat.map_or(0, |keys| keys.closes_after_seconds);
        if let Some(opened) = &mut self.opened {
            opened.closes_at = is_empty.then(|| self.now.after(Span::from_seconds(after.into())));
        }
    }

    pub(super) fn enter_closing(&mut self, what: &What) -> Result<Vec<Change>, String> {
        let by_attendant = matches!(order_of(what), Some((Who::Attendant(_), _, PlayerTableOrder::Close)));
        let is_time = self.opened.and_then(|opened| opened.closes_at).is_some_and(|moment| moment <= self.now);
        let by_time = is_time && matches!(what, What::Event(Event::Wake));
        require(self.is_empty() && self.deal.is_none() && (by_attendant || by_time), "the table was closed, and nothing says so")?;
        self.opened = None;
        Ok(Vec::new())
    }

    /// Whether somebody may sit down now with so much, or have so much before him.
    pub(super) fn check_conditions(&self, seat: Seat, stack: i64) -> Result<(), String> {
        let TableConditions { buy_in_least, buy_in_most, seats_most } = self.conditions();
        let is_within = (buy_in_least.minor()..=buy_in_most.minor()).contains(&stack);
        let others = Seat::all().filter(|other| *other != seat && self.place(*other).is_some()).count();
        require(
            is_within && others < usize::from(seats_most),
            format_args!("seat {seat} sits with {stack}, and {:?} hold", self.conditions()),
        )
    }

    /// An empty table has closed when its time was over.
    pub(super) fn check_opening(&self) -> Result<(), String> {
        // In the very moment something else may come first.
        let is_due = |moment: Timestamp| moment < self.now || self.is_woken && moment == self.now;
        let is_late = self.opened.and_then(|opened| opened.closes_at).is_some_and(is_due);
        require(!is_late || self.is_starting, "the table is empty for too long, and stands open")
    }
}
