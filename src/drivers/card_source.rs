//! The driver of a shuffle machine or a card-reading shoe on a serial line.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::analyser::LogicAnalyser;
use super::budget::Allowance;
use super::link::{self, DriverError, SerialLine};
use super::pace::Pace;
use crate::model::{CardSourceEvent, CardWish};
use crate::sensing::CardSourceMachine;

/// Where a source of cards is, and what it is like.
#[derive(Clone, Debug)]
pub struct CardSourcePort<P> {
    /// The path of the port, one that stays the same when the device is unplugged and plugged in again.
    pub port: PathBuf,
    /// The dialect's numbers, from the device file.
    pub device: P,
    /// What names the journal that the orders come from: it is drawn once for a journal and kept in it, so that no two that could meet
    /// the same device have the same. Never [`crate::sensing::card_source::TECHNICIAN`].
    pub host: u32,
    /// Where to append every line of the port as a capture, the cards left out; `None` to keep none.
    pub record: Option<PathBuf>,
    /// Who looks on at every line of the port, the cards left out; `None` for nobody.
    pub analyser: Option<Arc<LogicAnalyser>>,
    /// How many times faster than life the clock runs: 1, but for a simulated device.
    pub speed: u32,
}

/// Drives a source of cards until `stop`, as [`link::run`] does.
///
/// # Errors
/// Where the raw record cannot be begun, or nobody takes the events.
pub async fn run<M: CardSourceMachine>(
    port: CardSourcePort<M::Parameters>,
    wishes: watch::Receiver<CardWish>,
    events: mpsc::Sender<CardSourceEvent>,
    status: watch::Sender<M::Status>,
    clock: impl Pace,
    stop: CancellationToken,
) -> Result<(), DriverError> {
    let line = SerialLine {
        port: port.port,
        baud: M::baud(&port.device),
        record: port.record,
        analyser: port.analyser,
        speed: port.speed,
        allowance: Allowance::CARDS,
    };
    link::run(M::asked_by(port.host, port.device), line, wishes, events, status, clock, stop).await
}
