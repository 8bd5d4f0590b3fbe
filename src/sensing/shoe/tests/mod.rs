//! The dialect against literal lines, every damage to them, and every mistake of a person.

mod damage;
mod drawing;
mod faults;
mod lines;
mod loading;
mod replay;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::*;
use crate::model::{CardPlace, CardSourceEvent, CardWish, Composition, Deck, Face, Span, Timestamp};
use crate::sensing::card_source::{Asking, Frames, LineFormat, Packs, Piece};
use crate::sensing::{Dialect, SerialMachine};

/// The host that asks in these tests.
const HOST: u32 = 0xCAFE_0001;

/// A shoe of two packs that serves the order to shuffle with number 1, of which no card has been drawn.
const READY: &str = "STATE READY CAFE0001-1 2 0 -";

fn parameters() -> Parameters {
    Parameters {
        dialect: Dialect::Shoe,
        line: LineFormat { baud: 115_200, longest_bytes: 120 },
        asking: Asking { reply_milliseconds: 250, tries: 3, retry_milliseconds: 1_000, idle_milliseconds: 500 },
        packs: Packs { least: 1, most: 8 },
    }
}

/// A wish for a card to the dealer, of the shoe of order 1, after so many cards were taken.
fn deal(number: u64, taken: u8) -> CardWish {
    let mut left = [2; crate::model::Card::KINDS];
    left[crate::model::Card::JOKER.index()] = 0;
    left.iter_mut().take(taken.into()).for_each(|count| *count = 1);
    CardWish::Card { number, shoe: 1, to: CardPlace::Dealer, face: Face::Up, remaining: Composition::of_each(left), taken: taken.into() }
}

/// A cabinet's end of the line, with the shoe's lines in the test's hand.
struct Bench {
    shoe: Shoe,
    now: Timestamp,
}

impl Bench {
    /// A line that was just opened.
    fn new() -> Self {
        let now = Timestamp::from_microseconds(1 << 40);
        let mut bench = Self { shoe: Shoe::new(parameters(), HOST), now };
        bench.shoe.device_found(now);
        bench
    }

    /// A shoe that says who it is, and this about itself.
    fn known(state: &str) -> Self {
        let mut bench = Self::new();
        bench.asks("WHO").says("SHOE 1 CS-8 1.0 SN7").asks("WANT NOTHING").says(state);
        bench
    }

    /// A shoe that was loaded for order 1 and has been told as such.
    fn ready() -> Self {
        let mut bench = Self::known("STATE READY - 2 0 -");
        bench.wish(CardWish::Shuffle { number: 1, deck: Deck::plain(2) }).asks("WANT LOAD 2").says("STATE READY - 2 0 -");
        bench.asks("NAME CAFE0001-1").says(READY).asks("WANT NOTHING").says(READY);
        assert_eq!(bench.events(), ["card-source-opened", "shuffled 1 104"]);
        bench.wish(CardWish::Ready);
        bench
    }

    fn wish(&mut self, wish: CardWish) -> &mut Self {
        self.shoe.wish(wish, self.now);
        self
    }

    /// Takes what is sent next and checks it; time passes until something is sent.
    #[track_caller]
    fn asks(&mut self, words: &str) -> &mut Self {
        for _ in 0..64 {
            if let Some(sent) = self.sent() {
                assert_eq!(sent, words);
                return self;
            }
            let wake = self.shoe.next_wake().expect("something is due");
            self.now = self.now.max(wake);
            self.shoe.wake(self.now);
        }
        panic!("nothing was asked, {words} was expected");
    }

    fn sent(&mut self) -> Option<String> {
        let bytes = self.shoe.poll_send()?;
        let Some(Piece::Frame(body)) = Frames::new(120).feed(&bytes).pop() else { panic!("what is sent is a sound frame") };
        Some(body)
    }

    fn says(&mut self, words: &str) -> &mut Self {
        self.hears(&frame(words))
    }

    fn hears(&mut self, bytes: &[u8]) -> &mut Self {
        self.shoe.received(bytes, self.now);
        self
    }

    fn passes(&mut self, milliseconds: u64) -> &mut Self {
        self.now = self.now.after(Span::from_milliseconds(milliseconds));
        self.shoe.wake(self.now);
        self
    }

    /// The events since the last time, each in a few words.
    fn events(&mut self) -> Vec<String> {
        core::iter::from_fn(|| self.shoe.poll_event()).map(|event| in_words(&event)).collect()
    }
}

fn in_words(event: &CardSourceEvent) -> String {
    match event {
        CardSourceEvent::Card { number, card } => format!("card {number} {card}"),
        CardSourceEvent::Unasked { card: Some(card) } => format!("unasked {card}"),
        CardSourceEvent::Unasked { card: None } => "unasked ?".to_string(),
        CardSourceEvent::Failed { number, why } => format!("failed {number} {}", why.name()),
        CardSourceEvent::Fault { code, .. } => format!("fault {}", code.name()),
        CardSourceEvent::FaultCleared(code) => format!("cleared {}", code.name()),
        CardSourceEvent::Shuffled { number, count } => format!("shuffled {number} {}", count.cards),
        other => other.name().to_string(),
    }
}
