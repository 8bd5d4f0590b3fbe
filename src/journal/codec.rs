//! The few fixed-width fields that the store's values and the mirror's frames are made of. Numbers have the most significant
//! byte first, so that keys sort as numbers do.

use super::{Entry, PAYLOAD_MOST};
use crate::model::Timestamp;

/// Appends a number.
pub(super) fn put_number(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend(number.to_be_bytes());
}

/// Appends a length or count.
pub(super) fn put_length(bytes: &mut Vec<u8>, length: usize) {
    let length = u32::try_from(length).expect("payloads and counts are bounded far below 4 GiB");
    bytes.extend(length.to_be_bytes());
}

/// Appends an entry without its number, which follows from its place.
pub(super) fn put_entry(bytes: &mut Vec<u8>, entry: &Entry) {
    put_number(bytes, entry.at.microseconds());
    put_number(bytes, entry.round);
    put_length(bytes, entry.payload.len());
    bytes.extend(&entry.payload);
}

/// How many bytes [`put_entry`] adds.
pub(super) fn entry_bytes(entry: &Entry) -> usize {
    2 * size_of::<u64>() + size_of::<u32>() + entry.payload.len()
}

/// Reads fields from the front of some bytes; every answer is `None` once they do not suffice.
pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// A reader at the front of `bytes`.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The next `count` bytes.
    pub(super) fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// The next bytes as an array.
    pub(super) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes(N)?.try_into().ok()
    }

    /// The next number.
    pub(super) fn number(&mut self) -> Option<u64> {
        self.array().map(u64::from_be_bytes)
    }

    /// The next length or count.
    pub(super) fn length(&mut self) -> Option<usize> {
        usize::try_from(u32::from_be_bytes(self.array()?)).ok()
    }

    /// The next entry, which has the number `number`.
    pub(super) fn entry(&mut self, number: u64) -> Option<Entry> {
        let at = Timestamp::from_microseconds(self.number()?);
        let round = self.number()?;
        let length = self.length().filter(|length| *length <= PAYLOAD_MOST)?;
        Some(Entry { number, at, round, payload: self.bytes(length)?.to_vec() })
    }

    /// All that is left.
    pub(super) fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
