//! What can go wrong with a journal, with the path and the number in every message.

use std::io;
use std::path::{Path, PathBuf};

/// Why a journal could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The operating system refused.
    #[error("cannot {what} {}: {source}", path.display())]
    Io {
        /// What was tried, such as `write`.
        what: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// Another process has the journal open for writing.
    #[error("{} is in use by another process; only one may write a journal", path.display())]
    Locked {
        /// The lock file.
        path: PathBuf,
    },
    /// sled reported an error or panicked.
    #[error("sled at {} failed: {message}", path.display())]
    Sled {
        /// The directory of the database.
        path: PathBuf,
        /// What it said.
        message: String,
    },
    /// Nothing can be trusted from this number on: neither copy holds it, or the copies contradict each other.
    #[error("the journal cannot be used from entry {first_bad} on: {why}")]
    Refused {
        /// The first number that cannot be trusted.
        first_bad: u64,
        /// What was found.
        why: String,
    },
    /// The journal has not what a mark outside it says that it had: records were lost, or it is another journal.
    #[error("{why}")]
    NotAsMarked {
        /// What is missing, and what to do.
        why: String,
    },
    /// A stored entry does not read back as it was written.
    #[error("entry {number} is damaged in {copy}: {message}")]
    Damaged {
        /// Which copy: `the sled store`, `the mirror`.
        copy: &'static str,
        /// The first number that does not agree.
        number: u64,
        /// How it was noticed.
        message: String,
    },
    /// The entry handed in is not the next one. Nothing was written.
    #[error("entry {given} cannot follow entry {head}")]
    NotNext {
        /// The number handed in.
        given: u64,
        /// The number of the last entry.
        head: u64,
    },
    /// The payload handed in is too large. Nothing was written.
    #[error("the payload of entry {number} has {bytes} bytes, more than an entry may have")]
    TooLarge {
        /// The entry.
        number: u64,
        /// The size of its payload.
        bytes: usize,
    },
    /// A write failed earlier. What had reached the disk is unknown, so nothing more is written until the next start compares the copies.
    #[error("the journal was stopped by an earlier failure: {because}")]
    Stopped {
        /// The failure.
        because: String,
    },
    /// The disk is full.
    #[error("no space left on the disk of {}; free some, then start again", path.display())]
    Full {
        /// The directory.
        path: PathBuf,
    },
    /// There is too little space on the disk for what is to be written. Nothing was written, and it may be tried again.
    #[error("too little space is left on the disk of {}; free some", path.display())]
    NoRoom {
        /// The directory.
        path: PathBuf,
    },
    /// The file of the signing key holds no key.
    #[error("{} holds no signing key as the program writes it; put the right file back from where it was kept, or move this one away: then a new \
        key is made, which auditors must be told", path.display())]
    Key {
        /// The file.
        path: PathBuf,
    },
    /// A record could not be decoded.
    #[error("the record cannot be decoded: {0}")]
    Record(String),
}

impl JournalError {
    /// Whether the store is damaged, as far as this error tells: sled found its files to be other than it had written them, or panicked, or
    /// an entry of the store does not read back. A disk that is full or refuses says nothing about the store.
    pub(super) fn tells_of_damaged_store(&self) -> bool {
        matches!(self, Self::Sled { .. } | Self::Damaged { copy: "the sled store", .. })
    }
}

/// Turns the system's answers into errors that name the path.
pub(super) trait At<T> {
    /// The value, or an error that says what was tried with `path`.
    fn at(self, what: &'static str, path: &Path) -> Result<T, JournalError>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, what: &'static str, path: &Path) -> Result<T, JournalError> {
        self.map_err(|source| match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                JournalError::Full { path: path.to_owned() }
            }
            _ => JournalError::Io { what, path: path.to_owned(), source },
        })
    }
}
