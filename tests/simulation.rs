//! Nights of the whole cabinet from seeds, each played twice. Seeds that once failed are kept and played for ever.

use std::collections::BTreeMap;

use croupier::model::Refusal;
use croupier::profiles::game_of;
use croupier::sim::audited_table::card_rules;
use croupier::sim::night::{Report, night};

/// How many seeds are played each time.
const SEEDS: u64 = 200;

/// How many results a night is played for; a night full of faults ends before it has them.
const SPINS: u64 = 5;

/// How many seeds are played with each rules file of a card game alone, and for how many results of the wheel.
const SEEDS_OF_FILE: u64 = 8;
const SPINS_OF_FILE: u64 = 2;

/// Seeds that have failed, one a line, each with the reason.
const KEPT: &str = include_str!("simulation/kept-seeds.txt");

/// Refusals that no night meets: of a cabinet out of service, and of a bet that no type can hold.
const ELSEWHERE: [Refusal; 2] = [Refusal::OutOfService, Refusal::BetUnknown];

fn kept() -> Vec<u64> {
    let lines = KEPT.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split_whitespace().next().and_then(|seed| seed.parse().ok()).expect("a seed and its reason")).collect()
}

/// Plays the night of `seed` twice.
fn twice(seed: u64) -> Report {
    twice_under(seed, SPINS, None)
}

fn twice_under(seed: u64, spins: u64, rules: Option<&str>) -> Report {
    let play = || night(seed, spins, rules, |_| {}).unwrap_or_else(|trouble| panic!("{trouble}"));
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
        ("baccarat settled", 400),
        ("baccarat void", 100),
        ("blackjack settled", 200),
        ("blackjack void", 100),
        ("blackjack decided Split", 10),
        ("blackjack decided Double", 80),
        ("blackjack decided DoubleBlind", 5),
        ("blackjack decided Insure", 8),
        ("blackjack decided Surrender", 80),
        ("blackjack not decided Stand", 80),
        ("oasis settled", 50),
        ("oasis void", 80),
        ("oasis decided Exchange", 20),
        ("oasis not decided Fold", 15),
        ("russian settled", 60),
        ("russian void", 50),
        ("russian decided Exchange", 30),
        ("russian decided SixthCard", 3),
        ("russian decided BuyGame", 10),
        ("russian not decided Fold", 10),
        ("deals void: attendant", 100),
        ("deals void: defective-deck", 2),
        ("deals void: misdeal", 50),
        ("deals void: no-card", 40),
        ("deals void: restart", 80),
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
fn every_card_game_is_played_by_every_shipped_rules_file_as_it_is() {
    let names = card_rules();
    assert!(names.len() >= 6, "the shipped card games");
    for name in names {
        let reports: Vec<Report> = (1..=SEEDS_OF_FILE).map(|seed| twice_under(seed, SPINS_OF_FILE, Some(&name))).collect();
        let count = |what: &str| {
            let key = format!("{} {what}", game_of(&name));
            reports.iter().map(|report| report.counts.get(&key).copied().unwrap_or(0)).sum::<u64>()
        };
        let (settled, voided) = (count("settled"), count("void"));
        assert!(settled >= 5 && voided >= 2, "{name}: {settled} settled and {voided} void deals prove nothing");
    }
}

#[test]
fn seeds_that_once_failed_hold() {
    count_together(&kept());
}
