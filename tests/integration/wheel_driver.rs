//! The driver of a wheel over a real port: a pseudo-terminal with a simulated wheel behind it, both a hundred times faster than life.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use croupier::drivers::pace::Pace;
use croupier::drivers::serial::{self, SerialError};
use croupier::drivers::wheel::{self, DriverError, WheelPort};
use croupier::model::{FaultCode, Pocket, Span, Timestamp, WheelEvent, WheelHappening, WheelWish};
use croupier::profiles::{self, Kind};
use croupier::sensing::capture::{self, Direction};
use croupier::sensing::slingshot::{Parameters, Status, Wheel};
use croupier::sensing::{LinkState, SerialMachine};
use croupier::sim::devices::SimulatedDevice;
use croupier::sim::devices::pseudo_terminal::{self, Options, Running};
use croupier::sim::devices::slingshot::{Behaviour, Fault, Moment, SimulatedWheel};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

const SPEED: u32 = 100;

/// No test waits longer than this for anything.
const PATIENCE: Duration = Duration::from_secs(20);

fn device() -> Parameters {
    profiles::load(Kind::Device, "slingshot-2").expect("the device file is good").value
}

fn simulate(link: &Path, behaviour: Behaviour) -> Running {
    pseudo_terminal::start(Options { link: link.to_owned(), device: SimulatedWheel::new(5, behaviour), speed: SPEED, reports: None })
        .expect("the simulation starts")
}

/// A driver and what a cabinet has in its hand of it.
struct Driven {
    wishes: watch::Sender<WheelWish>,
    events: mpsc::Receiver<WheelEvent>,
    status: watch::Receiver<Status>,
    stop: CancellationToken,
    task: JoinHandle<Result<(), DriverError>>,
}

/// Drives the wheel of this simulation, by its time.
fn drive(running: &Running, record: Option<PathBuf>, events_waiting: usize) -> Driven {
    drive_by(running.clock.clone(), &running.port_path, record, events_waiting)
}

/// A clock that no simulation holds up.
fn own_clock() -> impl Fn() -> Timestamp + Send + 'static {
    let started = Instant::now();
    move || {
        let passed = u64::try_from(started.elapsed().as_micros()).expect("a test does not run for ages");
        Timestamp::from_microseconds(1_700_000_000_000_000).after(Span::from_microseconds(passed * u64::from(SPEED)))
    }
}

fn drive_by(clock: impl Pace + Send + 'static, port: &Path, record: Option<PathBuf>, events_waiting: usize) -> Driven {
    let (wishes, wishes_taken) = watch::channel(WheelWish::Ready);
    let (events_said, events) = mpsc::channel(events_waiting);
    let (status_said, status) = watch::channel(Status::default());
    let stop = CancellationToken::new();
    let port = WheelPort { port: port.to_owned(), device: device(), record, analyser: None, speed: SPEED, settled: None };
    let task = tokio::spawn(wheel::run(port, wishes_taken, events_said, status_said, clock, stop.clone()));
    Driven { wishes, events, status, stop, task }
}

impl Driven {
    async fn next(&mut self) -> WheelEvent {
        tokio::time::timeout(PATIENCE, self.events.recv()).await.expect("something happens in time").expect("the driver runs")
    }

    /// Waits for the first event that `wanted` picks.
    async fn until<T>(&mut self, wanted: impl Fn(&WheelEvent) -> Option<T>) -> T {
        loop {
            if let Some(found) = wanted(&self.next().await) {
                return found;
            }
        }
    }

    async fn until_status(&mut self, wanted: impl FnMut(&Status) -> bool) {
        tokio::time::timeout(PATIENCE, self.status.wait_for(wanted)).await.expect("the status changes in time").expect("the driver runs");
    }

    fn wish(&self, wish: WheelWish) {
        self.wishes.send(wish).expect("the driver runs");
    }

    /// Asks for a spin and waits for its end.
    async fn spin(&mut self, number: u64) -> WheelHappening {
        self.wish(WheelWish::Launch(number));
        let end = self
            .until(|event| {
                let ends = matches!(event.happening, WheelHappening::Result(_) | WheelHappening::NoSpin(_) | WheelHappening::Fault { .. });
                (ends && event.spin == Some(number)).then(|| event.happening.clone())
            })
            .await;
        self.wish(WheelWish::Ready);
        end
    }

    async fn end(self) {
        self.stop.cancel();
        let ended = tokio::time::timeout(PATIENCE, self.task).await.expect("the driver stops in time");
        ended.expect("the driver does not panic").expect("the driver ends well");
    }
}

fn pockets(numbers: &[u8]) -> Vec<Pocket> {
    numbers.iter().map(|&number| Pocket::new(number).expect("a pocket")).collect()
}

#[tokio::test]
async fn the_numbers_that_fall_come_back_and_the_record_shows_the_same() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (link, record) = (folder.path().join("wheel"), folder.path().join("wheel.capture"));
    let outcomes = pockets(&[7, 0, 36]);
    let running = simulate(&link, Behaviour { outcomes: outcomes.clone(), ..Behaviour::default() });
    let mut driven = drive(&running, Some(record.clone()), 16);
    driven.until(|event| (event.happening == WheelHappening::Opened).then_some(())).await;
    for (number, pocket) in (1..).zip(&outcomes) {
        assert_eq!(driven.spin(number).await, WheelHappening::Result(*pocket));
    }
    driven.end().await;
    running.stop().await.expect("the simulation ends well");
    assert_eq!(replayed(&record), outcomes);
}

/// The results that a record holds.
fn replayed(record: &Path) -> Vec<Pocket> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let text = std::fs::read_to_string(record).expect("the record is there");
        let lines = capture::parse(&text).expect("the record is a capture");
        let mut wheel = Wheel::new(device());
        for line in lines {
            let now = Timestamp::default().after(line.at);
            match line.direction {
                Direction::From => wheel.received_line(&line.line, now),
                Direction::To => wheel.overheard_line(&line.line, now),
            }
        }
        let events = std::iter::from_fn(|| wheel.poll_event());
        let pockets: Vec<_> =
            events.filter_map(|event| if let WheelHappening::Result(pocket) = event.happening { Some(pocket) } else { None }).collect();
        // The record is written on a thread of its own, which may be a moment behind.
        if pockets.len() >= 3 || Instant::now() > deadline {
            return pockets;
        }
        std::thread::yield_now();
    }
}

#[tokio::test]
async fn a_line_pulled_out_in_a_spin_ends_the_spin_and_is_opened_again() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("wheel");
    let behaviour =
        Behaviour { outcomes: pockets(&[1, 2, 3]), script: vec![(Moment::of_launch(2), Fault::LineLost)], ..Behaviour::default() };
    let running = simulate(&link, behaviour);
    let mut driven = drive(&running, None, 16);
    assert_eq!(driven.spin(1).await, WheelHappening::Result(pockets(&[1])[0]));
    let lost = driven.spin(2).await;
    assert!(matches!(lost, WheelHappening::Fault { code: FaultCode::DeviceLost, .. }), "{lost:?}");
    driven.until(|event| (event.happening == WheelHappening::FaultCleared(FaultCode::DeviceLost)).then_some(())).await;
    assert_eq!(driven.spin(3).await, WheelHappening::Result(pockets(&[3])[0]));
    driven.end().await;
    running.stop().await.expect("the simulation ends well");
}

#[tokio::test]
async fn a_port_that_comes_later_is_found_and_one_that_goes_for_good_is_lost() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("wheel");
    let mut driven = drive_by(own_clock(), &link, None, 16);
    driven.until(|event| matches!(event.happening, WheelHappening::Fault { code: FaultCode::DeviceLost, .. }).then_some(())).await;
    let running = simulate(&link, Behaviour { running: true, ..Behaviour::default() });
    driven.until_status(|status| status.link == LinkState::Heard).await;
    running.stop().await.expect("the simulation ends well");
    driven.until_status(|status| status.link == LinkState::Lost).await;
    driven.end().await;
}

#[tokio::test]
async fn a_port_is_for_one_alone() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("wheel");
    let running = simulate(&link, Behaviour::default());
    let mut driven = drive(&running, None, 16);
    driven.until_status(|status| status.link == LinkState::Heard).await;
    assert!(matches!(serial::open(&link, 9_600), Err(SerialError::InUse { path }) if path == link));
    driven.until_status(|status| status.status_lines > 20).await;
    driven.end().await;
    let mut next = drive(&running, None, 16);
    next.until_status(|status| status.link == LinkState::Heard).await;
    next.end().await;
    running.stop().await.expect("the simulation ends well");
}

#[tokio::test]
async fn events_that_nobody_takes_do_not_keep_the_line_from_being_read_and_are_not_lost() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("wheel");
    let running = simulate(&link, Behaviour { outcomes: pockets(&[9]), ..Behaviour::default() });
    let mut driven = drive(&running, None, 1);
    driven.wish(WheelWish::Launch(1));
    let nine = pockets(&[9])[0];
    driven.until_status(|status| status.report.is_some_and(|report| report.state == 2 && report.winning == Some(nine))).await;
    let mut names = Vec::new();
    while names.last() != Some(&"result") {
        names.push(driven.next().await.happening.name());
    }
    assert_eq!(names.iter().filter(|name| **name == "ball-launched").count(), 1, "{names:?}");
    assert_eq!(names.iter().filter(|name| **name == "no-more-bets").count(), 1, "{names:?}");
    driven.end().await;
    running.stop().await.expect("the simulation ends well");
}

#[tokio::test]
async fn a_driver_that_nobody_listens_to_says_so_and_a_record_that_cannot_be_begun_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("wheel");
    let driven = drive_by(own_clock(), &link, None, 16);
    drop(driven.wishes);
    let ended = tokio::time::timeout(PATIENCE, driven.task).await.expect("in time").expect("no panic");
    assert!(matches!(ended, Err(DriverError::Deserted { port }) if port == link));
    let nowhere = folder.path().join("no/such/folder/file");
    let driven = drive_by(own_clock(), &link, Some(nowhere.clone()), 16);
    let ended = tokio::time::timeout(PATIENCE, driven.task).await.expect("in time").expect("no panic");
    assert!(matches!(ended, Err(DriverError::Record { path, .. }) if path == nowhere));
}

/// A wheel that says by turns that it is off and that it is on, as fast as 9600 bits a second allow.
struct Babbler {
    line_at: Timestamp,
    is_on: bool,
    to_send: Vec<u8>,
}

impl SimulatedDevice for Babbler {
    type Truth = ();

    fn received(&mut self, _bytes: &[u8], _now: Timestamp) {}

    fn next_wake(&self) -> Option<Timestamp> {
        Some(self.line_at)
    }

    fn wake(&mut self, now: Timestamp) {
        while self.line_at <= now {
            let (state, rpm) = if self.is_on { (2, 160) } else { (6, 0) };
            self.to_send.extend(format!("*X;{state};001;  ;0;{rpm:03};0\r\n").bytes());
            self.is_on = !self.is_on;
            self.line_at = self.line_at.after(Span::from_milliseconds(21));
        }
    }

    fn poll_send(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.to_send)
    }

    fn connected(&self) -> bool {
        true
    }

    fn take_truth(&mut self) -> Vec<()> {
        Vec::new()
    }
}

#[tokio::test]
async fn a_wheel_that_says_more_than_one_can_is_held_again_and_again_and_never_ends_its_driver() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("wheel");
    let device = Babbler { line_at: pseudo_terminal::START, is_on: false, to_send: Vec::new() };
    let running = pseudo_terminal::start(Options { link: link.clone(), device, speed: SPEED, reports: None }).expect("it starts");
    let mut driven = drive(&running, None, 16);
    // Five minutes of the wheel, in which it says fourteen thousand things.
    let end = tokio::time::Instant::now() + Duration::from_secs(3);
    let (mut said, mut held) = (0, 0);
    while let Ok(event) = tokio::time::timeout_at(end, driven.events.recv()).await {
        let event = event.expect("the driver runs");
        said += 1;
        held += u32::from(matches!(event.happening, WheelHappening::Fault { code: FaultCode::Babbling, .. }));
    }
    assert!((1..=4).contains(&held) && said < 500, "held {held} times, {said} events");
    driven.end().await;
    running.stop().await.expect("the simulation ends well");
}
