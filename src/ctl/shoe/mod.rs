//! `croupierctl shoe ...`

mod simulate;
mod status;

use clap::Subcommand;

use super::Failure;

/// What can be done with card-reading shoes.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Runs a simulated shoe, with the person who draws from it, on a pseudo-terminal, and prints what happens.
    Simulate(simulate::Arguments),
    /// What the shoe on a port says about itself; changes nothing.
    Status(status::Arguments),
}

impl Command {
    pub(super) fn run(self) -> Result<String, Failure> {
        match self {
            Self::Simulate(arguments) => simulate::run(&arguments),
            Self::Status(arguments) => status::run(&arguments),
        }
    }
}
