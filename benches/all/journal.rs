//! How long a durable commit takes, against a bare append with `fdatasync` on the same disk in the same run.
//!
//! The disk of a shared machine is faster in one second than in the next, so the contestants take turns in short rounds, in
//! changing order, and each is compared with the bare append of its own round. Only the ratios mean something. A rate counts the time
//! that somebody waits for a commit; what is done between commits, as in the daemon's idle moments, stands beside it.
//!
//! The file system counts: one without a journal of its own syncs a growing file in one write, and then two copies and sled's threads
//! weigh more than on a board's, which has one. So name a folder on the file system that is meant.
//!
//! `cargo bench --bench all -- journal [ROUNDS] [FOLDER]`

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use croupier::journal::{Entry, Journal, Paths};
use croupier::model::Timestamp;

use crate::support::times;

/// How long a contestant writes in one round.
const TURN: Duration = Duration::from_millis(400);
/// The payload of an entry: about what an input with its facts takes.
const PAYLOAD_BYTES: usize = 400;

pub(crate) fn run() {
    let rounds = times::times(15, 1);
    let folder = std::env::args().skip(1).find(|argument| Path::new(argument).is_dir()).unwrap_or_else(|| ".".to_owned());
    let directory = tempfile::tempdir_in(folder).expect("the folder can be written");
    println!("commits of {PAYLOAD_BYTES}-byte entries, {rounds} rounds of {} ms each", TURN.as_millis());
    for together in [1, 8] {
        compare(directory.path(), together, rounds);
    }
}

/// Commits once, and says how long it took until the entries were durable.
type Commit = Box<dyn FnMut() -> Duration>;

/// One way to make entries durable.
struct Contestant {
    name: &'static str,
    commit: Commit,
    /// Commits in a second of waiting, in each round.
    rates: Vec<f64>,
    micros: Vec<f64>,
    /// What was done between commits, when nobody waits.
    between: Duration,
}

fn compare(directory: &Path, together: usize, rounds: usize) {
    let directory = directory.join(format!("batch-{together}"));
    std::fs::create_dir_all(&directory).expect("writable");
    let mut contestants = [
        Contestant::new("raw append + fdatasync", raw(&directory, together)),
        Contestant::new("sled + fdatasync alone", sled_alone(&directory, together)),
        Contestant::new("journal (sled and mirror)", journal(&directory, together)),
    ];
    for round in 0..rounds {
        for turn in 0..contestants.len() {
            let place = (turn + round) % contestants.len();
            contestants[place].take_turn();
        }
    }
    let raw = contestants[0].rates.clone();
    println!("\n{together} entries a commit      commits/s   p50 us  p99 us   x raw: q25 / median / q75   us between");
    for contestant in &mut contestants {
        contestant.print(&raw);
    }
    let ratios = ratios(&contestants[2].rates, &contestants[1].rates);
    println!("the second copy: x {:.2} of the rate of sled alone", quantile(&ratios, 0.5));
}

impl Contestant {
    fn new(name: &'static str, commit: Commit) -> Self {
        Self { name, commit, rates: Vec::new(), micros: Vec::new(), between: Duration::ZERO }
    }

    fn take_turn(&mut self) {
        let start = Instant::now();
        let (mut commits, mut waited) = (0_u32, Duration::ZERO);
        while start.elapsed() < TURN {
            let took = (self.commit)();
            self.micros.push(took.as_secs_f64() * 1e6);
            waited += took;
            commits += 1;
        }
        self.rates.push(f64::from(commits) / waited.as_secs_f64());
        self.between += start.elapsed() - waited;
    }

    fn print(&self, raw: &[f64]) {
        let ratios = ratios(&self.rates, raw);
        println!(
            "{:26} {:9.0} {:8.0} {:8.0}   {:.2} / {:.2} / {:.2}   {:6.0}",
            self.name,
            quantile(&self.rates, 0.5),
            quantile(&self.micros, 0.5),
            quantile(&self.micros, 0.99),
            quantile(&ratios, 0.25),
            quantile(&ratios, 0.5),
            quantile(&ratios, 0.75),
            self.between.as_secs_f64() * 1e6 / self.micros.len() as f64,
        );
    }
}

fn ratios(ours: &[f64], theirs: &[f64]) -> Vec<f64> {
    ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs).collect()
}

fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * part).round() as usize]
}

/// A payload of the usual size that does not compress to nothing.
fn payload(number: u64) -> Vec<u8> {
    let mut state = number;
    let bytes = (0..PAYLOAD_BYTES).map(|place| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if place % 4 == 0 { (state >> 56) as u8 } else { b';' }
    });
    bytes.collect()
}

fn raw(directory: &Path, together: usize) -> Commit {
    let mut file = File::options().create(true).append(true).open(directory.join("raw")).expect("writable");
    let mut number = 0;
    Box::new(move || {
        let mut bytes = Vec::new();
        for _ in 0..together {
            number += 1;
            bytes.extend(payload(number));
        }
        let began = Instant::now();
        file.write_all(&bytes).expect("written");
        file.sync_data().expect("synced");
        began.elapsed()
    })
}

fn sled_alone(directory: &Path, together: usize) -> Commit {
    let path = directory.join("sled");
    let db = sled::Config::new().path(&path).flush_every_ms(None).cache_capacity(16 << 20).open().expect("opened");
    let file = File::open(path.join("db")).expect("sled makes this file");
    let mut number: u64 = 0;
    Box::new(move || {
        // The entries of a commit are one value, as the journal keeps them.
        let first = number + 1;
        number += together as u64;
        let value: Vec<u8> = (first..=number).flat_map(payload).collect();
        let began = Instant::now();
        db.insert(first.to_be_bytes(), value).expect("inserted");
        db.flush().expect("flushed");
        file.sync_data().expect("synced");
        began.elapsed()
    })
}

fn journal(directory: &Path, together: usize) -> Commit {
    let paths = Paths { journal: directory.join("journal"), mirror: directory.join("mirror") };
    let (mut journal, _) = Journal::open(&paths).expect("opened");
    Box::new(move || {
        let first = journal.head().number + 1;
        let entries = (first..first + together as u64).map(|number| Entry {
            number,
            at: Timestamp::from_microseconds(number),
            round: number / 10,
            payload: payload(number),
        });
        let entries = entries.collect();
        let began = Instant::now();
        journal.append(entries).expect("appended");
        let took = began.elapsed();
        // The daemon does this when nothing has come in for a moment.
        journal.prepare();
        took
    })
}
