//! A wheel, and a source of cards, whose line is flooded: it is held, the others go on, and the journal does not grow.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::daemon::{Daemon, Home, Links, PATIENCE, changed};
use crate::line::{Line, card_frame};

/// The wheel of this home says by turns that it is off and that it is on, as fast as 9600 bits a second allow.
fn babbling_wheel(home: &Home) -> Line {
    let texts = ["*X;6;001;  ;0;000;0\r\n", "*X;2;001;  ;0;160;0\r\n"].map(str::to_owned);
    Line::start(home.path("port"), texts.to_vec(), Duration::from_millis(21))
}

/// The shoe of this home says who it is and by turns that a technician has it and has not, as fast as 115200 bits a second allow.
fn babbling_shoe(home: &Home) -> Line {
    let texts = ["SHOE 1 S8 1.0 SN7", "STATE SERVICE - 0 0 -", "STATE READY - 0 0 -"].map(card_frame);
    Line::start(home.path("port"), texts.to_vec(), Duration::from_millis(4))
}

fn cabinet(links: &Links) -> Value {
    links.stranger().get("/api/v1/cabinet").json()
}

fn number(links: &Links) -> u64 {
    cabinet(links)["number"].as_u64().expect("inputs are counted")
}

/// Waits until these faults tell of a device that babbles.
fn wait_until_held(faults: impl Fn() -> String) {
    let since = Instant::now();
    while !faults().contains("babbling") {
        assert!(since.elapsed() < PATIENCE, "the device is held: {}", faults());
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// For five seconds the device stays held, and next to nothing is written.
fn check_stays_held(links: &Links, faults: impl Fn() -> String) {
    let (before, written) = (number(links), Instant::now());
    while written.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(100));
        assert!(faults().contains("babbling"), "it stays held");
    }
    let records = number(links) - before;
    assert!(records <= 20, "{records} records in five seconds, while the device is not listened to");
}

fn check_journal_is_short(home: &Home, daemon: Daemon) {
    daemon.stop();
    assert!(home.ask("journal export").lines().count() < 600);
}

#[test]
fn a_wheel_that_babbles_is_held_and_nobody_else_notices() {
    let mut home = Home::new(1);
    let _wheel = babbling_wheel(&home);
    let serial = format!("\"serial\"\nport = \"{}\"", home.path("port").display());
    let file = home.write("cabinet.toml", &changed("cabinets/demo.toml", &[("driver", &serial)]));
    home.arguments = vec![format!("--cabinet={file}"), "--bench".to_owned()];
    let (links, daemon) = home.serve();
    let faults = || cabinet(&links)["faults"].to_string();
    wait_until_held(faults);
    let paid = links.attendant().post("/api/v1/seats/1/credit-in", "paid", r#"{"amount":10000}"#);
    assert_eq!(paid.status, 200, "{}", paid.body);
    let out = links.attendant().post("/api/v1/seats/1/credit-out", "out", r#"{"amount":10000}"#);
    assert_eq!(out.status, 200, "{}", out.body);
    let cabinet = cabinet(&links);
    let phases: Vec<&Value> = cabinet["tables"].as_array().expect("card tables").iter().map(|table| &table["phase"]).collect();
    assert!(phases.iter().any(|phase| *phase == "staking"), "the card tables go on: {phases:?}");
    check_stays_held(&links, faults);
    check_journal_is_short(&home, daemon);
}

/// The demo's cabinet, its last card table, which plays without a joker, with a shoe on this home's port.
fn with_shoe(home: &mut Home) {
    let mut text = changed("cabinets/demo.toml", &[]);
    let source = "driver = \"virtual\"";
    let place = text.rfind(source).expect("the last table's cards are virtual");
    let shoe = format!("driver = \"serial\"\ndevice = \"shoe\"\nport = \"{}\"", home.path("port").display());
    text.replace_range(place..place + source.len(), &shoe);
    let file = home.write("cabinet.toml", &text);
    home.arguments = vec![format!("--cabinet={file}"), "--bench".to_owned()];
}

#[test]
fn a_source_of_cards_that_babbles_is_held_and_neither_the_wheel_nor_another_table_notices() {
    let mut home = Home::new(1);
    let _shoe = babbling_shoe(&home);
    with_shoe(&mut home);
    let (links, daemon) = home.serve();
    let last = |cabinet: &Value| cabinet["tables"].as_array().and_then(|tables| tables.last().cloned()).expect("card tables");
    let faults = || last(&cabinet(&links))["faults"].to_string();
    wait_until_held(faults);
    let paid = links.attendant().post("/api/v1/seats/1/credit-in", "paid", r#"{"amount":10000}"#);
    assert_eq!(paid.status, 200, "{}", paid.body);
    let mut live = links.attendant().watch("/api/v1/official/live");
    let seen = live.see(|message| message["cabinet"]["betting_open"] == true && message["cabinet"]["tables"][0]["phase"] == "staking");
    let (round, deal) = (&seen["cabinet"]["round"], &seen["cabinet"]["tables"][0]["deal"]);
    let order = |path: &str, key: &str, body: String| {
        let taken = links.seat(1).post(&format!("/api/v1/seats/1/{path}"), key, &body);
        assert_eq!(taken.status, 200, "{}", taken.body);
    };
    order("bets", "bet", format!(r#"{{"round":{round},"bets":[{{"bet":"red","stake":500}}]}}"#));
    order("tables/1/stakes", "stake", format!(r#"{{"deal":{deal},"stakes":[{{"box":1,"stake":"player","amount":1000}}]}}"#));
    check_stays_held(&links, faults);
    let now = cabinet(&links);
    assert_ne!(now["phase"], "held", "{now:#}");
    let (_, others) = now["tables"].as_array().and_then(|tables| tables.split_last()).expect("card tables");
    let others: Vec<&Value> = core::iter::once(&now).chain(others).map(|table| &table["faults"]).collect();
    assert!(others.iter().all(|faults| faults.as_array().is_some_and(Vec::is_empty)), "{others:?}");
    check_journal_is_short(&home, daemon);
}
