//! Verification: the whole of both copies is read, entry by entry, and compared.

use std::collections::VecDeque;

use super::files::Lock;
use super::mirror::MirrorReader;
use super::store::{Opened, SledStore, Store, sled_directory};
use super::{Head, JournalError, Link, Paths};

/// What verification has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Where the journal ends.
    pub head: Head,
    /// Whether the store was read too; it cannot be while the daemon has it open.
    pub store: bool,
}

/// Reads both copies from the first entry to the last, proves that every entry follows the one before it and that both copies
/// hold the same, and shows every entry to `each`. Nothing is changed, and memory use does not depend on the length.
///
/// # Errors
/// [`JournalError::Damaged`] with the copy and the first number that does not agree; whatever `each` returns.
pub fn verify(paths: &Paths, mut each: impl FnMut(&Link) -> Result<(), JournalError>) -> Result<Verified, JournalError> {
    let lock = if sled_directory(&paths.journal).exists() { try_lock(paths)? } else { None };
    let mut store = if lock.is_some() { Some(open_store(paths)?) } else { None };
    let mut number = 1;
    let mut head = Head::START;
    for link in MirrorReader::open(&paths.mirror)?.range(1, u64::MAX) {
        let link = link?;
        if number != link.entry.number {
            return Err(damaged("the mirror", number, "the entry is missing"));
        }
        each(&link)?;
        head = link.head();
        number += 1;
        if let Some(store) = &mut store {
            compare(store, &link)?;
        }
    }
    match &store {
        Some(store) if store.store.head().number >= number => Err(damaged("the mirror", number, "it ends before the store does")),
        _ => Ok(Verified { head, store: store.is_some() }),
    }
}

/// The store with the block that was read last, because neighbours are asked for one after the other.
struct Reading {
    store: SledStore,
    block: VecDeque<Link>,
}

fn compare(reading: &mut Reading, link: &Link) -> Result<(), JournalError> {
    if reading.block.is_empty() {
        reading.block.extend(reading.store.run(link.entry.number)?);
    }
    match reading.block.pop_front() {
        Some(ours) if ours == *link => Ok(()),
        Some(_) => Err(damaged("the sled store", link.entry.number, "it differs from the mirror")),
        None => Err(damaged("the sled store", link.entry.number, "it ends before the mirror does")),
    }
}

fn try_lock(paths: &Paths) -> Result<Option<Lock>, JournalError> {
    match Lock::take(&paths.journal) {
        Ok(lock) => Ok(Some(lock)),
        Err(JournalError::Locked { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

fn open_store(paths: &Paths) -> Result<Reading, JournalError> {
    let directory = sled_directory(&paths.journal);
    match SledStore::open(&directory)? {
        Opened::Sound(store) => Ok(Reading { store, block: VecDeque::new() }),
        Opened::Broken(message) => Err(JournalError::Sled { path: directory, message }),
    }
}

fn damaged(copy: &'static str, number: u64, message: &str) -> JournalError {
    JournalError::Damaged { copy, number, message: message.to_owned() }
}
