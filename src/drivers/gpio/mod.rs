//! The bare lines of a wheel: inputs whose changes the kernel stamps with a time, and outputs that go safe no matter what happens.
//!
//! Which driver it is, and which line is which, says the cabinet file. Here never lives what a change means, or when an output is to be
//! driven: that is `sensing`.
//!
//! The two halves are used by two threads. [`Inputs`] are read by a thread of its own, which waits in the kernel and hands every
//! [`Batch`] over a bounded channel; [`Outputs`] are driven by the one who decides. A simulator implements both halves without a thread.

mod character_device;
mod chip;
mod clock;
mod error;
mod housing;
mod listening;
mod order;
mod outputs;
mod priority;
mod pwm;
mod raspberry_pi;
mod reader;
mod safety;
mod simulated;
mod watching;

use std::time::Duration;

pub use error::LineError;
pub use housing::{DoorLines, LampLine};
pub use reader::Reader;
pub use safety::make_safe;
pub use simulated::simulated;
pub use watching::{ChipThere, LineActivity, chips_there, watch};

use crate::profiles::{LineDriver, LineKeys};
use crate::sensing::three_sensor::{Drive, Signal};
use listening::{Listening, Queues};
use outputs::{Guard, Pins};

/// The wheel's lines, open.
pub struct Lines {
    /// What is read.
    pub inputs: Box<dyn Inputs>,
    /// What is driven.
    pub outputs: Box<dyn Outputs>,
}

/// What came from the inputs in one wait.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// In the order of time; none is later than `until_nanoseconds`, and none earlier than that of the batch before.
    pub signals: Vec<Signal>,
    /// Nothing that happened up to this moment is still to come: time may be let pass up to here, and no further. Nanoseconds of the
    /// signals' clock.
    pub until_nanoseconds: u64,
}

/// The inputs of a wheel.
///
/// The first signals say how every input stood when the lines were opened, one change each. From then on each change is given
/// once, with the time at which the kernel noticed it. What was lost on the way is a [`Signal::Lost`] and never silence.
pub trait Inputs: Send {
    /// Waits until an input has changed, but not longer than `timeout`, and gives what came. A batch without signals still says how far
    /// time has passed.
    ///
    /// # Errors
    /// Where the lines cannot be read any more. What was wrong with single changes is no error: it stands in the batch.
    fn read(&mut self, timeout: Duration) -> Result<Batch, LineError>;
}

/// The outputs of a wheel. They are safe ([`Drive::SAFE`]) when opened, and go safe when this is dropped, when anything in the program
/// panics, when it is told to end ([`make_safe`]), and when nothing is said for longer than the cabinet file allows
/// (`driving.alive_milliseconds`).
pub trait Outputs: Send {
    /// Drives the outputs like this from now on. Saying the same again changes nothing, and says that somebody is still alive.
    ///
    /// # Errors
    /// Where a line cannot be driven. The outputs have been made safe then, as far as the lines can be reached.
    fn drive(&mut self, drive: Drive) -> Result<(), LineError>;
}

/// Opens the lines of a cabinet file; the outputs are safe from then on.
///
/// # Errors
/// The first chip or line that is not there, is held by somebody else, or cannot be used.
pub fn open(driver: LineDriver, keys: &LineKeys) -> Result<Lines, LineError> {
    match driver {
        LineDriver::CharacterDevice => lines(character_device::open(keys)?, keys),
        LineDriver::Rppal => lines(raspberry_pi::open(keys)?, keys),
    }
}

fn lines(opened: (impl Queues + 'static, impl Pins + 'static), keys: &LineKeys) -> Result<Lines, LineError> {
    let (queues, pins) = opened;
    let outputs = Box::new(Guard::new(pins, keys)?);
    Ok(Lines { inputs: Box::new(Listening::new(queues, keys.reading)), outputs })
}
