//! Decisions posted over HTTP, and when the WebSockets of six seats and a hundred watchers show them.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier::model::{Order, Seat, TableNumber, TableOrder, Views, Who};
use tokio::sync::mpsc;

use super::client::Watcher;
use super::figures::{median, quantile};
use super::house::{Disk, MOST, Running};
use super::json::number_of;

/// Public watchers.
const WATCHERS: usize = 100;
/// How long the house is left alone before a decision.
const BEFORE_DECISION: Duration = Duration::from_millis(25);

/// The newest input that a WebSocket has shown.
struct Seen {
    watcher: usize,
    number: u64,
    at: Instant,
    bytes: usize,
}

/// A house, those who watch it, and what its decisions took.
pub(crate) struct Decisions {
    pub(crate) cabinet: Running,
    pub(crate) figures: Figures,
    runtime: tokio::runtime::Runtime,
    seen: mpsc::UnboundedReceiver<Seen>,
    posts: Vec<TcpStream>,
    disk: Disk,
    keys: u64,
}

impl Decisions {
    pub(crate) fn begin(directory: &Path, cabinet: Running) -> Self {
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
        Self { cabinet, figures: Figures::default(), runtime, seen, posts, disk: Disk::open(directory), keys: 0 }
    }

    pub(crate) fn wait_for(&mut self, holds: impl Fn(&Views) -> bool) -> Arc<Views> {
        self.runtime.block_on(self.cabinet.wait_for(holds))
    }

    /// Gives the seat credit where it has little.
    pub(crate) fn fill_up(&mut self, seat: Seat) {
        let key = self.key();
        self.runtime.block_on(self.cabinet.fill_up(seat, key));
    }

    /// Orders at a table what is not measured.
    pub(crate) fn order(&mut self, seat: Seat, deal: u64, table: TableNumber, order: TableOrder) {
        let key = self.key();
        self.runtime.block_on(self.cabinet.order(Who::Seat(seat), key, Some(deal), Order::Table { table, order }));
    }

    fn key(&mut self) -> String {
        self.keys += 1;
        format!("{:08}-5e1c-4f0b-9d6e", self.keys)
    }

    /// Posts this to where the seat decides at the table, and waits until everybody has seen it.
    pub(crate) fn decide(&mut self, seat: Seat, table: TableNumber, route: &str, body: &str) {
        let request = self.request(seat, table, route, body);
        self.figures.bare.push(self.disk.append_bare());
        self.figures.commit.push(self.disk.commit_alone());
        std::thread::sleep(BEFORE_DECISION);

        let began = Instant::now();
        let number = post(&mut self.posts[seat.index()], &request);
        self.figures.answered.push(began.elapsed().as_secs_f64() * 1e3);
        self.collect(number, began);
    }

    fn request(&mut self, seat: Seat, TableNumber(table): TableNumber, route: &str, body: &str) -> String {
        let key = self.key();
        format!(
            "POST /api/v1/seats/{seat}/tables/{table}/{route} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nIdempotency-Key: {key}\r\n\
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

/// What the decisions took: milliseconds, but for the bytes.
#[derive(Default)]
pub(crate) struct Figures {
    bare: Vec<f64>,
    commit: Vec<f64>,
    answered: Vec<f64>,
    seats: Vec<f64>,
    pub(crate) last_seat: Vec<f64>,
    last_watcher: Vec<f64>,
    pub(crate) seat_bytes: Vec<f64>,
}

impl Figures {
    /// How many decisions there were.
    pub(crate) fn count(&self) -> usize {
        self.answered.len()
    }

    pub(crate) fn print(&self, at: &str) {
        println!("\n{} decisions at {at}, with six seats, {WATCHERS} public watchers\n", self.count());
        println!("{:58} {:>8} {:>8} {:>8} {:>8}", "", "p50 ms", "p99 ms", "p50", "p99");
        let sync = median(&self.bare);
        let print = |name: &str, values: &[f64]| {
            let [middle, late] = [median(values), quantile(values, 0.99)];
            println!("{name:58} {middle:8.2} {late:8.2} {:8.2} {:8.2}", middle / sync, late / sync);
        };
        print("bare append + fdatasync of 1 KiB", &self.bare);
        print("journal commit of 1 KiB, both copies", &self.commit);
        print("decision posted -> answered", &self.answered);
        print("decision posted -> on a seat's WebSocket", &self.seats);
        print("decision posted -> on the last seat's WebSocket", &self.last_seat);
        print("decision posted -> on the last watcher's WebSocket", &self.last_watcher);
        println!(
            "\nfirst in milliseconds, then as multiples of the median bare sync; a message has {:.0} bytes for a seat",
            median(&self.seat_bytes)
        );
    }
}
