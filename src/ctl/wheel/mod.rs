//! `croupierctl wheel ...`

mod calibrate;
mod drive;
mod edges;
mod event;
mod lines;
mod port;
mod replay;
mod simulate;
mod simulate_lines;

use clap::Subcommand;

use super::Failure;

/// What can be done with wheels.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Runs a capture or an edge trace through the code of the live driver and prints the wheel's events.
    Replay(replay::Arguments),
    /// Runs a simulated wheel on a pseudo-terminal, and prints what happens on it.
    Simulate(simulate::Arguments),
    /// Finds the offset of all readings of a wheel on bare lines with the ball fixed in zero: turns and reads it, or reads a trace.
    Calibrate(calibrate::Arguments),
    /// Shows one spin of a simulated wheel on lines of the kernel's gpio-sim.
    SimulateLines(simulate_lines::Arguments),
    /// Shows every bare line of a cabinet's wheel as it changes, and drives its outputs.
    Lines(lines::Arguments),
    /// Reads a cabinet's wheel on bare lines by its driver, drives its outputs, and prints what the wheel says has happened.
    Watch(lines::WatchArguments),
    /// What the wheel on a port shows, says of itself and has counted.
    Status(port::Arguments),
    /// The adjustable values of the wheel on a port.
    Parameters(port::Arguments),
    /// Runs the self-test of the wheel on a port, which must be off.
    #[command(name = "selftest")]
    SelfTest(port::Arguments),
}

impl Command {
    pub(super) fn run(self) -> Result<String, Failure> {
        match self {
            Self::Replay(arguments) => replay::run(&arguments),
            Self::Simulate(arguments) => simulate::run(&arguments),
            Self::Calibrate(arguments) => calibrate::run(&arguments),
            Self::SimulateLines(arguments) => simulate_lines::run(&arguments),
            Self::Lines(arguments) => lines::show(&arguments),
            Self::Watch(arguments) => lines::watch(&arguments),
            Self::Status(arguments) => port::status(&arguments),
            Self::Parameters(arguments) => port::parameters(&arguments),
            Self::SelfTest(arguments) => port::self_test(&arguments),
        }
    }
}
