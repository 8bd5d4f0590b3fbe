//! What is over: as it is read off the journal a page at a time, and the newest deals between players as they are recalled.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{
    BettingAction, BoxNumber, Card, ChoiceKind, Combination, DealEnd, DealSettlement, DealVoid, Money, PlayedAs, Seat, TableNumber,
    Timestamp,
};

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

/// A deal between players that is over, in which the seat was dealt in. Cards stand in those that are recalled, and in none that was read off
/// the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastHand {
    /// The table.
    pub table: TableNumber,
    /// The deal.
    pub deal: u64,
    /// What it was played as; `None` while it is not over.
    pub played: Option<PlayedAs>,
    /// When it began.
    pub began_at: Timestamp,
    /// When it was paid or void.
    pub ended_at: Timestamp,
    /// The stack with which the seat began.
    pub brought: Money,
    /// What the seat put in.
    pub put_in: Money,
    /// What the seat got back.
    pub returned: Money,
    /// What everybody was made to put in or did, in order.
    pub course: Vec<PastWager>,
    /// Whose hands lay open at the end.
    pub shown: Vec<Seat>,
    /// How it ended; `None` while it is not over.
    pub end: Option<DealEnd>,
    /// The cards in the middle.
    pub board: Vec<Card>,
    /// The hands of all who were dealt in, in the order of the seats, as the seat may see them.
    pub hands: Vec<PastCards>,
    /// The plays before the last one, in order, where it was played again for a bank of equal hands; the cards above are those of the last one.
    pub earlier: Vec<PastPlay>,
}

/// A play of a deal between players that was played again, as a seat may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastPlay {
    /// The cards in the middle.
    pub board: Vec<Card>,
    /// Whose hands lay open while the owners of equal ones were asked.
    pub shown: Vec<Seat>,
    /// The hands of all who were dealt in, in the order of the seats.
    pub hands: Vec<PastCards>,
}

/// A hand of a deal between players that is over, as a seat may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastCards {
    /// Whose.
    pub seat: Seat,
    /// Whether it could win to the end; else it was folded or killed.
    pub is_live: bool,
    /// The closed cards; `None` is one from its back. A hand of another seat that did not live to the end has no cards any more.
    pub down: Vec<Option<Card>>,
    /// The open cards; likewise.
    pub up: Vec<Card>,
    /// What it made at the end, where the seat may see all of it.
    pub combination: Option<Combination>,
}

/// What a seat put in or did in a deal between players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct PastWager {
    /// Whose.
    #[n(0)]
    pub seat: Seat,
    /// What it did; `None` where the rules made it put something in: an ante, a blind, a bring-in.
    #[n(1)]
    pub action: Option<BettingAction>,
    /// How much it put in by that.
    #[n(2)]
    pub paid: Money,
    /// Whether it was done for the seat, which did not act in time or was going.
    #[n(3)]
    pub by_default: bool,
    /// On which street, from 0; `None` where it was read off the journal, whose facts tell no street.
    #[n(4)]
    pub street: Option<u8>,
}
