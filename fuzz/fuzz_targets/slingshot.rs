//! Any bytes in any rhythm, with any wishes in between, into the wheel's dialect: no panic, and never a result without its proof: two
//! status lines of state 5 that agree on it, or one that its bare number and the lines after it confirm.
//!
//! Input: the first byte chooses the device; bytes below 8 pass time, wish or pull the plug; all others come from the wheel.
#![no_main]

#[path = "support/script.rs"]
mod script;

use std::sync::LazyLock;

use croupier::model::{Span, Timestamp, WheelHappening, WheelWish};
use croupier::profiles::{Kind, load};
use croupier::sensing::SerialMachine;
use croupier::sensing::slingshot::{Parameters, Wheel};
use libfuzzer_sys::fuzz_target;

static DEVICES: LazyLock<[Parameters; 2]> =
    LazyLock::new(|| ["slingshot-2", "mercury-360"].map(|name| load(Kind::Device, name).expect("a shipped device").value));

/// What has happened to the wheel, and what the line carried since the last result.
struct Play {
    wheel: Wheel,
    now: Timestamp,
    launches: u64,
    heard: Vec<u8>,
}

fuzz_target!(|data: &[u8]| {
    let Some((device, data)) = data.split_first() else { return };
    let parameters = DEVICES[usize::from(device % 2)].clone();
    let mut play = Play { wheel: Wheel::new(parameters), now: Timestamp::from_microseconds(1 << 40), launches: 0, heard: Vec::new() };
    play.wheel.device_found(play.now);
    for step in script::steps(data, 8, false) {
        play.act(step);
        play.check();
    }
});

impl Play {
    fn act(&mut self, bytes: &[u8]) {
        match bytes[0] {
            0 => self.pass(50),
            1 => self.pass(1_000),
            2 => self.pass(20_000),
            3 => {
                self.launches += 1;
                self.wheel.wish(WheelWish::Launch(self.launches), self.now);
            }
            4 => self.wheel.wish(WheelWish::Finish(self.launches), self.now),
            5 => self.wheel.wish(WheelWish::Ready, self.now),
            6 => self.wheel.wish(WheelWish::Void, self.now),
            7 => {
                self.wheel.device_lost(self.now, "pulled out");
                self.wheel.device_found(self.now);
            }
            _ => {
                self.heard.extend_from_slice(bytes);
                self.wheel.received(bytes, self.now);
            }
        }
    }

    fn pass(&mut self, milliseconds: u64) {
        self.now = self.now.after(Span::from_milliseconds(milliseconds));
        script::wake(&mut self.wheel, self.now, drop);
    }

    fn check(&mut self) {
        while self.wheel.poll_send().is_some() {}
        while let Some(event) = self.wheel.poll_event() {
            if let WheelHappening::Result(pocket) = event.happening {
                assert!(is_proven(&self.heard, pocket.number()), "{pocket:?} came without its proof");
                self.heard.clear();
            }
        }
    }
}

/// Whether the bytes prove this number: two status lines of state 5 that hold it; or one such line, its bare number, and a status line
/// that shows it after the wheel has gone on.
fn is_proven(heard: &[u8], number: u8) -> bool {
    let lines = |states: &[u8]| status_lines(heard, states, number);
    let bare = number.to_string();
    let is_bare = heard.windows(bare.len() + 1).any(|end| end.starts_with(bare.as_bytes()) && matches!(end[bare.len()], b'\r' | b'\n'));
    lines(b"5") >= 2 || lines(b"5") == 1 && is_bare && lines(b"12") >= 1
}

/// How often the bytes hold the beginning of a status line of one of these states with this number.
fn status_lines(heard: &[u8], states: &[u8], number: u8) -> usize {
    let wanted = format!("{number:>2}");
    let is_one = |line: &&[u8]| line.starts_with(b"*X;") && states.contains(&line[3]) && line[4] == b';';
    heard.windows(12).filter(is_one).filter(|line| line[8] == b';' && &line[9..11] == wanted.as_bytes()).count()
}
