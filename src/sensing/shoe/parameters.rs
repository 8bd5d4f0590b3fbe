//! Every number of the dialect, as the device file gives it; nothing here has a default.

use serde::Deserialize;

use crate::sensing::parameters::{Case, in_range};
use crate::sensing::shuffler::{LineFormat, Packs};
use crate::sensing::{DeviceParameters, Dialect, Wrong};

/// What one kind of card-reading shoe is like. The keys are those of `device-profiles/devices/shoe.toml`, where each is explained.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Says that the file is one of a card-reading shoe.
    pub dialect: Dialect,
    /// The serial line.
    pub line: LineFormat,
    /// How the shoe is asked.
    pub asking: Asking,
    /// How many packs the shoe holds.
    pub packs: Packs,
}

/// How the shoe is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asking {
    /// How long an answer may take before the shoe is asked again.
    pub reply_milliseconds: u64,
    /// How often one question is asked in all, before the shoe is lost.
    pub tries: u8,
    /// How long to wait before a lost shoe is asked again.
    pub retry_milliseconds: u64,
    /// How long between two questions while nothing changes: a lost line is noticed so late at most.
    pub idle_milliseconds: u64,
}

impl DeviceParameters for Parameters {
    fn check(&self) -> Result<(), Wrong> {
        self.dialect.must_be(Dialect::Shoe)?;
        let Self { line, asking, packs, .. } = self;
        let ranges: [Case<u64>; 8] = [
            ("line.baud", line.baud.into(), 1_200, 921_600, "bits a second"),
            ("line.longest_bytes", line.longest_bytes as u64, 80, 4_096, "bytes"),
            ("asking.reply_milliseconds", asking.reply_milliseconds, 20, 60_000, "milliseconds"),
            ("asking.tries", asking.tries.into(), 1, 20, "times"),
            ("asking.retry_milliseconds", asking.retry_milliseconds, 100, 60_000, "milliseconds"),
            ("asking.idle_milliseconds", asking.idle_milliseconds, 100, 60_000, "milliseconds"),
            ("packs.most", packs.most.into(), 1, 8, "packs"),
            ("packs.least", packs.least.into(), 1, packs.most.into(), "packs"),
        ];
        ranges.into_iter().try_for_each(in_range)
    }
}
