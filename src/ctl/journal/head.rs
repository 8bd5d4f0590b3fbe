//! `croupierctl journal head`: how far the journal has come. Off the board, it is the anchor that `journal verify --expect-head` holds the
//! history to, even if a stranger has had the disk since.

use clap::Args;
use serde_json::json;

use super::Place;
use crate::ctl::Failure;

/// Which journal.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: Place,
}

/// The head, when its record was made, and where older records were removed the head of those.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let reader = arguments.place.reader()?;
    let head = reader.head()?;
    let last = reader.read(head.number)?;
    let at = last.map(|link| link.entry.at.microseconds());
    let mut answer = json!({"head": head.to_string(), "number": head.number, "hash": head.hash.to_string(), "at": at});
    if let Ok(Some(base)) = reader.base() {
        answer["removed"] = base.head().to_string().into();
    }
    Ok(format!("{answer}\n"))
}
