//! Signed evidence of a real cabinet: its key, its export after a kill, and what is found when either is touched.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::daemon::{Home, Links};

fn pay(links: &Links, keys: std::ops::Range<i64>) {
    for key in keys {
        let paid = links.attendant().post("/api/v1/seats/1/credit-in", &format!("key-{key}"), r#"{"amount":7}"#);
        assert_eq!(paid.status, 200, "{}", paid.body);
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("an object")
}

/// A home that was killed while it was in service, and then stopped in good order.
fn killed_and_stopped() -> Home {
    let home = Home::new(20);
    let (links, daemon) = home.serve();
    pay(&links, 0..20);
    daemon.kill();
    let (links, daemon) = home.serve();
    pay(&links, 20..40);
    daemon.stop();
    home
}

/// The command fails for this reason: the error.
#[track_caller]
fn check_refused(home: &Home, words: &str, reason: &str) -> Value {
    let error = json(&home.try_ask(words).expect_err("it is refused"))["error"].take();
    assert_eq!(error["reason"], reason, "{words}: {error}");
    error
}

#[test]
fn an_export_after_a_kill_proves_itself_and_every_changed_byte_is_located() {
    let home = killed_and_stopped();
    let key = json(&home.ask("journal key"))["key"].as_str().expect("a key").to_owned();
    let file = home.path("evidence");
    let exported = json(&home.ask(&format!("journal export --signed {}", file.display())));
    assert_eq!((&exported["from"], &exported["held_back_from"]), (&1.into(), &Value::Null));
    assert_eq!(exported["head"], json(&home.ask("journal head"))["head"]);
    assert_eq!(fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o600);
    let verify = format!("journal verify {} --key {key}", file.display());
    let verified = json(&home.ask(&verify));
    assert_eq!((&verified["head"], &verified["withheld"]), (&exported["head"], &exported["withheld"]));
    assert_eq!(verified["newest_signed"], exported["to"], "a stop in good order signs the head");
    check_refused(&home, &format!("journal export --signed {}", file.display()), "unwritable-file");

    let text = fs::read_to_string(&file).expect("it is text");
    let records = text.lines().filter_map(|line| line.strip_prefix("record ")?.split(' ').next()?.parse().ok());
    // The cards that are burnt at the start are withheld, and stand between them.
    for number in records.step_by(9).collect::<Vec<u64>>() {
        let start = text.find(&format!("\nrecord {number} ")).expect("it is exported") + 1;
        let last = start + text[start..].find('\n').expect("it ends") - 1;
        let mut bytes = text.clone().into_bytes();
        bytes[last] = if bytes[last] == b'0' { b'1' } else { b'0' };
        fs::write(&file, bytes).expect("writable");
        assert_eq!(check_refused(&home, &verify, "export-changed")["number"], number);
    }
}

#[test]
fn part_of_a_journal_is_exported_with_its_place_in_the_chain() {
    let home = killed_and_stopped();
    let key = json(&home.ask("journal key"))["key"].as_str().expect("a key").to_owned();
    let file = home.path("evidence");
    let exported = json(&home.ask(&format!("journal export --signed --from 5 --to 9 {}", file.display())));
    assert_eq!((&exported["from"], &exported["to"]), (&5.into(), &9.into()));
    let expected = exported["head"].as_str().expect("a head").to_owned();
    let verified = home.ask(&format!("journal verify {} --key {key} --expect-head {expected}", file.display()));
    assert_eq!(json(&verified)["contains"], expected.as_str());
    let other = "journal verify --key ed25519:d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    check_refused(&home, &format!("{other} {}", file.display()), "export-changed");
    check_refused(&home, other, "not-signed");
    home.ask(&format!("journal verify --key {key}"));
    check_refused(&home, &format!("journal export --signed --from 5000 {}", home.path("none").display()), "nothing-to-export");
}

#[test]
fn a_technician_is_shown_the_key_and_it_stays_the_same_from_start_to_start() {
    let home = Home::new(20);
    let shown = || {
        let (links, daemon) = home.serve();
        let key = links.attendant().get("/api/v1/service").json()["signing_key"].take();
        daemon.stop();
        key
    };
    let (first, second) = (shown(), shown());
    assert_eq!(first, second);
    let printed = json(&home.ask("journal key"));
    assert_eq!((&printed["key"], &printed["fingerprint"]), (&first["key"], &first["fingerprint"]));
    let file = home.data().join("signing-key");
    assert_eq!(fs::metadata(file).expect("it is there").permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_key_that_is_lost_is_told_and_never_made_anew_by_itself() {
    let home = killed_and_stopped();
    let former = json(&home.ask("journal key"));
    fs::remove_file(home.data().join("signing-key")).expect("it is there");
    let (links, daemon) = home.serve();
    assert_eq!(links.stranger().get("/ready").status, 200, "play does not depend on it");
    assert_eq!(links.attendant().get("/api/v1/service").json()["signing_key"], Value::Null);
    daemon.stop();
    assert!(home.log().contains("the signing key is lost"), "{}", home.log());
    check_refused(&home, "journal key", "key-lost");
    check_refused(&home, &format!("journal export --signed {}", home.path("evidence").display()), "key-lost");
    let made = json(&home.ask("journal key --make-new"));
    assert_ne!(made["key"], former["key"]);
    assert_eq!(made["other_keys"], Value::from(vec![former["key"].clone()]));
    check_refused(&home, "journal key --make-new", "key-there");
    let (_, daemon) = home.serve();
    daemon.stop();
    assert_eq!(json(&home.ask("journal verify"))["signed"]["keys"], Value::from(vec![former["key"].clone(), made["key"].clone()]));
}

#[test]
fn signed_heads_that_were_changed_are_found_in_a_live_folder() {
    let home = killed_and_stopped();
    let path = home.data().join("mirror/signed-heads");
    let text = fs::read_to_string(&path).expect("there are signatures");
    assert_eq!(json(&home.ask("journal verify"))["signed"]["heads"], text.lines().count());
    let (head, last) = text.trim_end().split_at(text.trim_end().len() - 1);
    let other = if last == "0" { "1" } else { "0" };
    fs::write(&path, format!("{head}{other}\n")).expect("writable");
    check_refused(&home, "journal verify", "signed-heads-damaged");
    fs::write(&path, text.replacen("signed ", "sighed ", 1)).expect("writable");
    assert_eq!(check_refused(&home, "journal verify", "signed-heads-damaged")["line"], 1);
}
