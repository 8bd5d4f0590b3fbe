//! The time bank: what each seat has besides the time of a decision. It draws on it by itself once that time is over.
//!
//! Here never lives when a decision is asked for, or what is decided for a seat that has no time left.

use minicbor::{Decode, Encode};

use crate::model::{SEATS, Seat, Span, TimeBank, Timestamp};

/// The time banks of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct TimeBanks {
    /// What each seat has left.
    #[n(0)]
    left: [Span; SEATS],
    /// The seat that draws on its own now, and since when.
    #[n(1)]
    drawing: Option<(Seat, Timestamp)>,
}

impl TimeBanks {
    /// What the seat has left, without what it has drawn since it began to.
    pub(super) const fn left(&self, seat: Seat) -> Span {
        self.left[seat.index()]
    }

    /// The seat that draws on its time bank now.
    pub(super) fn drawing(&self) -> Option<Seat> {
        self.drawing.map(|(seat, _)| seat)
    }

    /// The seat sits down with a full one.
    pub(super) fn fill(&mut self, seat: Seat, terms: TimeBank) {
        self.left[seat.index()] = Span::from_seconds(terms.full_seconds.into());
    }

    /// The seat is dealt in.
    pub(super) fn gain(&mut self, seat: Seat, terms: TimeBank) {
        let left = self.left(seat).microseconds() + Span::from_seconds(terms.gain_seconds.into()).microseconds();
        self.left[seat.index()] = Span::from_microseconds(left).min(Span::from_seconds(terms.full_seconds.into()));
    }

    /// The time of a decision is over: how long the seat has besides, from now on. `None` where it has nothing left, or draws already.
    pub(super) fn draw(&mut self, seat: Seat, at: Timestamp) -> Option<Span> {
        let left = Some(self.left(seat)).filter(|left| *left > Span::ZERO && self.drawing.is_none())?;
        self.drawing = Some((seat, at));
        Some(left)
    }

    /// The seat has decided, or the table has come to stand still.
    pub(super) fn settle(&mut self, at: Timestamp) {
        let Some((seat, since)) = self.drawing.take() else { return };
        let left = self.left(seat).microseconds().saturating_sub(at.since(since).microseconds());
        self.left[seat.index()] = Span::from_microseconds(left);
    }

    /// The program has started: nobody knows how much of the time in between the player had.
    pub(super) const fn forget_drawing(&mut self) {
        self.drawing = None;
    }
}
