//! The journal as its users see it, on a real file system; the faults it must survive are in `faults` and `kill`.

mod basics;
mod exporting;
mod faults;
mod kill;
mod marking;
mod narrow;
mod preparing;
mod reading_through;
mod recovering;
mod renewing;
mod segments;
mod signing;
mod trimming;

use std::time::{Duration, Instant};

use super::{Entry, Journal, JournalError, Paths, Recovery};
use crate::model::Timestamp;

/// A directory that is removed at the end, with a journal and a mirror in it.
struct House {
    paths: Paths,
    _directory: tempfile::TempDir,
}

impl House {
    fn new() -> Self {
        let directory = tempfile::tempdir().expect("tests may write temporary files");
        let paths = Paths { journal: directory.path().join("journal"), mirror: directory.path().join("mirror") };
        Self { paths, _directory: directory }
    }

    fn open(&self) -> (Journal, Recovery) {
        self.try_open().expect("this journal can be opened")
    }

    fn try_open(&self) -> Result<(Journal, Recovery), JournalError> {
        unlocked(|| Journal::open(&self.paths), |error| matches!(error, JournalError::Locked { .. }))
    }

    /// The database as sled has it.
    fn open_sled(&self) -> sled::Db {
        let path = super::store::sled_directory(&self.paths.journal);
        unlocked(|| sled::open(&path), |error| error.to_string().contains("lock")).expect("sled opens it")
    }

    /// Opens, appends the entries from the next to `to` one commit each, and closes.
    fn fill(&self, to: u64) {
        let (mut journal, _) = self.open();
        for number in journal.head().number + 1..=to {
            journal.append(vec![entry(number)]).expect("this disk can be written");
        }
    }
}

/// A process that another test starts beside this one holds this one's locks too, from its fork to its first instruction: they are free a
/// moment later.
fn unlocked<T, E>(open: impl Fn() -> Result<T, E>, is_locked: impl Fn(&E) -> bool) -> Result<T, E> {
    let given_up = Instant::now() + Duration::from_secs(10);
    loop {
        match open() {
            Err(error) if is_locked(&error) && Instant::now() < given_up => std::thread::yield_now(),
            opened => return opened,
        }
    }
}

/// The entry number `number`: four to a round, sizes from nothing to several parts.
fn entry(number: u64) -> Entry {
    let line = format!("{number} *X;5;017;24;0;144;0;000{number};");
    let payload = line.as_bytes().iter().copied().cycle().take((number as usize * 37) % 600).collect();
    Entry { number, at: Timestamp::from_microseconds(number * 1_000), round: number.div_ceil(4), payload }
}

/// Asserts that the journal holds exactly the entries from 1 to `to`, whichever way they are read.
fn check_holds(journal: &Journal, to: u64) {
    assert_eq!(journal.head().number, to);
    let all: Vec<Entry> = journal.range(1, u64::MAX).map(|link| link.expect("every entry reads back").entry).collect();
    assert_eq!(all, (1..=to).map(entry).collect::<Vec<_>>());
    let rounds = to.div_ceil(4);
    for round in (1..=rounds).filter(|round| *round <= 40 || *round + 40 > rounds) {
        let numbers: Vec<u64> = journal.of_round(round).expect("rounds read back").iter().map(|link| link.entry.number).collect();
        assert_eq!(numbers, (4 * round - 3..=(4 * round).min(to)).collect::<Vec<_>>());
    }
}
