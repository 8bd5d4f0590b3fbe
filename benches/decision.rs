//! From a seat's decision at a card table to everybody's view of it: a `choose` posted over HTTP, seen on the WebSockets of six seats
//! and a hundred watchers, in a house with five tables and in one with forty, in turn, and against a bare `fdatasync` on the same disk.
//!
//! Everything between is what the daemon is made of. The cards come from the virtual deck, as in the demo cabinet; the times of the
//! rules are the shortest allowed, and the house's clock runs faster than life, so that stakes close within less than a second. No clock is
//! waited for between the decision and the views. The clients run in the same process, the watchers on a thread of their own.
//!
//! `cargo bench --bench decision [-- DECISIONS]`

#[path = "support/client.rs"]
mod client;
#[path = "support/figures.rs"]
mod figures;
#[path = "support/house.rs"]
mod house;
#[path = "support/json.rs"]
mod json;
#[path = "support/tables.rs"]
mod tables;
#[path = "support/times.rs"]
mod times;

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier::cabinet::Terms;
use croupier::drivers::virtual_deck;
use croupier::model::{
    BoxNumber, ChoiceKind, Order, Seat, StakeForm, TableNumber, TableOrder, TablePhase, TableView, TurnView, Views, Who,
};
use tables::{FEW_AND_MANY, cabinet_file};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use client::Watcher;
use croupier::profiles::{Kind, load};
use figures::{median, print_load, quantile};
use house::{Devices, Disk, MOST, Running};
use json::number_of;

/// Public watchers.
const WATCHERS: usize = 100;
/// How long the house is left alone before a decision.
const BEFORE_DECISION: Duration = Duration::from_millis(25);

fn main() {
    let decisions = times::times(200, 2);
    let directory = tempfile::tempdir_in(".").expect("the current directory can be written");
    print_load();
    let server = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime can be made");
    let stop = CancellationToken::new();
    let mut houses = FEW_AND_MANY.map(|tables| {
        let directory = directory.path().join(tables.to_string());
        std::fs::create_dir(&directory).expect("the directory can be written");
        let (cabinet, devices) = Running::start(&directory, &quick_terms(&directory, tables), &server, &stop);
        assert_eq!(cabinet.desk.views().cabinet.tables.len(), tables, "the house has so many tables");
        bring_cards(&cabinet, devices, &server, &stop);
        Bench::begin(&directory, cabinet)
    });
    while houses.iter().any(|house| house.figures.seats.len() < decisions * 6) {
        houses.iter_mut().for_each(Bench::deal);
    }
    for (house, tables) in houses.iter().zip(FEW_AND_MANY) {
        house.figures.print(tables);
    }
    let [few, many] = houses.map(|house| house.figures);
    let times = |of: fn(&Figures) -> &Vec<f64>| median(of(&many)) / median(of(&few));
    println!("\nwith {} tables instead of {}:", FEW_AND_MANY[1], FEW_AND_MANY[0]);
    println!("{:.2} x the time to the last seat's WebSocket (goal: at most 1.5)", times(|figures| &figures.last_seat));
    println!("{:.2} x the bytes of a message to a seat", times(|figures| &figures.seat_bytes));
    print_load();
    stop.cancel();
    server.shutdown_timeout(Duration::from_secs(1));
}

/// The demo cabinet with so many tables and short deals, and the longest patience with its players that rules may have. Stakes are taken long enough for six
/// seats on a busy machine.
fn quick_terms(directory: &Path, tables: usize) -> Terms {
    let path = directory.join("cabinet.toml");
    std::fs::write(&path, cabinet_file(tables)).expect("the directory can be written");
    let file = load(Kind::Cabinet, &path.to_string_lossy()).expect("the file says what the demo's says");
    let mut terms = croupier::configuration::terms_of(&file).expect("the demo's files fit together");
    for table in &mut terms.card_tables {
        let timing = table.game.rules_mut().house_settings().timing;
        (timing.betting_seconds, timing.pause_seconds) = (120, 1);
        (timing.decision_seconds, timing.card_most_seconds) = (600, 600);
    }
    terms
}

/// Every card table has a virtual deck.
fn bring_cards(cabinet: &Running, devices: Devices, server: &tokio::runtime::Runtime, stop: &CancellationToken) {
    let Devices { wheel_wish, wheel_round, wheel_events, card_wishes, card_events } = devices;
    // Nobody bets on the wheel here.
    drop((wheel_wish, wheel_round, wheel_events));
    let numbers: Vec<TableNumber> = cabinet.desk.views().cabinet.tables.iter().map(|table| table.table).collect();
    for (table, wishes) in numbers.into_iter().zip(card_wishes) {
        let (said, mut saying) = mpsc::channel(16);
        server.spawn(virtual_deck::run(wishes, said, stop.clone()));
        let events = card_events.clone();
        server.spawn(async move {
            while let Some(event) = saying.recv().await {
                events.send((table, event)).await.expect("the cabinet is running");
            }
        });
    }
}

/// The newest input that a WebSocket has shown.
struct Seen {
    watcher: usize,
    number: u64,
    at: Instant,
    bytes: usize,
}

struct Bench {
    cabinet: Running,
    table: TableNumber,
    runtime: tokio::runtime::Runtime,
    seen: mpsc::UnboundedReceiver<Seen>,
    posts: Vec<TcpStream>,
    disk: Disk,
    keys: u64,
    figures: Figures,
}

impl Bench {
    fn begin(directory: &Path, cabinet: Running) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime can be made");
        let (tell, seen) = mpsc::unbounded_channel();
        runtime.block_on(async {
            for seat in Seat::all() {
                let watcher = Watcher::open(cabinet.address, &format!("/api/v1/seats/{seat}/live"), Some(cabinet.token(seat))).await;
                tokio::spawn(watch(watcher, seat.index(), tell.clone()));
            }
            for number in 0..WATCHERS {
                let watcher = Watcher::open(cabinet.address, "/api/v1/cabinet/live", None).await;
                tokio::spawn(watch(watcher, 6 + number, tell.clone()));
            }
        });
        let connect = |_| {
            let stream = TcpStream::connect(cabinet.address).expect("the house listens");
            stream.set_nodelay(true).expect("a connection can be set so");
            stream
        };
        let posts = Seat::all().map(connect).collect();
        let is_blackjack = |table: &&Arc<TableView>| table.game == "blackjack";
        let table = cabinet.desk.views().cabinet.tables.iter().find(is_blackjack).expect("the demo has a blackjack table").table;
        Self { cabinet, table, runtime, seen, posts, disk: Disk::open(directory), keys: 0, figures: Figures::default() }
    }

    /// One deal in which all six seats play, and every decision of it.
    fn deal(&mut self) {
        let table = self.table;
        let staking = self.wait_for(move |views| of(views, table).phase == TablePhase::Staking);
        let deal = staking.deal;
        for seat in Seat::all() {
            self.stake(seat, &staking);
        }
        let mut decided = 0;
        loop {
            let view = self.wait_for(move |views| {
                let view = of(views, table);
                // The pause after a deal is so short here that it may never be seen.
                let over = view.phase == TablePhase::Paid || view.deal > deal;
                over || view.turns.first().is_some_and(|turn| turn.turn > decided)
            });
            let Some(turn) = view.turns.first().copied() else { return };
            decided = turn.turn;
            self.decide(&view, turn);
        }
    }

    fn wait_for(&mut self, holds: impl Fn(&Views) -> bool) -> TableView {
        of(&self.runtime.block_on(self.cabinet.wait_for(holds)), self.table).clone()
    }

    fn stake(&mut self, seat: Seat, view: &TableView) {
        let (place, offer) = (BoxNumber(seat.number()), view.offers[0]);
        let order = TableOrder::Stake(vec![StakeForm { place, kind: offer.kind, amount: offer.least }]);
        let (credit, stake) = (self.key(), self.key());
        self.runtime.block_on(async {
            self.cabinet.fill_up(seat, credit).await;
            self.cabinet.order(Who::Seat(seat), stake, Some(view.deal), Order::Table { table: self.table, order }).await;
        });
    }

    fn key(&mut self) -> String {
        self.keys += 1;
        format!("{:08}-5e1c-4f0b-9d6e", self.keys)
    }

    fn decide(&mut self, view: &TableView, turn: TurnView) {
        let offers = &self.cabinet.desk.views().seats[turn.seat.index()].tables[usize::from(self.table.0) - 1].offers;
        let choice = if offers.iter().any(|offer| offer.kind == ChoiceKind::Stand) { "stand" } else { "decline" };
        let body = format!("{{\"deal\":{},\"turn\":{},\"choice\":\"{choice}\"}}", view.deal, turn.turn);
        let request = self.request(turn.seat, &body);
        self.figures.bare.push(self.disk.append_bare());
        self.figures.commit.push(self.disk.commit_alone());
        std::thread::sleep(BEFORE_DECISION);

        let began = Instant::now();
        let number = post(&mut self.posts[turn.seat.index()], &request);
        self.figures.answered.push(began.elapsed().as_secs_f64() * 1e3);
        self.collect(number, began);
    }

    fn request(&mut self, seat: Seat, body: &str) -> String {
        let (table, key) = (self.table.0, self.key());
        format!(
            "POST /api/v1/seats/{seat}/tables/{table}/choose HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nIdempotency-Key: {key}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.cabinet.address,
            self.cabinet.token(seat),
            body.len()
        )
    }

    /// Waits until every seat and every watcher has seen the decision. A slow watcher may skip it and show a later state at once.
    fn collect(&mut self, number: u64, began: Instant) {
        let mut waited: BTreeSet<usize> = (0..6 + WATCHERS).collect();
        let (mut seats, mut watchers) = (Vec::new(), Vec::new());
        while !waited.is_empty() {
            let seen = self.runtime.block_on(async { tokio::time::timeout(MOST, self.seen.recv()).await });
            let seen = seen.expect("every WebSocket shows the decision").expect("the watchers are running");
            if seen.number < number || !waited.remove(&seen.watcher) {
                continue;
            }
            let milliseconds = seen.at.duration_since(began).as_secs_f64() * 1e3;
            if seen.watcher < 6 {
                seats.push(milliseconds);
                self.figures.seat_bytes.push(seen.bytes as f64);
            } else {
                watchers.push(milliseconds);
            }
        }
        self.figures.last_seat.push(quantile(&seats, 1.0));
        self.figures.last_watcher.push(quantile(&watchers, 1.0));
        self.figures.seats.extend(seats);
    }
}

fn of(views: &Views, table: TableNumber) -> &TableView {
    &views.cabinet.tables[usize::from(table.0) - 1]
}

/// Tells of every input that a WebSocket shows.
async fn watch(mut watcher: Watcher, number: usize, tell: mpsc::UnboundedSender<Seen>) {
    while let Some(text) = watcher.next().await {
        let at = Instant::now();
        let Some(shown) = number_of(&text[..text.len().min(200)], "number") else { continue };
        if tell.send(Seen { watcher: number, number: shown, at, bytes: text.len() }).is_err() {
            return;
        }
    }
}

/// Posts a decision, and gives its number in the journal.
fn post(stream: &mut TcpStream, request: &str) -> u64 {
    stream.write_all(request.as_bytes()).expect("the house takes requests");
    let (mut answer, mut buffer) = (String::new(), [0; 65_536]);
    loop {
        let length = stream.read(&mut buffer).expect("the house answers");
        assert!(length > 0, "the house hung up after {answer:?}");
        answer.push_str(&String::from_utf8_lossy(&buffer[..length]));
        if let Some((head, body)) = answer.split_once("\r\n\r\n")
            && body.len() >= content_length(head)
        {
            assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
            return number_of(body, "number").expect("a decision that was taken has a number");
        }
    }
}

fn content_length(head: &str) -> usize {
    let value = head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ").map(str::to_owned));
    value.and_then(|digits| digits.parse().ok()).expect("the house says how long its answers are")
}

/// Milliseconds, but for the bytes.
#[derive(Default)]
struct Figures {
    bare: Vec<f64>,
    commit: Vec<f64>,
    answered: Vec<f64>,
    seats: Vec<f64>,
    last_seat: Vec<f64>,
    last_watcher: Vec<f64>,
    seat_bytes: Vec<f64>,
}

impl Figures {
    fn print(&self, tables: usize) {
        let decisions = self.answered.len();
        println!("\n{decisions} decisions at a blackjack table, one of {tables} tables, with six seats, {WATCHERS} public watchers\n");
        println!("{:58} {:>8} {:>8} {:>8}", "milliseconds", "p50", "p99", "syncs");
        let sync = median(&self.bare);
        let print = |name: &str, values: &[f64]| {
            println!("{name:58} {:8.2} {:8.2} {:8.2}", median(values), quantile(values, 0.99), median(values) / sync);
        };
        print("bare append + fdatasync of 1 KiB", &self.bare);
        print("journal commit of 1 KiB, both copies", &self.commit);
        print("decision posted -> answered", &self.answered);
        print("decision posted -> on a seat's WebSocket", &self.seats);
        print("decision posted -> on the last seat's WebSocket", &self.last_seat);
        print("decision posted -> on the last watcher's WebSocket", &self.last_watcher);
        println!("\nsyncs: the median as a multiple of the bare one; a message has {:.0} bytes for a seat", median(&self.seat_bytes));
    }
}
