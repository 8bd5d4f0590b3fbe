//! A journal whose store lies on a disk that is full for a while.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::journal::store::{History, Store};
use crate::journal::{Checkpoint, Head, Journal, JournalError, Link};

/// A store that can write nothing while its disk is full, and, as sled does, takes nothing more after a write that failed.
struct Narrow {
    /// The real one; none only while it is put in here.
    store: Option<Box<dyn Store>>,
    is_full: Arc<AtomicBool>,
    has_failed: bool,
}

impl Journal {
    /// From now on nothing can be written to the store while `is_full`.
    pub(crate) fn narrow(&mut self, is_full: Arc<AtomicBool>) {
        let store = self.use_store(Box::new(Narrow { store: None, is_full: Arc::clone(&is_full), has_failed: false }));
        drop(self.use_store(Box::new(Narrow { store: Some(store), is_full, has_failed: false })));
    }
}

impl Narrow {
    fn real(&self) -> &dyn Store {
        self.store.as_deref().expect("it was put in")
    }

    /// The real one, to be written to.
    fn written(&mut self) -> Result<&mut Box<dyn Store>, JournalError> {
        self.has_failed |= self.is_full.load(Ordering::Relaxed);
        if self.has_failed {
            return Err(JournalError::Full { path: "/narrow".into() });
        }
        Ok(self.store.as_mut().expect("it was put in"))
    }
}

impl Store for Narrow {
    fn head(&self) -> Head {
        self.real().head()
    }
    fn before(&self) -> Head {
        self.real().before()
    }
    fn room(&self) -> Result<(), JournalError> {
        if self.is_full.load(Ordering::Relaxed) { Err(JournalError::NoRoom { path: "/narrow".into() }) } else { Ok(()) }
    }
    fn append(&mut self, links: &[Link]) -> Result<(), JournalError> {
        self.written()?.append(links)
    }
    fn prepare(&mut self) -> Result<(), JournalError> {
        self.written()?.prepare()
    }
    fn load(&mut self, links: &[Link]) -> Result<(), JournalError> {
        self.written()?.load(links)
    }
    fn sync(&mut self) -> Result<(), JournalError> {
        self.written()?.sync()
    }
    fn history(&self) -> History {
        self.real().history()
    }
    fn run(&self, number: u64) -> Result<Vec<Link>, JournalError> {
        self.real().run(number)
    }
    fn round(&self, round: u64) -> Result<Option<(u64, u64)>, JournalError> {
        self.real().round(round)
    }
    fn keep_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), JournalError> {
        self.written()?.keep_checkpoint(checkpoint)
    }
    fn checkpoints(&self) -> Vec<Checkpoint> {
        self.real().checkpoints()
    }
}
