//! The driver of a device on a serial line: it keeps the port open, hands over bytes and time, and knows nothing of what they mean.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, ReadHalf, WriteHalf};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use tokio_serial::SerialStream;
use tokio_util::sync::CancellationToken;

use super::budget::{Allowance, Budget};
use super::record::Record;
use super::serial::{self, BackOff};
use crate::model::{Span, Timestamp};
use crate::sensing::SerialMachine;
use crate::sensing::capture::Direction;

/// A serial line, and how it is listened to.
#[derive(Clone, Debug)]
pub struct SerialLine {
    /// The path of the port, one that stays the same when the device is unplugged and plugged in again.
    pub port: PathBuf,
    /// Bits a second, 8 data bits, no parity, 1 stop bit.
    pub baud: u32,
    /// Where to append every line of the port as a capture, without what a device keeps secret; `None` to keep none.
    pub record: Option<PathBuf>,
    /// How many times faster than life the clock runs: 1, but for a simulated device.
    pub speed: u32,
    /// How much the device may say.
    pub allowance: Allowance,
}

/// Why a driver cannot go on. A device that is gone is no such thing: that is an event, and the driver waits for it to come back.
#[derive(Debug, thiserror::Error)]
pub enum DriverError {
    /// Nobody takes the device's events any more, or nobody says what is wanted.
    #[error("{port}: nobody listens to the device any more")]
    Deserted {
        /// The device's port.
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

/// Drives a device until `stop`. Wishes are taken as they stand; every event is handed over, in order, and waits where it must
/// without keeping the line from being read. A device that says more than one that works can is not listened to for a while.
///
/// # Errors
/// Where the raw record cannot be begun, or nobody takes the events.
pub async fn run<M: SerialMachine>(
    machine: M,
    line: SerialLine,
    wishes: watch::Receiver<M::Wish>,
    events: mpsc::Sender<M::Event>,
    status: watch::Sender<M::Status>,
    clock: impl Fn() -> Timestamp,
    stop: CancellationToken,
) -> Result<(), DriverError> {
    let mut driver = Driver::new(machine, line, clock)?;
    driver.run(wishes, events, status, stop).await
}

/// What ended a wait.
enum Woken<E> {
    Stop,
    Time,
    Wish,
    Reopen,
    Room(mpsc::OwnedPermit<E>),
    Read(std::io::Result<usize>),
    Written(std::io::Result<usize>),
    Deserted,
}

/// An open port.
struct OpenPort {
    from_device: ReadHalf<SerialStream>,
    to_device: WriteHalf<SerialStream>,
}

struct Driver<M: SerialMachine, C> {
    line: SerialLine,
    clock: C,
    machine: M,
    open: Option<OpenPort>,
    back_off: BackOff,
    reopen_at: Instant,
    said: String,
    record: Option<Record>,
    to_send: VecDeque<u8>,
    budget: Budget,
    events: VecDeque<M::Event>,
}

impl<M: SerialMachine, C: Fn() -> Timestamp> Driver<M, C> {
    fn new(machine: M, line: SerialLine, clock: C) -> Result<Self, DriverError> {
        let now = clock();
        let record = match &line.record {
            Some(path) => {
                Some(Record::append(path, now, M::recorded).map_err(|source| DriverError::Record { path: path.clone(), source })?)
            }
            None => None,
        };
        Ok(Self {
            machine,
            open: None,
            back_off: BackOff::new(),
            reopen_at: Instant::now(),
            said: String::new(),
            record,
            to_send: VecDeque::new(),
            budget: Budget::new(line.allowance, now),
            events: VecDeque::new(),
            line,
            clock,
        })
    }

    async fn run(
        &mut self,
        mut wishes: watch::Receiver<M::Wish>,
        events: mpsc::Sender<M::Event>,
        status: watch::Sender<M::Status>,
        stop: CancellationToken,
    ) -> Result<(), DriverError> {
        let mut buffer = [0; 512];
        loop {
            let wish = *wishes.borrow_and_update();
            self.move_on(wish);
            status.send_if_modified(|known| {
                let changed = known != self.machine.status();
                if changed {
                    known.clone_from(self.machine.status());
                }
                changed
            });
            match self.wait(&mut wishes, &events, &stop, &mut buffer).await {
                Woken::Stop => return Ok(()),
                // A simulated device ends at the same moment: that its port is gone is no news then.
                _ if stop.is_cancelled() => return Ok(()),
                Woken::Deserted => return Err(DriverError::Deserted { port: self.line.port.clone() }),
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

    /// Lets the device do what is due, and takes what it wants to send and say.
    fn move_on(&mut self, wish: M::Wish) {
        let now = (self.clock)();
        self.machine.wish(wish, now);
        if self.machine.next_wake().is_some_and(|at| at <= now) {
            self.machine.wake(now);
        }
        self.take_events(now);
        while let Some(bytes) = self.machine.poll_send() {
            if self.open.is_some() {
                self.note(Direction::To, &bytes, now);
                self.to_send.extend(bytes);
            }
        }
    }

    /// Takes what the device says, and listens to it no more where that is too much. What it has said is handed on all the same: what is
    /// known of it stays whole.
    fn take_events(&mut self, now: Timestamp) {
        while let Some(event) = self.machine.poll_event() {
            let too_much = self.budget.spend(M::evidence_bytes(&event), M::is_of_no_game(&event), now);
            self.events.push_back(event);
            if let Some(hold) = too_much {
                self.hold(hold, now);
            }
        }
    }

    /// The device says more than any that works: its port is closed for a while, and one that is gone is not looked for.
    fn hold(&mut self, hold: Span, now: Timestamp) {
        let seconds = hold.microseconds() / 1_000_000;
        let why =
            format!("{}: the {} says more than one that works can, and is heard again in {seconds} s", self.line.port.display(), M::NAME);
        self.close(now);
        self.machine.device_babbles(now, &why);
        self.say(why);
        self.reopen_at = self.real(now.after(hold));
    }

    async fn wait(
        &mut self,
        wishes: &mut watch::Receiver<M::Wish>,
        events: &mpsc::Sender<M::Event>,
        stop: &CancellationToken,
        buffer: &mut [u8],
    ) -> Woken<M::Event> {
        let wake_at = self.machine.next_wake().map(|at| self.real(at));
        let open = self.open.is_some();
        let (read, write) = match &mut self.open {
            Some(port) => (Some(&mut port.from_device), Some(&mut port.to_device)),
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
        let wait = at.since((self.clock)()).microseconds().div_ceil(u64::from(self.line.speed.max(1)));
        Instant::now() + Duration::from_micros(wait)
    }

    fn reopen(&mut self) {
        match serial::open(&self.line.port, self.line.baud) {
            Ok(stream) => {
                let (from_device, to_device) = tokio::io::split(stream);
                self.open = Some(OpenPort { from_device, to_device });
                self.back_off = BackOff::new();
                tracing::info!(port = %self.line.port.display(), "the {}'s port is open", M::NAME);
                self.say(String::new());
                let now = (self.clock)();
                self.budget.listens_again(now);
                self.machine.device_found(now);
            }
            Err(error) => {
                let why = error.to_string();
                self.machine.device_lost((self.clock)(), &why);
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
                self.machine.received(&buffer[..length], now);
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
        self.close(now);
        let why = format!("{}: the {}'s port is gone: {why}", self.line.port.display(), M::NAME);
        self.machine.device_lost(now, &why);
        self.say(why);
        self.wait_to_reopen();
    }

    fn close(&mut self, now: Timestamp) {
        self.open = None;
        self.to_send.clear();
        if let Some(record) = &mut self.record {
            record.cut(now);
        }
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
