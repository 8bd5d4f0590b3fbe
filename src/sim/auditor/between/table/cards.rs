//! The cards: what is ordered, what comes, and the draw of the button.

use super::{Change, DealVoid, Entry, Ordered, PlayersTable, Progress, Stand, require};
use crate::model::{
    Card, CardPlace, CardSourceEvent, CardWish, Command, DeckCount, Event, Face, Order, OrderFailure, OrderNumber, PlayerTableFact, Seat,
    TableFact, What, Who,
};
use crate::sim::auditor::between::progress::{Extra, Next, hand_of, seat_of};

impl PlayersTable {
    /// What is wanted of the card source now.
    pub(in crate::sim::auditor) fn told(&mut self, wish: &CardWish) -> Result<(), String> {
        let Some(number) = wish.number().filter(|number| self.shoe.newest.is_none_or(|newest| *number > newest)) else {
            return self.check_standing(wish);
        };
        self.shoe.newest = Some(number);
        let ordered = match *wish {
            CardWish::Card { to, face, .. } => {
                self.check_wanted(to, face)?;
                Ordered::Card(to, face)
            }
            CardWish::Shuffle { .. } => {
                require(self.deal.is_none() || self.shoe.is_due, "a shuffle is wanted in the middle of a deal")?;
                self.draw = None;
                Ordered::Shuffle
            }
            // The source tests itself, with all its cards.
            _ => {
                (self.draw, self.shoe.is_fresh) = (None, false);
                Ordered::Other
            }
        };
        self.shoe.order = Some((number, ordered));
        Ok(())
    }

    /// Where the card goes that is ordered.
    pub(in crate::sim::auditor::between) const fn card_on_its_way(&self) -> Option<(CardPlace, Face)> {
        match self.shoe.order {
            Some((_, Ordered::Card(to, face))) => Some((to, face)),
            _ => None,
        }
    }

    /// A wish that stands still means what it meant.
    fn check_standing(&self, wish: &CardWish) -> Result<(), String> {
        let is_withdrawn = wish.number().is_some_and(|number| self.shoe.withdrawn.contains(&number));
        require(!is_withdrawn, "a card is wanted by an order that was withdrawn")?;
        let (CardWish::Card { number, to, face, .. }, Some((ordered, Ordered::Card(due_to, due_face)))) = (wish, &self.shoe.order) else {
            return Ok(());
        };
        let is_same = number != ordered || (to, face) == (due_to, due_face);
        require(is_same, format_args!("a card is wanted to {to:?} {face:?}, and it was ordered to {due_to:?} {due_face:?}"))
    }

    fn check_wanted(&mut self, to: CardPlace, face: Face) -> Result<(), String> {
        require(self.deal.is_none() || !self.shoe.is_due, "a card is wanted from the pack of the play before")?;
        if let Some(progress) = self.progress()? {
            let next = progress.next();
            return require(next == Next::Card(to, face), format_args!("a card is wanted to {to:?} {face:?}, and {next:?} comes next"));
        }
        require(self.carry.button.is_none(), "a card is wanted, and no deal is under way")?;
        let draw = self.draw.get_or_insert_default().clone();
        let stand = self.stand(&draw);
        let is_next = matches!(stand, Stand::Next(seat) if hand_of(seat) == to);
        require(is_next && face == Face::Up, format_args!("a card for the button is wanted to {to:?}, and the draw stands at {stand:?}"))
    }

    /// Enters what an input says by itself, before what is said to follow from it.
    pub(in crate::sim::auditor) fn enter_input(&mut self, what: &What, facts: &[&TableFact]) -> Result<(), String> {
        self.due_void = None;
        self.due_mistakes.clear();
        // Where the table goes on in this step, what it was held for is over before anything else happens.
        self.is_held &= !facts.iter().any(|fact| matches!(fact, TableFact::Resumed));
        self.check_command(what, facts)?;
        match what {
            What::Event(Event::Cards { event, .. }) => self.enter_event(event),
            What::Command(Command { who: Who::Attendant(_), order: Order::Table { order, .. }, .. }) => self.enter_mistake(order),
            _ => Ok(()),
        }
    }

    fn enter_event(&mut self, event: &CardSourceEvent) -> Result<(), String> {
        match event {
            // Nobody can say whose it is.
            CardSourceEvent::Card { number, .. } if self.shoe.withdrawn.contains(number) => {
                self.lose_cards(OrderFailure::Unknown);
                Ok(())
            }
            // Whether a card has come for it nobody knows.
            CardSourceEvent::Failed { number, why } if self.shoe.withdrawn.contains(number) && *why != OrderFailure::CalledOff => {
                self.lose_cards(OrderFailure::Unknown);
                Ok(())
            }
            CardSourceEvent::Card { number, card } => match self.end(*number) {
                Some(Ordered::Card(to, face)) => self.enter_card(to, face, *card),
                _ => Ok(()),
            },
            CardSourceEvent::Failed { number, why } => {
                // The digests know no card source. A card that was called off has not left the pack: as at the cabinet it is ordered again.
                // A shuffle that failed has touched no card of the deal.
                if self.end(*number).is_some_and(|ordered| matches!(ordered, Ordered::Card(..))) && *why != OrderFailure::CalledOff {
                    self.lose_cards(*why);
                }
                Ok(())
            }
            CardSourceEvent::Shuffled { number, count } => {
                match self.end(*number) {
                    Some(Ordered::Shuffle) => {
                        self.shoe.out.clear();
                        self.shoe.withdrawn.clear();
                        // A pack that is not whole is none to deal from: another shuffle is due.
                        let is_whole = *count == DeckCount::complete(1);
                        (self.shoe.is_fresh, self.shoe.is_due) = (is_whole, self.shoe.is_due && !is_whole);
                    }
                    // The cards were shuffled in the middle of a deal: what lies on the table is in the pack once more.
                    Some(_) => self.lose_cards(OrderFailure::ShoeGone),
                    None => {}
                }
                Ok(())
            }
            CardSourceEvent::Unasked { card } => self.enter_unasked(*card),
            _ => Ok(()),
        }
    }

    /// The rules say what a card is that was turned with those in the middle (SPG-96). Any other is missing from the pack, and nobody can say
    /// whose it would have been.
    fn enter_unasked(&mut self, card: Option<Card>) -> Result<(), String> {
        let fate = |progress: Progress<'_>| progress.fate_of_extra().filter(|_| matches!(progress.next(), Next::Act(_)));
        let fate = self.progress()?.filter(|_| self.rules.is_dealt_by_hand).and_then(fate);
        let Some((card, fate)) = card.zip(fate) else {
            self.lose_cards(OrderFailure::Unknown);
            return Ok(());
        };
        if self.shoe.out.contains(&card) {
            self.due_void = Some(DealVoid::DefectiveDeck);
        } else {
            let goes_back = (fate == Extra::RedealFlop).then_some(PlayerTableFact::FlopTakenBack);
            self.due_mistakes = [PlayerTableFact::ExtraCard].into_iter().chain(goes_back).collect();
        }
        self.shoe.out.push(card);
        Ok(())
    }

    /// The extra card of this input.
    pub(super) fn extra_card(&self) -> Result<Entry, String> {
        self.shoe.out.last().copied().map(Entry::Extra).ok_or_else(|| "an extra card was told, and no card has come".into())
    }

    /// A card that is on its way is wanted no more; it is ordered anew where it is.
    pub(super) fn withdraw_order(&mut self) {
        let withdrawn = self.shoe.order.take_if(|(_, ordered)| matches!(ordered, Ordered::Card(..)));
        self.shoe.withdrawn.extend(withdrawn.map(|(number, _)| number));
    }

    /// SPG-91 to SPG-95: the cards that went back may come again.
    pub(super) fn enter_stub_shuffled(&mut self, fact: &PlayerTableFact) -> Result<Vec<Change>, String> {
        let back = self.progress()?.and_then(|progress| progress.stub.going).unwrap_or_default();
        let changes = self.enter_due_mistake(fact, Entry::StubShuffled)?;
        self.shoe.out.retain(|card| !back.contains(card));
        Ok(changes)
    }

    /// The pack has another number of cards than it should, or nobody knows which: the deal is void (SPG-111, SPG-A19, HRB-23). In the draw of
    /// the button the digests say nothing: as at the cabinet it begins again with another pack.
    fn lose_cards(&mut self, why: OrderFailure) {
        self.draw = None;
        self.due_void = self.deal.is_some().then_some(DealVoid::NoCard(why));
    }

    /// The order with this number has come to its end; what it was for.
    fn end(&mut self, number: OrderNumber) -> Option<Ordered> {
        self.shoe.order.take_if(|(ordered, _)| *ordered == number).map(|(_, ordered)| ordered)
    }

    fn enter_card(&mut self, to: CardPlace, face: Face, card: Card) -> Result<(), String> {
        self.shoe.is_fresh = false;
        if self.shoe.out.contains(&card) {
            self.draw = None;
            self.due_void = self.deal.is_some().then_some(DealVoid::DefectiveDeck);
            return Ok(());
        }
        self.shoe.out.push(card);
        if self.deal.is_some() {
            return self.deal_card(to, face, card);
        }
        if let (Some(draw), CardPlace::Hand { place, .. }) = (&mut self.draw, to) {
            draw.cards.push((seat_of(place).ok_or("a card for the button came to no seat")?, card));
        }
        Ok(())
    }

    /// With the last of the first cards it is seen who is not there (SPT-A13).
    fn deal_card(&mut self, to: CardPlace, face: Face, card: Card) -> Result<(), String> {
        self.add(Entry::Came(to, face, card))?;
        if !self.progress()?.is_some_and(|progress: Progress<'_>| progress.awaits_absent) {
            return Ok(());
        }
        let is_absent = |seat: &Seat| self.rules.posts_and_folds && self.place(*seat).is_some_and(|place| place.is_out);
        let absent = Seat::all().filter(|seat| self.is_in_deal(*seat) && is_absent(seat)).collect();
        self.add(Entry::Dealt(absent)).map(drop)
    }

    pub(super) fn enter_button(&mut self, button: Seat) -> Result<Vec<Change>, String> {
        require(self.carry.button.is_none(), "the button was drawn twice")?;
        let stand = self.draw.as_ref().map(|draw| self.stand(draw));
        require(
            stand == Some(Stand::Winner(button)),
            format_args!("seat {button} has drawn the button, and the draw stands at {stand:?}"),
        )?;
        (self.carry.button, self.carry.is_drawn) = (Some(button), true);
        self.draw = None;
        Ok(Vec::new())
    }
}
