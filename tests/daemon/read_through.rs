//! The history of the journal is read through while the cabinet runs: damage in the middle is told to officials, and play goes on.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::daemon::{Home, Links, PATIENCE};

fn journal(links: &Links) -> Value {
    links.attendant().get("/api/v1/official").json()["journal"].clone()
}

/// What officials see of the journal once that holds.
#[track_caller]
fn see(links: &Links, wanted: impl Fn(&Value) -> bool) -> Value {
    let given_up = Instant::now() + PATIENCE;
    loop {
        let seen = journal(links);
        if wanted(&seen) {
            return seen;
        }
        assert!(Instant::now() < given_up, "{seen:#}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn pay(links: &Links, keys: std::ops::Range<usize>) {
    for key in keys {
        let pay = || links.attendant().post("/api/v1/seats/1/credit-in", &format!("key-{key}"), r#"{"amount":7}"#);
        let mut paid = pay();
        // Nobody may ask faster than this.
        while paid.status == 429 {
            std::thread::sleep(Duration::from_millis(50));
            paid = pay();
        }
        assert_eq!(paid.status, 200, "{}", paid.body);
    }
}

/// Flips a bit of the oldest block of the store, which a start does not read.
fn damage_store(home: &Home) {
    let db = sled::open(home.data().join("journal/sled")).expect("no daemon has it");
    let blocks: Vec<_> = db.scan_prefix(b"b").map(|item| item.expect("readable")).collect();
    let (key, value) = blocks.first().expect("there are blocks");
    let mut changed = value.to_vec();
    let middle = changed.len() / 2;
    changed[middle] ^= 1;
    db.insert(key, changed).expect("writable");
    db.flush().expect("writable");
}

#[test]
fn damage_in_the_middle_of_a_copy_is_found_told_and_mended_by_rebuild() {
    let home = Home::new(1);
    let (links, daemon) = home.serve();
    pay(&links, 0..280);
    assert_eq!(journal(&links)["damage"], Value::Array(Vec::new()));
    daemon.stop();
    damage_store(&home);
    let (links, daemon) = home.serve();
    let seen = see(&links, |journal| !journal["read_at"].is_null());
    assert_eq!(seen["damage"][0]["copy"], "store");
    assert!(seen["damage"][0]["message"].as_str().is_some_and(|message| message.contains("the sled store")), "{seen:#}");
    assert_eq!(links.attendant().get("/api/v1/service").json()["journal"]["damage"], seen["damage"]);
    assert!(home.log().lines().any(|line| line.contains("ERROR") && line.contains("journal's history is damaged")), "{}", home.log());
    pay(&links, 280..300);
    daemon.stop();

    let rebuilt: Value = serde_json::from_str(&home.ask("journal rebuild")).expect("an object");
    assert_eq!(rebuilt["set_aside"].as_array().map(Vec::len), Some(1), "{rebuilt}");
    let (links, daemon) = home.serve();
    let seen = see(&links, |journal| !journal["read_at"].is_null());
    assert_eq!(seen["damage"], Value::Array(Vec::new()));
    assert_eq!(links.attendant().get("/api/v1/official").json()["seats"][0]["credit"], 2_100);
    daemon.stop();
}

#[test]
fn a_players_history_says_which_head_it_is_part_of() {
    let home = Home::new(20);
    let (links, daemon) = home.serve();
    pay(&links, 0..3);
    let rounds = links.seat(1).get("/api/v1/rounds").json();
    let head = rounds["head"].as_str().expect("a head").to_owned();
    pay(&links, 3..5);
    daemon.stop();
    let verified: Value = serde_json::from_str(&home.ask(&format!("journal verify --expect-head {head}"))).expect("an object");
    assert_eq!(verified["contains"], head.as_str());
}
