//! Blocks: many consecutive entries compressed together, for the store's older part.
//!
//! sled keeps some memory for every sixteen values and reads its whole log on opening, so 200,000 spins as single values would
//! cost far more memory and time than a cabinet has. Packed, they cost a tenth.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::codec::{self, Reader};
use super::{Hash, Head, Link};

/// Entries in a block at most.
pub(super) const ENTRIES_MOST: usize = 128;
/// Bytes of payload in a block at most, unless a single entry has more.
pub(super) const PAYLOAD_BYTES_MOST: usize = 64 << 10;
/// Deflate effort: packing happens inside a commit, once in many.
const EFFORT: u8 = 1;
/// No block unpacks to more than this; a damaged one must not fill the memory.
const UNPACKED_MOST: usize = 16 << 20;

/// `links` as the bytes of a block. `previous` is the head before the first of them.
pub(super) fn pack(previous: Head, links: &[Link]) -> Vec<u8> {
    let mut plain = Vec::new();
    for link in links {
        codec::put_entry(&mut plain, &link.entry);
    }
    let last = links.last().map_or(previous, Link::head);
    let mut block = Vec::new();
    codec::put_number(&mut block, previous.number);
    block.extend(previous.hash.0);
    block.extend(last.hash.0);
    codec::put_length(&mut block, links.len());
    block.extend(compress_to_vec(&plain, EFFORT));
    block
}

/// The entries in a block with their hashes recomputed, and the head before them; `None` where the block is not as it was
/// packed.
pub(super) fn unpack(block: &[u8]) -> Option<(Head, Vec<Link>)> {
    let mut outer = Reader::new(block);
    let previous = Head { number: outer.number()?, hash: Hash(outer.array()?) };
    let last = Hash(outer.array()?);
    let count = outer.length()?;
    let plain = decompress_to_vec_with_limit(outer.rest(), UNPACKED_MOST).ok()?;
    let mut inner = Reader::new(&plain);
    let mut head = previous;
    let mut links = Vec::with_capacity(count.min(ENTRIES_MOST));
    for _ in 0..count {
        let link = head.link(inner.entry(head.number.checked_add(1)?)?);
        head = link.head();
        links.push(link);
    }
    (inner.is_empty() && head.hash == last && !links.is_empty()).then_some((previous, links))
}

/// How many of `links` belong in the next block.
pub(super) fn take(links: &[Link]) -> usize {
    let mut bytes = 0;
    let fitting = links.iter().take(ENTRIES_MOST).take_while(|link| {
        bytes += link.entry.payload.len();
        bytes <= PAYLOAD_BYTES_MOST
    });
    fitting.count().max(1).min(links.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Entry;
    use crate::model::Timestamp;

    fn links(count: u64, payload_bytes: usize) -> Vec<Link> {
        let mut head = Head::START;
        let entries = (1..=count).map(|number| Entry {
            number,
            at: Timestamp::from_microseconds(number),
            round: number / 4,
            payload: vec![number as u8; payload_bytes],
        });
        entries
            .map(|entry| {
                let link = head.link(entry);
                head = link.head();
                link
            })
            .collect()
    }

    #[test]
    fn a_block_unpacks_to_what_was_packed() {
        for (count, payload_bytes) in [(1, 0), (1, 900_000), (128, 300)] {
            let links = links(count, payload_bytes);
            assert_eq!(unpack(&pack(Head::START, &links)), Some((Head::START, links)));
        }
    }

    #[test]
    fn any_flipped_bit_in_a_block_is_noticed() {
        let links = links(9, 20);
        let sound = pack(Head::START, &links);
        for bit in 0..sound.len() * 8 {
            let mut block = sound.clone();
            block[bit / 8] ^= 1 << (bit % 8);
            // Some bits of a compressed stream mean nothing; then what comes out is right all the same.
            assert!(unpack(&block).is_none_or(|(head, found)| head == Head::START && found == links), "bit {bit}");
            assert!(unpack(&sound[..bit / 8]).is_none(), "cut at {}", bit / 8);
        }
    }

    #[test]
    fn a_block_has_at_most_so_many_entries_and_bytes() {
        assert_eq!(take(&links(1, 0)), 1);
        assert_eq!(take(&links(300, 0)), ENTRIES_MOST);
        assert_eq!(take(&links(10, PAYLOAD_BYTES_MOST / 4)), 4);
        assert_eq!(take(&links(2, PAYLOAD_BYTES_MOST + 1)), 1);
    }
}
