//! The parts of a running house test themselves: the real wheel's dialect on a pseudo-terminal, the real disk, clock, network and journal.

use std::fs;

use serde_json::{Value, json};

use crate::daemon::{Home, Links};

/// The newest test of a part of the house, in what officials are shown.
fn newest<'a>(shown: &'a Value, part: &str) -> &'a Value {
    let parts = shown["official"]["self_tests"].as_array().expect("the parts are listed");
    &parts.iter().find(|each| each["part"] == part).unwrap_or_else(|| panic!("{part} is a part of {parts:?}"))["newest"]
}

/// Has a part test itself by an order with this key, and waits for the end.
fn test(links: &Links, key: &str, part: &str) -> Value {
    let attendant = links.attendant();
    let mut live = attendant.watch("/api/v1/official/live");
    let before = newest(&live.see(|_| true), part)["test"].clone();
    let answer = attendant.post("/api/v1/service/self-test", key, &json!({"part": part, "table": null}).to_string());
    assert_eq!(answer.status, 200, "{part}: {}", answer.body);
    let is_over = |shown: &Value| newest(shown, part)["test"] != before && !newest(shown, part)["ended_at"].is_null();
    newest(&live.see(is_over), part).clone()
}

#[test]
fn every_part_of_a_sound_house_passes_and_its_tables_go_on_as_they_were() {
    let mut home = Home::new(1);
    home.arguments.push("--wheel-speed=30".to_owned());
    let (links, daemon) = home.serve();
    let before = links.attendant().watch("/api/v1/official/live").see(|shown| shown["cabinet"]["hold"].is_null());
    for part in ["journal", "disk", "clock", "network", "wheel"] {
        let test = test(&links, part, part);
        assert_eq!((&test["end"], &test["findings"], &test["by"]), (&json!("passed"), &json!([]), &json!("attendant-1")), "{part}");
    }
    let after = links.attendant().watch("/api/v1/official/live").see(|shown| shown["cabinet"]["hold"].is_null());
    assert_eq!((&after["official"]["meters"], &after["cabinet"]["phase"]), (&before["official"]["meters"], &json!("open")));
    daemon.stop();
    let facts: Vec<Value> =
        home.ask_lines("journal export").iter().flat_map(|record| record["facts"].as_array().cloned().unwrap_or_default()).collect();
    let told = |fact: &str| facts.iter().filter(|each| each["fact"] == fact).map(|each| each["part"].clone()).collect::<Vec<_>>();
    let parts = ["journal", "disk", "clock", "network", "wheel"].map(Value::from);
    assert_eq!((told("self-test-begun"), told("self-test-ended")), (parts.to_vec(), parts.to_vec()));
}

#[test]
fn a_test_that_a_kill_cuts_off_is_interrupted_and_damage_that_came_meanwhile_is_found() {
    let home = Home::new(1);
    let (links, daemon) = home.serve();
    let attendant = links.attendant();
    attendant.watch("/api/v1/official/live").see(|shown| shown["cabinet"]["hold"].is_null());
    let wheel = json!({"part": "wheel", "table": null}).to_string();
    assert_eq!(attendant.post("/api/v1/service/self-test", "one", &wheel).status, 200);
    let refused = attendant.post("/api/v1/service/self-test", "two", &wheel);
    assert_eq!((refused.status, refused.reason()), (409, "self-test-runs".to_owned()));
    daemon.kill();
    let (links, daemon) = home.serve();
    let mut live = links.attendant().watch("/api/v1/official/live");
    let shown = live.see(|shown| !newest(shown, "wheel")["ended_at"].is_null() && shown["cabinet"]["hold"].is_null());
    assert_eq!(newest(&shown, "wheel")["end"], "interrupted");

    assert_eq!(test(&links, "sound", "journal")["end"], "passed");
    let segment = home.data().join("mirror").join("000001.mirror");
    let mut bytes = fs::read(&segment).expect("there is a mirror");
    let commits: Vec<usize> = bytes.windows(4).enumerate().filter(|(_, word)| *word == b"CMT1").map(|(start, _)| start).collect();
    bytes[commits[commits.len() / 2] + 30] ^= 1;
    fs::write(segment, bytes).expect("it can be written");
    let test = test(&links, "damaged", "journal");
    assert_eq!((&test["end"], &test["findings"][0]["code"]), (&json!("failed"), &json!("journal-damaged")), "{test}");
    daemon.stop();
}
