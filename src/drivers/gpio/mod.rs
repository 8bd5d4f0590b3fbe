//! The bare lines of a wheel: inputs whose changes the kernel stamps with a time, and outputs that go safe whatever happens.
//!
//! Which driver it is, and which line is which, says the cabinet file. Here never lives what a change means, or when an output is to be
//! driven: that is `sensing`.
//!
//! The two halves are used by two threads. [`Inputs`] are read by a thread of its own, which waits in the kernel and hands every
//! [`Batch`] over a bounded channel; [`Outputs`] are driven by whoever decides. A simulator implements both halves without a thread.

mod error;

use std::time::Duration;

pub use error::LineError;

use crate::sensing::three_sensor::{Drive, Signal};

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
/// The first batch that is read says how every input stood when the lines were opened, one change each. From then on each change is given
/// once, with the time at which the kernel noticed it. What was lost on the way is a [`Signal::Lost`] and never silence.
pub trait Inputs: Send {
    /// Waits until an input has changed, but not longer than `timeout`, and gives what came. A batch without signals still says how far
    /// time has passed.
    ///
    /// # Errors
    /// Where the lines cannot be read any more. What was wrong with single changes is no error: it stands in the batch.
    fn read(&mut self, timeout: Duration) -> Result<Batch, LineError>;
}

/// The outputs of a wheel. They are safe ([`Drive::SAFE`]) when opened, and go safe when this is dropped, when the program panics, and when
/// nothing is said for longer than the cabinet file allows (`alive_milliseconds`).
pub trait Outputs: Send {
    /// Drives the outputs like this from now on. Saying the same again changes nothing, and says that somebody is still alive.
    ///
    /// # Errors
    /// Where a line cannot be driven. The outputs have been made safe then, as far as the lines can be reached.
    fn drive(&mut self, drive: Drive) -> Result<(), LineError>;
}
