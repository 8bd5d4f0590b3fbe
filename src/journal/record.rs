//! The record: what the payload of an entry holds. An input, what it brought about, and under which rules.
//!
//! The encoding is CBOR with explicit indices, so that old records stay readable when fields are added. One byte before it says
//! whether the rest is compressed, which a spin's evidence (the same status line again and again) makes worth while.

use minicbor::{Decode, Encode};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::JournalError;
use crate::model::{Fact, Input};

/// Plain CBOR follows.
const PLAIN: u8 = 0;
/// Raw deflate of CBOR follows.
const DEFLATED: u8 = 1;
/// Below this size compression gains little, and packing compresses small records together anyway.
const WORTH_COMPRESSING: usize = 512;
/// Deflate effort: the fast end, because a commit waits for it.
const EFFORT: u8 = 3;
/// No record is larger than this when unpacked; a damaged one must not fill the memory.
const UNPACKED_MOST: usize = 16 << 20;

/// What one entry of the journal records.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Record {
    /// The input as it was taken in.
    #[n(0)]
    pub input: Input,
    /// What stepping it brought about; recomputed and compared by verification.
    #[n(1)]
    pub facts: Vec<Fact>,
    /// SHA-256 of the rules file that was in force.
    #[cbor(n(2), with = "minicbor::bytes")]
    pub terms_sha256: [u8; 32],
}

impl Record {
    /// The record as the payload of an entry.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut plain = vec![PLAIN];
        minicbor::encode(self, &mut plain).expect("encoding into memory cannot fail");
        if plain.len() < WORTH_COMPRESSING {
            return plain;
        }
        let deflated = compress_to_vec(&plain[1..], EFFORT);
        if deflated.len() + 1 >= plain.len() {
            return plain;
        }
        let mut payload = vec![DEFLATED];
        payload.extend(deflated);
        payload
    }

    /// The record in a payload.
    ///
    /// # Errors
    /// [`JournalError::Record`] where the payload is not one that [`Record::encode`] of this or an older version makes.
    pub fn decode(payload: &[u8]) -> Result<Self, JournalError> {
        let bad = |message: &str| JournalError::Record(message.to_owned());
        match payload.split_first() {
            Some((&PLAIN, plain)) => minicbor::decode(plain).map_err(|error| bad(&error.to_string())),
            Some((&DEFLATED, deflated)) => {
                let plain = decompress_to_vec_with_limit(deflated, UNPACKED_MOST).map_err(|error| bad(&error.to_string()))?;
                minicbor::decode(&plain).map_err(|error| bad(&error.to_string()))
            }
            Some(_) => Err(bad("it begins with an unknown byte; a newer version may have written it")),
            None => Err(bad("it is empty")),
        }
    }
}
