//! How long a start takes and how much memory it needs, with 20,000 and with 200,000 spins in the journal.
//!
//! The journal is written by one process and opened by another, so that the memory of writing does not count. Ready means what
//! it means to the daemon: both copies compared, the newest checkpoint read, the records after it stepped again.
//!
//! `cargo bench --bench start [-- SPINS...]`

#[path = "../tests/support/table.rs"]
mod table;

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use croupier::daemon::restore;
use croupier::journal::{Journal, Paths};
use croupier::model::{POCKETS, Pocket};
use table::Table;

/// Says to a process of this program what it is to do: `write SPINS DIRECTORY` or `open DIRECTORY`.
const ROLE: &str = "CROUPIER_BENCH_START";
/// Rounds that are committed together; a checkpoint is kept as often as the daemon does.
const ROUNDS_TOGETHER: u64 = 40;

fn main() {
    match std::env::var(ROLE) {
        Ok(role) => match role.split(' ').collect::<Vec<_>>()[..] {
            ["write", spins, directory] => write(spins.parse().expect("a number"), Path::new(directory)),
            ["open", directory] => open(Path::new(directory)),
            _ => panic!("{ROLE} is `{role}`"),
        },
        Err(_) => compare(),
    }
}

fn compare() {
    let mut spins: Vec<u64> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    if spins.is_empty() {
        spins = vec![20_000, 200_000];
    }
    println!("   spins    records   store MiB  mirror MiB   ready ms (5 starts)           resident MiB (peak)");
    for spins in spins {
        let directory = tempfile::tempdir_in(".").expect("the current directory can be written");
        let path = directory.path().to_str().expect("the path is text");
        run(&format!("write {spins} {path}"));
        let starts: Vec<Vec<f64>> = (0..5).map(|_| run(&format!("open {path}"))).collect();
        let ready: Vec<String> = starts.iter().map(|start| format!("{:.0}", start[0])).collect();
        let mebibytes = |directory: &str| size(Path::new(path).join(directory).as_path()) as f64 / f64::from(1 << 20);
        let [store, mirror] = [mebibytes("journal/sled"), mebibytes("mirror")];
        let last = &starts[4];
        println!("{spins:8} {:10} {store:11.0} {mirror:11.0}   {:28}  {:.0} ({:.0})", last[3], ready.join(" "), last[1], last[2]);
    }
}

/// Runs this program in a role, and reads the numbers it prints.
fn run(role: &str) -> Vec<f64> {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new(program).env(ROLE, role).output().expect("it can be run");
    assert!(output.status.success(), "{role}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

fn paths(directory: &Path) -> Paths {
    Paths { journal: directory.join("journal"), mirror: directory.join("mirror") }
}

fn write(spins: u64, directory: &Path) {
    let (mut journal, _) = Journal::open(&paths(directory)).expect("opened");
    let mut table = Table::begin();
    for spin in 1..=spins {
        table.play(Pocket::new((spin * 23 % POCKETS as u64) as u8).expect("it is on the wheel"));
        if spin % ROUNDS_TOGETHER == 0 || spin == spins {
            journal.append(table.take_entries()).expect("appended");
            journal.checkpoint(table.cabinet().to_bytes()).expect("kept");
        }
    }
    // Some records after the checkpoint, as a daemon that was killed leaves them.
    table.play(Pocket::new(17).expect("it is on the wheel"));
    journal.append(table.take_entries()).expect("appended");
}

fn open(directory: &Path) {
    let begin = Instant::now();
    let (journal, _) = Journal::open(&paths(directory)).expect("opened");
    let cabinet = restore(&journal).expect("every record agrees").expect("there are records");
    let ready = begin.elapsed();
    assert_eq!(cabinet.number(), journal.head().number);
    println!("{} {} {} {}", ready.as_secs_f64() * 1e3, memory("VmRSS:"), memory("VmHWM:"), journal.head().number);
}

/// A line of `/proc/self/status` in MiB.
fn memory(key: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has this file");
    let line = status.lines().find_map(|line| line.strip_prefix(key)).expect("it has this line");
    let kibibytes: f64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
    kibibytes / 1024.0
}

fn size(directory: &Path) -> u64 {
    let items = std::fs::read_dir(directory).expect("readable").map(|item| item.expect("readable"));
    items.map(|item| if item.path().is_dir() { size(&item.path()) } else { item.metadata().expect("readable").len() }).sum()
}
