//! Sitting down, filling up, sitting out, going.

use super::{Change, Place, PlayersTable, order_of, require};
use crate::model::{Event, Money, PlayerTableFact, PlayerTableOrder, Seat, TableFact, What, Who};

impl PlayersTable {
    pub(super) fn enter_join(&mut self, what: &What, seat: Seat, put: i64) -> Result<Vec<Change>, String> {
        self.check_seat(what, seat, &PlayerTableOrder::Join { put: Money::from_minor(put) })?;
        require(self.place(seat).is_none(), format_args!("seat {seat} sits already"))?;
        let amounts = self.rules.amounts;
        require(!self.is_closed(), format_args!("seat {seat} sat down at a table that is closed"))?;
        self.check_conditions(seat, put)?;
        let is_within = (amounts.buy_in_least..=amounts.buy_in_most).contains(&put);
        require(is_within && amounts.in_units(put) == put, format_args!("seat {seat} sat down with {put}"))?;
        let is_first_deal = self.voided.is_none() && (self.carry.button.is_none() || self.carry.is_drawn);
        self.places[seat.index()] = Some(Place { stack: put, has_missed: !is_first_deal, ..Place::default() });
        self.note_seats();
        Ok(vec![Change::FromCredit(seat, put)])
    }

    /// TPC-9: not in the middle of a deal.
    pub(super) fn enter_top_up(&mut self, what: &What, seat: Seat, amount: i64) -> Result<Vec<Change>, String> {
        self.check_seat(what, seat, &PlayerTableOrder::TopUp { amount: Money::from_minor(amount) })?;
        require(!self.is_in_deal(seat), format_args!("seat {seat} filled up in the middle of a deal"))?;
        let amounts = self.rules.amounts;
        let place = self.place_mut(seat)?;
        place.stack += amount;
        let is_within = amount > 0 && place.stack <= amounts.buy_in_most && amounts.in_units(amount) == amount;
        require(is_within && !place.is_leaving, format_args!("seat {seat} filled up by {amount} to {}", place.stack))?;
        let stack = place.stack;
        self.check_conditions(seat, stack)?;
        Ok(vec![Change::FromCredit(seat, amount)])
    }

    pub(super) fn enter_sit_out(&mut self, what: &What, seat: Seat, is_out: bool) -> Result<Vec<Change>, String> {
        let by_time = matches!(what, What::Event(Event::Wake)) && self.place(seat).is_some_and(|place| self.is_taken_to_be_absent(place));
        let by_absence = self.deal.is_none() && self.place(seat).is_some_and(|place| self.has_missed_too_many(place));
        if !is_out {
            self.check_locked(seat)?;
        }
        if !is_out || !(by_time || by_absence || self.is_put_out_by_hour(seat) || self.is_put_out_by_lock(seat)) {
            self.check_seat(what, seat, &PlayerTableOrder::SitOut { is_out })?;
        }
        let place = self.place_mut(seat)?;
        (place.is_out, place.taken_by_time, place.missed_deals) = (is_out, 0, 0);
        Ok(Vec::new())
    }

    /// TA-17: from a deal under way when that is over.
    pub(super) fn enter_leaving(&mut self, what: &What, seat: Seat) -> Result<Vec<Change>, String> {
        self.check_going(what, seat)?;
        require(self.is_in_deal(seat), format_args!("seat {seat} is going after a deal that it is not in"))?;
        self.place_mut(seat)?.is_leaving = true;
        Ok(Vec::new())
    }

    pub(super) fn enter_left(&mut self, what: &What, seat: Seat, back: i64) -> Result<Vec<Change>, String> {
        let place = *self.place_mut(seat)?;
        if !place.is_leaving {
            self.check_going(what, seat)?;
        }
        require(!self.is_in_deal(seat), format_args!("seat {seat} left in the middle of a deal"))?;
        require(back == place.stack, format_args!("seat {seat} left with {back}, and had {}", place.stack))?;
        self.places[seat.index()] = None;
        // TPC-3 and SPT-30 draw before the first deal. Of a table that was empty since they say nothing: as at the cabinet, those who come to it
        // draw again.
        if self.places.iter().all(Option::is_none) {
            (self.carry, self.carry_before) = Default::default();
            self.voided = None;
        }
        self.note_seats();
        Ok(vec![Change::ToCredit(seat, back)])
    }

    pub(super) fn check_seat(&self, what: &What, seat: Seat, expected: &PlayerTableOrder) -> Result<(), String> {
        let is_ordered = matches!(order_of(what), Some((Who::Seat(who), _, order)) if *who == seat && order == expected);
        require(is_ordered, format_args!("seat {seat} did not order {expected:?}"))
    }

    fn check_going(&self, what: &What, seat: Seat) -> Result<(), String> {
        let is_ordered = match order_of(what) {
            Some((Who::Seat(who), _, PlayerTableOrder::Leave)) => *who == seat,
            Some((Who::Attendant(_), _, PlayerTableOrder::Remove { seat: removed })) => *removed == seat,
            Some((Who::Attendant(_), _, PlayerTableOrder::Close)) => self.deal.is_none(),
            _ => false,
        };
        require(is_ordered, format_args!("nobody had seat {seat} go"))
    }

    /// A command that was done has brought about what it is for.
    pub(super) fn check_command(&self, what: &What, facts: &[&TableFact]) -> Result<(), String> {
        let Some((who, _, order)) = order_of(what) else { return Ok(()) };
        let own = match who {
            Who::Seat(seat) => Some(*seat),
            Who::Attendant(_) => None,
        };
        let is_done = |fact: &&TableFact| {
            let TableFact::BetweenPlayers(fact) = fact else { return false };
            match (fact, order) {
                (PlayerTableFact::Joined { seat, .. }, PlayerTableOrder::Join { .. })
                | (PlayerTableFact::ToppedUp { seat, .. }, PlayerTableOrder::TopUp { .. })
                | (PlayerTableFact::SatOut { seat, .. }, PlayerTableOrder::SitOut { .. })
                | (PlayerTableFact::Showed { seat }, PlayerTableOrder::Show)
                | (PlayerTableFact::Opened { seat, .. }, PlayerTableOrder::Open { .. })
                | (PlayerTableFact::MucksSet { seat, .. }, PlayerTableOrder::Muck { .. })
                | (PlayerTableFact::Acted { seat, by_default: false, .. }, PlayerTableOrder::Act { .. })
                | (PlayerTableFact::Left { seat, .. } | PlayerTableFact::IsLeaving { seat }, PlayerTableOrder::Leave) => own == Some(*seat),
                (PlayerTableFact::Closed, PlayerTableOrder::Close)
                | (PlayerTableFact::Exposed { .. } | PlayerTableFact::Voided { .. }, PlayerTableOrder::Exposed { .. })
                | (PlayerTableFact::Boxed | PlayerTableFact::Voided { .. }, PlayerTableOrder::Boxed { .. })
                | (PlayerTableFact::FlopTakenBack, PlayerTableOrder::TakeFlopBack)
                | (PlayerTableFact::StubShuffled, PlayerTableOrder::StubShuffled) => true,
                (PlayerTableFact::Left { seat, .. } | PlayerTableFact::IsLeaving { seat }, PlayerTableOrder::Remove { seat: removed }) => {
                    seat == removed
                }
                _ => false,
            }
        };
        let done = facts.iter().copied().filter(|fact| is_done(fact)).count();
        // A player who is to go and folds at once may be gone with the deal that this ends.
        let most = if matches!(order, PlayerTableOrder::Leave | PlayerTableOrder::Remove { .. }) { 2 } else { 1 };
        require((1..=most).contains(&done), format_args!("{order:?} was done, and brought about {done} of what it is for"))
    }
}
