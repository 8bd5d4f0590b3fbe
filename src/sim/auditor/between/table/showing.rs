//! Hands that are shown though they need not be: SPB-56, SPB-57.
//!
//! How long somebody may show his hand after a deal, and whether it is mucked by itself, are keys and orders of the table: the digests know no
//! machine that asks.

use super::{Change, PlayersTable, Progress, require};
use crate::model::{PlayerTableOrder, Seat, Span, Timestamp, What};

impl PlayersTable {
    /// The input that is entered next came at this moment.
    pub(in crate::sim::auditor) const fn note_time(&mut self, at: Timestamp) {
        self.now = at;
    }

    /// Who wants his hand to be opened at every showdown.
    pub(super) fn who_opens_always(&self) -> Vec<Seat> {
        Seat::all().filter(|seat| self.place(*seat).is_some_and(|place| place.opens_always)).collect()
    }

    /// Whether the seat may show its hand now: the deal is paid, it was live to the end and lies closed, and its player has not gone since.
    pub(in super::super) fn may_show(&self, progress: Option<&Progress<'_>>, seat: Seat) -> bool {
        let (Some(ended), Some(progress), None) = (&self.ended, progress, &self.deal) else { return false };
        let is_live = progress.player(seat).is_some_and(|player| player.is_live);
        let is_his = self.place(seat).is_some_and(|place| place.was_dealt_in);
        let is_in_time = self.now < ended.at.after(Span::from_seconds(self.rules.show_seconds.into()));
        is_live && is_his && is_in_time && !ended.shown.contains(&seat)
    }

    pub(super) fn enter_showing(&mut self, what: &What, seat: Seat) -> Result<Vec<Change>, String> {
        self.check_seat(what, seat, &PlayerTableOrder::Show)?;
        let may_show = self.may_show(self.ended_progress()?.as_ref(), seat);
        require(may_show && !self.is_held, format_args!("seat {seat} showed a hand that it may not show now"))?;
        let ended = self.ended.as_mut().ok_or("a hand was shown, and no deal was over")?;
        ended.shown.push(seat);
        Ok(Vec::new())
    }

    pub(super) fn enter_mucking(&mut self, what: &What, seat: Seat, is_automatic: bool) -> Result<Vec<Change>, String> {
        self.check_seat(what, seat, &PlayerTableOrder::Muck { is_automatic })?;
        self.place_mut(seat)?.opens_always = !is_automatic;
        Ok(Vec::new())
    }
}
