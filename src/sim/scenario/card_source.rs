//! A card source as the cabinet hears it: what it brings for each order, when, and what can go wrong with that. Every word is drawn from
//! the seed.

use std::collections::BTreeMap;

use super::leaning::Leaning;
use super::options::Options;
use crate::model::{
    Card, CardPlace, CardSourceEvent, CardWish, Composition, Deck, DeckCount, FaultCode, OrderFailure, OrderNumber, Remedy, Timestamp,
};
use crate::profiles::{Kind, game_of, list};
use crate::sim::card_play;
use crate::sim::chance::{Chance, Rate};

/// The card source of one table.
pub(super) struct CardSource {
    chance: Chance,
    faults: Rate,
    babble: Rate,
    leaning: Leaning,
    /// Whether several cards may come that nobody ordered, one after the other.
    turns_several: bool,
    /// What it will say and when; the second part of the key keeps words of one moment in order.
    plan: BTreeMap<(Timestamp, u64), CardSourceEvent>,
    planned: u64,
    /// The newest order it has acted on, and how that ended.
    acted: OrderNumber,
    end: Option<CardSourceEvent>,
}

impl CardSource {
    /// The card source of a table at which this game is played.
    pub(super) fn new(chance: Chance, options: &Options, game: &str, now: Timestamp) -> Self {
        let (faults, babble) = (options.card_faults, options.card_babble);
        let leaning = Leaning::new(options.card_leaning, game);
        let turns_several = list(Kind::Betting).iter().any(|name| game_of(name) == game);
        let mut source = Self { chance, faults, babble, leaning, turns_several, plan: BTreeMap::new(), planned: 0, acted: 0, end: None };
        source.say_in(now, 1_000, CardSourceEvent::Opened);
        source
    }

    /// When it will say something next.
    pub(super) fn next_at(&self) -> Option<Timestamp> {
        self.plan.keys().next().map(|(at, _)| *at)
    }

    /// What it says until `now`.
    pub(super) fn due(&mut self, now: Timestamp) -> Vec<CardSourceEvent> {
        let later = self.plan.split_off(&(now, u64::MAX));
        core::mem::replace(&mut self.plan, later).into_values().collect()
    }

    /// What the cabinet wants of it now.
    pub(super) fn wish(&mut self, wish: &CardWish, now: Timestamp) {
        match *wish {
            CardWish::Ready => {}
            CardWish::Shuffle { number, deck } => self.act(number, now, |source| source.shuffle(number, deck)),
            CardWish::Card { number, to, remaining, .. } => self.act(number, now, |source| source.deal(number, to, &remaining)),
            CardWish::Verify { number, .. } | CardWish::Eject { number } | CardWish::SelfTest { number } => {
                self.act(number, now, |source| source.carry_out(wish));
            }
        }
        if self.chance.happens(self.babble) {
            self.babble(now);
        }
    }

    /// The program that listened has died: what it was told meanwhile is lost, and the source introduces itself again.
    pub(super) fn heard_anew(&mut self, now: Timestamp) {
        self.plan.clear();
        let at = now.after(self.chance.milliseconds(200, 4_000));
        self.say(at, CardSourceEvent::Opened);
        // The end of the newest order may be told once more.
        if let Some(end) = self.end.clone().filter(|_| self.chance.below(2) == 0) {
            self.say(at, end);
        }
    }

    /// From now on nothing fails any more, and what stood is over.
    pub(super) fn calm(&mut self, now: Timestamp) {
        (self.faults, self.babble) = (Rate::NEVER, Rate::NEVER);
        self.plan.clear();
        self.say(now, CardSourceEvent::Opened);
        FaultCode::ALL.into_iter().for_each(|code| self.say(now, CardSourceEvent::FaultCleared(code)));
        match self.end.clone() {
            Some(end) => self.say(now, end),
            // An order that came to no end is carried out now.
            None => self.acted = self.acted.saturating_sub(1),
        }
    }

    /// Acts once on each order number.
    fn act(&mut self, number: OrderNumber, now: Timestamp, how: impl FnOnce(&mut Self) -> Option<CardSourceEvent>) {
        if number <= self.acted {
            return self.tell_again(number, now);
        }
        self.acted = number;
        let end = if self.chance.happens(self.faults) { self.fail(number, now) } else { how(self) };
        self.end = end.clone();
        if let Some(end) = end {
            self.say_in(now, 2_200, end);
        }
    }

    /// An order that was acted on and whose end nobody heard.
    fn tell_again(&mut self, number: OrderNumber, now: Timestamp) {
        let is_newest = number == self.acted && !self.plan.values().any(|event| event.ends() == Some(number));
        if let Some(end) = self.end.clone().filter(|_| is_newest) {
            self.say_in(now, 400, end);
        }
    }

    fn shuffle(&mut self, number: OrderNumber, deck: Deck) -> Option<CardSourceEvent> {
        let mut count = DeckCount::complete(deck);
        if self.chance.happens(self.faults) {
            count.missing += 1;
        }
        Some(CardSourceEvent::Shuffled { number, count })
    }

    fn deal(&mut self, number: OrderNumber, to: CardPlace, remaining: &Composition) -> Option<CardSourceEvent> {
        let card = self.leaning.card(to, remaining, &mut self.chance);
        Some(card.map_or(CardSourceEvent::Failed { number, why: OrderFailure::Empty }, |card| CardSourceEvent::Card { number, card }))
    }

    fn carry_out(&mut self, wish: &CardWish) -> Option<CardSourceEvent> {
        card_play::carried_out(wish, &mut |count| self.chance.below(count))
    }

    /// The order comes to another end than it should, or to none while a fault stands.
    fn fail(&mut self, number: OrderNumber, now: Timestamp) -> Option<CardSourceEvent> {
        let card = self.any_card();
        match self.chance.below(6) {
            // Any card, one that cannot be there any more included.
            0 => Some(CardSourceEvent::Card { number, card }),
            1 => {
                self.say_in(now, 300, CardSourceEvent::Closed);
                let at = now.after(self.chance.milliseconds(1_000, 40_000));
                self.say(at, CardSourceEvent::Opened);
                Some(CardSourceEvent::Failed { number, why: OrderFailure::Unknown })
            }
            2 => {
                self.stand_still(now);
                Some(CardSourceEvent::Failed { number, why: OrderFailure::CalledOff })
            }
            // It comes only when nobody waits for it any more.
            3 => {
                let at = now.after(self.chance.milliseconds(50_000, 90_000));
                let late = CardSourceEvent::Card { number, card };
                self.say(at, late);
                None
            }
            _ => {
                let why = OrderFailure::ALL[self.chance.below(OrderFailure::ALL.len() as u64) as usize];
                Some(CardSourceEvent::Failed { number, why })
            }
        }
    }

    /// A fault, and after a while its end.
    fn stand_still(&mut self, now: Timestamp) {
        let code = FaultCode::ALL[self.chance.below(FaultCode::ALL.len() as u64) as usize];
        self.say_in(now, 300, CardSourceEvent::Fault { code, detail: "drawn".into() });
        if code.remedy() == Remedy::Itself {
            let at = now.after(self.chance.milliseconds(1_000, 60_000));
            self.say(at, CardSourceEvent::FaultCleared(code));
        }
    }

    /// Anything at all, for nobody's order.
    fn babble(&mut self, now: Timestamp) {
        let number = self.acted.saturating_sub(self.chance.below(3));
        let card = self.any_card();
        let event = match self.chance.below(8) {
            0..=2 => {
                // Now and then a dealer turns several.
                let more = if self.turns_several && self.chance.below(3) == 0 { self.chance.between(1, 2) } else { 0 };
                for _ in 0..more {
                    let card = self.any_card();
                    self.say_in(now, 2_000, CardSourceEvent::Unasked { card: Some(card) });
                }
                CardSourceEvent::Unasked { card: Some(card) }
            }
            3 => CardSourceEvent::Unasked { card: None },
            4 => CardSourceEvent::CutCard,
            5 => CardSourceEvent::Card { number: number.saturating_sub(1), card },
            6 => CardSourceEvent::Shuffled { number: number.saturating_sub(1), count: DeckCount::complete(8) },
            _ => return self.stand_still(now),
        };
        self.say_in(now, 2_000, event);
    }

    fn any_card(&mut self) -> Card {
        Card::from_index(self.chance.below(52) as usize).expect("one of 52")
    }

    fn say_in(&mut self, now: Timestamp, most_milliseconds: u64, event: CardSourceEvent) {
        let at = now.after(self.chance.milliseconds(50, most_milliseconds));
        self.say(at, event);
    }

    fn say(&mut self, at: Timestamp, event: CardSourceEvent) {
        self.planned += 1;
        self.plan.insert((at, self.planned), event);
    }
}
