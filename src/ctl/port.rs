//! What the commands that talk with a device on a port share.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::Failure;
use crate::drivers::serial::SerialError;
use crate::model::Timestamp;

/// The moment it is.
pub(super) fn now() -> Timestamp {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_microseconds(u64::try_from(passed.as_micros()).unwrap_or(u64::MAX))
}

/// The device did not say what was asked.
pub(super) fn no_answer(port: &Path, message: &str) -> Failure {
    Failure::refused("no-answer", format!("{}: {message}", port.display())).with("port", port.display().to_string())
}

/// The port cannot be used.
pub(super) fn failure(error: &SerialError, port: &Path) -> Failure {
    Failure::refused(error.reason(), error.to_string()).with("port", port.display().to_string())
}
