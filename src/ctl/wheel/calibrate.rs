//! `croupierctl wheel calibrate`: the offset of all readings, with the ball fixed in zero: of a cabinet's own wheel, which it turns and
//! reads, or from an edge trace of one; and the speed at which balls leave the rim, by spins. A wheel on a port finds its own, and is only
//! told to.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::leaving;
use super::lines::{self, Taker};
use super::{port, setting};
use crate::ctl::Failure;
use crate::ctl::line::{print, print_line};
use crate::drivers::gpio::Batch;
use crate::profiles::{self, Device};
use crate::sensing::three_sensor::{
    Calibrated, Calibration, CalibrationError, Direction, Drive, Duty, Edge, Input, Line, Parameters, Signal,
};
use crate::sensing::trace;

/// How often each sensor must have seen the ball until what a turning wheel shows is enough.
const PASSES_ENOUGH: u32 = 8;

/// The longest that the rotor is turned for that each way, in seconds: more than twice as long as it takes at the slowest.
const SECONDS_MOST: f64 = 120.0;

/// What to calibrate by.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The cabinet file whose wheel is turned and read; no daemon may hold its lines meanwhile, and the ball must be fixed in zero, or
    /// free with `--leaving`.
    #[arg(long, value_name = "NAME-OR-FILE", required_unless_present_any = ["files", "port"], conflicts_with_all = ["files", "port", "device"])]
    cabinet: Option<String>,
    /// The port of a wheel that calibrates its own ball sensors; it must be off, and the ball must be fixed in zero.
    #[arg(long, value_name = "PATH", conflicts_with_all = ["files", "leaving"])]
    port: Option<PathBuf>,
    /// For a trace or a port, the wheel: a shipped device, or a device file; `three-sensor-gpio` for a trace and `slingshot-2` for a port
    /// where none is named.
    #[arg(long, value_name = "NAME-OR-FILE")]
    device: Option<String>,
    /// Measures the speed at which balls leave the rim instead, by spins: of a cabinet's wheel, which is spun for it, or of edge traces of
    /// one wheel. Twenty are needed; forty tell it well.
    #[arg(long)]
    leaving: bool,
    /// How many spins of a cabinet's wheel are made for that.
    #[arg(long, value_name = "COUNT", default_value_t = 40, requires = "leaving", value_parser = clap::value_parser!(u64).range(20..=1_000))]
    spins: u64,
    /// An edge trace of some turns of the rotor with the ball fixed in zero; with `--leaving` edge traces of spins.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Prints what was found, with the key to put into the device file.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let device = |usual: &str| arguments.device.clone().unwrap_or_else(|| usual.to_owned());
    match (&arguments.cabinet, &arguments.port, &arguments.files[..]) {
        (Some(cabinet), ..) if arguments.leaving => leaving::spin_and_read(cabinet, arguments.spins),
        (Some(cabinet), ..) => turn_and_read(cabinet),
        (_, Some(port), _) => setting::calibrate(&port::Arguments::of(port.clone(), device("slingshot-2"))),
        (.., []) => Err(Failure::refused("nothing-to-read", "expected --cabinet, --port or an edge trace")),
        (.., files) if arguments.leaving => leaving::from_traces(&on_bare_lines(&device("three-sensor-gpio"))?, files),
        (.., [file]) => from_trace(on_bare_lines(&device("three-sensor-gpio"))?, &file.to_string_lossy()),
        (.., [_, another, ..]) => {
            let message = format!("{}: the offset is found by one trace; several are read with --leaving", another.display());
            Err(Failure::refused("too-many-traces", message))
        }
    }
}

/// The wheel of this device, which is one on bare lines.
fn on_bare_lines(device: &str) -> Result<Parameters, Failure> {
    let Device::ThreeSensor(parameters) = profiles::load_device(device)?.value else {
        let message = format!("{device}: only a wheel on bare lines is calibrated here; others do it themselves");
        return Err(Failure::refused("not-on-bare-lines", message));
    };
    Ok(*parameters)
}

/// The edges of a trace.
pub(super) fn edges(file: &str) -> Result<Vec<Edge>, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::unreadable(file, &error))?;
    let bad =
        |error: trace::TraceError| Failure::refused("bad-trace", format!("{file}: {error}")).with("file", file).with("line", error.line);
    trace::parse(&text).map_err(bad)
}

fn from_trace(parameters: Parameters, file: &str) -> Result<String, Failure> {
    let mut calibration = Calibration::new(parameters);
    edges(file)?.into_iter().for_each(|edge| calibration.edge(edge));
    let found = calibration.outcome().map_err(|error| not_calibrated(&error))?;
    Ok(format!("{}\n", as_json(&found)))
}

/// Turns the rotor as slowly as it is driven in play, and reads until every sensor has seen the ball often enough.
fn turn_and_read(cabinet: &str) -> Result<String, Failure> {
    let file = lines::cabinet(cabinet)?;
    let mut calibrating = Calibrating::new(lines::parameters(&file)?);
    let arguments = calibrating.arguments(cabinet);
    lines::follow(&arguments, lines::open(&arguments, &file)?, &mut calibrating)
}

/// A wheel that is turned and read: both ways, where it is played so.
struct Calibrating {
    parameters: Parameters,
    calibration: Calibration,
    /// Which ways it is turned, one after the other, and which of them it is turned now.
    ways: &'static [Way],
    way: usize,
    drive: Option<Drive>,
    passes: [u32; 3],
}

/// Which way a rotor is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Clockwise,
    Anticlockwise,
}

impl Calibrating {
    fn new(parameters: Parameters) -> Self {
        let ways: &[Way] = match parameters.motor.direction {
            Direction::Clockwise => &[Way::Clockwise],
            Direction::Anticlockwise => &[Way::Anticlockwise],
            Direction::Alternate => &[Way::Clockwise, Way::Anticlockwise],
        };
        Self { calibration: Calibration::new(parameters.clone()), parameters, ways, way: 0, drive: None, passes: [0; 3] }
    }

    /// For how long the wheel is turned.
    fn arguments(&self, cabinet: &str) -> lines::Arguments {
        let seconds = Some(SECONDS_MOST * self.ways.len() as f64);
        lines::Arguments { cabinet: cabinet.to_owned(), settings: Vec::new(), seconds, panic_after: None }
    }

    /// Whether every sensor has seen the ball often enough, the way that the rotor turns now.
    fn is_done_this_way(&self) -> bool {
        self.passes.iter().all(|passes| *passes >= PASSES_ENOUGH)
    }

    fn take_signal(&mut self, signal: &Signal) -> Result<(), Failure> {
        match signal {
            Signal::Change(change) => {
                let is_guard = change.input.line().is_none();
                if is_guard && change.active {
                    return Err(is_open(change.input));
                }
                change.edge().into_iter().for_each(|edge| self.calibration.edge(edge));
            }
            // What was read so far says nothing beside what comes.
            Signal::Lost { at_nanoseconds, .. } => {
                self.calibration = Calibration::new(self.parameters.clone());
                self.way = 0;
                self.show_direction(*at_nanoseconds);
            }
        }
        Ok(())
    }

    fn show_direction(&mut self, at_nanoseconds: u64) {
        if let Some(drive) = self.drive {
            self.calibration.edge(Edge { at_nanoseconds, line: Line::RotorDirection, active: drive.rotor_clockwise });
        }
    }
}

impl Taker for Calibrating {
    fn take(&mut self, batch: Batch, start: u64) -> Result<(), Failure> {
        batch.signals.iter().try_for_each(|signal| self.take_signal(signal))?;
        let passes = self.calibration.passes();
        if std::mem::replace(&mut self.passes, passes) == passes {
            return Ok(());
        }
        let t = (batch.until_nanoseconds.saturating_sub(start) / 1_000) as f64 / 1e6;
        let way = json!({ "clockwise": self.ways[self.way] == Way::Clockwise, "number": self.way + 1, "of": self.ways.len() });
        print(&json!({ "t": t, "event": "calibrating", "passes": passes, "of": PASSES_ENOUGH, "way": way }))?;
        if self.is_done_this_way() && self.way + 1 < self.ways.len() {
            (self.way, self.passes) = (self.way + 1, [0; 3]);
        }
        Ok(())
    }

    fn drive(&self) -> Option<Drive> {
        let motor = &self.parameters.motor;
        let rotor_motor = Duty::from_thousandths((motor.least_rpm / motor.full_rpm * 1e3) as u16);
        Some(Drive { rotor_motor, rotor_clockwise: self.ways[self.way] == Way::Clockwise, ..Drive::SAFE })
    }

    fn driven(&mut self, drive: Drive, now: u64) {
        if self.drive != Some(drive) && now > 0 {
            self.drive = Some(drive);
            self.show_direction(now);
        }
    }

    fn has_enough(&self) -> bool {
        self.way + 1 == self.ways.len() && self.is_done_this_way()
    }

    fn end(&mut self) -> Result<(), Failure> {
        let found = self.calibration.outcome().map_err(|error| not_calibrated(&error))?;
        print_line(&format!("{}\n", as_json(&found)))
    }
}

fn is_open(guard: Input) -> Failure {
    Failure::refused("guard-open", format!("{} is active: nothing is turned then", guard.name()))
}

fn not_calibrated(error: &CalibrationError) -> Failure {
    Failure::refused("not-calibrated", error.to_string())
}

fn as_json(found: &Calibrated) -> Value {
    let rounded = |pockets: f64| (pockets * 1e3).round() / 1e3;
    let sensors = (0_u8..).zip(found.sensors).map(|(sensor, seen)| {
        json!({
            "sensor": Line::Ball(sensor).name(),
            "passes": seen.passes,
            "off_pockets": rounded(seen.off_pockets),
            "spread_pockets": rounded(seen.spread_pockets),
        })
    });
    json!({
        "offset_pockets": rounded(found.offset_pockets),
        "sure_within_pockets": rounded(found.sure_within_pockets()),
        "sensors": sensors.collect::<Vec<_>>(),
        "table": "reading",
        "key": format!("offset_pockets = {:.3}", found.offset_pockets),
    })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::model::Timestamp;
    use crate::sim::devices::three_sensor::{self, Level, Live, Mishaps};

    /// What calibrating a simulated wheel comes to that runs forty times faster than life, with its ball fixed where it is said.
    fn calibrated(prepare: impl FnOnce(&mut Live)) -> Result<f64, String> {
        let Device::ThreeSensor(parameters) = profiles::load_device("three-sensor-gpio").expect("the device file is good").value else {
            panic!("the file says that it is one of a three-sensor wheel");
        };
        let mut live = Live::new(3, Level::Field, Mishaps::default());
        prepare(&mut live);
        let started = Instant::now();
        let clock = move || Timestamp::from_microseconds(started.elapsed().as_micros() as u64 * 40);
        let mut calibrating = Calibrating::new(*parameters);
        let mut arguments = calibrating.arguments("simulated");
        // On a busy machine the wheel takes longer, and it must not end before every sensor has seen the ball often enough.
        arguments.seconds = Some(600.0);
        let opened = (three_sensor::lines(live, clock), Duration::from_millis(5));
        lines::follow(&arguments, opened, &mut calibrating).map_err(|failure| failure.to_string())?;
        let found = calibrating.calibration.outcome().map_err(|error| error.to_string())?;
        assert!(found.sure_within_pockets() < 0.1, "{found:?}");
        Ok(found.offset_pockets)
    }

    #[track_caller]
    fn check(ball_at: f64) {
        let found = calibrated(|live| live.fix_ball(ball_at)).expect("the ball is fixed");
        assert!((found + ball_at).abs() < 0.05, "{found} for a ball at {ball_at}");
    }

    #[test]
    fn a_wheel_is_turned_and_read_until_its_offset_is_known() {
        check(0.31);
        check(-4.7);
    }

    #[test]
    fn nothing_is_turned_while_a_guard_is_open() {
        let refused = calibrated(|live| live.guard(Input::Lid, true)).expect_err("the lid is open");
        assert!(refused.contains("lid is active"), "{refused}");
    }
}
