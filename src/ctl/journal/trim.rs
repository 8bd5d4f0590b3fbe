//! `croupierctl journal trim`: records of long ago leave the board. Before one is removed all are verified, those that go are written to a file as
//! signed evidence, and the file is proved; a named person answers for it, and the journal records the name.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::signed::{self, Heads};
use super::verify::walk;
use super::{Place, decide, key};
use crate::cabinet::Cabinet;
use crate::ctl::Failure;
use crate::journal::{Base, Checkpoint, Head, Journal, Milestones, MirrorReader, trim};
use crate::model::{JournalDecision, JournalStep, Span, Timestamp};

/// What goes, and where it is kept.
#[derive(Debug, Args)]
pub(crate) struct Trimming {
    /// The new file for the records that go, best on another disk. `journal verify FILE --key` proves it anywhere.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many days of records stay at least, back from the newest one.
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    keep_days: u32,
    #[command(flatten)]
    decision: decide::Arguments,
}

/// Verifies everything, exports what goes, proves the export, and removes it.
pub(super) fn run(arguments: &Trimming) -> Result<String, Failure> {
    let place = &arguments.decision.place;
    place.require_owner()?;
    let (paths, marks) = (place.paths(), place.marks());
    // The daemon must have ended, and both copies be equal.
    let origin = Journal::open_marked(&paths, &marks)?.0.origin()?;
    let origin = origin.ok_or_else(|| Failure::refused("no-journal", "the journal has no records"))?;
    let last = last_to_go(&place.reader()?, arguments.keep_days)?;
    let people = arguments.decision.people(&place.access_file(), &paths.mirror)?;
    let base = Base { origin, state: verified_state(place, last)? };
    let exported = signed::export(place, 1, last.number, &arguments.file)?;
    if exported.end != last {
        fs::remove_file(&arguments.file).map_err(|error| Failure::unwritable(&arguments.file, &error))?;
        let number = exported.held_back_from.unwrap_or(exported.end.number + 1);
        let message =
            format!("a deal is under way since record {number}, and its records cannot leave the cabinet: trim when it has ended");
        return Err(Failure::refused("nothing-to-trim", message).with("number", number));
    }
    signed::verify(&arguments.file, key::of(place)?.public(), Some(last))?;
    let decision = JournalDecision { state_sha256: Some(base.sha256()), ..people.decision(JournalStep::Trim, last) };
    let [store, mirror] = trim(&paths, &marks, &base, &decision)?;
    Milestones::of_data(place.data()).remove_up_to(last.number)?;
    let trimmed = json!({
        "export": exported.as_json(),
        "removed": last.to_string(),
        "mirror_begins": mirror.number + 1,
        "store_begins": store.number + 1,
    });
    Ok(decide::line(&people, trimmed))
}

/// The last record that may go by its age: those before it fill whole files of the mirror, and none is of the days that stay.
///
/// # Errors
/// Where there is no such record.
fn last_to_go(reader: &MirrorReader, keep_days: u32) -> Result<Head, Failure> {
    let at =
        |number: u64| -> Result<Option<(Head, Timestamp)>, Failure> { Ok(reader.read(number)?.map(|link| (link.head(), link.entry.at))) };
    let newest = at(reader.head()?.number)?.map_or(Timestamp::default(), |(_, newest)| newest);
    let stay = Span::from_seconds(u64::from(keep_days) * 86_400);
    for start in reader.starts().into_iter().skip(1).rev() {
        if let Some((head, _)) = at(start - 1)?.filter(|(_, ended_at)| ended_at.after(stay) < newest) {
            return Ok(head);
        }
    }
    let message = format!("every file of the journal holds records of the last {keep_days} days: there is nothing to remove yet");
    Err(Failure::refused("nothing-to-trim", message).with("keep_days", keep_days))
}

/// The state after this record, once the whole journal was verified.
///
/// # Errors
/// The first record that does not agree; or where a start needs one of those that would go: the result that the wheel may still show.
fn verified_state(place: &Place, last: Head) -> Result<Checkpoint, Failure> {
    let heads = Heads::of(place, None)?;
    let (mut state, mut shown) = (None, None);
    walk(place, &heads, true, |link, replayed| {
        let cabinet = replayed.current();
        if link.head() == last {
            state = cabinet.map(|cabinet| Checkpoint { head: last, bytes: cabinet.to_bytes() });
        }
        shown = cabinet.and_then(Cabinet::settled_spin).map(|(_, record)| record);
        Ok(())
    })?;
    if let Some(record) = shown.filter(|record| *record <= last.number) {
        let message = "the result that the wheel showed last is among what would go, and a start needs it: let the wheel spin once more, and trim then";
        return Err(Failure::refused("nothing-to-trim", message).with("number", record));
    }
    state.ok_or_else(|| Failure::ours("journal-failed", format!("there is no state after record {}", last.number)))
}
