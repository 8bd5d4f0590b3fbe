//! The journal is verified while the daemon runs, after the power has gone, and after a stop: each time it is said what was checked and what is
//! normal.

use serde_json::{Value, json};

use crate::daemon::Home;

/// The journal verifies, with or without its store, and what that means is told with these words.
#[track_caller]
fn check(home: &Home, store: bool, words: &[&str]) {
    let verified: Value = home.ask_lines("journal verify").remove(0);
    assert_eq!((&verified["mirror"], &verified["store"], &verified["steps"]), (&json!(true), &json!(store), &json!(true)), "{verified}");
    let meaning = verified["meaning"].as_str().unwrap_or_else(|| panic!("it is said what that means: {verified}"));
    assert!(words.iter().all(|word| meaning.contains(word)), "{words:?}: {meaning}");
}

#[test]
fn verifying_a_running_daemon_says_that_the_store_is_not_read_and_that_this_is_normal() {
    let home = Home::new(20);
    let (links, daemon) = home.serve();
    let paid = links.attendant().post("/api/v1/seats/1/credit-in", "key-1", r#"{"amount":7}"#);
    assert_eq!(paid.status, 200, "{}", paid.body);
    check(&home, false, &["the mirror was read from the first record to the last", "has it open", "That is normal while the daemon runs"]);
    daemon.stop();
    check(&home, true, &["both copies", "compared"]);
}

#[test]
fn verifying_after_the_power_went_reads_both_copies() {
    let home = Home::new(20);
    let (_, daemon) = home.serve();
    daemon.kill();
    check(&home, true, &["both copies", "compared"]);
}
