//! The driver of a card-reading shoe on a serial line.

use std::path::PathBuf;

use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::link::{self, DriverError, SerialLine};
use crate::model::{CardSourceEvent, CardWish, Timestamp};
use crate::sensing::shoe::{Parameters, Shoe, Status};

/// Where a card-reading shoe is, and what it is like.
#[derive(Clone, Debug)]
pub struct ShoePort {
    /// The path of the port, one that stays the same when the device is unplugged and plugged in again.
    pub port: PathBuf,
    /// The dialect's numbers, from the device file.
    pub device: Parameters,
    /// What names the journal for which the shoe is loaded, as for a shuffle machine. Never [`crate::sensing::shuffler::TECHNICIAN`].
    pub host: u32,
    /// Where to append every line of the port as a capture, the drawn cards left out; `None` to keep none.
    pub record: Option<PathBuf>,
    /// How many times faster than life the clock runs: 1, but for a simulated shoe.
    pub speed: u32,
}

/// Drives a card-reading shoe until `stop`, as [`link::run`] does.
///
/// # Errors
/// Where the raw record cannot be begun, or nobody takes the events.
pub async fn run(
    port: ShoePort,
    wishes: watch::Receiver<CardWish>,
    events: mpsc::Sender<CardSourceEvent>,
    status: watch::Sender<Status>,
    clock: impl Fn() -> Timestamp,
    stop: CancellationToken,
) -> Result<(), DriverError> {
    let line = SerialLine { port: port.port, baud: port.device.line.baud, record: port.record, speed: port.speed };
    link::run(Shoe::new(port.device, port.host), line, wishes, events, status, clock, stop).await
}
