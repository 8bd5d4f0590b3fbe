//! The strategies that are worked out, against published ones, and their return.

use super::{Strategy, StrategyFile, Table};
use crate::games::blackjack::{BlackjackTakes, Rules};
use crate::model::Money;
use crate::profiles::{load_rules, parse_as};
use crate::sim::chance::Chance;

fn shipped(name: &str) -> Rules {
    load_rules(name).expect("a shipped rules file").value
}

/// The row of a table of the best strategy for these rules.
#[track_caller]
fn check(rules: &Rules, table: &str, row: &str, expected: &str) {
    let text = Strategy::best(rules).to_string();
    let of_table = text.split(&format!("[{table}]\n")).nth(1).expect("the file has this table");
    let line = of_table.lines().find(|line| line.starts_with(&format!("{row} = "))).expect("the table has this row");
    assert_eq!(line.split('"').nth(1), Some(expected), "{table} {row}");
}

#[test]
fn early_surrender_of_the_hands_that_are_known_for_it() {
    let am = shipped("blackjack/am");
    check(&am, "hard", "16", "S S S S S H H RH RH RH");
    check(&am, "hard", "14", "S S S S S H H H RH RH");
    check(&am, "hard", "13", "S S S S S H H H H RH");
    check(&am, "hard", "7", "H H H H H H H H H RH");
    check(&am, "hard", "17", "S S S S S S S S S RS");
}

#[test]
fn where_a_blackjack_takes_all_stakes_no_eleven_is_doubled_and_no_eights_are_split_against_ten_and_ace() {
    let mut by = shipped("blackjack/by");
    by.play.surrender = None;
    check(&by, "hard", "11", "DH DH DH DH DH DH DH DH H H");
    check(&by, "pairs", "8", "PS PS PS PS PS PH PH PH H H");
    by.play.dealer.blackjack_takes = BlackjackTakes::OriginalOnly;
    check(&by, "pairs", "8", "PS PS PS PS PS PH PH PH PH PH");
}

#[test]
fn doubles_and_splits_as_every_table_has_them() {
    let by = shipped("blackjack/by");
    check(&by, "hard", "9", "H DH DH DH DH H H H H H");
    check(&by, "soft", "18", "S DS DS DS DS S S H H H");
    check(&by, "pairs", "9", "PS PS PS PS PS S PS PS S S");
    check(&by, "pairs", "5", "DH DH DH DH DH DH DH DH H H");
    check(&by, "pairs", "10", "S S S S S S S S S S");
}

#[test]
fn insurance_and_even_money_are_never_worth_it_with_many_packs() {
    let best = Strategy::best(&shipped("blackjack/am"));
    assert_eq!((best.insures, best.takes_even_money), (false, false));
}

#[test]
fn a_strategy_is_read_back_from_its_file() {
    let best = Strategy::best(&shipped("blackjack/by"));
    let read = parse_as("mine.toml", &best.to_string(), |file: StrategyFile| file.strategy());
    assert_eq!(read.map(|strategy| strategy.to_string()).ok(), Some(best.to_string()));
}

#[test]
fn a_mistake_in_a_strategy_is_named_with_its_place() {
    let text = Strategy::best(&shipped("blackjack/by")).to_string();
    let read = |text: &str| parse_as("mine.toml", text, |file: StrategyFile| file.strategy());
    let said = |from: &str, to: &str| read(&text.replacen(from, to, 1)).expect_err("it is wrong").to_string();
    assert!(said("21 = \"S S", "21 = \"S X").contains("`hard.21`: expected ten words"), "{text}");
    assert!(said("21 = \"S S", "21 = \"S").contains("`hard.21`: expected ten words"));
    assert!(said("[hard]", "[hard]\n22 = \"S\"").contains("`hard.22`: expected rows 4"));
}

/// The strategy returns about what such rules are known to return; a strategy that is no good returns far less.
#[test]
fn the_best_strategy_returns_what_is_expected_of_such_rules() {
    let returned = |rules: &Rules, strategy: &Strategy| {
        let mut table = Table::new(rules, strategy, Chance::new(1, 0), Money::from_minor(1_000));
        let hands: Vec<_> = (0..60_000).map(|_| table.hand()).collect();
        let net: i64 = hands.iter().map(|hand| hand.returned.minor() - hand.staked.minor()).sum();
        net as f64 / hands.len() as f64 / 10.0
    };
    for name in ["blackjack/am", "blackjack/by"] {
        let rules = shipped(name);
        let best = returned(&rules, &Strategy::best(&rules));
        // Three standard deviations of so many hands are 1.4 percent of the stake.
        assert!((-2.5..2.0).contains(&best), "{name}: {best}");
    }
}
