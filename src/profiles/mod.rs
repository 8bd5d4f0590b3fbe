//! Device, rules, jurisdiction and cabinet files: reading them, and saying exactly what is wrong with one.
//!
//! A file is complete: nothing is inherited, nothing has a default, an unknown key is an error. Here never live the meaning of a
//! key (that is the room's that owns the type) or a value that a file should hold.

mod error;
mod load;
mod place;
#[cfg(test)]
mod tests;

pub use error::{Place, ProfileError};
pub use load::{Checked, Kind, Problem, Profile, list, load, parse};
