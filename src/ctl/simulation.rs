//! A simulated device on a pseudo-terminal, run until it is stopped: what `wheel simulate` and `shuffler simulate` share.

use std::path::Path;

use serde_json::{Value, json};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

use super::Failure;
use super::line::print;
use crate::model::Span;
use crate::sim::SimulatedDevice;
use crate::sim::chance::Rate;
use crate::sim::pseudo_terminal::{self, Options, PseudoTerminalError, Report};

/// What is to be simulated.
pub(super) struct Simulated<'a, D> {
    /// The path at which the port is to be opened.
    pub(super) link: &'a Path,
    /// The device.
    pub(super) device: D,
    /// How many times faster than life its time runs.
    pub(super) speed: u32,
    /// After how many games or orders to end; never where `None`.
    pub(super) most: Option<u64>,
    /// Whether to print what the host sends.
    pub(super) shows_requests: bool,
}

/// The seed that was given, or one from the operating system.
pub(super) fn seed(given: Option<u64>) -> Result<u64, Failure> {
    given.map_or_else(|| getrandom::u64().map_err(|error| Failure::ours("no-randomness", error.to_string())), Ok)
}

/// The rate that a text says; none where it is not between 0 and 1.
pub(super) fn rate(text: &str) -> Option<Rate> {
    text.parse().ok().and_then(Rate::from_part)
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
pub(super) fn run<D>(what: Simulated<'_, D>, started: &Value, as_json: impl Fn(&D::Truth) -> Value) -> Result<String, Failure>
where
    D: SimulatedDevice<Truth: Send> + Send + 'static,
{
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::ours("simulation", error.to_string()))?;
    runtime.block_on(simulate(what, started, as_json))?;
    Ok(String::new())
}

async fn simulate<D>(what: Simulated<'_, D>, started: &Value, as_json: impl Fn(&D::Truth) -> Value) -> Result<(), Failure>
where
    D: SimulatedDevice<Truth: Send> + Send + 'static,
{
    let (reports, mut said) = mpsc::unbounded_channel();
    let options = Options { link: what.link.to_owned(), device: what.device, speed: what.speed, reports: Some(reports) };
    let mut running = pseudo_terminal::start(options).map_err(failure)?;
    let interrupted = tokio::signal::ctrl_c();
    let mut terminated = signal(SignalKind::terminate()).map_err(|error| failure(error.into()))?;
    tokio::pin!(interrupted);
    print(started)?;
    let mut over = 0;
    while what.most.is_none_or(|most| over < most) {
        tokio::select! {
            report = said.recv() => {
                let Some(report) = report else { return running.ended().await.map_err(failure) };
                over += u64::from(matches!(report, Report::Truth(_)));
                say(&report, what.shows_requests, &as_json)?;
            }
            _ = &mut interrupted => break,
            _ = terminated.recv() => break,
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
