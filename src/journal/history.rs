//! The history read through: both copies from the first entry on, in small pieces, beside the thread that writes. A start reads only the
//! ends, so damage in the middle is found here.

use super::mirror::{Commits, MirrorReader};
use super::rebuild::Copy;
use super::store;
use super::{Head, JournalError, Link};

/// Bytes of payload in a piece of the mirror, about.
const PIECE_BYTES: usize = 64 << 10;

/// Both copies of a journal as far as it had come when this was made, read piece by piece: first the store, then the mirror. What is
/// written meanwhile is not looked at. A copy ends at its first damage, and the other is read all the same.
pub struct History {
    end: Head,
    store: store::History,
    /// Where the store's part ended.
    store_head: Head,
    mirror: Option<Commits>,
    mirror_head: Head,
}

/// What was found of a piece.
pub type Piece = Result<(), (Copy, JournalError)>;

impl History {
    /// Of a store and a mirror whose first entries follow these heads.
    pub(super) fn new([store_head, mirror_head]: [Head; 2], end: Head, store: store::History, mirror: &MirrorReader) -> Self {
        Self { end, store, store_head, mirror: Some(mirror.commits(1)), mirror_head }
    }

    /// Where the journal stood when this was made.
    #[must_use]
    pub fn end(&self) -> Head {
        self.end
    }

    /// Reads on in the mirror; `None` where it was read to the end.
    fn read_mirror(&mut self) -> Option<Result<(), JournalError>> {
        let mut bytes = 0;
        while bytes < PIECE_BYTES && self.mirror_head.number < self.end.number {
            let links = match self.mirror.as_mut()?.next() {
                Some(Ok(links)) => links,
                Some(Err(error)) => return Some(Err(error)),
                None => return Some(Err(self.damaged("it ends before the journal does"))),
            };
            bytes += links.iter().map(|link| link.entry.payload.len()).sum::<usize>();
            if let Err(error) = self.follow(&links) {
                return Some(Err(error));
            }
        }
        (bytes > 0).then_some(Ok(()))
    }

    fn follow(&mut self, links: &[Link]) -> Result<(), JournalError> {
        let places = [self.store_head, self.end];
        for link in links {
            let is_other = places.iter().any(|head| head.number == link.entry.number && head.hash != link.hash);
            if is_other || link.entry.number != self.mirror_head.number + 1 {
                return Err(self.damaged("it differs from the store"));
            }
            self.mirror_head = link.head();
        }
        Ok(())
    }

    fn damaged(&self, message: &str) -> JournalError {
        JournalError::Damaged { copy: "the mirror", number: self.mirror_head.number + 1, message: message.to_owned() }
    }
}

impl Iterator for History {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        match self.store.next() {
            Some(Ok(head)) => {
                self.store_head = head;
                Some(Ok(()))
            }
            Some(Err(error)) => Some(Err((Copy::Store, error))),
            None => {
                let read = self.read_mirror()?;
                Some(read.map_err(|error| {
                    self.mirror = None;
                    (Copy::Mirror, error)
                }))
            }
        }
    }
}
