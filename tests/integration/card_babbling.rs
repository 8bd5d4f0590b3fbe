//! Sources of cards that say more than any that works, at the real driver over a pseudo-terminal: each is held as babbling, for longer each
//! time, and the driver lives.

use std::time::{Duration, Instant};

use croupier::drivers::card_source::{self, CardSourcePort};
use croupier::model::{CardSourceEvent, CardWish, FaultCode, Span, Timestamp};
use croupier::profiles::{self, Kind};
use croupier::sensing::shoe::{self, Shoe};
use croupier::sensing::shuffler::{self, Shuffler};
use croupier::sensing::{CardSourceMachine, SerialMachine};
use croupier::sim::devices::SimulatedDevice;
use croupier::sim::devices::pseudo_terminal::{self, Options};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

const SPEED: u32 = 40;

/// No test waits longer than this for anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often an unasked line comes: about as fast as 115200 bits a second allow.
const LINE: Span = Span::from_milliseconds(5);

/// A body in its frame.
fn frame(body: &str) -> String {
    format!(":{body}#{:08X};\r\n", crc32fast::hash(format!("{body}#").as_bytes()))
}

/// A source that says it is in another state each time.
struct Babbler {
    /// What it says by turns.
    bodies: [&'static str; 2],
    said: usize,
    /// When it says the next thing by itself; `None` where it only answers.
    line_at: Option<Timestamp>,
    heard: String,
    to_send: String,
}

impl Babbler {
    /// A shoe in the hands of a technician, and not, and so on, at the speed of its line.
    const fn shoe() -> Self {
        Self::new(["STATE SERVICE - 0 0 -", "STATE READY - 0 0 -"], Some(pseudo_terminal::START))
    }

    /// A shuffle machine that finds something else wrong each time it is asked.
    const fn shuffler() -> Self {
        Self::new(["ST DOOR 0 0 - -", "ST JAM 3 0 - -"], None)
    }

    const fn new(bodies: [&'static str; 2], line_at: Option<Timestamp>) -> Self {
        Self { bodies, said: 0, line_at, heard: String::new(), to_send: String::new() }
    }

    fn next_body(&mut self) -> &'static str {
        self.said += 1;
        self.bodies[self.said % 2]
    }

    /// Answers what a shuffle machine and a shoe are asked: who they are, and how they are.
    fn answer(&mut self, request: &str) {
        let body = match request.split_once(' ') {
            Some((sequence, "ID")) => format!("A{} ID 1 CS6 1.0 SN7", sequence.trim_start_matches('Q')),
            Some((sequence, "ST")) => format!("A{} {}", sequence.trim_start_matches('Q'), self.next_body()),
            _ if request == "WHO" => "SHOE 1 S8 1.0 SN7".to_owned(),
            _ => return,
        };
        self.to_send.push_str(&frame(&body));
    }
}

impl SimulatedDevice for Babbler {
    type Truth = ();

    fn received(&mut self, bytes: &[u8], _now: Timestamp) {
        self.heard.push_str(&String::from_utf8_lossy(bytes));
        while let Some((line, rest)) = self.heard.split_once('\n') {
            let (line, rest) = (line.to_owned(), rest.to_owned());
            self.heard = rest;
            if let Some((request, _)) = line.trim_start_matches(':').split_once('#') {
                self.answer(request);
            }
        }
    }

    fn next_wake(&self) -> Option<Timestamp> {
        self.line_at
    }

    fn wake(&mut self, now: Timestamp) {
        while let Some(at) = self.line_at.filter(|at| *at <= now) {
            let body = self.next_body();
            self.to_send.push_str(&frame(body));
            self.line_at = Some(at.after(LINE));
        }
    }

    fn poll_send(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.to_send).into_bytes()
    }

    fn connected(&self) -> bool {
        true
    }

    fn take_truth(&mut self) -> Vec<()> {
        Vec::new()
    }
}

/// When the source was held as babbling, until it was held so often, and how many things it had said by then.
async fn holds_of(times: usize, events: &mut mpsc::Receiver<CardSourceEvent>, clock: impl Fn() -> Timestamp) -> Vec<(Timestamp, usize)> {
    let (mut holds, mut said) = (Vec::new(), 0);
    while holds.len() < times {
        let event = tokio::time::timeout(PATIENCE, events.recv()).await;
        let event = event.unwrap_or_else(|_| panic!("held {} times after {said} events", holds.len())).expect("the driver runs");
        said += 1;
        if matches!(event, CardSourceEvent::Fault { code: FaultCode::CardSourceBabbling, .. }) {
            holds.push((clock(), said));
        }
    }
    holds
}

/// The source is held once it has said so much, is not listened to for a minute, and is held again for what little it says then.
async fn check<M>(device: M::Parameters, babbler: Babbler)
where
    M: CardSourceMachine + SerialMachine<Wish = CardWish, Event = CardSourceEvent, Status: Default>,
{
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("source");
    let options = Options { link: link.clone(), device: babbler, speed: SPEED, reports: None };
    let running = pseudo_terminal::start(options).expect("it starts");
    let started = Instant::now();
    let clock = move || {
        let passed = u64::try_from(started.elapsed().as_micros()).expect("a test does not run for ages");
        Timestamp::from_microseconds(1_700_000_000_000_000).after(Span::from_microseconds(passed * u64::from(SPEED)))
    };
    let (_wishes, wished) = watch::channel(CardWish::Ready);
    let (said, mut events) = mpsc::channel(16);
    let (status, _status) = watch::channel(M::Status::default());
    let stop = CancellationToken::new();
    let port = CardSourcePort { port: link, device, host: 0xCAFE_0001, record: None, analyser: None, speed: SPEED };
    let (ended, holds) = tokio::join!(card_source::run::<M>(port, wished, said, status, clock, stop.clone()), async {
        let holds = holds_of(2, &mut events, clock).await;
        stop.cancel();
        holds
    });
    ended.expect("the driver ends well, and not before it is told to");
    running.stop().await.expect("the simulation ends well");
    let [(first, said_first), (second, said_second)] = holds[..] else { panic!("it was held twice") };
    // What is of no game may be 128 things at once and one in about twenty seconds; a sixteenth part of that is left after a hold.
    assert!((100..200).contains(&said_first), "held after {said_first} events");
    assert!(said_second - said_first < 40, "held again after {} more", said_second - said_first);
    assert!(second.since(first) >= Span::from_seconds(60), "it is not listened to for a minute");
}

#[tokio::test]
async fn a_shoe_that_is_another_each_moment_is_held_again_and_again_and_never_ends_its_driver() {
    let device: shoe::Parameters = profiles::load(Kind::Device, "shoe").expect("the device file is good").value;
    check::<Shoe>(device, Babbler::shoe()).await;
}

#[tokio::test]
async fn a_shuffle_machine_that_finds_something_else_wrong_each_time_is_held_too() {
    let mut device: shuffler::Parameters = profiles::load(Kind::Device, "shuffler").expect("the device file is good").value;
    // A busy machine at many times the speed needs more patience.
    device.asking.reply_milliseconds = 20_000;
    check::<Shuffler>(device, Babbler::shuffler()).await;
}
