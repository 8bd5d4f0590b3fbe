//! An order on its way: what is to be done, and how far it is known to have come.

use super::parameters::Limits;
use crate::model::{Card, CardPlace, CardWish, Deck, Face, OrderNumber, Span, Timestamp};
use crate::sensing::card_source::Packs;

/// What is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Deal { shoe: OrderNumber, to: CardPlace, face: Face },
    Shuffle { deck: Deck },
    Verify { deck: Deck },
    Eject,
    SelfTest,
}

/// An order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    pub(super) number: OrderNumber,
    pub(super) deed: Deed,
}

impl Order {
    /// The order in a wish.
    pub(super) const fn of(wish: &CardWish) -> Option<Self> {
        let (number, deed) = match *wish {
            CardWish::Ready => return None,
            CardWish::Card { number, shoe, to, face, .. } => (number, Deed::Deal { shoe, to, face }),
            CardWish::Shuffle { number, deck } => (number, Deed::Shuffle { deck }),
            CardWish::Verify { number, deck } => (number, Deed::Verify { deck }),
            CardWish::Eject { number } => (number, Deed::Eject),
            CardWish::SelfTest { number } => (number, Deed::SelfTest),
        };
        Some(Self { number, deed })
    }

    /// Of which packs the machine's count is to be.
    pub(super) const fn deck(&self) -> Option<Deck> {
        match self.deed {
            Deed::Shuffle { deck } | Deed::Verify { deck } => Some(deck),
            Deed::Deal { .. } | Deed::Eject | Deed::SelfTest => None,
        }
    }

    /// Whether a machine of this kind can do it at all.
    pub(super) fn is_possible(&self, packs: &Packs) -> bool {
        self.deck().is_none_or(|wanted| packs.allow(wanted))
    }

    /// How long it may take.
    pub(super) const fn longest(&self, limits: &Limits) -> Span {
        Span::from_seconds(match self.deed {
            Deed::Deal { .. } => limits.deal_seconds,
            Deed::Shuffle { .. } => limits.shuffle_seconds,
            Deed::Verify { .. } => limits.verify_seconds,
            Deed::Eject => limits.eject_seconds,
            Deed::SelfTest => limits.self_test_seconds,
        })
    }
}

/// The order that the machine is asked about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    pub(super) number: OrderNumber,
    /// What it is; none for one that an earlier run of this program has given and nobody wants any more.
    pub(super) order: Option<Order>,
    /// It is wanted no more.
    pub(super) called_off: bool,
    /// Since when it has been going on without being held; none while it is held or not begun.
    pub(super) running_since: Option<Timestamp>,
    /// How many whole packs the machine was last said to have gone through; none before anything was said.
    pub(super) packs_said: Option<usize>,
}

impl Job {
    pub(super) const fn new(number: OrderNumber, order: Option<Order>) -> Self {
        Self { number, order, called_off: order.is_none(), running_since: None, packs_said: None }
    }

    /// Whether it is to be said that the machine has gone through so many cards of a shuffle: at the beginning and once for each pack.
    pub(super) fn is_to_be_said(&mut self, cards: u16) -> bool {
        let packs = Some(usize::from(cards) / Card::COUNT);
        let is_shuffle = self.order.is_some_and(|order| matches!(order.deed, Deed::Shuffle { .. })) && !self.called_off;
        let is_more = is_shuffle && packs > self.packs_said;
        if is_more {
            self.packs_said = packs;
        }
        is_more
    }

    /// When it will have taken too long.
    pub(super) fn due(&self, limits: &Limits) -> Option<Timestamp> {
        Some(self.running_since?.after(self.order?.longest(limits)))
    }
}
