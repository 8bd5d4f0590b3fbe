//! `croupierctl shuffler simulate`: a shuffle machine on a pseudo-terminal, for people who want to drive one without having one.

use clap::Args;
use serde_json::{Value, json};

use crate::ctl::Failure;
use crate::ctl::simulation::{self, Simulated};
use crate::sim::devices::pseudo_terminal::START;
use crate::sim::devices::shuffler::{Behaviour, OrderTruth, SimulatedShuffler};

/// What to simulate.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    setup: simulation::Setup,
    /// How many packs are in the machine.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=8))]
    packs: u8,
    /// A fault and how often it comes, such as `jam=0.05`, per card, per shuffle or per answer; or when it comes, such as `jam@7`, with
    /// the seventh card. May be given several times.
    #[arg(long = "fault", value_name = "NAME=RATE")]
    faults: Vec<String>,
    /// Ends after this many orders; without it the machine runs until it is stopped.
    #[arg(long)]
    orders: Option<u64>,
}

/// Simulates until it is stopped, and says what happens as it happens, one JSON object a line. A card that lies face down is not
/// printed.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mut behaviour = Behaviour { packs: arguments.packs, ..Behaviour::default() };
    simulation::add_faults(&mut behaviour.faults, &arguments.faults)?;
    let what = Simulated {
        device: |seed| SimulatedShuffler::new(seed, behaviour),
        started: json!({ "packs": arguments.packs }),
        most: arguments.orders,
        shows_requests: false,
    };
    simulation::run(&arguments.setup, what, as_json)
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
