//! `croupierctl journal rebuild`: what the daemon does at a start, done by hand, or one copy made wholly anew from the other.
//! Nothing is deleted: what is replaced is set aside.

use clap::{Args, ValueEnum};
use serde_json::json;

use super::Place;
use crate::ctl::Failure;
use crate::journal::{Copy, Journal, rebuild};

/// What to rebuild.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Make the other copy wholly anew from this one, after it was read to the end. Without this only what a start would repair
    /// is repaired.
    #[arg(long, value_enum)]
    from: Option<From>,
    #[command(flatten)]
    place: Place,
}

/// The copy to believe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum From {
    /// The sled store.
    Store,
    /// The mirror.
    Mirror,
}

/// Repairs, and says what was done.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let paths = arguments.place.paths();
    if !paths.journal.exists() && !paths.mirror.exists() {
        let path = paths.journal.display().to_string();
        return Err(Failure::refused("no-journal", format!("{path}: there is neither a store nor a mirror")).with("path", path));
    }
    let report = match arguments.from {
        None => Journal::open(&paths)?.1,
        Some(From::Store) => rebuild(&paths, Copy::Store)?,
        Some(From::Mirror) => rebuild(&paths, Copy::Mirror)?,
    };
    let set_aside: Vec<String> = report.set_aside.iter().map(|path| path.display().to_string()).collect();
    let answer = json!({
        "found": report.meaning,
        "details": report.details,
        "copied": report.copied,
        "set_aside": set_aside,
        "records": report.head.number,
        "hash": report.head.hash.to_string(),
    });
    Ok(format!("{answer}\n"))
}
