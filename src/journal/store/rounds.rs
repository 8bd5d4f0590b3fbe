//! Where the entries of each round lie. One value describes 64 rounds, so that 200,000 of them need some three thousand values.

use std::collections::BTreeMap;

use crate::journal::codec::{self, Reader};

/// Rounds described by one value.
pub(super) const GROUP: u64 = 64;

/// First and last entry of the rounds of one group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rounds(BTreeMap<u64, (u64, u64)>);

impl Rounds {
    /// Notes that entry `number` belongs to `round`.
    pub(super) fn note(&mut self, round: u64, number: u64) {
        let (first, last) = self.0.entry(round).or_insert((number, number));
        *first = (*first).min(number);
        *last = (*last).max(number);
    }

    /// First and last entry of `round`.
    pub(super) fn get(&self, round: u64) -> Option<(u64, u64)> {
        self.0.get(&round).copied()
    }

    /// The rounds as a value of the store.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut value = Vec::new();
        for (round, (first, last)) in &self.0 {
            for number in [round, first, last] {
                codec::put_number(&mut value, *number);
            }
        }
        value
    }

    /// The rounds in a value of the store; `None` where it is not one.
    pub(super) fn decode(value: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(value);
        let mut rounds = BTreeMap::new();
        while !reader.is_empty() {
            rounds.insert(reader.number()?, (reader.number()?, reader.number()?));
        }
        Some(Self(rounds))
    }
}
