//! Every number of the dialect, as the device file gives it; nothing here has a default.

use alloc::vec::Vec;

use serde::Deserialize;

use crate::sensing::card_source::{self, LineFormat, Packs};
use crate::sensing::parameters::{Case, outside};
use crate::sensing::{DeviceParameters, Dialect, Wrong};

/// What one kind of shuffle machine is like. The keys are those of `device-profiles/devices/shuffler.toml`, where each is explained.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Says that the file is one of a shuffle machine.
    pub dialect: Dialect,
    /// The serial line.
    pub line: LineFormat,
    /// How the machine is asked.
    pub asking: Asking,
    /// How long an order may take.
    pub limits: Limits,
    /// How many packs the machine holds.
    pub packs: Packs,
}

/// How the machine is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asking {
    /// How long an answer may take before the request is sent again.
    pub reply_milliseconds: u64,
    /// How often one request is sent in all, before the machine is lost.
    pub tries: u8,
    /// How long to wait before a lost machine is asked again.
    pub retry_milliseconds: u64,
    /// How long between two questions while nothing is ordered.
    pub idle_milliseconds: u64,
    /// How long between two questions while an order runs.
    pub running_milliseconds: u64,
}

/// How long an order may take while nothing holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// One card, with the machine's own attempts to free a jam.
    pub deal_seconds: u64,
    /// Taking the cards back and shuffling them.
    pub shuffle_seconds: u64,
    /// Taking the cards back and counting them.
    pub verify_seconds: u64,
    /// Handing the cards out.
    pub eject_seconds: u64,
    /// The self-test.
    pub self_test_seconds: u64,
}

impl Asking {
    /// What every source is asked by.
    pub(super) const fn common(&self) -> card_source::Asking {
        let Self { reply_milliseconds, tries, retry_milliseconds, idle_milliseconds, .. } = *self;
        card_source::Asking { reply_milliseconds, tries, retry_milliseconds, idle_milliseconds }
    }
}

impl DeviceParameters for Parameters {
    fn wrong(&self) -> Vec<Wrong> {
        let limits = &self.limits;
        let ranges: [Case<u64>; 6] = [
            ("asking.running_milliseconds", self.asking.running_milliseconds, 20, 10_000, "milliseconds"),
            ("limits.deal_seconds", limits.deal_seconds, 1, 600, "seconds"),
            ("limits.shuffle_seconds", limits.shuffle_seconds, 1, 3_600, "seconds"),
            ("limits.verify_seconds", limits.verify_seconds, 1, 3_600, "seconds"),
            ("limits.eject_seconds", limits.eject_seconds, 1, 3_600, "seconds"),
            ("limits.self_test_seconds", limits.self_test_seconds, 1, 400, "seconds"),
        ];
        let dialect = self.dialect.other_than(Dialect::Shuffler).into_iter();
        let common = self.line.wrong(120).into_iter().chain(self.asking.common().wrong());
        dialect.chain(common).chain(ranges.into_iter().filter_map(outside)).chain(self.packs.wrong()).collect()
    }
}
