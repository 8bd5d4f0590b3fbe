//! The turn: the one thread that decides. It takes what has come in, steps it, makes it durable, and only then lets anything out.
//!
//! Nothing leaves this thread before it is in the journal: no answer, no view, no wish. Where the journal cannot be written, what
//! was stepped since the last commit has not happened: nothing of it was seen outside, and the thread takes no more.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

use super::clock::Clock;
use super::out_of_service::out_of_service;
use crate::cabinet::{Cabinet, Outcome};
use crate::desk::{Answer, Search, Slip};
use crate::http::Readiness;
use crate::journal::{Entry, Journal, JournalError, Record};
use crate::model::{Event, Input, Refusal, RulesView, Views, What, WheelEvent, WheelWish};

/// How many inputs are committed together at most.
const BATCH_MOST: usize = 64;

/// After how many inputs a checkpoint is kept: a start steps at most so many records again.
const CHECKPOINT_INPUTS: u64 = 512;

/// How long the thread sleeps at most, so that its progress can be watched.
const IDLE: Duration = Duration::from_millis(500);

/// What comes in.
pub(super) struct Intake {
    /// Commands from the desk.
    pub(super) slips: mpsc::Receiver<Slip>,
    /// Questions for the wheel's raw lines.
    pub(super) searches: mpsc::Receiver<Search>,
    /// What the wheel says.
    pub(super) wheel: mpsc::Receiver<WheelEvent>,
}

/// What goes out.
pub(super) struct Outlet {
    /// The newest views.
    pub(super) views: watch::Sender<Arc<Views>>,
    /// What is wanted of the wheel.
    pub(super) wheel: watch::Sender<WheelWish>,
    /// Whether the cabinet can be played at.
    pub(super) readiness: watch::Sender<Readiness>,
    /// Counts the rounds of the loop; the watchdog is fed only while it grows.
    pub(super) progress: Arc<AtomicU64>,
}

/// The deciding thread's own.
pub(super) struct Turn {
    cabinet: Cabinet,
    journal: Journal,
    clock: Clock,
    outlet: Outlet,
    rules: Arc<RulesView>,
    /// What was stepped and is not yet durable.
    entries: Vec<Entry>,
    /// The answers that wait for it.
    answers: Vec<(oneshot::Sender<Answer>, Answer)>,
    checkpoint_at: u64,
}

impl Turn {
    /// The turn over a restored cabinet and its journal.
    #[must_use]
    pub(super) fn new(cabinet: Cabinet, journal: Journal, clock: Clock, outlet: Outlet) -> Self {
        let rules = Arc::new(cabinet.rules_view());
        let checkpoint_at = cabinet.number() + CHECKPOINT_INPUTS;
        Self { cabinet, journal, clock, outlet, rules, entries: Vec::new(), answers: Vec::new(), checkpoint_at }
    }

    /// Takes events of the daemon's own, before anything comes in from outside.
    ///
    /// # Errors
    /// Where they cannot be made durable.
    pub(super) fn take_events(&mut self, events: impl IntoIterator<Item = Event>) -> Result<(), JournalError> {
        events.into_iter().for_each(|event| self.take_event(event));
        self.commit()?;
        self.outlet.readiness.send_replace(Readiness::Ready);
        Ok(())
    }

    /// Decides until told to stop; keeps a checkpoint at the end.
    ///
    /// # Errors
    /// Where the journal cannot be written. Then the table has been shown as out of service until `stop`.
    pub(super) async fn run(mut self, mut intake: Intake, stop: CancellationToken) -> Result<(), JournalError> {
        loop {
            self.outlet.progress.fetch_add(1, Ordering::Relaxed);
            let wake = self.clock.instant_of(self.cabinet.outstanding().wake_at.unwrap_or(self.clock.now()));
            let waits_for_wake = self.cabinet.outstanding().wake_at.is_some();
            tokio::select! {
                biased;
                () = stop.cancelled() => return self.end(),
                () = tokio::time::sleep_until(wake), if waits_for_wake => self.wake(),
                Some(event) = intake.wheel.recv() => self.take_wheel(event),
                Some(slip) = intake.slips.recv() => self.take_slip(slip),
                Some(search) = intake.searches.recv() => self.look_up(search),
                () = tokio::time::sleep(IDLE) => {}
            }
            self.take_waiting(&mut intake);
            if let Err(error) = self.commit() {
                return self.stand_still(intake, stop, error).await;
            }
        }
    }

    /// Takes what else is waiting, so that it is committed together: the wheel first, for it can only close betting.
    fn take_waiting(&mut self, intake: &mut Intake) {
        while self.entries.len() < BATCH_MOST {
            self.wake();
            if let Ok(event) = intake.wheel.try_recv() {
                self.take_wheel(event);
            } else if let Ok(slip) = intake.slips.try_recv() {
                self.take_slip(slip);
            } else {
                return;
            }
        }
    }

    /// Wakes the cabinet where a moment it waits for has come, before anything that came in later is looked at.
    fn wake(&mut self) {
        let is_due = |cabinet: &Cabinet, clock: &Clock| cabinet.outstanding().wake_at.is_some_and(|moment| moment <= clock.now());
        if is_due(&self.cabinet, &self.clock) {
            self.take_event(Event::Wake);
        }
    }

    fn take_wheel(&mut self, event: WheelEvent) {
        tracing::info!(happening = event.happening.name(), spin = event.spin, detail = ?event.happening, "wheel");
        self.take_event(Event::Wheel(event));
    }

    fn take_event(&mut self, event: Event) {
        let outcome = self.step(What::Event(event));
        assert!(matches!(outcome, Outcome::Done(_)), "events are never refused");
    }

    fn take_slip(&mut self, slip: Slip) {
        let answer = match self.step(What::Command(slip.command)) {
            Outcome::Done(_) => Answer::Accepted { number: self.cabinet.number(), repeated: false },
            Outcome::Repeated { number } => Answer::Accepted { number, repeated: true },
            Outcome::Refused(refusal) => Answer::Refused(refusal),
        };
        self.answers.push((slip.answer, answer));
    }

    /// Looks up the wheel's raw lines in the journal. A record that cannot be read is said in the log; whoever asked gets nothing.
    fn look_up(&self, search: Search) {
        let evidence = self.journal.read(search.number).and_then(|link| link.map(|link| Record::decode(&link.entry.payload)).transpose());
        let lines = match evidence {
            Ok(Some(Record { input: Input { what: What::Event(Event::Wheel(event)), .. }, .. })) => event.evidence,
            Ok(_) => Vec::new(),
            Err(error) => {
                tracing::error!(%error, number = search.number, "evidence cannot be read");
                Vec::new()
            }
        };
        // Whoever asked may have gone.
        drop(search.found.send(lines));
    }

    /// Steps one input; what it brought about becomes durable with the next commit.
    fn step(&mut self, what: What) -> Outcome {
        let at = self.clock.now().max(self.cabinet.at());
        let input = Input { number: self.cabinet.number() + 1, at, what };
        let outcome = self.cabinet.step(&input);
        if let Outcome::Done(step) = &outcome {
            let record = Record { input, facts: step.facts.clone(), terms_sha256: self.cabinet.terms().rules_sha256 };
            self.entries.push(Entry { number: record.input.number, at, round: self.cabinet.round(), payload: record.encode() });
        }
        outcome
    }

    /// Makes durable what was stepped, then shows it, answers, and wishes.
    fn commit(&mut self) -> Result<(), JournalError> {
        if !self.entries.is_empty() {
            self.journal.append(std::mem::take(&mut self.entries))?;
            self.show();
        }
        for (slip, answer) in self.answers.drain(..) {
            // Whoever asked may have gone; what was decided stands all the same.
            drop(slip.send(answer));
        }
        if self.cabinet.number() >= self.checkpoint_at {
            self.keep_checkpoint()?;
        }
        Ok(())
    }

    fn show(&mut self) {
        let rules = self.cabinet.rules_view();
        if *self.rules != rules {
            self.rules = Arc::new(rules);
        }
        self.outlet.views.send_replace(Arc::new(self.cabinet.views(self.rules.clone())));
        let wish = self.cabinet.outstanding().wheel;
        self.outlet.wheel.send_if_modified(|wished| std::mem::replace(wished, wish) != wish);
    }

    fn keep_checkpoint(&mut self) -> Result<(), JournalError> {
        self.checkpoint_at = self.cabinet.number() + CHECKPOINT_INPUTS;
        self.journal.checkpoint(self.cabinet.to_bytes())
    }

    fn end(mut self) -> Result<(), JournalError> {
        self.commit()?;
        self.keep_checkpoint()
    }

    /// The journal cannot be written: what waited for it has not happened. The last durable state stays in view, as out of service,
    /// and every command is refused, until somebody looks.
    async fn stand_still(self, mut intake: Intake, stop: CancellationToken, error: JournalError) -> Result<(), JournalError> {
        tracing::error!(%error, "the journal cannot be written; the table is out of service");
        drop(self.answers);
        let reason = error.to_string();
        let durable = Views::clone(&self.outlet.views.borrow());
        self.outlet.views.send_replace(Arc::new(out_of_service(durable, &reason)));
        self.outlet.readiness.send_replace(Readiness::OutOfService(reason));
        self.outlet.wheel.send_replace(WheelWish::Void);
        refuse_everything(&mut intake, &self.outlet.progress, &stop).await;
        Err(error)
    }
}

/// Refuses every command, and takes no notice of the wheel, until told to stop.
pub(super) async fn refuse_everything(intake: &mut Intake, progress: &AtomicU64, stop: &CancellationToken) {
    loop {
        progress.fetch_add(1, Ordering::Relaxed);
        tokio::select! {
            () = stop.cancelled() => return,
            Some(slip) = intake.slips.recv() => drop(slip.answer.send(Answer::Refused(Refusal::OutOfService))),
            Some(_) = intake.wheel.recv() => {}
            () = tokio::time::sleep(IDLE) => {}
        }
    }
}
