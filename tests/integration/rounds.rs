//! The golden rounds: every `tests/rounds/*.round` is played, every rules file has one, and every sentence of their language is used in one and
//! explained in their README.

use std::collections::BTreeSet;
use std::path::Path;

use croupier::ctl::play::{PlayError, language, play, understood};
use croupier::profiles::{Kind, list};

fn rounds() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rounds");
    let entries = std::fs::read_dir(&folder).expect("the folder of the golden rounds");
    let mut rounds: Vec<(String, String)> = entries
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "round"))
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("a round is text")))
        .collect();
    rounds.sort_unstable();
    rounds
}

#[test]
fn every_golden_round_is_played_as_it_expects() {
    let failures: Vec<String> =
        rounds().iter().filter_map(|(path, text)| play(text).err().map(|error| format!("{path}: {error}"))).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_rules_file_has_a_golden_round_and_every_round_expects_something() {
    let mut played = BTreeSet::new();
    for (path, text) in rounds() {
        let round = play(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(round.expectations > 0, "{path} expects nothing");
        played.extend(round.rules);
    }
    let shipped: BTreeSet<String> = list(Kind::Rules).into_iter().collect();
    assert_eq!(shipped.difference(&played).collect::<Vec<_>>(), Vec::<&String>::new(), "rules files without a golden round");
}

#[test]
fn what_was_not_expected_is_said_with_its_line() {
    let check = |text: &str, line: usize, said: &str| match play(text) {
        Err(PlayError::NotAsExpected { line: found, .. } | PlayError::NotUnderstood { line: found, .. }) if found == line => {
            let error = play(text).expect_err("the round fails").to_string();
            assert!(error.contains(said), "{error}");
        }
        other => panic!("{text}: {other:?}"),
    };
    let open = "rules roulette/by\nwheel opened\nseat 1 buys 100\n";
    check(&format!("{open}seat 1 bets 10 red = seat 1 has 91"), 4, "it is 90");
    check(&format!("{open}seat 1 bets 1000 red"), 4, "not to be refused");
    check(&format!("{open}seat 1 bets 10 red = refused credit-too-small"), 4, "seat 1 places 10");
    check(&format!("{open}pause ends"), 4, "nothing of the kind is awaited");
    check(&format!("{open}seat 1 bets 10 red = all is well"), 4, "nothing of this kind can be asked");
    check("wheel opened", 1, "begins with its rules");
    check("rules blackjack/by\nshoe ready", 2, "shoe ready and burns CARDS...");
    check("rules blackjack/by\nshoe ready and burns As Ah", 2, "ask for a card to be burnt");
    check("rules blackjack/by\nshoe ready and burns As Ah Ad Ac", 2, "Ac: no card is to be burnt");
    check("rules oasis/by\nshoe ready and burns As", 2, "As: no card is to be burnt");
    check("rules roulette/nowhere", 1, "roulette/by");
    check("rules roulette/by\nsetting limits.colour 5\nwheel opened", 3, "unknown field");
}

#[test]
fn every_sentence_of_the_language_is_used_in_a_golden_round() {
    let mut used = BTreeSet::new();
    for (path, text) in rounds() {
        let round = play(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        used.extend(round.sentences);
    }
    let (actions, expectations) = language();
    let unused: Vec<_> = actions.into_iter().chain(expectations).filter(|sentence| !used.contains(sentence)).collect();
    assert_eq!(unused, Vec::<&str>::new());
}

#[test]
fn whatever_a_golden_round_tells_could_be_expected_too() {
    for (path, text) in rounds() {
        let round = play(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        for told in round.transcript.lines().filter_map(|line| line.strip_prefix("    ")) {
            assert!(understood(&format!("= {told}")).is_ok(), "{path} tells {told:?}, and that can be expected nowhere");
        }
    }
}

/// The rows of a table of their README below this heading: the sentences it explains, and its examples of them.
fn explained(heading: &str) -> Vec<(Vec<String>, Vec<String>)> {
    let readme =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rounds/README.md")).expect("the rounds have a README");
    let (_, below) = readme.split_once(&format!("\n| {heading} | meaning | example |\n")).expect("it explains the language");
    let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let rows = below.lines().skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.split(" | ").collect::<Vec<_>>()).map(|cells| (quoted(cells[0]), quoted(cells[2]))).collect()
}

#[track_caller]
fn check_explained(heading: &str, language: &[&'static str], line_of: impl Fn(&str) -> String) {
    let rows = explained(heading);
    let mut explained: Vec<&str> = rows.iter().flat_map(|(sentences, _)| sentences).map(String::as_str).collect();
    let mut language = language.to_vec();
    explained.sort_unstable();
    language.sort_unstable();
    assert_eq!(explained, language, "the README explains each sentence once, and nothing else");
    for (sentences, examples) in rows {
        let read = |example: &String| understood(&line_of(example)).unwrap_or_else(|why| panic!("{example}: {why}"));
        let shown: BTreeSet<&str> = examples.iter().flat_map(read).collect();
        for sentence in &sentences {
            assert!(shown.contains(sentence.as_str()), "{sentence:?} has no example: {examples:?}");
        }
    }
}

#[test]
fn the_readme_explains_every_sentence_with_an_example() {
    let (actions, expectations) = language();
    check_explained("action", &actions, str::to_owned);
    check_explained("expectation", &expectations, |example| format!("= {example}"));
}
