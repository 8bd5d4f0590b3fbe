//! What every simulated device on a serial line has in common.

use crate::model::Timestamp;

/// A simulated device on a serial line. It has no clock: every call says what time it is, and times must not go backwards.
pub trait SimulatedDevice {
    /// What it tells of what really happened.
    type Truth;

    /// The host has sent these bytes; they are at the device now.
    fn received(&mut self, bytes: &[u8], now: Timestamp);

    /// When the device does something next by itself.
    #[must_use]
    fn next_wake(&self) -> Option<Timestamp>;

    /// Does everything that is due at `now`. The first call starts the device.
    fn wake(&mut self, now: Timestamp);

    /// The bytes that arrive at the host now; empty where there are none.
    fn poll_send(&mut self) -> Vec<u8>;

    /// Whether the line is there. While it is not, nothing is sent and nothing is received.
    #[must_use]
    fn connected(&self) -> bool;

    /// Hands out what really happened and forgets it, oldest first.
    fn take_truth(&mut self) -> Vec<Self::Truth>;
}
