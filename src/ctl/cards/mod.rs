//! `croupierctl cards`: how hands rank, for those who check it against something else, and whether cards come as chance has it.

mod count;
mod rank;
mod test;

use clap::Subcommand;

use super::Failure;

/// What can be asked about cards.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Counts the combinations of every hand of so many cards.
    Count(count::Arguments),
    /// Ranks hands of five to seven cards, one JSON list of names a line, from standard input.
    Rank,
    /// Tests a source of cards, or the deals of a journal's table, as regulators do.
    Test(test::Arguments),
}

impl Command {
    /// Runs it.
    pub(super) fn run(&self) -> Result<String, Failure> {
        match self {
            Self::Count(arguments) => Ok(count::run(arguments)),
            Self::Test(arguments) => test::run(arguments),
            Self::Rank => rank::run(std::io::stdin().lock()),
        }
    }
}
