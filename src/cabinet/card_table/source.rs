//! What the card source says.

use super::shoe::{Ordered, TableShoe};
use super::{CardTable, DealtCard, Stage, TableContext};
use crate::games::contract::Deal as _;
use crate::games::shoe::Shoe;
use crate::model::{CardSourceEvent, DealVoid, DeckCount, FaultCode, OrderFailure, OrderNumber, Remedy, TableFact, Want};

impl CardTable {
    /// Takes in what the card source says. The end of another order than the one that stands concerns nothing any more.
    pub(in crate::cabinet) fn take_source(&mut self, event: &CardSourceEvent, context: &mut TableContext<'_>) {
        match event {
            CardSourceEvent::Opened => self.lifecycle.holds.open_device(),
            CardSourceEvent::Closed => self.lifecycle.holds.close_device(context.at),
            CardSourceEvent::Card { number, card } => {
                match self.end_order(*number) {
                    // A source that answers a shuffle with a card does not know what it does; it is told to shuffle again.
                    Some(Ordered::Shuffle) => self.drop_shoe(),
                    Some(what) => self.take_ordered(what, *card, context),
                    None => {}
                }
            }
            CardSourceEvent::Shuffled { number, count } => {
                match self.end_order(*number) {
                    Some(Ordered::Shuffle) => self.take_shuffled(*number, *count, context),
                    // The cards were shuffled in the middle of a deal.
                    Some(what) => self.take_failure(what, OrderFailure::ShoeGone, context),
                    None => {}
                }
            }
            CardSourceEvent::Failed { number, why } => {
                if let Some(what) = self.end_order(*number) {
                    self.take_failure(what, *why, context);
                }
            }
            CardSourceEvent::Unasked { card } => self.take_unasked(*card, context),
            CardSourceEvent::CutCard => self.end_shoe(),
            CardSourceEvent::Shuffling { number, cards } => self.take_shuffling(*number, *cards, context.at),
            CardSourceEvent::Fault { code, detail } => {
                self.lifecycle.holds.raise(*code, detail, code.remedy() == Remedy::Attendant, context.at)
            }
            CardSourceEvent::FaultCleared(code) => self.lifecycle.holds.clear(*code),
            // The table orders nothing that these could be the end of; a technician may have.
            CardSourceEvent::Counted { .. } | CardSourceEvent::Ejected { .. } | CardSourceEvent::SelfTested { .. } => {}
        }
        self.advance(context);
    }

    /// The card that this event brings to the deal under way.
    pub(in crate::cabinet) fn card_of_deal(&self, event: &CardSourceEvent) -> Option<DealtCard> {
        let card = event.card()?;
        match event.ends() {
            Some(number) => match self.order.filter(|order| order.number == number)?.what {
                Ordered::Card { to, face } => Some(DealtCard { card, to: Some((to, face)) }),
                Ordered::Shuffle | Ordered::Burn | Ordered::Chance => None,
            },
            None => matches!(self.stage, Stage::Dealing(_)).then_some(DealtCard { card, to: None }),
        }
    }

    /// The order of the card source that ends; a draw is none of its orders.
    fn end_order(&mut self, number: OrderNumber) -> Option<Ordered> {
        let order = self.order.take_if(|order| order.number == number && order.what != Ordered::Chance)?;
        self.wait_for_no_card();
        Some(order.what)
    }

    /// Fresh cards are used only where the source counted them complete.
    fn take_shuffled(&mut self, number: OrderNumber, count: DeckCount, context: &mut TableContext<'_>) {
        let rules = self.terms.game.rules().shoe();
        if let Some(defect) = count.defect(rules.deck()) {
            return self.raise_defective_deck(defect, context);
        }
        self.shoe = Some(TableShoe { number, cards: Shoe::full(rules), to_burn: rules.burn, ends: false });
        context.say(TableFact::Shuffled);
        if let Stage::Dealing(deal) = &mut self.stage
            && deal.wants() == Want::Fresh
        {
            deal.take_fresh();
        }
    }

    /// An order has come to its end without what was ordered. Where a card may lie on the table that nobody knows, or the shoe is gone, no
    /// deal can go on with it; the attendant looks, and the next deal has fresh cards.
    fn take_failure(&mut self, what: Ordered, why: OrderFailure, context: &mut TableContext<'_>) {
        match why {
            OrderFailure::CalledOff => return,
            OrderFailure::Empty => self.drop_shoe(),
            OrderFailure::Impossible => {
                self.lifecycle.holds.raise(FaultCode::CardSourceDefect, "the card source cannot do what it is told", true, context.at)
            }
            OrderFailure::Foreign => return self.take_defective_deck(FaultCode::ForeignCard, context),
            OrderFailure::Duplicate => return self.take_defective_deck(FaultCode::DuplicateCard, context),
            OrderFailure::Unreadable => {
                self.drop_shoe();
                self.lifecycle.holds.raise(FaultCode::CardUnreadable, "a card came that could not be read", true, context.at);
            }
            OrderFailure::DoubleFeed | OrderFailure::Unknown | OrderFailure::ShoeGone => self.drop_shoe(),
        }
        if matches!(what, Ordered::Card { .. }) && self.shoe.is_none() && matches!(self.stage, Stage::Dealing(_)) {
            self.void(DealVoid::NoCard(why), context);
        }
    }

    /// The cards are shuffled before the next deal.
    pub(super) fn end_shoe(&mut self) {
        if let Some(shoe) = &mut self.shoe {
            shoe.ends = true;
        }
    }
}
