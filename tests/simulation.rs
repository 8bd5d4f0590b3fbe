//! Nights of the whole cabinet from seeds, each played twice. Seeds that once failed are kept and played for ever.

use std::collections::BTreeMap;

use croupier::model::Refusal;
use croupier::sim::night::{Report, night};

/// How many seeds are played each time.
const SEEDS: u64 = 200;

/// How many results a night is played for; a night full of faults ends before it has them.
const SPINS: u64 = 5;

/// Seeds that have failed, one a line, each with the reason.
const KEPT: &str = include_str!("simulation/kept-seeds.txt");

/// Refusals that no night at a wheel meets: of a cabinet out of service, of a bet that no type can hold, and of tables with cards.
const ELSEWHERE: [Refusal; 10] = [
    Refusal::TableUnknown,
    Refusal::OutOfService,
    Refusal::BetUnknown,
    Refusal::NotYourTurn,
    Refusal::ChoiceNotOffered,
    Refusal::BoxUnknown,
    Refusal::BoxTaken,
    Refusal::StakeMissing,
    Refusal::TooManyLightBoxes,
    Refusal::StakeUnequal,
];

fn kept() -> Vec<u64> {
    let lines = KEPT.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split_whitespace().next().and_then(|seed| seed.parse().ok()).expect("a seed and its reason")).collect()
}

/// Plays the night of `seed` twice.
fn twice(seed: u64) -> Report {
    let play = || night(seed, SPINS, None, |_| {}).unwrap_or_else(|trouble| panic!("{trouble}"));
    let report = play();
    assert_eq!(report, play(), "seed {seed} is played the same each time");
    report
}

/// Plays the nights on two threads and counts together what happened in them.
fn count_together(seeds: &[u64]) -> BTreeMap<String, u64> {
    let (first, second) = seeds.split_at(seeds.len() / 2);
    let reports: Vec<Report> = std::thread::scope(|scope| {
        let other = scope.spawn(|| second.iter().map(|seed| twice(*seed)).collect::<Vec<_>>());
        let mut reports: Vec<Report> = first.iter().map(|seed| twice(*seed)).collect();
        reports.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        reports
    });
    let mut counts = BTreeMap::new();
    for (what, count) in reports.iter().flat_map(|report| &report.counts) {
        *counts.entry(what.clone()).or_default() += count;
    }
    counts
}

#[test]
fn the_auditor_has_nothing_to_object_to_in_two_hundred_nights() {
    let counts = count_together(&(1..=SEEDS).collect::<Vec<_>>());
    // Nights in which nothing happens prove nothing.
    for (what, least) in [
        ("spins", 700),
        ("bets", 4_000),
        ("settlements", 1_500),
        ("voids", 100),
        ("no spins", 150),
        ("restarts", 400),
        ("torn inputs", 80),
        ("overdue", 100),
    ] {
        assert!(counts.get(what).is_some_and(|count| *count >= least), "{what}: {counts:?}");
    }
    for refusal in Refusal::ALL {
        assert!(
            ELSEWHERE.contains(&refusal) || counts.contains_key(&format!("refused {}", refusal.name())),
            "{} was never met: {counts:?}",
            refusal.name()
        );
    }
}

#[test]
fn seeds_that_once_failed_hold() {
    count_together(&kept());
}
