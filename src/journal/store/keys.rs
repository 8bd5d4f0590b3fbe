//! Keys of the store: a byte that says what it is, a number, a part. Values are at most 4 KiB, because sled moves large pages
//! to separate files that it never makes durable; a value that is longer is stored in parts.

/// The most bytes of one value.
pub(super) const PART_MOST: usize = 4 << 10;

/// The entries of one commit, by the number of its first.
pub(super) const COMMIT: u8 = b'e';
/// A block of entries, by the number of its first.
pub(super) const BLOCK: u8 = b'b';
/// Where the entries of a group of rounds lie, by the group.
pub(super) const ROUNDS: u8 = b'r';
/// A checkpoint, by its entry's number.
pub(super) const CHECKPOINT: u8 = b'c';
/// The format's version, number 0.
pub(super) const FORMAT: u8 = b'f';

/// The key of a part.
pub(super) fn key(kind: u8, number: u64, part: usize) -> [u8; 11] {
    let part = u16::try_from(part).expect("entries, blocks and checkpoints have fewer than 65536 parts");
    let mut key = [kind; 11];
    key[1..9].copy_from_slice(&number.to_be_bytes());
    key[9..].copy_from_slice(&part.to_be_bytes());
    key
}

/// What the keys of all parts begin with.
pub(super) fn prefix(kind: u8, number: u64) -> [u8; 9] {
    let mut prefix = [kind; 9];
    prefix[1..].copy_from_slice(&number.to_be_bytes());
    prefix
}

/// The number in a key.
pub(super) fn number(key: &[u8]) -> Option<u64> {
    key.get(1..9)?.try_into().ok().map(u64::from_be_bytes)
}

/// Inserts `value` in parts.
pub(super) fn insert(batch: &mut sled::Batch, kind: u8, number: u64, value: &[u8]) {
    for (part, bytes) in value.chunks(PART_MOST).enumerate() {
        batch.insert(&key(kind, number, part), bytes);
    }
}

/// Removes all parts of a value of `length` bytes.
pub(super) fn remove(batch: &mut sled::Batch, kind: u8, number: u64, length: usize) {
    for part in 0..length.div_ceil(PART_MOST) {
        batch.remove(&key(kind, number, part));
    }
}
