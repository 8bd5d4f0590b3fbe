//! `croupierctl shoe simulate`: a card-reading shoe on a pseudo-terminal, and a dealer who draws what is wanted.

use clap::Args;
use serde_json::{Value, json};

use crate::ctl::Failure;
use crate::ctl::simulation::{self, Simulated};
use crate::sim::devices::pseudo_terminal::START;
use crate::sim::devices::shoe::{Behaviour, Deed, ShoeTruth, SimulatedShoe};

/// What to simulate.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    setup: simulation::Setup,
    /// A mistake or fault and how often it comes, such as `one-too-many=0.05`, per card, per loading or per line; or when it comes, such as
    /// `one-too-many@7`, with the seventh card. May be given several times.
    #[arg(long = "fault", value_name = "NAME=RATE")]
    faults: Vec<String>,
    /// After how many cards the cutting card comes; without it there is none.
    #[arg(long, value_name = "CARDS")]
    cut_after: Option<u16>,
    /// Ends after so many cards and loadings; without it the shoe runs until it is stopped.
    #[arg(long)]
    deeds: Option<u64>,
}

/// Simulates until it is stopped, and says what happens as it happens, one JSON object a line. A card that is not drawn to lie open is not
/// printed.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mut behaviour = Behaviour { cut_after: arguments.cut_after, ..Behaviour::default() };
    simulation::add_faults(&mut behaviour.faults, &arguments.faults)?;
    let what =
        Simulated { device: |seed| SimulatedShoe::new(seed, behaviour), started: json!({}), most: arguments.deeds, shows_requests: false };
    simulation::run(&arguments.setup, what, as_json)
}

fn as_json(truth: &ShoeTruth) -> Value {
    let mut value = match truth.deed {
        Deed::Loaded { packs } => json!({ "event": "loaded", "packs": packs }),
        Deed::Drawn { number, card, is_read, face_up } => json!({
            "event": "drawn",
            "number": number,
            "card": card.filter(|_| face_up == Some(true)).map(|card| card.to_string()),
            "read": is_read,
            "wanted": face_up.is_some(),
        }),
    };
    value["t"] = simulation::seconds(truth.at.since(START)).into();
    value["faults"] = truth.faults.iter().map(|fault| fault.name()).collect();
    value
}
