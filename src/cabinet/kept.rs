//! A card table with its views, which are made once and kept until the table is touched.
//!
//! Nobody changes the table without losing the kept views by that: there is no other way to it. A checkpoint holds the table alone.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use minicbor::encode::Write;
use minicbor::{Decode, Decoder, Encode, Encoder, decode, encode};

use super::card_table::CardTable;
use crate::model::{ClockOffset, Seat, SeatTableView, TableView};

/// What may be seen of one card table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableViews {
    /// What everybody sees.
    pub(super) public: Arc<TableView>,
    /// What each seat sees, in order.
    pub(super) seats: Vec<Arc<SeatTableView>>,
    /// By how much the times that are shown are ahead of the house's.
    clock_offset: ClockOffset,
}

impl TableViews {
    fn of(table: &CardTable, clock_offset: ClockOffset) -> Self {
        let seats = Seat::all().map(|seat| Arc::new(table.seat_view(seat))).collect();
        Self { public: Arc::new(table.view(clock_offset)), seats, clock_offset }
    }
}

/// A card table with its kept views.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    table: CardTable,
    views: Option<TableViews>,
}

impl Kept {
    pub(super) const fn new(table: CardTable) -> Self {
        Self { table, views: None }
    }

    /// Makes the views where the table was touched since they were made, or other times are shown.
    pub(super) fn keep_views(&mut self, clock_offset: ClockOffset) {
        if self.kept(clock_offset).is_none() {
            self.views = Some(TableViews::of(&self.table, clock_offset));
        }
    }

    /// The views of the table as it is: the kept ones, or else fresh ones.
    pub(super) fn views(&self, clock_offset: ClockOffset) -> TableViews {
        let fresh = || TableViews::of(&self.table, clock_offset);
        let kept = self.kept(clock_offset).cloned();
        debug_assert!(kept.as_ref().is_none_or(|kept| *kept == fresh()), "kept views are those that would be made now");
        kept.unwrap_or_else(fresh)
    }

    fn kept(&self, clock_offset: ClockOffset) -> Option<&TableViews> {
        self.views.as_ref().filter(|views| views.clock_offset == clock_offset)
    }
}

impl Deref for Kept {
    type Target = CardTable;

    fn deref(&self) -> &CardTable {
        &self.table
    }
}

impl DerefMut for Kept {
    fn deref_mut(&mut self) -> &mut CardTable {
        self.views = None;
        &mut self.table
    }
}

impl PartialEq for Kept {
    fn eq(&self, other: &Self) -> bool {
        self.table == other.table
    }
}

impl Eq for Kept {}

impl<C> Encode<C> for Kept {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, context: &mut C) -> Result<(), encode::Error<W::Error>> {
        self.table.encode(e, context)
    }
}

impl<'b, C> Decode<'b, C> for Kept {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        CardTable::decode_any_release(d, context).map(Self::new)
    }
}
