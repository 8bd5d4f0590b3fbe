//! `croupierctl wheel ...`

mod calibrate;
mod drive;
mod edges;
mod event;
mod leaving;
mod lines;
mod port;
mod replay;
mod setting;
mod simulate;
mod simulate_lines;
mod trials;

use clap::Subcommand;

use super::Failure;

/// What can be done with wheels.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Runs a capture or an edge trace through the code of the live driver and prints the wheel's events.
    Replay(replay::Arguments),
    /// Runs a simulated wheel on a pseudo-terminal, and prints what happens on it.
    Simulate(simulate::Arguments),
    /// With the ball fixed in zero: finds the offset of all readings of a wheel on bare lines, by turning and reading it or by a trace; or
    /// has a wheel on a port calibrate its own sensors. With `--leaving`: measures the speed at which balls leave the rim.
    Calibrate(calibrate::Arguments),
    /// Shows one spin of a simulated wheel on lines of the kernel's gpio-sim.
    SimulateLines(simulate_lines::Arguments),
    /// Simulated spins of good and lying wheels through the code that reads a real one: how many are read, and none wrongly.
    Trials(trials::Arguments),
    /// Shows every bare line of a cabinet's wheel as it changes, and drives its outputs.
    Lines(lines::Arguments),
    /// Reads a cabinet's wheel on bare lines by its driver, drives its outputs, and prints what the wheel says has happened.
    Watch(lines::WatchArguments),
    /// What the wheel on a port shows, says about itself and has counted.
    Status(port::Arguments),
    /// The adjustable values of the wheel on a port.
    Parameters(port::Arguments),
    /// Sets one of the adjustable values of the wheel on a port, and reads it back.
    Set(setting::Arguments),
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
            Self::Trials(arguments) => trials::run(&arguments),
            Self::Lines(arguments) => lines::show(&arguments),
            Self::Watch(arguments) => lines::watch(&arguments),
            Self::Status(arguments) => port::status(&arguments),
            Self::Parameters(arguments) => port::parameters(&arguments),
            Self::Set(arguments) => setting::set(&arguments),
            Self::SelfTest(arguments) => port::self_test(&arguments),
        }
    }
}
