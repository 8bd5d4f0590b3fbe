//! What is looked up in the journal beside the deciding thread: in its mirror, which may be read while it is written.

use std::path::PathBuf;

use crate::diagnostics;
use crate::http;
use crate::journal::{JournalError, MirrorReader};
use crate::model::{Page, PageRequest, PastDeal, PastHand, RoundRecall, Seat, TableNumber};

/// The past, as the mirror holds it.
pub(super) struct Archive {
    mirror: PathBuf,
}

impl Archive {
    /// Of the mirror in this directory.
    pub(super) const fn new(mirror: PathBuf) -> Self {
        Self { mirror }
    }

    fn look_up<T>(&self, read: impl FnOnce(&MirrorReader) -> Result<T, JournalError>) -> Option<T> {
        let found = MirrorReader::open(&self.mirror).and_then(|reader| read(&reader));
        found.inspect_err(|error| tracing::error!(%error, "the past cannot be read off the mirror")).ok()
    }
}

impl http::Archive for Archive {
    fn rounds_of(&self, eyes: Option<Seat>, asked: &PageRequest) -> Option<Page<RoundRecall>> {
        self.look_up(|reader| diagnostics::rounds_of(reader, eyes, asked))
    }

    fn deals_of(&self, eyes: Option<Seat>, table: TableNumber, asked: &PageRequest) -> Option<Page<PastDeal>> {
        self.look_up(|reader| diagnostics::deals_of(reader, eyes, table, asked))
    }

    fn hands_of(&self, eyes: Option<Seat>, table: TableNumber, asked: &PageRequest) -> Option<Page<PastHand>> {
        self.look_up(|reader| diagnostics::hands_of(reader, eyes, table, asked))
    }
}
