//! `croupierctl wheel simulate`: a wheel on a pseudo-terminal, for whoever wants to drive one without having one.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::event::print;
use crate::ctl::Failure;
use crate::model::{Pocket, Span, Timestamp};
use crate::profiles::{self, Kind};
use crate::sensing::slingshot::{LaunchedBy, Parameters};
use crate::sim::chance::Rate;
use crate::sim::pseudo_terminal::{self, Options, PseudoTerminalError, Report, Running, START};
use crate::sim::slingshot::{Behaviour, Fault, Make, SpinTruth};

/// What to simulate.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The path at which the port is to be opened: a symbolic link, made now and removed at the end.
    #[arg(long, value_name = "PATH")]
    link: PathBuf,
    /// The seed of all chance; without one the operating system gives it, and it is printed.
    #[arg(long)]
    seed: Option<u64>,
    /// How many times faster than life the wheel's time runs.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    speed: u32,
    /// A fault and how often it comes, such as `launch-failed=0.05`: per game, per line or per reply. May be given several times.
    #[arg(long = "fault", value_name = "NAME=RATE")]
    faults: Vec<String>,
    /// Every fault as often as on real wheels; `--fault` changes single ones.
    #[arg(long)]
    field_faults: bool,
    /// The numbers that fall in the first games, such as `7,0,36`; after these they are drawn.
    #[arg(long, value_delimiter = ',', value_name = "NUMBERS")]
    outcomes: Vec<u8>,
    /// The wheel runs already and need not be switched on.
    #[arg(long)]
    running: bool,
    /// Ends after this many games; without it the wheel plays until it is stopped.
    #[arg(long)]
    spins: Option<u64>,
    /// The wheel: a shipped device such as `slingshot-2` or `mercury-360`, or a device file.
    #[arg(long, default_value = "slingshot-2", value_name = "NAME-OR-FILE")]
    device: String,
}

/// Simulates until it is stopped, and says what happens as it happens, one JSON object a line.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let device = profiles::load::<Parameters>(Kind::Device, &arguments.device)?.value;
    let behaviour = behaviour(arguments, device.launched_by)?;
    let ours = |error: io::Error| Failure::ours("simulation", error.to_string());
    let seed = match arguments.seed {
        Some(seed) => seed,
        None => getrandom::u64().map_err(|error| Failure::ours("no-randomness", error.to_string()))?,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(ours)?;
    runtime.block_on(simulate(arguments, seed, behaviour))?;
    Ok(String::new())
}

fn behaviour(arguments: &Arguments, launched_by: LaunchedBy) -> Result<Behaviour, Failure> {
    let mut rates = if arguments.field_faults { Behaviour::field().rates } else { BTreeMap::new() };
    for text in &arguments.faults {
        let (fault, rate) = fault(text)?;
        rates.insert(fault, rate);
    }
    let pocket = |&number: &u8| {
        Pocket::new(number).ok_or_else(|| Failure::refused("bad-outcome", format!("{number} is no pocket: expected 0 to 36")))
    };
    let outcomes = arguments.outcomes.iter().map(pocket).collect::<Result<_, _>>()?;
    let make = match launched_by {
        LaunchedBy::Wheel => Make::SlingShot2,
        LaunchedBy::Dealer => Make::Mercury360,
    };
    Ok(Behaviour { make, rates, outcomes, running: arguments.running, ..Behaviour::default() })
}

fn fault(text: &str) -> Result<(Fault, Rate), Failure> {
    let wrong = |expected: String| Failure::refused("bad-fault", format!("{text}: expected {expected}")).with("fault", text);
    let names = || Fault::ALL.map(Fault::name).join(", ");
    let (name, rate) = text.split_once('=').ok_or_else(|| wrong("NAME=RATE, such as launch-failed=0.05".to_owned()))?;
    let fault = Fault::named(name).ok_or_else(|| wrong(format!("one of {}", names())))?;
    let rate = rate.parse().ok().and_then(Rate::from_part).ok_or_else(|| wrong("a rate from 0 to 1".to_owned()))?;
    Ok((fault, rate))
}

async fn simulate(arguments: &Arguments, seed: u64, behaviour: Behaviour) -> Result<(), Failure> {
    let (reports, mut said) = mpsc::unbounded_channel();
    let link = arguments.link.clone();
    let options = Options { link, seed, behaviour, speed: arguments.speed, reports: Some(reports) };
    let mut running = pseudo_terminal::start(options).map_err(failure)?;
    let interrupted = tokio::signal::ctrl_c();
    let mut terminated =
        tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).map_err(|error| failure(error.into()))?;
    tokio::pin!(interrupted);
    print(
        &json!({ "t": 0.0, "event": "started", "link": arguments.link, "seed": seed, "speed": arguments.speed, "device": arguments.device }),
    )?;
    let mut spins = 0;
    while arguments.spins.is_none_or(|most| spins < most) {
        tokio::select! {
            report = said.recv() => {
                let Some(report) = report else { return running.ended().await.map_err(failure) };
                spins += u64::from(matches!(report, Report::Spin(_)));
                say(&report)?;
            }
            _ = &mut interrupted => break,
            _ = terminated.recv() => break,
        }
    }
    stop(running).await
}

async fn stop(running: Running) -> Result<(), Failure> {
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

/// Prints what happened: one object, or one for each line of a command.
fn say(report: &Report) -> Result<(), Failure> {
    match report {
        Report::PortThere(at, terminal) => print(&json!({ "t": seconds(*at), "event": "port-there", "terminal": terminal })),
        Report::PortGone(at) => print(&json!({ "t": seconds(*at), "event": "port-gone" })),
        Report::Opened(at) => print(&json!({ "t": seconds(*at), "event": "opened" })),
        Report::Closed(at) => print(&json!({ "t": seconds(*at), "event": "closed" })),
        Report::Received(at, bytes) => {
            let text = String::from_utf8_lossy(bytes);
            let mut lines = text.split(['\r', '\n']).filter(|line| !line.is_empty());
            lines.try_for_each(|line| print(&json!({ "t": seconds(*at), "event": "received", "line": line })))
        }
        Report::Spin(spin) => print(&spin_as_json(spin)),
    }
}

fn spin_as_json(spin: &SpinTruth) -> Value {
    let moment = |at: Timestamp| seconds(at.since(START));
    json!({
        "t": moment(spin.ended_at),
        "event": "spin",
        "launch": spin.launch,
        "end": spin.end.name(),
        "pocket": spin.end.pocket(),
        "counter": spin.counter,
        "started": moment(spin.started_at),
        "rim": spin.rim_at.map(moment),
        "faults": spin.faults.iter().map(|fault| fault.name()).collect::<Vec<_>>(),
    })
}

fn seconds(span: Span) -> f64 {
    span.milliseconds() as f64 / 1_000.0
}
