//! The store of a journal that is about to be given up, read without the mirror: what the mirror lacks, or all there is where it is gone.

use super::base;
use super::files::Lock;
use super::store::{Opened, SledStore, Store, sled_directory};
use super::{Checkpoint, Head, JournalError, Link, Paths};

/// The store of a journal that nobody writes. Until it is dropped no daemon can open the journal.
pub struct StoreAlone {
    store: SledStore,
    paths: Paths,
    _lock: Lock,
}

impl StoreAlone {
    /// Opens the store; `None` where there is none, or sled cannot read it.
    ///
    /// # Errors
    /// [`JournalError::Locked`] where the daemon has the journal; [`JournalError::Io`] where its folder cannot be written.
    pub fn open(paths: &Paths) -> Result<Option<Self>, JournalError> {
        let directory = sled_directory(&paths.journal);
        if !directory.exists() {
            return Ok(None);
        }
        let lock = Lock::take(&paths.journal)?;
        match SledStore::open(&directory)? {
            Opened::Sound(store) => Ok(Some(Self { store, paths: paths.clone(), _lock: lock })),
            Opened::Broken(why) => {
                tracing::warn!(path = %directory.display(), "the store cannot be read: {why}");
                Ok(None)
            }
        }
    }

    /// Where the store ends.
    #[must_use]
    pub fn head(&self) -> Head {
        self.store.head()
    }

    /// The state from which the journal goes on where older records were removed; `None` where there is none that can be read.
    #[must_use]
    pub fn base(&self) -> Option<Checkpoint> {
        let base = if self.store.before() == Head::START { None } else { base::of(&self.paths).ok().flatten() };
        base.map(|base| base.state)
    }

    /// The checkpoints that read back as they were written, newest first.
    #[must_use]
    pub fn checkpoints(&self) -> Vec<Checkpoint> {
        self.store.checkpoints()
    }

    /// The links from `from` on, each proved to follow the one before it. Ends after the first error.
    pub fn range(&self, from: u64) -> impl Iterator<Item = Result<Link, JournalError>> + '_ {
        let mut next = Some(from);
        let runs = std::iter::from_fn(move || {
            let number = next.filter(|number| *number <= self.head().number)?;
            let run = self.store.run(number);
            next = run.as_ref().ok().and_then(|links| links.last()).map(|link| link.entry.number + 1);
            Some(run)
        });
        runs.flat_map(|run| run.map_or_else(|error| vec![Err(error)], |links| links.into_iter().map(Ok).collect()))
    }

    /// Closes the store: when this returns its directory may be renamed.
    ///
    /// # Errors
    /// Where sled does not let go of it.
    pub fn close(self) -> Result<(), JournalError> {
        self.store.close()
    }
}
