//! A frame: the entries of one commit as they stand in the mirror, with a checksum over all of them.
//!
//! A commit is one frame, so a torn write can only ever lose a whole commit, and a sound frame behind a damaged one proves that
//! the damaged one had once been complete.

use crate::journal::codec::{self, Reader};
use crate::journal::{Entry, Hash, Link};

/// What a frame begins with.
pub(super) const MAGIC: [u8; 4] = *b"CMT1";
/// Magic, length of the body, checksum, count of entries, number of the first.
pub(super) const HEADER_BYTES: usize = 24;

/// The header of a frame.
pub(super) struct FrameHeader {
    /// Bytes that follow the header.
    pub(super) body_bytes: usize,
    checksum: u32,
    count: usize,
    /// The number of the first entry.
    pub(super) first: u64,
}

/// How many bytes the frame of a commit of these entries has.
pub(in crate::journal) fn bytes(entries: &[Entry]) -> u64 {
    let body: usize = entries.iter().map(|entry| size_of::<Hash>() + codec::entry_bytes(entry)).sum();
    (HEADER_BYTES + body) as u64
}

/// The frame of a commit; `links` is not empty.
pub(super) fn encode(links: &[Link]) -> Vec<u8> {
    let mut body = Vec::new();
    for link in links {
        body.extend(link.hash.0);
        codec::put_entry(&mut body, &link.entry);
    }
    let mut checked = Vec::with_capacity(16);
    codec::put_length(&mut checked, body.len());
    codec::put_length(&mut checked, links.len());
    codec::put_number(&mut checked, links.first().map_or(0, |link| link.entry.number));
    let mut frame = Vec::with_capacity(HEADER_BYTES + body.len());
    frame.extend(MAGIC);
    frame.extend(&checked[..4]);
    frame.extend(checksum(&checked, &body).to_be_bytes());
    frame.extend(&checked[4..]);
    frame.append(&mut body);
    frame
}

/// The header that `bytes` begin with; `None` where there is none.
pub(super) fn header(bytes: &[u8]) -> Option<FrameHeader> {
    let mut reader = Reader::new(bytes);
    if reader.array::<4>()? != MAGIC {
        return None;
    }
    let body_bytes = reader.length()?;
    let checksum = u32::from_be_bytes(reader.array()?);
    Some(FrameHeader { body_bytes, checksum, count: reader.length()?, first: reader.number()? })
}

/// The entries in the body of a frame; `None` where it is not as it was written. Whether the hashes are right is the chain's
/// question.
pub(super) fn body(header: &FrameHeader, body: &[u8]) -> Option<Vec<Link>> {
    let mut checked = Vec::with_capacity(16);
    codec::put_length(&mut checked, header.body_bytes);
    codec::put_length(&mut checked, header.count);
    codec::put_number(&mut checked, header.first);
    if header.count == 0 || checksum(&checked, body) != header.checksum {
        return None;
    }
    let mut reader = Reader::new(body);
    let links = (0..header.count as u64).map(|place| {
        let hash = Hash(reader.array()?);
        let entry = reader.entry(header.first.checked_add(place)?)?;
        Some(Link { entry, hash })
    });
    let links: Vec<Link> = links.collect::<Option<_>>()?;
    reader.is_empty().then_some(links)
}

/// The number of the last entry of any sound frame that begins somewhere in `bytes`.
pub(super) fn last_anywhere(bytes: &[u8]) -> Option<u64> {
    let starts = bytes.windows(MAGIC.len()).enumerate().filter(|(_, window)| *window == MAGIC);
    starts.filter_map(|(start, _)| last_of_frame(&bytes[start..])).max()
}

fn last_of_frame(bytes: &[u8]) -> Option<u64> {
    let header = header(bytes)?;
    let end = HEADER_BYTES.checked_add(header.body_bytes)?;
    let links = body(&header, bytes.get(HEADER_BYTES..end)?)?;
    links.last().map(|link| link.entry.number)
}

fn checksum(fields: &[u8], body: &[u8]) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    crc.update(fields);
    crc.update(body);
    crc.finalize()
}
