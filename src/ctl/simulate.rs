//! `croupierctl simulate`: nights of the whole cabinet from a seed, with an auditor looking on.

use std::collections::BTreeMap;

use clap::Args;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::Failure;
use crate::sim::night::{Report, Trouble, night};

/// What to simulate.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The seed; the same seed is the same night.
    #[arg(long)]
    seed: u64,
    /// How many spins have a result.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    spins: u64,
    /// A rules file that the auditor knows; drawn from the seed where it is not given.
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
}

/// What a night came to.
#[derive(Serialize)]
struct Summary<'a> {
    seed: u64,
    rules: &'a str,
    counts: &'a BTreeMap<String, u64>,
    /// SHA-256 of the cabinet's bytes at the end.
    state_sha256: String,
}

/// Plays the night twice, and says what both came to; how far it is goes to standard error.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let first = play(arguments, "first")?;
    let second = play(arguments, "second")?;
    if first != second {
        return Err(Failure::ours("not-repeatable", format!("seed {} came to two different ends", arguments.seed)));
    }
    let digest = Sha256::digest(&first.bytes);
    let state_sha256 = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let summary = Summary { seed: first.seed, rules: &first.rules, counts: &first.counts, state_sha256 };
    let text = serde_json::to_string(&summary).expect("numbers and names can always be written as JSON");
    Ok(format!("{text}\n"))
}

fn play(arguments: &Arguments, which: &str) -> Result<Report, Failure> {
    let progress = |spins| eprintln!("{which} run: {spins} of {} spins", arguments.spins);
    night(arguments.seed, arguments.spins, arguments.rules.as_deref(), progress).map_err(|trouble| {
        let message = trouble.to_string();
        match trouble {
            Trouble::Objection { seed, objection } => {
                Failure::ours("auditor-objects", message).with("seed", seed).with("input", objection.input)
            }
            Trouble::Wrong { seed, input, .. } => Failure::ours("wrong", message).with("seed", seed).with("input", input),
            Trouble::Rules(_) => Failure::refused("unknown-profile", message),
        }
    })
}
