//! The numbers that the file of every card source gives; nothing here has a default.

use alloc::vec::Vec;

use serde::Deserialize;

use crate::model::Deck;
use crate::sensing::Wrong;
use crate::sensing::parameters::{Case, outside};

/// The serial line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineFormat {
    /// Bits a second, 8 data bits, no parity, 1 stop bit.
    pub baud: u32,
    /// The longest frame that is taken, in bytes.
    pub longest_bytes: usize,
}

/// How the source is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asking {
    /// How long an answer may take before the question is sent again.
    pub reply_milliseconds: u64,
    /// How often one question is sent in all, before the source is lost.
    pub tries: u8,
    /// How long to wait before a lost source is asked again.
    pub retry_milliseconds: u64,
    /// How long between two questions while nothing changes: a lost line is noticed so late at most.
    pub idle_milliseconds: u64,
}

/// How many packs the source holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Packs {
    /// The fewest.
    pub least: u8,
    /// The most.
    pub most: u8,
}

impl LineFormat {
    /// What is wrong with the line of a dialect whose longest frame has so many bytes.
    pub(in crate::sensing) fn wrong(&self, frame_bytes: u64) -> Vec<Wrong> {
        let ranges: [Case<u64>; 2] = [
            ("line.baud", self.baud.into(), 1_200, 921_600, "bits a second"),
            ("line.longest_bytes", self.longest_bytes as u64, frame_bytes, 4_096, "bytes"),
        ];
        ranges.into_iter().filter_map(outside).collect()
    }
}

impl Asking {
    pub(in crate::sensing) fn wrong(&self) -> Vec<Wrong> {
        let ranges: [Case<u64>; 4] = [
            ("asking.reply_milliseconds", self.reply_milliseconds, 20, 60_000, "milliseconds"),
            ("asking.tries", self.tries.into(), 1, 20, "times"),
            ("asking.retry_milliseconds", self.retry_milliseconds, 100, 60_000, "milliseconds"),
            ("asking.idle_milliseconds", self.idle_milliseconds, 100, 60_000, "milliseconds"),
        ];
        ranges.into_iter().filter_map(outside).collect()
    }
}

impl Packs {
    pub(in crate::sensing) fn wrong(&self) -> Vec<Wrong> {
        let ranges: [Case<u8>; 2] = [("packs.most", self.most, 1, 8, "packs"), ("packs.least", self.least, 1, self.most, "packs")];
        ranges.into_iter().filter_map(outside).collect()
    }

    /// Whether the source can hold these packs: they are of 52 cards, and not too many.
    pub(in crate::sensing) fn allow(&self, deck: Deck) -> bool {
        deck.plain_packs().is_some_and(|packs| (self.least..=self.most).contains(&packs))
    }
}
