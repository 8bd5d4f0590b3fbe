//! The driver of a device on a serial line: it keeps the port open, hands over bytes and time, and knows nothing of what they mean.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use tokio_serial::{SerialPort, SerialStream};
use tokio_util::sync::CancellationToken;

use super::analyser::{LogicAnalyser, nanoseconds};
use super::budget::{Allowance, Budget};
use super::pace::Pace;
use super::record::Record;
use super::serial::{self, BackOff};
use super::wire_lines::WireLines;
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
    /// Who looks on at every line of the port; `None` for nobody.
    pub analyser: Option<Arc<LogicAnalyser>>,
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
    clock: impl Pace,
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

/// As much as the kernel keeps of a line for who reads it late.
const KEPT_BYTES: usize = 4_096;

struct Driver<M: SerialMachine, C> {
    line: SerialLine,
    clock: C,
    /// How much of the clock's time is not counted, and the limit that it was last excused from.
    overslept: Span,
    excused: Option<Timestamp>,
    /// How far the machine has come by now.
    reached: Timestamp,
    machine: M,
    open: Option<SerialStream>,
    back_off: BackOff,
    reopen_at: Instant,
    said: String,
    wire_lines: WireLines,
    record: Option<Record>,
    to_send: VecDeque<u8>,
    budget: Budget,
    events: VecDeque<M::Event>,
}

impl<M: SerialMachine, C: Pace> Driver<M, C> {
    fn new(machine: M, line: SerialLine, clock: C) -> Result<Self, DriverError> {
        let now = clock.now();
        let record = match &line.record {
            Some(path) => Some(Record::append(path, now).map_err(|source| DriverError::Record { path: path.clone(), source })?),
            None => None,
        };
        Ok(Self {
            overslept: Span::ZERO,
            excused: None,
            reached: now,
            machine,
            open: None,
            back_off: BackOff::new(),
            reopen_at: Instant::now(),
            said: String::new(),
            wire_lines: WireLines::default(),
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
        let mut buffer = [0; KEPT_BYTES];
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

    /// The machine's time: the clock's, but for what was overslept.
    fn now(&self) -> Timestamp {
        Timestamp::default().after(self.clock.now().since(Timestamp::default().after(self.overslept)))
    }

    /// A driver that wakes late must not take its own sleep for a silence of the device: while bytes wait, nobody knows when they came. They
    /// are heard first, as if they had come just before the limit that has passed, and what was overslept is not counted.
    fn hear_what_waits(&mut self) {
        let is_due = self.machine.next_wake().is_some_and(|due| due <= self.now());
        let waiting = self.open.as_ref().filter(|_| is_due).and_then(|port| port.bytes_to_read().ok()).unwrap_or(0);
        if waiting == 0 {
            return;
        }
        let mut buffer = [0; KEPT_BYTES];
        match self.open.as_mut().map(|port| port.try_read(&mut buffer)) {
            None => {}
            Some(Err(error)) if error.kind() == ErrorKind::WouldBlock => {}
            Some(read) => self.received(read, &buffer),
        }
    }

    /// Bytes have come: where a limit has passed, time goes back to just before it. A limit that they do not end is excused once.
    fn excuse_lateness(&mut self) {
        let now = self.now();
        let due = self.machine.next_wake().filter(|due| *due <= now);
        if let Some(due) = due.filter(|due| self.excused.replace(*due) != Some(*due)) {
            let before = Timestamp::from_microseconds(due.microseconds().saturating_sub(1)).max(self.reached);
            self.overslept = Span::from_microseconds(self.overslept.microseconds() + now.since(before).microseconds());
        }
    }

    /// Lets the device do what is due, and takes what it wants to send and say.
    fn move_on(&mut self, wish: M::Wish) {
        self.hear_what_waits();
        let now = self.now();
        self.reached = now;
        if let Some(analyser) = &self.line.analyser {
            analyser.reach(nanoseconds(now));
        }
        self.machine.wish(wish, now);
        if self.machine.next_wake().is_some_and(|at| at <= now) {
            self.machine.wake(now);
        }
        self.take_events(now);
        while let Some(bytes) = self.machine.poll_send() {
            if self.open.is_some() {
                self.note(Direction::To, &bytes, now);
                self.clock.queued(bytes.len());
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
        let to_send = self.to_send.make_contiguous();
        let port = self.open.as_mut();
        tokio::select! {
            () = stop.cancelled() => Woken::Stop,
            moved = or_never(port.map(|port| move_bytes(port, to_send, buffer))) => moved,
            room = events.clone().reserve_owned(), if !self.events.is_empty() => room.map_or(Woken::Deserted, Woken::Room),
            changed = wishes.changed() => changed.map_or(Woken::Deserted, |()| Woken::Wish),
            () = tokio::time::sleep_until(self.reopen_at), if !open => Woken::Reopen,
            () = or_never(wake_at.map(tokio::time::sleep_until)) => Woken::Time,
        }
    }

    /// The real moment at which the clock will show `at`.
    fn real(&self, at: Timestamp) -> Instant {
        let wait = at.since(self.now()).microseconds().div_ceil(u64::from(self.line.speed.max(1)));
        Instant::now() + Duration::from_micros(wait)
    }

    fn reopen(&mut self) {
        match serial::open(&self.line.port, self.line.baud) {
            Ok(stream) => {
                self.open = Some(stream);
                self.back_off = BackOff::new();
                tracing::info!(port = %self.line.port.display(), "the {}'s port is open", M::NAME);
                self.say(String::new());
                let now = self.now();
                self.budget.listens_again(now);
                self.machine.device_found(now);
            }
            Err(error) => {
                let why = error.to_string();
                self.machine.device_lost(self.now(), &why);
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
        self.excuse_lateness();
        let now = self.now();
        self.reached = now;
        match read {
            Ok(0) => self.lost("the port was closed by its device"),
            Ok(length) => {
                self.clock.heard(length);
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
        let now = self.now();
        self.close(now);
        let why = format!("{}: the {}'s port is gone: {why}", self.line.port.display(), M::NAME);
        self.machine.device_lost(now, &why);
        self.say(why);
        self.wait_to_reopen();
    }

    fn close(&mut self, now: Timestamp) {
        self.open = None;
        self.to_send.clear();
        self.clock.cut();
        let mut ended = Vec::new();
        self.wire_lines.cut(|direction, line| ended.push((direction, M::recorded(line))));
        self.keep(ended, now);
    }

    fn note(&mut self, direction: Direction, bytes: &[u8], now: Timestamp) {
        if self.record.is_none() && self.line.analyser.is_none() {
            return;
        }
        let mut ended = Vec::new();
        self.wire_lines.note(direction, bytes, |direction, line| ended.push((direction, M::recorded(line))));
        self.keep(ended, now);
    }

    /// Keeps lines of text, without what the device keeps secret, for those who look at them.
    fn keep(&mut self, ended: Vec<(Direction, String)>, now: Timestamp) {
        for (direction, line) in ended {
            if let Some(analyser) = &self.line.analyser {
                analyser.message(now, direction, line.clone());
            }
            if let Some(record) = &mut self.record {
                record.put(now, direction, line);
            }
        }
    }
}

/// Waits until the port gives or takes bytes.
async fn move_bytes<E>(port: &mut SerialStream, to_send: &[u8], buffer: &mut [u8]) -> Woken<E> {
    poll_fn(|context| poll_bytes(port, to_send, buffer, context)).await
}

fn poll_bytes<E>(port: &mut SerialStream, to_send: &[u8], buffer: &mut [u8], context: &mut Context<'_>) -> Poll<Woken<E>> {
    let mut into = ReadBuf::new(buffer);
    if let Poll::Ready(read) = Pin::new(&mut *port).poll_read(context, &mut into) {
        return Poll::Ready(Woken::Read(read.map(|()| into.filled().len())));
    }
    if to_send.is_empty() { Poll::Pending } else { Pin::new(port).poll_write(context, to_send).map(Woken::Written) }
}

/// What a future gives, or nothing for ever where there is none.
async fn or_never<F: Future>(future: Option<F>) -> F::Output {
    match future {
        Some(future) => future.await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests;
