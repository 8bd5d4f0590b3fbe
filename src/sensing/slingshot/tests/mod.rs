//! Captures of a few lines, and what the wheel must make of them.

extern crate std;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Parameters, Wheel};
use crate::model::toml_keys::read_text;
use crate::model::{Timestamp, WheelEvent, WheelHappening};
use crate::sensing::SerialMachine;
use crate::sensing::capture::{self, Direction};

mod commands;
mod contradicted;
mod damaged;
mod evidence;
mod faults;
mod lines;
mod live;
mod mercury;
mod noise;
mod spins;
mod stalled;

fn slingshot() -> Parameters {
    with_short_spins(include_str!("../../../../device-profiles/devices/slingshot-2.toml"))
}

fn mercury_360() -> Parameters {
    with_short_spins(include_str!("../../../../device-profiles/devices/mercury-360.toml"))
}

/// The spins of these captures last a few lines, so the least time that a ball needs to fall is none.
fn with_short_spins(device: &str) -> Parameters {
    let shorten = |line: &str| {
        if line.starts_with("least_no_more_bets_seconds") { "least_no_more_bets_seconds = 0".to_owned() } else { line.to_owned() }
    };
    let device: Vec<String> = device.lines().map(shorten).collect();
    read_text(&device.join("\n")).expect("the device file is good")
}

/// Events as text: `15.500 result 9`.
fn told(at: Timestamp, event: &WheelEvent) -> String {
    let more = match &event.happening {
        WheelHappening::Result(pocket) => pocket.to_string(),
        WheelHappening::NoSpin(reason) => reason.name().to_owned(),
        WheelHappening::Fault { code, .. } | WheelHappening::FaultCleared(code) => code.name().to_owned(),
        _ => String::new(),
    };
    let seconds = at.microseconds() as f64 / 1e6;
    format!("{seconds} {} {more}", event.happening.name()).trim_end().to_owned()
}

/// Everything a wheel of this kind makes of a capture.
fn replay(parameters: Parameters, text: &str) -> Vec<(Timestamp, WheelEvent)> {
    let mut wheel = Wheel::new(parameters);
    let mut events = Vec::new();
    for line in capture::parse(text).expect("the capture is well formed") {
        let now = Timestamp::default().after(line.at);
        while let Some(due) = wheel.next_wake().filter(|due| *due <= now) {
            wheel.wake(due);
            events.extend(core::iter::from_fn(|| wheel.poll_event()).map(|event| (due, event)));
        }
        match line.direction {
            Direction::From => wheel.received_line(&line.line, now),
            Direction::To => wheel.overheard_line(&line.line, now),
        }
        events.extend(core::iter::from_fn(|| wheel.poll_event()).map(|event| (now, event)));
        assert!(wheel.poll_send().is_none(), "a capture is only listened to");
    }
    events
}

/// Replays a capture of a SlingShot 2 and compares the events, one a line.
#[track_caller]
fn check(capture: &str, expected: &str) {
    check_kind(slingshot(), capture, expected);
}

#[track_caller]
fn check_kind(parameters: Parameters, capture: &str, expected: &str) {
    let plain = |text: &str| text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    let capture = capture.lines().map(str::trim_start).collect::<Vec<_>>().join("\n");
    let found: Vec<String> = replay(parameters, &capture).iter().map(|(at, event)| told(*at, event)).collect();
    assert_eq!(found, plain(expected));
}
