//! A card source with any bytes in any rhythm, and any wishes in between: never a card that no sound line named, and never two ends of
//! one order.
//!
//! Input: bytes below 9 pass time, wish, pull the plug or start the program again; 9 and a byte after it are a sound frame of the source;
//! all others come from the line as they are.

#[path = "script.rs"]
mod script;

use std::collections::BTreeSet;

use croupier::model::{Card, CardPlace, CardSourceEvent, CardWish, Composition, Deck, Face, OrderNumber, Span, Timestamp};
use croupier::sensing::card_source::frame;
use croupier::sensing::{CardSourceMachine, SerialMachine};

pub const HOST: u32 = 0xCAFE_0001;
pub const PACKS: u8 = 6;

/// The other end of a source's line.
pub trait Script {
    type Machine: CardSourceMachine;

    /// A source of which nothing is known yet.
    fn machine() -> Self::Machine;

    /// The order that the cards are dealt from.
    fn shoe(&self) -> OrderNumber;

    /// A new order was given.
    fn ordered(&mut self, wish: &CardWish);

    /// The cabinet has sent this.
    fn sent(&mut self, bytes: Vec<u8>);

    /// The body of a sound frame, a fitting one or not, once `number` orders were given.
    fn say(&mut self, choice: u8, number: OrderNumber) -> Option<String>;

    /// What stands in every frame that names this card of this order.
    fn named(number: OrderNumber, card: Card) -> String;
}

/// What has happened to a source, and everything that its line carried.
struct Play<S: Script> {
    machine: S::Machine,
    script: S,
    now: Timestamp,
    number: OrderNumber,
    wish: CardWish,
    heard: Vec<u8>,
    /// The orders whose end this run of the program has told.
    ended: BTreeSet<OrderNumber>,
}

/// Plays an input.
pub fn play<S: Script>(script: S, data: &[u8]) {
    let mut play = Play {
        machine: S::machine(),
        script,
        now: Timestamp::from_microseconds(1 << 40),
        number: 0,
        wish: CardWish::Ready,
        heard: Vec::new(),
        ended: BTreeSet::new(),
    };
    play.machine.device_found(play.now);
    play.check();
    for step in script::steps(data, 9, true) {
        play.act(step);
        play.check();
    }
}

impl<S: Script> Play<S> {
    fn act(&mut self, bytes: &[u8]) {
        let shoe = self.script.shoe();
        match bytes {
            [0] => self.pass(60),
            [1] => self.pass(1_000),
            [2] => self.pass(30_000),
            [3] => self.order(|number| CardWish::Shuffle { number, deck: Deck::plain(PACKS) }),
            [4] => self.order(|number| CardWish::Card {
                number,
                shoe,
                to: CardPlace::Dealer,
                face: Face::Down,
                remaining: Composition::of_packs(PACKS),
                taken: 0,
            }),
            [5] => self.order(|number| CardWish::SelfTest { number }),
            [6] => self.machine.wish(CardWish::Ready, self.now),
            [7] => {
                self.machine.device_lost(self.now, "pulled out");
                self.machine.device_found(self.now);
            }
            [8] => {
                self.machine = S::machine();
                self.ended.clear();
                self.machine.device_found(self.now);
                self.machine.wish(self.wish, self.now);
            }
            [9, choice] => {
                let body = self.script.say(*choice, self.number);
                body.into_iter().for_each(|body| self.hear(&frame(&body)));
            }
            _ => self.hear(bytes),
        }
    }

    fn order(&mut self, wish: impl Fn(OrderNumber) -> CardWish) {
        self.number += 1;
        self.wish = wish(self.number);
        self.script.ordered(&self.wish);
        self.machine.wish(self.wish, self.now);
    }

    fn pass(&mut self, milliseconds: u64) {
        self.now = self.now.after(Span::from_milliseconds(milliseconds));
        script::wake(&mut self.machine, self.now, |bytes| self.script.sent(bytes));
    }

    fn hear(&mut self, bytes: &[u8]) {
        self.heard.extend_from_slice(bytes);
        self.machine.received(bytes, self.now);
    }

    fn check(&mut self) {
        std::iter::from_fn(|| self.machine.poll_send()).for_each(|bytes| self.script.sent(bytes));
        while let Some(event) = self.machine.poll_event() {
            if let Some(number) = event.ends() {
                assert!(number <= self.number, "order {number} was never given");
                assert!(self.ended.insert(number), "order {number} has ended twice");
            }
            match event {
                CardSourceEvent::Card { number, card } => self.was_said(&S::named(number, card)),
                CardSourceEvent::Shuffling { number, cards } => {
                    assert!(number <= self.number && !self.ended.contains(&number), "order {number} cannot go on");
                    self.was_said(&format!(" {cards}#"));
                }
                _ => {}
            }
        }
    }

    fn was_said(&self, words: &str) {
        assert!(self.heard.windows(words.len()).any(|bytes| bytes == words.as_bytes()), "{words} was never said");
    }
}
