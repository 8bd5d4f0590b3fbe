//! Scenarios of the whole cabinet from seeds, each played twice. Seeds that once failed are kept and played for ever.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use std::time::Instant;

use croupier::games::card_game::CardGame;
use croupier::model::Refusal;
use croupier::profiles::{Kind, game_of, list};
use croupier::sim::scenario::{GameScenarios, Report, Unwatched, rules_between_players, scenario};

/// How many seeds are played each time.
const SEEDS: u64 = 160;

/// How many results a scenario is played for; a scenario full of faults ends before it has them.
const SPINS: u64 = 5;

/// For how many results of the wheel a scenario is played with one card game alone; how many such scenarios there are its own file says.
const SPINS_OF_GAME: u64 = 4;

/// How many scenarios are played with each rules file of poker between players as it is, and with some keys changed for each variant.
const SCENARIOS_OF_POKER_FILE: u64 = 8;
const SCENARIOS_OF_POKER_VARIED: u64 = 68;
const SPINS_OF_POKER: u64 = 6;

/// Seeds that have failed, one a line, each with the reason.
const KEPT: &str = include_str!("kept-seeds.txt");

/// Refusals that no scenario meets: of a cabinet out of service, of a bet that no type can hold, and of more disputes than a scenario leaves open.
const ELSEWHERE: [Refusal; 4] = [Refusal::OutOfService, Refusal::BetUnknown, Refusal::KeyForgotten, Refusal::TooManyDisputes];

fn kept() -> Vec<u64> {
    let lines = KEPT.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split_whitespace().next().and_then(|seed| seed.parse().ok()).expect("a seed and its reason")).collect()
}

/// A scenario by its seed: for how many results it is played, and under which rules where they are not drawn.
#[derive(Clone, Copy)]
struct Drawn<'a> {
    seed: u64,
    spins: u64,
    rules: Option<&'a str>,
}

fn drawn(seed: u64) -> Drawn<'static> {
    Drawn { seed, spins: SPINS, rules: None }
}

type Counts = BTreeMap<String, u64>;

/// Plays the scenario twice.
fn twice(asked: &Drawn<'_>) -> Report {
    let Drawn { seed, spins, rules } = *asked;
    let play = || scenario(seed, spins, rules, &mut Unwatched).unwrap_or_else(|trouble| panic!("{rules:?}: {trouble}"));
    let report = play();
    assert_eq!(report, play(), "seed {seed} is played the same each time");
    report
}

/// Plays the scenarios on two threads and counts together what happened in them.
fn count_together(scenarios: &[Drawn<'_>]) -> Counts {
    let (first, second) = scenarios.split_at(scenarios.len() / 2);
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

/// Scenarios in which nothing happens prove nothing: each of these must have happened so often at least. What was missed.
fn missed<'a>(counts: &Counts, floors: impl IntoIterator<Item = (&'a str, u64)>) -> Vec<String> {
    let count = |what: &str| counts.get(what).copied().unwrap_or(0);
    let is_missed = |(what, least): &(&str, u64)| count(what) < *least;
    floors.into_iter().filter(is_missed).map(|(what, least)| format!("{what}: {} of {least}", count(what))).collect()
}

/// What happened in the scenarios whose rules are drawn too; the wheel and one or two card tables are played in each.
static DRAWN: LazyLock<Counts> = LazyLock::new(|| count_together(&(1..=SEEDS).map(drawn).collect::<Vec<_>>()));

/// What happened in the scenarios of each card game alone: with each of its rules files as it is, and with some keys of them changed. They
/// are its own, so that a new game takes nothing away from those before it.
static OF_GAMES: LazyLock<Vec<(&str, Counts)>> = LazyLock::new(|| CardGame::NAMES.iter().map(|game| (*game, count_of(game))).collect());

fn count_of(game: &'static str) -> Counts {
    let scenarios = scenarios_of(game);
    count_of_files(game, &list(Kind::Rules), [scenarios.as_it_is, scenarios.varied], SPINS_OF_GAME)
}

/// What happens in the scenarios of one game: so many with each of its files among these as it is, and so many with some keys changed.
fn count_of_files(game: &str, files: &[String], [as_it_is, varied]: [u64; 2], spins: u64) -> Counts {
    let asked = |seed, rules| Drawn { seed, spins, rules: Some(rules) };
    let of_game = files.iter().filter(|file| game_of(file) == game);
    let as_they_are = of_game.flat_map(|file| (1..=as_it_is).map(move |seed| asked(seed, file.as_str())));
    let varied = (1..=varied).map(|seed| asked(seed, game));
    // Short scenarios and long ones in turn, so that both threads have as much to do.
    let mut scenarios: Vec<_> = as_they_are.chain(varied).collect();
    scenarios.sort_by_key(|scenario| scenario.seed % 2);
    let begun = Instant::now();
    let counts = count_together(&scenarios);
    let (count, inputs, seconds) = (scenarios.len(), counts.get("inputs").copied().unwrap_or(0), begun.elapsed().as_secs_f64());
    println!("{game}: {count} scenarios, {inputs} inputs, all twice, took {seconds:.1} s");
    counts
}

fn scenarios_of(game: &str) -> &'static GameScenarios {
    GameScenarios::of(game).unwrap_or_else(|| panic!("{game} has no file in src/sim/scenario/games"))
}

#[test]
fn the_auditor_has_nothing_to_object_to_in_any_scenario() {
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
        ("shifts closed", 100),
        ("shifts with a difference", 20),
        ("hand pays due", 50),
        ("paid by hand in cash", 20),
        ("paid by hand to the credit", 20),
        ("refused hand-pay-waits", 50),
        ("seats locked", 100),
        ("seats unlocked", 100),
        ("refused seat-locked", 20),
        ("sessions begun", 20),
        ("sessions ended", 10),
        ("ages confirmed", 10),
        ("reality checks due", 10),
        ("reality checks confirmed", 10),
        ("sessions limited by players", 5),
        ("sessions out of time", 5),
        ("refused age-not-confirmed", 10),
        ("refused reality-check-open", 5),
        ("refused session-limit-reached", 5),
        ("limits set at the wheel", 50),
        ("limits set at a table", 50),
        ("limits in force at the wheel", 50),
        ("limits in force at a table", 50),
        ("refused limit-too-wide", 5),
        ("called for help", 50),
        ("called for cash-out", 50),
        ("calls ended", 100),
        ("self-tests of wheel", 30),
        ("self-tests of card-source", 10),
        ("self-tests of disk", 5),
        ("self-tests passed", 20),
        ("self-tests failed", 10),
        ("self-tests timed-out", 5),
        ("self-tests interrupted", 5),
        ("rests of the wheel", 5),
        ("rounds disputed", 50),
        ("deals disputed", 50),
        ("old games disputed", 20),
        ("disputes upheld", 50),
        ("disputes rejected", 50),
        ("refused not-in-game", 10),
        ("refused already-disputed", 5),
        ("refused dispute-not-open", 10),
        ("refused game-unknown", 5),
        ("refused note-unfit", 10),
        ("deals void: attendant", 100),
        ("deals void: defective-deck", 2),
        ("deals void: misdeal", 50),
        ("deals void: no-card", 40),
        ("deals void: restart", 80),
        ("deals void: redeal", 8),
        ("deals void: defective-draw", 30),
    ];
    let all = sum(OF_GAMES.iter().map(|(_, counts)| counts).chain([&*DRAWN]));
    assert_eq!(missed(&all, floors), [""; 0], "in {all:#?}");
    for refusal in Refusal::ALL {
        assert!(
            ELSEWHERE.contains(&refusal) || all.contains_key(&format!("refused {}", refusal.name())),
            "{} was never met: {all:?}",
            refusal.name()
        );
    }
}

/// Every line of every golden round.
fn golden_lines() -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rounds");
    let paths = std::fs::read_dir(folder).expect("the golden rounds").map(|entry| entry.expect("an entry of the folder").path());
    paths.flat_map(|path| std::fs::read_to_string(path).expect("a round is text").lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// A new card game comes with all of this. The auditor settles every deal of a scenario by its own code, so a game of which deals were
/// settled has one.
#[test]
fn every_card_game_has_a_rules_file_a_golden_round_an_auditor_and_its_scenarios() {
    let lines = golden_lines();
    for (game, counts) in OF_GAMES.iter() {
        let files: Vec<String> = list(Kind::Rules).into_iter().filter(|name| game_of(name) == *game).collect();
        assert!(!files.is_empty(), "{game} has no rules file");
        assert!(files.iter().any(|file| lines.contains(&format!("rules {file}"))), "{game} has no golden round");
        let floors = [(&*format!("{game} settled"), 20), (&*format!("{game} void"), 10)];
        assert_eq!(missed(counts, floors), [""; 0]);
    }
    assert!(GameScenarios::names().all(|game| CardGame::NAMES.contains(&game)), "scenarios of a game that there is not");
}

/// What happened in the scenarios of each variant of poker between players: with each of its rules files as it is, and with keys changed.
static OF_POKER: LazyLock<Vec<(String, Counts)>> = LazyLock::new(|| {
    let files = rules_between_players();
    let variants: BTreeSet<&str> = files.iter().map(|file| game_of(file)).collect();
    let count = |variant| count_of_files(variant, &files, [SCENARIOS_OF_POKER_FILE, SCENARIOS_OF_POKER_VARIED], SPINS_OF_POKER);
    variants.into_iter().map(|variant| (variant.to_owned(), count(variant))).collect()
});

/// What a deal between players may stumble over, in the scenarios of each variant.
#[test]
fn nothing_awkward_is_missed_between_players() {
    let of_each = [
        ("settled", 60),
        ("void", 40),
        ("heads-up", 20),
        ("deal of several", 50),
        ("button drawn", 10),
        ("posted", 100),
        ("fold", 30),
        ("call", 100),
        ("fee", 8),
        ("settled without a showdown", 20),
        ("leaving in a deal", 5),
        ("left", 20),
        ("topped up", 20),
        ("sat out", 10),
        ("back", 5),
        ("unasked card", 5),
        ("source gone", 2),
    ];
    // Where an opening is paid for, nobody bets as a rule, and there is one bank.
    let of_betting = [("bet", 30), ("raise-to", 30), ("fold by default", 10), ("uncalled part", 20), ("side pot", 3)];
    let of_trading = [("pass", 100), ("pass by default", 10)];
    let of_buying = [("exchange", 100), ("pass", 50), ("pass by default", 5)];
    let of_all = [
        ("divide", 20),
        ("play-again", 10),
        ("play-again by default", 2),
        ("replay of two", 8),
        ("two side pots", 3),
        ("split pot", 5),
        ("odd unit", 2),
        ("low half", 5),
        ("split low half", 1),
        ("dead hand", 5),
        ("shown card replaced", 5),
        ("shown card stays", 2),
        ("extra card", 5),
        ("boxed card", 5),
        ("play-for-pot", 1),
        ("flop taken back", 2),
        ("stub shuffled", 2),
        ("hand dead by its cards", 5),
        ("left with nothing", 10),
        ("check by default", 5),
    ];
    let mut all_missed = Vec::new();
    for (variant, counts) in OF_POKER.iter() {
        println!("{variant}: {counts:#?}");
        let of_its_kind = match variant.as_str() {
            "texas" => of_trading.to_vec(),
            "club" => [&of_betting[..], &of_buying].concat(),
            _ => of_betting.to_vec(),
        };
        let floors = of_each.iter().chain(&of_its_kind);
        let of_variant: Vec<(String, u64)> = floors.map(|(what, least)| (format!("{variant} {what}"), *least)).collect();
        all_missed.extend(missed(counts, of_variant.iter().map(|(what, least)| (what.as_str(), *least))));
    }
    let mut all = Counts::new();
    for (variant, counts) in OF_POKER.iter() {
        let of_variant = counts.iter().filter_map(|(what, count)| Some((what.strip_prefix(&format!("{variant} "))?, count)));
        of_variant.for_each(|(what, count)| *all.entry(what.to_owned()).or_default() += count);
    }
    all_missed.extend(missed(&all, of_all));
    assert_eq!(all_missed, [""; 0]);
}

/// What a scenario counts of a choice or a stake, as the words of its game.
fn words_seen<'a>(game: &str, counts: &'a Counts, kinds: [&str; 2]) -> BTreeSet<&'a str> {
    let begin = kinds.map(|kind| format!("{game} {kind}"));
    let of_game = counts.keys().filter_map(|what| begin.iter().find_map(|begin| what.strip_prefix(&**begin)));
    of_game.collect()
}

/// A game's own description says what its scenarios must have seen: each choice decided, each stake settled, and nothing else.
#[test]
fn every_word_of_a_games_description_is_met_in_its_scenarios_and_no_other() {
    let mut wrong = Vec::new();
    for ((game, counts), (_, sheet)) in OF_GAMES.iter().zip(CardGame::SHEETS) {
        let choices: BTreeSet<String> = sheet.choices.iter().map(|choice| format!("{choice:?}")).collect();
        let seen = words_seen(game, counts, ["decided ", "not decided "]);
        let seen: BTreeSet<String> = seen.into_iter().filter(|what| !what.contains(' ')).map(str::to_owned).collect();
        wrong.extend(choices.symmetric_difference(&seen).map(|choice| format!("{game} {choice}")));
        let fates = ["Won", "Lost", "Returned", "Kept"];
        let settled = counts.keys().filter_map(|what| what.strip_prefix(&format!("{game} "))?.split_once(' '));
        let seen: BTreeSet<&str> = settled.filter(|(_, fate)| fates.contains(fate)).map(|(stake, _)| stake).collect();
        let stakes: BTreeSet<String> = sheet.stakes.iter().map(|(stake, _)| format!("{stake:?}")).collect();
        let seen: BTreeSet<String> = seen.into_iter().map(str::to_owned).collect();
        wrong.extend(stakes.symmetric_difference(&seen).map(|stake| format!("{game} {stake}")));
        let paid = counts.keys().filter_map(|what| what.strip_prefix(&format!("{game} "))?.split_once(" pays ")?.1.split_once(' '));
        let known: BTreeSet<String> = sheet.combinations.iter().map(|name| format!("{name:?}")).collect();
        wrong.extend(paid.filter(|(name, _)| !known.contains(*name)).map(|(name, _)| format!("{game} {name}")));
    }
    assert_eq!(wrong, [""; 0], "in a description or in the scenarios, and not in both");
}

/// The things of all card games that a settlement or a deal may stumble over: in the scenarios of its own game, and in the drawn ones where it
/// was played.
#[test]
fn nothing_awkward_is_missed() {
    let mut all_missed = Vec::new();
    for (game, counts) in OF_GAMES.iter() {
        println!("{game}, in its own scenarios: {counts:#?}");
        let floors = &scenarios_of(game).floors;
        assert!(!floors.is_empty(), "nothing awkward is known of {game}");
        // What the dealer or the card source does wrong in any game.
        let mistakes = [("exposed card", 5), ("card too many", 4), ("missed box", 5), ("unasked card", 60), ("source gone", 4)];
        let all = floors.iter().map(|(what, least)| (what.as_str(), *least)).chain(mistakes);
        let of_game: Vec<(String, u64)> = all.map(|(what, least)| (format!("{game} {what}"), least)).collect();
        let counts = sum([counts, &*DRAWN].into_iter());
        all_missed.extend(missed(&counts, of_game.iter().map(|(what, least)| (what.as_str(), *least))));
    }
    assert_eq!(all_missed, [""; 0]);
}

#[test]
fn seeds_that_once_failed_hold() {
    count_together(&kept().into_iter().map(drawn).collect::<Vec<_>>());
}
