//! Any bytes in any rhythm, with any wishes in between, into the wheel's dialect: no panic, and never a result without two status
//! lines of state 5 that agree on it.
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
                let agreeing = agreeing(&self.heard, pocket.number());
                assert!(agreeing >= 2, "{pocket:?} came with {agreeing} lines for it");
                self.heard.clear();
            }
        }
    }
}

/// How often the bytes hold the beginning of a status line of state 5 with this number.
fn agreeing(heard: &[u8], number: u8) -> usize {
    let wanted = format!("{number:>2}");
    heard.windows(12).filter(|line| line.starts_with(b"*X;5;") && line[8] == b';' && &line[9..11] == wanted.as_bytes()).count()
}
