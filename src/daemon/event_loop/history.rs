//! The history of the journal is read through while nothing else happens, and a little of it each second where something always does: a piece
//! each time, off the deciding thread, so that neither a commit nor an answer waits for the disk. What is found is said in the log and shown to officials.

use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::journal::{Copy, Head, History, Journal, JournalError, Piece};
use crate::model::{ClockOffset, JournalDamage, JournalView, Timestamp};

/// How long after one reading the next begins.
const REST: Duration = Duration::from_secs(6 * 60 * 60);

/// Pieces that are read at once: half a megabyte, which even a small board reads and proves in some hundredths of a second.
const PIECES: usize = 8;

/// The reading that is under way, and what the last one found.
pub(super) struct HistoryReading {
    under_way: Option<JoinHandle<(History, Option<Piece>)>>,
    next_at: Instant,
    /// What this reading has found so far.
    found: Vec<JournalDamage>,
    /// Up to where, and when by the house's own time.
    read_through: Option<(u64, Timestamp)>,
    damage: Vec<JournalDamage>,
}

impl HistoryReading {
    /// The first reading begins as soon as there is time for it.
    pub(super) fn new() -> Self {
        Self { under_way: None, next_at: Instant::now(), found: Vec::new(), read_through: None, damage: Vec::new() }
    }

    /// What officials see of a journal that stands at `head`, where the wall clock is ahead by `offset`.
    pub(super) fn view(&self, head: Head, offset: ClockOffset) -> JournalView {
        let read_through = self.read_through.map(|(number, at)| (number, offset.shown(at)));
        JournalView { head: head.to_string(), read_through, damage: self.damage.clone() }
    }

    /// Takes what was read since it was asked last, and has the next piece read. Says whether there is something else to show.
    pub(super) async fn go_on(&mut self, journal: &Journal, now: Timestamp) -> bool {
        match self.under_way.take_if(|reading| reading.is_finished()) {
            Some(read) => match read.await {
                Ok((history, Some(piece))) => {
                    self.read(history);
                    piece.err().is_some_and(|(copy, error)| self.note(copy, &error))
                }
                Ok((history, None)) => self.end(history.end(), now),
                Err(panic) => {
                    tracing::error!(%panic, "reading the journal's history through has failed");
                    self.next_at = Instant::now() + REST;
                    false
                }
            },
            None if self.under_way.is_none() && Instant::now() >= self.next_at => self.begin(journal),
            None => false,
        }
    }

    fn begin(&mut self, journal: &Journal) -> bool {
        self.found.clear();
        match journal.history() {
            Ok(history) => {
                self.read(history);
                false
            }
            Err(error) => {
                self.next_at = Instant::now() + REST;
                self.note(Copy::Mirror, &error)
            }
        }
    }

    fn read(&mut self, mut history: History) {
        self.under_way = Some(tokio::task::spawn_blocking(move || {
            // All of them in order, or the first that is damaged or not there any more.
            let piece = (1..PIECES).find_map(|_| history.next().filter(Result::is_err));
            let piece = piece.or_else(|| history.next());
            (history, piece)
        }));
    }

    fn note(&mut self, copy: Copy, error: &JournalError) -> bool {
        tracing::error!(%error, "the journal's history is damaged; play goes on, and `croupierctl journal rebuild` mends it when the cabinet is closed");
        let copy = if copy == Copy::Store { "store" } else { "mirror" };
        self.found.push(JournalDamage { copy, message: error.to_string() });
        self.damage.clone_from(&self.found);
        true
    }

    fn end(&mut self, head: Head, now: Timestamp) -> bool {
        if self.found.is_empty() {
            tracing::info!(%head, "the journal's history was read through: both copies are whole");
        }
        self.damage.clone_from(&self.found);
        self.read_through = Some((head.number, now));
        self.next_at = Instant::now() + REST;
        true
    }
}
