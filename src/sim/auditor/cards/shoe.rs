//! Which cards have come out of the shoe, and the order that stands with the card source.

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

    /// Whether this is an order that was not told before.
    pub(super) fn is_news(&self, wish: &CardWish) -> bool {
        wish.number().is_some_and(|number| number > self.newest)
    }

    /// Whether an order has not come to its end.
    pub(super) const fn is_waited_for(&self) -> bool {
        self.order.is_some()
    }

    /// The order with this number has come to its end; what it was for.
    pub(super) fn end(&mut self, number: u64) -> Option<Order> {
        if number == self.newest { self.order.take() } else { None }
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
