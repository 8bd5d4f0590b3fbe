//! The journal outlives the release: a journal of every landed release, each left as `kill -9` left it with stakes on the layout and deals
//! under way, opens, verifies, recalls what it recalled then, and goes on.
//!
//! A folder in `tests/journals` is named after the day and commit of its release. `data.tar.gz` holds the data folder byte for byte;
//! `expected.json` what that release's own tools and pages said of it. `landed` lists the releases that have landed, oldest first, each with its
//! version.
//!
//! When a release has landed, check it out and run `CROUPIER_RELEASE=2026-11-22-b048629 cargo test --test daemon journals::make -- --ignored`, which
//! keeps its journal and adds it to the list. Then raise the last number of the version in `Cargo.toml`, so that the next one is told from it.

mod make;

use std::path::{Path, PathBuf};
use std::process::Command;

use croupier::cabinet::Cabinet;
use croupier::journal::{Paths, StoreAlone};
use serde_json::{Value, json};

use crate::daemon::{Home, Links};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals")
}

/// The folders of kept journals.
fn kept() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("this folder is there").map(|entry| entry.expect("it can be listed").path());
    entries.filter(|path| path.is_dir()).map(|path| path.file_name().expect("it has a name").to_string_lossy().into_owned()).collect()
}

/// The list of landed releases, oldest first: a name and a version a line.
fn landed() -> String {
    std::fs::read_to_string(folder().join("landed")).expect("the list is there")
}

/// The names and versions of a list of landed releases.
fn releases(list: &str) -> Vec<(&str, &str)> {
    list.lines().map(|line| line.split_once(' ').unwrap_or((line, ""))).collect()
}

/// Releases that all called themselves 0.1.0; since then the last number of the version says how many have landed before.
const WITHOUT_A_VERSION: usize = 3;

fn version_after(landed: usize) -> String {
    format!("0.1.{}", if landed < WITHOUT_A_VERSION { 0 } else { landed })
}

/// What is to be done where a landed release has no journal, a journal is of no landed release, or this release is not told from the last.
fn complaint(list: &str, kept: &[impl AsRef<str>], version: &str) -> Option<String> {
    let releases = releases(list);
    let is_kept = |name: &str| kept.iter().any(|folder| folder.as_ref() == name);
    let is_listed = |name: &str| releases.iter().any(|(listed, _)| *listed == name);
    if let Some((name, _)) = releases.iter().find(|(name, _)| !is_kept(name)) {
        return Some(format!("{name} has landed: keep its journal"));
    }
    if let Some(folder) = kept.iter().find(|folder| !is_listed(folder.as_ref())) {
        return Some(format!("{} is kept: list it as landed", folder.as_ref()));
    }
    if let Some((place, (name, _))) = releases.iter().enumerate().find(|(place, (_, said))| *said != version_after(*place)) {
        return Some(format!("{name} is listed in the wrong place, or twice, or not as {}", version_after(place)));
    }
    let next = version_after(releases.len());
    (version != next)
        .then(|| format!("{} releases have landed, each with its journal: this one is {next}, and not {version}", releases.len()))
}

/// Whether the journal that is kept of this version holds a refused order: each does from 0.1.9 on.
fn keeps_a_refused_order(version: &str) -> bool {
    last_number(version) >= 9
}

/// The deals that have ended at machines and at tables between players, of which a journal is kept from 0.1.10 on.
fn check_kinds_of_tables(hands: &[Value], release: &str, version: &str) {
    let kept = last_number(version) >= 10;
    let of = |numbers: std::ops::Range<u64>| hands.iter().any(|hand| hand["table"].as_u64().is_some_and(|table| numbers.contains(&table)));
    assert!(of(1..17), "{release}: tables that seats share");
    assert_eq!((of(17..33), of(41..89)), (kept, kept), "{release}: tables between players, and machines");
}

fn last_number(version: &str) -> u64 {
    version.rsplit('.').next().and_then(|last| last.parse().ok()).expect("a version ends with a number")
}

/// Everything that a seat owns, by seat: its credit, and what it has on the layout, at the card tables and before it at tables between
/// players.
fn owned(links: &Links) -> Vec<i64> {
    let official = links.attendant().get("/api/v1/official").json();
    let amount = |seat: &Value, key: &str| seat[key].as_i64().expect("an amount");
    let seats = official["seats"].as_array().expect("there are seats");
    seats.iter().map(|seat| ["credit", "staked", "stacks"].iter().map(|key| amount(seat, key)).sum()).collect()
}

/// Whether `later` says all that `earlier` said; it may say more.
fn says(later: &Value, earlier: &Value) -> bool {
    match (later, earlier) {
        (Value::Object(later), Value::Object(earlier)) => {
            earlier.iter().all(|(key, value)| later.get(key).is_some_and(|later| says(later, value)))
        }
        (Value::Array(later), Value::Array(earlier)) => {
            later.len() == earlier.len() && later.iter().zip(earlier).all(|(later, earlier)| says(later, earlier))
        }
        _ => later == earlier,
    }
}

#[track_caller]
fn check_recall(now: &[Value], then: &Value) {
    let then = then.as_array().expect("lines were kept");
    assert!(!then.is_empty(), "nothing was kept");
    assert_eq!(now.len(), then.len(), "as many are recalled");
    for (now, then) in now.iter().zip(then) {
        assert!(says(now, then), "it said\n{then:#}\nand now says\n{now:#}");
    }
}

/// What the records say of the release that wrote them: nothing in those of the first releases.
fn check_written_by(records: &[Value], release: Option<&str>) {
    assert!(!records.is_empty(), "there are records");
    for record in records {
        assert_eq!(record["release"].as_str(), release, "{record:#}");
    }
}

/// The hashes of records, which stand for every byte of them.
fn hashes(records: &[Value]) -> Vec<&Value> {
    records.iter().map(|record| &record["hash"]).collect()
}

/// A home with the data folder that is kept of a release.
fn home_of(release: &str) -> Home {
    let (home, data) = (Home::new(1), folder().join(release).join("data.tar.gz"));
    let unpacked = Command::new("tar").arg("-xzf").arg(data).arg("-C").arg(home.data().parent().expect("a home")).status();
    assert!(unpacked.expect("tar can be run").success(), "{release}: the data folder is unpacked");
    home
}

fn check(release: &str, version: &str) {
    let home = home_of(release);
    let kept = folder().join(release);
    let text = std::fs::read_to_string(kept.join("expected.json")).unwrap_or_else(|error| panic!("{release}: {error}"));
    let expected: Value = serde_json::from_str(&text).expect("the expectation is JSON");

    // The kept lines are those of the journal as it was left: nothing has opened it for writing yet.
    let verified = &home.ask_lines("journal verify")[0];
    assert!(says(verified, &expected["verify"]), "{release}: verify said\n{:#}\nand now says\n{verified:#}", expected["verify"]);
    let kept = [
        ("hands --last 1000", "hands"),
        ("spins --last 1000", "spins"),
        ("meters", "meters"),
        ("shifts", "shifts"),
        ("disputes", "disputes"),
    ];
    // Releases up to 0.1.12 knew neither shifts nor disputes.
    for (words, key) in kept.into_iter().filter(|(_, key)| !["shifts", "disputes"].contains(key) || expected.get(key).is_some()) {
        check_recall(&home.ask_lines(words), &expected[key]);
    }

    check_kinds_of_tables(&home.ask_lines("hands --last 1000"), release, version);

    let records = home.ask_lines("journal export");
    let starts: Vec<&Value> = records.iter().map(|record| &record["input"]).filter(|input| input["event"] == "started").collect();
    assert!(!starts.is_empty() && starts.iter().all(|start| start["version"] == version), "{release} is {version}: {starts:?}");
    check_written_by(&records, (version != version_after(0)).then_some(version));

    let refused = records.iter().any(|record| record["input"]["event"] == "order-refused");
    assert_eq!(refused, keeps_a_refused_order(version), "{release}: an order was refused, which is recorded");

    let (links, daemon) = home.serve();
    let then: Vec<i64> = serde_json::from_value(expected["owned"].clone()).expect("amounts were kept");
    assert!(then[..2].iter().all(|amount| *amount > 0), "{release}: two seats own something");
    assert_eq!(owned(&links), then, "{release}: what the seats own, on the tables and beside them");
    let paid = links.attendant().post("/api/v1/seats/3/credit-in", "after-the-update", r#"{"amount":5000}"#);
    assert_eq!(paid.status, 200, "{release}: {}", paid.body);
    assert_eq!(owned(&links)[2], then[2] + 5_000, "{release}: it goes on");
    let repeated = links.attendant().post("/api/v1/seats/1/credit-in", make::FIRST_PAYMENT, &json!({"amount": make::PAID}).to_string());
    assert_eq!((repeated.status, &repeated.json()["repeated"]), (200, &json!(true)), "{release}: an order of then is not done twice");
    if refused {
        let again = links.attendant().post("/api/v1/seats/3/credit-out", make::REFUSED, &json!({"amount": make::ASKED}).to_string());
        assert_eq!((again.status, again.reason()), (409, "credit-too-small".to_owned()), "{release}: what was refused then stays refused");
    }
    daemon.stop();
    // What was under way then goes on from what this release has written of it.
    let (links, daemon) = home.serve();
    assert_eq!(owned(&links)[2], then[2] + 5_000, "{release}: it goes on once more");
    daemon.stop();
    let verified = &home.ask_lines("journal verify")[0];
    assert_eq!(verified["steps"], true, "{release}: {verified}");
    let mut now = home.ask_lines("journal export");
    let written_now = now.split_off(records.len());
    assert_eq!(hashes(&now), hashes(&records), "{release}: its records are as they were");
    check_written_by(&written_now, Some(env!("CARGO_PKG_VERSION")));
    // The deals that were under way have ended since, as their rules say.
    let mut hands = home.ask_lines("hands --last 1000");
    let under_way = hands.split_off(expected["hands"].as_array().expect("lines were kept").len());
    check_recall(&hands, &expected["hands"]);
    assert!(!under_way.is_empty(), "{release}: a deal was under way");
    for hand in under_way {
        let course = hand["course"].as_array().expect("a deal has a course");
        // What becomes of a deal that a restart meets is a key of its rules, `restart_in_deal`.
        let is_over = |step: &Value| step["fact"] == "settled" || (step["fact"] == "voided" && step["reason"] == "restart");
        assert!(course.iter().any(is_over), "{release}: it ends: {hand:#}");
        let is_stake = |step: &Value| step["fact"] == "staked" || step["fact"] == "posted";
        assert!(course.iter().any(is_stake), "{release}: with the stakes of then: {hand:#}");
    }
}

#[test]
fn a_journal_of_every_landed_release_opens_verifies_recalls_and_goes_on() {
    for (release, version) in releases(&landed()) {
        check(release, version);
    }
}

/// A journal whose older records were removed has nothing else to begin with.
#[test]
fn a_state_that_a_landed_release_kept_is_read() {
    for (release, _) in releases(&landed()) {
        let home = home_of(release);
        let paths = Paths { journal: home.data().join("journal"), mirror: home.data().join("mirror") };
        let store = StoreAlone::open(&paths).expect("nobody has it").expect("it is there");
        let kept = store.checkpoints();
        assert!(!kept.is_empty(), "{release}: it kept a state");
        for state in kept {
            assert!(Cabinet::from_bytes(&state.bytes).is_some(), "{release}: the state after record {}", state.head.number);
        }
    }
}

#[test]
fn every_landed_release_has_its_journal_and_this_one_is_told_from_it() {
    assert_eq!(complaint(&landed(), &kept(), env!("CARGO_PKG_VERSION")), None);
}

#[test]
fn what_is_missing_in_the_list_beside_it_or_in_the_version_is_named() {
    let check = |list: &str, kept: &[&str], version: &str, expected: Option<&str>| {
        assert_eq!(complaint(list, kept, version).as_deref(), expected, "{list:?}, {kept:?}, {version}");
    };
    let three = "a 0.1.0\nb 0.1.0\nc 0.1.0\n";
    let four = "a 0.1.0\nb 0.1.0\nc 0.1.0\nd 0.1.3\n";
    check(three, &["c", "a", "b"], "0.1.3", None);
    check(four, &["a", "b", "c", "d"], "0.1.4", None);
    check(four, &["a", "b", "c"], "0.1.4", Some("d has landed: keep its journal"));
    check(three, &["a", "b", "c", "d"], "0.1.3", Some("d is kept: list it as landed"));
    check(three, &["a", "b", "c"], "0.1.4", Some("3 releases have landed, each with its journal: this one is 0.1.3, and not 0.1.4"));
    check(four, &["a", "b", "c", "d"], "0.1.3", Some("4 releases have landed, each with its journal: this one is 0.1.4, and not 0.1.3"));
    let wrong = "c is listed in the wrong place, or twice, or not as 0.1.0";
    check("a 0.1.0\nb 0.1.0\nc 0.1.2\n", &["a", "b", "c"], "0.1.3", Some(wrong));
    let twice = "a is listed in the wrong place, or twice, or not as 0.1.3";
    check("a 0.1.0\nb 0.1.0\nc 0.1.0\na 0.1.0\n", &["a", "b", "c"], "0.1.4", Some(twice));
}

#[test]
#[ignore = "keeps the journal of the release that is checked out"]
fn make() {
    let release = std::env::var("CROUPIER_RELEASE").expect("CROUPIER_RELEASE names the release, such as 2026-11-22-b048629");
    make::make(&folder().join(&release));
    let list = landed();
    if !releases(&list).iter().any(|(name, _)| *name == release) {
        std::fs::write(folder().join("landed"), format!("{list}{release} {}\n", env!("CARGO_PKG_VERSION")))
            .expect("the list can be written");
    }
}
