//! A table with its views, which are made once and kept until the table is touched.
//!
//! Nobody changes the table without losing the kept views by that: there is no other way to it. A checkpoint holds the table alone. Copies of a
//! cabinet share their tables until one of them is touched.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::{Deref, DerefMut};

use minicbor::encode::Write;
use minicbor::{Decode, Decoder, Encode, Encoder, decode, encode};

use crate::model::{ClockOffset, Seat, TableNumber};

/// A table of which everybody sees something, and each seat something more.
pub(super) trait Shown: Clone {
    /// What everybody sees.
    type Public: Debug + PartialEq;
    /// What one seat sees.
    type Own: Debug + PartialEq;

    /// Which table it is.
    fn number(&self) -> TableNumber;

    /// The table for everybody's eyes, with the times that the wall clock shows.
    fn view(&self, offset: ClockOffset) -> Self::Public;

    /// What this seat sees beyond that, with the times that the wall clock shows.
    fn seat_view(&self, seat: Seat, offset: ClockOffset) -> Self::Own;
}

/// What may be seen of one table.
#[derive(Debug)]
pub(super) struct TableViews<T: Shown> {
    /// What everybody sees.
    pub(super) public: Arc<T::Public>,
    /// What each seat sees, in order.
    pub(super) seats: Vec<Arc<T::Own>>,
    /// By how much the times that are shown are ahead of the house's.
    clock_offset: ClockOffset,
}

impl<T: Shown> TableViews<T> {
    fn of(table: &T, clock_offset: ClockOffset) -> Self {
        let seats = Seat::all().map(|seat| Arc::new(table.seat_view(seat, clock_offset))).collect();
        Self { public: Arc::new(table.view(clock_offset)), seats, clock_offset }
    }

    fn are(&self, other: &Self) -> bool {
        self.public == other.public && self.seats == other.seats && self.clock_offset == other.clock_offset
    }
}

impl<T: Shown> Clone for TableViews<T> {
    fn clone(&self) -> Self {
        Self { public: self.public.clone(), seats: self.seats.clone(), clock_offset: self.clock_offset }
    }
}

/// A table with its kept views.
#[derive(Clone, Debug)]
pub(super) struct Kept<T: Shown> {
    table: Arc<T>,
    views: Option<TableViews<T>>,
}

impl<T: Shown> Kept<T> {
    pub(super) fn new(table: T) -> Self {
        Self { table: Arc::new(table), views: None }
    }

    /// Makes the views where the table was touched since they were made, or other times are shown.
    pub(super) fn keep_views(&mut self, clock_offset: ClockOffset) {
        if self.kept(clock_offset).is_none() {
            self.views = Some(TableViews::of(&self.table, clock_offset));
        }
    }

    /// The views of the table as it is: the kept ones, or else fresh ones.
    pub(super) fn views(&self, clock_offset: ClockOffset) -> TableViews<T> {
        let fresh = || TableViews::of(&*self.table, clock_offset);
        let kept = self.kept(clock_offset).cloned();
        if cfg!(any(test, debug_assertions)) {
            assert!(kept.as_ref().is_none_or(|kept| kept.are(&fresh())), "kept views are those that would be made now");
        }
        kept.unwrap_or_else(fresh)
    }

    fn kept(&self, clock_offset: ClockOffset) -> Option<&TableViews<T>> {
        self.views.as_ref().filter(|views| views.clock_offset == clock_offset)
    }
}

impl<T: Shown> Deref for Kept<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.table
    }
}

impl<T: Shown> DerefMut for Kept<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.views = None;
        Arc::make_mut(&mut self.table)
    }
}

impl<T: Shown + PartialEq> PartialEq for Kept<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.table, &other.table) || self.table == other.table
    }
}

impl<T: Shown + Eq> Eq for Kept<T> {}

impl<C, T: Shown + Encode<C>> Encode<C> for Kept<T> {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, context: &mut C) -> Result<(), encode::Error<W::Error>> {
        self.table.encode(e, context)
    }
}

impl<'b, C, T: Shown + Decode<'b, C>> Decode<'b, C> for Kept<T> {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        T::decode(d, context).map(Self::new)
    }
}
