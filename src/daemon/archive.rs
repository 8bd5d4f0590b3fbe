//! What is looked up in the journal beside the deciding thread: in its mirror, which may be read while it is written.

use std::path::PathBuf;

use super::replayed::replayed;
use super::restore::RestoreError;
use crate::cabinet::Cabinet;
use crate::diagnostics;
use crate::http::{self, Again};
use crate::journal::{JournalError, Milestones, MirrorReader};
use crate::model::{GameRead, KeptGame, Page, PageRequest, PastDeal, PastGame, PastHand, RoundRecall, Seat, TableNumber};

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

    fn carry_out<G>(&self, game: PastGame, look: impl Fn(&Cabinet, PastGame) -> Option<G>) -> Result<Again<G>, RestoreError> {
        let reader = MirrorReader::open(&self.mirror)?;
        let Some(opened) = diagnostics::opening_of(&reader, None, game)? else { return Ok(Again::Unknown) };
        replayed(&reader, &self.milestones, (game, look), opened)
    }

    fn carry_out_for(&self, seat: Seat, sees_own: bool, game: PastGame) -> Result<Again<KeptGame>, RestoreError> {
        let reader = MirrorReader::open(&self.mirror)?;
        let Some(opened) = diagnostics::opening_of(&reader, Some(seat), game)? else { return Ok(Again::Unknown) };
        let own_and_closed = |cabinet: &Cabinet, game| {
            let look = |has_stayed| cabinet.past_game_of(seat, has_stayed, game);
            Some((look(true)?, look(false)?))
        };
        let again = replayed(&reader, &self.milestones, (game, own_and_closed), opened)?;
        // That is asked last and of the journal as it is by now: the player may have left meanwhile.
        let has_stayed = sees_own && matches!(again, Again::Game(_)) && self.has_stayed(seat, game, opened)?;
        Ok(again.map(|(own, closed)| if has_stayed { own } else { closed }))
    }

    fn has_stayed(&self, seat: Seat, game: PastGame, opened: u64) -> Result<bool, JournalError> {
        match game {
            PastGame::Deal { table, .. } if table.between_players().is_some() => {
                diagnostics::has_stayed(&MirrorReader::open(&self.mirror)?, table, seat, opened)
            }
            PastGame::Deal { .. } | PastGame::Round(_) => Ok(false),
        }
    }

    fn look_up<T>(&self, read: impl FnOnce(&MirrorReader) -> Result<T, JournalError>) -> Option<T> {
        let found = MirrorReader::open(&self.mirror).and_then(|reader| read(&reader));
        found.inspect_err(|error| tracing::error!(%error, "the past cannot be read off the mirror")).ok()
    }
}

fn told<G>(again: Result<Again<G>, RestoreError>) -> Again<G> {
    again.inspect_err(|error| tracing::error!(%error, "a past game cannot be carried out again")).unwrap_or(Again::Unreadable)
}

impl http::Archive for Archive {
    fn rounds_of(&self, eyes: Option<Seat>, asked: &PageRequest) -> Option<Page<RoundRecall>> {
        self.look_up(|reader| diagnostics::rounds_of(reader, eyes, asked))
    }

    fn deals_of(&self, eyes: Option<Seat>, table: TableNumber, asked: &PageRequest) -> Option<Page<PastDeal>> {
        self.look_up(|reader| diagnostics::deals_of(reader, eyes, table, asked))
    }

    fn again(&self, game: PastGame) -> Again<KeptGame> {
        told(self.carry_out(game, Cabinet::past_game))
    }

    fn again_for(&self, seat: Seat, sees_own: bool, game: PastGame) -> Again<KeptGame> {
        told(self.carry_out_for(seat, sees_own, game))
    }

    fn read(&self, game: PastGame) -> Again<GameRead> {
        told(self.carry_out(game, Cabinet::read_game))
    }

    fn hands_of(&self, eyes: Option<Seat>, table: TableNumber, asked: &PageRequest) -> Option<Page<PastHand>> {
        self.look_up(|reader| diagnostics::hands_of(reader, eyes, table, asked))
    }
}
