//! The store: where entries are looked up. One trait, so that another database could take sled's place; nothing outside this
//! folder knows which one it is.

mod keys;
mod rounds;
mod sled_reader;
mod sled_store;

pub(super) use sled_store::{Opened, SledStore, sled_directory};

use super::{Checkpoint, Head, JournalError, Link};

/// The history of a store, read piece by piece beside the thread that writes: the head after each piece. It ends after the first error.
pub(super) type History = Box<dyn Iterator<Item = Result<Head, JournalError>> + Send>;

/// What a journal needs of its store.
pub(super) trait Store: Send + Sync {
    /// Where the store ends.
    fn head(&self) -> Head;

    /// The head that its first link follows: the start, unless older ones were removed.
    fn before(&self) -> Head;

    /// Whether there is room for what [`Store::append`], [`Store::prepare`] and [`Store::keep_checkpoint`] write. Where there is none nothing
    /// was touched, so it may be asked again.
    fn room(&self) -> Result<(), JournalError>;

    /// Adds the links that follow the head. They are durable when this returns.
    fn append(&mut self, links: &[Link]) -> Result<(), JournalError>;

    /// Does ahead what an append would soon have to do besides. What it holds stays the same.
    fn prepare(&mut self) -> Result<(), JournalError>;

    /// Adds the links that follow the head in bulk, for a rebuild. They are durable after [`Store::sync`].
    fn load(&mut self, links: &[Link]) -> Result<(), JournalError>;

    /// Makes everything durable.
    fn sync(&mut self) -> Result<(), JournalError>;

    /// The history from the first entry on, but for the newest ones, which were proved when the store was opened.
    fn history(&self) -> History;

    /// The link with this number and those after it that lie beside it; empty where the number is not one of the store's. The
    /// links are proved to follow each other, and the first one to follow what lies before it in the store.
    fn run(&self, number: u64) -> Result<Vec<Link>, JournalError>;

    /// The first and last number of the entries of a round, between which others may stand; `None` where there are none.
    fn round(&self, round: u64) -> Result<Option<(u64, u64)>, JournalError>;

    /// Keeps a checkpoint durably and forgets all but the newest two.
    fn keep_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), JournalError>;

    /// The checkpoints that read back as they were written, newest first.
    fn checkpoints(&self) -> Vec<Checkpoint>;
}
