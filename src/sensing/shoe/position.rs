//! Where the table stands in the shoe: which of its cards have been told, and which were heard and are still to be told.

use alloc::collections::BTreeMap;

use super::words::Read;
use crate::model::OrderNumber;

/// Where the table stands in the shoe that it deals from.
#[derive(Clone, Debug, Default)]
pub(super) struct Position {
    /// The order that brought the shoe; none where nothing is known of it.
    shoe: Option<OrderNumber>,
    /// How many of its cards have been told; none where that is not known since the program started.
    told: Option<u16>,
    /// The cards up to this number had been drawn while nothing was wanted, before it was known how many were told.
    unwanted: u16,
    /// The cards that were heard, by their numbers; those up to `told` have been told.
    heard: BTreeMap<u16, Read>,
}

/// The shoe has said another card under a number that was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction {
    /// Whether the first card had been told to the table.
    pub(super) is_told: bool,
}

impl Position {
    /// There is a new shoe, brought by this order.
    pub(super) fn begin(&mut self, shoe: OrderNumber) {
        *self = Self { shoe: Some(shoe), told: Some(0), ..Self::default() };
    }

    /// The table deals from this shoe and has taken so many cards of it. While the program runs it knows that itself, and better: a card
    /// may be told that the table has not stepped.
    pub(super) fn resume(&mut self, shoe: OrderNumber, taken: u16) {
        if self.shoe != Some(shoe) || self.told.is_none() {
            (self.shoe, self.told) = (Some(shoe), Some(taken));
            self.heard.retain(|number, _| *number > taken);
        }
    }

    /// Another shoe lies there now: what was heard is of cards that concern nobody.
    pub(super) fn forget_heard(&mut self) {
        self.heard.clear();
        self.unwanted = 0;
    }

    /// Nothing is wanted, and so many cards have been drawn.
    pub(super) fn nothing_wanted(&mut self, drawn: u16) {
        if self.told.is_none() {
            self.unwanted = drawn;
        }
    }

    /// The cards up to this number were drawn before the person who draws was shown where the next one goes.
    pub(super) fn is_unwanted_until(&mut self, drawn: u16) {
        self.unwanted = self.unwanted.max(drawn);
    }

    /// A card was heard. Once the table was told a card of this number, that card stands. Before that, a second, different card makes the
    /// number unreadable.
    pub(super) fn hear(&mut self, number: u16, card: Read) -> Option<Contradiction> {
        let is_told = self.told.is_some_and(|told| number <= told);
        if is_told {
            return self.heard.get(&number).filter(|known| **known != card).map(|_| Contradiction { is_told });
        }
        let known = self.heard.entry(number).or_insert(card);
        (core::mem::replace(known, if *known == card { card } else { Read::Unreadable }) != card).then_some(Contradiction { is_told })
    }

    /// The order that brought the shoe, where it is known how many of its cards were told.
    pub(super) fn shoe(&self) -> Option<OrderNumber> {
        self.shoe.filter(|_| self.told.is_some())
    }

    /// The next card to tell, and whether it was drawn while nothing was wanted.
    pub(super) fn next(&self) -> Option<(Read, bool)> {
        let number = self.next_number()?;
        self.heard.get(&number).map(|card| (*card, number <= self.unwanted))
    }

    /// The number of the card that is told next.
    pub(super) fn next_number(&self) -> Option<u16> {
        self.told?.checked_add(1)
    }

    /// The next card has been told.
    pub(super) fn tell(&mut self) {
        if let Some(told) = &mut self.told {
            *told += 1;
        }
    }

    /// The first card that was drawn and not heard.
    pub(super) fn gap(&self, drawn: u16) -> Option<u16> {
        let told = self.told?;
        (told.saturating_add(1)..=drawn).find(|number| !self.heard.contains_key(number))
    }

    /// Whether every card that was drawn has been told.
    pub(super) fn is_at(&self, drawn: u16) -> bool {
        self.told == Some(drawn)
    }
}
