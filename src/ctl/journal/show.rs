//! `croupierctl journal show`: one record, in full. It works on every record that can still be read.

use clap::Args;

use super::deals::{ToldCards, holds_card};
use super::{Place, json};
use crate::ctl::Failure;
use crate::journal::MirrorReader;

/// Which record to show.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The record's number.
    number: u64,
    #[command(flatten)]
    place: Place,
}

/// Why there is no such record.
pub(super) fn none_of(number: u64, reader: &MirrorReader) -> Failure {
    let removed = reader.base().ok().flatten().map_or(0, |base| base.head().number);
    let why = if (1..=removed).contains(&number) { format!(": those up to {removed} were exported and removed") } else { String::new() };
    Failure::refused("no-such-record", format!("the journal has no record {number}{why}")).with("number", number)
}

/// The record as one JSON object.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let number = arguments.number;
    let reader = arguments.place.reader()?;
    let link = reader.read(number)?;
    let link = link.ok_or_else(|| none_of(number, &reader))?;
    let tells_card = holds_card(&link) && ToldCards::of(&reader)?.has(number);
    Ok(format!("{}\n", json::link(&link, tells_card)))
}
