//! The showing of hands that need not be shown, for a short time after a deal: a beaten one, or one that nobody called (SPB-56, SPB-57).

use super::{HostedTable, TableContext};
use crate::games::player_table::{Command, SeatOrder};
use crate::model::{Refusal, Seat, Span, Timestamp};

impl HostedTable {
    /// When the table wants to be woken.
    pub(in crate::cabinet) fn wake_at(&self) -> Option<Timestamp> {
        let closes_at = self.opened.and_then(|opened| opened.closes_at);
        self.lifecycle.wake_at().into_iter().chain(self.shows_until).chain(closes_at).min()
    }

    /// Whether a moment has come that the table wants to be woken at.
    pub(in crate::cabinet) fn is_due(&self, now: Timestamp) -> bool {
        self.wake_at().is_some_and(|moment| moment <= now)
    }

    /// A deal was paid: for a while hands that lie closed may be shown.
    pub(super) fn open_showing(&mut self, at: Timestamp) {
        let most = self.terms.show_seconds;
        self.shows_until = (most > 0).then(|| at.after(Span::from_seconds(most.into())));
        self.close_showing_where_done();
    }

    /// The next deal begins, or the time is over.
    pub(super) const fn close_showing(&mut self) {
        self.shows_until = None;
    }

    /// Nothing is waited for where no hand is left that may be shown.
    pub(super) fn close_showing_where_done(&mut self) {
        let is_any_left = Seat::all().any(|seat| self.table().may_show(seat));
        self.shows_until = self.shows_until.filter(|_| is_any_left);
    }

    /// Whether the seat may show its hand now.
    pub(super) fn may_show(&self, seat: Seat) -> bool {
        self.shows_until.is_some() && self.table().may_show(seat)
    }

    /// The seat shows its hand.
    pub(super) fn show(&mut self, seat: Seat, context: &mut TableContext<'_>) -> Result<(), Refusal> {
        if !self.may_show(seat) {
            return Err(Refusal::WrongPhase);
        }
        let order = Command::Seat { seat, order: SeatOrder::Show, credit: context.ledger.credit(seat) };
        self.take_command(&order, None, context).map_err(|_| Refusal::WrongPhase)
    }
}
