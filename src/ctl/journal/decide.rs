//! `croupierctl journal begin` and `journal go-on`: a named person answers for a journal that is lost, in whole or in part. The daemon
//! never decides that: it stays out of service until somebody has. What there is, is set aside and never deleted.

use std::path::Path;

use clap::Args;
use serde_json::json;

use super::{Place, Replayed};
use crate::cabinet::Cabinet;
use crate::ctl::Failure;
use crate::ctl::port::now;
use crate::journal::{Head, Journal, JournalError, Marks, MirrorReader, set_journal_aside};
use crate::model::{JournalDecision, JournalStep, Money};

/// The longest name, as of an attendant.
const NAME_MOST: usize = 40;

/// Who begins a new journal, and what is given up with the former one.
#[derive(Debug, Args)]
pub(crate) struct Beginning {
    /// All credit and stakes that the former journal holds, in minor units: needed where it can be read and holds any, because the new one
    /// begins without.
    #[arg(long, value_name = "MINOR_UNITS")]
    giving_up: Option<i64>,
    #[command(flatten)]
    decision: Arguments,
}

/// Who decides, and where.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The name of the person who decides; it is recorded in the journal.
    #[arg(long, value_name = "NAME", value_parser = name)]
    by: String,
    #[command(flatten)]
    place: Place,
}

fn name(text: &str) -> Result<String, String> {
    let is_plain = !text.trim().is_empty() && text.chars().count() <= NAME_MOST && !text.chars().any(char::is_control);
    if is_plain { Ok(text.to_owned()) } else { Err(format!("a person's name of 1 to {NAME_MOST} characters")) }
}

/// Sets aside what there is of the journal, and lets the next start begin a new one.
pub(super) fn begin(beginning: &Beginning) -> Result<String, Failure> {
    let arguments = &beginning.decision;
    arguments.place.require_owner()?;
    let (paths, marks) = (arguments.place.paths(), arguments.place.marks());
    let former = last_known(&paths.mirror, &marks);
    if former == Head::START && !paths.journal.exists() && !paths.mirror.exists() && marks.signs.iter().all(|sign| !sign.exists()) {
        let path = paths.journal.display().to_string();
        let message = format!("{path}: no cabinet has been in service here; its first start begins a journal by itself");
        return Err(Failure::refused("no-journal", message).with("path", path));
    }
    require_sum(&paths.mirror, beginning.giving_up)?;
    let set_aside = set_journal_aside(&paths)?;
    let set_aside: Vec<String> = set_aside.iter().map(|path| path.display().to_string()).collect();
    decide(arguments, &marks, JournalStep::Begin, former, Head::START)?;
    Ok(format!("{}\n", json!({"by": arguments.by, "former": former.to_string(), "set_aside": set_aside, "from": null})))
}

/// A journal that can be read is not given up with the players' money in it, but by who names the sum.
fn require_sum(mirror: &Path, named: Option<i64>) -> Result<(), Failure> {
    let held = stepped(mirror).map_or(Money::ZERO, |cabinet| cabinet.money_of_seats()).minor();
    if held == 0 || named == Some(held) {
        return Ok(());
    }
    let message = format!(
        "the journal can be read, and its seats have {held} minor units in credit and stakes: start the cabinet with it and pay them out, or begin \
         a new one without them with `--giving-up {held}`"
    );
    Err(Failure::refused("holds-credit", message).with("minor_units", held))
}

/// The cabinet after the last record of the mirror; `None` where it cannot be read to its end, or a record cannot be confirmed.
fn stepped(mirror: &Path) -> Option<Cabinet> {
    let mut replayed = Replayed::default();
    for link in MirrorReader::open(mirror).ok()?.range(1, u64::MAX) {
        replayed.take(&link.ok()?).ok()?;
    }
    replayed.cabinet()
}

/// Lets the next start go on from what there is of the journal, though the marks know of more.
pub(super) fn go_on(arguments: &Arguments) -> Result<String, Failure> {
    arguments.place.require_owner()?;
    let (paths, marks) = (arguments.place.paths(), arguments.place.marks());
    arguments.place.reader()?;
    let former = last_known(&paths.mirror, &marks);
    match Journal::open_marked(&paths, &marks) {
        Ok((journal, _)) => {
            let message = "the journal has everything that is known of it; there is nothing to decide";
            return Err(Failure::refused("nothing-lost", message).with("number", journal.head().number));
        }
        Err(JournalError::NotAsMarked { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    let from = Journal::open(&paths)?.1.head;
    decide(arguments, &marks, JournalStep::GoOn, former, from)?;
    Ok(format!("{}\n", json!({"by": arguments.by, "former": former.to_string(), "set_aside": [], "from": from.to_string()})))
}

/// The last head that is known of the journal: the farther of what the marks say, which follow it by seconds, and of the mirror's end.
fn last_known(mirror: &Path, marks: &Marks) -> Head {
    let in_mirror = MirrorReader::open(mirror).and_then(|reader| reader.head()).ok();
    marks.reached().into_iter().chain(in_mirror).max_by_key(|head| head.number).unwrap_or(Head::START)
}

fn decide(arguments: &Arguments, marks: &Marks, step: JournalStep, former: Head, from: Head) -> Result<(), Failure> {
    let decision = JournalDecision { by: arguments.by.clone(), step, number: former.number, hash: former.hash.0, at: now() };
    Ok(marks.decide(from, &decision)?)
}
