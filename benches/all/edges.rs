//! How many edges a second the three-sensor wheel decodes on one core, against the least that any reader of them does: adding up times and
//! levels. And how much memory the reader takes however long it reads.
//!
//! `cargo bench --bench all -- edges [SPINS]`

use std::hint::black_box;
use std::time::Instant;

use croupier::profiles::{Device, load_device};
use croupier::sensing::three_sensor::{Edge, Line, Parameters, Wheel};
use croupier::sim::devices::three_sensor::{Level, Script, spin};

use crate::support::figures::{median, print_load};
use crate::support::times;

/// What one wheel makes, in edges a second, and what the reader is to do.
const OF_ONE_WHEEL: f64 = 40.0;
const GOAL: f64 = 2_000_000.0;

/// The edges of a usual spin.
const OF_ONE_SPIN: u64 = 2_500;

/// How often the spins are read.
const TIMES: usize = 15;

pub(crate) fn run() {
    let spins = times::times(100, 1);
    let parameters = parameters();
    println!("{spins} simulated spins, read {TIMES} times; every figure is a median, and the contestants take turns");
    print_load();
    println!("\n{:>8} {:>10} {:>14} {:>14} {:>9} {:>12}", "noise", "edges", "edges/s", "sums/s", "ratio", "wheels");
    for level in [Level::Clean, Level::Field, Level::Harsh] {
        let traces: Vec<Vec<Edge>> = (0..spins).map(|seed| spin(seed, level, Script::Plain).edges).collect();
        measure(level, &traces, &parameters);
    }
    println!("\nthe goal is {:.1} million edges a second; one wheel makes about {OF_ONE_WHEEL}", GOAL / 1e6);
    measure_memory(&parameters);
}

fn parameters() -> Parameters {
    match load_device("three-sensor-gpio").expect("the shipped device file is good").value {
        Device::ThreeSensor(parameters) => *parameters,
        _ => panic!("the shipped device is a three-sensor wheel"),
    }
}

fn measure(level: Level, traces: &[Vec<Edge>], parameters: &Parameters) {
    let edges: usize = traces.iter().map(Vec::len).sum();
    let (mut read, mut summed) = (Vec::new(), Vec::new());
    for _ in 0..TIMES {
        read.push(edges as f64 / seconds(|| traces.iter().map(|trace| decode(trace, parameters)).sum::<usize>()));
        summed.push(edges as f64 / seconds(|| traces.iter().map(|trace| sum(trace)).sum::<u64>()));
    }
    let (read, summed) = (median(&read), median(&summed));
    let wheels = read / OF_ONE_WHEEL;
    println!("{:>8} {edges:>10} {read:>14.0} {summed:>14.0} {:>9.1} {wheels:>12.0}", format!("{level:?}"), summed / read);
}

fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64()
}

/// How many events the wheel says.
fn decode(trace: &[Edge], parameters: &Parameters) -> usize {
    let mut wheel = Wheel::new(parameters.clone());
    let mut events = 0;
    for edge in trace {
        wheel.edge(*edge);
        events += std::iter::from_fn(|| wheel.poll_event()).count();
    }
    events
}

fn sum(trace: &[Edge]) -> u64 {
    trace.iter().fold(0, |sum, edge| sum.wrapping_add(black_box(edge.at_nanoseconds) ^ u64::from(edge.active)))
}

/// One spin that goes on and on, on lines that are nothing but noise: the memory of the process while it does, at the length of a usual
/// spin, at what is kept of one at most, and far beyond.
fn measure_memory(parameters: &Parameters) {
    let mut parameters = parameters.clone();
    // So that the spin has no end before the noise has.
    (parameters.limits.launch_seconds, parameters.rotor.still_seconds) = (60.0, 60.0);
    let kept = parameters.limits.evidence_edges as u64;
    let mut wheel = Wheel::new(parameters);
    let edge = |at_nanoseconds, line, active| Edge { at_nanoseconds, line, active };
    wheel.edge(edge(0, Line::RotorDirection, true));
    wheel.edge(edge(1, Line::Blower, true));
    let mut sizes = Vec::new();
    println!("\n{:>12} {:>14}", "edges", "KiB in use");
    for index in 1..=100 * OF_ONE_SPIN {
        let line = Line::ALL[(index / 2 % 5) as usize];
        wheel.edge(edge(index * 100_000, line, index % 2 == 0));
        assert!(wheel.poll_event().is_none(), "the spin goes on");
        if [OF_ONE_SPIN, kept, 100 * OF_ONE_SPIN].contains(&index) {
            println!("{index:>12} {:>14}", resident_kilobytes());
            sizes.push(resident_kilobytes() as f64);
        }
    }
    println!("a spin a hundred times as long as usual takes {:.2} times the memory of a usual one;", sizes[2] / sizes[0]);
    println!("and {:.2} times that of one with the {kept} edges that are kept of a spin at most", sizes[2] / sizes[1]);
}

/// How much memory of the process is in use.
fn resident_kilobytes() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
}
