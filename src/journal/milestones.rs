//! Milestones: states of the cabinet that are kept for good, so that a game of any age is carried out again without all that came before it.
//!
//! As a checkpoint a milestone is never trusted alone: it has its own checksum, and it names the hash of the entry it was made after, which
//! must be the journal's. Nothing is lost where one is: what it would have spared is stepped again.

use std::fs;
use std::path::{Path, PathBuf};

use super::checkpoint::Checkpoint;
use super::error::At;
use super::files::write_whole;
use super::{JournalError, MirrorReader};

/// The folder of a journal's milestones.
#[derive(Clone, Debug)]
pub struct Milestones {
    folder: PathBuf,
}

impl Milestones {
    /// How many entries a milestone is made after the one before it.
    pub const ENTRIES: u64 = 16_384;

    /// Those in this folder, which need not be there yet.
    #[must_use]
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Where they are kept.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Keeps a state as the milestone after its entry.
    ///
    /// # Errors
    /// [`JournalError::Io`] where it cannot be written.
    pub fn keep(&self, milestone: &Checkpoint) -> Result<(), JournalError> {
        write_whole(&self.folder.join(milestone.head.number.to_string()), &milestone.encode())
    }

    /// The newest one after an entry before `number` that reads back as it was written, names an entry of this mirror, and is a state to `take`.
    ///
    /// # Errors
    /// Where the mirror or the folder cannot be read.
    pub fn newest_before<T>(
        &self,
        number: u64,
        reader: &MirrorReader,
        take: impl Fn(&Checkpoint) -> Option<T>,
    ) -> Result<Option<T>, JournalError> {
        let mut numbers = self.numbers()?;
        numbers.retain(|kept| *kept < number);
        numbers.sort_unstable();
        for kept in numbers.into_iter().rev() {
            let milestone = fs::read(self.folder.join(kept.to_string())).ok().and_then(|whole| Checkpoint::decode(&whole));
            let Some(milestone) = milestone.filter(|milestone| milestone.head.number == kept) else { continue };
            let is_of_journal = reader.read(kept)?.is_some_and(|link| link.head() == milestone.head);
            if let Some(taken) = take(&milestone).filter(|_| is_of_journal) {
                return Ok(Some(taken));
            }
        }
        Ok(None)
    }

    /// Removes those of a time of which the journal has no records any more: up to entry `number`.
    ///
    /// # Errors
    /// [`JournalError::Io`] where one cannot be removed.
    pub fn remove_up_to(&self, number: u64) -> Result<(), JournalError> {
        let removed = self.numbers()?.into_iter().filter(|kept| *kept <= number);
        removed.map(|kept| self.folder.join(kept.to_string())).try_for_each(|path| fs::remove_file(&path).at("remove", &path))
    }

    fn numbers(&self) -> Result<Vec<u64>, JournalError> {
        match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
            files => {
                let names = files.at("read", &self.folder)?.filter_map(|file| file.ok()?.file_name().into_string().ok());
                Ok(names.filter_map(|name| name.parse().ok()).collect())
            }
        }
    }
}

/// Keeps a state as a milestone whenever one is due.
#[derive(Clone, Debug)]
pub struct MilestoneKeeper {
    milestones: Milestones,
    due: u64,
}

impl MilestoneKeeper {
    /// Of a cabinet that has come to entry `number`.
    #[must_use]
    pub const fn new(milestones: Milestones, number: u64) -> Self {
        Self { milestones, due: next_after(number) }
    }

    /// Whether one is due after entry `number`.
    #[must_use]
    pub const fn is_due(&self, number: u64) -> bool {
        self.due <= number
    }

    /// Keeps this one. Where it cannot be kept, a game of that time takes longer to be carried out again.
    pub fn keep(&mut self, milestone: &Checkpoint) {
        self.due = next_after(milestone.head.number);
        if let Err(error) = self.milestones.keep(milestone) {
            tracing::warn!(%error, "a milestone is not kept");
        }
    }
}

const fn next_after(number: u64) -> u64 {
    (number / Milestones::ENTRIES + 1) * Milestones::ENTRIES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{Entry, Journal, Paths};
    use crate::model::Timestamp;

    /// A journal of nine entries with milestones after some of them.
    struct Kept {
        folder: tempfile::TempDir,
        milestones: Milestones,
        reader: MirrorReader,
    }

    fn kept(numbers: &[u64]) -> Kept {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let paths = Paths { journal: folder.path().join("journal"), mirror: folder.path().join("mirror") };
        let (mut journal, _) = Journal::open(&paths).expect("a journal can be begun");
        let entry = |number| Entry { number, at: Timestamp::from_microseconds(number), round: 1, payload: vec![1] };
        journal.append((1..=9).map(entry).collect()).expect("this disk can be written");
        let milestones = Milestones::new(folder.path().join("milestones"));
        let kept = Kept { milestones, reader: MirrorReader::open(&paths.mirror).expect("it can be read"), folder };
        numbers.iter().for_each(|number| kept.keep(*number));
        kept
    }

    impl Kept {
        fn keep(&self, number: u64) {
            let link = self.reader.read(number).expect("it can be read").expect("there is such an entry");
            let milestone = Checkpoint { head: link.head(), bytes: number.to_be_bytes().to_vec() };
            self.milestones.keep(&milestone).expect("it is kept");
        }

        fn check(&self, before: u64, expected: Option<u64>) {
            let number = |milestone: &Checkpoint| milestone.bytes.clone().try_into().ok().map(u64::from_be_bytes);
            assert_eq!(self.milestones.newest_before(before, &self.reader, number).expect("it can be read"), expected, "before {before}");
        }
    }

    #[test]
    fn the_newest_milestone_before_an_entry_is_found() {
        let none = kept(&[]);
        none.check(9, None);
        let kept = kept(&[2, 5, 8]);
        [(2, None), (3, Some(2)), (6, Some(5)), (9, Some(8))].into_iter().for_each(|(before, found)| kept.check(before, found));
    }

    #[test]
    fn a_milestone_that_is_damaged_or_of_another_journal_gives_way_to_an_older_one() {
        let kept = kept(&[2, 5]);
        let path = kept.folder.path().join("milestones/5");
        let mut whole = fs::read(&path).expect("it is there");
        whole[40] ^= 1;
        fs::write(&path, whole).expect("it can be written");
        kept.check(9, Some(2));
        kept.keep(5);
        kept.check(9, Some(5));
        let link = kept.reader.read(6).expect("it can be read").expect("there is such an entry");
        let other = Checkpoint { head: crate::journal::Head { number: 7, ..link.head() }, bytes: vec![0; 8] };
        kept.milestones.keep(&other).expect("it is kept");
        kept.check(9, Some(5));
    }

    #[test]
    fn a_milestone_that_this_release_cannot_take_gives_way_to_an_older_one() {
        let kept = kept(&[2, 5]);
        let number =
            kept.milestones.newest_before(9, &kept.reader, |milestone| (milestone.head.number < 5).then_some(milestone.head.number));
        assert_eq!(number.expect("it can be read"), Some(2));
    }
}
