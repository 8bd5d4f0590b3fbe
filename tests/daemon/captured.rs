//! What goes over the devices' lines is captured for a technician: that of a wheel proves on another machine what the wheel has said, that of a card device
//! tells no card.

use std::process::Command;

use serde_json::{Value, json};

use crate::card_players::{self, cards_in};
use crate::daemon::Home;

/// Captures a whole round of this cabinet, and replays the capture by the code of the live driver.
#[track_caller]
fn check(cabinet: &str, device: &str) {
    let mut home = Home::new(20);
    home.arguments.push(format!("--cabinet={cabinet}"));
    let (links, daemon) = home.serve();
    let order = |running: bool| links.attendant().post("/api/v1/service/capture", "", &json!({ "running": running }).to_string());
    assert_eq!(order(true).json()["running"], true);
    let mut live = links.stranger().watch("/api/v1/cabinet/live");
    let paid = live.see(|message| message["cabinet"]["phase"] == "paid" && message["cabinet"]["outcome"]["pocket"].is_number());
    // A replay knows nothing of the time after the last change, in which the live driver may have decided.
    live.see(|message| message["cabinet"]["round"].as_u64() > paid["cabinet"]["round"].as_u64());
    let stopped = order(false).json();
    assert!(stopped["running"] == false && stopped["forgotten"] == 0 && stopped["samples"].as_u64() > Some(20), "{stopped}");
    let text = std::iter::repeat_with(|| links.attendant().get("/api/v1/service/capture"))
        // While the next ball runs and bets are taken it is held back.
        .find(|answer| answer.status == 200 || live.next().is_none())
        .expect("bets are closed at last")
        .body;
    daemon.stop();

    let file = home.write("captured", &text);
    let replay = Command::new(env!("CARGO_BIN_EXE_croupierctl")).args(["wheel", "replay", "--device", device, &file]).output();
    let replay = replay.expect("it can be run");
    let events = String::from_utf8(replay.stdout).expect("it prints text");
    let events: Vec<Value> = events.lines().map(|line| serde_json::from_str(line).expect("it prints JSON")).collect();
    let first = events.iter().find(|event| event["event"] == "result").map(|event| &event["pocket"]);
    assert_eq!(first, Some(&paid["cabinet"]["outcome"]["pocket"]), "{}\n{events:?}", String::from_utf8_lossy(&replay.stderr));
}

#[test]
fn a_capture_of_bare_lines_is_replayed_to_the_same_number() {
    check("demo-three-sensor", "three-sensor-gpio");
}

#[test]
fn a_capture_of_a_serial_line_is_replayed_to_the_same_number() {
    check("demo", "slingshot-2");
}

/// The demo's second table has a simulated shuffle machine.
#[test]
fn the_line_of_a_shuffle_machine_is_captured_without_its_cards() {
    let home = Home::new(20);
    let (links, daemon) = home.serve();
    let attendant = links.attendant();
    assert_eq!(attendant.post("/api/v1/seats/5/credit-in", "first", r#"{"amount":10000000}"#).status, 200);
    assert_eq!(attendant.post("/api/v1/service/capture", "", r#"{"running":true}"#).status, 200);
    let mut live = links.stranger().watch("/api/v1/cabinet/live");
    let text = std::thread::scope(|scope| {
        scope.spawn(|| card_players::play(&links, 5, 1));
        let captured = std::iter::repeat_with(|| attendant.get("/api/v1/service/capture?table=2").body);
        // A card that came is told by its place alone.
        let text = captured.into_iter().find(|text| text.contains(" ??#") || live.next().is_none()).expect("cards are dealt at last");
        daemon.stop();
        text
    });
    assert!(text.lines().count() > 10 && text.contains(" ??#"), "{text}");
    assert_eq!(cards_in(&text), [""; 0], "{text}");
}
