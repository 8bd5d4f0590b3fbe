//! The time that a device on a serial line is driven by.

use crate::model::Timestamp;

/// The time that a device is driven by. A real one goes on no matter what its driver does, and any clock will do. A simulated one shares its host with
/// the driver, and is told what goes over the line besides: while bytes are under way, which on a busy host may take long, no time passes in
/// which they would seem to be missing.
pub trait Pace {
    /// The time now; it never runs backwards.
    fn now(&self) -> Timestamp;

    /// So many bytes are to be sent to the device.
    fn queued(&self, _bytes: usize) {}

    /// So many bytes of the device were read.
    fn heard(&self, _bytes: usize) {}

    /// The port is closed: what was under way is lost.
    fn cut(&self) {}
}

impl<F: Fn() -> Timestamp> Pace for F {
    fn now(&self) -> Timestamp {
        self()
    }
}
