//! A cabinet that was long in service has its older records exported and removed: its money, meters and games stay, and who touches what takes
//! the place of the records is found.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use croupier::cabinet::Outcome;
use croupier::daemon::restore;
use croupier::journal::{Entry, Journal, Marks, Paths, Record};
use croupier::model::{Event, Input, Span, TableNumber, What};

use crate::access::{tell, until};
use crate::card_players::{pay_in, play};
use crate::daemon::{Daemon, Home, Links};
use crate::players::{Chance, check_balance};

/// A record of each of so many days, so large that eight fill a file of the mirror.
const DAYS: u64 = 20;
const BYTES: usize = 1_100_000;

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).expect("an object")
}

/// Two seats play at the tables and on their machines until a deal is over; then the daemon is killed, starts again, and is stopped.
fn play_deals(home: &Home, links: &Links, daemon: Daemon) {
    std::thread::scope(|scope| {
        for seat in [1, 2] {
            scope.spawn(move || play(links, seat, 0));
        }
        until("a deal is over", || home.ask_lines("hands").iter().any(|line| line["table"].is_u64()));
        daemon.kill();
    });
    let (links, daemon) = home.serve();
    check_balance(&links.attendant().get("/api/v1/official").json());
    daemon.stop();
}

/// Days pass in the journal of a stopped cabinet: each is the start of a program that says a lot of its version.
fn let_days_pass(home: &Home) {
    let paths = Paths { journal: home.data().join("journal"), mirror: home.data().join("mirror") };
    let (mut journal, _) = Journal::open_marked(&paths, &Marks::of_data(&home.data(), &paths, &[])).expect("it is whole");
    let mut cabinet = restore(&journal).expect("it can be restored").expect("it has records");
    let mut chance = Chance(7);
    for _ in 0..DAYS {
        let version = (0..BYTES).map(|_| char::from(b' ' + chance.below(95) as u8)).collect();
        let what = What::Event(Event::Started { version, wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None });
        let input = Input { number: cabinet.number() + 1, at: cabinet.at().after(Span::from_seconds(86_400)), what };
        let Outcome::Done(step) = cabinet.step(&input) else { panic!("a day cannot pass") };
        let (number, at, round) = (input.number, input.at, cabinet.round());
        let payload = Record::bare(input, step.facts, cabinet.terms().rules_sha256).encode();
        journal.append(vec![Entry { number, at, round, payload }]).expect("this disk can be written");
    }
}

/// Rounds are played, and the daemon is stopped.
fn play_rounds(home: &Home) {
    let (links, daemon) = home.serve();
    let round = || links.attendant().get("/api/v1/cabinet").json()["round"].as_u64().expect("there is a round");
    let first = round();
    until("two rounds are over", || round() > first + 1);
    daemon.stop();
}

/// A cabinet that has credit and some rounds, and was started on each of some days.
fn rested() -> Home {
    let home = Home::new(20);
    let (links, daemon) = home.serve();
    pay_in(&links, &[1, 2], 1_000_000);
    daemon.stop();
    play_rounds(&home);
    let_days_pass(&home);
    home
}

/// The same, and rounds were played again.
fn aged() -> Home {
    let home = rested();
    play_rounds(&home);
    home
}

fn trim(home: &Home, days: u64) -> Value {
    json_of(&home.ask(&format!("journal trim {} --keep-days {days} --by Ada", home.path("evidence").display())))
}

#[track_caller]
fn check_refused(home: &Home, words: &str, reason: &str) {
    let error = json_of(&home.try_ask(words).expect_err("it is refused"));
    assert_eq!(error["error"]["reason"], reason, "{words}: {error}");
}

#[test]
fn a_trimmed_cabinet_goes_on_with_its_money_and_what_it_had_is_proved_elsewhere() {
    let home = aged();
    let before = json_of(&home.ask("meters"));
    let trimmed = trim(&home, 5);
    let removed = trimmed["removed"].as_str().expect("a head").to_owned();
    let last: u64 = removed.split(':').next().and_then(|number| number.parse().ok()).expect("a number");
    let first_kept = json!(last + 1);
    assert_eq!((&trimmed["mirror_begins"], &trimmed["store_begins"], &trimmed["by"]), (&first_kept, &first_kept, &json!("Ada")));
    assert_eq!((&trimmed["export"]["from"], &trimmed["export"]["head"]), (&json!(1), &json!(removed)));

    for made in ["journal/base", "journal/sled/db", "mirror/base"] {
        let mode = fs::metadata(home.data().join(made)).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{made} holds closed cards");
    }

    // What the seats have is what it was, computed from what is left.
    assert_eq!(json_of(&home.ask("meters")), before);
    let verified = json_of(&home.ask("journal verify"));
    assert_eq!((&verified["store"], &verified["begins_after"]["removed"]), (&json!(true), &json!(removed)));
    assert_eq!(verified["begins_after"]["confirmed_by"], Value::Null, "no start has recorded it yet: {verified}");
    let pending = home.try_ask(&format!("journal trim {} --keep-days 2 --by Bela", home.path("more").display())).expect_err("once more");
    assert!(pending.contains("keep their file, start the cabinet once"), "{pending}");

    // The export proves what was removed, and that the journal goes on from there.
    let key = json_of(&home.ask("journal key"))["key"].as_str().expect("a key").to_owned();
    let exported = home.ask(&format!("journal verify {} --key {key} --expect-head {removed}", home.path("evidence").display()));
    assert_eq!(json_of(&exported)["verified"], last);

    // What was removed is for the export to show, and no longer for the journal.
    let anchor = |head: &str| home.try_ask(&format!("journal verify --chain-only --expect-head {head}"));
    assert_eq!(json_of(&anchor(&removed).expect("the journal begins after it"))["contains"], json!(removed));
    for head in [format!("{last}:{}", "0".repeat(64)), format!("3:{}", "0".repeat(64))] {
        let error = anchor(&head).expect_err("it is not compared with anything");
        assert_eq!(json_of(&error)["error"]["reason"], "head-not-contained", "{error}");
    }

    let (links, daemon) = home.serve();
    pay_in(&links, &[3], 700);
    play_deals(&home, &links, daemon);
    let verified = json_of(&home.ask("journal verify"));
    assert!(verified["begins_after"]["confirmed_by"].is_string(), "{verified}");
    let trims = home.ask_lines("audit").into_iter().filter(|line| line["deed"]["step"] == "trim");
    assert_eq!(trims.map(|line| line["person"].clone()).collect::<Vec<_>>(), ["Ada"]);
    check_refused(&home, "journal show 3", "no-such-record");
    check_refused(&home, "journal export --from 3", "no-such-record");
    assert_eq!(json_of(home.ask("journal export").lines().next().expect("there are records"))["number"], first_kept);

    // A deal is looked up from the state that took the place of what came before it.
    let (links, daemon) = home.serve();
    let look = |path: &str| links.attendant().get(&format!("/api/v1/past/{path}")).json();
    for deal in home.ask_lines("hands").iter().filter(|line| line["table"].is_u64()) {
        let (table, number) = (deal["table"].as_u64().expect("it has a table"), &deal["deal"]);
        let kind = if TableNumber(table as u8).between_players().is_some() { "hands" } else { "deals" };
        let again = look(&format!("tables/{table}/{kind}/{number}"));
        assert_eq!(&again["deal"], number, "table {table}: {again}");
    }
    let official = links.attendant().get("/api/v1/official").json();
    check_balance(&official);
    daemon.stop();
    let meters = json_of(&home.ask("meters"));
    assert_eq!(meters["meters"]["credit_in"], official["meters"]["credit_in"]);
}

/// Without it a start could take the number that the wheel still shows for a new result.
#[test]
fn the_record_of_the_result_that_the_wheel_shows_stays() {
    let home = rested();
    let error =
        home.try_ask(&format!("journal trim {} --keep-days 5 --by Ada", home.path("evidence").display())).expect_err("it is needed");
    assert!(error.contains("let the wheel spin once more"), "{error}");
}

#[test]
fn a_state_that_was_changed_behind_the_journals_back_is_found() {
    let home = aged();
    trim(&home, 5);
    let (_, daemon) = home.serve();
    daemon.stop();
    home.ask("journal verify");
    let folders = ["journal", "mirror"].map(|folder| home.data().join(folder).join("base"));
    let sound = fs::read(&folders[0]).expect("it is there");
    // With a checksum that agrees, and another time at which something happened.
    for place in (72..sound.len()).rev() {
        let mut body = sound[32..].to_vec();
        body[place - 32] ^= 1;
        let checksum = Sha256::digest(&body);
        let changed = [&checksum[..], &body].concat();
        folders.iter().for_each(|base| fs::write(base, &changed).expect("writable"));
        let Err(error) = home.try_ask("journal verify") else { panic!("byte {place} of the state was changed unseen") };
        let reason = json_of(&error)["error"]["reason"].as_str().expect("a reason").to_owned();
        assert!(["base-unreadable", "base-changed", "base-unconfirmed", "record-disagrees"].contains(&reason.as_str()), "{error}");
        if reason == "base-changed" {
            return;
        }
    }
    panic!("no change of the state was held against the record that confirms it");
}

#[test]
fn a_backup_of_a_trimmed_cabinet_is_restored_and_played_on() {
    let home = aged();
    trim(&home, 5);
    let before = json_of(&home.ask("meters"));
    let made = json_of(&home.ask(&format!("journal backup {}", home.path("backups").display())));
    let other = Home::new(20);
    other.ask(&format!("journal restore {} --by Bela", made["backup"].as_str().expect("a folder")));
    assert_eq!(json_of(&other.ask("meters"))["meters"], before["meters"]);
    fs::copy(home.data().join("links.txt"), other.data().join("links.txt")).expect("writable");
    let (links, daemon) = other.serve();
    let paid = links.attendant().post("/api/v1/seats/1/credit-in", "once-more", r#"{"amount":7}"#);
    assert_eq!(paid.status, 200, "{}", paid.body);
    daemon.stop();
    let verified = json_of(&other.ask("journal verify"));
    assert!(verified["begins_after"]["confirmed_by"].is_string(), "who restored it answers for the state too: {verified}");
}

/// Somebody with the disk lays another state there, of a later record, whose number no decision names.
#[test]
fn a_state_that_nobody_answers_for_is_not_believed() {
    let home = aged();
    trim(&home, 5);
    let (_, daemon) = home.serve();
    daemon.stop();
    let folders = ["journal", "mirror"].map(|folder| home.data().join(folder).join("base"));
    let number = json_of(&home.ask("journal head"))["number"].as_u64().expect("a number") - 3;
    let hash = json_of(&home.ask(&format!("journal show {number}")))["hash"].as_str().expect("a hash").to_owned();
    let hash: Vec<u8> = (0..32).map(|byte| u8::from_str_radix(&hash[2 * byte..2 * byte + 2], 16).expect("digits")).collect();
    let mut body = fs::read(&folders[0]).expect("it is there")[32..].to_vec();
    body[..8].copy_from_slice(&number.to_be_bytes());
    body[8..40].copy_from_slice(&hash);
    let moved = [&Sha256::digest(&body)[..], &body].concat();
    folders.iter().for_each(|base| fs::write(base, &moved).expect("writable"));
    let files = || fs::read_dir(home.data().join("mirror")).expect("readable").count();
    let there = files();
    let error = json_of(&home.try_ask("journal verify").expect_err("nobody answers for it"));
    assert!(["base-unconfirmed", "base-unreadable"].contains(&error["error"]["reason"].as_str().expect("a reason")), "{error}");
    let (links, daemon) = home.serve();
    assert_eq!(links.stranger().get("/ready").status, 200, "it goes on from its own checkpoint");
    daemon.stop();
    assert_eq!(files(), there, "it removes nothing");
}

#[test]
fn nothing_is_removed_while_the_cabinet_runs_or_where_the_export_cannot_be_written() {
    let home = aged();
    let files = || fs::read_dir(home.data().join("mirror")).expect("readable").count();
    let there = files();
    let in_the_way = home.path("evidence");
    fs::write(&in_the_way, "an older one").expect("writable");
    check_refused(&home, &format!("journal trim {} --keep-days 5 --by Ada", in_the_way.display()), "unwritable-file");
    check_refused(&home, &format!("journal trim {} --keep-days 400 --by Ada", home.path("other").display()), "nothing-to-trim");
    let (_, daemon) = home.serve();
    check_refused(&home, &format!("journal trim {} --keep-days 5 --by Ada", home.path("other").display()), "journal-in-use");
    daemon.stop();
    assert_eq!(files(), there);
    assert!(!home.path("other").exists());
    home.ask("journal verify");
}

#[test]
fn under_the_two_person_rule_nobody_trims_alone() {
    let home = aged();
    let (anna, bela) = ("482915", "739164");
    for (name, pin) in [("Anna", anna), ("Bela", bela)] {
        tell(&home, &["access", "add", name, "--role", "owner"], &format!("{pin}\n")).expect("the account lets people in");
    }
    let pins = format!("{anna}\n{bela}\n");
    tell(&home, &["access", "two-persons", "on", "--by", "Anna", "--and", "Bela"], &pins).expect("both are there");
    let file = home.path("evidence").display().to_string();
    let trim = ["journal", "trim", &file, "--keep-days", "5", "--by", "Anna"];
    let alone = tell(&home, &trim, &format!("{anna}\n")).expect_err("one person is not two");
    assert!(alone.contains("\"two-persons-needed\""), "{alone}");
    assert!(!home.path("evidence").exists(), "nothing was exported");
    let trimmed = json_of(&tell(&home, &[&trim[..], &["--and", "Bela"]].concat(), &pins).expect("both are there"));
    assert_eq!((&trimmed["by"], &trimmed["second"]), (&json!("Anna"), &json!("Bela")));
    let (_, daemon) = home.serve();
    daemon.stop();
    let deeds = home.ask_lines("audit");
    assert!(deeds.iter().any(|deed| deed["deed"]["step"] == "trim" && deed["person"] == "Anna and Bela"), "{deeds:?}");
}
