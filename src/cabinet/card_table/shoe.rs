//! The table's shoe and what is ordered from the card source.

use minicbor::{Decode, Encode};

use super::{CardTable, Stage};
use crate::games::shoe::Shoe;
use crate::model::{CardPlace, CardWish, Face, FaultCode, OrderNumber, ShuffleView, Span, Timestamp};

/// The cards in use.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct TableShoe {
    /// The order that shuffled it; the card source knows the shoe by this number.
    #[n(0)]
    pub(super) number: OrderNumber,
    /// What may still come.
    #[n(1)]
    pub(super) cards: Shoe,
    /// How many cards are still to be burnt before the first deal.
    #[n(2)]
    pub(super) to_burn: u8,
    /// Whether the cards are shuffled before the next deal, wherever the cutting card lies.
    #[n(3)]
    pub(super) ends: bool,
}

/// What is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct Order {
    #[n(0)]
    pub(super) number: OrderNumber,
    #[n(1)]
    pub(super) what: Ordered,
}

/// What an order is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) enum Ordered {
    /// Fresh cards.
    #[n(0)]
    Shuffle,
    /// A card to be laid aside before the first deal.
    #[n(1)]
    Burn,
    /// A card of the deal.
    #[n(2)]
    Card {
        #[n(0)]
        to: CardPlace,
        #[n(1)]
        face: Face,
    },
    /// A draw of chance that is no card.
    #[n(3)]
    Chance,
}

/// How far a shuffle is, as the card source tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct Shuffle {
    #[n(0)]
    order: OrderNumber,
    /// When it was first told.
    #[n(1)]
    began_at: Timestamp,
    /// When it was last told.
    #[n(2)]
    told_at: Timestamp,
    #[n(3)]
    cards_done: u16,
}

impl Shuffle {
    /// When it will be over if every card takes as long as the cards before.
    fn ends_about(&self, cards: u16) -> Option<Timestamp> {
        let took = self.told_at.since(self.began_at).microseconds();
        let whole = took.saturating_mul(cards.into()).checked_div(self.cards_done.into())?;
        Some(self.began_at.after(Span::from_microseconds(whole)))
    }
}

impl CardTable {
    /// The card source tells how many cards of an ordered shuffle are done.
    pub(super) fn take_shuffling(&mut self, number: OrderNumber, cards_done: u16, at: Timestamp) {
        if self.order != Some(Order { number, what: Ordered::Shuffle }) {
            return;
        }
        let began_at = self.shuffle.filter(|shuffle| shuffle.order == number).map_or(at, |shuffle| shuffle.began_at);
        self.shuffle = Some(Shuffle { order: number, began_at, told_at: at, cards_done });
    }

    /// How far the shuffle is that is ordered.
    pub(super) fn shuffle_view(&self) -> Option<ShuffleView> {
        let shuffle = self.shuffle.filter(|shuffle| self.order.is_some_and(|order| order.number == shuffle.order))?;
        let cards = self.terms.game.rules().shoe().cards();
        Some(ShuffleView { cards_done: shuffle.cards_done, cards, ends_about: shuffle.ends_about(cards) })
    }

    /// What the table wants of its card source. While an attendant holds the table somebody may have a hand in the machine.
    pub(in crate::cabinet) fn wish(&self) -> CardWish {
        let Some(order) = self.order.filter(|_| !self.lifecycle.holds.is_held_by_attendant()) else { return CardWish::Ready };
        let number = order.number;
        let (to, face) = match order.what {
            Ordered::Shuffle => return CardWish::Shuffle { number, deck: self.terms.game.rules().shoe().deck() },
            Ordered::Chance => return CardWish::Ready,
            Ordered::Burn => (CardPlace::Discard, Face::Down),
            Ordered::Card { to, face } => (to, face),
        };
        let shoe = self.shoe.as_ref().expect("a card is ordered from a shoe only, and the order ends with it");
        let taken = self.terms.game.rules().shoe().cards() - shoe.cards.left();
        CardWish::Card { number, shoe: shoe.number, to, face, remaining: *shoe.cards.composition(), taken }
    }

    /// Whether the cards are shuffled once no deal is under way.
    pub(super) fn is_last_of_shoe(&self) -> bool {
        self.shoe.as_ref().is_none_or(|shoe| shoe.ends || shoe.cards.is_at_cut(self.terms.game.rules().shoe()))
    }

    /// Whether the cards are to be shuffled now.
    pub(super) fn needs_shuffle(&self) -> bool {
        !matches!(self.stage, Stage::Dealing(_)) && self.is_last_of_shoe()
    }

    /// Orders the cards to be shuffled where they are to be. A fault of the source alone does not stand against it: a card that was foreign or
    /// could not be read is out of the way only when there are fresh cards.
    pub(super) fn order_fresh_cards(&mut self) {
        if self.order.is_none() && self.needs_shuffle() && self.lifecycle.holds.waits_for_device_only() {
            self.drop_shoe();
            self.order(Ordered::Shuffle);
        }
    }

    pub(super) fn order(&mut self, what: Ordered) {
        self.newest_order += 1;
        self.order = Some(Order { number: self.newest_order, what });
    }

    /// These cards are not used any more; what was ordered from them is not wanted.
    pub(super) fn drop_shoe(&mut self) {
        self.shoe = None;
        self.order = None;
        self.wait_for_no_card();
        self.left_over.clear();
    }

    /// No card is waited for any more, so none is late.
    pub(super) fn wait_for_no_card(&mut self) {
        self.lifecycle.late_at = None;
        self.lifecycle.holds.clear(FaultCode::CardSourceStalled);
    }
}
