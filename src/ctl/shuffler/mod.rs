//! `croupierctl shuffler ...`

mod port;
mod simulate;

use clap::Subcommand;

use super::{Failure, card_replay};
use crate::sensing::card_source::{TECHNICIAN, replay};
use crate::sensing::shuffler::Shuffler;

/// What can be done with shuffle machines.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Runs a capture of a machine through the code of the live driver: what was asked and said, what was understood, and the counts of all.
    Replay(card_replay::Arguments),
    /// Runs a simulated machine on a pseudo-terminal, and prints what happens on it.
    Simulate(simulate::Arguments),
    /// What the machine on a port says about itself; changes nothing.
    Status(port::Arguments),
    /// Lets the machine take all cards back, shuffle and count them. No cabinet deals on from these cards before it has shuffled itself.
    Shuffle(port::PackArguments),
    /// Lets the machine take all cards back and count them. The cabinet has to shuffle afterwards.
    Verify(port::PackArguments),
    /// Runs the machine's self-test. The cabinet has to shuffle afterwards.
    #[command(name = "selftest")]
    SelfTest(port::Arguments),
}

impl Command {
    pub(super) fn run(self) -> Result<String, Failure> {
        match self {
            Self::Replay(arguments) => {
                card_replay::run(&arguments, "shuffler", |device, rows| replay(Shuffler::new(device, TECHNICIAN), rows))
            }
            Self::Simulate(arguments) => simulate::run(&arguments),
            Self::Status(arguments) => port::status(&arguments),
            Self::Shuffle(arguments) => port::shuffle(&arguments),
            Self::Verify(arguments) => port::verify(&arguments),
            Self::SelfTest(arguments) => port::self_test(&arguments),
        }
    }
}
