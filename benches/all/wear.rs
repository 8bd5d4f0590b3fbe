//! What play writes to the disk, in bytes: an idle spin, a spin on which six seats bet, a deal of blackjack on which six seats bet. Beside it the same
//! records appended to one bare file with `fdatasync` on the same disk in the same run: the least that any journal can write. And how large a
//! milestone is, and how long it takes to look an old deal up.
//!
//! Every input is a commit of its own, as where nobody bets at the same moment; checkpoints and milestones are kept as often as the daemon keeps them,
//! and the mark is followed up every five seconds of play.
//!
//! `handed` is what the program hands to the kernel (`wchar` of `/proc/self/io`), `disk` what the kernel writes to the block device under the folder
//! (`/sys/dev/block`), the file system's own journal with it. A device counts for everybody: name a folder on one that nobody else writes to, say an
//! ext4 on a loop device. `write_bytes` of `/proc/self/io` is of no use: a kernel with large folios counts the whole folio for every byte in it. What the
//! controller of a card makes of it, which erases by the megabyte, nobody outside the card knows.
//!
//! `cargo bench --bench all -- wear [SPINS] [FOLDER]`

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use croupier::cabinet::{Cabinet, replay};
use croupier::diagnostics::opening_of;
use croupier::journal::{Checkpoint, Entry, Journal, MilestoneKeeper, Milestones, MirrorReader, Paths, Record};
use croupier::model::{Bet, PastGame, Pocket, SEATS, TableNumber, Timestamp};

use crate::support::card_play::CardPlay;
use crate::support::evidence::evidence;
use crate::support::figures::{median, print_load};
use crate::support::play::Play;
use crate::support::processor::nanoseconds;
use crate::support::stakes::stakes;
use crate::support::terms::demo_terms;
use crate::support::times;

/// After how many inputs a checkpoint is kept, as the daemon does.
const CHECKPOINT_INPUTS: u64 = 512;
/// How often the mark is followed up while something is recorded, in microseconds.
const MARK_EVERY: u64 = 5_000_000;
/// The bytes of a mark.
const MARK_BYTES: usize = 350;
/// Bets of each seat in each round.
const BETS: usize = 4;
/// A deal has more inputs than a spin: so many times fewer are played.
const DEALS_LESS: u64 = 3;
/// How often each deal is looked up.
const LOOK_UPS: usize = 5;
/// How many spins and deals a wheel and a table come to.
const SPINS_AN_HOUR: f64 = 80.0;
const HOURS_A_YEAR: f64 = 8_760.0;

pub(crate) fn run() {
    let spins = times::times(4_000, 40);
    let folder = std::env::args().skip(1).find(|argument| Path::new(argument).is_dir()).unwrap_or_else(|| ".".to_owned());
    let directory = tempfile::tempdir_in(folder).expect("the folder can be written");
    print_load();
    println!(
        "\n                                    kept, bytes of one           mark             journal                bare append      disk / bare   GB a year"
    );
    println!(
        "                inputs   records    mirror     store      disk    handed      disk    handed      disk   disk / records      on disk"
    );
    let idle = Case::spins(&directory.path().join("idle"), spins, false);
    idle.print("idle spin");
    let bets = Case::spins(&directory.path().join("bets"), spins, true);
    bets.print("spin, 6 seats");
    let deals = Case::deals(&directory.path().join("deals"), spins.div_ceil(DEALS_LESS));
    deals.print("deal, 6 seats");
    println!("a year is {HOURS_A_YEAR} hours of {SPINS_AN_HOUR} of them, with the mark");
    println!("\n                milestone bytes    of them a year   MB a year   last deal ms   worst deal ms   x reading its records");
    bets.print_milestones("spin, 6 seats", None);
    let table = deals.table.expect("deals are dealt at a table");
    deals.print_milestones("deal, 6 seats", Some(look_up(&deals.data, table, deals.times)));
    print_load();
}

/// One kind of play, and what was written for it.
struct Case {
    data: PathBuf,
    table: Option<TableNumber>,
    times: u64,
    inputs: u64,
    /// The state at the end, as a milestone holds it.
    milestone: u64,
    /// Bytes in all.
    records: u64,
    mirror: u64,
    store: u64,
    mark: Written,
    journal: Written,
    bare: Written,
}

/// How many bytes were written.
#[derive(Clone, Copy, Default)]
struct Written {
    /// To the kernel.
    handed: u64,
    /// To the disk; nothing where the folder is on none.
    disk: u64,
}

impl Case {
    /// So many spins of the wheel, with bets of every seat or without any.
    fn spins(data: &Path, spins: u64, with_bets: bool) -> Self {
        let terms = demo_terms();
        let writer = Rc::new(RefCell::new(Writer::open(data)));
        let taken = writer.clone();
        let sink = Box::new(move |cabinet: &Cabinet, record: Record, _| taken.borrow_mut().take(cabinet, &record));
        let mut play = Play::begin(&terms, Timestamp::from_microseconds(1_000_000_000_000_000), sink);
        let stakes = stakes(&terms, 60);
        play.fill_up();
        writer.borrow_mut().begin();
        for spin in 1..=spins {
            if with_bets && spin % 100 == 0 {
                play.fill_up();
            }
            let bets = |play: &mut Play| -> Vec<Bet> {
                let first = play.draw() as usize % (stakes.len() - BETS);
                stakes[first..first + BETS].iter().copied().map(Bet::Simple).collect()
            };
            let bets: Vec<Vec<Bet>> = if with_bets { (0..SEATS).map(|_| bets(&mut play)).collect() } else { Vec::new() };
            let number = (play.draw() % 37) as u8;
            let lines = evidence(&mut play, spin, number);
            play.round(&bets, Pocket::new(number).expect("below 37"), lines);
        }
        drop(play);
        Writer::end(writer, data, None, spins)
    }

    /// So many deals at the first blackjack table, at which six seats play.
    fn deals(data: &Path, deals: u64) -> Self {
        let writer = Rc::new(RefCell::new(Writer::open(data)));
        let taken = writer.clone();
        let sink = Box::new(move |cabinet: &Cabinet, record: Record| taken.borrow_mut().take(cabinet, &record));
        let mut play = CardPlay::begin(&demo_terms(), Some(sink));
        let is_blackjack = |table: &TableNumber| {
            let views = play.views();
            views.cabinet.tables.iter().any(|view| view.table == *table && view.rules_name.starts_with("blackjack/"))
        };
        let table = play.tables().into_iter().find(is_blackjack).expect("the demo has a table of blackjack");
        let seats = play.boxes(table).min(SEATS);
        writer.borrow_mut().begin();
        (0..deals).for_each(|_| play.deal(table, seats));
        drop(play);
        Writer::end(writer, data, Some(table), deals)
    }

    fn print(&self, name: &str) {
        let each = |bytes: u64| bytes as f64 / self.times as f64;
        let on_disk = each(self.journal.disk) + each(self.mark.disk);
        println!(
            "{name:>14} {:7.1} {:9.0} {:9.0} {:9.0} {:9.0} {:9.0} {:9.0} {:9.0} {:9.0} {:7.2} {:8.1} {:12.1}",
            each(self.inputs),
            each(self.records),
            each(self.mirror),
            each(self.store),
            each(self.mark.disk),
            each(self.journal.handed),
            each(self.journal.disk),
            each(self.bare.handed),
            each(self.bare.disk),
            self.journal.disk as f64 / self.bare.disk as f64,
            self.journal.disk as f64 / self.records as f64,
            on_disk * SPINS_AN_HOUR * HOURS_A_YEAR / 1e9,
        );
    }

    fn print_milestones(&self, name: &str, looked_up: Option<[f64; 3]>) {
        let a_year = self.inputs as f64 / self.times as f64 * SPINS_AN_HOUR * HOURS_A_YEAR / Milestones::ENTRIES as f64;
        let looked_up = looked_up.map(|[last, worst, read]| format!("{last:14.1} {worst:15.1} {:23.2}", worst / read));
        println!(
            "{name:>14} {:16} {a_year:17.0} {:11.1} {}",
            self.milestone,
            self.milestone as f64 * a_year / 1e6,
            looked_up.unwrap_or_default()
        );
    }
}

/// Writes what the play brings about as the daemon does.
struct Writer {
    journal: Journal,
    milestones: MilestoneKeeper,
    checkpoint_at: u64,
    payloads: Vec<Vec<u8>>,
    /// When something was recorded, in steps of the mark.
    marks: Vec<u64>,
    milestone: u64,
    /// What had been written, and what lay on the disk, when the play that counts began.
    before: Before,
}

#[derive(Clone, Copy, Default)]
struct Before {
    written: Written,
    mirror: u64,
    store: u64,
    inputs: u64,
}

impl Writer {
    fn open(data: &Path) -> Self {
        fs::create_dir_all(data).expect("the directory can be written");
        let (journal, _) = Journal::open(&paths(data)).expect("a new journal can be begun");
        let milestones = MilestoneKeeper::new(milestones(data), 0);
        let (payloads, marks) = (Vec::new(), Vec::new());
        Self { journal, milestones, checkpoint_at: CHECKPOINT_INPUTS, payloads, marks, milestone: 0, before: Before::default() }
    }

    fn take(&mut self, cabinet: &Cabinet, record: &Record) {
        let (number, at) = (record.input.number, record.input.at);
        let payload = record.encode();
        self.payloads.push(payload.clone());
        self.journal.append(vec![Entry { number, at, round: cabinet.round(), payload }]).expect("the journal can be written");
        let mark = at.microseconds() / MARK_EVERY;
        if self.marks.last() != Some(&mark) {
            self.marks.push(mark);
        }
        if number >= self.checkpoint_at {
            self.checkpoint_at = number + CHECKPOINT_INPUTS;
            let state = Checkpoint { head: self.journal.head(), bytes: cabinet.to_bytes() };
            self.milestone = state.bytes.len() as u64;
            if self.milestones.is_due(number) {
                self.milestones.keep(&state);
            }
            self.journal.checkpoint(state.bytes).expect("the journal can be written");
        }
        // As in the daemon's idle moments.
        self.journal.prepare();
    }

    /// What is written from here on counts.
    fn begin(&mut self) {
        let Paths { journal, mirror } = self.journal.paths().clone();
        let (mirror, store) = (used_bytes(&mirror), bytes_in(&journal.join("sled")));
        self.payloads.clear();
        self.marks.clear();
        self.before = Before { written: written(&journal), mirror, store, inputs: self.journal.head().number };
    }

    /// What was written for so many spins or deals, and what the same records and marks take where they are written alone.
    fn end(writer: Rc<RefCell<Self>>, data: &Path, table: Option<TableNumber>, times: u64) -> Case {
        let Self { journal, payloads, marks, milestone, before, .. } = Rc::into_inner(writer).expect("the play is over").into_inner();
        let inputs = journal.head().number - before.inputs;
        let paths = paths(data);
        drop(journal);
        let written = since(before.written, data);
        Case {
            data: data.to_owned(),
            table,
            times,
            inputs,
            milestone,
            records: payloads.iter().map(|payload| payload.len() as u64).sum(),
            mirror: used_bytes(&paths.mirror) - before.mirror,
            store: bytes_in(&paths.journal.join("sled")).saturating_sub(before.store),
            mark: counted(data, || mark(&data.join("marked"), &marks)),
            journal: written,
            bare: counted(data, || append_bare(&data.join("bare"), &payloads)),
        }
    }
}

/// Every record with `fdatasync`, in one file that grows.
fn append_bare(path: &Path, payloads: &[Vec<u8>]) {
    let mut file = File::options().create(true).append(true).open(path).expect("the directory can be written");
    for payload in payloads {
        file.write_all(payload).expect("the disk has room");
        file.sync_data().expect("the disk can sync");
    }
}

/// The mark, written over in place.
fn mark(path: &Path, marks: &[u64]) {
    let file = File::create(path).expect("the directory can be written");
    for mark in marks {
        file.write_all_at(&[*mark as u8; MARK_BYTES], 0).expect("the disk has room");
        file.sync_data().expect("the disk can sync");
    }
}

/// What is written meanwhile.
fn counted(data: &Path, work: impl FnOnce()) -> Written {
    let before = written(data);
    work();
    since(before, data)
}

fn since(before: Written, data: &Path) -> Written {
    let now = written(data);
    Written { handed: now.handed - before.handed, disk: now.disk - before.disk }
}

/// What this process has handed to the kernel so far, and what was written to the disk under this folder, after all that waits is on it.
fn written(data: &Path) -> Written {
    let folder = File::open(data).expect("the directory can be read");
    rustix::fs::syncfs(&folder).expect("the disk can sync");
    let device = folder.metadata().expect("the directory can be read").dev();
    let numbers = format!("{}:{}", rustix::fs::major(device), rustix::fs::minor(device));
    let statistics = fs::read_to_string(format!("/sys/dev/block/{numbers}/stat")).unwrap_or_default();
    // The seventh figure, in sectors of 512 bytes no matter which the disk has.
    let sectors = statistics.split_whitespace().nth(6).and_then(|sectors| sectors.parse().ok()).unwrap_or(0_u64);
    let text = fs::read_to_string("/proc/self/io").expect("the kernel counts what a process writes");
    let handed = text.lines().find_map(|line| line.strip_prefix("wchar: ")).expect("it is counted");
    Written { handed: handed.trim().parse().expect("a number of bytes"), disk: sectors * 512 }
}

/// The last deal, and the one that most records lie before since its milestone: milliseconds of the processor until each is there again, and until the
/// records of the worst were only read. Medians; the files are in the page cache.
fn look_up(data: &Path, table: TableNumber, deals: u64) -> [f64; 3] {
    let reader = MirrorReader::open(&paths(data).mirror).expect("it can be read");
    let opened = |deal: u64| opening_of(&reader, None, PastGame::Deal { table, deal }).expect("it can be read").expect("it was dealt");
    // Of the deals that begin before the second milestone the last; where there is none yet, the last of all.
    let (mut worst, mut beyond) = (1, deals + 1);
    while beyond - worst > 1 {
        let middle = worst.midpoint(beyond);
        if opened(middle) < 2 * Milestones::ENTRIES { worst = middle } else { beyond = middle }
    }
    let milliseconds = |deal: u64, carry_out: bool| {
        let look = || {
            let reader = MirrorReader::open(&paths(data).mirror).expect("it can be read");
            let opened = opening_of(&reader, None, PastGame::Deal { table, deal }).expect("it can be read").expect("it was dealt");
            again(&reader, &milestones(data), opened, carry_out);
        };
        median(&(0..LOOK_UPS).map(|_| nanoseconds(1, look) / 1e6).collect::<Vec<_>>())
    };
    [milliseconds(deals, true), milliseconds(worst, true), milliseconds(worst, false)]
}

/// Carries out what came between the milestone and this record, or only reads it.
fn again(reader: &MirrorReader, milestones: &Milestones, opened: u64, carry_out: bool) {
    let state = |milestone: &Checkpoint| Cabinet::from_bytes(&milestone.bytes);
    let mut cabinet = milestones.newest_before(opened, reader, state).expect("it can be read");
    let before = cabinet.as_ref().map_or(0, Cabinet::number);
    for link in reader.range(before + 1, opened) {
        let record = Record::decode(&link.expect("it can be read").entry.payload).expect("it was just written");
        if carry_out {
            replay(&mut cabinet, &record.input).expect("it was recorded");
        }
    }
}

fn paths(data: &Path) -> Paths {
    Paths { journal: data.join("journal"), mirror: data.join("mirror") }
}

fn milestones(data: &Path) -> Milestones {
    Milestones::new(data.join("milestones"))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the directory can be read").map(|entry| entry.expect("it can be read").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn bytes_in(folder: &Path) -> u64 {
    files(folder).iter().map(|file| fs::metadata(file).map_or(0, |found| found.len())).sum()
}

/// The bytes of the mirror that hold something: its newest segment ends in zeros, and another may be made ahead.
fn used_bytes(mirror: &Path) -> u64 {
    let used = |file: &PathBuf| {
        let bytes = fs::read(file).expect("it can be read");
        bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last as u64 + 1)
    };
    files(mirror).iter().map(used).sum()
}
