//! The driver of a wheel on bare lines: it keeps the lines open, hands over what they show and how they are to be driven, and knows nothing
//! of what either means.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::analyser::LogicAnalyser;
use super::budget::{Allowance, Budget, EDGE_BYTES};
use super::gpio::{Batch, LineError, Lines, Outputs, Reader};
use super::serial::BackOff;
use crate::model::{FaultCode, Pocket, Span, SpinNumber, Timestamp, WheelEvent, WheelWish};
use crate::sensing::three_sensor::{Draw, Drive, Input, Machine, Parameters, Signal};

/// How many batches of changes may wait for the machine.
const WAITING_BATCHES: usize = 64;

/// Why the driver cannot go on. Lines that are gone are no such thing: that is an event, and the driver waits for them to come back.
#[derive(Debug, thiserror::Error)]
pub enum LineWheelError {
    /// Nobody takes the wheel's events any more, or nobody says what is wanted.
    #[error("nobody listens to the wheel on bare lines any more")]
    Deserted,
    /// There is no chance to draw a launch from.
    #[error("no random numbers for a launch: {0}")]
    NoChance(String),
}

/// What a wheel on bare lines is driven with.
pub struct LineWheel<O, D> {
    /// What the wheel is like.
    pub parameters: Parameters,
    /// The faults for which somebody had to look at it when its driver ended, and what was said of each.
    pub faults_to_look_at: Vec<(FaultCode, String)>,
    /// The spin whose result was the newest then, and the result, where no ball has run since: the ball must lie there still.
    pub settled: Option<(SpinNumber, Pocket)>,
    /// Opens its lines; called again after they were gone.
    pub open: O,
    /// How long one wait for a change may last.
    pub wait: Duration,
    /// Draws what chance has to say of one launch.
    pub draw: D,
    /// Who looks on at every change of the lines.
    pub analyser: Arc<LogicAnalyser>,
}

/// What the cabinet wants of the wheel.
#[derive(Debug)]
pub struct Wanted {
    /// What is to be done.
    pub wishes: watch::Receiver<WheelWish>,
    /// The round for which an alternating rotor turns.
    pub rounds: watch::Receiver<u64>,
}

/// What is known of the lines just now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Status {
    /// Whether they are open.
    pub open: bool,
    /// The inputs, in the order of [`Input::ALL`].
    pub inputs: [InputStatus; Input::ALL.len()],
    /// How the outputs are driven.
    pub drive: Drive,
    /// How fast the rotor turns, in turns a minute, where that is known.
    pub rotor_rpm: Option<f64>,
}

/// What is known of an input just now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputStatus {
    /// Whether it is active; not before its first change.
    pub active: bool,
    /// How often it has changed.
    pub changes: u64,
}

/// Drives a wheel until `stop`. Wishes are taken as they stand; every event is handed over, in order. The outputs are driven after every
/// batch of changes, and a batch comes at least once in each wait, so that it is known at the lines that somebody is still alive.
///
/// # Errors
/// Where nobody takes the events or says what is wanted, or there is no chance for a launch.
pub async fn run<O, D>(
    wheel: LineWheel<O, D>,
    mut wanted: Wanted,
    events: mpsc::Sender<WheelEvent>,
    status: watch::Sender<Status>,
    stop: CancellationToken,
) -> Result<(), LineWheelError>
where
    O: FnMut() -> Result<Lines, LineError>,
    D: FnMut() -> Result<Draw, String>,
{
    let LineWheel { parameters, faults_to_look_at, settled, open, wait, draw, analyser } = wheel;
    let round = *wanted.rounds.borrow_and_update();
    let machine = Machine::new(parameters, round).without_lines().with_faults_to_look_at(faults_to_look_at);
    let machine = if let Some((spin, pocket)) = settled { machine.held_to(spin, pocket) } else { machine };
    let driver = Driver {
        machine,
        opener: open,
        wait,
        draw,
        open: None,
        until: 0,
        back_off: BackOff::new(),
        reopen_at: Instant::now(),
        said: String::new(),
        said_budget: Budget::new(Allowance::WHEEL, Timestamp::default()),
        edge_budget: Budget::new(Allowance::LINES, Timestamp::default()),
        events: VecDeque::new(),
        known: Status::default(),
        status,
        analyser,
    };
    driver.run(wanted, events, stop).await
}

/// Lines that are open.
struct Open {
    outputs: Box<dyn Outputs>,
    batches: mpsc::Receiver<Result<Batch, LineError>>,
    /// Whether anything was read of them: only then is it known what time it is.
    is_read: bool,
    /// The reading thread; it ends when this is dropped.
    _reader: Reader,
}

struct Driver<O, D> {
    machine: Machine,
    opener: O,
    wait: Duration,
    draw: D,
    open: Option<Open>,
    /// Up to when everything that happened is known, in nanoseconds of the lines' clock.
    until: u64,
    back_off: BackOff,
    reopen_at: Instant,
    said: String,
    /// How much the wheel may say, and how often its lines may change.
    said_budget: Budget,
    edge_budget: Budget,
    events: VecDeque<WheelEvent>,
    known: Status,
    status: watch::Sender<Status>,
    analyser: Arc<LogicAnalyser>,
}

/// What ended a wait.
enum Woken {
    Stop,
    Wish,
    Round,
    Reopen,
    Read(Result<Batch, LineError>),
    Room(mpsc::OwnedPermit<WheelEvent>),
    Deserted,
}

impl<O, D> Driver<O, D>
where
    O: FnMut() -> Result<Lines, LineError>,
    D: FnMut() -> Result<Draw, String>,
{
    async fn run(mut self, mut wanted: Wanted, events: mpsc::Sender<WheelEvent>, stop: CancellationToken) -> Result<(), LineWheelError> {
        wanted.wishes.mark_changed();
        loop {
            match self.wait(&mut wanted, &events, &stop).await {
                Woken::Stop => return Ok(()),
                Woken::Deserted => return Err(LineWheelError::Deserted),
                Woken::Wish => {
                    let draw = (self.draw)().map_err(LineWheelError::NoChance)?;
                    let wish = *wanted.wishes.borrow_and_update();
                    self.machine.wish(wish, draw, self.until);
                }
                Woken::Round => self.machine.turn_for(*wanted.rounds.borrow_and_update(), self.until),
                Woken::Reopen => self.reopen(),
                Woken::Read(Ok(batch)) => self.take(&batch),
                Woken::Read(Err(error)) => self.lost(&error),
                Woken::Room(room) => {
                    self.events.pop_front().map(|event| room.send(event));
                    continue;
                }
            }
            self.carry_out();
        }
    }

    async fn wait(&mut self, wanted: &mut Wanted, events: &mpsc::Sender<WheelEvent>, stop: &CancellationToken) -> Woken {
        let is_open = self.open.is_some();
        let batch = async {
            match &mut self.open {
                Some(open) => open.batches.recv().await.unwrap_or(Err(LineError::Deserted)),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = stop.cancelled() => Woken::Stop,
            room = events.clone().reserve_owned(), if !self.events.is_empty() => room.map_or(Woken::Deserted, Woken::Room),
            changed = wanted.rounds.changed() => changed.map_or(Woken::Deserted, |()| Woken::Round),
            changed = wanted.wishes.changed() => changed.map_or(Woken::Deserted, |()| Woken::Wish),
            batch = batch => Woken::Read(batch),
            () = tokio::time::sleep_until(self.reopen_at), if !is_open => Woken::Reopen,
        }
    }

    fn take(&mut self, batch: &Batch) {
        if self.open.as_mut().is_some_and(|open| !std::mem::replace(&mut open.is_read, true)) {
            self.begin(batch);
        }
        for signal in &batch.signals {
            self.machine.signal(signal);
            self.analyser.signal(signal);
            self.count(signal);
        }
        self.until = self.until.max(batch.until_nanoseconds);
        self.machine.wake(self.until);
        if let Some(hold) = self.edge_budget.spend(batch.signals.len() * EDGE_BYTES, false, self.now()) {
            self.hold(hold, "its lines change more often than those of any wheel");
        }
    }

    /// The lines are there from the first moment on that was read of them. Before that time went on unheard, for as long as they were gone,
    /// and nobody could be expected to do anything in it.
    fn begin(&mut self, batch: &Batch) {
        self.until = self.until.max(batch.signals.first().map_or(batch.until_nanoseconds, Signal::at_nanoseconds));
        self.said_budget.listens_again(self.now());
        self.edge_budget.listens_again(self.now());
        self.machine.lines_there(self.until);
    }

    /// The lines' clock.
    const fn now(&self) -> Timestamp {
        Timestamp::from_microseconds(self.until / 1_000)
    }

    fn count(&mut self, signal: &Signal) {
        let Signal::Change(change) = signal else { return };
        if let Some(place) = Input::ALL.iter().position(|input| *input == change.input) {
            let input = &mut self.known.inputs[place];
            *input = InputStatus { active: change.active, changes: input.changes + 1 };
        }
    }

    /// Takes what the machine says and drives the outputs as it wants.
    fn carry_out(&mut self) {
        let drive = self.machine.drive();
        if let Some(Err(error)) = self.open.as_mut().map(|open| open.outputs.drive(drive)) {
            self.lost(&error);
        }
        self.analyser.drive(self.until, drive);
        self.analyser.reach(self.until);
        self.take_events();
        self.known = Status { open: self.open.is_some(), drive, rotor_rpm: self.machine.reading().rotor_rpm(), ..self.known };
        self.status.send_replace(self.known);
    }

    /// Takes what the wheel says, and reads its lines no more where that is too much. What it has said is handed on all the same: what is
    /// known of it stays whole.
    fn take_events(&mut self) {
        while let Some(event) = self.machine.poll_event() {
            let too_much = self.said_budget.spend(event.evidence.len(), event.is_of_no_game(), self.now());
            self.events.push_back(event);
            if let Some(hold) = too_much {
                self.hold(hold, "it says more than one that works can");
            }
        }
    }

    /// The wheel is too much for those who listen: its lines are given back for a while, and lines that are gone are not looked for.
    fn hold(&mut self, hold: Span, what: &str) {
        let hold = Duration::from_micros(hold.microseconds());
        let why = format!("the wheel on bare lines is not read for {} s: {what}", hold.as_secs());
        self.give_back(FaultCode::Babbling, why);
        self.reopen_at = Instant::now() + hold;
    }

    fn reopen(&mut self) {
        match self.opened() {
            Ok(open) => {
                self.open = Some(open);
                self.back_off = BackOff::new();
                self.said.clear();
                tracing::info!("the wheel's lines are open");
            }
            Err(error) => self.lost(&error),
        }
    }

    fn opened(&mut self) -> Result<Open, LineError> {
        let Lines { inputs, outputs } = (self.opener)()?;
        let (read, batches) = mpsc::channel(WAITING_BATCHES);
        Ok(Open { outputs, batches, is_read: false, _reader: Reader::start(inputs, self.wait, read)? })
    }

    /// The lines cannot be used. Why is logged once for each reason and not for each attempt.
    fn lost(&mut self, error: &LineError) {
        self.give_back(FaultCode::DeviceLost, error.to_string());
        self.reopen_at = Instant::now() + self.back_off.wait();
    }

    fn give_back(&mut self, code: FaultCode, why: String) {
        // Dropped, the outputs go safe.
        self.open = None;
        self.machine.lines_gone(self.until, code, &why);
        if why != self.said {
            tracing::warn!("{why}");
            self.analyser.lost(self.until, &why);
        }
        self.said = why;
    }
}

#[cfg(test)]
mod tests;
