//! One loader for every kind of profile: find the file, hash it, parse it, check it.

use std::path::Path;

use rust_embed::RustEmbed;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::error::{Place, ProfileError};
use super::kind::Kind;
use super::place::{place_of, place_of_key};

/// The files that come with the program.
#[derive(RustEmbed)]
#[folder = "device-profiles/"]
struct Shipped;

/// A profile that was read and checked.
#[derive(Clone, Debug)]
pub struct Profile<T> {
    /// The name of a shipped file, such as `roulette/am`, or the path as it was given.
    pub name: String,
    /// SHA-256 of the file's bytes, so that records can say which rules were in force.
    pub sha256: [u8; 32],
    /// What the file says.
    pub value: T,
}

impl<T> Profile<T> {
    /// The same profile with its value as another type.
    pub(super) fn map<U>(self, to: impl FnOnce(T) -> U) -> Profile<U> {
        Profile { name: self.name, sha256: self.sha256, value: to(self.value) }
    }
}

/// A value that parses and yet makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The path of the key, such as `limits.silence_seconds` or `bets.3.returns`.
    pub key: String,
    /// What was expected there, such as `1 to 60 seconds`.
    pub expected: String,
}

/// What can check whether its own values make sense; ranges are checked here, at the point of reading, and nowhere else.
pub trait Checked {
    /// The first value that makes no sense.
    ///
    /// # Errors
    /// The key of that value and what was expected there.
    fn check(&self) -> Result<(), Problem>;
}

/// Reads the profile `name_or_file`: a path where it ends in `.toml` or where a file lies there, otherwise a shipped name.
///
/// # Errors
/// [`ProfileError`], with the file, the place in it, the key and what was expected.
pub fn load<T: DeserializeOwned + Checked>(kind: Kind, name_or_file: &str) -> Result<Profile<T>, ProfileError> {
    load_as(kind, name_or_file, itself_where_checked)
}

/// Reads the keys of the profile `name_or_file`, and what they say as `read` reads it.
///
/// # Errors
/// [`ProfileError`], with the file, the place in it, the key and what was expected.
pub fn load_as<T: DeserializeOwned, U>(
    kind: Kind,
    name_or_file: &str,
    read: impl FnOnce(T) -> Result<U, Problem>,
) -> Result<Profile<U>, ProfileError> {
    load_with(kind, name_or_file, |keys| T::deserialize(keys), read)
}

/// Reads the profile `name_or_file`: its keys by `deserialize`, and what they say as `read` reads it.
///
/// # Errors
/// [`ProfileError`], with the file, the place in it, the key and what was expected.
pub(super) fn load_with<T, U>(
    kind: Kind,
    name_or_file: &str,
    deserialize: impl FnOnce(Keys<'_, '_, '_>) -> Result<T, toml::de::Error>,
    read: impl FnOnce(T) -> Result<U, Problem>,
) -> Result<Profile<U>, ProfileError> {
    let bytes = bytes_of(kind, name_or_file)?;
    let sha256 = Sha256::digest(&bytes).into();
    let value = parse_with(name_or_file, text_of(name_or_file, &bytes)?, deserialize, read)?;
    Ok(Profile { name: name_or_file.to_owned(), sha256, value })
}

/// The keys of the profile `name_or_file` as its file has them, unchecked: for anybody who reads them in another way than the program does.
///
/// # Errors
/// [`ProfileError`], where there is no such file or it is not TOML.
pub fn file_keys(kind: Kind, name_or_file: &str) -> Result<toml::Table, ProfileError> {
    let bytes = bytes_of(kind, name_or_file)?;
    let text = text_of(name_or_file, &bytes)?;
    text.parse().map_err(|error| not_toml(name_or_file, text, &error))
}

/// Reads a profile from `text`; `file` is only for the errors.
///
/// # Errors
/// [`ProfileError::Wrong`], with the place, the key and what was expected.
pub fn parse<T: DeserializeOwned + Checked>(file: &str, text: &str) -> Result<T, ProfileError> {
    parse_as(file, text, itself_where_checked)
}

/// Reads the keys of a profile from `text`, and what they say as `read` reads it.
///
/// # Errors
/// [`ProfileError::Wrong`], with the place, the key and what was expected.
pub fn parse_as<T: DeserializeOwned, U>(file: &str, text: &str, read: impl FnOnce(T) -> Result<U, Problem>) -> Result<U, ProfileError> {
    parse_with(file, text, |keys| T::deserialize(keys), read)
}

/// The keys of a profile, which remember where they are while they are read.
type Keys<'text, 'a, 'b> = serde_path_to_error::Deserializer<'a, 'b, toml::Deserializer<'text>>;

fn parse_with<T, U>(
    file: &str,
    text: &str,
    deserialize: impl FnOnce(Keys<'_, '_, '_>) -> Result<T, toml::de::Error>,
    read: impl FnOnce(T) -> Result<U, Problem>,
) -> Result<U, ProfileError> {
    let wrong = |place: Place, key: String, expected: String| ProfileError::Wrong { file: file.to_owned(), place, key, expected };
    let deserializer = toml::Deserializer::parse(text).map_err(|error| not_toml(file, text, &error))?;
    let mut track = serde_path_to_error::Track::new();
    let value = deserialize(Keys::new(deserializer, &mut track)).map_err(|error| {
        let key = track.path().to_string().trim_matches('.').to_owned();
        let offset = error.span().map(|span| span.start);
        let place = offset.map_or_else(|| place_of_key(text, &key), |offset| place_of(text, offset));
        wrong(place, key, error.message().to_owned())
    })?;
    read(value).map_err(|problem| wrong(place_of_key(text, &problem.key), problem.key, format!("expected {}", problem.expected)))
}

pub(super) fn itself_where_checked<T: Checked>(value: T) -> Result<T, Problem> {
    value.check().map(|()| value)
}

fn text_of<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, ProfileError> {
    core::str::from_utf8(bytes).map_err(|error| ProfileError::NotText { file: file.to_owned(), byte: error.valid_up_to() })
}

fn not_toml(file: &str, text: &str, error: &toml::de::Error) -> ProfileError {
    let place = place_of(text, error.span().map_or(0, |span| span.start));
    ProfileError::Wrong { file: file.to_owned(), place, key: String::new(), expected: error.message().to_owned() }
}

/// The names of the shipped profiles of this kind, in order.
#[must_use]
pub fn list(kind: Kind) -> Vec<String> {
    let mut names: Vec<String> = Shipped::iter()
        .filter_map(|path| Some(path.strip_prefix(kind.folder())?.strip_prefix('/')?.strip_suffix(".toml")?.to_owned()))
        .collect();
    names.sort_unstable();
    names
}

/// Whether this names a file that comes with the program, and not one on the disk: a path ends in `.toml`, or a file lies there.
#[must_use]
pub fn is_shipped(name_or_file: &str) -> bool {
    !name_or_file.ends_with(".toml") && !Path::new(name_or_file).is_file()
}

/// The bytes of a shipped file or of a file on the disk.
fn bytes_of(kind: Kind, name_or_file: &str) -> Result<Vec<u8>, ProfileError> {
    if !is_shipped(name_or_file) {
        let path = Path::new(name_or_file);
        return std::fs::read(path).map_err(|source| ProfileError::Unreadable { path: path.to_owned(), source });
    }
    let shipped = list(kind);
    let unknown = || ProfileError::Unknown { kind, name: name_or_file.to_owned(), shipped: shipped.clone() };
    if !shipped.iter().any(|name| name == name_or_file) {
        return Err(unknown());
    }
    let file = Shipped::get(&format!("{}/{name_or_file}.toml", kind.folder())).ok_or_else(unknown)?;
    Ok(file.data.into_owned())
}
