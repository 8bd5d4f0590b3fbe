//! What is looked up in the journal beside the deciding thread: in its mirror, which may be read while it is written.

use std::path::PathBuf;

use super::replayed::replayed;
use super::restore::RestoreError;
use crate::diagnostics;
use crate::http::{self, Again};
use crate::journal::{JournalError, Milestones, MirrorReader};
use crate::model::{Page, PageRequest, PastDeal, PastGame, PastHand, RoundRecall, Seat, TableNumber};

/// Finds the record that opened a deal at a table.
type Opening = fn(&MirrorReader, TableNumber, u64) -> Result<Option<u64>, JournalError>;

/// The past, as the mirror holds it.
pub(super) struct Archive {
    mirror: PathBuf,
    milestones: Milestones,
}

impl Archive {
    /// Of the mirror in this directory, with these milestones.
    pub(super) const fn new(mirror: PathBuf, milestones: Milestones) -> Self {
        Self { mirror, milestones }
    }

    fn carry_out(&self, table: TableNumber, deal: u64, opening: Opening) -> Result<Again, RestoreError> {
        let reader = MirrorReader::open(&self.mirror)?;
        let Some(opened) = opening(&reader, table, deal)? else { return Ok(Again::Unknown) };
        replayed(&reader, &self.milestones, PastGame::Deal { table, deal }, opened)
    }

    fn again(&self, table: TableNumber, deal: u64, opening: Opening) -> Again {
        let again = self.carry_out(table, deal, opening);
        again.inspect_err(|error| tracing::error!(%error, "a past deal cannot be carried out again")).unwrap_or(Again::Unreadable)
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

    fn deal_again(&self, table: TableNumber, deal: u64) -> Again {
        self.again(table, deal, diagnostics::opening_of_deal)
    }

    fn hand_again(&self, table: TableNumber, deal: u64) -> Again {
        self.again(table, deal, diagnostics::opening_of_hand)
    }

    fn hands_of(&self, eyes: Option<Seat>, table: TableNumber, asked: &PageRequest) -> Option<Page<PastHand>> {
        self.look_up(|reader| diagnostics::hands_of(reader, eyes, table, asked))
    }
}
