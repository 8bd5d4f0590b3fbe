//! What an hour came to in one house.

use std::collections::BTreeMap;
use std::fmt;

use crate::daemon::{Daemon, Home};

/// No house may have more resident memory, in KiB: half as much again as any has in an hour.
const RESIDENT_MOST: u64 = 192 << 10;
/// In the last quarter of what is played, so many times the most of the quarter before may be resident. Caches fill in the first minutes; all that they
/// ever take is less than this.
const GROWTH_MOST: f64 = 1.10;

/// Figures of a house.
pub(super) struct Figures {
    pub(super) rounds: usize,
    pub(super) deals: usize,
    /// Orders that were accepted.
    pub(super) orders: usize,
    /// How often each fault was told.
    pub(super) faults: BTreeMap<String, u64>,
    records: u64,
    /// The resident memory at each look, in KiB.
    pub(super) resident: Vec<u64>,
}

impl Figures {
    /// Those of a home whose daemon has ended.
    pub(super) fn of(home: &Home, resident: Vec<u64>, orders: usize) -> Self {
        let count = |words: &str, key: &str| home.ask_lines(words).iter().filter(|line| !line[key].is_null()).count();
        Self {
            rounds: count("spins --last 1000000", "round"),
            deals: count("hands --last 1000000", "deal"),
            orders,
            faults: home
                .ask_lines("faults")
                .iter()
                .filter_map(|line| Some((line["fault"].as_str()?.to_owned(), line["times"].as_u64()?)))
                .collect(),
            records: records_of(home),
            resident,
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rounds, deals, orders, faults, records, resident } = self;
        let most = resident.iter().max().copied().unwrap_or_default();
        write!(f, "{rounds} rounds, {deals} deals, {orders} orders accepted, {records} records, at most {most} KiB resident, ")?;
        write!(f, "{} kinds of faults {} times: {faults:?}", faults.len(), faults.values().sum::<u64>())
    }
}

/// The resident memory has a ceiling, and does not grow with what is played.
pub(super) fn check_memory(resident: &[u64]) {
    let quarter = resident.len() / 4;
    let most = |of: &[u64]| *of.iter().max().expect("it was looked at") as f64;
    let growth = most(&resident[3 * quarter..]) / most(&resident[2 * quarter..3 * quarter]);
    assert!(growth < GROWTH_MOST, "the memory grew to {growth:.2} of the quarter before: {resident:?}");
    assert!(most(resident) < RESIDENT_MOST as f64, "so much is resident, in KiB: {resident:?}");
}

/// The resident memory of a process, in KiB.
pub(super) fn resident_kibibytes(daemon: &Daemon) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", daemon.pid().as_raw_nonzero())).expect("the process is there");
    let size = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it has a size");
    size.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// How many records the journal has: the number of its head.
fn records_of(home: &Home) -> u64 {
    let head = &home.ask_lines("journal head")[0]["head"];
    head.as_str()
        .and_then(|head| head.split(':').next())
        .and_then(|number| number.parse().ok())
        .unwrap_or_else(|| panic!("no head: {head}"))
}
