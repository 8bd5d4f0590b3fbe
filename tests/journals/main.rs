//! The journal outlives the release: a journal of every landed release, each left as `kill -9` left it with stakes on the layout and deals
//! under way, opens, verifies, recalls what it recalled then, and goes on.
//!
//! A folder here is named after the day and commit of its release. `data.tar.gz` holds the data folder byte for byte; `expected.json` what
//! that release's own tools and pages said of it. To keep the journal of a release, check it out and run
//! `CROUPIER_RELEASE=2026-11-22-b048629 cargo test --test journals -- --ignored make`.

#[path = "../support/client.rs"]
#[allow(dead_code, reason = "shared with tests that ask for more")]
mod client;
#[path = "../support/daemon.rs"]
#[allow(dead_code, reason = "shared with tests that ask for more")]
mod daemon;
#[path = "../support/follow.rs"]
mod follow;
mod make;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use daemon::{Home, Links};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals")
}

/// The releases of which a journal is kept.
fn releases() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("this folder is there").map(|entry| entry.expect("it can be listed").path());
    let mut names: Vec<String> =
        entries.filter(|path| path.is_dir()).map(|path| path.file_name().expect("it has a name").to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// What `croupierctl` prints about the home's journal, line by line.
fn ask(home: &Home, words: &str) -> Vec<Value> {
    home.ask(words).lines().map(|line| serde_json::from_str(line).expect("it prints JSON")).collect()
}

/// Everything that a seat owns, by seat: its credit, and what it has on the layout and at the card tables.
fn owned(links: &Links) -> Vec<i64> {
    let official = links.attendant().get("/api/v1/official").json();
    let amount = |seat: &Value, key: &str| seat[key].as_i64().expect("an amount");
    let seats = official["seats"].as_array().expect("there are seats");
    seats.iter().map(|seat| amount(seat, "credit") + amount(seat, "staked")).collect()
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

fn check(release: &str) {
    let home = Home::new(1);
    let kept = folder().join(release);
    let text = std::fs::read_to_string(kept.join("expected.json")).unwrap_or_else(|error| panic!("{release}: {error}"));
    let expected: Value = serde_json::from_str(&text).expect("the expectation is JSON");
    let unpacked =
        Command::new("tar").arg("-xzf").arg(kept.join("data.tar.gz")).arg("-C").arg(home.data().parent().expect("a home")).status();
    assert!(unpacked.expect("tar can be run").success(), "{release}: the data folder is unpacked");

    // The kept lines are those of the journal as it was left: nothing has opened it for writing yet.
    let verified = &ask(&home, "journal verify")[0];
    assert!(says(verified, &expected["verify"]), "{release}: verify said\n{:#}\nand now says\n{verified:#}", expected["verify"]);
    for (words, key) in [("hands --last 1000", "hands"), ("spins --last 1000", "spins"), ("meters", "meters")] {
        check_recall(&ask(&home, words), &expected[key]);
    }

    let (links, daemon) = home.serve();
    let then: Vec<i64> = serde_json::from_value(expected["owned"].clone()).expect("amounts were kept");
    assert!(then[..2].iter().all(|amount| *amount > 0), "{release}: two seats own something");
    assert_eq!(owned(&links), then, "{release}: what the seats own, on the tables and beside them");
    let paid = links.attendant().post("/api/v1/seats/3/credit-in", "after-the-update", r#"{"amount":5000}"#);
    assert_eq!(paid.status, 200, "{release}: {}", paid.body);
    assert_eq!(owned(&links)[2], then[2] + 5_000, "{release}: it goes on");
    let repeated = links.attendant().post("/api/v1/seats/1/credit-in", make::FIRST_PAYMENT, &json!({"amount": make::PAID}).to_string());
    assert_eq!((repeated.status, &repeated.json()["repeated"]), (200, &json!(true)), "{release}: an order of then is not done twice");
    daemon.stop();
    // What was under way then goes on from what this release has written of it.
    let (links, daemon) = home.serve();
    assert_eq!(owned(&links)[2], then[2] + 5_000, "{release}: it goes on once more");
    daemon.stop();
    let verified = &ask(&home, "journal verify")[0];
    assert_eq!(verified["steps"], true, "{release}: {verified}");
    // The deals that were under way have ended since, as their rules say.
    let mut hands = ask(&home, "hands --last 1000");
    let under_way = hands.split_off(expected["hands"].as_array().expect("lines were kept").len());
    check_recall(&hands, &expected["hands"]);
    assert!(!under_way.is_empty(), "{release}: a deal was under way");
    for hand in under_way {
        let course = hand["course"].as_array().expect("a deal has a course");
        // What becomes of a deal that a restart meets is a key of its rules, `restart_in_deal`.
        let is_over = |step: &Value| step["fact"] == "settled" || (step["fact"] == "voided" && step["reason"] == "restart");
        assert!(course.iter().any(is_over), "{release}: it ends: {hand:#}");
        assert!(course.iter().any(|step| step["fact"] == "staked"), "{release}: with the stakes of then: {hand:#}");
    }
}

#[test]
fn a_journal_of_every_landed_release_opens_verifies_recalls_and_goes_on() {
    let releases = releases();
    assert!(!releases.is_empty(), "a journal of the first release is kept");
    for release in releases {
        check(&release);
    }
}

#[test]
#[ignore = "keeps the journal of the release that is checked out"]
fn make() {
    let release = std::env::var("CROUPIER_RELEASE").expect("CROUPIER_RELEASE names the release, such as 2026-11-22-b048629");
    make::make(&folder().join(release));
}
