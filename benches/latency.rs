//! From the last byte of a result on the pseudo-terminal to the result on a seat's WebSocket, with six seats that bet and a hundred
//! watchers, against a bare `fdatasync` on the same disk in the same run.
//!
//! Everything between is what the daemon is made of: the serial driver, the deciding thread, the journal with both copies, HTTP. Two
//! things are not as in a cabinet, because a round of a real table takes 45 s: the rules' times are the shortest allowed and the
//! house's clock runs faster than life, so that betting ends within milliseconds; and the bench writes the wheel's lines as soon as
//! the cabinet waits for them. No clock is waited for between the result and the WebSocket. The clients run in the same process on
//! a thread of their own.
//!
//! `cargo bench --bench latency [-- ROUNDS]`

#[path = "support/client.rs"]
mod client;
#[path = "support/figures.rs"]
mod figures;
#[path = "support/terms.rs"]
mod terms;

use std::fs::File;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use croupier::cabinet::{Cabinet, Terms};
use croupier::daemon::{Clock, Intake, Outlet, Turn};
use croupier::desk::{Answer, Desk};
use croupier::drivers::wheel::{self, WheelPort};
use croupier::http::{self, Access, Credential, House, Readiness, Role};
use croupier::journal::{Entry, Journal, Paths, Record};
use croupier::model::{Bet, Command, Event, Input, Money, Order, PhaseView, Seat, Timestamp, Views, What, WheelWish, Who};
use croupier::profiles::{Kind, load};
use croupier::sensing::slingshot::{Parameters, Status};
use rustix::pty::OpenptFlags;
use rustix::termios::OptionalActions;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use client::Watcher;
use figures::{median, print_load, quantile};

/// Bets of each seat in each round.
const BETS: usize = 10;
/// Public watchers.
const WATCHERS: usize = 100;
/// The bytes of one bare append: about what one commit adds to the journal.
const BARE_BYTES: usize = 1_024;
/// How many times faster than life the house's clock runs. The wheel's driver has a clock of its own.
const CLOCK_SPEED: u32 = 200;
/// How long the house is left alone before the last line; a real wheel leaves it alone for half a second.
const BEFORE_RESULT: Duration = Duration::from_millis(25);
/// Nothing in a round may take longer.
const MOST: Duration = Duration::from_secs(20);

fn main() {
    let rounds = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(200);
    let directory = tempfile::tempdir_in(".").expect("the current directory can be written");
    print_load();
    let server = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime can be made");
    let stop = CancellationToken::new();
    let cabinet = Running::start(directory.path(), &server, &stop);
    let mut bench = Bench::begin(directory.path(), cabinet);
    for _ in 0..rounds {
        bench.round();
    }
    bench.figures.print(rounds);
    print_load();
    stop.cancel();
    server.shutdown_timeout(Duration::from_secs(1));
}

/// The terms of the demo cabinet with the shortest rounds, and the longest patience with the wheel, that rules may have.
fn quick_terms() -> Terms {
    let mut terms = terms::demo_terms();
    let round = &mut terms.roulette.round;
    (round.betting_seconds, round.pause_seconds, round.spins_per_hour_most) = (5, 1, 240);
    (round.spin_most_seconds, round.open_after_launch_most_seconds) = (900, 60);
    round.open_while_ball_runs = true;
    terms
}

/// The parts of the daemon, put together as the daemon does.
struct Running {
    desk: Desk,
    address: SocketAddr,
    credentials: Vec<Credential>,
    pseudo_terminal: OwnedFd,
    terms: Terms,
}

impl Running {
    fn start(directory: &Path, server: &tokio::runtime::Runtime, stop: &CancellationToken) -> Self {
        let terms = quick_terms();
        let (cabinet, journal) = begin(directory, &terms);
        let clock = Clock::starting_after(cabinet.at()).faster(CLOCK_SPEED);
        let (slips, slips_taken) = mpsc::channel(256);
        let (searches, searches_taken) = mpsc::channel(16);
        let (wheel_events, wheel_taken) = mpsc::channel(256);
        let (wish, wished) = watch::channel(WheelWish::Ready);
        let (readiness, is_ready) = watch::channel(Readiness::Starting);
        let (views, viewed) = watch::channel(Arc::new(cabinet.views(Arc::new(cabinet.rules_view()))));
        let (round, _rounds) = watch::channel(cabinet.outstanding().round);
        let outlet = Outlet { views, wheel: wish, round, cards: Vec::new(), readiness, progress: Arc::new(AtomicU64::new(0)) };
        let turn = Turn::new(cabinet, journal, clock.clone(), outlet);
        let intake = Intake { slips: slips_taken, searches: searches_taken, wheel: wheel_taken, cards: mpsc::channel(1).1 };
        let turn_stop = stop.clone();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime can be made");
            let events = vec![Event::Started { version: "bench".into() }];
            runtime.block_on(turn.run(events, intake, turn_stop)).expect("the journal can be written");
        });

        let (pseudo_terminal, port) = open_terminal();
        let mut device = load::<Parameters>(Kind::Device, "slingshot-2").expect("the wheel's file is shipped").value;
        // The bench's ball falls at once.
        device.limits.least_no_more_bets_seconds = 0;
        let port = WheelPort { port, device, record: None, speed: 1 };
        let (driver_clock, driver_stop) = (Clock::starting_after(Timestamp::default()), stop.clone());
        let (status, _) = watch::channel(Status::default());
        server.spawn(async move { wheel::run(port, wished, wheel_events, status, move || driver_clock.now(), driver_stop).await });

        let (access, credentials) = Access::create(&directory.join("access.toml")).expect("the tokens can be written");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
        let address = listener.local_addr().expect("the listener has an address");
        let desk = Desk::new(slips, searches, viewed);
        let house_clock: http::Clock = Arc::new(move || clock.now());
        let house = House { desk: desk.clone(), access, readiness: is_ready, clock: house_clock, limits: http::Limits::default() };
        server.spawn(http::serve(listener, house, stop.clone()));
        Self { desk, address, credentials, pseudo_terminal, terms }
    }

    fn token(&self, seat: Seat) -> &str {
        let credential = self.credentials.iter().find(|credential| credential.role == Role::Seat(seat));
        &credential.expect("every seat has a token").token
    }
}

/// A new cabinet and its journal.
fn begin(directory: &Path, terms: &Terms) -> (Cabinet, Journal) {
    let paths = Paths { journal: directory.join("journal"), mirror: directory.join("mirror") };
    let (mut journal, _) = Journal::open(&paths).expect("a new journal can be begun");
    let at = Clock::starting_after(Timestamp::default()).now();
    let input = Input { number: 1, at, what: What::Event(Event::Terms { terms: terms.to_bytes() }) };
    let (cabinet, step) = Cabinet::begin(&input).expect("terms that were just made can be read");
    let record = Record { input, facts: step.facts, terms_sha256: terms.rules_sha256 };
    journal.append(vec![Entry { number: 1, at, round: 0, payload: record.encode() }]).expect("the journal can be written");
    (cabinet, journal)
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
    views: watch::Receiver<Arc<Views>>,
    runtime: tokio::runtime::Runtime,
    seen: mpsc::UnboundedReceiver<Seen>,
    bare: File,
    alone: Journal,
    counter: u16,
    drawn: u64,
    figures: Figures,
}

impl Bench {
    fn begin(directory: &Path, cabinet: Running) -> Self {
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
        let bare = File::options().create(true).append(true).open(directory.join("bare")).expect("the directory can be written");
        let alone = Paths { journal: directory.join("alone"), mirror: directory.join("alone-mirror") };
        let (alone, _) = Journal::open(&alone).expect("a new journal can be begun");
        let views = cabinet.desk.watch();
        Self { cabinet, views, runtime, seen, bare, alone, counter: 0, drawn: 17, figures: Figures::default() }
    }

    /// One round: bets, the ball, the result, and between them the contestants.
    fn round(&mut self) {
        self.counter = self.counter % 256 + 1;
        self.drawn = (self.drawn * 31 + 7) % 37;
        let winning = self.drawn;
        self.write(&self.line(2, None));
        let round = self.wait_for(|views| views.cabinet.betting_open).cabinet.round;
        self.runtime.block_on(self.place(round));
        self.read_until("*u");
        self.write(&self.line(3, None));
        self.wait_for(|views| views.cabinet.ball_on_rim);
        self.write(&self.line(4, None));
        self.wait_for(|views| views.cabinet.phase == PhaseView::Closed);
        let (bare, commit) = (self.append_bare(), self.commit_alone());
        self.figures.bare.push(bare);
        self.figures.commit.push(commit);
        self.write(&self.line(5, Some(winning)));
        self.write(&format!("{winning:2}\r\n"));
        std::thread::sleep(BEFORE_RESULT);

        let began = Instant::now();
        self.write(&self.line(5, Some(winning)));
        let paid =
            self.wait_for(|views| views.cabinet.round == round && views.cabinet.phase == PhaseView::Paid || views.cabinet.round > round);
        self.figures.decided.push(began.elapsed().as_secs_f64() * 1e3);
        let shown = paid.cabinet.last.first().map(|last| u64::from(last.pocket.number()));
        assert_eq!(shown, Some(winning), "the result on the line is the result of the round");
        self.collect(round, began);
    }

    fn line(&self, state: u8, winning: Option<u64>) -> String {
        let winning = winning.map_or_else(|| " 0".to_owned(), |winning| format!("{winning:2}"));
        format!("*X;{state};{:03};{winning};0;160;0\r\n", self.counter)
    }

    fn write(&self, text: &str) {
        let written = rustix::io::write(&self.cabinet.pseudo_terminal, text.as_bytes()).expect("the terminal takes a line");
        assert_eq!(written, text.len(), "a line fits into the terminal");
    }

    /// Reads what the driver says until `command` is among it.
    fn read_until(&self, command: &str) {
        let (began, mut said, mut buffer) = (Instant::now(), String::new(), [0; 512]);
        while !said.contains(command) {
            assert!(began.elapsed() < MOST, "the driver said {said:?} and never {command:?}");
            match rustix::io::read(&self.cabinet.pseudo_terminal, &mut buffer) {
                Ok(length) => said.push_str(&String::from_utf8_lossy(&buffer[..length])),
                Err(_) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    fn wait_for(&mut self, holds: impl Fn(&Views) -> bool) -> Arc<Views> {
        self.runtime.block_on(async {
            let waited = tokio::time::timeout(MOST, self.views.wait_for(|views| holds(views))).await;
            waited.expect("the cabinet comes to what is waited for").expect("the cabinet is running").clone()
        })
    }

    async fn place(&self, round: u64) {
        let bets: Vec<Bet> = terms::stakes(&self.cabinet.terms, BETS).into_iter().map(Bet::Simple).collect();
        for seat in Seat::all() {
            let credit = self.cabinet.desk.views().seats[seat.index()].credit.minor();
            if credit < 1_000_000 {
                let order = Order::CreditIn { seat, amount: Money::from_minor(5_000_000) };
                self.order(Who::Attendant("attendant-1".into()), format!("credit-{round}-{seat}"), None, order).await;
            }
            let order = Order::Place { bets: bets.clone() };
            self.order(Who::Seat(seat), format!("{round:08}-4d1c-4f0b-9d6e-{seat:012}"), Some(round), order).await;
        }
    }

    async fn order(&self, who: Who, key: String, round: Option<u64>, order: Order) {
        let command = Command { who, key: Some(key), round, order };
        let answer = self.cabinet.desk.order(command).await.expect("the cabinet is running");
        assert!(matches!(answer, Answer::Accepted { .. }), "{answer:?}");
    }

    fn append_bare(&mut self) -> f64 {
        let began = Instant::now();
        self.bare.write_all(&[b';'; BARE_BYTES]).expect("the disk has room");
        self.bare.sync_data().expect("the disk can sync");
        began.elapsed().as_secs_f64() * 1e3
    }

    /// A commit of the same size in a journal that nobody plays on.
    fn commit_alone(&mut self) -> f64 {
        let number = self.alone.head().number + 1;
        let payload = (0..BARE_BYTES as u64).map(|place| (place * number % 251) as u8).collect();
        let entry = Entry { number, at: Timestamp::from_microseconds(number), round: number, payload };
        let began = Instant::now();
        self.alone.append(vec![entry]).expect("the journal can be written");
        began.elapsed().as_secs_f64() * 1e3
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
        // The newest of the last rounds: `"last":[{"round":…`.
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

/// The number behind `key`, as in `"round":12`, the first time it stands in the text.
fn number_of(text: &str, key: &str) -> Option<u64> {
    let (_, behind) = text.split_once(&format!("\"{key}\":"))?;
    let digits = behind.find(|character: char| !character.is_ascii_digit()).unwrap_or(behind.len());
    behind[..digits].parse().ok()
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
