//! The cards of a table between players: which is ordered, and what the card source says.

use minicbor::{Decode, Encode};

use super::{HostedTable, TableContext};
use crate::cabinet::card_table::DealtCard;
use crate::games::player_table::{Command, VoidReason, Wants};
use crate::games::streets::CardTo;
use crate::model::{
    BoxNumber, Card, CardPlace, CardSourceEvent, CardWish, Composition, DealVoid, Deck, DeckCount, Face, FaultCode, OrderFailure,
    OrderNumber, Remedy, Seat, Span, TableFact,
};

/// What is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct Order {
    #[n(0)]
    number: OrderNumber,
    #[n(1)]
    what: Ordered,
}

/// What an order is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) enum Ordered {
    /// A fresh pack.
    #[n(0)]
    Shuffle,
    /// An open card of this seat, for the button.
    #[n(1)]
    Draw(#[n(0)] Seat),
    /// The card that the deal waits for.
    #[n(2)]
    Card,
}

/// Every deal is of one pack of 52.
const DECK: Deck = Deck::plain(1);

impl HostedTable {
    /// What the table wants of its card source. While an attendant holds the table nothing is dealt.
    pub(in crate::cabinet) fn wish(&self) -> CardWish {
        let Some(Order { number, what }) = self.order.filter(|_| !self.lifecycle.holds.is_held_by_attendant()) else {
            return CardWish::Ready;
        };
        let remaining = match what {
            Ordered::Shuffle => return CardWish::Shuffle { number, deck: DECK },
            Ordered::Draw(_) => self.left_to_draw(),
            Ordered::Card => self.table().remaining(),
        };
        match (self.pack, remaining, self.card_to()) {
            (Some(shoe), Some(remaining), Some((to, face))) => {
                let taken = if what == Ordered::Card { self.table().taken() } else { None };
                let taken = taken.unwrap_or(DECK.count() - remaining.total());
                CardWish::Card { number, shoe, to, face, remaining, taken }
            }
            _ => CardWish::Ready,
        }
    }

    /// Where the dealer lays the next card, and whether open: only while it may be drawn.
    pub(super) fn next_card(&self) -> Option<(CardPlace, Face)> {
        match self.wish() {
            CardWish::Card { to, face, .. } if !self.lifecycle.holds.is_held() => Some((to, face)),
            _ => None,
        }
    }

    /// Where the card that is ordered goes, and whether it is laid open.
    fn card_to(&self) -> Option<(CardPlace, Face)> {
        match (self.order?.what, self.table().wants()) {
            (Ordered::Draw(seat), _) => Some((place_of(seat), Face::Up)),
            (Ordered::Card, Wants::Card(to)) => Some(place_and_face(to)),
            _ => None,
        }
    }

    /// What the pack still holds from which the button is drawn.
    fn left_to_draw(&self) -> Option<Composition> {
        self.drawn.iter().try_fold(Composition::of_packs(1), |left, (_, card)| left.without(*card))
    }

    pub(super) const fn order(&mut self, what: Ordered) {
        self.newest_order += 1;
        self.order = Some(Order { number: self.newest_order, what });
    }

    pub(super) fn order_card(&mut self, what: Ordered, context: &TableContext<'_>) {
        self.order(what);
        self.restart_card_limit(context);
    }

    /// A card may take its whole time from now on.
    pub(super) fn restart_card_limit(&mut self, context: &TableContext<'_>) {
        let is_asked = self.order.is_some_and(|order| order.what != Ordered::Shuffle) && !self.lifecycle.holds.is_held();
        self.lifecycle.late_at = is_asked.then(|| context.at.after(Span::from_seconds(self.terms.card_most_seconds.into())));
    }

    /// The pack is not used any more; what was ordered from it is not wanted.
    pub(super) fn drop_pack(&mut self) {
        self.pack = None;
        self.withdrawn.clear();
        self.drawn.clear();
        self.order = None;
        self.wait_for_no_card();
    }

    /// The card that is ordered goes elsewhere than was said, so it is ordered anew. One that came all the same lies nobody knows where.
    pub(super) fn withdraw_card(&mut self) {
        let order = self.order.take_if(|order| order.what == Ordered::Card);
        self.withdrawn.extend(order.map(|order| order.number));
        self.wait_for_no_card();
    }

    /// A card that came for an order that was withdrawn, or may have come, lies nobody knows where.
    fn end_withdrawn(&mut self, number: OrderNumber, context: &mut TableContext<'_>) {
        if self.withdrawn.contains(&number) {
            self.lose_pack(OrderFailure::Unknown, context);
        }
    }

    fn wait_for_no_card(&mut self) {
        self.lifecycle.late_at = None;
        self.lifecycle.holds.clear(FaultCode::CardSourceStalled);
    }

    /// Takes in what the card source says. The end of another order than the one that stands concerns nothing any more.
    pub(in crate::cabinet) fn take_source(&mut self, event: &CardSourceEvent, context: &mut TableContext<'_>) {
        match event {
            CardSourceEvent::Opened => self.lifecycle.holds.open_device(),
            CardSourceEvent::Closed => self.lifecycle.holds.close_device(context.at),
            CardSourceEvent::Card { number, card } => match self.end_order(*number) {
                // A source that answers a shuffle with a card does not know what it does; it is told to shuffle again.
                Some(Ordered::Shuffle) => self.drop_pack(),
                Some(Ordered::Draw(seat)) => self.take_drawn(seat, *card, context),
                Some(Ordered::Card) => self.take_of_pack(*card, &Command::Card(*card), context),
                None => self.end_withdrawn(*number, context),
            },
            CardSourceEvent::Shuffled { number, count } => match self.end_order(*number) {
                Some(Ordered::Shuffle) => self.take_shuffled(*number, *count, context),
                // The cards were shuffled in the middle of a deal.
                Some(what) => self.take_failure(what, OrderFailure::ShoeGone, context),
                None => {}
            },
            CardSourceEvent::Failed { number, why } => {
                match self.end_order(*number) {
                    Some(what) => self.take_failure(what, *why, context),
                    // No card has come for it.
                    None if *why == OrderFailure::CalledOff => {}
                    None => self.end_withdrawn(*number, context),
                }
            }
            CardSourceEvent::Unasked { card } => self.take_unasked(*card, context),
            CardSourceEvent::Fault { code, detail } => {
                self.lifecycle.holds.raise(*code, detail, code.remedy() == Remedy::Attendant, context.at);
            }
            CardSourceEvent::FaultCleared(code) => self.lifecycle.holds.clear(*code),
            // A pack has no cutting card, and the table orders nothing that the others could be the end of.
            CardSourceEvent::CutCard
            | CardSourceEvent::Shuffling { .. }
            | CardSourceEvent::Counted { .. }
            | CardSourceEvent::Ejected { .. }
            | CardSourceEvent::SelfTested { .. } => {}
        }
        self.advance(context);
    }

    /// The card that this event brings to the deal under way; none where it is burnt.
    pub(in crate::cabinet) fn card_of_deal(&self, event: &CardSourceEvent) -> Option<DealtCard> {
        let (card, number) = (event.card()?, event.ends()?);
        self.order.filter(|order| order.number == number && order.what == Ordered::Card)?;
        match self.table().wants() {
            Wants::Card(CardTo::Burn) => None,
            Wants::Card(to) => Some(DealtCard { card, to: Some(place_and_face(to)) }),
            _ => None,
        }
    }

    fn end_order(&mut self, number: OrderNumber) -> Option<Ordered> {
        let order = self.order.take_if(|order| order.number == number)?;
        self.wait_for_no_card();
        Some(order.what)
    }

    fn take_shuffled(&mut self, number: OrderNumber, count: DeckCount, context: &mut TableContext<'_>) {
        if let Some(defect) = count.defect(DECK) {
            return self.raise_defective(defect, context);
        }
        self.pack = Some(number);
        context.say(TableFact::Shuffled);
    }

    fn take_drawn(&mut self, seat: Seat, card: Card, context: &TableContext<'_>) {
        if self.drawn.iter().any(|(_, other)| *other == card) {
            self.drop_pack();
            return self.raise_defective(FaultCode::DuplicateCard, context);
        }
        self.drawn.push((seat, card));
    }

    /// Does what is due with a card that came. One that the pack cannot hold any more makes the deal void (`house-rules-by` HRB-24).
    fn take_of_pack(&mut self, card: Card, command: &Command, context: &mut TableContext<'_>) {
        let can_come = self.table().remaining().is_some_and(|left| left.without(card).is_some());
        let void = (!can_come).then_some(DealVoid::DefectiveDeck);
        self.take_command(command, void, context).expect("the table knows what such a card is");
        if !can_come {
            self.raise_defective(FaultCode::DuplicateCard, context);
        }
    }

    /// The rules say what a card is that was turned with those in the middle. Of any other nobody can say whose it would have been.
    fn take_unasked(&mut self, card: Option<Card>, context: &mut TableContext<'_>) {
        match card {
            Some(card) if self.terms.is_dealt_by_hand && self.table().takes_extra() => {
                self.take_of_pack(card, &Command::Extra(card), context)
            }
            _ => self.lose_pack(OrderFailure::Unknown, context),
        }
    }

    /// An order has come to its end without what was ordered.
    fn take_failure(&mut self, what: Ordered, why: OrderFailure, context: &mut TableContext<'_>) {
        match why {
            OrderFailure::CalledOff => return,
            OrderFailure::Impossible => {
                self.lifecycle.holds.raise(FaultCode::CardSourceDefect, "the card source cannot do what it is told", true, context.at);
            }
            OrderFailure::Foreign => self.raise_defective(FaultCode::ForeignCard, context),
            OrderFailure::Duplicate => self.raise_defective(FaultCode::DuplicateCard, context),
            OrderFailure::Unreadable => {
                self.lifecycle.holds.raise(FaultCode::CardUnreadable, "a card came that could not be read", true, context.at);
            }
            OrderFailure::Empty | OrderFailure::DoubleFeed | OrderFailure::Unknown | OrderFailure::ShoeGone => {}
        }
        if what != Ordered::Shuffle {
            self.lose_pack(why, context);
        }
    }

    /// The pack cannot be dealt from any more, so no deal can go on with it.
    fn lose_pack(&mut self, why: OrderFailure, context: &mut TableContext<'_>) {
        self.void(VoidReason::NoCard, DealVoid::NoCard(why), context);
        self.drop_pack();
    }

    fn raise_defective(&mut self, defect: FaultCode, context: &TableContext<'_>) {
        self.lifecycle.holds.raise(defect, "the cards are not the pack they should be", true, context.at);
    }
}

const fn place_of(seat: Seat) -> CardPlace {
    CardPlace::Hand { place: BoxNumber(seat.number()), hand: 0 }
}

const fn place_and_face(to: CardTo) -> (CardPlace, Face) {
    match to {
        CardTo::Burn => (CardPlace::Discard, Face::Down),
        CardTo::Board => (CardPlace::Board, Face::Up),
        CardTo::Down(seat) => (place_of(seat), Face::Down),
        CardTo::Up(seat) => (place_of(seat), Face::Up),
    }
}
