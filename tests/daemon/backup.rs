//! A backup is made while the cabinet is played at; a cabinet made of it goes on, and is known for a copy.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::daemon::{Home, Links};

const PAID: i64 = 7;

fn pay(links: &Links, keys: std::ops::Range<i64>) {
    for key in keys {
        let paid = links.attendant().post("/api/v1/seats/1/credit-in", &format!("key-{key}"), r#"{"amount":7}"#);
        assert_eq!(paid.status, 200, "{}", paid.body);
    }
}

fn credit(links: &Links) -> i64 {
    links.attendant().get("/api/v1/official").json()["seats"][0]["credit"].as_i64().expect("an amount")
}

fn backup(home: &Home, more: &str) -> Value {
    home.ask_lines(&format!("journal backup {}{more}", home.path("backups").display())).remove(0)
}

fn text<'a>(answer: &'a Value, key: &str) -> &'a str {
    answer[key].as_str().unwrap_or_else(|| panic!("{answer} says no {key}"))
}

fn refused(home: &Home, words: &str) -> String {
    let error = home.try_ask(words).expect_err("it is refused");
    let error: Value = serde_json::from_str(&error).expect("the error is JSON");
    error["error"]["reason"].as_str().expect("it has a reason").to_owned()
}

/// A home with a backup that was made after 20 payments while the wheel turned, 5 payments before the power went.
fn with_backup() -> (Home, Value) {
    let home = Home::new(20);
    let (links, daemon) = home.serve();
    pay(&links, 0..20);
    let made = backup(&home, "");
    pay(&links, 20..25);
    daemon.kill();
    (home, made)
}

/// The links on paper, which a backup does not hold.
fn carry_links(from: &Home, to: &Home) {
    fs::copy(from.data().join("links.txt"), to.data().join("links.txt")).expect("writable");
}

#[test]
fn a_cabinet_restored_from_a_backup_that_was_made_in_play_goes_on_with_the_money_of_then() {
    let (home, made) = with_backup();
    let other = Home::new(20);
    let restored = other.ask_lines(&format!("journal restore {} --by Bela", text(&made, "backup"))).remove(0);
    assert_eq!(restored["from"], made["head"]);
    assert!(!other.ask("journal verify").is_empty(), "it verifies before it is played on");
    carry_links(&home, &other);
    let (links, daemon) = other.serve();
    assert_eq!(credit(&links), 20 * PAID);
    pay(&links, 100..101);
    daemon.stop();
    let verified = other.ask_lines(&format!("journal verify --expect-head {}", text(&made, "head")));
    assert!(!verified.is_empty(), "its history goes on from that of the backup");
    let decided = other.ask("journal export");
    assert!(decided.contains("go-on") && decided.contains("Bela"), "the journal says who answers for the copy");
    // The one that it was copied from went on, too, and is another from there on.
    home.ask(&format!("journal verify --expect-head {}", text(&made, "head")));
}

#[test]
fn a_backup_holds_neither_the_mark_nor_the_key_and_passes_for_no_cabinet() {
    let (home, made) = with_backup();
    let folder = Path::new(text(&made, "backup"));
    let mut names: Vec<_> = fs::read_dir(folder).expect("it is there").map(|file| file.expect("readable").file_name()).collect();
    names.sort();
    assert_eq!(names, ["access.toml", "backup.json", "mirror"]);
    // Put where a cabinet lives, without a person's word, it is refused.
    let other = Home::new(20);
    fs::create_dir_all(other.data()).expect("writable");
    fs::rename(folder.join("mirror"), other.data().join("mirror")).expect("writable");
    fs::copy(folder.join("access.toml"), other.data().join("access.toml")).expect("writable");
    carry_links(&home, &other);
    let (links, daemon) = other.serve();
    let ready = links.stranger().get("/ready");
    assert!(ready.status == 503, "{}", ready.body);
    daemon.stop();
}

#[test]
fn nothing_is_restored_over_a_cabinet_that_was_in_service() {
    let (home, made) = with_backup();
    assert_eq!(refused(&home, &format!("journal restore {} --by Bela", text(&made, "backup"))), "journal-there");
}

#[test]
fn a_restoring_that_was_cut_off_is_done_again() {
    let (_home, made) = with_backup();
    let other = Home::new(20);
    let mirror = other.data().join("mirror.restoring");
    fs::create_dir_all(&mirror).expect("writable");
    let first = "000001.mirror";
    let bytes = fs::read(Path::new(text(&made, "backup")).join("mirror").join(first)).expect("it is there");
    fs::write(mirror.join(first), &bytes[..bytes.len() / 2]).expect("writable");
    let restored = other.ask_lines(&format!("journal restore {} --by Bela", text(&made, "backup"))).remove(0);
    assert_eq!(restored["from"], made["head"]);
    let left: Vec<_> = fs::read_dir(other.data()).expect("readable").map(|entry| entry.expect("an entry").file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().contains("restoring")), "{left:?}");
    assert!(!other.ask("journal verify").is_empty(), "it verifies");
}

#[test]
fn a_mark_alone_is_a_sign_of_a_cabinet_that_was_in_service() {
    let (home, made) = with_backup();
    let other = Home::new(20);
    fs::create_dir_all(other.data()).expect("writable");
    fs::copy(home.data().join("mark"), other.data().join("mark")).expect("it is there");
    assert_eq!(refused(&other, &format!("journal restore {} --by Bela", text(&made, "backup"))), "journal-there");
}

#[test]
fn a_damaged_backup_is_refused_and_nothing_is_made_of_it() {
    let (_home, made) = with_backup();
    let segment = Path::new(text(&made, "backup")).join("mirror/000001.mirror");
    let mut bytes = fs::read(&segment).expect("it is there");
    bytes[2_000] ^= 1;
    fs::write(&segment, bytes).expect("writable");
    let other = Home::new(20);
    assert_eq!(refused(&other, &format!("journal restore {} --by Bela", text(&made, "backup"))), "journal-damaged");
    assert!(!other.data().join("mark").exists() && !other.data().join("journal").exists());
}

#[test]
fn older_backups_are_deleted_where_somebody_says_how_many_are_kept() {
    let (home, _) = with_backup();
    let folder = home.path("backups");
    for moment in ["20200101T000000Z", "20210101T000000Z"] {
        fs::create_dir(folder.join(format!("croupier-{moment}"))).expect("writable");
        fs::write(folder.join(format!("croupier-{moment}/backup.json")), "{}").expect("writable");
    }
    fs::create_dir(folder.join("croupier-notes")).expect("writable");
    let made = backup(&home, "/ --keep 3");
    let deleted = made["deleted"].as_array().expect("a list");
    assert!(deleted.len() == 1 && deleted[0].as_str().is_some_and(|path| path.ends_with("croupier-20200101T000000Z")), "{made}");
    assert!(folder.join("croupier-notes").exists(), "what is no backup stays");
}
