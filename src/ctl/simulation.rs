//! A simulated device on a pseudo-terminal, run until it is stopped: what `wheel simulate`, `shuffler simulate` and `shoe simulate`
//! share.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::Failure;
use super::line::print;
use super::runtime::{Ending, block_on};
use crate::model::Span;
use crate::sim::devices::SimulatedDevice;
use crate::sim::devices::faults::{FaultKind, Faults};
use crate::sim::devices::pseudo_terminal::{self, Options, PseudoTerminalError, Report};

/// Where and how fast to simulate, and by which chance.
#[derive(Debug, Args)]
pub(crate) struct Setup {
    /// The path at which the port is to be opened: a symbolic link, made now and removed at the end.
    #[arg(long, value_name = "PATH")]
    link: PathBuf,
    /// The seed of all chance, the order of any cards included; without one the operating system gives it, and it is printed.
    #[arg(long)]
    seed: Option<u64>,
    /// How many times faster than life time runs.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    speed: u32,
}

/// What is to be simulated.
pub(super) struct Simulated<D> {
    /// The device of a seed.
    pub(super) device: D,
    /// What is printed at the start besides where, how fast and by which seed.
    pub(super) started: Value,
    /// After how many games or orders to end; never where `None`.
    pub(super) most: Option<u64>,
    /// Whether to print what the host sends.
    pub(super) shows_requests: bool,
}

/// The seed that was given, or one from the operating system.
pub(super) fn seed(given: Option<u64>) -> Result<u64, Failure> {
    given.map_or_else(|| getrandom::u64().map_err(|error| Failure::ours("no-randomness", error.to_string())), Ok)
}

/// Adds the faults that were given on the command line.
pub(super) fn add_faults<F: FaultKind>(faults: &mut Faults<F>, given: &[String]) -> Result<(), Failure> {
    given.iter().try_for_each(|text| faults.add(text).map_err(|expected| bad_fault(text, &expected)))
}

/// A fault on the command line that cannot be read.
pub(super) fn bad_fault(text: &str, expected: &str) -> Failure {
    Failure::refused("bad-fault", format!("{text}: expected {expected}")).with("fault", text)
}

/// A length of time in seconds.
pub(super) fn seconds(span: Span) -> f64 {
    span.milliseconds() as f64 / 1_000.0
}

/// Simulates until it is stopped, and says what happens as it happens, one JSON object a line. `as_json` says what is printed of what
/// really happened.
pub(super) fn run<D>(setup: &Setup, what: Simulated<impl FnOnce(u64) -> D>, as_json: impl Fn(&D::Truth) -> Value) -> Result<String, Failure>
where
    D: SimulatedDevice<Truth: Send> + Send + 'static,
{
    let seed = seed(setup.seed)?;
    let Simulated { device, mut started, most, shows_requests } = what;
    started["t"] = 0.0.into();
    started["event"] = "started".into();
    started["link"] = json!(setup.link);
    started["seed"] = seed.into();
    started["speed"] = setup.speed.into();
    let what = Simulated { device: device(seed), started, most, shows_requests };
    block_on(simulate(setup, what, as_json))??;
    Ok(String::new())
}

async fn simulate<D>(setup: &Setup, what: Simulated<D>, as_json: impl Fn(&D::Truth) -> Value) -> Result<(), Failure>
where
    D: SimulatedDevice<Truth: Send> + Send + 'static,
{
    let (reports, mut said) = mpsc::unbounded_channel();
    let options = Options { link: setup.link.clone(), device: what.device, speed: setup.speed, reports: Some(reports) };
    let mut running = pseudo_terminal::start(options).map_err(failure)?;
    let mut ending = Ending::listen()?;
    print(&what.started)?;
    let mut over = 0;
    while what.most.is_none_or(|most| over < most) {
        tokio::select! {
            report = said.recv() => {
                let Some(report) = report else { return running.ended().await.map_err(failure) };
                over += u64::from(matches!(report, Report::Truth(_)));
                say(&report, what.shows_requests, &as_json)?;
            }
            () = ending.told() => break,
        }
    }
    running.stop().await.map_err(failure)
}

fn failure(error: PseudoTerminalError) -> Failure {
    let message = error.to_string();
    match error {
        PseudoTerminalError::Terminal(_) => Failure::ours("no-terminal", message),
        PseudoTerminalError::Link { path, .. } => Failure::refused("bad-link", message).with("path", path.display().to_string()),
        PseudoTerminalError::Occupied(path) => Failure::refused("link-occupied", message).with("path", path.display().to_string()),
    }
}

/// Prints what happened: one object, or one for each line that was received.
fn say<T>(report: &Report<T>, shows_requests: bool, as_json: impl Fn(&T) -> Value) -> Result<(), Failure> {
    match report {
        Report::PortThere(at, terminal) => print(&json!({ "t": seconds(*at), "event": "port-there", "terminal": terminal })),
        Report::PortGone(at) => print(&json!({ "t": seconds(*at), "event": "port-gone" })),
        Report::Opened(at) => print(&json!({ "t": seconds(*at), "event": "opened" })),
        Report::Closed(at) => print(&json!({ "t": seconds(*at), "event": "closed" })),
        Report::Received(at, bytes) if shows_requests => {
            let text = String::from_utf8_lossy(bytes);
            let mut lines = text.split(['\r', '\n']).filter(|line| !line.is_empty());
            lines.try_for_each(|line| print(&json!({ "t": seconds(*at), "event": "received", "line": line })))
        }
        Report::Received(..) => Ok(()),
        Report::Truth(truth) => print(&as_json(truth)),
    }
}
