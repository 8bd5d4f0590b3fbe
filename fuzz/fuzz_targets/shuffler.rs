//! Any bytes in any rhythm, with any wishes in between, into the shuffle machine's dialect: no panic, never a card that no sound answer
//! to its order named, and never two ends of one order.
//!
//! Input: bytes below 9 pass time, wish, pull the plug or start the program again; 9 and a byte after it answer the newest request with a
//! sound frame; all others come from the line as they are.
#![no_main]

use std::collections::BTreeSet;
use std::sync::LazyLock;

use croupier::model::{Card, CardPlace, CardSourceEvent, CardWish, Composition, Face, Span, Timestamp};
use croupier::profiles::{Kind, load};
use croupier::sensing::SerialMachine;
use croupier::sensing::shuffler::{Parameters, Shuffler, frame};
use libfuzzer_sys::fuzz_target;

const HOST: u32 = 0xCAFE_0001;

static DEVICE: LazyLock<Parameters> = LazyLock::new(|| load(Kind::Device, "shuffler").expect("a shipped device").value);

/// What has happened to the machine, and everything that its line carried.
struct Play {
    shuffler: Shuffler,
    now: Timestamp,
    number: u64,
    wish: CardWish,
    /// The newest request: its sequence number and its words.
    request: Option<(String, String)>,
    heard: Vec<u8>,
    /// The orders whose end this run of the program has told.
    ended: BTreeSet<u64>,
}

fuzz_target!(|data: &[u8]| {
    let mut play = Play {
        shuffler: Shuffler::new(DEVICE.clone(), HOST),
        now: Timestamp::from_microseconds(1 << 40),
        number: 0,
        wish: CardWish::Ready,
        request: None,
        heard: Vec::new(),
        ended: BTreeSet::new(),
    };
    play.shuffler.device_found(play.now);
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
            [3] => self.order(|number| CardWish::Shuffle { number, packs: 6 }),
            [4] => self.order(|number| CardWish::Card {
                number,
                shoe: 1,
                to: CardPlace::Dealer,
                face: Face::Down,
                remaining: Composition::of_packs(6),
            }),
            [5] => self.order(|number| CardWish::SelfTest { number }),
            [6] => self.shuffler.wish(CardWish::Ready, self.now),
            [7] => {
                self.shuffler.device_lost(self.now, "pulled out");
                self.shuffler.device_found(self.now);
            }
            [8] => {
                self.shuffler = Shuffler::new(DEVICE.clone(), HOST);
                self.ended.clear();
                self.shuffler.device_found(self.now);
                self.shuffler.wish(self.wish, self.now);
            }
            [9, choice] => self.answer(*choice),
            _ => self.hear(bytes),
        }
    }

    fn order(&mut self, wish: impl Fn(u64) -> CardWish) {
        self.number += 1;
        self.wish = wish(self.number);
        self.shuffler.wish(self.wish, self.now);
    }

    fn pass(&mut self, milliseconds: u64) {
        self.now = self.now.after(Span::from_milliseconds(milliseconds));
        for _ in 0..64 {
            if self.shuffler.next_wake().is_none_or(|wake| wake > self.now) {
                return;
            }
            self.shuffler.wake(self.now);
            self.sent();
        }
        panic!("the machine wants to be woken again and again at the same moment");
    }

    fn hear(&mut self, bytes: &[u8]) {
        self.heard.extend_from_slice(bytes);
        self.shuffler.received(bytes, self.now);
    }

    /// A sound answer to the newest request, a fitting one or not.
    fn answer(&mut self, choice: u8) {
        let Some((sequence, words)) = &self.request else { return };
        let order = words.split(' ').nth(1).unwrap_or("CAFE0001-1");
        let number = self.number;
        let answer = match choice {
            0..52 => format!("JOB {order} CARD {}", Card::from_index(choice.into()).expect("one of 52")),
            52..60 => format!("JOB {order} RUN {}", choice - 52),
            60..80 => {
                let words = ["JAM", "DOOR", "EMPTY", "SERVICE"];
                format!("JOB {order} HELD {} 1", words[usize::from(choice) % words.len()])
            }
            80..120 => {
                let words = ["OFF", "EMPTY", "UNREADABLE", "FOREIGN", "DUPLICATE", "DOUBLE", "UNKNOWN", "SHOE", "IMPOSSIBLE"];
                format!("JOB {order} FAIL {}", words[usize::from(choice) % words.len()])
            }
            120..140 => format!("JOB {order} SHUFFLED {} 0 0 0 {}", 312 - u16::from(choice % 2), choice % 3),
            140..150 => format!("JOB {order} TESTED {}", choice % 2),
            150..160 => format!("NO {order} {}", ["OLD", "OTHER", "BUSY", "SERVICE"][usize::from(choice) % 4]),
            160..190 => "ID 1 M F S".to_owned(),
            190..200 => "ST SERVICE 0 0 - -".to_owned(),
            200..210 => format!("ST JAM 3 9 CAFE0001-1 CAFE0001-{number}/HELD"),
            _ => format!("ST READY 0 312 CAFE0001-1 CAFE0001-{number}/DONE"),
        };
        let bytes = frame(&format!("A{sequence} {answer}"));
        self.hear(&bytes);
    }

    fn sent(&mut self) {
        while let Some(bytes) = self.shuffler.poll_send() {
            let text = String::from_utf8(bytes).expect("requests are text");
            let body = text.strip_prefix(":Q").and_then(|text| text.split_once('#')).expect("requests are frames").0;
            let (sequence, words) = body.split_once(' ').expect("a request has words");
            self.request = Some((sequence.to_owned(), words.to_owned()));
        }
    }

    fn check(&mut self) {
        self.sent();
        while let Some(event) = self.shuffler.poll_event() {
            if let Some(number) = event.ends() {
                assert!(number <= self.number, "order {number} was never given");
                assert!(self.ended.insert(number), "order {number} has ended twice");
            }
            if let CardSourceEvent::Card { number, card } = event {
                let named = format!("JOB {HOST:08X}-{number} CARD {card}#");
                assert!(self.heard.windows(named.len()).any(|bytes| bytes == named.as_bytes()), "{named} was never said");
            }
        }
    }
}
