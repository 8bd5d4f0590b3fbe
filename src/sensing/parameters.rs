//! What the parameters of every device have in common: a range for each value, and a name for the first that lies outside its own.
//!
//! Here never lives a key of a device.

use alloc::format;
use alloc::string::String;
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
    /// Checks that every value lies where the device's dialect can work with it.
    ///
    /// # Errors
    /// The first key that does not, and what was expected there.
    fn check(&self) -> Result<(), Wrong>;
}

/// A key, its value, the least and the greatest it may be, and their unit.
pub(super) type Case<N> = (&'static str, N, N, N, &'static str);

/// Checks that a value lies in its range.
pub(super) fn in_range<N: PartialOrd + Display>((key, value, least, most, unit): Case<N>) -> Result<(), Wrong> {
    if (&least..=&most).contains(&&value) { Ok(()) } else { Err(Wrong { key, expected: format!("{least} to {most} {unit}") }) }
}

impl Dialect {
    /// Checks that the file is one of the `expected` dialect.
    pub(super) fn must_be(self, expected: Self) -> Result<(), Wrong> {
        let name = match expected {
            Self::Slingshot => "slingshot",
            Self::ThreeSensor => "three-sensor",
            Self::Shuffler => "shuffler",
            Self::Shoe => "shoe",
        };
        if self == expected { Ok(()) } else { Err(Wrong { key: "dialect", expected: format!("\"{name}\"") }) }
    }
}
