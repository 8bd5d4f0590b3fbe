//! Whether a person at a terminal or a program reads what a command writes.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether `--json` was given. It is set before the command is run, and never again.
static JSON: AtomicBool = AtomicBool::new(false);

/// From now on a program reads everything, a terminal or not.
pub(super) fn write_json() {
    JSON.store(true, Ordering::Relaxed);
}

/// Whether a person reads what is written to this stream.
pub(super) fn is_person(stream: &impl IsTerminal) -> bool {
    !JSON.load(Ordering::Relaxed) && stream.is_terminal()
}
