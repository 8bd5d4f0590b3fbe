//! From noise to events, pure: what the bytes of a device mean, and what to send back.
//!
//! Here live serial dialects, the wheel on bare lines, and the text formats of captures and traces. Here never live: a port, a file, a clock, a thread, a random number
//! or a rule of a game. Time comes in with every call, and a wheel is told what it wants to be woken for.

pub mod capture;
pub mod card_source;
mod door;
mod parameters;
mod serial_machine;
pub mod shoe;
pub mod shuffler;
pub mod slingshot;
pub mod three_sensor;
pub mod trace;

use serde::Deserialize;

pub use door::{DoorLook, Doors};
pub use parameters::{DeviceParameters, Wrong};
pub use serial_machine::{CardSourceMachine, LinkState, SerialMachine};

/// The kinds of device there are; each has its own keys in a device file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// A wheel of the SlingShot family on a serial line.
    Slingshot,
    /// Three ball sensors, a rotor and a blower on bare lines.
    ThreeSensor,
    /// A shuffle machine on a serial line.
    Shuffler,
    /// A card-reading shoe on a serial line.
    Shoe,
}

impl Dialect {
    /// Its name in device files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slingshot => "slingshot",
            Self::ThreeSensor => "three-sensor",
            Self::Shuffler => "shuffler",
            Self::Shoe => "shoe",
        }
    }
}
