//! What can be wrong with a profile file, said so that it can be put right without reading code.

use std::fmt;
use std::path::PathBuf;

use super::kind::Kind;
use crate::games::card_game::CardGame;

/// Everything that is wrong, one thing at least, in the order of the file.
#[derive(Debug)]
pub struct Errors<E>(Vec<E>);

impl<E> Errors<E> {
    /// These errors where there are any, otherwise `value`.
    ///
    /// # Errors
    /// All of them.
    pub fn or<T>(errors: Vec<E>, value: T) -> Result<T, Self> {
        if errors.is_empty() { Ok(value) } else { Err(Self(errors)) }
    }

    /// The same errors as another type.
    pub fn map<F>(self, to: impl FnMut(E) -> F) -> Errors<F> {
        Errors(self.0.into_iter().map(to).collect())
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &E> {
        self.0.iter()
    }
}

impl<E> From<E> for Errors<E> {
    fn from(error: E) -> Self {
        Self(vec![error])
    }
}

impl<E> IntoIterator for Errors<E> {
    type Item = E;
    type IntoIter = std::vec::IntoIter<E>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<E: fmt::Display> fmt::Display for Errors<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, error) in self.iter().enumerate() {
            write!(f, "{}{error}", if nth == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for Errors<E> {}

/// Everything that is wrong with a profile.
pub type ProfileErrors = Errors<ProfileError>;

/// Why a profile could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// No shipped file has this name, and no file lies at this path.
    #[error("there is no {kind} file named {name:?}; shipped are {}, and anything that ends in .toml is taken for a path", shipped.join(", "))]
    Unknown {
        /// What kind of file was asked for.
        kind: Kind,
        /// The name as it was given.
        name: String,
        /// The names there are.
        shipped: Vec<String>,
    },
    /// The folder of a rules file is not named after a card game.
    #[error("{name}: is not the rules of a card game: its folder is {game:?}, and the folders are {}", CardGame::NAMES.join(", "))]
    NotACardGame {
        /// The name or path as it was given.
        name: String,
        /// The name of its folder.
        game: String,
    },
    /// The file could not be read.
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is not UTF-8 text.
    #[error("{file}: is not UTF-8 text (first wrong byte at {byte})")]
    NotText {
        /// The file.
        file: String,
        /// Where the first wrong byte is, from 0.
        byte: usize,
    },
    /// The text is not TOML, a key is missing, unknown or of the wrong type, or a value makes no sense.
    #[error("{file}:{place}: {}{expected}", KeyPrefix(key))]
    Wrong {
        /// The file.
        file: String,
        /// Line and column.
        place: Place,
        /// The path of the key, such as `limits.silence_seconds`; empty where it is the whole file.
        key: String,
        /// What was expected there.
        expected: String,
    },
}

impl ProfileError {
    /// The name or path of the file that is not good.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Unknown { name, .. } | Self::NotACardGame { name, .. } => name.clone(),
            Self::Unreadable { path, .. } => path.display().to_string(),
            Self::NotText { file, .. } | Self::Wrong { file, .. } => file.clone(),
        }
    }

    /// What was expected of the file, or where a key of it is wrong, there.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            Self::Unknown { shipped, .. } => format!("one of {}, or a path that ends in .toml", shipped.join(", ")),
            Self::NotACardGame { .. } => format!("a file in a folder that is named after its card game: {}", CardGame::NAMES.join(", ")),
            Self::Unreadable { .. } => "a file that can be read".to_owned(),
            Self::NotText { .. } => "a file of UTF-8 text".to_owned(),
            Self::Wrong { expected, .. } => expected.clone(),
        }
    }
}

/// A place in a text, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column in characters.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Writes `key: `, or nothing where there is no key.
struct KeyPrefix<'a>(&'a str);

impl fmt::Display for KeyPrefix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, "`{}`: ", self.0) }
    }
}
