//! A segment: one file of the mirror. A header that says where in the chain it begins, then frames, then zeros up to its size,
//! so that a commit changes no length and its sync is short.

use std::fs::{self, File};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use super::frame;
use crate::journal::codec::{self, Reader};
use crate::journal::error::At;
use crate::journal::free_bytes;
use crate::journal::{Hash, Head, JournalError, Link};

/// The size of a segment in bytes; larger only where a single commit needs more.
pub(super) const SEGMENT_BYTES: u64 = 8 << 20;
/// Magic, sequence, first entry, hash before it, checksum.
pub(super) const HEADER_BYTES: usize = 60;
/// No journal comes to this number: a header that says so is damaged, and counting on from below it cannot overflow.
const NUMBER_MOST: u64 = u64::MAX / 2;
const MAGIC: [u8; 8] = *b"CROUPMR1";
const SUFFIX: &str = ".mirror";

/// A segment's file and the head that its first entry follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Segment {
    /// Its place in the mirror, from 1.
    pub(super) sequence: u64,
    /// The file.
    pub(super) path: PathBuf,
    /// What the header says; `None` where the header is damaged.
    pub(super) before: Option<Head>,
}

/// The segments in a directory in their order, with what their headers say. None where there is no such directory.
pub(super) fn list(directory: &Path) -> Result<Vec<Segment>, JournalError> {
    if !directory.exists() {
        return Ok(Vec::new());
    }
    let mut segments = Vec::new();
    for item in fs::read_dir(directory).at("read", directory)? {
        let path = item.at("read", directory)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(SUFFIX));
        if let Some(sequence) = name.and_then(|name| name.parse().ok()) {
            let before = read_header(&path, sequence)?;
            segments.push(Segment { sequence, path, before });
        }
    }
    segments.sort_by_key(|segment| segment.sequence);
    Ok(segments)
}

/// The file of segment `sequence`.
pub(super) fn path(directory: &Path, sequence: u64) -> PathBuf {
    directory.join(format!("{sequence:06}{SUFFIX}"))
}

/// A file of zeros that is to become a segment. It has no segment's name yet, so what a crash leaves of it is taken for nothing.
pub(super) struct Blank {
    sequence: u64,
    size: u64,
    unfinished: PathBuf,
    file: File,
}

impl Blank {
    /// Writes `size` zeros durably, for segment `sequence`. Where it fails it leaves nothing behind: what it had of the disk is free again.
    pub(super) fn create(directory: &Path, sequence: u64, size: u64) -> Result<Self, JournalError> {
        let unfinished = path(directory, sequence).with_extension("unfinished");
        if free_bytes(directory)? < size {
            return Err(JournalError::NoRoom { path: directory.to_owned() });
        }
        Self::write(&unfinished, sequence, size).inspect_err(|_| _ = fs::remove_file(&unfinished))
    }

    fn write(unfinished: &Path, sequence: u64, size: u64) -> Result<Self, JournalError> {
        let mut file = File::create(unfinished).at("create", unfinished)?;
        let zeros = [0_u8; 64 << 10];
        let mut missing = size;
        while missing > 0 {
            let now = missing.min(zeros.len() as u64);
            file.write_all(&zeros[..now as usize]).at("write", unfinished)?;
            missing -= now;
        }
        file.sync_all().at("sync", unfinished)?;
        Ok(Self { sequence, size, unfinished: unfinished.to_owned(), file })
    }

    /// Its size in bytes, as a segment.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Whether a commit of so many bytes fits in.
    pub(super) fn fits(&self, frame_bytes: u64) -> bool {
        HEADER_BYTES as u64 + frame_bytes <= self.size
    }

    /// Makes it the segment that goes on after `before`, in the directory that `folder` holds open. It appears under its name only when
    /// it is complete. No file is opened for it, so it succeeds where the process has no descriptor left.
    pub(super) fn begin(self, directory: &Path, folder: &File, before: Head) -> Result<(Segment, File), JournalError> {
        self.file.write_all_at(&encode_header(self.sequence, before), 0).at("write", &self.unfinished)?;
        self.file.sync_data().at("sync", &self.unfinished)?;
        let path = path(directory, self.sequence);
        fs::rename(&self.unfinished, &path).at("rename", &self.unfinished)?;
        folder.sync_all().at("sync", directory)?;
        Ok((Segment { sequence: self.sequence, path, before: Some(before) }, self.file))
    }
}

fn encode_header(sequence: u64, before: Head) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    codec::put_number(&mut header, sequence);
    codec::put_number(&mut header, before.number);
    header.extend(before.hash.0);
    let checksum = crc32fast::hash(&header);
    header.extend(checksum.to_be_bytes());
    header
}

fn read_header(path: &Path, sequence: u64) -> Result<Option<Head>, JournalError> {
    let mut bytes = Vec::new();
    let file = File::open(path).at("open", path)?;
    file.take(HEADER_BYTES as u64).read_to_end(&mut bytes).at("read", path)?;
    let mut reader = Reader::new(&bytes);
    let before = (|| {
        let (_magic, _sequence) = (reader.array::<8>()?, reader.number()?);
        Some(Head { number: reader.number()?, hash: Hash(reader.array()?) })
    })();
    Ok(before.filter(|before| before.number <= NUMBER_MOST && encode_header(sequence, *before) == bytes))
}

/// What comes next in a segment.
pub(super) enum Next {
    /// A commit that follows what was read before.
    Commit(Vec<Link>),
    /// Zeros or the end of the file: the segment ends here.
    End,
    /// Something that is not a sound commit, and why.
    Bad(&'static str),
}

/// Reads a segment commit by commit, in constant memory.
pub(super) struct SegmentReader {
    path: PathBuf,
    file: BufReader<File>,
    /// Where the last sound commit ends, in bytes from the start of the file.
    pub(super) offset: u64,
    /// The size of the file when it was opened.
    pub(super) size: u64,
    /// The head after what was read.
    pub(super) head: Head,
}

impl SegmentReader {
    /// Opens a segment whose entries follow `before`.
    pub(super) fn open(path: &Path, before: Head) -> Result<Self, JournalError> {
        let mut file = File::open(path).at("open", path)?;
        let size = file.metadata().at("read", path)?.len();
        file.read_exact(&mut [0; HEADER_BYTES]).at("read", path)?;
        let file = BufReader::with_capacity(64 << 10, file);
        Ok(Self { path: path.to_owned(), file, offset: HEADER_BYTES as u64, size, head: before })
    }

    /// Opens a segment of which all up to `offset` was read before, where its head was `head`.
    pub(super) fn open_at(path: &Path, offset: u64, head: Head) -> Result<Self, JournalError> {
        let mut reader = Self::open(path, head)?;
        reader.file.seek(SeekFrom::Start(offset)).at("read", path)?;
        Ok(Self { offset, ..reader })
    }

    /// The next commit. After [`Next::End`] or [`Next::Bad`] there is nothing more to ask for but [`SegmentReader::rest`].
    pub(super) fn next(&mut self) -> Result<Next, JournalError> {
        let mut start = [0; frame::HEADER_BYTES];
        if !self.fill(&mut start)? || start.iter().all(|byte| *byte == 0) {
            return Ok(Next::End);
        }
        let Some(header) = frame::header(&start) else { return Ok(Next::Bad("no commit begins where one should")) };
        let end = self.offset + (frame::HEADER_BYTES + header.body_bytes) as u64;
        if end > self.size {
            return Ok(Next::Bad("a commit is longer than the file"));
        }
        let mut body = vec![0; header.body_bytes];
        if !self.fill(&mut body)? {
            return Ok(Next::Bad("a commit is longer than the file"));
        }
        let Some(links) = frame::body(&header, &body) else { return Ok(Next::Bad("a commit's checksum is wrong")) };
        let Ok(head) = self.head.advance(&links) else { return Ok(Next::Bad("a commit does not follow the one before it")) };
        self.head = head;
        self.offset = end;
        Ok(Next::Commit(links))
    }

    /// Everything from the end of the last sound commit on.
    pub(super) fn rest(&mut self) -> Result<Vec<u8>, JournalError> {
        let mut rest = Vec::new();
        self.file.seek(SeekFrom::Start(self.offset)).at("read", &self.path)?;
        self.file.read_to_end(&mut rest).at("read", &self.path)?;
        Ok(rest)
    }

    /// Fills `bytes`, or says that the file ends before they are full.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<bool, JournalError> {
        match self.file.read_exact(bytes) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(error).at("read", &self.path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_that_says_a_number_no_journal_comes_to_is_damaged() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = path(folder.path(), 1);
        for (number, is_sound) in [(0, true), (7, true), (NUMBER_MOST, true), (NUMBER_MOST + 1, false), (u64::MAX, false)] {
            let before = Head { number, hash: Hash::START };
            fs::write(&file, encode_header(1, before)).expect("a file can be written");
            assert_eq!(read_header(&file, 1).expect("it can be read"), is_sound.then_some(before));
        }
    }
}
