//! Where one copy alone tells how the journal ended, that is noted before the other is made anew: a start that is cut off afterwards leaves two
//! whole copies, and the next one would ask nobody to look at the money.
//!
//! The note `end.unproved` lies beside the store until a start has recorded it. Here never lives: what proves an end, which the marks tell.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::JournalError;
use super::error::At;
use super::files::{remove_durably, write_whole};

/// The first line of a note; the second is the number of the record.
const TITLE: &str = "croupier unproved end 1";

fn note_path(journal: &Path) -> PathBuf {
    journal.join("end.unproved")
}

/// Notes durably that others may be missing after this record, or after an earlier one where that is noted already: which of the two holds now.
pub(super) fn note(journal: &Path, record: u64) -> Result<u64, JournalError> {
    let after = noted(journal)?.map_or(record, |earlier| earlier.min(record));
    write_whole(&note_path(journal), format!("{TITLE}\n{after}\n").as_bytes())?;
    Ok(after)
}

/// The record after which others may be missing. A note that makes no sense says that any may be.
pub(super) fn noted(journal: &Path) -> Result<Option<u64>, JournalError> {
    let path = note_path(journal);
    match fs::read(&path) {
        Ok(bytes) => Ok(Some(parse(&bytes).unwrap_or(0))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).at("read", &path),
    }
}

fn parse(bytes: &[u8]) -> Option<u64> {
    std::str::from_utf8(bytes).ok()?.strip_prefix(TITLE)?.trim().parse().ok()
}

/// Removes the note: it is recorded, or a person answers for the end.
pub(super) fn forget(journal: &Path) -> Result<(), JournalError> {
    remove_durably(&note_path(journal), |path| fs::remove_file(path))
}
