//! What is over, as it is read off the journal a page at a time.

use alloc::string::String;
use alloc::vec::Vec;

use super::{BoxNumber, ChoiceKind, DealSettlement, DealVoid, PlayedAs, TableNumber, Timestamp};

/// A page of a seat's own past.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page<T> {
    /// What is over, newest first, each with the seat's own part alone.
    pub entries: Vec<T>,
    /// The record before which the next page begins; `None` where there is nothing earlier.
    pub next: Option<u64>,
    /// The journal's head after the newest record that was read for it, as `NUMBER:HASH`; empty where nothing was read.
    pub head: String,
}

/// A seat's part of a deal of any age. No card stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastDeal {
    /// The table.
    pub table: TableNumber,
    /// The deal.
    pub deal: u64,
    /// What it was played as; `None` where the release did not record it.
    pub played: Option<PlayedAs>,
    /// When stakes were first taken.
    pub opened_at: Timestamp,
    /// When it was settled or voided.
    pub settled_at: Timestamp,
    /// The seat's decisions, in order.
    pub choices: Vec<PastChoice>,
    /// What each of the seat's stakes returned.
    pub settlement: DealSettlement,
    /// Why it is void, where it is.
    pub voided: Option<DealVoid>,
}

/// A decision of a deal that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastChoice {
    /// On which box.
    pub place: BoxNumber,
    /// On which hand of it.
    pub hand: u8,
    /// What was chosen.
    pub choice: ChoiceKind,
    /// How many cards it named.
    pub cards: u8,
    /// Whether the rules decided, because the seat did not in time.
    pub by_default: bool,
}
