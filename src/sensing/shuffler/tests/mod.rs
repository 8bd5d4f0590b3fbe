//! The dialect against literal lines and every damage to them.

mod damage;
mod faults;
mod lines;
mod orders;
mod replay;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::*;
use crate::model::{CardPlace, CardSourceEvent, CardWish, Composition, Face, Span, Timestamp};
use crate::sensing::card_source::{LineFormat, Packs};
use crate::sensing::{Dialect, SerialMachine};

/// The host that asks in these tests.
const HOST: u32 = 0xCAFE_0001;

/// What the machine reports about itself when it has nothing to do and the shoe of order 1.
const READY: &str = "ST READY 0 312 CAFE0001-1 CAFE0001-1/DONE";

fn parameters() -> Parameters {
    Parameters {
        dialect: Dialect::Shuffler,
        line: LineFormat { baud: 115_200, longest_bytes: 160 },
        asking: Asking { reply_milliseconds: 250, tries: 3, retry_milliseconds: 1_000, idle_milliseconds: 1_000, running_milliseconds: 50 },
        limits: Limits { deal_seconds: 20, shuffle_seconds: 360, verify_seconds: 240, eject_seconds: 120, self_test_seconds: 90 },
        packs: Packs { least: 1, most: 8 },
    }
}

fn deal(number: u64) -> CardWish {
    CardWish::Card { number, shoe: 1, to: CardPlace::Dealer, face: Face::Down, remaining: Composition::of_packs(6), taken: 0 }
}

/// A cabinet's end of the line, with the machine's answers in the test's hand.
struct Bench {
    shuffler: Shuffler,
    now: Timestamp,
    /// The sequence number and the words of the newest request.
    request: Option<(String, String)>,
}

impl Bench {
    /// A line that was just opened.
    fn new() -> Self {
        let now = Timestamp::from_microseconds(1 << 40);
        let mut bench = Self { shuffler: Shuffler::new(parameters(), HOST), now, request: None };
        bench.shuffler.device_found(now);
        bench
    }

    /// A machine that is known and ready; the request for its state was answered with `READY`.
    fn ready() -> Self {
        let mut bench = Self::new();
        bench.asks("ID").answer("ID 1 CS6 1.0 SN7");
        bench.asks("ST").answer(READY);
        assert_eq!(bench.events(), ["card-source-opened"]);
        bench
    }

    fn wish(&mut self, wish: CardWish) -> &mut Self {
        self.shuffler.wish(wish, self.now);
        self
    }

    /// Takes what was sent and checks its words; time passes until something is sent.
    #[track_caller]
    fn asks(&mut self, words: &str) -> &mut Self {
        for _ in 0..64 {
            if let Some(request) = self.sent() {
                assert_eq!(request.1, words);
                self.request = Some(request);
                return self;
            }
            let wake = self.shuffler.next_wake().expect("something is due");
            self.now = self.now.max(wake);
            self.shuffler.wake(self.now);
        }
        panic!("nothing was asked, {words} was expected");
    }

    fn sent(&mut self) -> Option<(String, String)> {
        let bytes = self.shuffler.poll_send()?;
        let Some(Piece::Frame(body)) = Frames::new(160).feed(&bytes).pop() else { panic!("a request is a sound frame") };
        let (sequence, words) = body.strip_prefix('Q')?.split_once(' ')?;
        Some((sequence.to_owned(), words.to_owned()))
    }

    /// The frame that answers the newest request with these words.
    fn frame_of(&self, words: &str) -> Vec<u8> {
        let (sequence, _) = self.request.as_ref().expect("something was asked");
        frame(&format!("A{sequence} {words}"))
    }

    fn answer(&mut self, words: &str) -> &mut Self {
        let bytes = self.frame_of(words);
        self.hears(&bytes)
    }

    fn hears(&mut self, bytes: &[u8]) -> &mut Self {
        self.shuffler.received(bytes, self.now);
        self
    }

    fn passes(&mut self, milliseconds: u64) -> &mut Self {
        self.now = self.now.after(Span::from_milliseconds(milliseconds));
        self.shuffler.wake(self.now);
        self
    }

    fn taken(&mut self) -> Vec<CardSourceEvent> {
        core::iter::from_fn(|| self.shuffler.poll_event()).collect()
    }

    /// The events since the last time, each in a few words.
    fn events(&mut self) -> Vec<String> {
        self.taken().iter().map(in_words).collect()
    }
}

pub(in crate::sensing) fn in_words(event: &CardSourceEvent) -> String {
    match event {
        CardSourceEvent::Card { number, card } => format!("card {number} {card}"),
        CardSourceEvent::Failed { number, why } => format!("failed {number} {}", why.name()),
        CardSourceEvent::Fault { code, .. } => format!("fault {}", code.name()),
        CardSourceEvent::FaultCleared(code) => format!("cleared {}", code.name()),
        CardSourceEvent::Shuffled { number, count } => format!("shuffled {number} {}", count.cards),
        CardSourceEvent::Counted { number, count } => format!("counted {number} {}", count.cards),
        CardSourceEvent::SelfTested { number, passed } => format!("self-tested {number} {passed}"),
        CardSourceEvent::Ejected { number } => format!("ejected {number}"),
        other => other.name().to_string(),
    }
}
