//! Every worked case of the two rule books, settled through the code of `croupierctl settle`.

use croupier::ctl::play::bets;
use croupier::ctl::settle::settle_line;
use croupier::games::roulette::{Rules, positions};
use croupier::model::{BetForm, Money, Pocket, Stake};
use croupier::profiles::{Kind, load};
use serde_json::{Value, json};

const AM: &str = include_str!("../worked/roulette-am.txt");
const BY: &str = include_str!("../worked/roulette-by.txt");

fn rules(name: &str) -> Rules {
    load(Kind::Rules, name).expect("a shipped rules file").value
}

/// What one seat that placed `forms` staked and got back when the ball lay in `pocket`.
fn settle(rules: &Rules, forms: &[BetForm], pocket: &str) -> (i64, i64) {
    let pocket: Value = serde_json::from_str(pocket).expect("a pocket");
    let answer = settle_line(rules, &json!({"pocket": pocket, "seats": {"1": forms}}).to_string()).expect("the bets are taken");
    let answer: Value = serde_json::from_str(&answer).expect("an answer in JSON");
    let amount = |key: &str| answer["seats"]["1"][key].as_i64().expect("an amount");
    assert_eq!(amount("net"), amount("returned") - amount("staked"));
    (amount("staked"), amount("returned"))
}

/// Settles each line of `table`: case, bets, pocket, staked, and what came back, which stands in column `returned`.
fn check(name: &str, table: &str, returned: usize, cases: usize) {
    let rules = rules(name);
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('|').map(str::trim).collect()).collect();
    assert_eq!(rows.len(), cases, "no case of the table is lost");
    for row in rows {
        let forms = bets(row[1]).expect("bets in words");
        let expected = (row[3].parse().expect("an amount"), row[returned].parse().expect("an amount"));
        assert_eq!(settle(&rules, &forms, row[2]), expected, "{name} {}", row[0]);
        let staked = expected.0;
        assert_eq!(settle(&rules, &forms, "null"), (staked, staked), "{name} {} void (RAM-23)", row[0]);
    }
}

#[test]
fn ram_w1_to_w27_under_am_to1() {
    check("roulette/am", AM, 4, 27);
}

#[test]
fn ram_w1_to_w27_under_am_literal() {
    check("roulette/am-literal", AM, 5, 27);
}

#[test]
fn rw_1_to_48_and_rx_1_to_55() {
    check("roulette/by", BY, 4, 103);
}

#[test]
fn ram_w38_and_w39_trios_and_columns_where_a_house_offers_them() {
    for (name, trio) in [("roulette/am", 1_200), ("roulette/am-literal", 1_100)] {
        let mut rules = rules(name);
        rules.zero_trios = true;
        rules.returns.column = Some(3);
        let settled = |words: &str, pocket: &str| settle(&rules, &bets(words).expect("bets in words"), pocket);
        assert_eq!(settled("100 trio 0-1-2", "2"), (100, trio), "RAM-W38 {name}");
        assert_eq!(settled("100 column 2", "35"), (100, 300), "RAM-W39 {name}");
    }
}

#[test]
fn rby_25_each_of_the_157_positions_returns_36_over_the_37_numbers() {
    let rules = rules("roulette/by");
    for position in positions() {
        let form = BetForm::from(Stake { position, amount: Money::from_minor(1) });
        let over_all: i64 = Pocket::all().map(|pocket| settle(&rules, core::slice::from_ref(&form), &pocket.to_string()).1).sum();
        assert_eq!(over_all, 36, "{form:?}");
    }
}

/// What comes back, and on which numbers.
type Returns = &'static [(i64, &'static [u8])];

/// The table "return per chip value" of `roulette-by` section 6: what each number returns for a chip of 1; every other nothing.
const SERIES: &[(&str, i64, Returns)] = &[
    ("voisins", 9, &[(24, &[0, 2, 3]), (18, &[4, 7, 12, 15, 18, 19, 21, 22, 25, 26, 28, 29, 32, 35])]),
    ("tiers", 6, &[(18, &[5, 8, 10, 11, 13, 16, 23, 24, 27, 30, 33, 36])]),
    ("orphelins", 5, &[(36, &[1, 17]), (18, &[6, 9, 14, 20, 31, 34])]),
    ("zero-game", 4, &[(36, &[26]), (18, &[0, 3, 12, 15, 32, 35])]),
    ("neighbours 0", 5, &[(36, &[3, 26, 0, 32, 15])]),
    ("neighbours 26", 5, &[(36, &[35, 3, 26, 0, 32])]),
    ("neighbours 5", 5, &[(36, &[23, 10, 5, 24, 16])]),
];

#[test]
fn rby_28_every_number_of_every_series() {
    let rules = rules("roulette/by");
    for (call, chips, returns) in SERIES {
        let forms = bets(&format!("1 a chip {call}")).expect("a called bet");
        for number in 0..=36_u8 {
            let returned = returns.iter().find(|(_, numbers)| numbers.contains(&number)).map_or(0, |(returned, _)| *returned);
            assert_eq!(settle(&rules, &forms, &number.to_string()), (*chips, returned), "{call} on {number}");
        }
    }
}
