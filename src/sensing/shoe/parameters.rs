//! Every number of the dialect, as the device file gives it; nothing here has a default.

use alloc::vec::Vec;

use serde::Deserialize;

use crate::sensing::card_source::{Asking, LineFormat, Packs};
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

impl DeviceParameters for Parameters {
    fn wrong(&self) -> Vec<Wrong> {
        let dialect = self.dialect.other_than(Dialect::Shoe).into_iter();
        dialect.chain(self.line.wrong(80)).chain(self.asking.wrong()).chain(self.packs.wrong()).collect()
    }
}
