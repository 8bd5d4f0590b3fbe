//! The golden rounds: every `tests/rounds/*.round` is played, and every rules file has one.

use std::collections::BTreeSet;
use std::path::Path;

use croupier::ctl::play::{PlayError, play};
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
    check("rules roulette/nowhere", 1, "roulette/by");
    check("rules roulette/by\nsetting limits.colour 5\nwheel opened", 3, "unknown field");
}
