//! A driver that did not get to run for a while.

use std::cell::Cell;

use super::*;
use crate::model::WheelWish;
use crate::profiles::{self, Kind};
use crate::sensing::LinkState;
use crate::sensing::slingshot::{Parameters, Wheel};

const STATUS: &str = "*X;2;001;17;0;160;0\r\n";

/// Hears a wheel at first, and then gets to run again only after each of these spans, in milliseconds, in which the wheel said this. What it
/// knows of the wheel after each of them.
#[track_caller]
fn check(spans: &[(u64, &str)], expected: &[LinkState]) {
    let device: Parameters = profiles::load(Kind::Device, "slingshot-2").expect("the device file is good").value;
    let line =
        SerialLine { port: "wheel".into(), baud: device.line.baud, record: None, analyser: None, speed: 1, allowance: Allowance::WHEEL };
    let time = Cell::new(Timestamp::from_microseconds(1_700_000_000_000_000));
    let mut driver = Driver::new(Wheel::new(device), line, || time.get()).expect("there is no record to begin");
    let (mut wheel, port) = SerialStream::pair().expect("there are pseudo-terminals");
    driver.open = Some(port);
    driver.machine.device_found(time.get());
    driver.received(Ok(STATUS.len()), STATUS.as_bytes());
    driver.move_on(WheelWish::Ready);
    let mut links = Vec::new();
    for (span, said) in spans {
        if !said.is_empty() {
            assert_eq!(wheel.try_write(said.as_bytes()).expect("the line takes it"), said.len());
            // The kernel hands bytes from one end to the other in its own time.
            while driver.open.as_ref().is_some_and(|port| port.bytes_to_read().is_ok_and(|waiting| (waiting as usize) < said.len())) {
                std::thread::yield_now();
            }
        }
        time.set(time.get().after(Span::from_milliseconds(*span)));
        driver.move_on(WheelWish::Ready);
        links.push(driver.machine.status().link);
    }
    assert_eq!(links, expected, "{spans:?}");
}

#[tokio::test]
async fn a_driver_that_wakes_late_hears_what_waits_before_it_calls_a_wheel_silent() {
    check(&[(60_000, STATUS), (500, STATUS), (60_000, STATUS), (400, "")], &[LinkState::Heard; 4]);
}

#[tokio::test]
async fn a_wheel_that_has_said_nothing_meanwhile_is_silent_however_late_its_driver_wakes() {
    check(&[(1_000, STATUS), (3_000, ""), (60_000, "")], &[LinkState::Heard, LinkState::Heard, LinkState::Silent]);
}

#[tokio::test]
async fn noise_that_waits_again_and_again_hides_no_silence() {
    check(&[(10_000, "noise\r\n"), (10_000, "noise\r\n")], &[LinkState::Heard, LinkState::Silent]);
}
