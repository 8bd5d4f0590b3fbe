//! `croupierctl wheel ...`

mod replay;

use clap::Subcommand;

use super::Failure;

/// What can be done with wheels.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Runs a capture through the code of the live driver and prints the wheel's events.
    Replay(replay::Arguments),
}

impl Command {
    pub(super) fn run(self) -> Result<String, Failure> {
        match self {
            Self::Replay(arguments) => replay::run(&arguments),
        }
    }
}
