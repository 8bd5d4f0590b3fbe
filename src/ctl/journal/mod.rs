//! `croupierctl journal ...`: what stands in the journal, and whether it is right.
//!
//! Everything that only reads takes the mirror, so it works while the daemon writes, and also where the store is broken.

mod access;
mod backup;
mod deals;
mod decide;
mod export;
mod former;
mod head;
mod json;
mod key;
mod limits;
mod place;
mod player_tables;
mod progress;
mod rebuild;
mod replayed;
mod restore;
mod show;
mod signed;
mod tables;
mod trim;
mod verify;

use clap::Subcommand;
use serde_json::json;

pub(super) use access::change as access_change;
#[cfg(test)]
pub(super) use deals::Stakes;
pub(super) use deals::{Deals, EndedDeal, Happening};
pub(super) use json::{facts_as_json, hex, input_as_json, software};
pub(super) use place::{Place, require_owner};
pub(super) use progress::Progress;
pub(super) use replayed::Replayed;
pub(super) use tables::{fact as table_fact, source_event};

use super::Failure;
use crate::journal::{Head, JournalError};

/// What can be done with journals.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Copies the history into a new folder, also while the cabinet is played at. The copy is read through, and is known for a copy.
    Backup(backup::Arguments),
    /// A named person begins a new journal, without credit, in place of one that is lost. What there is of it is set aside.
    Begin(decide::Beginning),
    /// Prints all records, or some of them; or writes them to a file as signed evidence.
    Export(export::Arguments),
    /// A named person lets the cabinet go on from a journal whose newest records are lost.
    GoOn(decide::Arguments),
    /// Prints how far the journal has come, to be kept off the board.
    Head(head::Arguments),
    /// Prints the public part of the key by which the cabinet signs its journal, and its fingerprint.
    Key(key::Arguments),
    /// Makes a lost or damaged copy anew from the other.
    Rebuild(rebuild::Arguments),
    /// Makes a data folder of a backup; a named person answers for what came after it was made.
    Restore(restore::Restoring),
    /// Prints one record.
    Show(show::Arguments),
    /// Removes records of long ago, after they were written to a file as signed evidence; a named person answers for it.
    Trim(trim::Trimming),
    /// Reads everything, compares both copies, and computes every step again.
    Verify(Box<verify::Arguments>),
}

impl Command {
    pub(super) fn run(self) -> Result<String, Failure> {
        match self {
            Self::Backup(arguments) => backup::run(&arguments),
            Self::Begin(arguments) => decide::begin(&arguments),
            Self::Export(arguments) => export::run(&arguments),
            Self::GoOn(arguments) => decide::go_on(&arguments),
            Self::Head(arguments) => head::run(&arguments),
            Self::Key(arguments) => key::run(&arguments),
            Self::Rebuild(arguments) => rebuild::run(&arguments),
            Self::Restore(arguments) => restore::run(&arguments),
            Self::Show(arguments) => show::run(&arguments),
            Self::Trim(arguments) => trim::run(&arguments),
            Self::Verify(arguments) => verify::run(&arguments),
        }
    }
}

/// A report as a table, with the head of the journal below it, where it was read from one.
pub(super) fn table_with_head(mut text: String, head: Option<Head>) -> String {
    if let Some(head) = head {
        text.push_str(&format!("\nThe journal's head: {head}\n"));
    }
    text
}

/// The lines of a report of a journal that was read to this head. One without a line says the head alone: that nothing was there is told of
/// this very journal, too.
pub(super) fn lines_or_head(lines: String, head: Head) -> String {
    if lines.is_empty() { format!("{}\n", json!({"head": head.to_string()})) } else { lines }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        let message = error.to_string();
        let path = |failure: Self, path: std::path::PathBuf| failure.with("path", path.display().to_string());
        match error {
            JournalError::Io { path: file, .. } => path(Self::ours("journal-unreadable", message), file),
            JournalError::Locked { path: file } => path(Self::refused("journal-in-use", message), file),
            JournalError::Full { path: file } | JournalError::NoRoom { path: file } => path(Self::ours("disk-full", message), file),
            JournalError::Sled { path: file, .. } => path(Self::refused("store-broken", message), file),
            JournalError::Refused { first_bad, .. } => Self::refused("journal-refused", message).with("number", first_bad),
            JournalError::NotAsMarked { .. } => Self::refused("journal-not-as-marked", message),
            JournalError::Damaged { number, copy, .. } => {
                Self::refused("journal-damaged", message).with("number", number).with("copy", copy)
            }
            JournalError::Key { path: file } => path(Self::refused("bad-key", message), file),
            JournalError::Record(_) => Self::refused("bad-record", message),
            JournalError::NotNext { .. } | JournalError::TooLarge { .. } | JournalError::Stopped { .. } => {
                Self::ours("journal-failed", message)
            }
        }
    }
}
