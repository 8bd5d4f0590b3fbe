//! `croupierctl cards test --table` on journals of enough deals: cards by chance pass, a card that never comes is caught, and a caller who asks
//! for a table on which nothing was dealt is told that there is too little to say.

use std::process::Command;

use croupier::journal::{Entry, Journal, Paths, Record};
use croupier::model::{BoxNumber, Card, CardWish, Composition, Money, Seat, TableOrder, TablePhase, Who};
use croupier::sim::audited_table::AuditedTable;
use croupier::sim::card_play::{carried_out, stakes};
use croupier::sim::chance::Chance;
use serde_json::{Value, json};

/// So many deals suffice for every test: each card must be expected five times at a place of a deal (260 deals).
const DEALS: u64 = 300;

/// A journal of so many deals on one box under these rules, whose player lets every decision pass. `left` says which of the cards that are
/// left may come.
fn journal(rules: &str, left: impl Fn(&Composition) -> Composition) -> tempfile::TempDir {
    let mut chance = Chance::new(11, 0);
    let mut table = AuditedTable::begin(rules);
    let seat = Seat::new(1).expect("there is a first seat");
    table.buy_in(seat, Money::from_minor(1_000_000)).expect("a seat may hold so much");
    table.source(croupier::model::CardSourceEvent::Opened);
    loop {
        let view = table.view();
        let wish = match table.wish() {
            CardWish::Card { number, shoe, to, face, remaining, taken } => {
                CardWish::Card { number, shoe, to, face, remaining: left(&remaining), taken }
            }
            other => other,
        };
        match carried_out(&wish, &mut |count| chance.below(count)) {
            Some(said) => table.source(said),
            None if view.phase == TablePhase::Staking && view.stakes.is_empty() => {
                if view.deal > DEALS {
                    break;
                }
                let forms = stakes(&view.offers, BoxNumber(1), Money::from_minor(10), |nth, _| nth == 0);
                table.order(Who::Seat(seat), TableOrder::Stake(forms)).expect("the stake may lie");
            }
            None => assert!(table.wake(), "the table waits for something"),
        }
    }
    written(table)
}

fn written(mut table: AuditedTable) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let paths = Paths { journal: folder.path().join("journal"), mirror: folder.path().join("mirror") };
    let (mut journal, _) = Journal::open(&paths).expect("opened");
    let terms_sha256 = table.cabinet.terms().rules_sha256;
    let entry = |(input, facts): (croupier::model::Input, Vec<croupier::model::Fact>)| {
        let (number, at) = (input.number, input.at);
        Entry { number, at, round: 0, payload: Record::bare(input, facts, terms_sha256).encode() }
    };
    journal.append(table.take_record().into_iter().map(entry).collect()).expect("written");
    folder
}

fn tested(folder: &tempfile::TempDir, table: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupierctl"));
    let output = command.args(["cards", "test", "--table", table, "--data"]).arg(folder.path()).output().expect("it can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("it prints an object")
}

fn verdicts(said: &Value) -> Vec<(&str, &str)> {
    let tests = said["tests"].as_array().expect("there are tests");
    tests.iter().map(|test| (test["test"].as_str().expect("a name"), test["verdict"].as_str().expect("a verdict"))).collect()
}

/// Every test says this.
fn all(verdict: &str) -> [(&'static str, &str); 5] {
    ["chi-square", "runs", "pair-correlation", "serial-correlation", "position"].map(|test| (test, verdict))
}

#[test]
fn the_deals_of_a_fair_source_pass_every_test() {
    // One pack that is shuffled before every deal: ten cards each. Eight packs to the cutting card: no burnt card is told.
    let of_one_pack = journal("oasis/by", |remaining| *remaining);
    let said = tested(&of_one_pack, "1");
    assert_eq!((&said["source"], &said["impossible_cards"]), (&json!("table 1"), &json!(0)));
    let counted = ["cards", "plays", "shoes"].map(|count| said[count].as_u64().expect("a number"));
    assert_eq!(counted, [10 * DEALS, DEALS, DEALS]);
    assert_eq!(verdicts(&said), all("passed"), "{said:#}");
    let of_eight_packs = journal("baccarat/am", |remaining| *remaining);
    let said = tested(&of_eight_packs, "1");
    let (cards, shoes) = (said["cards"].as_u64().expect("a number"), said["shoes"].as_u64().expect("a number"));
    // Four to six cards a deal; 401 cards of each shoe come before the cutting card.
    assert!((4 * DEALS..=6 * DEALS).contains(&cards) && (3..=5).contains(&shoes), "{said:#}");
    assert_eq!((verdicts(&said), &said["impossible_cards"]), (all("passed").to_vec(), &json!(0)), "{said:#}");
}

#[test]
fn a_card_that_never_comes_is_caught() {
    let seven: Card = "7h".parse().expect("the name of a card");
    let folder = journal("oasis/by", |remaining| remaining.without(seven).unwrap_or(*remaining));
    let said = tested(&folder, "1");
    assert!(verdicts(&said).contains(&("chi-square", "failed")), "{said:#}");
}

#[test]
fn of_a_table_without_deals_nothing_is_said() {
    let said = tested(&written(AuditedTable::begin("oasis/by")), "1");
    assert_eq!(verdicts(&said), all("sample-too-small"));
    assert_eq!((&said["cards"], &said["shoes"]), (&json!(0), &json!(0)));
    assert!(said["head"].as_str().is_some_and(|head| head.starts_with("1:")), "{said:#}");
}
