//! Who is absent because his console has no line, and who sits out for that.
//!
//! By SPT-A13 a player who is not at his seat is absent. Keys of the table add that a lost line counts as that, and after how many deals he sits
//! out. Until then he is asked like everybody.

use super::{Change, Place, PlayersTable, require};
use crate::model::{Event, Seat, What};

impl PlayersTable {
    /// What the input says of who is here, before what follows from it. After a start nobody knows yet.
    pub(in crate::sim::auditor) fn note_presence(&mut self, what: &What) {
        self.due_presence = None;
        match what {
            What::Event(Event::Started { .. }) => {
                self.places.iter_mut().flatten().for_each(|place| (place.is_absent, place.missed_deals) = (false, 0));
                self.void_at_start();
            }
            What::Event(Event::Presence { seat, is_here }) => {
                let is_news = self.place(*seat).is_some_and(|place| place.is_absent == *is_here);
                self.due_presence = is_news.then_some((*seat, *is_here));
            }
            _ => {}
        }
    }

    pub(super) fn enter_presence(&mut self, seat: Seat, is_here: bool) -> Result<Vec<Change>, String> {
        let told = Some((seat, is_here));
        require(self.due_presence == told, format_args!("{told:?} is told of presence, and {:?} is so", self.due_presence))?;
        self.due_presence = None;
        let place = self.place_mut(seat)?;
        (place.is_absent, place.missed_deals) = (!is_here, 0);
        Ok(Vec::new())
    }

    /// A deal was paid.
    pub(super) fn note_missed_deal(&mut self) {
        for place in self.places.iter_mut().flatten().filter(|place| place.is_absent && place.was_dealt_in) {
            place.missed_deals = place.missed_deals.saturating_add(1);
        }
    }

    /// Whether somebody has missed so many deals that he has to sit out.
    pub(super) const fn has_missed_too_many(&self, place: &Place) -> bool {
        let most = self.rules.absent_after_deals;
        most > 0 && place.missed_deals >= most && !place.is_out && !place.is_leaving
    }

    pub(super) fn check_presence(&self) -> Result<(), String> {
        require(self.due_presence.is_none(), format_args!("{:?} is so, and nobody is told", self.due_presence))?;
        let gone = Seat::all().find(|seat| self.place(*seat).is_some_and(|place| self.has_missed_too_many(place)));
        require(gone.is_none() || self.deal.is_some(), format_args!("{gone:?} has missed too many deals, and does not sit out"))
    }
}
