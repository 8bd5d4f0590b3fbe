//! Reading a type from the keys of a TOML text, and writing them.
//!
//! Every type has one reader and one writer, wherever its text stands: for each further one the compiler makes all that a type consists of once
//! more. Here never lives a file, nor what a key means.

use alloc::string::String;

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Table;

/// The keys of a text, which remember where they are while they are read.
pub type Keys<'a, 'b> = serde_path_to_error::Deserializer<'a, 'b, Table>;

/// What these keys say, read by `deserialize`.
///
/// # Errors
/// What is wrong with the first key that cannot be read.
pub fn read_with<T>(keys: Table, deserialize: impl FnOnce(Keys<'_, '_>) -> Result<T, toml::de::Error>) -> Result<T, toml::de::Error> {
    deserialize(Keys::new(keys, &mut serde_path_to_error::Track::new()))
}

/// What these keys say.
///
/// # Errors
/// What is wrong with the first key that cannot be read.
pub fn read<T: DeserializeOwned>(keys: Table) -> Result<T, toml::de::Error> {
    read_with(keys, |keys| T::deserialize(keys))
}

/// What a text says.
///
/// # Errors
/// Where the text is not TOML, or what is wrong with the first key that cannot be read.
pub fn read_text<T: DeserializeOwned>(text: &str) -> Result<T, toml::de::Error> {
    read(toml::from_str(text)?)
}

/// The text of a value.
///
/// # Panics
/// Where the value has no form in TOML; all that a file can say has one.
#[must_use]
pub fn text_of(value: &impl Serialize) -> String {
    toml::to_string(value).expect("what was read from TOML can be written as TOML")
}

/// The keys of a value.
///
/// # Panics
/// As [`text_of`].
#[must_use]
pub fn keys_of(value: &impl Serialize) -> Table {
    toml::from_str(&text_of(value)).expect("what was written as TOML can be read as TOML")
}
