//! The driver of a wheel on a serial line.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::analyser::LogicAnalyser;
use super::budget::Allowance;
use super::link::{self, SerialLine};
use super::pace::Pace;
use crate::model::{WheelEvent, WheelWish};
use crate::sensing::slingshot::{Parameters, Settled, Status, Wheel};

pub use super::link::DriverError;

/// Where a wheel is, and what it is like.
#[derive(Clone, Debug)]
pub struct WheelPort {
    /// The path of the port, one that stays the same when the device is unplugged and plugged in again.
    pub port: PathBuf,
    /// The dialect's numbers, from the device file.
    pub device: Parameters,
    /// Where to append every line of the port as a capture; `None` to keep none.
    pub record: Option<PathBuf>,
    /// Who looks on at every line of the port; `None` for nobody.
    pub analyser: Option<Arc<LogicAnalyser>>,
    /// How many times faster than life the clock runs: 1, but for a simulated wheel.
    pub speed: u32,
    /// The result that the journal has of it, which it is held to as long as no other ball has run.
    pub settled: Option<Settled>,
}

/// Drives a wheel until `stop`, as [`link::run`] does.
///
/// # Errors
/// Where the raw record cannot be begun, or nobody takes the events.
pub async fn run(
    port: WheelPort,
    wishes: watch::Receiver<WheelWish>,
    events: mpsc::Sender<WheelEvent>,
    status: watch::Sender<Status>,
    clock: impl Pace,
    stop: CancellationToken,
) -> Result<(), DriverError> {
    let line = SerialLine {
        port: port.port,
        baud: port.device.line.baud,
        record: port.record,
        analyser: port.analyser,
        speed: port.speed,
        allowance: Allowance::WHEEL,
    };
    let wheel = Wheel::new(port.device);
    let wheel = if let Some(settled) = &port.settled { wheel.held_to(settled) } else { wheel };
    link::run(wheel, line, wishes, events, status, clock, stop).await
}
