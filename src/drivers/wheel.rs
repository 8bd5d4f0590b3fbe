//! The driver of a wheel on a serial line: it keeps the port open, hands over bytes and time, and knows nothing of what they mean.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, ReadHalf, WriteHalf};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use tokio_serial::SerialStream;
use tokio_util::sync::CancellationToken;

use super::record::Record;
use super::serial::{self, BackOff};
use crate::model::{Timestamp, WheelEvent, WheelWish};
use crate::sensing::capture::Direction;
use crate::sensing::slingshot::{Parameters, Status, Wheel};

/// How many events may wait for the one who takes them. The wheel speaks of a handful in a game: this is hours.
const WAITING_EVENTS: usize = 1_024;

/// Where a wheel is, and what it is like.
#[derive(Clone, Debug)]
pub struct WheelPort {
    /// The path of the port, one that stays the same when the device is unplugged and plugged in again.
    pub port: PathBuf,
    /// The dialect's numbers, from the device file.
    pub device: Parameters,
    /// Where to append every line of the port as a capture; `None` to keep none.
    pub record: Option<PathBuf>,
    /// How many times faster than life the clock runs: 1, but for a simulated wheel.
    pub speed: u32,
}

/// Why a driver cannot go on. A device that is gone is no such thing: that is an event, and the driver waits for it to come back.
#[derive(Debug, thiserror::Error)]
pub enum DriverError {
    /// Nobody takes the wheel's events any more, or nobody says what is wanted.
    #[error("{port}: nobody listens to the wheel any more")]
    Deserted {
        /// The wheel's port.
        port: PathBuf,
    },
    /// The events are not taken.
    #[error("{port}: {WAITING_EVENTS} events of the wheel wait to be taken")]
    NotTaken {
        /// The wheel's port.
        port: PathBuf,
    },
    /// The raw record cannot be begun.
    #[error("{path}: the raw record of the line cannot be begun: {source}")]
    Record {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Drives a wheel until `stop`. Wishes are taken as they stand; every event is handed over, in order, and waits where it must
/// without keeping the line from being read.
///
/// # Errors
/// Where the raw record cannot be begun, or nobody takes the events.
pub async fn run(
    port: WheelPort,
    wishes: watch::Receiver<WheelWish>,
    events: mpsc::Sender<WheelEvent>,
    status: watch::Sender<Status>,
    clock: impl Fn() -> Timestamp,
    stop: CancellationToken,
) -> Result<(), DriverError> {
    let mut driver = Driver::new(port, clock)?;
    driver.run(wishes, events, status, stop).await
}

/// What ended a wait.
enum Woken {
    Stop,
    Time,
    Wish,
    Reopen,
    Room(mpsc::OwnedPermit<WheelEvent>),
    Read(std::io::Result<usize>),
    Written(std::io::Result<usize>),
    Deserted,
}

/// An open port.
struct Line {
    from_device: ReadHalf<SerialStream>,
    to_device: WriteHalf<SerialStream>,
}

struct Driver<C> {
    port: WheelPort,
    clock: C,
    wheel: Wheel,
    line: Option<Line>,
    back_off: BackOff,
    reopen_at: Instant,
    said: String,
    record: Option<Record>,
    to_send: VecDeque<u8>,
    events: VecDeque<WheelEvent>,
}

impl<C: Fn() -> Timestamp> Driver<C> {
    fn new(port: WheelPort, clock: C) -> Result<Self, DriverError> {
        let now = clock();
        let record = match &port.record {
            Some(path) => Some(Record::append(path, now).map_err(|source| DriverError::Record { path: path.clone(), source })?),
            None => None,
        };
        Ok(Self {
            wheel: Wheel::new(port.device.clone()),
            line: None,
            back_off: BackOff::new(),
            reopen_at: Instant::now(),
            said: String::new(),
            record,
            to_send: VecDeque::new(),
            events: VecDeque::new(),
            port,
            clock,
        })
    }

    async fn run(
        &mut self,
        mut wishes: watch::Receiver<WheelWish>,
        events: mpsc::Sender<WheelEvent>,
        status: watch::Sender<Status>,
        stop: CancellationToken,
    ) -> Result<(), DriverError> {
        let mut buffer = [0; 512];
        loop {
            let wish = *wishes.borrow_and_update();
            self.move_on(wish)?;
            status.send_if_modified(|known| {
                let changed = known != self.wheel.status();
                if changed {
                    known.clone_from(self.wheel.status());
                }
                changed
            });
            match self.wait(&mut wishes, &events, &stop, &mut buffer).await {
                Woken::Stop => return Ok(()),
                Woken::Deserted => return Err(DriverError::Deserted { port: self.port.port.clone() }),
                Woken::Time | Woken::Wish => {}
                Woken::Reopen => self.reopen(),
                Woken::Room(room) => {
                    self.events.pop_front().map(|event| room.send(event));
                }
                Woken::Read(read) => self.received(read, &buffer),
                Woken::Written(written) => self.sent(written),
            }
        }
    }

    /// Lets the wheel do what is due, and takes what it wants to send and say.
    fn move_on(&mut self, wish: WheelWish) -> Result<(), DriverError> {
        let now = (self.clock)();
        self.wheel.wish(wish, now);
        if self.wheel.next_wake().is_some_and(|at| at <= now) {
            self.wheel.wake(now);
        }
        while let Some(event) = self.wheel.poll_event() {
            self.events.push_back(event);
        }
        while let Some(bytes) = self.wheel.poll_send() {
            if self.line.is_some() {
                self.note(Direction::To, &bytes, now);
                self.to_send.extend(bytes);
            }
        }
        if self.events.len() > WAITING_EVENTS {
            return Err(DriverError::NotTaken { port: self.port.port.clone() });
        }
        Ok(())
    }

    async fn wait(
        &mut self,
        wishes: &mut watch::Receiver<WheelWish>,
        events: &mpsc::Sender<WheelEvent>,
        stop: &CancellationToken,
        buffer: &mut [u8],
    ) -> Woken {
        let wake_at = self.wheel.next_wake().map(|at| self.real(at));
        let open = self.line.is_some();
        let (read, write) = match &mut self.line {
            Some(line) => (Some(&mut line.from_device), Some(&mut line.to_device)),
            None => (None, None),
        };
        let to_send = self.to_send.make_contiguous();
        tokio::select! {
            () = stop.cancelled() => Woken::Stop,
            read = or_never(read.map(|line| line.read(buffer))) => Woken::Read(read),
            written = or_never(write.filter(|_| !to_send.is_empty()).map(|line| line.write(to_send))) => Woken::Written(written),
            room = events.clone().reserve_owned(), if !self.events.is_empty() => room.map_or(Woken::Deserted, Woken::Room),
            changed = wishes.changed() => changed.map_or(Woken::Deserted, |()| Woken::Wish),
            () = tokio::time::sleep_until(self.reopen_at), if !open => Woken::Reopen,
            () = or_never(wake_at.map(tokio::time::sleep_until)) => Woken::Time,
        }
    }

    /// The real moment at which the clock will show `at`.
    fn real(&self, at: Timestamp) -> Instant {
        let wait = at.since((self.clock)()).microseconds().div_ceil(u64::from(self.port.speed.max(1)));
        Instant::now() + Duration::from_micros(wait)
    }

    fn reopen(&mut self) {
        match serial::open(&self.port.port, self.port.device.line.baud) {
            Ok(stream) => {
                let (from_device, to_device) = tokio::io::split(stream);
                self.line = Some(Line { from_device, to_device });
                self.back_off = BackOff::new();
                tracing::info!(port = %self.port.port.display(), "the wheel's port is open");
                self.say(String::new());
                self.wheel.device_found((self.clock)());
            }
            Err(error) => {
                let why = error.to_string();
                self.wheel.device_lost((self.clock)(), &why);
                self.say(why);
                self.wait_to_reopen();
            }
        }
    }

    /// Logs why the port is not open, once for each reason and not for each attempt.
    fn say(&mut self, reason: String) {
        if reason != self.said && !reason.is_empty() {
            tracing::warn!("{reason}");
        }
        self.said = reason;
    }

    fn wait_to_reopen(&mut self) {
        self.reopen_at = Instant::now() + self.back_off.wait();
    }

    /// Takes in what was read. Nothing read means that the device is gone: a line that is only silent does not return.
    fn received(&mut self, read: std::io::Result<usize>, buffer: &[u8]) {
        let now = (self.clock)();
        match read {
            Ok(0) => self.lost("the port was closed by its device"),
            Ok(length) => {
                self.note(Direction::From, &buffer[..length], now);
                self.wheel.received(&buffer[..length], now);
            }
            Err(error) => self.lost(&error.to_string()),
        }
    }

    fn sent(&mut self, written: std::io::Result<usize>) {
        match written {
            Ok(length) => drop(self.to_send.drain(..length)),
            Err(error) => self.lost(&error.to_string()),
        }
    }

    fn lost(&mut self, why: &str) {
        let now = (self.clock)();
        self.line = None;
        self.to_send.clear();
        if let Some(record) = &mut self.record {
            record.cut(now);
        }
        let why = format!("{}: the wheel's port is gone: {why}", self.port.port.display());
        self.wheel.device_lost(now, &why);
        self.say(why);
        self.wait_to_reopen();
    }

    fn note(&mut self, direction: Direction, bytes: &[u8], now: Timestamp) {
        if let Some(record) = &mut self.record {
            record.note(direction, bytes, now);
        }
    }
}

/// What a future gives, or nothing for ever where there is none.
async fn or_never<F: Future>(future: Option<F>) -> F::Output {
    match future {
        Some(future) => future.await,
        None => std::future::pending().await,
    }
}
