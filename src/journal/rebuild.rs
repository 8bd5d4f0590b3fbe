//! One copy made wholly anew from the other, by a person's decision.

use std::path::{Path, PathBuf};

use super::base;
use super::files::{Lock, set_aside};
use super::mark::{Known, Marks};
use super::mirror::{self, MirrorReader};
use super::recovery::{Recovery, recover};
use super::renewal;
use super::signing::{self, set_signed_heads_aside};
use super::store::{Opened, SledStore, Store, sled_directory};
use super::unproved;
use super::{JournalError, Paths};

/// One of the two copies of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copy {
    /// The sled store.
    Store,
    /// The mirror.
    Mirror,
}

/// Makes the other copy anew from `source`. The source is read to its end first, and nothing is touched where it is damaged; what
/// is replaced is set aside.
///
/// # Errors
/// [`JournalError::Damaged`] where the source is damaged; [`JournalError::NotAsMarked`] where the source has not what the marks know of;
/// [`JournalError::Locked`] where the daemon has the journal.
pub fn rebuild(paths: &Paths, marks: &Marks, source: Copy) -> Result<Recovery, JournalError> {
    let _locks = [Lock::take(&paths.journal)?, Lock::take(&paths.mirror)?];
    let known = Known::read(marks).heeding(renewal::noted(&paths.journal)).for_a_person();
    let replaced = match source {
        Copy::Mirror => {
            let mirror = MirrorReader::open(&paths.mirror)?;
            let end = mirror.read_through()?;
            known.check(end, |number| mirror.read(number))?;
            // The note of a damaged store would pass for a proof of the end where this is cut off before `recover` notes the same.
            if !known.proves_end(end) {
                unproved::note(&paths.journal, end.number)?;
            }
            renewal::note(&paths.journal, "a person has it made anew from the mirror", end)?;
            Vec::new()
        }
        Copy::Store => {
            read_store(paths, &known)?;
            renewal::forget(&paths.journal)?;
            mirror::set_all_aside(&paths.mirror)?
        }
    };
    let mut report = recover(paths, &known)?.report;
    report.set_aside.splice(0..0, replaced);
    Ok(report)
}

/// Sets everything that there is of a journal aside, so that a new one can be begun.
///
/// # Errors
/// [`JournalError::Locked`] where the daemon has the journal.
pub fn set_journal_aside(paths: &Paths) -> Result<Vec<PathBuf>, JournalError> {
    let _locks = [Lock::take(&paths.journal)?, Lock::take(&paths.mirror)?];
    let directory = sled_directory(&paths.journal);
    let mut moved = mirror::set_all_aside(&paths.mirror)?;
    moved.extend(set_signed_heads_aside(&paths.mirror)?);
    moved.extend(base::set_both_aside(paths)?);
    for store in [directory, renewal::removed_directory(&paths.journal)].iter().filter(|store| store.exists()) {
        moved.push(set_aside(store)?);
    }
    renewal::forget(&paths.journal)?;
    unproved::forget(&paths.journal)?;
    Ok(moved)
}

/// Sets a damaged file of signed heads aside, and keeps of it what is genuine: where it is now; `None` where it is whole.
///
/// # Errors
/// [`JournalError::Locked`] where the daemon has the journal; [`JournalError::Io`] where the files cannot be read or written.
pub fn mend_signed_heads(paths: &Paths) -> Result<Option<PathBuf>, JournalError> {
    let _locks = [Lock::take(&paths.journal)?, Lock::take(&paths.mirror)?];
    signing::mend_signed_heads(&paths.mirror)
}

fn read_store(paths: &Paths, known: &Known) -> Result<(), JournalError> {
    let directory = sled_directory(&paths.journal);
    if !directory.exists() {
        return Err(empty(&directory));
    }
    let store = match SledStore::open(&directory)? {
        Opened::Sound(store) => store,
        Opened::Broken(message) => return Err(JournalError::Sled { path: directory, message }),
    };
    let mut head = store.before();
    while head.number < store.head().number {
        let message = || "it does not follow the entry before it".to_owned();
        let links = store.run(head.number + 1)?;
        head = head.advance(&links).map_err(|number| JournalError::Damaged { copy: "the sled store", number, message: message() })?;
    }
    if head == store.before() {
        return Err(empty(&directory));
    }
    known.check(head, |number| Ok(store.run(number)?.into_iter().next())).map(drop)
}

fn empty(store: &Path) -> JournalError {
    JournalError::Damaged { copy: "the sled store", number: 1, message: format!("there is nothing in {}", store.display()) }
}
