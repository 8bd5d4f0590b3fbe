//! What state a mirror is in, found out from its headers and its last segment only.

use std::path::Path;

use super::frame;
use super::segment::{self, Next, Segment, SegmentReader};
use crate::journal::error::At;
use crate::journal::{Head, JournalError};

/// A mirror as it was found.
pub(in crate::journal) enum Scanned {
    /// No segment, or segments without a single entry.
    Absent,
    /// Sound up to its end, as far as was looked.
    Sound(Sound),
    /// Damaged.
    Broken(Broken),
}

/// A mirror whose last segment is sound.
pub(in crate::journal) struct Sound {
    /// Where it ends.
    pub(in crate::journal) head: Head,
    /// Whether it has no entry: only a torn write.
    pub(in crate::journal) is_empty: bool,
    /// The last segment.
    pub(super) last: Segment,
    /// Where the next commit goes in the last segment, in bytes.
    pub(super) offset: u64,
    /// Bytes of a torn write after that: a commit that was never acknowledged.
    pub(in crate::journal) torn_bytes: u64,
}

/// A mirror that had more entries than can be read from its start.
pub(in crate::journal) struct Broken {
    /// Where the sound part ends.
    pub(in crate::journal) head: Head,
    /// The highest number of any entry that is seen behind the damage.
    pub(in crate::journal) seen: u64,
    /// What is wrong.
    pub(in crate::journal) why: String,
    /// The damaged segment and all after it.
    pub(super) segments: Vec<Segment>,
}

/// Where a mirror may begin whose older entries were removed.
#[derive(Clone, Copy)]
pub(in crate::journal) struct Beginnings {
    /// After the last entry that was removed, or after the one that the store begins with.
    pub(in crate::journal) after: [Head; 2],
    /// After an earlier entry than this, while entries are being removed.
    pub(in crate::journal) earlier_than: u64,
}

impl Beginnings {
    fn has(&self, before: Head) -> bool {
        before == Head::START || self.after.contains(&before) || before.number < self.earlier_than
    }
}

/// Looks at the mirror in `directory`, which begins at one of these.
pub(in crate::journal) fn scan(directory: &Path, beginnings: Beginnings) -> Result<Scanned, JournalError> {
    let segments = segment::list(directory)?;
    if let Some(bad) = first_bad_header(&segments, beginnings) {
        return broken_header(&segments, bad);
    }
    let Some(last) = segments.last() else { return Ok(Scanned::Absent) };
    let before = last.before.expect("every header was found sound just now");
    let (reader, outcome) = read_to_end(last, before)?;
    let end = SegmentEnd::of(reader, outcome)?;
    if end.seen > end.head.number {
        let why = format!("{}: {}", last.path.display(), end.why);
        return Ok(Scanned::Broken(Broken { head: end.head, seen: end.seen, why, segments: vec![last.clone()] }));
    }
    let is_empty = segments.first().and_then(|first| first.before) == Some(end.head);
    if is_empty && end.torn_bytes == 0 {
        return Ok(Scanned::Absent);
    }
    Ok(Scanned::Sound(Sound { head: end.head, is_empty, last: last.clone(), offset: end.offset, torn_bytes: end.torn_bytes }))
}

/// Reads a segment to where it ends or is bad.
fn read_to_end(segment: &Segment, before: Head) -> Result<(SegmentReader, Next), JournalError> {
    let mut reader = SegmentReader::open(&segment.path, before)?;
    loop {
        match reader.next()? {
            Next::Commit(_) => {}
            end => return Ok((reader, end)),
        }
    }
}

/// How a segment ends.
struct SegmentEnd {
    head: Head,
    offset: u64,
    torn_bytes: u64,
    /// The highest number seen, behind the end too.
    seen: u64,
    why: &'static str,
}

impl SegmentEnd {
    fn of(mut reader: SegmentReader, outcome: Next) -> Result<Self, JournalError> {
        let rest = reader.rest()?;
        let torn_bytes = rest.iter().rposition(|byte| *byte != 0).map_or(0, |last| last as u64 + 1);
        let behind = if torn_bytes == 0 { None } else { frame::last_anywhere(&rest) };
        let why = if let Next::Bad(why) = outcome { why } else { "zeros stand where a commit should" };
        let seen = behind.unwrap_or(0).max(reader.head.number);
        Ok(Self { head: reader.head, offset: reader.offset, torn_bytes, seen, why })
    }
}

/// The place of the first segment whose header is damaged or out of its order.
fn first_bad_header(segments: &[Segment], beginnings: Beginnings) -> Option<usize> {
    let is_first = |segment: &Segment, before: Head| beginnings.has(before) && (before != Head::START || segment.sequence == 1);
    let (mut number, mut sequence) = (0, segments.first().map_or(1, |first| first.sequence));
    segments.iter().enumerate().position(|(place, segment)| {
        let in_order = segment.sequence == sequence;
        sequence += 1;
        let follows = segment.before.is_some_and(|before| before.number >= number && (place > 0 || is_first(segment, before)));
        number = segment.before.map_or(number, |before| before.number);
        !in_order || !follows
    })
}

fn broken_header(segments: &[Segment], bad: usize) -> Result<Scanned, JournalError> {
    let (sound, damaged) = segments.split_at(bad);
    let head = match sound.last() {
        Some(last) => read_to_end(last, last.before.unwrap_or(Head::START))?.0.head,
        None => Head::START,
    };
    let mut seen = head.number;
    for segment in damaged {
        let bytes = std::fs::read(&segment.path).at("read", &segment.path)?;
        seen = seen.max(frame::last_anywhere(&bytes).unwrap_or(0)).max(segment.before.map_or(0, |before| before.number));
    }
    let why = format!("{}: the header is damaged, or a segment before it is missing", segments[bad].path.display());
    Ok(Scanned::Broken(Broken { head, seen, why, segments: damaged.to_vec() }))
}
