//! `croupierctl spins drop-zone`: where the ball left the rim in the last rounds.

use clap::Args;
use serde_json::json;

use super::Place;
use crate::ctl::Failure;
use crate::service::{drop_zone, rounds};

/// Which spins to look at.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Over how many rounds, the newest of all.
    #[arg(long, value_name = "COUNT", default_value_t = 1_000)]
    last: usize,
    #[command(flatten)]
    place: Place,
}

/// One JSON object: how often in each part of the rim, towards where, and how likely that is by chance alone.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let rounds = rounds(&arguments.place.reader()?, arguments.last)?;
    let degrees: Vec<u16> = rounds.iter().flat_map(|round| &round.left_rim).map(|left| left.degrees).collect();
    let measured = drop_zone(&degrees);
    let value = json!({
        "spins": measured.zone.spins,
        "sectors_of_30_degrees": measured.zone.sectors,
        "mostly_at_degrees": measured.zone.mostly_at_degrees,
        "concentration": (measured.concentration * 1e3).round() / 1e3,
        "chance_on_a_level_wheel": measured.chance,
        "tilted": measured.zone.tilted,
    });
    Ok(format!("{value}\n"))
}
