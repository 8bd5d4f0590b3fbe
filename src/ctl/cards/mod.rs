//! `croupierctl cards`: how hands rank, for those who check it against something else.

mod count;
mod rank;

use clap::Subcommand;

use super::Failure;

/// What can be asked about cards.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Counts the combinations of every hand of so many cards.
    Count(count::Arguments),
    /// Ranks hands of five to seven cards, one JSON list of names a line, from standard input.
    Rank,
}

impl Command {
    /// Runs it.
    pub(super) fn run(&self) -> Result<String, Failure> {
        match self {
            Self::Count(arguments) => Ok(count::run(arguments)),
            Self::Rank => rank::run(std::io::stdin().lock()),
        }
    }
}
