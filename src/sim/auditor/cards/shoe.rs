//! Which cards have come out of the shoe, and the order that stands with the card source.

use super::line::require;
use crate::model::{Card, CardPlace, CardWish, Face};

/// The shoe and the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shoe {
    packs: u8,
    has_joker: bool,
    /// How often each card has come since the last shuffle.
    out: [u8; Card::KINDS],
    /// The newest order that was told.
    newest: u64,
    /// What the newest order is for, until it has come to its end.
    order: Option<Order>,
}

/// What a card source was told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Card(CardPlace, Face),
    /// A draw of chance that is no card: it is told under the numbers of the source's orders, and the source knows nothing of it.
    Draw,
    Other,
}

impl Shoe {
    pub(super) const fn new(packs: u8, has_joker: bool) -> Self {
        Self { packs, has_joker, out: [0; Card::KINDS], newest: 0, order: None }
    }

    /// What is wanted of the card source; the place of the card where that is new.
    pub(super) fn told(&mut self, wish: &CardWish) -> Option<(CardPlace, Face)> {
        let number = wish.number().filter(|_| self.is_news(wish))?;
        self.newest = number;
        let CardWish::Card { to, face, .. } = *wish else {
            self.order = Some(Order::Other);
            return None;
        };
        self.order = Some(Order::Card(to, face));
        Some((to, face))
    }

    /// A draw of chance is ordered under this number; the same may be told again until it has come.
    pub(super) fn told_draw(&mut self, number: u64) -> Result<(), String> {
        let is_again = number == self.newest && self.order == Some(Order::Draw);
        require(number > self.newest || is_again, format_args!("a draw is ordered under the number {number}, after {}", self.newest))?;
        (self.newest, self.order) = (number, Some(Order::Draw));
        Ok(())
    }

    /// Something was drawn for the order with this number; whether a draw was ordered under it and had not come.
    pub(super) fn ends_draw(&mut self, number: u64) -> bool {
        number == self.newest && self.order.take_if(|order| *order == Order::Draw).is_some()
    }

    /// Whether this is an order that was not told before.
    pub(super) fn is_news(&self, wish: &CardWish) -> bool {
        wish.number().is_some_and(|number| number > self.newest)
    }

    /// Whether an order has not come to its end.
    pub(super) const fn is_waited_for(&self) -> bool {
        self.order.is_some()
    }

    /// The source's order with this number has come to its end; what it was for.
    pub(super) fn end(&mut self, number: u64) -> Option<Order> {
        self.order.take_if(|order| number == self.newest && *order != Order::Draw)
    }

    /// A card has come out; whether it can have been in the shoe.
    pub(super) fn comes(&mut self, card: Card) -> bool {
        let times = &mut self.out[card.index()];
        *times = times.saturating_add(1);
        *times <= if card.is_joker() && !self.has_joker { 0 } else { self.packs }
    }

    /// Whether no card has come since the last shuffle.
    pub(super) fn is_whole(&self) -> bool {
        self.out.iter().all(|times| *times == 0)
    }

    pub(super) fn is_empty(&self) -> bool {
        let kinds = if self.has_joker { Card::KINDS } else { Card::COUNT };
        self.out.iter().take(kinds).all(|times| *times >= self.packs)
    }

    pub(super) fn shuffled(&mut self) {
        self.out = [0; Card::KINDS];
    }
}
