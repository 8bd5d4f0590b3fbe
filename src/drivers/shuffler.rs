//! The driver of a shuffle machine on a serial line.

use std::path::PathBuf;

use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::link::{self, DriverError, SerialLine};
use crate::model::{CardSourceEvent, CardWish, Timestamp};
use crate::sensing::shuffler::{Parameters, Shuffler, Status};

/// Where a shuffle machine is, and what it is like.
#[derive(Clone, Debug)]
pub struct ShufflerPort {
    /// The path of the port, one that stays the same when the device is unplugged and plugged in again.
    pub port: PathBuf,
    /// The dialect's numbers, from the device file.
    pub device: Parameters,
    /// What names the journal that the orders come from: it is drawn once for a journal and kept in it, so that no two that could meet
    /// the same machine have the same. Never [`crate::sensing::shuffler::TECHNICIAN`].
    pub host: u32,
    /// Where to append every line of the port as a capture, the dealt cards left out; `None` to keep none.
    pub record: Option<PathBuf>,
    /// How many times faster than life the clock runs: 1, but for a simulated machine.
    pub speed: u32,
}

/// Drives a shuffle machine until `stop`, as [`link::run`] does.
///
/// # Errors
/// Where the raw record cannot be begun, or nobody takes the events.
pub async fn run(
    port: ShufflerPort,
    wishes: watch::Receiver<CardWish>,
    events: mpsc::Sender<CardSourceEvent>,
    status: watch::Sender<Status>,
    clock: impl Fn() -> Timestamp,
    stop: CancellationToken,
) -> Result<(), DriverError> {
    let line = SerialLine { port: port.port, baud: port.device.line.baud, record: port.record, speed: port.speed };
    link::run(Shuffler::new(port.device, port.host), line, wishes, events, status, clock, stop).await
}
