//! `croupierctl shoe ...`

mod simulate;
mod status;

use clap::Subcommand;

use super::{Failure, card_replay};
use crate::sensing::card_source::{TECHNICIAN, replay};
use crate::sensing::shoe::Shoe;

/// What can be done with card-reading shoes.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Runs a capture of a shoe through the code of the live driver: what was asked and said, what was understood, and the counts of all.
    Replay(card_replay::Arguments),
    /// Runs a simulated shoe, with the person who draws from it, on a pseudo-terminal, and prints what happens.
    Simulate(simulate::Arguments),
    /// What the shoe on a port says about itself; changes nothing.
    Status(status::Arguments),
}

impl Command {
    pub(super) fn run(self) -> Result<String, Failure> {
        match self {
            Self::Replay(arguments) => card_replay::run(&arguments, "shoe", |device, rows| replay(Shoe::new(device, TECHNICIAN), rows)),
            Self::Simulate(arguments) => simulate::run(&arguments),
            Self::Status(arguments) => status::run(&arguments),
        }
    }
}
