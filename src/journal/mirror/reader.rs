//! The reading end of the mirror: for tools, also while the daemon writes, and for the daemon where the store fails.

use std::path::{Path, PathBuf};

use super::frame;
use super::segment::{self, Next, Segment, SegmentReader};
use crate::journal::{Base, Head, JournalError, Link, base};

/// How far a mirror was read, to be read on from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// The segment, by its place in the mirror.
    sequence: u64,
    /// Where in its file the next commit begins.
    offset: u64,
    /// The head there.
    head: Head,
}

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

    /// The head that the first entry follows: the start, unless older entries were removed.
    #[must_use]
    pub fn before(&self) -> Head {
        self.segments.first().and_then(|segment| segment.before).unwrap_or(Head::START)
    }

    /// Whether this is the head of one of its entries, or the one that the first of them follows.
    ///
    /// # Errors
    /// As [`MirrorReader::read`].
    pub fn has(&self, head: Head) -> Result<bool, JournalError> {
        Ok(head == self.before() || self.read(head.number)?.is_some_and(|link| link.head() == head))
    }

    /// The state from which reading begins where older entries were removed; `None` where reading begins with the first entry.
    ///
    /// # Errors
    /// [`JournalError::Damaged`] where entries were removed and the state in their place is missing or damaged; [`JournalError::Io`] where it cannot
    /// be read.
    pub fn base(&self) -> Result<Option<Base>, JournalError> {
        let before = self.before();
        if before == Head::START {
            return Ok(None);
        }
        let Some(base) = base::read(&self.directory)? else { return Err(base::missing(before, &self.directory)) };
        if self.has(base.head())? { Ok(Some(base)) } else { Err(base::missing(before, &self.directory)) }
    }

    /// How many bytes its files take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.files().filter_map(|file| Some(file.metadata().ok()?.len())).sum()
    }

    /// The files of the segments, in order.
    pub(in crate::journal) fn files(&self) -> impl Iterator<Item = &Path> {
        self.segments.iter().map(|segment| segment.path.as_path())
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

    /// Where the mirror ends, after all of it was read: every entry follows the one before it.
    ///
    /// # Errors
    /// [`JournalError::Damaged`] where the mirror is damaged anywhere, or has no entries.
    pub(in crate::journal) fn read_through(&self) -> Result<Head, JournalError> {
        let mut commits = self.commits(1);
        for commit in commits.by_ref() {
            commit?;
        }
        commits.head.filter(|head| *head != self.before()).ok_or_else(|| JournalError::Damaged {
            copy: "the mirror",
            number: 1,
            message: format!("there is nothing in {}", self.directory.display()),
        })
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

    /// Where reading begins so as to meet entry `number`: the start of its segment. `None` where there is no segment, or its header is damaged.
    #[must_use]
    pub fn bookmark(&self, number: u64) -> Option<Bookmark> {
        let segment = self.segments.get(self.holding(number))?;
        Some(Bookmark { sequence: segment.sequence, offset: segment::HEADER_BYTES as u64, head: segment.before? })
    }

    /// Hands `each` every link behind the bookmark, in order, without reading what lies before it: the bookmark of the end.
    ///
    /// # Errors
    /// [`JournalError::Damaged`] where the mirror is damaged behind the bookmark, or does not have its segment any more; those of `each`.
    pub fn read_on(&self, from: &Bookmark, mut each: impl FnMut(&Link) -> Result<(), JournalError>) -> Result<Bookmark, JournalError> {
        let mut commits = self.commits_behind(from)?;
        let mut end = *from;
        while let Some(links) = commits.next() {
            links?.iter().try_for_each(&mut each)?;
            end = commits.bookmark().unwrap_or(end);
        }
        Ok(end)
    }

    /// The commits from the start of the segment that holds entry `number`.
    pub(in crate::journal) fn commits(&self, number: u64) -> Commits {
        let segments = self.segments.get(self.holding(number)..).unwrap_or_default().to_vec();
        Commits { segments: segments.into_iter(), current: None, sequence: 0, head: None, is_torn: false, ended: false }
    }

    fn commits_behind(&self, bookmark: &Bookmark) -> Result<Commits, JournalError> {
        let Bookmark { sequence, offset, head } = *bookmark;
        let mut segments = self.segments.clone().into_iter();
        let segment = segments.find(|segment| segment.sequence == sequence).ok_or_else(|| JournalError::Damaged {
            copy: "the mirror",
            number: head.number + 1,
            message: format!("segment {sequence}, of which a part was read, is gone"),
        })?;
        let current = Some(SegmentReader::open_at(&segment.path, offset, head)?);
        Ok(Commits { segments, current, sequence, head: Some(head), is_torn: false, ended: false })
    }

    /// The place of the segment that holds entry `number`; the first where none does.
    fn holding(&self, number: u64) -> usize {
        self.segments.iter().rposition(|segment| segment.before.is_some_and(|before| before.number < number)).unwrap_or(0)
    }
}

/// The commits of a mirror in order, each proved to follow the one before it. Ends after the first error.
pub(in crate::journal) struct Commits {
    segments: std::vec::IntoIter<Segment>,
    current: Option<SegmentReader>,
    /// The place in the mirror of the segment that is read.
    sequence: u64,
    /// The head after what was read.
    pub(in crate::journal) head: Option<Head>,
    /// Whether the mirror ended with something that is no whole commit.
    pub(in crate::journal) is_torn: bool,
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
        self.sequence = segment.sequence;
        self.head = Some(before);
        Ok(())
    }

    /// Where the newest commit ended; `None` where its segment did with it.
    fn bookmark(&self) -> Option<Bookmark> {
        self.current.as_ref().map(|reader| Bookmark { sequence: self.sequence, offset: reader.offset, head: reader.head })
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
                Next::Bad(_) if self.is_torn_end()? => {
                    self.is_torn = true;
                    self.current = None;
                }
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
