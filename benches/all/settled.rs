//! From the last edge that confirms a pocket on the lines to the settled round that anybody may see, in bare `fdatasync`s of the same run
//! and in milliseconds.
//!
//! Everything between is what the daemon is made of: the reading thread, the driver of the lines, the reading of the wheel, the deciding
//! thread, the journal with both copies. The wheel is the simulated one, with field noise; it does a whole spin in a fraction of a second,
//! waits for the driver after every 5 ms of its own time, and stands still until all bets of the round lie. So the times that a real wheel waits on purpose are not in here: the pulse
//! counts as ended 0.8 ms after its last edge, and the kernel's changes are held back as long as the cabinet file says.
//!
//! `cargo bench --bench all -- settled [ROUNDS]`

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use croupier::drivers::gpio::{Batch, LineError, Lines, simulated};
use croupier::drivers::line_wheel::{self, LineWheel, Wanted};
use croupier::model::{Bet, Order, PhaseView, Seat, Views, Who};
use croupier::profiles::{Device, load_device};
use croupier::sensing::three_sensor::{Direction, Draw, Parameters, Signal};
use croupier::sensing::trace;
use croupier::sim::devices::three_sensor::{Level, Live, Mishaps};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::support::figures::{median, print_load, quantile};
use crate::support::house::{Devices, Disk, Running};
use crate::support::{quick, stakes, times};

/// Bets of each seat in each round.
const BETS: usize = 10;
/// How far the wheel runs at once, in nanoseconds of its own time.
const AT_ONCE_NANOSECONDS: u64 = 5_000_000;
/// How long the wheel waits for the driver, and how long it pauses between two steps while no ball runs.
const DRIVER_WAIT: Duration = Duration::from_millis(20);
const IDLE_WAIT: Duration = Duration::from_micros(500);

pub(crate) fn run() {
    let rounds = times::times(100, 2);
    let directory = tempfile::tempdir_in(".").expect("the current directory can be written");
    print_load();
    let server = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime can be made");
    let stop = CancellationToken::new();
    let mut bench = Bench::begin(directory.path(), &server, &stop);
    while bench.settled.len() < rounds {
        server.block_on(bench.round());
    }
    bench.print();
    print_load();
    stop.cancel();
    server.shutdown_timeout(Duration::from_secs(1));
}

/// The edges that were handed to the driver since betting opened: time on the lines' clock, and the moment. The wheel goes on while its
/// round is looked at, many seconds of its own time within one of ours, so all edges of a round are kept.
type Handed = Arc<Mutex<Vec<(u64, Instant)>>>;

struct Bench {
    cabinet: Running,
    handed: Handed,
    /// The newest round in which all bets lie: the wheel may go on.
    placed: Arc<AtomicU64>,
    /// What each seat bets in each round.
    bets: Vec<Bet>,
    disk: Disk,
    bare_milliseconds: Vec<f64>,
    settled: Vec<f64>,
    not_counted: usize,
}

impl Bench {
    fn begin(directory: &Path, server: &tokio::runtime::Runtime, stop: &CancellationToken) -> Self {
        let terms = quick::quick_terms();
        let (cabinet, devices) = Running::start(directory, &terms, server, stop);
        let Devices { wheel_wish, wheel_round, wheel_events, card_wishes, card_events } = devices;
        // Nobody plays cards here.
        drop((card_wishes, card_events));
        let handed = Handed::default();
        let placed = Arc::<AtomicU64>::default();
        let (edges, all_placed, views) = (handed.clone(), placed.clone(), cabinet.desk.watch());
        let mut drawn = 0_u8;
        let draw = move || {
            drawn = drawn.wrapping_mul(29).wrapping_add(113);
            Ok(Draw(std::array::from_fn(|place| drawn.wrapping_mul(2 * place as u8 + 1))))
        };
        let open = move || Ok(lines(edges.clone(), all_placed.clone(), views.clone()));
        let wheel = LineWheel {
            parameters: parameters(),
            faults_to_look_at: Vec::new(),
            settled: None,
            open,
            wait: DRIVER_WAIT,
            draw,
            analyser: Arc::default(),
        };
        let wanted = Wanted { wishes: wheel_wish, rounds: wheel_round };
        let (status, _) = watch::channel(line_wheel::Status::default());
        server.spawn(line_wheel::run(wheel, wanted, wheel_events, status, stop.clone()));
        let bets = stakes::stakes(&terms, BETS).into_iter().map(Bet::Simple).collect();
        let disk = Disk::open(directory);
        Self { cabinet, handed, placed, bets, disk, bare_milliseconds: Vec::new(), settled: Vec::new(), not_counted: 0 }
    }

    /// One round, from the bets to the number; a spin that does not count is spun again.
    async fn round(&mut self) {
        let open = self.cabinet.wait_for(|views| views.cabinet.betting_open && views.cabinet.phase != PhaseView::Held).await;
        let round = open.cabinet.round;
        self.handed.lock().expect("nobody panics with the edges").clear();
        self.place(round).await;
        self.placed.store(round, Ordering::Relaxed);
        let is_paid = move |views: &Views| views.cabinet.round > round || views.cabinet.phase == PhaseView::Paid;
        let paid = self.cabinet.wait_for(is_paid).await;
        let seen = Instant::now();
        let recalled = paid.official.rounds.iter().find(|recalled| recalled.round == round && recalled.outcome.is_some());
        match recalled.and_then(|recalled| recalled.evidence.last()) {
            Some(record) => self.note(*record, seen).await,
            None => self.not_counted += 1,
        }
        self.bare_milliseconds.push(self.disk.append_bare());
    }

    /// Notes how long it took from the last edge in this record's evidence.
    async fn note(&mut self, record: u64, seen: Instant) {
        let evidence = self.cabinet.desk.evidence(record).await.expect("the cabinet is running");
        let edges = trace::parse(&String::from_utf8_lossy(&evidence)).expect("the evidence is whole");
        // The very last is the moment of the end and no edge of a line.
        let last = edges.iter().rev().nth(1).expect("a number is read from edges").at_nanoseconds;
        let all = self.handed.lock().expect("nobody panics with the edges");
        let (_, handed) = *all.iter().rev().find(|(at, _)| *at == last).expect("the last edge was handed over in this round");
        self.settled.push(seen.saturating_duration_since(handed).as_secs_f64() * 1e3);
    }

    async fn place(&self, round: u64) {
        for seat in Seat::all() {
            self.cabinet.fill_up(seat, format!("credit-{round}-{seat}")).await;
            let order = Order::Place { bets: self.bets.clone() };
            self.cabinet.order(Who::Seat(seat), format!("{round:08}-4d1c-4f0b-9d6e-{seat:012}"), Some(round), order).await;
        }
    }

    fn print(&self) {
        println!("{} rounds with a number, {} without; six seats with {BETS} bets each\n", self.settled.len(), self.not_counted);
        println!("{:58} {:>8} {:>8}", "milliseconds", "p50", "p99");
        let print = |name: &str, values: &[f64]| println!("{name:58} {:8.2} {:8.2}", median(values), quantile(values, 0.99));
        print("bare append + fdatasync of 1 KiB", &self.bare_milliseconds);
        print("last confirming edge -> settled, durable, views shown", &self.settled);
        let sync = median(&self.bare_milliseconds);
        let (middle, high) = (median(&self.settled) / sync, quantile(&self.settled, 0.99) / sync);
        println!("\nin bare syncs (their p50): {middle:.2} at p50, {high:.2} at p99");
    }
}

/// The shipped wheel; its rotor is not turned round, which takes some seconds and measures nothing.
fn parameters() -> Parameters {
    let Device::ThreeSensor(mut parameters) = load_device("three-sensor-gpio").expect("the shipped device file is good").value else {
        panic!("the shipped device is a three-sensor wheel");
    };
    parameters.motor.direction = Direction::Clockwise;
    *parameters
}

/// The lines of a simulated wheel that goes on as soon as it has been driven.
fn lines(handed: Handed, placed: Arc<AtomicU64>, views: watch::Receiver<Arc<Views>>) -> Lines {
    let shared = Arc::new((Mutex::new((Live::new(1, Level::Field, Mishaps::default()), true)), Condvar::new()));
    let driven = shared.clone();
    let read = move |_: Duration| -> Result<Batch, LineError> {
        let (phase, waits) = {
            let cabinet = &views.borrow().cabinet;
            (cabinet.phase, cabinet.betting_open && cabinet.round > placed.load(Ordering::Relaxed))
        };
        if matches!(phase, PhaseView::Open | PhaseView::Paid) || waits {
            std::thread::sleep(IDLE_WAIT);
        }
        let (lock, was_driven) = &*shared;
        let waiting = lock.lock().expect("nobody panics with the wheel");
        let (mut wheel, _) =
            was_driven.wait_timeout_while(waiting, DRIVER_WAIT, |(_, driven)| !*driven).expect("nobody panics with the wheel");
        if waits {
            return Ok(Batch { signals: Vec::new(), until_nanoseconds: wheel.0.now() });
        }
        let until = wheel.0.now() + AT_ONCE_NANOSECONDS;
        let signals: Vec<Signal> = wheel.0.advance(until).into_iter().map(Signal::Change).collect();
        wheel.1 = false;
        let now = Instant::now();
        handed.lock().expect("nobody panics with the edges").extend(signals.iter().map(|signal| (signal.at_nanoseconds(), now)));
        Ok(Batch { signals, until_nanoseconds: wheel.0.now() })
    };
    let drive = move |drive| {
        let (lock, was_driven) = &*driven;
        let mut wheel = lock.lock().expect("nobody panics with the wheel");
        wheel.0.drive(drive);
        wheel.1 = true;
        was_driven.notify_one();
        Ok(())
    };
    simulated(read, drive)
}
