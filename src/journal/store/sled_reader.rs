//! What can be read of a sled store beside the thread that writes it: blocks, which never change once they are there.

use std::path::PathBuf;

use super::keys::{self, BLOCK};
use super::sled_store::guarded;
use crate::journal::{Head, JournalError, Link, block};

/// Reads values of a store, of any thread.
#[derive(Clone)]
pub(super) struct SledReader {
    /// The directory of the database.
    pub(super) path: PathBuf,
    pub(super) db: sled::Db,
}

impl SledReader {
    /// The number of the last value of a kind up to `most`.
    pub(super) fn last_number(&self, kind: u8, most: u64) -> Result<Option<u64>, JournalError> {
        let (from, to) = (keys::key(kind, 0, 0), keys::key(kind, most, usize::from(u16::MAX)));
        let last = guarded(&self.path, || self.db.range(from..=to).next_back().transpose())?;
        Ok(last.and_then(|(key, _)| keys::number(&key)))
    }

    /// All parts of a value, joined.
    pub(super) fn value(&self, kind: u8, number: u64) -> Result<Vec<u8>, JournalError> {
        guarded(&self.path, || {
            let mut whole = Vec::new();
            for part in self.db.scan_prefix(keys::prefix(kind, number)) {
                whole.extend_from_slice(&part?.1);
            }
            Ok(whole)
        })
    }

    /// The block that begins with entry `first`.
    pub(super) fn block(&self, first: u64) -> Result<(Head, Vec<Link>), JournalError> {
        block::unpack(&self.value(BLOCK, first)?)
            .filter(|(previous, _)| previous.number.checked_add(1) == Some(first))
            .ok_or_else(|| self.damaged(first, "the block that begins here does not agree with its hashes"))
    }

    pub(super) fn broken(&self, message: &str) -> JournalError {
        JournalError::Sled { path: self.path.clone(), message: message.to_owned() }
    }

    pub(super) fn damaged(&self, number: u64, message: &str) -> JournalError {
        JournalError::Damaged { copy: "the sled store", number, message: message.to_owned() }
    }
}

/// Every block up to an end, each proved to follow the one before it.
pub(super) struct Blocks {
    reader: SledReader,
    head: Head,
    end: Head,
}

impl Blocks {
    /// The blocks that follow `before` and end with `end`.
    pub(super) fn new(reader: SledReader, before: Head, end: Head) -> Self {
        Self { reader, head: before, end }
    }

    fn step(&mut self) -> Result<Head, JournalError> {
        let first = self.head.number + 1;
        let (previous, links) = self.reader.block(first)?;
        let head = links.last().map_or(previous, Link::head);
        let is_last = head.number >= self.end.number;
        if previous != self.head || (is_last && head != self.end) {
            return Err(self.reader.damaged(first, "the block that begins here is not the one that was here"));
        }
        Ok(head)
    }
}

impl Iterator for Blocks {
    type Item = Result<Head, JournalError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.head.number >= self.end.number {
            return None;
        }
        let step = self.step();
        // After damage there is nothing more to ask for.
        self.head = *step.as_ref().unwrap_or(&self.end);
        Some(step)
    }
}
