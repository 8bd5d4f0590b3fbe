//! `croupierctl journal verify`: nothing is believed. The chain of hashes and both copies are checked, and every step, with its
//! settlements, is computed again from the recorded bets and outcomes.

use clap::Args;
use serde_json::json;

use super::{Place, Progress, Replayed};
use crate::ctl::Failure;
use crate::journal::{JournalError, Link, verify};

/// What to verify.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Check the chain and the copies only, and do not step the records again.
    #[arg(long)]
    chain_only: bool,
    #[command(flatten)]
    place: Place,
}

/// Says how far everything agrees, or names the first record that does not.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    arguments.place.reader()?;
    let progress = Progress::begin("verified");
    let mut replayed = Replayed::default();
    let mut disagreement = None;
    let each = |link: &Link| {
        progress.reached(link.entry.number);
        if arguments.chain_only {
            return Ok(());
        }
        replayed.take(link).map_err(|failure| {
            let stopped = JournalError::Record(failure.to_string());
            disagreement = Some(failure);
            stopped
        })
    };
    let verified = verify(&arguments.place.paths(), each);
    if let Some(failure) = disagreement {
        return Err(failure);
    }
    let verified = verified?;
    let answer = json!({
        "verified": verified.head.number,
        "hash": verified.head.hash.to_string(),
        "mirror": true,
        "store": verified.store,
        "steps": !arguments.chain_only,
    });
    Ok(format!("{answer}\n"))
}
