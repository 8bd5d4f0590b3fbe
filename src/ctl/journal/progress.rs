//! How far a long command has come, for a person who watches.

use std::io::{Write, stderr};

use crate::ctl::reader::is_person;

/// Records between two signs of life.
const EVERY: u64 = 10_000;

/// Counts records on standard error, where that is a terminal.
pub(crate) struct Progress {
    what: &'static str,
    shown: bool,
}

impl Progress {
    /// Begins to count; `what` is what is done, such as `verified`.
    pub(crate) fn begin(what: &'static str) -> Self {
        Self { what, shown: is_person(&stderr()) }
    }

    /// Says that `number` has been reached.
    pub(crate) fn reached(&self, number: u64) {
        if self.shown && number.is_multiple_of(EVERY) {
            self.write(&format!("\r{} {number} records", self.what));
        }
    }

    fn write(&self, text: &str) {
        let mut out = stderr().lock();
        // Nothing depends on whether somebody sees it.
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            self.write("\r\x1b[K");
        }
    }
}
