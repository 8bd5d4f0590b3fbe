//! `croupierctl journal begin` and `journal go-on`: a named person answers for a journal that is lost, in whole or in part. The daemon
//! never decides that: it stays out of service until somebody has. What there is, is set aside and never deleted.

use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use super::Place;
use super::former::Former;
use crate::access;
use crate::ctl::port::now;
use crate::ctl::{Failure, two_persons};
use crate::journal::{Head, Journal, JournalError, Marks, MirrorReader, Paths, Record, set_journal_aside, set_other_bases_aside};
use crate::model::{AccessChange, AccessStep, Event, JournalDecision, JournalStep, What};

/// The longest name, as of an attendant.
const NAME_MOST: usize = 40;

/// Who begins a new journal, and what is given up with the former one.
#[derive(Debug, Args)]
pub(crate) struct Beginning {
    /// All credit and stakes that the former journal holds, as far as either copy of it can be read, in minor units: needed where there are any,
    /// because the new one begins without.
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
    pub(super) by: String,
    /// The name of a second person, who decides as well. The PINs of both are asked for; needed where the two-person rule is on.
    #[arg(long, value_name = "NAME")]
    and: Option<String>,
    #[command(flatten)]
    pub(super) place: Place,
}

impl Arguments {
    /// Who answers, by the access file of the cabinet that the journal is of, where there is one, and by what its mirror says of the two-person
    /// rule, as far as it can be read.
    ///
    /// # Errors
    /// Where two are needed and not named, or are not the ones.
    pub(super) fn people(&self, access_file: &Path, mirror: &Path) -> Result<People, Failure> {
        let contents = access_file.exists().then(|| access::read(access_file)).transpose()?;
        let two = two_persons::second_of(contents.as_ref(), asks_for_two(mirror, u64::MAX), &self.by, self.and.as_deref())?;
        let alone = People { by: self.by.clone(), second: None };
        Ok(two.map_or(alone, |two| People { by: two.first, second: Some(two.second) }))
    }
}

/// Whether the two-person rule is on by the newest record of this mirror up to `last` that says so, or by what stands for those that were removed.
pub(super) fn asks_for_two(mirror: &Path, last: u64) -> bool {
    let Ok(reader) = MirrorReader::open(mirror) else { return false };
    let was_on = reader.base().ok().flatten().is_some_and(|base| base.asks_for_two);
    let whats = reader.range(1, last).map_while(Result::ok).filter_map(|link| Record::decode(&link.entry.payload).ok());
    let set = whats.filter_map(|record| match record.input.what {
        What::Event(Event::Access(AccessChange { what: AccessStep::TwoPersonsSet { is_on }, .. })) => Some(is_on),
        _ => None,
    });
    set.last().unwrap_or(was_on)
}

/// Who decides, and who decides as well.
pub(super) struct People {
    pub(super) by: String,
    pub(super) second: Option<String>,
}

impl People {
    /// What they decide now of a journal that had come so far.
    pub(super) fn decision(&self, step: JournalStep, former: Head) -> JournalDecision {
        let Self { by, second } = self;
        let (number, hash) = (former.number, former.hash.0);
        JournalDecision { by: by.clone(), step, number, hash, at: now(), second: second.clone(), state_sha256: None }
    }
}

fn name(text: &str) -> Result<String, String> {
    let is_plain = !text.trim().is_empty() && text.chars().count() <= NAME_MOST && !text.chars().any(char::is_control);
    if is_plain { Ok(text.to_owned()) } else { Err(format!("a person's name of 1 to {NAME_MOST} characters")) }
}

/// Sets aside what there is of the journal, and lets the next start begin a new one.
pub(super) fn begin(beginning: &Beginning) -> Result<String, Failure> {
    let arguments = &beginning.decision;
    arguments.place.require_owner()?;
    let paths = arguments.place.paths();
    let marks = arguments.place.marks().heeding_leftovers(&paths);
    let found = Former::of(&paths)?;
    let former = found.farthest(&marks);
    if former == Head::START && !paths.journal.exists() && !paths.mirror.exists() && marks.sign().is_none() {
        let path = paths.journal.display().to_string();
        let message = format!("{path}: no cabinet has been in service here; its first start begins a journal by itself");
        return Err(Failure::refused("no-journal", message).with("path", path));
    }
    require_sum(&found, beginning.giving_up)?;
    let people = arguments.people(&arguments.place.access_file(), &paths.mirror)?;
    let set_aside = set_journal_aside(&paths)?;
    let set_aside: Vec<String> = set_aside.iter().map(|path| path.display().to_string()).collect();
    marks.decide(Head::START, &people.decision(JournalStep::Begin, former))?;
    Ok(line(&people, json!({"former": former.to_string(), "set_aside": set_aside, "from": null})))
}

/// A journal is not given up with the players' money in it, but by who names the sum.
fn require_sum(found: &Former, named: Option<i64>) -> Result<(), Failure> {
    let held = found.money.minor();
    if held == 0 || named == Some(held) {
        return Ok(());
    }
    let number = found.counted;
    let message = format!(
        "the journal can be read to record {number}, and there its seats have {held} minor units in credit and stakes: start the cabinet with it and \
         pay them out, or begin a new one without them with `--giving-up {held}`"
    );
    Err(Failure::refused("holds-credit", message).with("minor_units", held).with("number", number))
}

/// Lets the next start go on from what there is of the journal, though the marks know of more.
pub(super) fn go_on(arguments: &Arguments) -> Result<String, Failure> {
    arguments.place.require_owner()?;
    let (paths, marks) = (arguments.place.paths(), arguments.place.marks());
    arguments.place.reader()?;
    let former = Former::of(&paths)?.farthest(&marks);
    match Journal::open_marked(&paths, &marks) {
        Ok((journal, _)) => {
            let message = "the journal has everything that is known of it; there is nothing to decide";
            return Err(Failure::refused("nothing-lost", message).with("number", journal.head().number));
        }
        Err(JournalError::NotAsMarked { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    let people = arguments.people(&arguments.place.access_file(), &paths.mirror)?;
    let (from, set_aside) = opened(&paths)?;
    go_on_from(&people, &marks, &paths, (former, from))?;
    Ok(line(&people, json!({"former": former.to_string(), "set_aside": set_aside, "from": from.to_string()})))
}

/// Opens what there is of the journal, and puts a base aside that is of another or of one that had come farther: the head, and what was put aside.
fn opened(paths: &Paths) -> Result<(Head, Vec<String>), Failure> {
    let error = match Journal::open(paths) {
        Ok((_, report)) => return Ok((report.head, Vec::new())),
        Err(error) => error,
    };
    let set_aside = if let JournalError::Refused { .. } = error { set_other_bases_aside(paths)? } else { Vec::new() };
    if set_aside.is_empty() {
        return Err(error.into());
    }
    let set_aside = set_aside.iter().map(|path| path.display().to_string()).collect();
    Ok((Journal::open(paths)?.1.head, set_aside))
}

/// Records in the marks who lets the journal go on, and with which state it begins where older records were removed.
pub(super) fn go_on_from(people: &People, marks: &Marks, paths: &Paths, (former, from): (Head, Head)) -> Result<(), Failure> {
    let base = MirrorReader::open(&paths.mirror)?.base()?;
    let decision = JournalDecision { state_sha256: base.map(|base| base.sha256()), ..people.decision(JournalStep::GoOn, former) };
    Ok(marks.decide(from, &decision)?)
}

/// What was decided, with who decided it.
pub(super) fn line(people: &People, mut decided: Value) -> String {
    decided["by"] = people.by.as_str().into();
    if let Some(second) = &people.second {
        decided["second"] = second.as_str().into();
    }
    format!("{decided}\n")
}
