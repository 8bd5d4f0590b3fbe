//! A live wheel of which a test says what it sends, in virtual time.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::Wheel;
use super::{slingshot, told};
use crate::model::{Timestamp, WheelWish};
use crate::sensing::SerialMachine;

/// A wheel that waits for a game.
pub(super) const WAITING: &str = "*X;2;007;24;0;160;0";

/// A live wheel in virtual time.
pub(super) struct Live {
    pub(super) wheel: Wheel,
    pub(super) now: Timestamp,
}

impl Live {
    pub(super) fn new(wheel: Wheel) -> Self {
        Self { wheel, now: Timestamp::from_microseconds(1_763_700_000_000_000) }
    }

    /// A wheel that has told its setup and is ready.
    pub(super) fn ready() -> Self {
        let mut live = Self::new(Wheel::new(slingshot()));
        live.wheel.device_found(live.now);
        live.wish(WheelWish::Ready);
        live.hear("*X;2;007;24;0;160;0");
        for _ in 0..100 {
            live.pass(500);
            live.hear("*X;2;007;24;0;160;0");
            for command in live.sent() {
                let Some(letter) = command.strip_prefix("*T ") else {
                    let answer = if command == "*O" { "*O 2 1 161 1158".to_owned() } else { command + " V2.50" };
                    live.hear(&answer);
                    continue;
                };
                live.hear(&alloc::format!("*T {} 1", letter.to_lowercase()));
            }
        }
        live.told();
        live
    }

    pub(super) fn wish(&mut self, wish: WheelWish) {
        self.wheel.wish(wish, self.now);
    }

    pub(super) fn hear(&mut self, line: &str) {
        self.wheel.received(alloc::format!("{line}\r\n").as_bytes(), self.now);
    }

    /// Lets time pass, with the same status line every half second where one is given.
    pub(super) fn pass_hearing(&mut self, milliseconds: u64, line: &str) {
        for _ in 0..milliseconds / 500 {
            self.pass(500);
            self.hear(line);
        }
    }

    pub(super) fn pass(&mut self, milliseconds: u64) {
        let end = self.now.after(crate::model::Span::from_milliseconds(milliseconds));
        while let Some(due) = self.wheel.next_wake().filter(|due| *due <= end) {
            assert!(due >= self.now, "the wheel wants to be woken in the past");
            self.now = due;
            self.wheel.wake(due);
            assert!(self.wheel.next_wake().is_none_or(|next| next > due), "waking changes something");
        }
        self.now = end;
    }

    pub(super) fn sent(&mut self) -> Vec<String> {
        let lines = core::iter::from_fn(|| self.wheel.poll_send());
        lines.map(|bytes| String::from_utf8(bytes).expect("commands are text").trim_end().to_owned()).collect()
    }

    /// The commands that change something.
    pub(super) fn orders(&mut self) -> Vec<String> {
        self.sent().into_iter().filter(|line| line.starts_with("*P") || line.starts_with("*u") || line.starts_with("*R")).collect()
    }

    pub(super) fn told(&mut self) -> Vec<String> {
        let events = core::iter::from_fn(|| self.wheel.poll_event());
        events
            .map(|event| {
                let text = told(Timestamp::default(), &event);
                let number = event.spin.map(|number| alloc::format!(" of {number}")).unwrap_or_default();
                text.trim_start_matches("0 ").to_owned() + &number
            })
            .collect()
    }
}
