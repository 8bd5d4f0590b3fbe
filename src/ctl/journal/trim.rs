//! `croupierctl journal trim`: records of long ago leave the board. Before one is removed all are verified, those that go are written to a file as
//! signed evidence, and the file is proved; a named person answers for it, and the journal records the name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::signed::{self, Exported, Heads};
use super::verify::walk;
use super::{Place, decide, key};
use crate::cabinet::Cabinet;
use crate::ctl::Failure;
use crate::journal::{Base, Checkpoint, Hash, Head, Journal, JournalError, MirrorReader, Paths, begin_trimming};
use crate::model::{Fact, JournalDecision, JournalStep, Span, Timestamp};

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
    require_elsewhere(&arguments.file, &paths)?;
    let origin = origin_of(&Journal::open_marked(&paths, &marks)?.0)?;
    let last = last_to_go(&place.reader()?, arguments.keep_days)?;
    let people = arguments.decision.people(&place.access_file(), &paths.mirror)?;
    let base = Base { origin, asks_for_two: decide::asks_for_two(&paths.mirror, last.number), state: verified_state(place, last)? };
    let exported = proved_export(place, last, &arguments.file)?;
    let decision = JournalDecision { state_sha256: Some(base.sha256()), ..people.decision(JournalStep::Trim, last) };
    let begun = begin_trimming(&paths, &marks, &base, &decision);
    if begun.is_err() && marks.decision() != Some(decision) {
        drop(fs::remove_file(&arguments.file));
        return Err(begun.expect_err("it has failed").into());
    }
    let opened = begun.and_then(|()| Journal::open_marked(&paths, &marks));
    let (journal, _) = opened.map_err(|error| unfinished(&arguments.file, last, &error))?;
    let trimmed = json!({
        "export": exported.as_json(),
        "removed": last.to_string(),
        "mirror_begins": place.reader()?.before().number + 1,
        "store_begins": journal.before().number + 1,
    });
    Ok(decide::line(&people, trimmed))
}

/// The file must not lie where the journal's own files are made and removed.
fn require_elsewhere(file: &Path, paths: &Paths) -> Result<(), Failure> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let whole = |folder: &Path| folder.canonicalize().map_err(|error| Failure::unreadable(&folder.display().to_string(), &error));
    let folder = whole(folder)?;
    for own in [&paths.journal, &paths.mirror] {
        if folder.starts_with(whole(own)?) {
            let message =
                format!("{}: lies in a folder of the journal itself; name a file elsewhere, best on another disk", file.display());
            return Err(Failure::refused("unwritable-file", message).with("path", file.display().to_string()));
        }
    }
    Ok(())
}

/// The records go the next time that the journal is opened: their file must not be taken for one of a trimming that failed.
fn unfinished(file: &Path, last: Head, error: &JournalError) -> Failure {
    let (file, last) = (file.display().to_string(), last.number);
    let message =
        format!("{file} holds the records up to {last}: keep it, for they are removed at the next start. Now that fails: {error}");
    Failure::ours("trimming-unfinished", message).with("path", file).with("number", last)
}

/// What names the journal, which no daemon has, whose copies are equal, and about which nothing is decided that a start has to record yet.
fn origin_of(journal: &Journal) -> Result<Hash, Failure> {
    if let Some(JournalDecision { step: JournalStep::Trim, number, by, .. }) = journal.decision() {
        let message = format!(
            "records up to {number} were removed by {by}, which no start has recorded yet: keep their file, start the cabinet once, and trim then"
        );
        return Err(Failure::refused("nothing-to-trim", message).with("number", *number));
    }
    journal.origin()?.ok_or_else(|| Failure::refused("no-journal", "the journal has no records"))
}

/// Writes every record up to this one into the file, and proves it by the cabinet's key. A file that is not whole is removed.
fn proved_export(place: &Place, last: Head, file: &Path) -> Result<Exported, Failure> {
    let exported = signed::export(place, 1, last.number, file)?;
    let proved = if exported.end == last {
        signed::verify(file, key::of(place)?.public(), Some(last)).map(drop)
    } else {
        let number = exported.held_back_from.unwrap_or(exported.end.number + 1);
        let message =
            format!("a deal is under way since record {number}, and its records cannot leave the cabinet: trim when it has ended");
        Err(Failure::refused("nothing-to-trim", message).with("number", number))
    };
    proved.inspect_err(|_| drop(fs::remove_file(file))).map(|()| exported)
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
/// The first record that does not agree; or where one of those that would go is still needed: the result that the wheel may still show, or the
/// opening of a dispute that nobody has decided.
fn verified_state(place: &Place, last: Head) -> Result<Checkpoint, Failure> {
    let heads = Heads::of(place, None)?;
    let (mut state, mut shown, mut open) = (None, None, BTreeSet::new());
    walk(place, &heads, true, |link, record, replayed| {
        let cabinet = replayed.current();
        if link.head() == last {
            state = cabinet.map(|cabinet| Checkpoint { head: last, bytes: cabinet.to_bytes() });
        }
        shown = cabinet.and_then(Cabinet::settled_spin).map(|(_, record)| record);
        for fact in record.iter().flat_map(|record| &record.facts) {
            match fact {
                Fact::DisputeOpened { number, .. } if link.entry.number <= last.number => _ = open.insert(*number),
                Fact::DisputeDecided { number, .. } => _ = open.remove(number),
                _ => {}
            }
        }
        Ok(())
    })?;
    if let Some(record) = shown.filter(|record| *record <= last.number) {
        let message = "the result that the wheel showed last is among what would go, and a start needs it: let the wheel spin once more, and trim then";
        return Err(Failure::refused("nothing-to-trim", message).with("number", record));
    }
    if let Some(number) = open.first() {
        let message = format!("dispute {number} was opened in what would go, and nobody has decided it: decide it, and trim then");
        return Err(Failure::refused("nothing-to-trim", message).with("dispute", *number));
    }
    state.ok_or_else(|| Failure::ours("journal-failed", format!("there is no state after record {}", last.number)))
}
