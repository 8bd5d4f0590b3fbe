//! What a command says while it goes on: lines of JSON, each at once.

use std::io::{self, Write};

use serde_json::Value;

use super::Failure;

/// Says one object, at once.
pub(super) fn print(value: &Value) -> Result<(), Failure> {
    print_line(&value.to_string())
}

/// Says one line, at once.
pub(super) fn print_line(line: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(|error| Failure::ours("output", format!("cannot write the output: {error}")))
}
