//! Every bench in one program, for each links the whole library: `cargo bench --bench all -- NAME`; without a name every one of them, each as a
//! process of its own, so that none is measured with what another has left in memory.

mod cards;
mod decision;
mod edges;
mod hands;
mod journal;
mod latency;
mod ranking;
mod settled;
mod settlement;
mod start;
mod support;
mod views;
mod wear;

use std::process::{Command, ExitCode};

/// The benches by their names.
const BENCHES: [(&str, fn()); 12] = [
    ("cards", cards::run),
    ("decision", decision::run),
    ("edges", edges::run),
    ("hands", hands::run),
    ("journal", journal::run),
    ("latency", latency::run),
    ("ranking", ranking::run),
    ("settled", settled::run),
    ("settlement", settlement::run),
    ("start", start::run),
    ("views", views::run),
    ("wear", wear::run),
];

/// What says how much is done, and names no bench.
const BRIEF: &str = "brief";

fn main() -> ExitCode {
    // Cargo adds a flag of its own.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    match words.first().map(String::as_str) {
        None | Some(BRIEF) => all(&words),
        Some(name) => one(name),
    }
}

fn one(name: &str) -> ExitCode {
    match BENCHES.iter().find(|(own, _)| *own == name) {
        Some((_, run)) => {
            run();
            ExitCode::SUCCESS
        }
        None => {
            let names = BENCHES.map(|(own, _)| own);
            eprintln!("{name:?} is no bench; there are {}", names.join(", "));
            ExitCode::from(2)
        }
    }
}

/// Runs every bench, with these words after its name.
fn all(words: &[String]) -> ExitCode {
    let program = std::env::current_exe().expect("a program knows itself");
    for (name, _) in BENCHES {
        println!("\n== {name}");
        let ended = Command::new(&program).arg(name).args(words).status().expect("a program can start itself");
        if !ended.success() {
            eprintln!("the bench {name} has failed: {ended}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
