//! Any bytes in any rhythm, with any wishes in between, into the card-reading shoe's dialect: no panic, never a card that no sound line
//! named, and never two ends of one order.
//!
//! Input: bytes below 9 pass time, wish, pull the plug or start the program again; 9 and a byte after it are a sound line of the shoe; all
//! others come from the line as they are.
#![no_main]

use std::collections::BTreeSet;
use std::sync::LazyLock;

use croupier::model::{Card, CardPlace, CardSourceEvent, CardWish, Composition, Face, Span, Timestamp};
use croupier::profiles::{Kind, load};
use croupier::sensing::SerialMachine;
use croupier::sensing::shoe::{Parameters, Shoe, frame};
use libfuzzer_sys::fuzz_target;

const HOST: u32 = 0xCAFE_0001;
const PACKS: u8 = 6;

static DEVICE: LazyLock<Parameters> = LazyLock::new(|| load(Kind::Device, "shoe").expect("a shipped device").value);

/// What has happened to the shoe, and everything that its line carried.
struct Play {
    shoe: Shoe,
    now: Timestamp,
    number: u64,
    wish: CardWish,
    /// The order that the cards are dealt from.
    loaded: u64,
    /// Cards drawn of the loading.
    drawn: u16,
    heard: Vec<u8>,
    /// The orders whose end this run of the program has told.
    ended: BTreeSet<u64>,
}

fuzz_target!(|data: &[u8]| {
    let mut play = Play {
        shoe: Shoe::new(DEVICE.clone(), HOST),
        now: Timestamp::from_microseconds(1 << 40),
        number: 0,
        wish: CardWish::Ready,
        loaded: 0,
        drawn: 0,
        heard: Vec::new(),
        ended: BTreeSet::new(),
    };
    play.shoe.device_found(play.now);
    let mut rest = data;
    while let Some(first) = rest.first() {
        let length = match first {
            0..=8 => 1,
            9 => 2.min(rest.len()),
            _ => rest.iter().position(|byte| *byte <= 9).unwrap_or(rest.len()),
        };
        let (now, later) = rest.split_at(length);
        play.act(now);
        play.check();
        rest = later;
    }
});

impl Play {
    fn act(&mut self, bytes: &[u8]) {
        match bytes {
            [0] => self.pass(60),
            [1] => self.pass(1_000),
            [2] => self.pass(30_000),
            [3] => {
                self.order(|number| CardWish::Shuffle { number, packs: PACKS });
                self.loaded = self.number;
                self.drawn = 0;
            }
            [4] => {
                let shoe = self.loaded;
                let to = CardPlace::Dealer;
                self.order(|number| CardWish::Card { number, shoe, to, face: Face::Down, remaining: Composition::of_packs(PACKS) });
            }
            [5] => self.order(|number| CardWish::SelfTest { number }),
            [6] => self.shoe.wish(CardWish::Ready, self.now),
            [7] => {
                self.shoe.device_lost(self.now, "pulled out");
                self.shoe.device_found(self.now);
            }
            [8] => {
                self.shoe = Shoe::new(DEVICE.clone(), HOST);
                self.ended.clear();
                self.shoe.device_found(self.now);
                self.shoe.wish(self.wish, self.now);
            }
            [9, choice] => self.say(*choice),
            _ => self.hear(bytes),
        }
    }

    fn order(&mut self, wish: impl Fn(u64) -> CardWish) {
        self.number += 1;
        self.wish = wish(self.number);
        self.shoe.wish(self.wish, self.now);
    }

    fn pass(&mut self, milliseconds: u64) {
        self.now = self.now.after(Span::from_milliseconds(milliseconds));
        for _ in 0..64 {
            if self.shoe.next_wake().is_none_or(|wake| wake > self.now) {
                return;
            }
            self.shoe.wake(self.now);
            while self.shoe.poll_send().is_some() {}
        }
        panic!("the shoe wants to be asked again and again at the same moment");
    }

    fn hear(&mut self, bytes: &[u8]) {
        self.heard.extend_from_slice(bytes);
        self.shoe.received(bytes, self.now);
    }

    /// A sound line, a fitting one or not.
    fn say(&mut self, choice: u8) {
        let (loaded, drawn) = (self.loaded, self.drawn);
        let body = match choice {
            0..52 => {
                self.drawn += 1;
                let card = Card::from_index(choice.into()).expect("one of 52");
                format!("DRAWN CAFE0001-{loaded} {} {card}", self.drawn)
            }
            52..70 => format!("DRAWN CAFE0001-{loaded} {} As", drawn.saturating_sub(u16::from(choice % 3))),
            70..90 => {
                self.drawn += 1 + u16::from(choice % 2);
                format!("DRAWN CAFE0001-{loaded} {} {}", self.drawn, ["??", "XX", "Kd"][usize::from(choice) % 3])
            }
            90..110 => "SHOE 1 M F S".to_owned(),
            110..140 => format!("STATE READY - {PACKS} 0 -"),
            140..170 => format!("STATE READY CAFE0001-{loaded} {PACKS} {drawn} {drawn}"),
            170..190 => format!("STATE EMPTY CAFE0001-{loaded} {PACKS} {drawn} -"),
            190..210 => format!("STATE {} CAFE0001-{loaded} {PACKS} {drawn} -", ["COVER", "DEFECT", "SERVICE"][usize::from(choice) % 3]),
            210..220 => format!("DRAWN - {} 2c", drawn + 1),
            220..230 => format!("STATE READY 0BAD0001-{loaded} {PACKS} {drawn} -"),
            _ => format!("STATE READY CAFE0001-{loaded} {PACKS} {drawn} -"),
        };
        let bytes = frame(&body);
        self.hear(&bytes);
    }

    fn check(&mut self) {
        while self.shoe.poll_send().is_some() {}
        while let Some(event) = self.shoe.poll_event() {
            if let Some(number) = event.ends() {
                assert!(number <= self.number, "order {number} was never given");
                assert!(self.ended.insert(number), "order {number} has ended twice");
            }
            if let CardSourceEvent::Card { card, .. } = event {
                let named = format!(" {card}#");
                assert!(self.heard.windows(named.len()).any(|bytes| bytes == named.as_bytes()), "{card} was never said");
            }
        }
    }
}
