//! Some of the six seats.

use crate::model::Seat;

/// Some seats, a bit for each by its place: what is asked of all of them costs as much as of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SeatSet(u8);

impl SeatSet {
    const fn bit(seat: Seat) -> u8 {
        1 << seat.index()
    }

    /// Whether the seat is one of them.
    pub(super) const fn has(self, seat: Seat) -> bool {
        self.0 & Self::bit(seat) != 0
    }

    /// Whether it is none.
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub(super) const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// All of them but this one.
    pub(super) const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !Self::bit(seat))
    }

    /// The seat is one of them from now on, or is none.
    pub(super) const fn keep(&mut self, seat: Seat, is_kept: bool) {
        self.0 = self.without(seat).0 | (is_kept as u8) << seat.index();
    }

    /// The seats in order.
    pub(super) fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all().filter(move |seat| self.has(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::default(), |set, seat| Self(set.0 | Self::bit(seat)))
    }
}
