//! The demo with the wheel on bare lines, seen through the API: rounds are bet on, spun and settled, and their evidence proves them.

use std::process::Command;

use serde_json::{Value, json};

use crate::daemon::Home;

#[test]
fn a_round_on_the_wheel_with_three_sensors_is_spun_and_settled() {
    let mut home = Home::new(20);
    home.arguments.push("--cabinet=demo-three-sensor".into());
    let (links, daemon) = home.serve();
    let mut live = links.stranger().watch("/api/v1/cabinet/live");
    let round = live.see(|message| message["cabinet"]["phase"] == "open")["cabinet"]["round"].clone();
    let paid = links.attendant().post("/api/v1/seats/1/credit-in", "paid", r#"{"amount":10000}"#);
    assert_eq!(paid.status, 200, "{}", paid.body);
    let bets = json!({"round": round, "bets": [{"bet": "straight", "numbers": [17], "stake": 500}, {"bet": "red", "stake": 1000}]});
    let placed = links.seat(1).post("/api/v1/seats/1/bets", "placed", &bets.to_string());
    assert_eq!(placed.status, 200, "{}", placed.body);
    let mut live = links.seat(1).watch("/api/v1/seats/1/live");
    let find = |message: &Value| message["seat"]["rounds"].as_array()?.iter().find(|recalled| recalled["round"] == round).cloned();
    let message = live.see(|message| find(message).is_some_and(|recalled| !recalled["settled_at"].is_null()));
    let recalled = find(&message).expect("it was just seen");
    let returned = recalled["seats"][0]["returned"].as_i64().expect("an amount");
    // With this seed the first ball is read; a spin that did not count would have given the stakes back.
    assert!(recalled["outcome"]["pocket"].is_number() && recalled["voided"].is_null(), "{recalled}");
    assert_eq!(message["seat"]["credit"], 8_500 + returned);
    daemon.stop();

    // The edges that the round keeps, decoded once more.
    let trace = home.write("evidence.csv", &home.ask(&format!("spins evidence {round}")));
    let replay =
        Command::new(env!("CARGO_BIN_EXE_croupierctl")).args(["wheel", "replay", "--device", "three-sensor-gpio", &trace]).output();
    let events = String::from_utf8(replay.expect("it can be run").stdout).expect("it prints text");
    let events: Vec<Value> = events.lines().map(|line| serde_json::from_str(line).expect("it prints JSON")).collect();
    let results: Vec<&Value> = events.iter().filter(|event| event["event"] == "result").map(|event| &event["pocket"]).collect();
    assert_eq!(results, [&recalled["outcome"]["pocket"]], "{events:?}");

    // Its figures say of which record they are, and the head there.
    let figures: Value = serde_json::from_str(&home.ask(&format!("spins evidence {round} --figures"))).expect("the one spin of the round");
    let record = figures["record"].as_u64().expect("a number");
    let exported = home.ask(&format!("journal export --from {record} --to {record}"));
    let exported: Value = serde_json::from_str(&exported).expect("one record");
    assert_eq!(figures["head"], format!("{record}:{}", exported["hash"].as_str().expect("a text")));
}
