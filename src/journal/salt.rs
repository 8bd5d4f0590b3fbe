//! The salt of a record: why a hash of the journal tells nobody a card.
//!
//! Heads of the journal are shown to players. Somebody who knows the head before a record, and all that the record says but its card, could
//! try the 52 of them until the head after it comes out. A salt that nobody is shown makes that as hard as to guess the salt.

use sha2::{Digest, Sha256};

/// The length of a salt, in bytes: more than can be tried.
pub(super) const SALT_BYTES: usize = 16;

/// A salt for each record of one run of the program, drawn from the chance that it was begun with.
pub struct Salts {
    chance: [u8; 32],
}

impl Salts {
    /// `chance` comes from the operating system, anew at every start, and is kept nowhere.
    #[must_use]
    pub fn new(chance: [u8; 32]) -> Self {
        Self { chance }
    }

    /// The salt of the record with this number. Who does not know the chance learns nothing of it from other salts.
    #[must_use]
    pub fn of(&self, number: u64) -> [u8; SALT_BYTES] {
        let mut sha = Sha256::new();
        sha.update(self.chance);
        sha.update(number.to_be_bytes());
        let hash: [u8; 32] = sha.finalize().into();
        *hash.first_chunk().expect("a hash is longer than a salt")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_record_of_every_run_has_another_salt() {
        let salts: Vec<_> =
            [[1; 32], [2; 32]].into_iter().flat_map(|chance| (1..=50).map(move |number| Salts::new(chance).of(number))).collect();
        let mut different = salts.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!((salts.len(), different.len()), (100, 100));
    }
}
