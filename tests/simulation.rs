//! Nights of the whole cabinet from seeds, each played twice. Seeds that once failed are kept and played for ever.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use croupier::games::card_game::CardGame;
use croupier::model::Refusal;
use croupier::profiles::{Kind, game_of, list};
use croupier::sim::audited_table::card_rules;
use croupier::sim::night::{Report, night};

/// How many seeds are played each time.
const SEEDS: u64 = 260;

/// How many results a night is played for; a night full of faults ends before it has them.
const SPINS: u64 = 5;

/// How many seeds are played with each rules file of a card game alone, and for how many results of the wheel.
const SEEDS_OF_FILE: u64 = 20;
const SPINS_OF_FILE: u64 = 4;

/// How many with those of a game whose deals are long, so that fewer of them come to their end.
const SEEDS_OF_POKER: u64 = 72;

/// The awkward things of each game, and how often each must have happened at least.
const AWKWARD: [(&str, &[(&str, u64)]); 4] = [
    (
        "baccarat",
        &[
            ("Player Returned", 60),
            ("Banker pays 1:2", 7),
            ("Tie Won", 40),
            ("PlayerPair Won", 105),
            ("BankerPair Won", 120),
            ("EitherPair Won", 185),
            ("PerfectPair pays PerfectPair 25:1", 120),
            ("PerfectPair pays TwoPerfectPairs 200:1", 20),
            ("TwoPerfectPairs pays TwoPerfectPairs 200:1", 3),
            ("TwoPerfectPairs Lost", 105),
            ("PlayerBonus pays Natural 1:1", 75),
            ("PlayerBonus pays 1:1", 10),
            ("PlayerBonus pays 2:1", 7),
            ("PlayerBonus pays 4:1", 11),
            ("PlayerBonus pays 6:1", 4),
            ("PlayerBonus pays 10:1", 2),
            ("PlayerBonus pays 30:1", 1),
            ("BankerBonus pays Natural 1:1", 100),
            ("BankerBonus pays 1:1", 8),
            ("BankerBonus pays 2:1", 11),
            ("BankerBonus pays 4:1", 7),
            ("BankerBonus pays 6:1", 10),
            ("BankerBonus pays 10:1", 1),
            ("BankerBonus pays 30:1", 1),
        ],
    ),
    (
        "blackjack",
        &[
            ("decided Insure", 70),
            ("Insurance Won", 30),
            ("Insurance Lost", 30),
            ("decided EvenMoney", 9),
            ("Main pays Blackjack 3:2", 135),
            ("decided Split", 80),
            ("split again", 20),
            ("Split Won", 12),
            ("Split Lost", 40),
            ("Double Won", 25),
            ("Double Lost", 105),
            ("Double Returned", 4),
            ("decided DoubleBlind", 20),
            ("Main Surrendered", 115),
            ("Main Waiting", 3),
            ("waited", 3),
            ("decided Follow", 7),
            ("not decided Stand", 150),
            ("not decided Decline", 25),
        ],
    ),
    (
        "oasis",
        &[
            ("dark box", 465),
            ("dealer has no game", 60),
            ("decided Exchange", 70),
            ("Insurance Won", 1),
            ("Insurance Lost", 5),
            ("Insurance Returned", 6),
            ("Bonus pays ThreeOfAKind 10:1", 3),
            ("Bonus pays Straight 40:1", 4),
            ("Bonus pays Flush 50:1", 5),
            ("Bonus pays FullHouse 70:1", 1),
            ("Bonus pays FourOfAKind 200:1", 8),
            ("Bonus pays StraightFlush 500:1", 4),
            ("Bonus pays RoyalFlush 1000:1", 1),
            ("not decided Fold", 55),
        ],
    ),
    (
        "russian",
        &[
            ("dark box", 415),
            ("dark box insured", 145),
            ("dealer has no game", 20),
            ("decided Exchange", 45),
            ("SixthCard Kept", 25),
            ("decided Insure", 20),
            ("Insurance Won", 4),
            ("Insurance Lost", 8),
            ("Insurance Returned", 35),
            ("decided BuyGame", 20),
            ("game bought, bet Won", 1),
            ("game bought, bet Lost", 1),
            ("game bought, bet Returned", 10),
            ("Bet pays twice", 1),
            ("Bonus Returned", 2),
            ("Bonus pays ThreeOfAKind 10:1", 5),
            ("Bonus pays Straight 40:1", 2),
            ("Bonus pays Flush 50:1", 1),
            ("Bonus pays FullHouse 70:1", 1),
            ("Bonus pays FourOfAKind 200:1", 8),
            ("Bonus pays StraightFlush 500:1", 1),
            ("Bonus pays RoyalFlush 1000:1", 1),
            ("not decided Fold", 40),
            ("not decided Decline", 7),
        ],
    ),
];

/// Seeds that have failed, one a line, each with the reason.
const KEPT: &str = include_str!("simulation/kept-seeds.txt");

/// Refusals that no night meets: of a cabinet out of service, and of a bet that no type can hold.
const ELSEWHERE: [Refusal; 3] = [Refusal::OutOfService, Refusal::BetUnknown, Refusal::KeyForgotten];

fn kept() -> Vec<u64> {
    let lines = KEPT.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split_whitespace().next().and_then(|seed| seed.parse().ok()).expect("a seed and its reason")).collect()
}

/// A night by its seed: for how many results it is played, and under which rules where they are not drawn.
#[derive(Clone, Copy)]
struct Asked<'a> {
    seed: u64,
    spins: u64,
    rules: Option<&'a str>,
}

fn drawn(seed: u64) -> Asked<'static> {
    Asked { seed, spins: SPINS, rules: None }
}

type Counts = BTreeMap<String, u64>;

/// Plays the night twice.
fn twice(asked: &Asked<'_>) -> Report {
    let Asked { seed, spins, rules } = *asked;
    let play = || night(seed, spins, rules, |_| {}).unwrap_or_else(|trouble| panic!("{trouble}"));
    let report = play();
    assert_eq!(report, play(), "seed {seed} is played the same each time");
    report
}

/// Plays the nights on two threads and counts together what happened in them.
fn count_together(nights: &[Asked<'_>]) -> Counts {
    let (first, second) = nights.split_at(nights.len() / 2);
    let reports: Vec<Report> = std::thread::scope(|scope| {
        let other = scope.spawn(|| second.iter().map(twice).collect::<Vec<_>>());
        let mut reports: Vec<Report> = first.iter().map(twice).collect();
        reports.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        reports
    });
    sum(reports.iter().map(|report| &report.counts))
}

fn sum<'a>(all: impl Iterator<Item = &'a Counts>) -> Counts {
    let mut counts = Counts::new();
    for (what, count) in all.flatten() {
        *counts.entry(what.clone()).or_default() += count;
    }
    counts
}

/// Nights in which nothing happens prove nothing: each of these must have happened so often at least.
#[track_caller]
fn check_floors(counts: &Counts, floors: &[(&str, u64)]) {
    let is_missed = |(what, least): &&(&str, u64)| counts.get(*what).is_none_or(|count| count < least);
    let missed: Vec<_> = floors.iter().filter(is_missed).collect();
    assert!(missed.is_empty(), "not often enough: {missed:?} in {counts:#?}");
}

/// What happened in the nights whose rules are drawn too.
static DRAWN: LazyLock<Counts> = LazyLock::new(|| count_together(&(1..=SEEDS).map(drawn).collect::<Vec<_>>()));

/// What happened in the nights with each rules file of a card game as it is.
static BY_FILE: LazyLock<Vec<(String, Counts)>> = LazyLock::new(|| card_rules().into_iter().map(count_by_file).collect());

fn count_by_file(name: String) -> (String, Counts) {
    let is_poker = matches!(game_of(&name), "oasis" | "russian");
    let seeds = if is_poker { SEEDS_OF_POKER } else { SEEDS_OF_FILE };
    let nights: Vec<_> = (1..=seeds).map(|seed| Asked { seed, spins: SPINS_OF_FILE, rules: Some(&name) }).collect();
    let counts = count_together(&nights);
    (name, counts)
}

#[test]
fn the_auditor_has_nothing_to_object_to_in_nights_whose_rules_are_drawn_too() {
    let floors = [
        ("spins", 700),
        ("bets", 4_000),
        ("settlements", 1_500),
        ("voids", 100),
        ("no spins", 150),
        ("restarts", 400),
        ("torn inputs", 80),
        ("overdue", 100),
        ("wall clock set", 600),
        ("clock faults", 150),
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
        ("russian decided Exchange", 12),
        ("russian decided SixthCard", 3),
        ("russian decided BuyGame", 10),
        ("russian not decided Fold", 10),
        ("deals void: attendant", 100),
        ("deals void: defective-deck", 2),
        ("deals void: misdeal", 50),
        ("deals void: no-card", 40),
        ("deals void: restart", 80),
        ("deals void: redeal", 8),
        ("blackjack croupier changed", 40),
    ];
    check_floors(&DRAWN, &floors);
    for refusal in Refusal::ALL {
        assert!(
            ELSEWHERE.contains(&refusal) || DRAWN.contains_key(&format!("refused {}", refusal.name())),
            "{} was never met: {DRAWN:?}",
            refusal.name()
        );
    }
}

#[test]
fn every_card_game_is_played_by_every_shipped_rules_file_as_it_is() {
    assert!(BY_FILE.len() >= 6, "the shipped card games");
    for (name, counts) in BY_FILE.iter() {
        let game = game_of(name);
        check_floors(counts, &[(&format!("{game} settled"), 20), (&format!("{game} void"), 10)]);
    }
}

/// Every line of every golden round.
fn golden_lines() -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rounds");
    let paths = std::fs::read_dir(folder).expect("the golden rounds").map(|entry| entry.expect("an entry of the folder").path());
    paths.flat_map(|path| std::fs::read_to_string(path).expect("a round is text").lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Whoever adds a card game adds all of this. The auditor settles every deal of a night by its own code, so a game of which deals were
/// settled has one.
#[test]
fn every_card_game_has_a_rules_file_a_golden_round_an_auditor_and_its_awkward_things() {
    let lines = golden_lines();
    for game in CardGame::NAMES.iter().copied() {
        let files: Vec<String> = list(Kind::Rules).into_iter().filter(|name| game_of(name) == game).collect();
        assert!(!files.is_empty(), "{game} has no rules file");
        assert!(files.iter().any(|file| lines.contains(&format!("rules {file}"))), "{game} has no golden round");
        let awkward = AWKWARD.iter().find(|(of, _)| *of == game).map_or(&[][..], |(_, floors)| floors);
        assert!(!awkward.is_empty(), "nothing awkward is known of {game}");
        let audited = sum(BY_FILE.iter().filter(|(file, _)| game_of(file) == game).map(|(_, counts)| counts));
        check_floors(&audited, &[(&format!("{game} settled"), 20)]);
    }
    assert_eq!(AWKWARD.map(|(game, _)| game), CardGame::NAMES, "each game once");
}

/// The things of all card games that a settlement or a deal may stumble over, in all these nights together.
#[test]
fn nothing_awkward_is_missed() {
    let counts = sum(BY_FILE.iter().map(|(_, counts)| counts).chain([&*DRAWN]));
    println!("{counts:#?}");
    AWKWARD.iter().for_each(|(game, floors)| {
        let floors: Vec<(String, u64)> = floors.iter().map(|(what, least)| (format!("{game} {what}"), *least)).collect();
        check_floors(&counts, &floors.iter().map(|(what, least)| (what.as_str(), *least)).collect::<Vec<_>>());
    });
    // What the dealer or the card source does wrong, and what becomes of a player who is silent, away, or has too little.
    for game in CardGame::NAMES {
        for (what, least) in [("exposed card", 5), ("card too many", 4), ("missed box", 5), ("unasked card", 60), ("source gone", 4)] {
            check_floors(&counts, &[(&format!("{game} {what}"), least)]);
        }
    }
    for game in ["blackjack", "oasis", "russian"] {
        check_floors(&counts, &[(&format!("{game} raise not covered"), 15), (&format!("{game} decided for a seat that is gone"), 3)]);
        check_floors(&counts, &[(&format!("{game} win cut"), 4)]);
    }
}

#[test]
fn seeds_that_once_failed_hold() {
    count_together(&kept().into_iter().map(drawn).collect::<Vec<_>>());
}
