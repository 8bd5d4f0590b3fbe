//! What can be wrong with a line, said with chip, line and holder.

use std::io;

/// Why lines cannot be opened or used on.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The chip is not there.
    #[error("{chip}: there is no such GPIO chip; there are {}", Listed(there))]
    NoChip {
        /// The chip as the cabinet file names it.
        chip: String,
        /// The chips there are.
        there: Vec<String>,
    },
    /// The chip has no such line.
    #[error("{chip}: there is no line {line} for `{name}`; the chip has {lines} lines")]
    NoLine {
        /// The chip.
        chip: String,
        /// The line as the cabinet file names it.
        line: String,
        /// What the line is for.
        name: &'static str,
        /// How many lines the chip has.
        lines: u32,
    },
    /// Somebody else holds the line.
    #[error("{chip}: line {line} for `{name}` is held by {holder}")]
    Taken {
        /// The chip.
        chip: String,
        /// The line as the cabinet file names it.
        line: String,
        /// What the line is for.
        name: &'static str,
        /// Who holds it, as the kernel says.
        holder: String,
    },
    /// The chip or the line cannot be used.
    #[error("{chip}: {what}: {detail}")]
    Unusable {
        /// The chip.
        chip: String,
        /// What was tried.
        what: String,
        /// What the system said.
        detail: String,
    },
    /// The driver is not for this board.
    #[error("the driver {driver:?} cannot be used here: {detail}")]
    NotThisBoard {
        /// The driver as the cabinet file names it.
        driver: &'static str,
        /// Why.
        detail: String,
    },
    /// A thread cannot be started.
    #[error("the thread {name} cannot be started: {source}")]
    Thread {
        /// The thread.
        name: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// The outputs stay safe.
    #[error("the outputs stay safe: {why}")]
    Safe {
        /// What made them safe for good.
        why: &'static str,
    },
    /// Nobody takes what is read, or nobody feeds a simulated wheel.
    #[error("nobody is at the other end of the lines any more")]
    Deserted,
}

impl LineError {
    /// The error's name in messages to programs.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::NoChip { .. } => "chip-not-there",
            Self::NoLine { .. } => "line-not-there",
            Self::Taken { .. } => "line-taken",
            Self::Unusable { .. } => "line-unusable",
            Self::NotThisBoard { .. } => "driver-not-for-this-board",
            Self::Thread { .. } => "no-thread",
            Self::Safe { .. } => "outputs-safe",
            Self::Deserted => "deserted",
        }
    }
}

/// A list in words.
struct Listed<'a>(&'a [String]);

impl std::fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.is_empty() { f.write_str("none") } else { f.write_str(&self.0.join(", ")) }
    }
}
