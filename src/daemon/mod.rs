//! The daemon: what the program is made of, built in the order in which the parts need each other.
//!
//! Here lives the wiring, the turn of the deciding thread, recovery, the clock, chance and the watchdog. Here never lives a rule of
//! a game, a phase of a round or a byte of a protocol.

mod clock;
mod links;
mod log;
mod options;
mod out_of_service;
mod restore;
mod terms;
mod turn;
mod watchdog;
mod wheel;

use std::net::TcpListener;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

pub use clock::Clock;
pub use options::{LogFormat, Options};
pub use restore::{RestoreError, restore};
pub use terms::{TermsError, terms_of};

use crate::cabinet::{Cabinet, Terms};
use crate::desk::Desk;
use crate::drivers;
use crate::http::{self, House, Readiness};
use crate::journal::{Entry, Journal, Paths, Record};
use crate::model::{Event, Input, Timestamp, Views, What, WheelWish};
use crate::profiles::{CabinetFile, Kind, WheelKeys, load};
use crate::sensing;
use turn::{Intake, Outlet, Turn};

/// How long everything may take to end after SIGTERM.
const END_MOST: Duration = Duration::from_millis(1_800);

/// Runs the daemon until it is told to stop.
#[must_use]
pub fn main() -> ExitCode {
    let options = Options::parse();
    log::start(options.log);
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error.into()),
    };
    let ended = runtime.block_on(run(options));
    runtime.shutdown_timeout(Duration::from_millis(100));
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error),
    }
}

fn failed(error: &anyhow::Error) -> ExitCode {
    tracing::error!("{error:#}");
    ExitCode::FAILURE
}

/// What the journal gave: a cabinet to go on with, or the reason why there is none.
enum Opened {
    Restored(Box<(Cabinet, Journal)>),
    Refused(String),
}

async fn run(options: Options) -> anyhow::Result<()> {
    let file = load::<CabinetFile>(Kind::Cabinet, &options.cabinet)?;
    let terms = terms_of(&file)?;
    std::fs::create_dir_all(&options.data).with_context(|| format!("cannot make {}", options.data.display()))?;
    let listener = TcpListener::bind(options.listen).with_context(|| format!("cannot listen on {}", options.listen))?;
    let address = listener.local_addr().context("the listener has no address")?;
    let stop = CancellationToken::new();
    let mut tasks: Tasks = JoinSet::new();

    let paths = Paths { journal: options.data.join("journal"), mirror: options.mirror() };
    let first_terms = terms.clone();
    let opened = tokio::task::spawn_blocking(move || open(&paths, &first_terms)).await.context("the journal could not be opened")?;
    let clock = Clock::starting_after(match &opened {
        Opened::Restored(restored) => restored.0.at(),
        Opened::Refused(_) => Timestamp::default(),
    });

    let (slips, slips_taken) = mpsc::channel(256);
    let (searches, searches_taken) = mpsc::channel(16);
    let (wheel_events, wheel_taken) = mpsc::channel(256);
    let (wish, wished) = watch::channel(WheelWish::Ready);
    let (readiness, is_ready) = watch::channel(Readiness::Starting);
    let (views, viewed) = watch::channel(Arc::new(first_views(&opened, &terms, clock.now())));
    let progress = Arc::new(AtomicU64::new(0));
    let outlet = Outlet { views, wheel: wish, readiness, progress: progress.clone() };
    let intake = Intake { slips: slips_taken, searches: searches_taken, wheel: wheel_taken };
    watch_task(&mut tasks, "deciding thread", decide(opened, terms, clock.clone(), intake, outlet, stop.clone()));

    let wheel = wheel::make(&file.value, &options)?;
    let (status, _) = watch::channel(sensing::slingshot::Status::default());
    let driver_clock = clock.clone();
    let driven = drivers::wheel::run(wheel.port, wished, wheel_events, status, move || driver_clock.now(), stop.clone());
    watch_task(&mut tasks, "wheel driver", async { driven.await.context("the wheel cannot be driven") });
    if let Some(mut simulated) = wheel.simulated {
        let stop = stop.clone();
        watch_task(&mut tasks, "simulated wheel", async move {
            tokio::select! {
                ended = simulated.ended() => ended.context("the simulated wheel has ended"),
                () = stop.cancelled() => Ok(()),
            }
        });
    }

    let access = links::open(&options.data, address, matches!(file.value.wheel, WheelKeys::Simulated { .. }))?;
    let http_clock = clock.clone();
    let house = House {
        desk: Desk::new(slips, searches, viewed),
        access,
        readiness: is_ready.clone(),
        clock: Arc::new(move || http_clock.now()),
        limits: http::Limits::default(),
    };
    let serving = http::serve(listener, house, stop.clone());
    watch_task(&mut tasks, "consoles", async { serving.await.context("the consoles cannot be served") });
    let watched_stop = stop.clone();
    watch_task(&mut tasks, "watchdog", async {
        watchdog::feed(progress, watched_stop).await;
        Ok(())
    });
    say_when_ready(is_ready, address);
    let ended = until_stopped(&mut tasks).await;
    watchdog::say_stopping();
    stop.cancel();
    let all = tokio::time::timeout(END_MOST, async { while tasks.join_next().await.is_some() {} });
    if all.await.is_err() {
        tracing::warn!("not everything ended in time");
    }
    ended
}

/// The long-lived tasks, each with its name.
type Tasks = JoinSet<(&'static str, anyhow::Result<()>)>;

fn watch_task(tasks: &mut Tasks, name: &'static str, task: impl Future<Output = anyhow::Result<()>> + Send + 'static) {
    tasks.spawn(async move { (name, task.await) });
}

/// Waits for a signal to stop, or for the first task to end: none of them may.
async fn until_stopped(tasks: &mut Tasks) -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate()).context("signals cannot be received")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("signals cannot be received")?;
    tokio::select! {
        _ = terminate.recv() => Ok(()),
        _ = interrupt.recv() => Ok(()),
        Some(ended) = tasks.join_next() => {
            let (name, result) = ended.context("a task has panicked")?;
            result.with_context(|| format!("{name} failed"))?;
            anyhow::bail!("{name} has ended")
        }
    }
}

/// Opens the journal and restores the cabinet from it; the first start begins it with the terms.
fn open(paths: &Paths, terms: &Terms) -> Opened {
    match try_open(paths, terms) {
        Ok(restored) => Opened::Restored(Box::new(restored)),
        Err(error) => {
            tracing::error!("the journal cannot be used: {error:#}");
            Opened::Refused(format!("{error:#}"))
        }
    }
}

fn try_open(paths: &Paths, terms: &Terms) -> anyhow::Result<(Cabinet, Journal)> {
    let (mut journal, recovery) = Journal::open(paths)?;
    tracing::info!(head = recovery.head.number, action = ?recovery.action, copied = recovery.copied, details = ?recovery.details, "journal: {}", recovery.meaning);
    if let Some(cabinet) = restore(&journal)? {
        return Ok((cabinet, journal));
    }
    let input = first_input(terms, Clock::starting_after(Timestamp::default()).now());
    let (cabinet, step) = Cabinet::begin(&input).ok().context("the terms cannot be read back")?;
    let record = Record { input, facts: step.facts, terms_sha256: terms.rules_sha256 };
    journal.append(vec![Entry { number: record.input.number, at: record.input.at, round: 0, payload: record.encode() }])?;
    Ok((cabinet, journal))
}

fn first_input(terms: &Terms, at: Timestamp) -> Input {
    Input { number: 1, at, what: What::Event(Event::Terms { terms: terms.to_bytes() }) }
}

/// What is seen until the first commit: the restored state, or a cabinet that is out of service.
fn first_views(opened: &Opened, terms: &Terms, now: Timestamp) -> Views {
    match opened {
        Opened::Restored(restored) => restored.0.views(Arc::new(restored.0.rules_view())),
        Opened::Refused(reason) => {
            let (cabinet, _) = Cabinet::begin(&first_input(terms, now)).expect("the terms were just made");
            out_of_service::out_of_service(cabinet.views(Arc::new(cabinet.rules_view())), reason)
        }
    }
}

/// Starts the deciding thread and waits for its end.
async fn decide(
    opened: Opened,
    terms: Terms,
    clock: Clock,
    mut intake: Intake,
    outlet: Outlet,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let (cabinet, journal) = match opened {
        Opened::Restored(restored) => *restored,
        Opened::Refused(reason) => {
            outlet.readiness.send_replace(Readiness::OutOfService(reason));
            turn::refuse_everything(&mut intake, &outlet.progress, &stop).await;
            return Ok(());
        }
    };
    let (ending, ended) = oneshot::channel();
    let work = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
        let mut events = vec![Event::Started { version: env!("CARGO_PKG_VERSION").to_owned() }];
        if *cabinet.terms() != terms {
            events.insert(0, Event::Terms { terms: terms.to_bytes() });
        }
        let mut turn = Turn::new(cabinet, journal, clock, outlet);
        turn.take_events(events)?;
        runtime.block_on(turn.run(intake, stop))?;
        anyhow::Ok(())
    };
    std::thread::Builder::new()
        .name("turn".into())
        .spawn(move || drop(ending.send(work())))
        .context("the deciding thread cannot be started")?;
    ended.await.context("the deciding thread has panicked")?
}

/// Tells the service manager and the log as soon as the cabinet is ready, or why it is not.
fn say_when_ready(mut readiness: watch::Receiver<Readiness>, address: std::net::SocketAddr) {
    tokio::spawn(async move {
        // The sender lives as long as the deciding thread; without it there is nothing to say.
        if let Ok(known) = readiness.wait_for(|readiness| *readiness != Readiness::Starting).await {
            watchdog::say_ready();
            tracing::info!(%address, readiness = ?*known, "serving");
        }
    });
}
