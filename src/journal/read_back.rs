//! The newest records, read back from both copies: what a self-test of the journal does.

use super::commit::Journal;
use super::mirror::MirrorReader;
use super::{Head, JournalError, Link};

impl Journal {
    /// Reads the newest `count` records back from the store and from the mirror, proves that each follows the one before it, and that both copies
    /// end where the journal stands. How many were read.
    ///
    /// # Errors
    /// [`JournalError::Damaged`] where a copy has something else; [`JournalError::Io`] where it cannot be read.
    pub fn read_back(&self, count: u64) -> Result<u64, JournalError> {
        let head = self.head();
        let first = head.number.saturating_sub(count) + 1;
        if head.number == 0 {
            return Ok(0);
        }
        let stored = self.read_back_store(first, head)?;
        let mirrored = self.read_back_mirror(first, head)?;
        match stored.iter().zip(&mirrored).find(|(stored, mirrored)| stored != mirrored) {
            Some((stored, _)) => Err(damaged("the mirror", stored.number, "it differs from the store")),
            None => Ok(stored.len() as u64),
        }
    }

    fn read_back_store(&self, first: u64, head: Head) -> Result<Vec<Head>, JournalError> {
        let mut read: Vec<Head> = Vec::new();
        while read.last().is_none_or(|newest| newest.number < head.number) {
            let next = read.last().map_or(first, |newest| newest.number + 1);
            let links = self.store_run(next)?;
            if links.is_empty() {
                return Err(damaged("the store", next, "it is not there"));
            }
            for link in links.iter().take_while(|link| link.entry.number <= head.number) {
                if read.last().is_some_and(|before| !before.is_followed_by(link)) {
                    return Err(damaged("the store", link.entry.number, "it does not follow the record before it"));
                }
                read.push(link.head());
            }
        }
        ends_at("the store", read, head)
    }

    fn read_back_mirror(&self, first: u64, head: Head) -> Result<Vec<Head>, JournalError> {
        let commits = MirrorReader::open(&self.paths().mirror)?.commits(first);
        let links: Vec<Vec<Link>> = commits.collect::<Result<_, _>>()?;
        let heads = links.iter().flatten().filter(|link| (first..=head.number).contains(&link.entry.number)).map(Link::head);
        ends_at("the mirror", heads.collect(), head)
    }
}

/// A copy has come to where the journal stands.
fn ends_at(copy: &'static str, read: Vec<Head>, head: Head) -> Result<Vec<Head>, JournalError> {
    if read.last() == Some(&head) { Ok(read) } else { Err(damaged(copy, head.number, "it is not what was recorded last")) }
}

fn damaged(copy: &'static str, number: u64, message: &str) -> JournalError {
    JournalError::Damaged { copy, number, message: message.to_owned() }
}
