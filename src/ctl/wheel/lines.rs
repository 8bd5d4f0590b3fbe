//! `croupierctl wheel lines` and `wheel watch`: the bare lines of a cabinet's wheel, for the technician who stands before it. While one
//! of them runs, no daemon may hold the lines.

use std::collections::BTreeMap;
use std::time::Duration;

use clap::Args;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::drive::{self, Setting};
use super::event::{as_json, figures_as_json};
use crate::ctl::Failure;
use crate::ctl::line::{print, print_line};
use crate::ctl::runtime::{Ending, block_on};
use crate::drivers::gpio::{self, Batch, LineError, Lines, Reader};
use crate::model::{FaultCode, Span, WheelEvent, WheelHappening};
use crate::profiles::{self, CabinetFile, Device, WheelKeys};
use crate::sensing::three_sensor::{Change, Drive, Duty, Edge, Input, Line, Measured, Parameters, Signal, Wheel, decode_evidence};

/// How many batches may wait to be printed.
const WAITING: usize = 64;

/// How often the outputs are driven anew, at least; the shortest time after which they would go safe is 50 ms.
const DRIVE_EVERY: Duration = Duration::from_millis(20);

/// Which lines, and how they are driven.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The cabinet file that names the lines.
    #[arg(long, value_name = "NAME-OR-FILE")]
    pub(super) cabinet: String,
    /// Drives an output: `on`, `off`, or thousandths of its strength, with `@SECONDS` for a time, such as `blower=on@1.2`. May be given
    /// several times; every other output stays safe.
    #[arg(long = "set", value_name = "OUTPUT=VALUE")]
    pub(super) settings: Vec<Setting>,
    /// Ends after so many seconds; without it the lines are read until the command is stopped.
    #[arg(long)]
    pub(super) seconds: Option<f64>,
    /// Panics on purpose after so many seconds: look at the outputs and see that they go safe.
    #[arg(long, value_name = "SECONDS")]
    pub(super) panic_after: Option<f64>,
}

/// Which lines, how they are driven, and when it is enough.
#[derive(Debug, Args)]
pub(crate) struct WatchArguments {
    #[command(flatten)]
    lines: Arguments,
    /// Ends after so many spins have had their end.
    #[arg(long, value_name = "COUNT")]
    spins: Option<u64>,
}

/// Shows the lines: one object for each change, and a summary of every line at the end.
pub(super) fn show(arguments: &Arguments) -> Result<String, Failure> {
    let cabinet = cabinet(&arguments.cabinet)?;
    follow(arguments, open(arguments, &cabinet)?, &mut Shown { counts: BTreeMap::new() })
}

/// Reads the wheel: one object for each of its events.
pub(super) fn watch(arguments: &WatchArguments) -> Result<String, Failure> {
    let cabinet = cabinet(&arguments.lines.cabinet)?;
    let mut watched = Watched::new(parameters(&cabinet)?, arguments.spins);
    follow(&arguments.lines, open(&arguments.lines, &cabinet)?, &mut watched)
}

/// The cabinet of this file.
pub(super) fn cabinet(name_or_file: &str) -> Result<CabinetFile, Failure> {
    Ok(profiles::load_cabinet(name_or_file)?.value)
}

/// What the cabinet's wheel is like.
pub(super) fn parameters(cabinet: &CabinetFile) -> Result<Parameters, Failure> {
    match profiles::load_device(cabinet.wheel.device())?.value {
        Device::ThreeSensor(parameters) => Ok(*parameters),
        Device::Slingshot(_) | Device::Shuffler(_) | Device::Shoe(_) => {
            Err(Failure::refused("not-this-wheel", "the device of this cabinet is no wheel on bare lines"))
        }
    }
}

/// What takes what the lines give.
pub(super) trait Taker {
    /// Takes a batch; `start` is when the lines were opened.
    fn take(&mut self, batch: Batch, start: u64) -> Result<(), Failure>;

    /// How the outputs are to be driven, where the taker says that, and not the settings.
    fn drive(&self) -> Option<Drive> {
        None
    }

    /// The outputs are driven like this now.
    fn driven(&mut self, _drive: Drive, _now: u64) {}

    /// Whether it is enough.
    fn has_enough(&self) -> bool {
        false
    }

    /// It is over.
    fn end(&mut self) -> Result<(), Failure> {
        Ok(())
    }
}

/// The wheel's lines, open, and how long one wait for a change of them lasts.
pub(super) type Opened = (Lines, Duration);

/// Opens the lines that the cabinet file names.
pub(super) fn open(arguments: &Arguments, cabinet: &CabinetFile) -> Result<Opened, Failure> {
    let WheelKeys::Lines { driver, lines: keys, .. } = &cabinet.wheel else {
        let message = format!("{}: the wheel of this cabinet is not on bare lines", arguments.cabinet);
        return Err(Failure::refused("no-lines", message));
    };
    let lines = gpio::open(*driver, keys).map_err(|error| line_failure(&error))?;
    Ok((lines, Duration::from_millis(keys.reading.wait_milliseconds.into())))
}

/// Reads and drives the lines until somebody, the time or the taker ends it.
pub(super) fn follow(arguments: &Arguments, opened: Opened, taker: &mut impl Taker) -> Result<String, Failure> {
    block_on(read(arguments, opened, taker))??;
    Ok(String::new())
}

async fn read(arguments: &Arguments, (lines, wait): Opened, taker: &mut impl Taker) -> Result<(), Failure> {
    let mut ending = Ending::listen()?;
    let Lines { inputs, mut outputs } = lines;
    let (batches, mut taken) = mpsc::channel(WAITING);
    let _reader = Reader::start(inputs, wait, batches).map_err(|error| line_failure(&error))?;
    let begun = Instant::now();
    let after = |seconds: Option<f64>| seconds.map(|seconds| begun + Duration::from_secs_f64(seconds.clamp(0.0, 1e6)));
    let (end, panic) = (after(arguments.seconds), after(arguments.panic_after));
    let (mut start, mut now) = (None, 0);
    loop {
        let drive = taker.drive().unwrap_or_else(|| drive::at(&arguments.settings, begun.elapsed().as_secs_f64()));
        outputs.drive(drive).map_err(|error| line_failure(&error))?;
        taker.driven(drive, now);
        assert!(panic.is_none_or(|panic| Instant::now() < panic), "a panic that was asked for");
        let next = Instant::now() + DRIVE_EVERY;
        tokio::select! {
            batch = taken.recv() => {
                let batch = batch.unwrap_or(Err(LineError::Deserted)).map_err(|error| line_failure(&error))?;
                now = batch.until_nanoseconds;
                // Times are told from the opening of the lines on, which the first signals are of.
                start = start.or_else(|| batch.signals.first().map(Signal::at_nanoseconds));
                taker.take(batch, start.unwrap_or(now))?;
            }
            () = sleep_until(end.map_or(next, |end| end.min(next))) => {}
            () = ending.told() => break,
        }
        if taker.has_enough() || end.is_some_and(|end| Instant::now() >= end) {
            break;
        }
    }
    gpio::make_safe("the command was told to end");
    taker.end()
}

/// The lines as they are shown.
struct Shown {
    /// How each stands, and how often it became active and inactive; the first is how it stood at the start.
    counts: BTreeMap<Input, (bool, u64, u64)>,
}

impl Taker for Shown {
    fn take(&mut self, batch: Batch, start: u64) -> Result<(), Failure> {
        for signal in batch.signals {
            match signal {
                Signal::Change(change) => self.change(change, start)?,
                Signal::Lost { at_nanoseconds, code, detail } => {
                    print(&json!({ "t": since(at_nanoseconds, start), "event": "lost", "code": code.name(), "detail": detail }))?;
                }
            }
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Failure> {
        let mut counts = self.counts.iter();
        counts.try_for_each(|(input, (active, rises, falls))| {
            print(&json!({ "event": "counted", "line": input.name(), "active": active, "rises": rises, "falls": falls }))
        })
    }
}

impl Shown {
    fn change(&mut self, change: Change, start: u64) -> Result<(), Failure> {
        let t = since(change.at_nanoseconds, start);
        let event = match self.counts.get_mut(&change.input) {
            None => {
                self.counts.insert(change.input, (change.active, 0, 0));
                "stands"
            }
            Some((active, rises, falls)) => {
                *active = change.active;
                *(if change.active { rises } else { falls }) += 1;
                "changed"
            }
        };
        print(&json!({ "t": t, "event": event, "line": change.input.name(), "active": change.active, "at_ns": change.at_nanoseconds }))
    }
}

/// The wheel as it is watched.
struct Watched {
    parameters: Parameters,
    wheel: Wheel,
    drive: Option<Drive>,
    /// How many spins are still to have their end, where somebody counts.
    spins: Option<u64>,
}

impl Watched {
    fn new(parameters: Parameters, spins: Option<u64>) -> Self {
        Self { wheel: Wheel::new(parameters.clone()), parameters, drive: None, spins }
    }

    /// What the wheel has read so far proves nothing any more: it begins anew, and knows how it is driven.
    fn lost(&mut self, at: u64, code: FaultCode, detail: String) -> WheelEvent {
        self.wheel = Wheel::new(self.parameters.clone());
        if let Some(drive) = self.drive {
            self.wheel.edge(Edge { at_nanoseconds: at, line: Line::RotorDirection, active: drive.rotor_clockwise });
        }
        WheelEvent { spin: None, happening: WheelHappening::Fault { code, detail }, evidence: Vec::new() }
    }
}

impl Taker for Watched {
    fn take(&mut self, batch: Batch, start: u64) -> Result<(), Failure> {
        for signal in batch.signals {
            match signal {
                Signal::Change(change) => change.edge().into_iter().for_each(|edge| self.wheel.edge(edge)),
                Signal::Lost { at_nanoseconds, code, detail } => {
                    let event = self.lost(at_nanoseconds, code, detail);
                    self.say(at_nanoseconds, start, &event)?;
                }
            }
            self.tell(batch.until_nanoseconds, start)?;
        }
        self.wheel.wake(batch.until_nanoseconds);
        self.tell(batch.until_nanoseconds, start)
    }

    fn has_enough(&self) -> bool {
        self.spins == Some(0)
    }

    fn driven(&mut self, drive: Drive, now: u64) {
        if self.drive == Some(drive) || now == 0 {
            return;
        }
        self.drive = Some(drive);
        let outputs = [(Line::RotorDirection, drive.rotor_clockwise), (Line::Blower, drive.blower > Duty::OFF)];
        for (line, active) in outputs {
            self.wheel.edge(Edge { at_nanoseconds: now, line, active });
        }
    }
}

impl Watched {
    fn tell(&mut self, now: u64, start: u64) -> Result<(), Failure> {
        while let Some(event) = self.wheel.poll_event() {
            self.say(now, start, &event)?;
        }
        Ok(())
    }

    fn say(&mut self, at: u64, start: u64, event: &WheelEvent) -> Result<(), Failure> {
        use WheelHappening::{Fault, NoSpin, Result as Read};
        if let (Some(spins), Read(_) | NoSpin(_) | Fault { .. }) = (&mut self.spins, &event.happening) {
            *spins = spins.saturating_sub(1);
        }
        let at = Span::from_microseconds(at.saturating_sub(start) / 1_000);
        print_line(&as_json(at, event))?;
        match decode_evidence(&event.evidence) {
            Some(edges) => print_line(&figures_as_json(at, &Measured::of(&edges, &self.parameters).figures)),
            None => Ok(()),
        }
    }
}

/// Seconds since the start, to the microsecond.
fn since(at: u64, start: u64) -> f64 {
    (at as f64 - start as f64).round() / 1e9
}

fn line_failure(error: &LineError) -> Failure {
    Failure::refused(error.reason(), error.to_string())
}
