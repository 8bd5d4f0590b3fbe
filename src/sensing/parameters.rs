//! What the parameters of every device have in common: a range for each value, and a name for each that lies outside its own.
//!
//! Here never lives a key of a device.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Display;

use super::Dialect;

/// A parameter that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The key, such as `limits.silence_seconds`.
    pub key: &'static str,
    /// What was expected there.
    pub expected: String,
}

/// The parameters of a device, as its file gives them.
pub trait DeviceParameters {
    /// The keys with whose values the device's dialect cannot work, and what was expected of each; none where all are good.
    fn wrong(&self) -> Vec<Wrong>;
}

/// A key, its value, the least and the greatest it may be, and their unit.
pub(super) type Case<N> = (&'static str, N, N, N, &'static str);

/// What is wrong with a value that lies outside its range.
pub(super) fn outside<N: PartialOrd + Display>((key, value, least, most, unit): Case<N>) -> Option<Wrong> {
    (!(&least..=&most).contains(&&value)).then(|| Wrong { key, expected: format!("{least} to {most} {unit}") })
}

impl Dialect {
    /// What is wrong with the file of another dialect than the `expected` one.
    pub(super) fn other_than(self, expected: Self) -> Option<Wrong> {
        let name = match expected {
            Self::Slingshot => "slingshot",
            Self::ThreeSensor => "three-sensor",
            Self::Shuffler => "shuffler",
            Self::Shoe => "shoe",
        };
        (self != expected).then(|| Wrong { key: "dialect", expected: format!("\"{name}\"") })
    }
}
