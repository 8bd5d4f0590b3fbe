//! The event loop: the one thread that decides. It takes what has come in, steps it, makes it durable, and only then lets anything out.
//!
//! Nothing leaves this thread before it is in the journal: no answer, no view, no wish. Where the journal cannot be written, what
//! was stepped since the last commit has not happened: nothing of it was seen outside, and the thread takes no more.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

mod history;
mod journal_test;
mod refused;

use history::HistoryReading;
use journal_test::JournalTest;
use refused::RefusedOrders;

use super::clock::Clock;
use super::out_of_service::out_of_service;
use crate::cabinet::{Cabinet, Outcome};
use crate::desk::{Answer, PresenceSlip, Search, Slip};
use crate::drivers::virtual_chance::Answered;
use crate::http::{Commits, Readiness};
use crate::journal::{Checkpoint, Entry, Journal, JournalError, MilestoneKeeper, Milestones, Record, Salts};
use crate::model::{
    AccessChange, CardSourceEvent, CardWish, ChanceOrder, Command, Event, Fact, Input, Key, Refusal, RulesView, TableNumber, TestedPart,
    Timestamp, Views, What, WheelEvent, WheelWish, Who,
};
use crate::sensing::trace::evidence_text;

/// How many inputs are committed together at most.
const BATCH_MOST: usize = 64;

/// After how many inputs a checkpoint is kept: a start steps at most so many records again.
const CHECKPOINT_INPUTS: u64 = 512;

/// How long the thread sleeps at most, so that its progress can be watched: a watchdog of one second is fed in time.
const IDLE: Duration = Duration::from_millis(200);

/// How long the idle work waits at most: a cabinet at which something always happens has no idle moment.
const IDLE_WORK_AT_LATEST: Duration = Duration::from_secs(1);

/// How often room in the journal is asked for again where there was none.
const RETRY: Duration = Duration::from_secs(1);

/// What comes in.
pub struct Intake {
    /// Commands from the desk.
    pub slips: mpsc::Receiver<Slip>,
    /// Questions for the wheel's raw lines.
    pub searches: mpsc::Receiver<Search>,
    /// What the wheel says.
    pub wheel: mpsc::Receiver<WheelEvent>,
    /// What the card sources say, each with the table whose cards they are.
    pub cards: mpsc::Receiver<(TableNumber, CardSourceEvent)>,
    /// What was drawn for orders of tables.
    pub drawn: mpsc::Receiver<Answered>,
    /// Changes of who is let in, each with the channel that answers once the journal holds it.
    pub access: mpsc::Receiver<AccessSlip>,
    /// Whose console has lost its line, or has one again.
    pub presence: mpsc::Receiver<PresenceSlip>,
    /// What the house reports: what self-tests of the disk, the clock and the network found, and its own faults.
    pub house: mpsc::Receiver<Event>,
}

/// A change of who is let in, on its way into the journal. The slip is dropped where it is not recorded.
pub type AccessSlip = (AccessChange, oneshot::Sender<Answer>);

/// What goes out.
pub struct Outlet {
    /// The newest views.
    pub views: watch::Sender<Arc<Views>>,
    /// What is wanted of the wheel.
    pub wheel: watch::Sender<WheelWish>,
    /// The round that the wheel turns for.
    pub round: watch::Sender<u64>,
    /// What is wanted of the card sources, in the order of their tables' numbers.
    pub cards: BTreeMap<TableNumber, watch::Sender<CardWish>>,
    /// The draws of chance that the tables wait for.
    pub draws: watch::Sender<Vec<ChanceOrder>>,
    /// What is to test itself and is no device, with the number of the test.
    pub tests: watch::Sender<Option<(u32, TestedPart)>>,
    /// Whether the cabinet can be played at.
    pub readiness: watch::Sender<Readiness>,
    /// Counts the rounds of the loop; the watchdog is fed only while it grows.
    pub progress: Arc<AtomicU64>,
    /// How long the journal takes.
    pub commits: Commits,
}

/// A line to each of these tables' card sources, on which it is told what the table wants: the ends of the deciding thread, and those of the
/// sources in the order of the tables.
pub fn card_lines(
    wishes: impl IntoIterator<Item = (TableNumber, CardWish)>,
) -> (BTreeMap<TableNumber, watch::Sender<CardWish>>, Vec<watch::Receiver<CardWish>>) {
    let line = |(table, wish)| {
        let (sender, wished) = watch::channel(wish);
        ((table, sender), wished)
    };
    wishes.into_iter().map(line).unzip()
}

/// The deciding thread's own.
pub struct EventLoop {
    cabinet: Cabinet,
    journal: Journal,
    salts: Salts,
    clock: Clock,
    outlet: Outlet,
    rules: Arc<RulesView>,
    /// What was stepped and is not yet durable.
    entries: Vec<Entry>,
    /// The answers that wait for it.
    answers: Vec<(oneshot::Sender<Answer>, Answer)>,
    /// The keyed commands among it.
    undecided: Undecided,
    /// The attendants' orders that were refused while the journal had no room to say so.
    refused: RefusedOrders,
    checkpoint_at: u64,
    milestones: Option<MilestoneKeeper>,
    history: HistoryReading,
    journal_test: JournalTest,
    /// When the idle work was done last.
    idle_work_at: Instant,
    began_at: Instant,
    /// For how long the journal must have worked for its failure to be a reason to start anew, and who is told that it is one.
    restart: Option<(Duration, CancellationToken)>,
}

/// Commands whose commit has not succeeded. Where it failed they may be durable all the same, in one copy, and then the next start
/// carries them out; so nobody may be told that they were refused.
pub(super) type Undecided = Vec<(Who, Key)>;

impl EventLoop {
    /// The event loop over a restored cabinet and its journal.
    #[must_use]
    pub fn new(cabinet: Cabinet, journal: Journal, salts: Salts, clock: Clock, outlet: Outlet) -> Self {
        let rules = Arc::new(cabinet.rules_view());
        let checkpoint_at = cabinet.number() + CHECKPOINT_INPUTS;
        Self {
            cabinet,
            journal,
            salts,
            clock,
            outlet,
            rules,
            entries: Vec::new(),
            answers: Vec::new(),
            undecided: Undecided::new(),
            refused: RefusedOrders::default(),
            checkpoint_at,
            milestones: None,
            history: HistoryReading::new(),
            journal_test: None,
            idle_work_at: Instant::now(),
            began_at: Instant::now(),
            restart: None,
        }
    }

    /// Where the journal fails after it has `worked` for so long, a new start is `wanted`. One that fails sooner, or where nobody says this, leaves
    /// the table out of service: a disk that fails again and again is not to be written to all day.
    #[must_use]
    pub fn restarting_after(self, worked: Duration, wanted: CancellationToken) -> Self {
        Self { restart: Some((worked, wanted)), ..self }
    }

    /// States are kept as milestones here.
    #[must_use]
    pub fn with_milestones(self, milestones: Milestones) -> Self {
        Self { milestones: Some(MilestoneKeeper::new(milestones, self.cabinet.number())), ..self }
    }

    /// Takes the daemon's own `events` before anything comes in from outside, then decides until told to stop; keeps a checkpoint
    /// at the end. Where the journal cannot be written, the table is shown as out of service until `stop`.
    ///
    /// # Errors
    /// Where the last commit or the checkpoint cannot be written.
    pub async fn run(mut self, events: Vec<Event>, mut intake: Intake, stop: CancellationToken) -> Result<(), JournalError> {
        events.into_iter().for_each(|event| self.take_event(event));
        if let Err(error) = self.commit_with_room(&mut intake, &stop).await {
            self.stand_still(intake, stop, &error).await;
            return Ok(());
        }
        if let Err(error) = self.journal.start_is_recorded() {
            tracing::warn!(%error, "what this start found is still noted beside the journal; the next start records it once more");
        }
        self.outlet.readiness.send_replace(Readiness::Ready);
        loop {
            self.outlet.progress.fetch_add(1, Ordering::Relaxed);
            let wake_at = self.cabinet.outstanding().wake_at;
            let wake = self.clock.instant_of(wake_at.unwrap_or_default());
            tokio::select! {
                biased;
                () = stop.cancelled() => return self.end(),
                () = tokio::time::sleep_until(wake), if wake_at.is_some() => {}
                Some(event) = intake.wheel.recv() => self.take_wheel(event),
                Some((table, event)) = intake.cards.recv() => self.take_cards(table, event),
                Some(answered) = intake.drawn.recv() => self.take_drawn(answered),
                Some(slip) = intake.access.recv() => self.take_access(slip),
                Some(slip) = intake.presence.recv() => self.take_presence(slip),
                Some(event) = intake.house.recv() => self.take_event(event),
                Some(slip) = intake.slips.recv() => self.take_slip(slip),
                Some(search) = intake.searches.recv() => self.look_up(search),
                () = tokio::time::sleep(IDLE) => self.do_idle_work().await,
            }
            self.take_waiting(&mut intake);
            self.record_refused_without_room();
            self.watch_wall_clock();
            self.test_journal().await;
            if let Err(error) = self.commit_with_room(&mut intake, &stop).await {
                self.stand_still(intake, stop, &error).await;
                return Ok(());
            }
            if self.idle_work_at.elapsed() >= IDLE_WORK_AT_LATEST {
                self.do_idle_work().await;
            }
        }
    }

    /// Nothing waits, or has not for too long: what can be done ahead is done, and the history is read on by a piece beside this thread.
    async fn do_idle_work(&mut self) {
        self.idle_work_at = Instant::now();
        self.journal.prepare();
        let now = self.now();
        if self.history.go_on(&self.journal, now).await {
            self.show();
        }
    }

    /// Notes that the wall clock was set, or drifts: what people are shown follows it, and nothing else does.
    fn watch_wall_clock(&mut self) {
        let Some(wall) = self.clock.drifted() else { return };
        tracing::warn!(wall = wall.microseconds(), shown = self.clock.shown().microseconds(), "the wall clock left the time that is shown");
        self.take_event(Event::WallClock { wall });
    }

    /// Takes what else is waiting, so that it is committed together: the wheel first, for it can only close betting.
    fn take_waiting(&mut self, intake: &mut Intake) {
        if self.cabinet.outstanding().wake_at.is_some_and(|moment| moment <= self.now()) {
            self.take_event(Event::Wake);
        }
        while self.entries.len().max(self.answers.len()) < BATCH_MOST {
            if let Ok(event) = intake.wheel.try_recv() {
                self.take_wheel(event);
            } else if let Ok((table, event)) = intake.cards.try_recv() {
                self.take_cards(table, event);
            } else if let Ok(answered) = intake.drawn.try_recv() {
                self.take_drawn(answered);
            } else if let Ok(slip) = intake.access.try_recv() {
                self.take_access(slip);
            } else if let Ok(slip) = intake.presence.try_recv() {
                self.take_presence(slip);
            } else if let Ok(event) = intake.house.try_recv() {
                self.take_event(event);
            } else if let Ok(slip) = intake.slips.try_recv() {
                self.take_slip(slip);
            } else {
                return;
            }
        }
    }

    /// The time of the next input.
    fn now(&self) -> Timestamp {
        self.clock.now().max(self.cabinet.at())
    }

    fn take_wheel(&mut self, event: WheelEvent) {
        tracing::info!(happening = event.happening.name(), spin = event.spin, detail = ?event.happening, "wheel");
        self.take_event(Event::Wheel(event));
    }

    /// Which card came is not for the log: it may lie face down.
    fn take_cards(&mut self, table: TableNumber, event: CardSourceEvent) {
        tracing::info!(table = table.0, happening = event.name(), detail = ?event, "cards");
        self.take_event(Event::Cards { table, event });
    }

    /// What was drawn is not for the log: nobody may know it before it is durable.
    fn take_drawn(&mut self, (table, number, drawn): Answered) {
        tracing::info!(table = table.0, number, detail = ?drawn, "chance");
        self.take_event(Event::Drawn { table, number, drawn });
    }

    fn take_access(&mut self, (change, recorded): AccessSlip) {
        tracing::info!(change = change.what.name(), detail = ?change, "access");
        self.take_event(Event::Access(change));
        self.answers.push((recorded, Answer::Accepted { number: self.cabinet.number(), repeated: false }));
    }

    fn take_presence(&mut self, PresenceSlip { seat, is_here, answer }: PresenceSlip) {
        tracing::info!(seat = seat.number(), is_here, "presence");
        self.take_event(Event::Presence { seat, is_here });
        self.answers.push((answer, Answer::Accepted { number: self.cabinet.number(), repeated: false }));
    }

    fn take_event(&mut self, event: Event) {
        let outcome = self.take(What::Event(event));
        assert!(matches!(outcome, Outcome::Done(_)), "events are never refused");
    }

    fn take_slip(&mut self, slip: Slip) {
        let keyed = slip.command.key.clone().map(|key| (slip.command.who.clone(), key));
        if let Some(refusal) = self.refused.answer(&slip.command) {
            self.answers.push((slip.answer, Answer::Refused(refusal)));
            return;
        }
        if !slip.may_be_new {
            let before = self.cabinet.answer_without_step(&slip.command);
            self.answers.push((slip.answer, before.map_or(Answer::New, answer_before)));
            return;
        }
        if let Some(game) = self.cabinet.game_to_read(&slip.command) {
            self.answers.push((slip.answer, Answer::GameToRead(game)));
            return;
        }
        let to_record = RefusedOrders::is_to_stay(&slip.command).then(|| slip.command.clone());
        let answer = match self.take(What::Command(slip.command)) {
            Outcome::Done(_) => {
                self.undecided.extend(keyed);
                Answer::Accepted { number: self.cabinet.number(), repeated: false }
            }
            Outcome::Repeated { number } => Answer::Accepted { number, repeated: true },
            Outcome::Refused(refusal) => {
                to_record.into_iter().for_each(|command| self.record_refused(command, refusal));
                Answer::Refused(refusal)
            }
            Outcome::Overdue => unreachable!("everything overdue has been taken in"),
        };
        self.answers.push((slip.answer, answer));
    }

    /// Records that an attendant's order was refused, so that it stays refused under its key. Nobody hears the refusal before it is durable.
    fn record_refused(&mut self, command: Command, refusal: Refusal) {
        // A key that is used or forgotten says nothing of what first came under it.
        if self.knows_key_of(&command) || refusal == Refusal::KeyForgotten {
            return;
        }
        self.undecided.extend(command.key.clone().map(|key| (command.who.clone(), key)));
        self.take_event(Event::OrderRefused { command, refusal, stays: true });
    }

    fn knows_key_of(&self, command: &Command) -> bool {
        command.key.as_ref().is_some_and(|key| self.cabinet.remembers_key(&command.who, key))
    }

    /// The journal has room again for what was refused while it had none: some of it is recorded with each commit.
    fn record_refused_without_room(&mut self) {
        while self.entries.len() < BATCH_MOST
            && let Some((command, refusal)) = self.refused.take_oldest()
        {
            self.record_refused(command, refusal);
        }
    }

    /// Looks up the wheel's raw lines in the journal. If a record cannot be read, the log says so, and the answer is empty.
    fn look_up(&self, search: Search) {
        let evidence = self.journal.read(search.number).and_then(|link| link.map(|link| Record::decode(&link.entry.payload)).transpose());
        let lines = match evidence {
            Ok(Some(Record { input: Input { what: What::Event(Event::Wheel(event)), .. }, .. })) => evidence_text(event.evidence),
            Ok(_) => Vec::new(),
            Err(error) => {
                tracing::error!(%error, number = search.number, "evidence cannot be read");
                Vec::new()
            }
        };
        // The one who asked may have gone.
        drop(search.found.send(lines));
    }

    /// Takes in what has come, now. Where the cabinet knows of a moment that comes first, that is stepped first: a timer is late by
    /// its nature.
    fn take(&mut self, what: What) -> Outcome {
        let at = self.now();
        let mut outcome = self.step(&what, at);
        if outcome == Outcome::Overdue {
            self.step(&What::Event(Event::Wake), at);
            outcome = self.step(&what, at);
        }
        assert!(outcome != Outcome::Overdue, "a wake leaves nothing overdue");
        outcome
    }

    /// Steps one input; what it brought about becomes durable with the next commit.
    fn step(&mut self, what: &What, at: Timestamp) -> Outcome {
        let input = Input { number: self.cabinet.number() + 1, at, what: what.clone() };
        let outcome = self.cabinet.step(&input);
        if let Outcome::Done(step) = &outcome {
            if step.facts.contains(&Fact::TermsInForce) {
                self.rules = Arc::new(self.cabinet.rules_view());
            }
            let record = Record::new(input, step.facts.clone(), self.cabinet.terms().rules_sha256, self.cabinet.clock_offset());
            let payload = record.salted(&self.salts).encode();
            self.entries.push(Entry { number: self.cabinet.number(), at, round: self.cabinet.round(), payload });
        }
        outcome
    }

    /// Commits as soon as the journal has room, or not at all where the house is told to stop first: then what was stepped has not happened.
    async fn commit_with_room(&mut self, intake: &mut Intake, stop: &CancellationToken) -> Result<(), JournalError> {
        if let Err(error) = self.journal.make_room(&self.entries)
            && !self.has_room_in_the_end(intake, stop, error).await
        {
            return Ok(());
        }
        self.commit()
    }

    /// There is no room, and nothing was written of what was stepped: it is held back with its answers, and room is asked for again and again.
    /// Meanwhile the cabinet is shown as out of service and refuses every new command. What the wheel and the cards say waits where it is, and
    /// what is wanted of them stands: it is durable. `false` where the house is told to stop before there is room.
    async fn has_room_in_the_end(&mut self, intake: &mut Intake, stop: &CancellationToken, mut error: JournalError) -> bool {
        let durable = self.outlet.views.borrow().clone();
        let mut shown = String::new();
        let mut retries = tokio::time::interval(RETRY);
        retries.reset();
        loop {
            self.outlet.progress.fetch_add(1, Ordering::Relaxed);
            if error.to_string() != shown {
                shown = error.to_string();
                tracing::error!(%error, "the journal has no room; the cabinet is out of service until there is some");
                self.show_out_of_service(Views::clone(&durable), &shown);
            }
            tokio::select! {
                biased;
                () = stop.cancelled() => return false,
                _ = retries.tick() => match self.journal.make_room(&self.entries) {
                    Ok(()) => break,
                    Err(again) => error = again,
                },
                Some(slip) = intake.slips.recv() => self.refuse_without_room(slip),
                Some(search) = intake.searches.recv() => self.look_up(search),
                () = tokio::time::sleep(IDLE) => {}
            }
        }
        tracing::info!("the journal has room again; the cabinet goes on");
        self.outlet.readiness.send_replace(Readiness::Ready);
        true
    }

    /// Refuses a command for want of room, and remembers that. Where no more can be remembered of its giver he has no answer, and may ask again:
    /// what he was told is refused would be carried out later.
    fn refuse_without_room(&mut self, slip: Slip) {
        if self.refused.is_full_for(&slip.command) && self.cabinet.answered_before(&slip.command).is_none() {
            return;
        }
        let refused = refuse(slip, Some(&self.cabinet), &self.undecided).filter(|command| !self.knows_key_of(command));
        refused.into_iter().for_each(|command| self.refused.remember(command));
    }

    fn show_out_of_service(&self, durable: Views, reason: &str) {
        // Those who watch the views find the readiness as it is then.
        self.outlet.readiness.send_replace(Readiness::OutOfService(reason.to_owned()));
        self.outlet.views.send_replace(Arc::new(out_of_service(durable, reason)));
    }

    /// Makes durable what was stepped, then shows it, answers, and wishes.
    fn commit(&mut self) -> Result<(), JournalError> {
        if !self.entries.is_empty() {
            self.outlet.commits.time(|| self.journal.append(std::mem::take(&mut self.entries)))?;
            self.undecided.clear();
            self.show();
        }
        for (slip, answer) in self.answers.drain(..) {
            // The one who asked may have gone; what was decided stands all the same.
            drop(slip.send(answer));
        }
        if self.cabinet.number() >= self.checkpoint_at {
            self.keep_checkpoint()?;
        }
        Ok(())
    }

    fn show(&mut self) {
        self.clock.show(self.cabinet.clock_offset());
        self.cabinet.keep_views();
        let mut views = self.cabinet.views(self.rules.clone());
        views.official.journal = self.history.view(self.journal.head(), self.cabinet.clock_offset());
        self.outlet.views.send_replace(Arc::new(views));
        let outstanding = self.cabinet.outstanding();
        replace(&self.outlet.round, outstanding.round);
        replace(&self.outlet.wheel, outstanding.wheel);
        replace(&self.outlet.draws, self.cabinet.chance_orders());
        replace(&self.outlet.tests, self.cabinet.house_test());
        for (table, wish) in self.cabinet.card_wishes() {
            if let Some(outlet) = self.outlet.cards.get(&table) {
                replace(outlet, wish);
            }
        }
    }

    /// Without room on the disk it is left to the next time: until then a start steps more records again.
    fn keep_checkpoint(&mut self) -> Result<(), JournalError> {
        self.checkpoint_at = self.cabinet.number() + CHECKPOINT_INPUTS;
        let state = Checkpoint { head: self.journal.head(), bytes: self.cabinet.to_bytes() };
        if let Some(milestones) = self.milestones.as_mut().filter(|milestones| milestones.is_due(self.cabinet.number())) {
            milestones.keep(&state);
        }
        match self.journal.checkpoint(state.bytes) {
            Err(error @ JournalError::NoRoom { .. }) => {
                tracing::warn!(%error, "no checkpoint is kept this time");
                Ok(())
            }
            kept => kept,
        }
    }

    /// Keeps a checkpoint, unless something was stepped that found no room: that has not happened.
    fn end(mut self) -> Result<(), JournalError> {
        if self.entries.is_empty() { self.keep_checkpoint() } else { Ok(()) }
    }

    /// The journal cannot be written: what waited for it is not known to have happened. The last durable state stays in view, as out
    /// of service, and every new command is refused, until somebody looks, or the program is started anew: what a write that failed has left
    /// on the disk only a start finds out, by comparing the copies.
    async fn stand_still(mut self, mut intake: Intake, stop: CancellationToken, error: &JournalError) {
        tracing::error!(%error, "the journal cannot be written; the table is out of service");
        self.answers.clear();
        let reason = error.to_string();
        let durable = Views::clone(&self.outlet.views.borrow());
        self.show_out_of_service(durable, &reason);
        self.outlet.wheel.send_replace(WheelWish::Void);
        self.outlet.cards.values().for_each(|outlet| _ = outlet.send_replace(CardWish::Ready));
        self.outlet.draws.send_replace(Vec::new());
        self.outlet.tests.send_replace(None);
        if let Some((_, wanted)) = self.restart.as_ref().filter(|(worked, _)| self.began_at.elapsed() >= *worked) {
            wanted.cancel();
        }
        refuse_everything(&mut intake, Some(&self.cabinet), &self.undecided, &self.outlet.progress, &stop).await;
    }
}

/// Shows what is wanted now; the one who carries it out is only woken where it is something else than before.
fn replace<T: PartialEq>(outlet: &watch::Sender<T>, wanted: T) {
    outlet.send_if_modified(|shown| {
        let is_new = *shown != wanted;
        *shown = wanted;
        is_new
    });
}

/// What a command is told of how it was answered before.
fn answer_before(outcome: Outcome) -> Answer {
    match outcome {
        Outcome::Repeated { number } => Answer::Accepted { number, repeated: true },
        Outcome::Refused(refusal) => Answer::Refused(refusal),
        Outcome::Done(_) | Outcome::Overdue => unreachable!("nothing is stepped where an answer of before is asked for"),
    }
}

/// Refuses every new command, leaves the undecided ones unanswered, and takes no notice of the wheel and the cards, until told to stop. The
/// `cabinet` is as far as the journal is known.
pub(super) async fn refuse_everything(
    intake: &mut Intake,
    cabinet: Option<&Cabinet>,
    undecided: &Undecided,
    progress: &AtomicU64,
    stop: &CancellationToken,
) {
    loop {
        progress.fetch_add(1, Ordering::Relaxed);
        tokio::select! {
            () = stop.cancelled() => return,
            Some(slip) = intake.slips.recv() => drop(refuse(slip, cabinet, undecided)),
            // Dropped unanswered: the one who asks is told that nothing was found.
            Some(_) = intake.searches.recv() => {}
            Some(_) = intake.wheel.recv() => {}
            Some(_) = intake.cards.recv() => {}
            Some(_) = intake.drawn.recv() => {}
            Some(_) = intake.house.recv() => {}
            // Dropped unanswered: it is handed in again later.
            Some(_) = intake.access.recv() => {}
            () = tokio::time::sleep(IDLE) => {}
        }
    }
}

/// Refuses a command as out of service. An undecided one is left unanswered, and one that was answered before is answered as it was: that is
/// durable, and nothing moves. Returns the command where it was refused now.
fn refuse(slip: Slip, cabinet: Option<&Cabinet>, undecided: &Undecided) -> Option<Command> {
    let Command { who, key, .. } = &slip.command;
    if undecided.iter().any(|(of, known)| of == who && Some(known) == key.as_ref()) {
        return None;
    }
    let before = cabinet.and_then(|cabinet| cabinet.answered_before(&slip.command));
    let is_new = before.is_none();
    // The one who asked may have gone.
    drop(slip.answer.send(before.map_or(Answer::Refused(Refusal::OutOfService), answer_before)));
    is_new.then_some(slip.command)
}

#[cfg(test)]
mod tests;
