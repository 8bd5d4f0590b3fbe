//! One loader for every kind of profile: find the file, hash it, parse it, check it.

use std::path::Path;

use rust_embed::RustEmbed;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::error::{Errors, Place, ProfileError, ProfileErrors};
use super::keys::{ReadKeys, WrongKey, read_all};
use super::kind::Kind;
use super::place::{place_of, place_of_key, place_of_name};
use crate::model::toml_keys::Keys;

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
    text: String,
}

impl<T> Profile<T> {
    /// The same profile with its value as another type.
    pub(super) fn map<U>(self, to: impl FnOnce(T) -> U) -> Profile<U> {
        Profile { name: self.name, sha256: self.sha256, value: to(self.value), text: self.text }
    }

    /// Where the value of `key` stands in the file, or the innermost table or list on the way to it that is there.
    #[must_use]
    pub fn place_of(&self, key: &str) -> Place {
        place_of_key(&self.text, key)
    }
}

impl Profile<()> {
    /// The file of this name, of which nothing is read yet.
    ///
    /// # Errors
    /// [`ProfileError`], where there is no such file or it is not text.
    pub(super) fn open(kind: Kind, name_or_file: &str) -> Result<Self, ProfileErrors> {
        let bytes = bytes_of(kind, name_or_file)?;
        let text = text_of(name_or_file, &bytes)?.to_owned();
        Ok(Self { name: name_or_file.to_owned(), sha256: Sha256::digest(&bytes).into(), value: (), text })
    }

    /// What its keys say by `deserialize`, as `read` reads it.
    ///
    /// # Errors
    /// Every [`ProfileError::Wrong`], with the place, the key and what was expected.
    pub(super) fn parse<T, U>(
        &self,
        deserialize: impl Fn(Keys<'_>) -> Result<T, toml::de::Error>,
        read: impl FnMut(T) -> Result<U, Vec<Problem>>,
    ) -> Result<U, ProfileErrors> {
        parse_with(&self.name, &self.text, deserialize, read)
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
    /// The values that make no sense; none where all do.
    fn problems(&self) -> Vec<Problem>;
}

/// Reads the profile `name_or_file`: a path where it ends in `.toml` or where a file lies there, otherwise a shipped name.
///
/// # Errors
/// Every [`ProfileError`], with the file, the place in it, the key and what was expected.
pub fn load<T: DeserializeOwned + Checked>(kind: Kind, name_or_file: &str) -> Result<Profile<T>, ProfileErrors> {
    load_with(kind, name_or_file, |keys| T::deserialize(keys), itself_where_checked)
}

/// Reads the keys of the profile `name_or_file`, and what they say as `read` reads it.
///
/// # Errors
/// Every [`ProfileError`], with the file, the place in it, the key and what was expected.
pub fn load_as<T: DeserializeOwned, U>(
    kind: Kind,
    name_or_file: &str,
    read: impl Fn(T) -> Result<U, Problem>,
) -> Result<Profile<U>, ProfileErrors> {
    load_with(kind, name_or_file, |keys| T::deserialize(keys), |keys| read(keys).map_err(|problem| vec![problem]))
}

/// Reads the profile `name_or_file`: its keys by `deserialize`, and what they say as `read` reads it.
///
/// # Errors
/// Every [`ProfileError`], with the file, the place in it, the key and what was expected.
pub(super) fn load_with<T, U>(
    kind: Kind,
    name_or_file: &str,
    deserialize: impl Fn(Keys<'_>) -> Result<T, toml::de::Error>,
    read: impl Fn(T) -> Result<U, Vec<Problem>>,
) -> Result<Profile<U>, ProfileErrors> {
    let file = Profile::open(kind, name_or_file)?;
    let value = file.parse(deserialize, read)?;
    Ok(file.map(|()| value))
}

/// The keys of the profile `name_or_file` as its file has them, unchecked: for anybody who reads them in another way than the program does.
///
/// # Errors
/// [`ProfileError`], where there is no such file or it is not TOML.
pub fn file_keys(kind: Kind, name_or_file: &str) -> Result<toml::Table, ProfileErrors> {
    let bytes = bytes_of(kind, name_or_file)?;
    Ok(table_of(name_or_file, text_of(name_or_file, &bytes)?)?)
}

/// Reads a profile from `text`; `file` is only for the errors.
///
/// # Errors
/// Every [`ProfileError::Wrong`], with the place, the key and what was expected.
pub fn parse<T: DeserializeOwned + Checked>(file: &str, text: &str) -> Result<T, ProfileErrors> {
    parse_with(file, text, |keys| T::deserialize(keys), itself_where_checked)
}

/// Reads the keys of a profile from `text`, and what they say as `read` reads it.
///
/// # Errors
/// Every [`ProfileError::Wrong`], with the place, the key and what was expected.
pub fn parse_as<T: DeserializeOwned, U>(file: &str, text: &str, read: impl Fn(T) -> Result<U, Problem>) -> Result<U, ProfileErrors> {
    parse_with(file, text, |keys| T::deserialize(keys), |keys| read(keys).map_err(|problem| vec![problem]))
}

pub(super) fn parse_with<T, U>(
    file: &str,
    text: &str,
    deserialize: impl Fn(Keys<'_>) -> Result<T, toml::de::Error>,
    read: impl FnMut(T) -> Result<U, Vec<Problem>>,
) -> Result<U, ProfileErrors> {
    let mut keys = read_all(table_of(file, text)?, deserialize);
    let of_key = |wrong: WrongKey| {
        let place = if wrong.is_unknown { place_of_name(text, &wrong.key) } else { place_of_key(text, &wrong.key) };
        (place, wrong.key, wrong.message)
    };
    let of_value = |problem: Problem| (place_of_key(text, &problem.key), problem.key, format!("expected {}", problem.expected));
    let mut wrong: Vec<(Place, String, String)> = std::mem::take(&mut keys.wrong).into_iter().map(of_key).collect();
    let (value, problems) = checked(keys, read);
    wrong.extend(problems.into_iter().map(of_value));
    wrong.sort_by_key(|(place, ..)| *place);
    let error = |(place, key, expected)| ProfileError::Wrong { file: file.to_owned(), place, key, expected };
    Errors::or(wrong.into_iter().map(error).collect(), ())?;
    Ok(value.expect("where nothing is wrong there is a value"))
}

/// What the keys say, and what of it makes no sense. Where some keys are wrong, no value is of use, and a problem counts where it is there
/// whatever stands in for them.
fn checked<T, U>(mut keys: ReadKeys<T>, read: impl FnMut(T) -> Result<U, Vec<Problem>>) -> (Option<U>, Vec<Problem>) {
    let mut value = None;
    let mut found: Option<Vec<Problem>> = None;
    for read in std::mem::take(&mut keys.values).into_iter().map(read) {
        let problems = match read {
            Ok(read) => {
                value = Some(read);
                Vec::new()
            }
            Err(problems) => problems,
        };
        found = Some(match found {
            None => problems,
            Some(before) => before.into_iter().filter(|problem| problems.contains(problem)).collect(),
        });
    }
    let problems = found.unwrap_or_default().into_iter().filter(|problem| !keys.is_made_up(&problem.key));
    (value, problems.collect())
}

/// The value, where there are no problems.
pub(super) fn none_of<T>(problems: Vec<Problem>, value: T) -> Result<T, Vec<Problem>> {
    if problems.is_empty() { Ok(value) } else { Err(problems) }
}

pub(super) fn itself_where_checked<T: Checked>(value: T) -> Result<T, Vec<Problem>> {
    none_of(value.problems(), value)
}

fn text_of<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, ProfileError> {
    core::str::from_utf8(bytes).map_err(|error| ProfileError::NotText { file: file.to_owned(), byte: error.valid_up_to() })
}

fn table_of(file: &str, text: &str) -> Result<toml::Table, ProfileError> {
    text.parse().map_err(|error: toml::de::Error| {
        let place = place_of(text, error.span().map_or(0, |span| span.start));
        ProfileError::Wrong { file: file.to_owned(), place, key: String::new(), expected: error.message().to_owned() }
    })
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
