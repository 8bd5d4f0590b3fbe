//! How a command says that it did not do what was asked: on standard error, nothing on standard output. Programs read one JSON object,
//! people at a terminal sentences, unless they ask for JSON with `--json`.

use std::fmt;
use std::io::stderr;
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::reader::is_person;
use crate::configuration::TermsError;
use crate::profiles::{Errors, Place, ProfileError};

/// Why a command did nothing.
#[derive(Debug)]
pub struct Failure {
    /// 2 = refused or bad input, 1 = our own failure.
    status: u8,
    /// A short name in kebab-case that programs can tell apart.
    reason: &'static str,
    /// The sentence for people.
    message: String,
    /// Further keys, such as `file` and `line`.
    more: Map<String, Value>,
}

impl Failure {
    /// The input is bad, or what was asked for is refused.
    pub fn refused(reason: &'static str, message: impl Into<String>) -> Self {
        Self { status: 2, reason, message: message.into(), more: Map::new() }
    }

    /// We failed.
    pub fn ours(reason: &'static str, message: impl Into<String>) -> Self {
        Self { status: 1, reason, message: message.into(), more: Map::new() }
    }

    /// The same with one key more.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.more.insert(key.to_owned(), value.into());
        self
    }

    /// The same with the place in a file that is to be changed, and what was expected there.
    fn at(self, file: String, place: Place, key: String, expected: String) -> Self {
        self.with("file", file).with("line", place.line).with("column", place.column).with("key", key).with("expected", expected)
    }

    /// A file that was named could not be read.
    pub fn unreadable(file: &str, error: &std::io::Error) -> Self {
        Self::refused("unreadable-file", format!("{file}: cannot be read: {error}")).with("file", file)
    }

    /// A line of a file, counted from 1, is none that can stand there.
    pub fn bad_line(reason: &'static str, file: &str, line: usize, expected: &'static str) -> Self {
        let message = format!("{file}: line {line}: expected {expected}");
        Self::refused(reason, message).with("file", file).with("line", line).with("expected", expected)
    }

    /// A file or folder that cannot be written.
    pub fn unwritable(path: &Path, error: &std::io::Error) -> Self {
        Self::refused("unwritable-file", format!("{}: cannot be written: {error}", path.display()))
    }

    /// Writes the error and gives the exit status.
    pub fn report(&self) -> ExitCode {
        if is_person(&stderr()) {
            eprintln!("{}", self.message);
        } else {
            eprintln!("{}", self.as_json());
        }
        ExitCode::from(self.status)
    }

    /// The sentence for people.
    pub(super) fn message(&self) -> &str {
        &self.message
    }

    fn inner(&self) -> Inner<'_> {
        Inner { reason: self.reason, message: &self.message, more: &self.more }
    }

    /// The error as programs read it.
    pub(super) fn as_json(&self) -> String {
        #[derive(Serialize)]
        struct Outer<'a> {
            error: Inner<'a>,
        }
        serde_json::to_string(&Outer { error: self.inner() }).expect("an error has no keys that JSON cannot hold")
    }
}

/// A failure as programs read it.
#[derive(Serialize)]
struct Inner<'a> {
    reason: &'a str,
    message: &'a str,
    #[serde(flatten)]
    more: &'a Map<String, Value>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.as_json())
    }
}

impl std::error::Error for Failure {}

/// One error stands for itself; several are told together, and each in `problems`.
impl<E: Into<Failure>> From<Errors<E>> for Failure {
    fn from(errors: Errors<E>) -> Self {
        let mut each: Vec<Self> = errors.into_iter().map(Into::into).collect();
        if each.len() == 1 {
            return each.remove(0);
        }
        let message: Vec<&str> = each.iter().map(|failure| &*failure.message).collect();
        let problems: Vec<Value> = each.iter().map(|failure| json!(failure.inner())).collect();
        Self::refused("bad-profile", message.join("\n")).with("problems", problems)
    }
}

impl From<ProfileError> for Failure {
    fn from(error: ProfileError) -> Self {
        let message = error.to_string();
        match error {
            ProfileError::Unknown { name, .. } => Self::refused("unknown-profile", message).with("name", name),
            ProfileError::NotACardGame { name, .. } => Self::refused("not-a-card-game", message).with("name", name),
            ProfileError::Unreadable { path, .. } => Self::refused("unreadable-file", message).with("file", path.display().to_string()),
            ProfileError::NotText { file, .. } => Self::refused("bad-profile", message).with("file", file),
            ProfileError::Wrong { file, place, key, expected } => Self::refused("bad-profile", message).at(file, place, key, expected),
        }
    }
}

impl From<TermsError> for Failure {
    fn from(error: TermsError) -> Self {
        let message = error.to_string();
        match error {
            TermsError::Profile(error) | TermsError::Named { error: error @ ProfileError::Wrong { .. }, .. } => error.into(),
            TermsError::Named { file, place, key, error } => {
                let (name, expected) = (error.name(), error.expected());
                Self { message, ..error.into() }.at(file, place, key, expected).with("name", name)
            }
            TermsError::Outside { file, place, key, expected, because } => {
                Self::refused("files-do-not-fit", message).at(file, place, key, expected).with("because", because)
            }
        }
    }
}

/// Says what is wrong with the arguments; help and version, which were asked for, go to standard output.
pub(super) fn report_usage(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        Failure::refused("usage", error.render().to_string().trim_end()).report()
    } else {
        print!("{}", error.render());
        ExitCode::SUCCESS
    }
}
