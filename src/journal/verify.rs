//! Verification: the whole of both copies is read, entry by entry, and compared.

use std::collections::VecDeque;

use super::files::Lock;
use super::mirror::MirrorReader;
use super::rebuild::Copy;
use super::store::{Opened, SledStore, Store, sled_directory};
use super::{Head, JournalError, Link, Paths};

/// What verification has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The head that the first entry follows: the start, unless older ones were removed.
    pub before: Head,
    /// Where the journal ends.
    pub head: Head,
    /// Whether the store was read too; it cannot be while the daemon has it open.
    pub store: bool,
    /// Whether another program has the journal open: the daemon that runs, as a rule.
    pub is_held: bool,
    /// Whether the mirror ends with something that is no whole commit: cut short as by a power cut, or being written.
    pub is_torn: bool,
    /// The copy that lacks the last commit, if one does.
    pub behind: Option<Behind>,
}

/// One copy lacks the last commit: the power failed, or the program was killed, between the two writes of it. That is what the two copies
/// are for. Nothing is lost, and the next start copies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Behind {
    /// Which copy.
    pub copy: Copy,
    /// How many entries the commit has.
    pub entries: u64,
}

/// Reads both copies from the first entry to the last, proves that every entry follows the one before it and that both copies
/// hold the same, and shows every entry to `each`. Nothing is changed, and memory use does not depend on the length.
///
/// # Errors
/// [`JournalError::Damaged`] with the copy and the first number that does not agree; or what `each` returns.
pub fn verify(paths: &Paths, mut each: impl FnMut(&Link) -> Result<(), JournalError>) -> Result<Verified, JournalError> {
    let has_store = sled_directory(&paths.journal).exists();
    let lock = if has_store { try_lock(paths)? } else { None };
    let mut store = if lock.is_some() { Some(open_store(paths)?) } else { None };
    let mirror = MirrorReader::open(&paths.mirror)?;
    let before = mirror.before();
    let mut head = before;
    let mut behind = None;
    let mut commits = mirror.commits(1);
    for commit in commits.by_ref() {
        let commit = commit?;
        if behind.is_some() {
            return Err(damaged("the sled store", head.number + 1, "it ends more than one commit before the mirror does"));
        }
        if let Some(store) = &mut store {
            behind = store.compare(&commit)?;
        }
        for link in commit {
            if link.entry.number != head.number + 1 {
                return Err(damaged("the mirror", head.number + 1, "the entry is missing"));
            }
            each(&link)?;
            head = link.head();
        }
    }
    if let Some(more) = store.as_ref().map(|store| store.beyond(head)).transpose()?.filter(|more| !more.is_empty()) {
        more.iter().try_for_each(&mut each)?;
        behind = Some(Behind { copy: Copy::Mirror, entries: more.len() as u64 });
        head = more.last().map_or(head, Link::head);
    }
    Ok(Verified { before, head, store: store.is_some(), is_held: has_store && lock.is_none(), is_torn: commits.is_torn, behind })
}

/// The store with the block that was read last, because neighbours are asked for one after the other.
struct Reading {
    store: SledStore,
    block: VecDeque<Link>,
}

impl Reading {
    /// Compares the next commit of the mirror; a store that ends just before it lacks it.
    fn compare(&mut self, commit: &[Link]) -> Result<Option<Behind>, JournalError> {
        if commit.first().is_some_and(|first| first.entry.number == self.store.head().number + 1) {
            return Ok(Some(Behind { copy: Copy::Store, entries: commit.len() as u64 }));
        }
        commit.iter().try_for_each(|link| self.compare_entry(link)).map(|()| None)
    }

    /// What the store does not have any more stands in the mirror alone.
    fn compare_entry(&mut self, link: &Link) -> Result<(), JournalError> {
        if link.entry.number <= self.store.before().number {
            return Ok(());
        }
        if self.block.is_empty() {
            self.block.extend(self.store.run(link.entry.number)?);
        }
        match self.block.pop_front() {
            Some(ours) if ours == *link => Ok(()),
            Some(_) => Err(damaged("the sled store", link.entry.number, "it differs from the mirror")),
            None => Err(damaged("the sled store", link.entry.number, "it ends in the middle of a commit of the mirror")),
        }
    }

    /// The last commit of the store, where the mirror ends just before it; empty where both end together.
    fn beyond(&self, mirror: Head) -> Result<Vec<Link>, JournalError> {
        let ours = self.store.head().number;
        if ours <= mirror.number {
            return Ok(Vec::new());
        }
        if self.store.last_commit() != Some(mirror.number + 1) {
            return Err(damaged("the mirror", mirror.number + 1, "it ends more than one commit before the store does"));
        }
        let links = self.store.run(mirror.number + 1)?;
        mirror.advance(&links).map_err(|number| damaged("the sled store", number, "it does not go on where the mirror ends"))?;
        Ok(links)
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
