//! `croupierctl shuffler simulate`: a shuffle machine on a pseudo-terminal, for whoever wants to drive one without having one.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use crate::ctl::Failure;
use crate::ctl::simulation::{self, Simulated};
use crate::sim::pseudo_terminal::START;
use crate::sim::shuffler::{Behaviour, OrderTruth, SimulatedShuffler};

/// What to simulate.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The path at which the port is to be opened: a symbolic link, made now and removed at the end.
    #[arg(long, value_name = "PATH")]
    link: PathBuf,
    /// The seed of all chance, the order of the cards included; without one the operating system gives it, and it is printed.
    #[arg(long)]
    seed: Option<u64>,
    /// How many times faster than life the machine's time runs.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    speed: u32,
    /// How many packs are in the machine.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=8))]
    packs: u8,
    /// A fault and how often it comes, such as `jam=0.05`, per card, per shuffle or per answer; or when it comes, such as `jam@7`, with
    /// the seventh card. May be given several times.
    #[arg(long = "fault", value_name = "NAME=RATE or NAME@NUMBER")]
    faults: Vec<String>,
    /// Ends after this many orders; without it the machine runs until it is stopped.
    #[arg(long)]
    orders: Option<u64>,
}

/// Simulates until it is stopped, and says what happens as it happens, one JSON object a line. A card that lies face down is not
/// printed.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mut behaviour = Behaviour { packs: arguments.packs, ..Behaviour::default() };
    arguments.faults.iter().try_for_each(|text| behaviour.faults.add(text).map_err(|expected| simulation::bad_fault(text, &expected)))?;
    let seed = simulation::seed(arguments.seed)?;
    let started = json!({
        "t": 0.0, "event": "started", "link": arguments.link, "seed": seed, "speed": arguments.speed, "packs": arguments.packs,
    });
    let what = Simulated {
        link: &arguments.link,
        device: SimulatedShuffler::new(seed, behaviour),
        speed: arguments.speed,
        most: arguments.orders,
        shows_requests: false,
    };
    simulation::run(what, &started, as_json)
}

fn as_json(truth: &OrderTruth) -> Value {
    let cards: Vec<_> = truth.cards.iter().map(|card| card.map(|card| card.to_string())).collect();
    json!({
        "t": simulation::seconds(truth.ended_at.since(START)),
        "event": "order",
        "host": truth.host,
        "number": truth.number,
        "deed": truth.deed.to_lowercase(),
        "end": truth.end.to_lowercase(),
        "cards_out": cards.len(),
        "cards": truth.face_up.then_some(cards),
        "faults": truth.faults.iter().map(|fault| fault.name()).collect::<Vec<_>>(),
    })
}
