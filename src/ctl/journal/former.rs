//! A journal that a person may give up: how far it came, and what its seats have. Each copy is asked by itself, for either may be older than the
//! other, damaged, or gone; no daemon has said which of them it would go on from.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::cabinet::{Cabinet, replay};
use crate::journal::{Head, JournalError, Link, Marks, MirrorReader, Paths, Record, StoreAlone};
use crate::model::Money;

/// What both copies of a journal say together.
pub(super) struct Former {
    /// The farther end of both.
    head: Head,
    /// The last record up to which one of them could be counted.
    pub(super) counted: u64,
    /// All credit and stakes of all seats after that record.
    pub(super) money: Money,
}

impl Former {
    /// Asks both copies.
    ///
    /// # Errors
    /// [`JournalError::Locked`] where the daemon has the journal; [`JournalError::Io`] where the store's folder cannot be written.
    pub(super) fn of(paths: &Paths) -> Result<Self, JournalError> {
        let mut former = Self { head: Head::START, counted: 0, money: Money::ZERO };
        if let Some(store) = StoreAlone::open(paths)? {
            former.hear(store.head(), Counted::of_store(&store));
            store.close()?;
        }
        if let Ok(mirror) = MirrorReader::open(&paths.mirror) {
            former.hear(mirror.head().unwrap_or(Head::START), Counted::of_mirror(&mirror));
        }
        Ok(former)
    }

    /// Where the copies are equally far, the first one stands: the store knows its checkpoints, from which a daemon would go on.
    fn hear(&mut self, head: Head, counted: Counted) {
        if head.number > self.head.number {
            self.head = head;
        }
        if counted.number > self.counted {
            (self.counted, self.money) = (counted.number, counted.money);
        }
    }

    /// The last head that is known of the journal: the farther of what the marks say, which follow it by seconds, and of the copies' ends.
    pub(super) fn farthest(&self, marks: &Marks) -> Head {
        marks.reached().filter(|marked| marked.number > self.head.number).unwrap_or(self.head)
    }
}

/// A cabinet stepped through one copy, as far as that can be read and stepped. What a record has led to when it was written is not compared:
/// money that a mended rule would settle otherwise is not given up unnamed for that.
#[derive(Default)]
struct Counted {
    cabinet: Option<Cabinet>,
    /// The last record that was stepped.
    number: u64,
    /// What all seats have after it.
    money: Money,
}

impl Counted {
    /// From the first record on, or from the state in place of those before it.
    fn of_mirror(mirror: &MirrorReader) -> Self {
        let mut counted = Self::default();
        let base = mirror.base().ok().flatten().and_then(|base| Cabinet::from_state(&base.state.bytes, base.head().number));
        base.into_iter().for_each(|base| counted.count(base));
        let next = counted.number + 1;
        counted.then(mirror.range(next, u64::MAX))
    }

    /// From the newest checkpoint on, as a daemon goes on.
    fn of_store(store: &StoreAlone) -> Self {
        let mut counted = Self::default();
        for kept in store.checkpoints().into_iter().chain(store.base()) {
            if let Some(cabinet) = Cabinet::from_state(&kept.bytes, kept.head.number) {
                counted.count(cabinet);
                break;
            }
        }
        let next = counted.number + 1;
        counted.then(store.range(next))
    }

    fn count(&mut self, cabinet: Cabinet) {
        (self.number, self.money) = (cabinet.number(), cabinet.money_of_seats());
        self.cabinet = Some(cabinet);
    }

    fn then(mut self, links: impl Iterator<Item = Result<Link, JournalError>>) -> Self {
        for link in links {
            let Some(record) = link.ok().and_then(|link| Record::decode(&link.entry.payload).ok()) else { break };
            let mut cabinet = self.cabinet.take();
            let stepped = catch_unwind(AssertUnwindSafe(|| replay(&mut cabinet, &record.input)));
            match (stepped, cabinet) {
                (Ok(Ok(_)), Some(cabinet)) => self.count(cabinet),
                _ => break,
            }
        }
        self
    }
}
