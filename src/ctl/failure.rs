//! How a command says that it did not do what was asked: one JSON object on standard error, nothing on standard output.

use std::fmt;
use std::process::ExitCode;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::profiles::ProfileError;

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

    /// A file that was named could not be read.
    pub fn unreadable(file: &str, error: &std::io::Error) -> Self {
        Self::refused("unreadable-file", format!("{file}: cannot be read: {error}")).with("file", file)
    }

    /// Writes the error and gives the exit status.
    pub fn report(&self) -> ExitCode {
        eprintln!("{}", self.as_json());
        ExitCode::from(self.status)
    }

    fn as_json(&self) -> String {
        #[derive(Serialize)]
        struct Outer<'a> {
            error: Inner<'a>,
        }
        #[derive(Serialize)]
        struct Inner<'a> {
            reason: &'a str,
            message: &'a str,
            #[serde(flatten)]
            more: &'a Map<String, Value>,
        }
        let error = Inner { reason: self.reason, message: &self.message, more: &self.more };
        serde_json::to_string(&Outer { error }).expect("an error has no keys that JSON cannot hold")
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.as_json())
    }
}

impl std::error::Error for Failure {}

impl From<ProfileError> for Failure {
    fn from(error: ProfileError) -> Self {
        let message = error.to_string();
        match error {
            ProfileError::Unknown { name, .. } => Self::refused("unknown-profile", message).with("name", name),
            ProfileError::NotACardGame { name, .. } => Self::refused("not-a-card-game", message).with("name", name),
            ProfileError::Unreadable { path, .. } => Self::refused("unreadable-file", message).with("file", path.display().to_string()),
            ProfileError::NotText { file, .. } => Self::refused("bad-profile", message).with("file", file),
            ProfileError::Wrong { file, place, key, expected } => Self::refused("bad-profile", message)
                .with("file", file)
                .with("line", place.line)
                .with("column", place.column)
                .with("key", key)
                .with("expected", expected),
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
