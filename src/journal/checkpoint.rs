//! Checkpoints: the cabinet's state after an entry, so that a start need not step the whole journal again.
//!
//! A checkpoint is never trusted alone: it has its own checksum, and it names the hash of the entry it was made after, which
//! must be the journal's.

use sha2::{Digest, Sha256};

use super::codec::{self, Reader};
use super::{Hash, Head};

/// A state of the cabinet, as bytes that only the cabinet understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The last entry that is part of the state.
    pub head: Head,
    /// The state.
    pub bytes: Vec<u8>,
}

impl Checkpoint {
    /// The checkpoint with its checksum before it.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(self.bytes.len() + 72);
        codec::put_number(&mut body, self.head.number);
        body.extend(self.head.hash.0);
        body.extend(&self.bytes);
        let mut whole: Vec<u8> = Sha256::digest(&body).to_vec();
        whole.append(&mut body);
        whole
    }

    /// The checkpoint, or `None` where it does not read back as it was written.
    pub(super) fn decode(whole: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(whole);
        let checksum: [u8; 32] = reader.array()?;
        let body = reader.rest();
        if <[u8; 32]>::from(Sha256::digest(body)) != checksum {
            return None;
        }
        let mut reader = Reader::new(body);
        let head = Head { number: reader.number()?, hash: Hash(reader.array()?) };
        Some(Self { head, bytes: reader.rest().to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_flipped_bit_and_any_cut_in_a_checkpoint_is_noticed() {
        let checkpoint = Checkpoint { head: Head { number: 7, hash: Hash([3; 32]) }, bytes: b"a state".to_vec() };
        let sound = checkpoint.encode();
        assert_eq!(Checkpoint::decode(&sound), Some(checkpoint));
        for bit in 0..sound.len() * 8 {
            let mut whole = sound.clone();
            whole[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(Checkpoint::decode(&whole), None, "bit {bit}");
            assert_eq!(Checkpoint::decode(&sound[..bit / 8]), None, "cut at {}", bit / 8);
        }
    }
}
