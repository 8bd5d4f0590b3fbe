//! `croupierctl spins`: one line a round, oldest first.

use clap::Args;

use super::Place;
use crate::ctl::Failure;
use crate::ctl::journal::lines_or_head;
use crate::diagnostics::rounds;
use crate::model::RoundTrace;

/// Which spins to list.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// How many rounds, the newest of all.
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    last: usize,
    #[command(flatten)]
    place: Place,
}

/// The newest rounds, one JSON object a line.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let reader = arguments.place.reader()?;
    let head = reader.head()?;
    let rounds = rounds(&reader, arguments.last)?;
    let line = |round: &RoundTrace| serde_json::to_string(round).expect("a round has no keys that JSON cannot hold");
    Ok(lines_or_head(rounds.iter().rev().map(|round| line(round) + "\n").collect(), head))
}
