//! `croupierctl wheel simulate-lines`: one spin of the simulated wheel on lines of the kernel's own simulator (`gpio-sim`), for everybody
//! who wants to see the driver read real kernel lines without having a wheel.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde_json::json;

use crate::ctl::Failure;
use crate::ctl::line::print;
use crate::profiles::{self, LineKeys, LineName, WheelKeys};
use crate::sensing::three_sensor::{Edge, Input, Line, Output};
use crate::sim::devices::three_sensor::{Level, Script, spin};

/// How often the blower is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// An edge that is shown later than this is no longer the edge of such a wheel: a fast ball has passed its sensor by then.
const LATE: Duration = Duration::from_millis(10);

/// What to simulate.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The cabinet file that names the lines, all on one chip and by their numbers.
    #[arg(long, value_name = "NAME-OR-FILE")]
    cabinet: String,
    /// The chip's folder in which the simulated lines lie, `/sys/devices/platform/gpio-sim.0/gpiochip0` or the like.
    #[arg(long, value_name = "DIR")]
    chip: PathBuf,
    /// The seed of all chance.
    #[arg(long)]
    seed: u64,
    /// The noise on the lines.
    #[arg(long, value_enum, default_value_t = Noise::Clean)]
    noise: Noise,
    /// How long to wait for the blower, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,
}

/// The noise on the lines.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Noise {
    /// None.
    Clean,
    /// As in the field.
    Field,
    /// Worse.
    Harsh,
}

/// Waits for the blower, then shows a whole spin on the input lines; says before what happens in it, and where it came too late.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let cabinet = profiles::load_cabinet(&arguments.cabinet)?.value;
    let WheelKeys::Lines { lines: keys, .. } = &cabinet.wheel else {
        let message = format!("{}: the wheel of this cabinet is not on bare lines", arguments.cabinet);
        return Err(Failure::refused("no-lines", message));
    };
    let level = match arguments.noise {
        Noise::Clean => Level::Clean,
        Noise::Field => Level::Field,
        Noise::Harsh => Level::Harsh,
    };
    let recorded = spin(arguments.seed, level, Script::Plain);
    let chip = SimulatedChip { folder: &arguments.chip, keys };
    for (input, _) in keys.inputs() {
        chip.show(input, false)?;
    }
    print(&json!({ "event": "ready", "truth": recorded.truth }))?;
    chip.wait_for_blower(Duration::from_secs(arguments.patience))?;
    let late = play(&chip, &recorded.edges, recorded.truth.launch_s)?;
    print(&json!({ "event": "shown", "edges": recorded.edges.len(), "latest_milliseconds": late.as_secs_f64() * 1e3 }))?;
    Ok(String::new())
}

/// Shows the edges of the inputs from the launch on, each at its time; says how late the latest was.
fn play(chip: &SimulatedChip<'_>, edges: &[Edge], launch_seconds: f64) -> Result<Duration, Failure> {
    let launch = Duration::from_secs_f64(launch_seconds.max(0.0));
    let start = Instant::now();
    let mut latest = Duration::ZERO;
    for edge in edges {
        let Some(input) = Input::ALL.into_iter().find(|input| input.line() == Some(edge.line)) else { continue };
        let Some(due) = Duration::from_nanos(edge.at_nanoseconds).checked_sub(launch) else { continue };
        std::thread::sleep(due.saturating_sub(start.elapsed()));
        chip.show(input, edge.active)?;
        let late = start.elapsed().saturating_sub(due);
        if late > latest.max(LATE) {
            print(&json!({ "event": "late", "milliseconds": late.as_secs_f64() * 1e3 }))?;
        }
        latest = latest.max(late);
    }
    Ok(latest)
}

/// A chip of `gpio-sim`, as a wheel is wired to it.
struct SimulatedChip<'a> {
    folder: &'a Path,
    keys: &'a LineKeys,
}

impl SimulatedChip<'_> {
    /// An input is active or inactive from now on.
    fn show(&self, input: Input, active: bool) -> Result<(), Failure> {
        let Some((_, keys)) = self.keys.inputs().find(|(wired, _)| *wired == input) else { return Ok(()) };
        let path = self.file(&keys.line, "pull")?;
        let pull = if active == keys.active_low { "pull-down" } else { "pull-up" };
        std::fs::write(&path, pull).map_err(|error| unreachable_line(&path, &error))
    }

    /// Waits until the blower is driven.
    fn wait_for_blower(&self, patience: Duration) -> Result<(), Failure> {
        let (_, keys) =
            self.keys.outputs().find(|(output, _)| *output == Output::Blower).expect("every cabinet on bare lines has a blower");
        let path = self.file(&keys.line, "value")?;
        let start = Instant::now();
        while start.elapsed() < patience {
            let value = std::fs::read_to_string(&path).map_err(|error| unreachable_line(&path, &error))?;
            if (value.trim_end() == "1") != keys.active_low {
                return Ok(());
            }
            std::thread::sleep(LOOK_EVERY);
        }
        Err(Failure::refused("no-launch", format!("{} was not driven for {} s", Line::Blower.name(), patience.as_secs())))
    }

    fn file(&self, line: &LineName, name: &str) -> Result<PathBuf, Failure> {
        match line {
            LineName::Offset(offset) => Ok(self.folder.join(format!("sim_gpio{offset}")).join(name)),
            LineName::Name(line) => Err(Failure::refused("line-by-name", format!("line {line:?}: expected its number"))),
        }
    }
}

fn unreachable_line(path: &Path, error: &std::io::Error) -> Failure {
    Failure::refused("no-simulated-line", format!("{}: {error}; is this the folder of a gpio-sim chip?", path.display()))
}
