//! The inside of the daemon without its devices, put together as the daemon does: the deciding thread, the journal with both copies,
//! HTTP; and what its times are measured against: the same disk.

use std::fs::File;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use croupier::access::{Access, Credential, Holder};
use croupier::cabinet::{Cabinet, Terms};
use croupier::daemon::{Clock, EventLoop, Intake, Outlet, card_lines};
use croupier::desk::{Answer, Desk};
use croupier::games::card_game::CardGame;
use croupier::http::{self, Commits, House, Readiness};
use croupier::journal::{Entry, Journal, Paths, Record, Salts};
use croupier::model::{
    CardSourceEvent, CardWish, Command, Event, Input, Money, Order, Seat, TableNumber, Timestamp, Views, What, WheelEvent, WheelWish, Who,
};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

/// The bytes of one bare append: about what one commit adds to the journal.
pub(crate) const BARE_BYTES: usize = 1_024;
/// How many times faster than life the house's clock runs.
const CLOCK_SPEED: u32 = 200;
/// Nothing that is waited for may take longer.
pub(crate) const MOST: Duration = Duration::from_secs(20);

/// A cabinet that runs.
pub(crate) struct Running {
    pub(crate) desk: Desk,
    pub(crate) address: SocketAddr,
    credentials: Vec<Credential>,
    views: watch::Receiver<Arc<Views>>,
}

/// What the cabinet wants of its devices, and where it is told what they say.
pub(crate) struct Devices {
    pub(crate) wheel_wish: watch::Receiver<WheelWish>,
    /// The round that the wheel turns for.
    pub(crate) wheel_round: watch::Receiver<u64>,
    pub(crate) wheel_events: mpsc::Sender<WheelEvent>,
    pub(crate) card_wishes: Vec<watch::Receiver<CardWish>>,
    pub(crate) card_events: mpsc::Sender<(TableNumber, CardSourceEvent)>,
}

impl Running {
    /// A new cabinet under these terms.
    pub(crate) fn start(directory: &Path, terms: &Terms, server: &tokio::runtime::Runtime, stop: &CancellationToken) -> (Self, Devices) {
        let (cabinet, journal) = begin(directory, terms);
        let clock = Clock::starting_after(cabinet.at()).faster(CLOCK_SPEED);
        let (slips, slips_taken) = mpsc::channel(256);
        let (searches, searches_taken) = mpsc::channel(16);
        let (presence, presence_taken) = mpsc::channel(16);
        let (wheel_events, wheel_taken) = mpsc::channel(256);
        let (card_events, cards_taken) = mpsc::channel(256);
        let (wheel, wheel_wish) = watch::channel(WheelWish::Ready);
        let (cards, card_wishes) = card_lines(cabinet.card_wishes());
        let (round, wheel_round) = watch::channel(cabinet.outstanding().round);
        let (readiness, is_ready) = watch::channel(Readiness::Starting);
        let (views, viewed) = watch::channel(Arc::new(cabinet.views(Arc::new(cabinet.rules_view()))));
        let draws = watch::channel(Vec::new()).0;
        let tests = watch::channel(None).0;
        let (progress, commits) = (Arc::new(AtomicU64::new(0)), Commits::default());
        let outlet = Outlet { views, wheel, round, cards, draws, tests, readiness, progress, commits: commits.clone() };
        let turn = EventLoop::new(cabinet, journal, Salts::new([7; 32]), clock.clone(), outlet);
        let intake = Intake {
            slips: slips_taken,
            searches: searches_taken,
            presence: presence_taken,
            house: mpsc::channel(1).1,
            wheel: wheel_taken,
            cards: cards_taken,
            drawn: mpsc::channel(1).1,
            access: mpsc::channel(1).1,
        };
        let turn_stop = stop.clone();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime can be made");
            let events = vec![Event::Started {
                version: "bench".into(),
                wall: None,
                unproved_after: None,
                practice: Event::PRACTICE,
                identity: None,
            }];
            runtime.block_on(turn.run(events, intake, turn_stop)).expect("the journal can be written");
        });

        let (access, credentials) = Access::create(&directory.join("access.toml")).expect("the tokens can be written");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
        let address = listener.local_addr().expect("the listener has an address");
        let desk = Desk::new(slips, searches, presence, viewed);
        let house_clock: http::Clock = Arc::new(move || clock.now());
        let (workshop, archive, limits) = (Arc::new(()), Arc::new(()), http::Limits::default());
        let (games, names, proxies) = (CardGame::SHEETS, Vec::new(), Vec::new());
        let house = House {
            desk: desk.clone(),
            access: Arc::new(access),
            readiness: is_ready,
            clock: house_clock,
            workshop,
            archive,
            demo: true,
            games,
            limits,
            names,
            proxies,
            tls: None,
            commits,
        };
        server.spawn(http::serve(listener, house, stop.clone()));
        let views = desk.watch();
        (Self { desk, address, credentials, views }, Devices { wheel_wish, wheel_round, wheel_events, card_wishes, card_events })
    }

    /// The token of a seat.
    pub(crate) fn token(&self, seat: Seat) -> &str {
        let credential = self.credentials.iter().find(|credential| credential.holder == Holder::Seat(seat));
        &credential.expect("every seat has a token").token
    }

    /// Waits until the views are so.
    pub(crate) async fn wait_for(&mut self, holds: impl Fn(&Views) -> bool) -> Arc<Views> {
        let come = tokio::time::timeout(MOST, async { self.views.wait_for(|views| holds(views)).await.map(|views| views.clone()) }).await;
        let Ok(views) = come else { panic!("the cabinet never came to what is waited for: {:?}", self.views.borrow().cabinet) };
        views.expect("the cabinet is running")
    }

    /// Hands in an order that is allowed.
    pub(crate) async fn order(&self, who: Who, key: String, round: Option<u64>, order: Order) {
        let command = Command { who, key: Some(key), round, order };
        let answer = self.desk.order(command).await.expect("the cabinet is running");
        assert!(matches!(answer, Answer::Accepted { .. }), "{answer:?}");
    }

    /// Puts credit on a seat that has little left.
    pub(crate) async fn fill_up(&self, seat: Seat, key: String) {
        if self.desk.views().seats[seat.index()].credit.minor() < 1_000_000 {
            let order = Order::CreditIn { seat, amount: Money::from_minor(5_000_000) };
            self.order(Who::Attendant("attendant-1".into()), key, None, order).await;
        }
    }
}

/// A new cabinet and its journal.
fn begin(directory: &Path, terms: &Terms) -> (Cabinet, Journal) {
    let paths = Paths { journal: directory.join("journal"), mirror: directory.join("mirror") };
    let (mut journal, _) = Journal::open(&paths).expect("a new journal can be begun");
    let at = Clock::starting_after(Timestamp::default()).now();
    let input = Input { number: 1, at, what: What::Event(Event::Terms { terms: terms.to_bytes() }) };
    let (cabinet, step) = Cabinet::begin(&input).expect("terms that were just made can be read");
    let record = Record::bare(input, step.facts, terms.rules_sha256);
    journal.append(vec![Entry { number: 1, at, round: 0, payload: record.encode() }]).expect("the journal can be written");
    (cabinet, journal)
}

/// The same disk without a cabinet, in milliseconds.
pub(crate) struct Disk {
    bare: File,
    alone: Journal,
}

impl Disk {
    pub(crate) fn open(directory: &Path) -> Self {
        let bare = File::options().create(true).append(true).open(directory.join("bare")).expect("the directory can be written");
        let alone = Paths { journal: directory.join("alone"), mirror: directory.join("alone-mirror") };
        let (alone, _) = Journal::open(&alone).expect("a new journal can be begun");
        Self { bare, alone }
    }

    /// An append of [`BARE_BYTES`], synced.
    pub(crate) fn append_bare(&mut self) -> f64 {
        let began = Instant::now();
        self.bare.write_all(&[b';'; BARE_BYTES]).expect("the disk has room");
        self.bare.sync_data().expect("the disk can sync");
        began.elapsed().as_secs_f64() * 1e3
    }

    /// A commit of the same size in a journal that nobody plays on.
    pub(crate) fn commit_alone(&mut self) -> f64 {
        let number = self.alone.head().number + 1;
        let payload = (0..BARE_BYTES as u64).map(|place| (place * number % 251) as u8).collect();
        let entry = Entry { number, at: Timestamp::from_microseconds(number), round: number, payload };
        let began = Instant::now();
        self.alone.append(vec![entry]).expect("the journal can be written");
        began.elapsed().as_secs_f64() * 1e3
    }
}
