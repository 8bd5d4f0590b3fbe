//! An entry of the journal, and the chain of hashes that ties each entry to all before it.
//!
//! What a payload means is not known here.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use super::hex::{Hex, unhex};
use crate::model::Timestamp;

/// The largest payload one entry may have, in bytes. An input is a few hundred bytes, a spin's evidence a few thousand.
pub const PAYLOAD_MOST: usize = 1 << 20;

/// One entry of the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The entry's number; entries are numbered from 1 without a gap.
    pub number: u64,
    /// When its input was taken in.
    pub at: Timestamp,
    /// The round it belongs to; 0 where it belongs to none.
    pub round: u64,
    /// What was recorded; at most [`PAYLOAD_MOST`] bytes.
    pub payload: Vec<u8>,
}

/// SHA-256 over an entry and the hash before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// What the first entry is chained to.
    pub const START: Self = Self([0; 32]);
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Hex(&self.0), f)
    }
}

impl FromStr for Hash {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        unhex(text).map(Self).ok_or(())
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An entry with its place in the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The entry.
    pub entry: Entry,
    /// `SHA-256(hash of the entry before || number || at || round || payload)`, numbers as 8 bytes, most significant first.
    pub hash: Hash,
}

impl Link {
    /// Where the journal stands after this entry.
    #[must_use]
    pub fn head(&self) -> Head {
        Head { number: self.entry.number, hash: self.hash }
    }
}

/// Where a journal ends: its last entry's number and hash. Two journals with the same head are the same journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The number of the last entry; 0 where there is none.
    pub number: u64,
    /// Its hash.
    pub hash: Hash,
}

/// What [`Head`] is read from: `NUMBER:HASH`, the hash as 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a head is a record's number and its hash, NUMBER:HASH, the hash as 64 hexadecimal digits")]
pub struct NotAHead;

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.number, self.hash)
    }
}

impl FromStr for Head {
    type Err = NotAHead;

    fn from_str(text: &str) -> Result<Self, NotAHead> {
        let (number, hash) = text.split_once(':').ok_or(NotAHead)?;
        Ok(Self { number: number.parse().map_err(|_| NotAHead)?, hash: hash.parse().map_err(|()| NotAHead)? })
    }
}

impl Head {
    /// The head of a journal without entries.
    pub const START: Self = Self { number: 0, hash: Hash::START };

    /// The hash of `entry` as the one that follows this head.
    #[must_use]
    pub fn hash_of(&self, entry: &Entry) -> Hash {
        let mut sha = Sha256::new();
        sha.update(self.hash.0);
        sha.update(entry.number.to_be_bytes());
        sha.update(entry.at.microseconds().to_be_bytes());
        sha.update(entry.round.to_be_bytes());
        sha.update(&entry.payload);
        Hash(sha.finalize().into())
    }

    /// `entry` as the link that follows this head.
    #[must_use]
    pub fn link(&self, entry: Entry) -> Link {
        let hash = self.hash_of(&entry);
        Link { entry, hash }
    }

    /// Whether `link` is the one that follows this head.
    #[must_use]
    pub fn is_followed_by(&self, link: &Link) -> bool {
        link.entry.number == self.number + 1 && link.hash == self.hash_of(&link.entry)
    }

    /// The head after `links`, or the number of the first that does not follow.
    ///
    /// # Errors
    /// The number that should have come where the chain breaks.
    pub fn advance(self, links: &[Link]) -> Result<Self, u64> {
        links.iter().try_fold(self, |head, link| if head.is_followed_by(link) { Ok(link.head()) } else { Err(head.number + 1) })
    }
}
