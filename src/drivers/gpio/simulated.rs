//! Lines that are none: what is read comes from a closure, and what is driven goes to one.

use std::time::Duration;

use super::{Batch, Inputs, LineError, Lines, Outputs};
use crate::sensing::three_sensor::Drive;

/// Lines of a simulator. `read` is called as [`Inputs::read`] is, `drive` as [`Outputs::drive`] is, and once more with [`Drive::SAFE`] when
/// the outputs are given back.
pub fn simulated(
    read: impl FnMut(Duration) -> Result<Batch, LineError> + Send + 'static,
    drive: impl FnMut(Drive) -> Result<(), LineError> + Send + 'static,
) -> Lines {
    Lines { inputs: Box::new(Read(read)), outputs: Box::new(Driven(drive)) }
}

struct Read<F>(F);

impl<F: FnMut(Duration) -> Result<Batch, LineError> + Send> Inputs for Read<F> {
    fn read(&mut self, timeout: Duration) -> Result<Batch, LineError> {
        self.0(timeout)
    }
}

struct Driven<F: FnMut(Drive) -> Result<(), LineError>>(F);

impl<F: FnMut(Drive) -> Result<(), LineError> + Send> Outputs for Driven<F> {
    fn drive(&mut self, drive: Drive) -> Result<(), LineError> {
        self.0(drive)
    }
}

impl<F: FnMut(Drive) -> Result<(), LineError>> Drop for Driven<F> {
    fn drop(&mut self) {
        // A simulator that is gone is as safe as can be.
        drop(self.0(Drive::SAFE));
    }
}
