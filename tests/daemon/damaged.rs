//! The store was found damaged in an earlier life, which noted it: the start makes it anew from the mirror, and the cabinet goes on.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::client::Answer;
use crate::daemon::{Home, Links};

const ORDERS: usize = 30;

fn order(links: &Links, key: usize) -> Answer {
    links.attendant().post("/api/v1/seats/1/credit-in", &format!("key-{key}"), r#"{"amount":7}"#)
}

#[test]
fn a_store_that_is_noted_as_damaged_is_made_anew_with_one_warning_and_nothing_is_lost() {
    let home = Home::new(1);
    let (links, daemon) = home.serve();
    let numbers: Vec<Value> = (0..ORDERS).map(|key| order(&links, key).json()["number"].clone()).collect();
    daemon.kill();
    let (note, before) = (home.data().join("journal/sled.damaged"), home.log().lines().count());
    fs::write(&note, "croupier damaged store 1\n").expect("writable");
    fs::set_permissions(&note, Permissions::from_mode(0o600)).expect("it is ours");

    let (links, daemon) = home.serve();
    let told = home.log();
    let told = told.lines().skip(before).filter(|line| line.contains("sled"));
    assert!(!note.exists() && !home.data().join("journal/sled.new").exists(), "that is done");
    let told: Vec<&str> = told.collect();
    let words = ["WARN", "the store is damaged, the mirror is whole", "sled.20", "Z.broken-1"];
    assert!(matches!(told[..], [line] if words.iter().all(|word| line.contains(word))), "{told:#?}");
    let aside = fs::read_dir(home.data().join("journal")).expect("it is there").map(|item| item.expect("readable").path());
    let aside: Vec<_> = aside.filter(|path| path.to_string_lossy().contains(".broken-")).collect();
    assert!(matches!(&aside[..], [path] if path.join("db").exists()), "{aside:?}");
    let mode = |name: &str| fs::metadata(home.data().join(name)).expect("it is there").permissions().mode() & 0o777;
    assert_eq!([mode("journal/sled"), mode("journal/sled/db")], [0o700, 0o600]);
    for (key, number) in numbers.iter().enumerate() {
        let answer = order(&links, key).json();
        assert_eq!((&answer["repeated"], &answer["number"]), (&true.into(), number), "key-{key}");
    }
    assert_eq!(order(&links, ORDERS).json()["repeated"], false);
    daemon.stop();
    let verified: Value = serde_json::from_str(&home.ask("journal verify")).expect("an object");
    assert_eq!((&verified["store"], &verified["behind"]), (&json!(true), &Value::Null), "{verified}");
}
