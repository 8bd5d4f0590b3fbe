//! From the last byte of a result on the pseudo-terminal to the result on a seat's WebSocket, with six seats that bet and a hundred
//! watchers, against a bare `fdatasync` on the same disk in the same run.
//!
//! Everything between is what the daemon is made of: the serial driver, the deciding thread, the journal with both copies, HTTP. Two
//! things are not as in a cabinet, because a round of a real table takes 45 s: the rules' times are the shortest allowed and the
//! house's clock runs faster than life, so that betting ends within milliseconds; and the bench writes the wheel's lines as soon as
//! the cabinet waits for them. No clock is waited for between the result and the WebSocket. The clients run in the same process on
//! a thread of their own.
//!
//! `cargo bench --bench all -- latency [ROUNDS]`

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier::cabinet::Terms;
use croupier::daemon::Clock;
use croupier::drivers::wheel::{self, WheelPort};
use croupier::model::{Bet, Order, PhaseView, Seat, Timestamp, Views, Who};
use croupier::profiles::{Kind, load};
use croupier::sensing::slingshot::{Parameters, Status};
use rustix::pty::OpenptFlags;
use rustix::termios::OptionalActions;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use crate::support::client::Watcher;
use crate::support::figures::{median, print_load, quantile};
use crate::support::house::{Devices, Disk, MOST, Running};
use crate::support::json::number_of;
use crate::support::{quick, stakes, times};

/// Bets of each seat in each round.
const BETS: usize = 10;
/// Public watchers.
const WATCHERS: usize = 100;
/// How long the house is left alone before the last line; a real wheel leaves it alone for half a second.
const BEFORE_RESULT: Duration = Duration::from_millis(25);

pub(crate) fn run() {
    let rounds = times::times(200, 2);
    let directory = tempfile::tempdir_in(".").expect("the current directory can be written");
    print_load();
    let server = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime can be made");
    let stop = CancellationToken::new();
    let terms = quick::quick_terms();
    let (cabinet, devices) = Running::start(directory.path(), &terms, &server, &stop);
    let pseudo_terminal = connect_wheel(devices, &server, &stop);
    let mut bench = Bench::begin(directory.path(), &terms, cabinet, pseudo_terminal);
    for _ in 0..rounds {
        bench.round();
    }
    bench.figures.print(rounds);
    print_load();
    stop.cancel();
    server.shutdown_timeout(Duration::from_secs(1));
}

/// Starts the wheel's driver on a pseudo-terminal; its other end is the wheel.
fn connect_wheel(devices: Devices, server: &tokio::runtime::Runtime, stop: &CancellationToken) -> OwnedFd {
    let (pseudo_terminal, port) = open_terminal();
    let mut device = load::<Parameters>(Kind::Device, "slingshot-2").expect("the wheel's file is shipped").value;
    // The bench's ball falls at once.
    device.limits.least_no_more_bets_seconds = 0;
    let port = WheelPort { port, device, record: None, analyser: None, speed: 1, settled: None };
    // The driver has a clock of its own, that goes as life does.
    let (clock, stop) = (Clock::starting_after(Timestamp::default()), stop.clone());
    let (status, _) = watch::channel(Status::default());
    let Devices { wheel_wish, wheel_round, wheel_events, card_wishes, card_events } = devices;
    // Nobody plays cards here, and this wheel turns as it likes.
    drop((wheel_round, card_wishes, card_events));
    server.spawn(async move { wheel::run(port, wheel_wish, wheel_events, status, move || clock.now(), stop).await });
    pseudo_terminal
}

/// A raw pseudo-terminal and the path of its other end.
fn open_terminal() -> (OwnedFd, PathBuf) {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let open = || -> rustix::io::Result<_> {
        let master = rustix::pty::openpt(flags)?;
        rustix::pty::grantpt(&master)?;
        rustix::pty::unlockpt(&master)?;
        rustix::io::ioctl_fionbio(&master, true)?;
        let peer = rustix::pty::ioctl_tiocgptpeer(&master, flags)?;
        let mut settings = rustix::termios::tcgetattr(&peer)?;
        settings.make_raw();
        rustix::termios::tcsetattr(&peer, OptionalActions::Now, &settings)?;
        let path = rustix::pty::ptsname(&master, Vec::new())?;
        Ok((master, PathBuf::from(path.to_string_lossy().into_owned())))
    };
    open().expect("the system has pseudo-terminals")
}

/// When a WebSocket showed the result of a round.
struct Seen {
    round: u64,
    by_seat: bool,
    at: Instant,
    bytes: usize,
}

struct Bench {
    cabinet: Running,
    pseudo_terminal: OwnedFd,
    runtime: tokio::runtime::Runtime,
    seen: mpsc::UnboundedReceiver<Seen>,
    disk: Disk,
    /// What each seat bets in each round.
    bets: Vec<Bet>,
    counter: u16,
    /// The number that the wheel shows: a real one goes on showing the last until the next ball has fallen.
    shown: u64,
    figures: Figures,
}

impl Bench {
    fn begin(directory: &Path, terms: &Terms, cabinet: Running, pseudo_terminal: OwnedFd) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime can be made");
        let (tell, seen) = mpsc::unbounded_channel();
        runtime.block_on(async {
            for seat in Seat::all() {
                let path = format!("/api/v1/seats/{seat}/live");
                let watcher = Watcher::open(cabinet.address, &path, Some(cabinet.token(seat))).await;
                tokio::spawn(watch_results(watcher, true, tell.clone()));
            }
            for _ in 0..WATCHERS {
                let watcher = Watcher::open(cabinet.address, "/api/v1/cabinet/live", None).await;
                tokio::spawn(watch_results(watcher, false, tell.clone()));
            }
        });
        let disk = Disk::open(directory);
        let bets = stakes::stakes(terms, BETS).into_iter().map(Bet::Simple).collect();
        Self { cabinet, pseudo_terminal, runtime, seen, disk, bets, counter: 0, shown: 17, figures: Figures::default() }
    }

    /// One round: bets, the ball, the result, and between them the contestants.
    fn round(&mut self) {
        self.counter = self.counter % 256 + 1;
        self.write(&self.line(2));
        let round = self.wait_for(|views| views.cabinet.betting_open).cabinet.round;
        self.runtime.block_on(self.place(round));
        self.read_until("*u");
        self.write(&self.line(3));
        self.wait_for(|views| views.cabinet.ball_on_rim);
        self.write(&self.line(4));
        self.wait_for(|views| views.cabinet.phase == PhaseView::Closed);
        let (bare, commit) = (self.disk.append_bare(), self.disk.commit_alone());
        self.figures.bare.push(bare);
        self.figures.commit.push(commit);
        self.shown = (self.shown * 31 + 7) % 37;
        let winning = self.shown;
        self.write(&self.line(5));
        self.write(&format!("{winning:2}\r\n"));
        std::thread::sleep(BEFORE_RESULT);

        let began = Instant::now();
        self.write(&self.line(5));
        let paid =
            self.wait_for(|views| views.cabinet.round == round && views.cabinet.phase == PhaseView::Paid || views.cabinet.round > round);
        self.figures.decided.push(began.elapsed().as_secs_f64() * 1e3);
        let shown = paid.cabinet.last.first().map(|last| u64::from(last.pocket.number()));
        assert_eq!(shown, Some(winning), "the result on the line is the result of the round");
        self.collect(round, began);
    }

    fn line(&self, state: u8) -> String {
        format!("*X;{state};{:03};{:2};0;160;0\r\n", self.counter, self.shown)
    }

    fn write(&self, text: &str) {
        let written = rustix::io::write(&self.pseudo_terminal, text.as_bytes()).expect("the terminal takes a line");
        assert_eq!(written, text.len(), "a line fits into the terminal");
    }

    /// Reads what the driver says until `command` is among it.
    fn read_until(&self, command: &str) {
        let (began, mut said, mut buffer) = (Instant::now(), String::new(), [0; 512]);
        while !said.contains(command) {
            assert!(began.elapsed() < MOST, "the driver said {said:?} and never {command:?}");
            match rustix::io::read(&self.pseudo_terminal, &mut buffer) {
                Ok(length) => said.push_str(&String::from_utf8_lossy(&buffer[..length])),
                Err(_) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    fn wait_for(&mut self, holds: impl Fn(&Views) -> bool) -> Arc<Views> {
        self.runtime.block_on(self.cabinet.wait_for(holds))
    }

    async fn place(&self, round: u64) {
        for seat in Seat::all() {
            self.cabinet.fill_up(seat, format!("credit-{round}-{seat}")).await;
            let order = Order::Place { bets: self.bets.clone() };
            self.cabinet.order(Who::Seat(seat), format!("{round:08}-4d1c-4f0b-9d6e-{seat:012}"), Some(round), order).await;
        }
    }

    /// Waits until every seat and every watcher has seen the result. A slow watcher may skip it and show the next round at once.
    fn collect(&mut self, round: u64, began: Instant) {
        let (mut seats, mut watchers) = (Vec::new(), Vec::new());
        while seats.len() < 6 || watchers.len() < WATCHERS {
            let seen = self.runtime.block_on(async { tokio::time::timeout(MOST, self.seen.recv()).await });
            let seen = seen.expect("every WebSocket shows the result").expect("the watchers are running");
            if seen.round != round {
                continue;
            }
            let milliseconds = seen.at.duration_since(began).as_secs_f64() * 1e3;
            if seen.by_seat { &mut seats } else { &mut watchers }.push(milliseconds);
            if seen.by_seat { &mut self.figures.seat_bytes } else { &mut self.figures.watcher_bytes }.push(seen.bytes as f64);
        }
        self.figures.first_seat.push(quantile(&seats, 0.0));
        self.figures.last_watcher.push(quantile(&watchers, 1.0));
        self.figures.seats.extend(seats);
    }
}

/// Tells of the first message that shows a round as paid.
async fn watch_results(mut watcher: Watcher, by_seat: bool, tell: mpsc::UnboundedSender<Seen>) {
    let mut known = 0;
    while let Some(text) = watcher.next().await {
        let at = Instant::now();
        // The newest of the last rounds: `"last":[{"round":…` in the whole state, `"last":[{"new":[{"round":…` in a change.
        let Some((_, last)) = text.split_once("\"last\":[") else { continue };
        let Some(round) = number_of(&last[..last.len().min(40)], "round") else { continue };
        if round > known {
            known = round;
            if tell.send(Seen { round, by_seat, at, bytes: text.len() }).is_err() {
                return;
            }
        }
    }
}

/// Milliseconds, but for the bytes.
#[derive(Default)]
struct Figures {
    bare: Vec<f64>,
    commit: Vec<f64>,
    decided: Vec<f64>,
    seats: Vec<f64>,
    first_seat: Vec<f64>,
    last_watcher: Vec<f64>,
    seat_bytes: Vec<f64>,
    watcher_bytes: Vec<f64>,
}

impl Figures {
    fn print(&self, rounds: usize) {
        println!("{rounds} rounds, six seats with {BETS} bets each, {WATCHERS} public watchers\n");
        println!("{:58} {:>8} {:>8}", "milliseconds", "p50", "p99");
        let print = |name: &str, values: &[f64]| println!("{name:58} {:8.2} {:8.2}", median(values), quantile(values, 0.99));
        print("bare append + fdatasync of 1 KiB", &self.bare);
        print("journal commit of 1 KiB, both copies", &self.commit);
        print("result on the line -> decided, durable, views shown", &self.decided);
        print("result on the line -> on the first seat's WebSocket", &self.first_seat);
        print("result on the line -> on a seat's WebSocket", &self.seats);
        print("result on the line -> on the last watcher's WebSocket", &self.last_watcher);
        let (sync, seat) = (median(&self.bare), median(&self.seats));
        println!("\nseat p50 = {:.2} x the bare sync; less two syncs: {:.2} ms (goal: at most 3)", seat / sync, seat - 2.0 * sync);
        println!("a message has {:.0} bytes for a seat, {:.0} for a watcher", median(&self.seat_bytes), median(&self.watcher_bytes));
    }
}
