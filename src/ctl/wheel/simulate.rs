//! `croupierctl wheel simulate`: a wheel on a pseudo-terminal, for people who want to drive one without having one.

use std::collections::BTreeMap;

use clap::Args;
use serde_json::{Value, json};

use crate::ctl::Failure;
use crate::ctl::simulation::{self, Simulated};
use crate::model::{Pocket, Timestamp};
use crate::profiles::{self, Kind};
use crate::sensing::slingshot::{LaunchedBy, Parameters};
use crate::sim::chance::Rate;
use crate::sim::devices::pseudo_terminal::START;
use crate::sim::devices::slingshot::{Behaviour, Fault, Make, SimulatedWheel, SpinTruth};

/// What to simulate.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    setup: simulation::Setup,
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
    /// Ends after so many spins; without it the wheel plays until it is stopped.
    #[arg(long, value_name = "COUNT")]
    spins: Option<u64>,
    /// The wheel: a shipped device such as `slingshot-2` or `mercury-360`, or a device file.
    #[arg(long, default_value = "slingshot-2", value_name = "NAME-OR-FILE")]
    device: String,
}

/// Simulates until it is stopped, and says what happens as it happens, one JSON object a line.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let device = profiles::load::<Parameters>(Kind::Device, &arguments.device)?.value;
    let behaviour = behaviour(arguments, device.launched_by)?;
    let what = Simulated {
        device: |seed| SimulatedWheel::new(seed, behaviour),
        started: json!({ "device": arguments.device }),
        most: arguments.spins,
        shows_requests: true,
    };
    simulation::run(&arguments.setup, what, spin_as_json)
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
    let wrong = |expected: &str| simulation::bad_fault(text, expected);
    let (name, rate) = text.split_once('=').ok_or_else(|| wrong("NAME=RATE, such as launch-failed=0.05"))?;
    let fault = Fault::named(name).ok_or_else(|| wrong(&format!("one of {}", Fault::ALL.map(Fault::name).join(", "))))?;
    Ok((fault, rate.parse().ok().and_then(Rate::from_part).ok_or_else(|| wrong("a rate from 0 to 1"))?))
}

fn spin_as_json(spin: &SpinTruth) -> Value {
    let moment = |at: Timestamp| simulation::seconds(at.since(START));
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
