//! `croupierctl wheel calibrate --leaving`: the speed at which balls leave the rim, by spins of a cabinet's own wheel, which is spun for it,
//! or by edge traces of one.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::calibrate::edges;
use super::event;
use super::lines::{self, Taker};
use crate::ctl::Failure;
use crate::ctl::line::{print, print_line};
use crate::drivers::gpio::Batch;
use crate::model::{Span, SpinNumber, WheelHappening, WheelWish};
use crate::sensing::three_sensor::{CalibratedLeaving, Draw, Drive, LeavingCalibration, Machine, Parameters};

/// The longest that one spin takes, in seconds, with launches that are tried again.
const SPIN_SECONDS_MOST: f64 = 180.0;

/// By these traces, each of one spin or of several.
pub(super) fn from_traces(parameters: &Parameters, files: &[PathBuf]) -> Result<String, Failure> {
    let mut calibration = LeavingCalibration::new(parameters);
    for file in files {
        calibration.begin_anew();
        edges(&file.to_string_lossy())?.into_iter().for_each(|edge| calibration.edge(edge));
    }
    said(&calibration)
}

/// Spins the wheel of this cabinet so often.
pub(super) fn spin_and_read(cabinet: &str, spins: u64) -> Result<String, Failure> {
    let file = lines::cabinet(cabinet)?;
    let mut spinning = Spinning::new(&lines::parameters(&file)?, spins, by_chance);
    let seconds = Some(SPIN_SECONDS_MOST * spins as f64);
    let arguments = lines::Arguments { cabinet: cabinet.to_owned(), settings: Vec::new(), seconds, panic_after: None };
    lines::follow(&arguments, lines::open(&arguments, &file)?, &mut spinning)
}

/// A wheel that is spun again and again.
struct Spinning {
    machine: Machine,
    calibration: LeavingCalibration,
    /// The spin that runs, and the last one.
    number: SpinNumber,
    last: SpinNumber,
    now: u64,
    /// What is drawn for the launch of a spin.
    draws: fn(SpinNumber) -> Result<Draw, Failure>,
}

/// Drawn by the operating system's generator.
fn by_chance(_: SpinNumber) -> Result<Draw, Failure> {
    let mut draw = Draw::default();
    getrandom::fill(&mut draw.0).map_err(|error| Failure::ours("no-chance", error.to_string()))?;
    Ok(draw)
}

impl Spinning {
    fn new(parameters: &Parameters, spins: u64, draws: fn(SpinNumber) -> Result<Draw, Failure>) -> Self {
        let calibration = LeavingCalibration::new(parameters);
        Self { machine: Machine::new(calibration.parameters().clone(), 1), calibration, number: 0, last: spins, now: 0, draws }
    }

    /// The next spin is launched, the other way round where the rotor alternates.
    fn launch(&mut self) -> Result<(), Failure> {
        self.number += 1;
        if self.has_enough() {
            return Ok(());
        }
        self.machine.turn_for(self.number, self.now);
        self.machine.wish(WheelWish::Launch(self.number), (self.draws)(self.number)?, self.now);
        Ok(())
    }
}

impl Taker for Spinning {
    fn take(&mut self, batch: Batch, start: u64) -> Result<(), Failure> {
        batch.signals.iter().for_each(|signal| self.machine.signal(signal));
        self.now = batch.until_nanoseconds;
        self.machine.wake(self.now);
        if self.number == 0 {
            self.launch()?;
        }
        while let Some(event) = self.machine.poll_event() {
            let is_end = event.spin == Some(self.number) && !event.evidence.is_empty();
            if let WheelHappening::LeftRim { .. } = event.happening {
                self.calibration.left_rim(self.machine.reading());
            }
            print_line(&event::as_json(Span::from_microseconds(self.now.saturating_sub(start) / 1_000), &event))?;
            if is_end {
                let t = (self.now.saturating_sub(start) / 1_000) as f64 / 1e6;
                print(&json!({ "t": t, "event": "calibrating", "spins": self.calibration.spins(), "of": self.last }))?;
                self.launch()?;
            }
        }
        Ok(())
    }

    fn drive(&self) -> Option<Drive> {
        Some(self.machine.drive())
    }

    fn has_enough(&self) -> bool {
        self.number > self.last
    }

    fn end(&mut self) -> Result<(), Failure> {
        print_line(&said(&self.calibration)?)
    }
}

fn said(calibration: &LeavingCalibration) -> Result<String, Failure> {
    let found = calibration.outcome().map_err(|error| Failure::refused("not-calibrated", error.to_string()))?;
    Ok(format!("{}\n", as_json(&found)))
}

fn as_json(found: &CalibratedLeaving) -> Value {
    let rounded = |speed: f64| (speed * 1e3).round() / 1e3;
    json!({
        "leaving_turns_per_second": {
            "mean": rounded(found.speed.mean),
            "sure_within": rounded(found.sure_within()),
            "scatter": rounded(found.speed.scatter),
            "most": rounded(found.most_turns_per_second()),
        },
        "spins": found.spins,
        "table": "closing",
        "key": format!("leave_most_turns_per_second = {:.3}", found.most_turns_per_second()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiles::{self, Device};
    use crate::sensing::three_sensor::{LeavingError, Signal};
    use crate::sim::chance::Chance;
    use crate::sim::devices::three_sensor::{Bowl, Level, Live, Mishaps};

    /// What is drawn for the spin of this number.
    fn of_number(number: SpinNumber) -> Draw {
        let mut chance = Chance::new(4, number);
        let mut draw = Draw::default();
        draw.0.fill_with(|| u8::try_from(chance.below(256)).expect("a byte"));
        draw
    }

    /// A wheel whose balls leave at these speeds is spun so often, in virtual time.
    fn spun(leave_turns_per_second: [f64; 2], spins: u64) -> Spinning {
        let Device::ThreeSensor(parameters) = profiles::load_device("three-sensor-gpio").expect("the device file is good").value else {
            panic!("the file says that it is one of a three-sensor wheel");
        };
        let bowl = Bowl { leave_turns_per_second, ..Bowl::default() };
        let mut live = Live::new(4, Level::Field, Mishaps { bowl, ..Mishaps::default() });
        let mut spinning = Spinning::new(&parameters, spins, |number| Ok(of_number(number)));
        while !spinning.has_enough() {
            let until = live.now() + 20_000_000;
            let signals = live.advance(until).into_iter().map(Signal::Change).collect();
            spinning.take(Batch { signals, until_nanoseconds: until }, 0).expect("nothing refuses it");
            live.drive(spinning.drive().expect("it drives the wheel"));
            assert!(until < spins * 120_000_000_000, "{} of {spins} spins", spinning.number);
        }
        spinning
    }

    #[test]
    fn a_wheel_is_spun_until_the_speed_at_which_balls_leave_is_known() {
        let spinning = spun([0.52, 0.52], 24);
        let found = spinning.calibration.outcome().expect("24 spins are enough");
        assert!((found.speed.mean - 0.52).abs() <= found.sure_within() + 0.003 && found.spins >= 22, "{found:?}");
    }

    #[test]
    fn a_wheel_that_was_spun_too_seldom_tells_no_speed() {
        let spinning = spun([0.52, 0.52], 3);
        assert_eq!(spinning.calibration.outcome(), Err(LeavingError::TooFewSpins { spins: 3 }));
        let refused = said(&spinning.calibration).expect_err("three spins are not enough").to_string();
        assert!(refused.contains("not enough spins"), "{refused}");
    }
}
