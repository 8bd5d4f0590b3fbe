//! The daemon: what the program is made of, built in the order in which the parts need each other.
//!
//! Here lives the wiring, the turn of the deciding thread, recovery, the clock, chance and the watchdog. Here never lives a rule of
//! a game, a phase of a round or a byte of a protocol.

mod archive;
mod card_sources;
mod clock;
mod descriptors;
mod disk_room;
mod door;
mod doors;
mod event_loop;
mod figures;
mod journal_disk;
mod lamp;
mod links;
mod log;
mod opening;
mod options;
mod out_of_service;
mod private;
mod readings;
mod replayed;
mod restore;
mod self_test;
mod software;
mod tasks;
mod tls;
mod watchdog;
mod wheel;
mod wheel_defect;
mod workshop;

use std::net::{SocketAddr, TcpListener};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

pub use clock::Clock;
pub use event_loop::{AccessSlip, EventLoop, Intake, Outlet, card_lines};
pub use options::{LogFormat, Options};
pub use restore::{RestoreError, restore};

use crate::access::ACCESS_FILE;
use crate::cabinet::Terms;
use crate::configuration::{Configuration, TermsErrors, is_demo, require_alike};
use crate::desk::Desk;
use crate::diagnostics::FIGURES_FILE;
use crate::drivers::{gpio, virtual_chance};
use crate::games::card_game::CardGame;
use crate::http::{self, Commits, House, Readiness};
use crate::journal::{Milestones, Salts, free_bytes, keep_private};
use crate::model::{SoftwareIdentity, WheelWish};
use crate::tls::Identity;
use archive::Archive;
use card_sources::CardSource;
use disk_room::DiskRoom;
use figures::{Figures, Keeper};
use journal_disk::JournalDisk;
use lamp::Lamp;
use opening::{Opened, first_events};
use tasks::{Signals, Tasks};
use wheel::Connections;
use workshop::{Workshop, wheel_parameters};

/// How long everything may take to end after SIGTERM; the process itself must be gone within two seconds.
const END_MOST: Duration = Duration::from_millis(1_700);

/// How many commands, and how many events of the wheel, may wait for the deciding thread.
const WAITING: usize = 256;

/// Runs the daemon until it is told to stop.
#[must_use]
pub fn main() -> ExitCode {
    let options = Options::parse();
    log::start(options.log);
    keep_private();
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

/// A write of the journal has failed, after it had worked for long.
#[derive(Debug, thiserror::Error)]
#[error("a new start is wanted: it compares both copies of the journal and goes on from what they hold")]
struct StartAnew;

/// The exit status of a program that is to be started anew, and may then go on: `EX_TEMPFAIL` of `sysexits.h`.
const START_ANEW: u8 = 75;

fn failed(error: &anyhow::Error) -> ExitCode {
    match error.downcast_ref::<TermsErrors>() {
        // Each thing that is wrong with the files has a line of its own.
        Some(errors) => errors.iter().for_each(|error| tracing::error!("{error}")),
        None => tracing::error!("{error:#}"),
    }
    if error.is::<StartAnew>() { ExitCode::from(START_ANEW) } else { ExitCode::FAILURE }
}

/// Everything that can be wrong with files and addresses is found out first, before anything is touched; then the journal; then
/// everything that can act.
async fn run(options: Options) -> anyhow::Result<()> {
    let mut signals = Signals::listen()?;
    let connections = descriptors::connections()?;
    let configuration = Configuration::read(&options.cabinet)?;
    let files = configuration.files();
    let Configuration { file, terms, wheel: device, card_devices } = configuration;
    if let Some(both) = require_alike(&file, options.bench).map_err(anyhow::Error::msg)? {
        tracing::warn!("this is a workbench, and no credit in it is money: {both}");
    }
    wheel::check_options(&file.value, &device, &options)?;
    doors::check_options(&file.value, &options)?;
    let card_sources = card_sources::sources(&file.value, &terms, card_devices)?;
    let supplied = tls::supplied(&options)?;
    std::fs::create_dir_all(&options.data).with_context(|| format!("cannot make {}", options.data.display()))?;
    private::require_owner(&options)?;
    let listener = TcpListener::bind(options.listen).with_context(|| format!("cannot listen on {}", options.listen))?;
    let address = listener.local_addr().context("the listener has no address")?;

    private::close(&options, file.value.card_sources().map(|source| source.table));
    let identity = supplied.map_or_else(|| tls::own(&options, address), |supplied| Ok(Some(supplied)))?;

    let paths = options.paths();
    let first_terms = terms.clone();
    let marks = options.marks();
    let access_file = options.data.join(ACCESS_FILE);
    let identifying = tokio::task::spawn_blocking(move || software::identity(files));
    let opening = tokio::task::spawn_blocking(move || Opened::open(&paths, &marks, &first_terms, &access_file));
    let opened = tokio::select! {
        opened = opening => opened.context("opening the journal has panicked")??,
        // The journal is as good after an end now as after a power cut.
        () = signals.wait() => return Ok(()),
    };
    let software = identifying.await.context("reading the program has panicked")?;
    let clock = Clock::beside_wall(opened.newest(), opened.clock_offset(), clock::wall).faster(wheel::clock_speed(&file.value, &options));
    let demo = is_demo(&file.value);
    let served =
        links::Served { address, certificate: identity.as_ref().map(Identity::certificate), demo, is_logged: links::is_output_logged() };
    let access = links::open(&options.data, &served, wheel::is_simulated(&file.value), opened.has_journal())?;
    let access = Arc::new(access.with_sessions(door::session_terms(file.value.access.as_ref())));
    let stop = CancellationToken::new();
    let wheel = wheel::make(device, &file.value, &options, &clock, &opened)?;
    let clock = wheel.pace(clock, &options);
    let host = opened.host()?;

    let (slips, slips_taken) = mpsc::channel(WAITING);
    let (searches, searches_taken) = mpsc::channel(16);
    let (presence, presence_taken) = mpsc::channel(16);
    let (wheel_events, wheel_taken) = mpsc::channel(WAITING);
    let (wish, wished) = watch::channel(WheelWish::Ready);
    let (round, rounds) = watch::channel(opened.round());
    let (card_events, cards_taken) = mpsc::channel(WAITING);
    let (card_wishes, cards_wished) = card_lines(opened.card_wishes(card_sources.iter().map(CardSource::table)));
    let (draws, draws_wanted) = watch::channel(Vec::new());
    let (drawn, drawn_taken) = mpsc::channel(WAITING);
    let (tests, tests_wanted) = watch::channel(None);
    let (house_events, house_taken) = mpsc::channel(4);
    let (changes, changes_taken) = mpsc::channel(16);
    let (readiness, is_ready) = watch::channel(Readiness::Starting);
    let (views, viewed) = watch::channel(Arc::new(opened.first_views(&terms, clock.now())));
    let progress = Arc::new(AtomicU64::new(0));
    let commits = Commits::default();
    let outlet = Outlet {
        views,
        wheel: wish,
        round,
        cards: card_wishes,
        draws,
        tests,
        readiness,
        progress: progress.clone(),
        commits: commits.clone(),
    };
    let intake = Intake {
        slips: slips_taken,
        searches: searches_taken,
        wheel: wheel_taken,
        cards: cards_taken,
        drawn: drawn_taken,
        access: changes_taken,
        presence: presence_taken,
        house: house_taken,
    };
    let mut tasks = Tasks::default();
    let start_anew = CancellationToken::new();
    let restart = (Duration::from_secs(options.restart_after), start_anew.clone());
    tasks.watch(
        "deciding thread",
        decide(opened, (terms, software.clone()), clock.clone(), restart, intake, (outlet, options.milestones()), stop.clone()),
    );

    let wheel_readings = wheel.start(&clock, Connections { wishes: wished, rounds, events: wheel_events, stop: stop.clone() }, &mut tasks);
    let mut card_readings = Vec::new();
    for (source, wishes) in card_sources.into_iter().zip(cards_wished) {
        let line = card_sources::Line { wishes, events: card_events.clone(), clock: clock.clone(), host };
        card_readings.push((source.table(), source.start(line, &options, &stop, &mut tasks)?));
    }
    let chance = virtual_chance::run(draws_wanted, drawn, stop.clone());
    let watched_stop = stop.clone();
    tasks.watch("chance", async move {
        match chance.await {
            // At the end the deciding thread may be gone before the source has noticed that it is over.
            Err(_) if watched_stop.is_cancelled() => Ok(()),
            ended => ended.context("nothing can be drawn"),
        }
    });
    let free_least = disk_room::free_least(file.value.disk);
    let places = self_test::Places::of(&options, free_least, address, identity.as_ref())?;
    doors::start(&file.value, &options, &clock, (tests_wanted.clone(), house_events.clone()), &stop, &mut tasks)?;
    if let Some(keys) = &file.value.lamp {
        let shown = (tests_wanted.clone(), house_events.clone());
        let lighting = lamp::run(Lamp::of(keys), clock.speed(), viewed.clone(), shown, stop.clone());
        tasks.watch("lamp", async {
            lighting.await;
            Ok(())
        });
    }
    let testing = self_test::run(places, tests_wanted, house_events.clone(), stop.clone());
    tasks.watch("self-tests", async {
        testing.await;
        Ok(())
    });
    let watching = disk_room::watch(DiskRoom::new(options.journal_folders(), free_least), free_bytes, house_events, stop.clone());
    tasks.watch("room on the disks", async {
        watching.await;
        Ok(())
    });
    let (following, recording) = (door::follow(access.clone(), stop.clone()), door::record(access.clone(), changes, stop.clone()));
    tasks.watch("access file", async {
        following.await;
        Ok(())
    });
    tasks.watch("access record", async {
        recording.await;
        Ok(())
    });
    let figures = Arc::new(Figures::new(clock.clone()));
    let software = software.map(software::shown);
    let workshop =
        Workshop::new(&file.value, wheel_readings, card_readings, figures.clone(), JournalDisk::of(&options), &options.marks(), software);
    let workshop = Arc::new(workshop);
    let devices: figures::Devices = {
        let workshop = workshop.clone();
        Box::new(move || http::Workshop::devices(workshop.as_ref()))
    };
    let keeper = Keeper::new(figures, devices, options.data.join(FIGURES_FILE), options.mirror(), wheel_parameters(&file.value));
    let keeping = figures::keep(keeper, stop.clone());
    tasks.watch("figures", async {
        keeping.await;
        Ok(())
    });
    let http_clock = clock.clone();
    let house = House {
        desk: Desk::new(slips, searches, presence, viewed),
        access,
        readiness: is_ready.clone(),
        clock: Arc::new(move || http_clock.shown()),
        workshop,
        archive: Arc::new(Archive::new(options.mirror(), options.milestones())),
        demo,
        games: CardGame::SHEETS,
        limits: http::Limits { connections, ..door::limits(file.value.presence) },
        names: options.host.clone(),
        proxies: options.trusted_proxy.clone(),
        tls: identity.as_ref().map(|identity| tls::shown(identity, options.tls_certificate.is_some())).transpose()?,
        commits,
    };
    let serving = http::serve(listener, house, stop.clone());
    tasks.watch("consoles", async { serving.await.context("the consoles cannot be served") });
    let watched_stop = stop.clone();
    tasks.watch("certificate", async {
        tls::watch(identity, watched_stop).await;
        Ok(())
    });
    let watched_stop = stop.clone();
    tasks.watch("watchdog", async {
        watchdog::feed(progress, watched_stop).await;
        Ok(())
    });
    say_readiness(is_ready, address);
    let ended = tokio::select! {
        () = signals.wait() => Ok(()),
        () = start_anew.cancelled() => Err(StartAnew.into()),
        error = tasks.first_to_end() => Err(error),
    };
    gpio::make_safe("the daemon ends");
    watchdog::say_stopping();
    stop.cancel();
    let stopped = tasks.end(END_MOST).await;
    ended.and(stopped)
}

/// Starts the deciding thread and waits for its end.
async fn decide(
    opened: Opened,
    (terms, software): (Terms, Option<SoftwareIdentity>),
    clock: Clock,
    (worked, start_anew): (Duration, CancellationToken),
    mut intake: Intake,
    (outlet, milestones): (Outlet, Milestones),
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let (cabinet, journal) = match opened {
        Opened::Restored(restored) => *restored,
        Opened::Refused(refused) => {
            outlet.readiness.send_replace(Readiness::OutOfService(refused.reason));
            let (cabinet, undecided) = (refused.cabinet.as_deref(), event_loop::Undecided::new());
            event_loop::refuse_everything(&mut intake, cabinet, &undecided, &outlet.progress, &stop).await;
            return Ok(());
        }
    };
    // Of a time of which the journal has no records any more nothing can be looked up.
    if let Err(error) = milestones.remove_up_to(journal.before().number) {
        tracing::warn!(%error, "milestones of removed records stay");
    }
    let (ending, ended) = oneshot::channel();
    let work = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
        let events = first_events(&cabinet, &journal, &terms, clock.wall(), software);
        let mut chance = [0; 32];
        getrandom::fill(&mut chance).context("the operating system gave no random numbers")?;
        let turn = EventLoop::new(cabinet, journal, Salts::new(chance), clock, outlet)
            .restarting_after(worked, start_anew)
            .with_milestones(milestones);
        runtime.block_on(turn.run(events, intake, stop))?;
        anyhow::Ok(())
    };
    std::thread::Builder::new()
        .name("turn".into())
        .spawn(move || drop(ending.send(work())))
        .context("the deciding thread cannot be started")?;
    ended.await.context("it has panicked")?
}

/// Tells the service manager and the log as soon as the cabinet is ready, or why it is not, and every change after that.
fn say_readiness(mut readiness: watch::Receiver<Readiness>, address: SocketAddr) {
    tokio::spawn(async move {
        // The sender lives as long as the deciding thread; without it there is nothing to say.
        while readiness.changed().await.is_ok() {
            let known = readiness.borrow_and_update().clone();
            match &known {
                Readiness::Starting => continue,
                Readiness::OutOfService(reason) => watchdog::say_ready(&format!("Out of service: {reason}")),
                Readiness::Ready => watchdog::say_ready(&format!("Serving on {address}")),
            }
            tracing::info!(%address, readiness = ?known, "serving");
        }
    });
}
