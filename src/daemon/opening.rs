//! The journal at the start: a cabinet to go on with, or the reason why there is none.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;

use super::clock::Clock;
use super::out_of_service::out_of_service;
use super::restore::restore;
use crate::access::{self, AccessError};
use crate::cabinet::{Cabinet, Terms};
use crate::configuration::terms_sha256;
use crate::journal::{Ballast, Entry, Journal, JournalError, Marked, Marks, Paths, RELEASE, Record, Recovery};
use crate::model::{
    CardWish, ClockOffset, Event, FaultCode, Input, JournalStep, SoftwareIdentity, SpinNumber, TableNumber, Timestamp, Views, What,
    WheelEvent, WheelHappening,
};
use crate::sensing::card_source::TECHNICIAN;
use crate::sensing::slingshot::Settled;

/// The host number of a cabinet whose journal cannot be used: it orders nothing.
const NO_JOURNAL: u32 = TECHNICIAN + 1;

/// What the journal gave: a cabinet to go on with, or the reason why there is none.
pub(super) enum Opened {
    /// The cabinet as the journal has it, and the journal.
    Restored(Box<(Cabinet, Journal)>),
    /// The journal cannot be used, or not by this cabinet file; it is left as it is for a person to look at.
    Refused(Refused),
}

/// Why there is no cabinet to go on with.
pub(super) struct Refused {
    /// Why, and what to do.
    pub(super) reason: String,
    /// The cabinet as the journal has it, where only the files do not fit it.
    pub(super) cabinet: Option<Box<Cabinet>>,
}

impl Opened {
    /// Opens the journal and restores the cabinet from it; the first start begins it with the terms. `access` is the file of those who are let
    /// in: where it asks for two people, they must have approved terms that are not those of the journal.
    ///
    /// # Errors
    /// [`JournalError::Locked`] where another process writes this journal: then this one has no business here at all.
    pub(super) fn open(paths: &Paths, marks: &Marks, terms: &Terms, access: &Path) -> anyhow::Result<Self> {
        match try_open(paths, marks, terms, access) {
            Ok((cabinet, journal)) => Ok(match relabelled(&cabinet, terms, marks).or_else(|| unapproved(Some(&cabinet), terms, access)) {
                None => Self::Restored(Box::new((cabinet, journal))),
                Some(reason) => {
                    tracing::error!("{reason}");
                    Self::Refused(Refused { reason, cabinet: Some(Box::new(cabinet)) })
                }
            }),
            Err(error) if matches!(error.downcast_ref(), Some(JournalError::Locked { .. })) => Err(error),
            Err(error) => {
                tracing::error!("the journal cannot be used: {error:#}");
                Ok(Self::Refused(Refused { reason: format!("{error:#}"), cabinet: None }))
            }
        }
    }

    /// Whether there is a journal, of which only the cabinet file may be another's.
    pub(super) fn has_journal(&self) -> bool {
        matches!(self, Self::Restored(_) | Self::Refused(Refused { cabinet: Some(_), .. }))
    }

    /// The time of the newest input: the clock must not show an earlier one.
    pub(super) fn newest(&self) -> Timestamp {
        match self {
            Self::Restored(restored) => restored.0.at(),
            Self::Refused(_) => Timestamp::default(),
        }
    }

    /// By how much the wall clock was ahead of that when the program ended.
    pub(super) fn clock_offset(&self) -> ClockOffset {
        match self {
            Self::Restored(restored) => restored.0.clock_offset(),
            Self::Refused(_) => ClockOffset::default(),
        }
    }

    /// The round that the wheel turns for.
    pub(super) fn round(&self) -> u64 {
        match self {
            Self::Restored(restored) => restored.0.outstanding().round,
            Self::Refused(_) => 0,
        }
    }

    /// The result that the wheel showed last, while no ball is known to have run since.
    pub(super) fn settled(&self) -> Option<Settled> {
        let Self::Restored(restored) = self else { return None };
        let (cabinet, journal) = restored.as_ref();
        let (spin, record) = cabinet.settled_spin()?;
        let read = journal.read(record).and_then(|link| link.map(|link| Record::decode(&link.entry.payload)).transpose());
        match read.inspect_err(|error| tracing::warn!(%error, record, "the wheel's last result cannot be read")) {
            Ok(Some(Record { input: Input { what: What::Event(Event::Wheel(event)), .. }, .. })) => settled_by(spin, event),
            _ => None,
        }
    }

    /// Whether a ball was wanted when the program ended: it may have been blown, and not have been seen yet.
    pub(super) fn wanted_ball(&self) -> bool {
        matches!(self, Self::Restored(restored) if restored.0.wants_ball())
    }

    /// The faults for which somebody had to look at the wheel when the program ended, and what was said of each.
    pub(super) fn faults_to_look_at(&self) -> Vec<(FaultCode, String)> {
        match self {
            Self::Restored(restored) => restored.0.faults_to_look_at().map(|(code, detail)| (code, detail.to_owned())).collect(),
            Self::Refused(_) => Vec::new(),
        }
    }

    /// What names this journal to a shuffle machine, which takes no order of another one for its own: it is as the journal's first record,
    /// which no two have in common, and so stays the same from start to start.
    ///
    /// # Errors
    /// Where the first record cannot be read.
    pub(super) fn host(&self) -> Result<u32, JournalError> {
        let Self::Restored(restored) = self else { return Ok(NO_JOURNAL) };
        let origin = restored.1.origin()?.expect("a journal that was opened has begun");
        let [a, b, c, d, ..] = origin.0;
        Ok(u32::from_be_bytes([a, b, c, d]).max(NO_JOURNAL))
    }

    /// What these card tables want until the first commit: what they wanted when the program ended. A source with a person at it must not
    /// take a start for a time in which nothing was wanted.
    pub(super) fn card_wishes(&self, tables: impl Iterator<Item = TableNumber>) -> Vec<(TableNumber, CardWish)> {
        let wishes: BTreeMap<TableNumber, CardWish> = match self {
            Self::Restored(restored) => restored.0.card_wishes().into_iter().collect(),
            Self::Refused(_) => BTreeMap::new(),
        };
        tables.map(|table| (table, wishes.get(&table).copied().unwrap_or(CardWish::Ready))).collect()
    }

    /// What is seen until the first commit: the restored state, or a cabinet that is out of service.
    pub(super) fn first_views(&self, terms: &Terms, now: Timestamp) -> Views {
        match self {
            Self::Restored(restored) => restored.0.views(Arc::new(restored.0.rules_view())),
            Self::Refused(Refused { reason, cabinet: Some(cabinet) }) => {
                out_of_service(cabinet.views(Arc::new(cabinet.rules_view())), reason)
            }
            Self::Refused(Refused { reason, cabinet: None }) => {
                let (cabinet, _) = Cabinet::begin(&first_input(terms, now)).expect("the terms were just made");
                out_of_service(cabinet.views(Arc::new(cabinet.rules_view())), reason)
            }
        }
    }
}

/// The result of this spin, where this event told it. A dispute in its place was told already.
fn settled_by(spin: SpinNumber, event: WheelEvent) -> Option<Settled> {
    match event {
        WheelEvent { spin: Some(of), happening: WheelHappening::Result(pocket), evidence } if of == spin => {
            Some(Settled { spin, pocket, evidence })
        }
        _ => None,
    }
}

/// The daemon's own events of a start: the terms where they are not those that the cabinet knows already, and the start itself.
pub(super) fn first_events(
    cabinet: &Cabinet,
    journal: &Journal,
    terms: &Terms,
    wall: Option<Timestamp>,
    identity: Option<SoftwareIdentity>,
) -> Vec<Event> {
    let brought = (cabinet.newest_terms() != terms).then(|| Event::Terms { terms: terms.to_bytes() });
    let started =
        Event::Started { version: RELEASE.to_owned(), wall, unproved_after: journal.unproved_after(), practice: Event::PRACTICE, identity };
    let decided = journal.decision().cloned().map(Event::JournalDecided);
    brought.into_iter().chain([started]).chain(decided).collect()
}

/// What the terms would re-label in the cabinet, and what to do about it; `None` where nothing.
fn relabelled(cabinet: &Cabinet, terms: &Terms, marks: &Marks) -> Option<String> {
    let found = cabinet.relabelled_by(terms);
    let told: Vec<String> = found.iter().map(ToString::to_string).collect();
    let is_for_good = found.iter().any(|key| key.is_for_good);
    let new_journal = if is_for_good { new_journal(marks) } else { String::new() };
    (!told.is_empty()).then(|| {
        format!(
            "this cabinet file would give another meaning to what the journal holds: {}. Start with the former cabinet file and the files that \
             it names as they were, let every round and deal end, let go of what an attendant holds and pay out every seat; then change the file{new_journal}",
            told.join("; ")
        )
    })
}

/// Why two people must approve these terms first, and how; `None` where they need not, or have. Without a `cabinet` a new journal begins.
fn unapproved(cabinet: Option<&Cabinet>, terms: &Terms, access: &Path) -> Option<String> {
    let contents = match access::read(access) {
        Ok(contents) => contents,
        Err(AccessError::Read { source, .. }) if source.kind() == ErrorKind::NotFound => return None,
        // Nobody knows then whether two people are asked for; the start ends with it a little later.
        Err(error) => return Some(error.to_string()),
    };
    if !contents.asks_for_two() {
        return None;
    }
    let brought = terms_sha256(terms);
    let is_known = cabinet.is_some_and(|cabinet| terms_sha256(cabinet.newest_terms()) == brought);
    let data = access.parent().unwrap_or(Path::new(".")).display();
    (!is_known && !contents.has_approved(brought)).then(|| {
        format!(
            "the two-person rule is on, and two people have yet to approve the rules, limits and settings of this cabinet file: as the account that \
             owns the data, by `croupierctl access two-persons approve CABINET --by NAME --and NAME --data {data}`; then the program is started again. \
             With the files that the journal has been played by it starts without that"
        )
    })
}

/// What to do where paying out does not suffice.
fn new_journal(marks: &Marks) -> String {
    let command = marks.command(JournalStep::Begin);
    format!(
        ", and begin a new journal, because meters and history keep their currency: as the account that owns the data, `{command}` sets this \
         one aside, where it is kept as it is"
    )
}

fn try_open(paths: &Paths, marks: &Marks, terms: &Terms, access: &Path) -> anyhow::Result<(Cabinet, Journal)> {
    let marks = marks.clone().heeding_leftovers(paths);
    signing::find_key(&marks, paths);
    let (mut journal, recovery) = Journal::open_marked(paths, &marks)?;
    tell(&recovery);
    if let Some(record) = journal.unproved_after() {
        tracing::warn!(record, "journal: nothing proves that nothing was recorded after this record; an attendant must look at the money");
    }
    match recovery.marked {
        Marked::Holds | Marked::Unasked => {}
        Marked::Fresh => tracing::info!("journal: the first start of this cabinet"),
        Marked::Made => tracing::warn!(
            head = %recovery.head,
            "journal: it had no mark, as a release before marks leaves none; it is taken as it is, and marked from now on"
        ),
    }
    match recovery.ballast {
        Some(Ballast::Kept) | None => {}
        Some(Ballast::Released) => tracing::warn!("the disk was full; the journal's reserve was given up to start: free space now"),
        Some(Ballast::Missing) => tracing::warn!("the disk is almost full: there is no room for the journal's reserve"),
    }
    if let Some(cabinet) = restore(&journal)? {
        return Ok((cabinet, journal));
    }
    // Other rules do not come in by way of a new journal.
    if let Some(reason) = unapproved(None, terms, access) {
        anyhow::bail!(reason);
    }
    let input = first_input(terms, Clock::starting_after(Timestamp::default()).now());
    let (cabinet, step) = Cabinet::begin(&input).ok().context("the terms cannot be read back")?;
    let record = Record::new(input, step.facts, terms.rules_sha256, cabinet.clock_offset());
    journal.append(vec![Entry { number: record.input.number, at: record.input.at, round: 0, payload: record.encode() }])?;
    Ok((cabinet, journal))
}

/// Says what the start found and did. A copy that was made anew is a warning: its disk may be failing.
fn tell(recovery: &Recovery) {
    let Recovery { action, meaning, lost_copy, details, torn_bytes, copied, set_aside, head, .. } = recovery;
    let made_anew = match (set_aside.is_empty(), lost_copy) {
        (false, _) => "; the damaged files are set aside, and were made anew from the other copy",
        (true, true) => "; what was lost was copied from the other",
        (true, false) => "",
    };
    if made_anew.is_empty() {
        tracing::info!(head = head.number, ?action, copied, torn_bytes, ?details, "journal: {meaning}");
    } else {
        tracing::warn!(head = head.number, ?action, copied, torn_bytes, ?details, ?set_aside, "journal: {meaning}{made_anew}");
    }
}

fn first_input(terms: &Terms, at: Timestamp) -> Input {
    Input { number: 1, at, what: What::Event(Event::Terms { terms: terms.to_bytes() }) }
}

mod signing;
#[cfg(test)]
mod tests;
