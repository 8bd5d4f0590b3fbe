//! The reading end of the mirror: for tools, also while the daemon writes, and for the daemon where the store fails.

use std::path::{Path, PathBuf};

use super::frame;
use super::segment::{self, Next, Segment, SegmentReader};
use crate::journal::{Head, JournalError, Link};

/// A mirror as it was when it was opened. It needs no lock: what is written meanwhile is either read or not.
#[derive(Clone, Debug)]
pub struct MirrorReader {
    directory: PathBuf,
    segments: Vec<Segment>,
}

impl MirrorReader {
    /// Opens the mirror in `directory`; one that is not there has no entries.
    ///
    /// # Errors
    /// [`JournalError::Io`] where the directory or a header cannot be read.
    pub fn open(directory: &Path) -> Result<Self, JournalError> {
        Ok(Self { directory: directory.to_owned(), segments: segment::list(directory)? })
    }

    /// Where the mirror is.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The number of the first entry of every segment, in order. Reading from one of these needs no searching.
    #[must_use]
    pub fn starts(&self) -> Vec<u64> {
        self.segments.iter().filter_map(|segment| segment.before).map(|before| before.number + 1).collect()
    }

    /// Where the mirror ends: its last segment is read.
    ///
    /// # Errors
    /// [`JournalError::Damaged`] where the last segment is damaged.
    pub fn head(&self) -> Result<Head, JournalError> {
        let Some(&start) = self.starts().last() else { return Ok(Head::START) };
        let mut commits = self.commits(start);
        for commit in commits.by_ref() {
            commit?;
        }
        Ok(commits.head.unwrap_or(Head::START))
    }

    /// The link with this number; `None` beyond the end.
    ///
    /// # Errors
    /// [`JournalError::Damaged`] where the mirror is damaged before it in its segment.
    pub fn read(&self, number: u64) -> Result<Option<Link>, JournalError> {
        self.range(number, number).next().transpose()
    }

    /// The links from `from` to `to`, both included, as far as there are any. Memory use does not depend on how many.
    pub fn range(&self, from: u64, to: u64) -> impl Iterator<Item = Result<Link, JournalError>> + use<> {
        let flat = self.commits(from).flat_map(|commit| match commit {
            Ok(links) => links.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(error) => vec![Err(error)],
        });
        flat.skip_while(move |link| matches!(link, Ok(link) if link.entry.number < from))
            .take_while(move |link| !matches!(link, Ok(link) if link.entry.number > to))
    }

    /// The commits from the start of the segment that holds entry `number`.
    pub(in crate::journal) fn commits(&self, number: u64) -> Commits {
        let holding = self.segments.iter().rposition(|segment| segment.before.is_some_and(|before| before.number < number));
        let segments = self.segments[holding.unwrap_or(0)..].to_vec();
        Commits { segments: segments.into_iter(), current: None, head: None, ended: false }
    }
}

/// The commits of a mirror in order, each proved to follow the one before it. Ends after the first error.
pub(in crate::journal) struct Commits {
    segments: std::vec::IntoIter<Segment>,
    current: Option<SegmentReader>,
    /// The head after what was read.
    pub(in crate::journal) head: Option<Head>,
    ended: bool,
}

impl Commits {
    fn damaged(&mut self, message: String) -> JournalError {
        self.ended = true;
        JournalError::Damaged { copy: "the mirror", number: self.head.map_or(1, |head| head.number + 1), message }
    }

    fn open(&mut self, segment: &Segment) -> Result<(), JournalError> {
        let follows = segment.before.filter(|before| self.head.is_none_or(|head| head == *before));
        let Some(before) = follows else {
            let message = format!("{} does not go on where the mirror had ended", segment.path.display());
            return Err(self.damaged(message));
        };
        self.current = Some(SegmentReader::open(&segment.path, before)?);
        self.head = Some(before);
        Ok(())
    }

    /// What comes next, where nothing is wrong.
    fn step(&mut self) -> Result<Option<Vec<Link>>, JournalError> {
        loop {
            let Some(reader) = &mut self.current else {
                let Some(segment) = self.segments.next() else { return Ok(None) };
                self.open(&segment)?;
                continue;
            };
            match reader.next()? {
                Next::Commit(links) => {
                    self.head = Some(reader.head);
                    return Ok(Some(links));
                }
                Next::End => self.current = None,
                Next::Bad(_) if self.is_torn_end()? => self.current = None,
                Next::Bad(why) => return Err(self.damaged(why.to_owned())),
            }
        }
    }

    /// Whether what is bad is only the last commit, which is torn or being written at this moment.
    fn is_torn_end(&mut self) -> Result<bool, JournalError> {
        let Some(reader) = &mut self.current else { return Ok(false) };
        let head = reader.head.number;
        Ok(self.segments.len() == 0 && frame::last_anywhere(&reader.rest()?).is_none_or(|seen| seen <= head))
    }
}

impl Iterator for Commits {
    type Item = Result<Vec<Link>, JournalError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.step().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}
