//! The writing end of the mirror.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use super::frame;
use super::scan::{Broken, Sound};
use super::segment::{self, Blank, HEADER_BYTES, SEGMENT_BYTES, Segment};
use crate::journal::error::At;
use crate::journal::files::{remove_durably, set_aside};
use crate::journal::{Head, JournalError, Link};

/// Writes commits behind each other.
pub(in crate::journal) struct MirrorWriter {
    directory: PathBuf,
    /// The directory held open, to make renamings in it durable.
    folder: File,
    segment: Segment,
    file: File,
    /// Where the next commit goes.
    offset: u64,
    /// The segment's size.
    size: u64,
    head: Head,
    /// The next segment's file, where it is ready.
    blank: Option<Blank>,
}

impl MirrorWriter {
    /// Begins a new mirror in `directory`, whose first entry follows `before`. What is there has no entry: its first segment is written over.
    pub(in crate::journal) fn begin(directory: &Path, before: Head) -> Result<Self, JournalError> {
        let folder = open_folder(directory)?;
        let left = segment::list(directory)?;
        left.iter().skip(1).rev().try_for_each(|segment| set_aside(&segment.path).map(drop))?;
        let sequence = left.first().map_or(1, |segment| segment.sequence);
        let (segment, file) = Blank::create(directory, sequence, SEGMENT_BYTES)?.begin(directory, &folder, before)?;
        Ok(Self {
            directory: directory.to_owned(),
            folder,
            segment,
            file,
            offset: HEADER_BYTES as u64,
            size: SEGMENT_BYTES,
            head: before,
            blank: None,
        })
    }

    /// Goes on behind a sound mirror. What is left of a torn write is overwritten with zeros, so that it can never be taken for
    /// something that followed what is written next.
    pub(in crate::journal) fn go_on(directory: &Path, sound: &Sound) -> Result<Self, JournalError> {
        let segment = sound.last.clone();
        let file = File::options().read(true).write(true).open(&segment.path).at("open", &segment.path)?;
        let size = file.metadata().at("read", &segment.path)?.len();
        let folder = open_folder(directory)?;
        let writer =
            Self { directory: directory.to_owned(), folder, segment, file, offset: sound.offset, size, head: sound.head, blank: None };
        if sound.torn_bytes > 0 {
            let zeros = vec![0; usize::try_from(sound.torn_bytes).expect("a segment fits into memory")];
            writer.file.write_all_at(&zeros, sound.offset).at("write", &writer.segment.path)?;
            writer.file.sync_data().at("sync", &writer.segment.path)?;
        }
        Ok(writer)
    }

    /// Where the mirror ends.
    pub(in crate::journal) fn head(&self) -> Head {
        self.head
    }

    /// Writes the links of one commit, which follow the head, and makes them durable.
    pub(in crate::journal) fn commit(&mut self, links: &[Link]) -> Result<(), JournalError> {
        self.write(links)?;
        self.sync()
    }

    /// Writes the links of one commit; durable only after [`MirrorWriter::sync`].
    pub(in crate::journal) fn write(&mut self, links: &[Link]) -> Result<(), JournalError> {
        let Some(last) = links.last() else { return Ok(()) };
        let frame = frame::encode(links);
        if frame.len() as u64 > self.room() {
            self.sync()?;
            self.next_segment(frame.len() as u64)?;
        }
        self.file.write_all_at(&frame, self.offset).at("write", &self.segment.path)?;
        self.offset += frame.len() as u64;
        self.head = last.head();
        Ok(())
    }

    /// Makes everything written durable.
    pub(in crate::journal) fn sync(&self) -> Result<(), JournalError> {
        self.file.sync_data().at("sync", &self.segment.path)
    }

    /// How many bytes of frames still go into the segment.
    pub(in crate::journal) fn room(&self) -> u64 {
        self.size.saturating_sub(self.offset)
    }

    /// Gets the next segment's file ready where the present one is more than half full, so that no commit has to wait for it. Where it
    /// fails nothing has changed.
    pub(in crate::journal) fn prepare(&mut self) -> Result<(), JournalError> {
        if self.blank.is_none() && self.offset > self.size / 2 {
            self.blank = Some(Blank::create(&self.directory, self.segment.sequence + 1, SEGMENT_BYTES)?);
        }
        Ok(())
    }

    /// Goes on in the next segment, where a frame of so many bytes fits. Everything written must be durable. Where it fails, the same may be
    /// tried again, and nothing may be written before it has succeeded: a segment may lie there that goes on after this head.
    pub(in crate::journal) fn next_segment(&mut self, frame_bytes: u64) -> Result<(), JournalError> {
        let blank = match self.blank.take().filter(|blank| blank.fits(frame_bytes)) {
            Some(blank) => blank,
            None => {
                let size = SEGMENT_BYTES.max(HEADER_BYTES as u64 + frame_bytes);
                Blank::create(&self.directory, self.segment.sequence + 1, size)?
            }
        };
        let size = blank.size();
        (self.segment, self.file) = blank.begin(&self.directory, &self.folder, self.head)?;
        (self.offset, self.size) = (HEADER_BYTES as u64, size);
        Ok(())
    }
}

fn open_folder(directory: &Path) -> Result<File, JournalError> {
    File::open(directory).at("open", directory)
}

/// Renames the damaged segments of a mirror, the last first, so that at any moment what is left is a sound, shorter mirror.
pub(in crate::journal) fn set_damaged_aside(broken: &Broken) -> Result<Vec<PathBuf>, JournalError> {
    broken.segments.iter().rev().map(|segment| set_aside(&segment.path)).collect()
}

/// Removes the segments of which every entry is part of the state after `base`, the first one first, so that at any moment what is left goes on
/// without a gap.
pub(in crate::journal) fn remove_before(directory: &Path, base: Head) -> Result<(), JournalError> {
    let segments = segment::list(directory)?;
    let is_part = |next: &Segment| next.before.is_some_and(|before| before.number <= base.number);
    let mut removed = segments.iter().zip(segments.iter().skip(1)).take_while(|(_, next)| is_part(next));
    // Each by itself: a file system may keep removals that are synced together in another order.
    removed.try_for_each(|(segment, _)| remove_durably(&segment.path, |path| fs::remove_file(path)))
}

/// Renames all segments of the mirror in `directory`, the last first.
pub(in crate::journal) fn set_all_aside(directory: &Path) -> Result<Vec<PathBuf>, JournalError> {
    segment::list(directory)?.iter().rev().map(|segment| set_aside(&segment.path)).collect()
}
