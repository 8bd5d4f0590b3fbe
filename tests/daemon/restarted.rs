//! A restart in the middle of a round, seen through the API: before the close, after it, and after the result.

use serde_json::{Value, json};

use crate::daemon::{Home, Links, changed};

/// A home in which what happens after a restart behind the close is chosen by `restart_after_close`.
fn home(restart_after_close: &str) -> Home {
    let mut home = Home::new(20);
    let rules = changed("rules/roulette/by.toml", &[("restart_after_close", &format!("{restart_after_close:?}"))]);
    let rules = format!("{:?}", home.write("rules.toml", &rules));
    let cabinet = home.write("cabinet.toml", &changed("cabinets/demo.toml", &[("rules", &rules)]));
    home.arguments.push(format!("--cabinet={cabinet}"));
    home
}

/// Bets in a round whose countdown has long to run; the round.
fn bet(links: &Links) -> u64 {
    let mut live = links.stranger().watch("/api/v1/cabinet/live");
    let round = live.see(|message| message["cabinet"]["phase"] == "open")["cabinet"]["round"].as_u64().expect("a round has a number");
    let paid = links.attendant().post("/api/v1/seats/1/credit-in", "paid", r#"{"amount":10000}"#);
    assert_eq!(paid.status, 200, "{}", paid.body);
    let bets = json!({"round": round, "bets": [{"bet": "straight", "numbers": [17], "stake": 500}, {"bet": "red", "stake": 1000}]});
    let placed = links.seat(1).post("/api/v1/seats/1/bets", "placed", &bets.to_string());
    assert_eq!(placed.status, 200, "{}", placed.body);
    round
}

/// Waits until the ball falls in that round.
fn closed(links: &Links, round: u64) {
    let mut live = links.stranger().watch("/api/v1/cabinet/live");
    let cabinet = live.see(|message| message["cabinet"]["round"] == round && message["cabinet"]["phase"] == "closed")["cabinet"].clone();
    assert_eq!(cabinet["outcome"], Value::Null);
}

/// The seat's part in a round, once the round is over.
fn part(links: &Links, round: u64) -> (Value, Value) {
    let mut live = links.seat(1).watch("/api/v1/seats/1/live");
    let find = |message: &Value| message["seat"]["rounds"].as_array()?.iter().find(|recalled| recalled["round"] == round).cloned();
    let message = live.see(|message| find(message).is_some_and(|recalled| !recalled["settled_at"].is_null()));
    (find(&message).expect("it was just seen"), message["seat"].clone())
}

#[test]
fn before_the_close_the_bets_lie_and_betting_goes_on() {
    let home = home("refund");
    let (links, daemon) = home.serve();
    let round = bet(&links);
    daemon.kill();
    let (links, daemon) = home.serve();
    let mut live = links.seat(1).watch("/api/v1/seats/1/live");
    let message = live.see(|message| message["cabinet"]["betting_open"] == true);
    assert_eq!(message["cabinet"]["round"], round);
    assert_eq!((&message["seat"]["staked"], &message["seat"]["credit"]), (&Value::from(1_500), &Value::from(8_500)));
    let undone = links.seat(1).post("/api/v1/seats/1/undo", "undone", &json!({"round": round}).to_string());
    assert_eq!(undone.json()["seat"]["credit"], 10_000, "{}", undone.body);
    daemon.stop();
}

#[test]
fn hc_23_after_the_close_every_stake_comes_back() {
    let home = home("refund");
    let (links, daemon) = home.serve();
    let round = bet(&links);
    closed(&links, round);
    daemon.kill();
    let (links, daemon) = home.serve();
    let (recalled, seat) = part(&links, round);
    assert_eq!((&recalled["voided"], &recalled["outcome"]), (&Value::from("restart"), &Value::Null));
    assert_eq!(recalled["seats"][0]["returned"], 1_500);
    assert_eq!(seat["credit"], 10_000);
    daemon.stop();
}

#[test]
fn after_the_close_the_ball_is_launched_again_where_the_rules_say_so() {
    let home = home("respin");
    let (links, daemon) = home.serve();
    let round = bet(&links);
    closed(&links, round);
    daemon.kill();
    let (links, daemon) = home.serve();
    let late = links.seat(1).post("/api/v1/seats/1/undo", "late", &json!({"round": round}).to_string());
    assert_eq!(late.status, 409, "the bets stay as they are: {}", late.body);
    let (recalled, seat) = part(&links, round);
    let returned = recalled["seats"][0]["returned"].as_i64().expect("an amount");
    assert_eq!(recalled["voided"], Value::Null);
    assert!(!recalled["outcome"].is_null());
    assert_eq!(seat["credit"], 8_500 + returned);
    daemon.stop();
}

#[test]
fn after_the_result_it_is_settled_and_stays_so() {
    let home = home("refund");
    let (links, daemon) = home.serve();
    let round = bet(&links);
    let before = part(&links, round);
    daemon.kill();
    let (links, daemon) = home.serve();
    let after = part(&links, round);
    assert_eq!(before.0, after.0);
    assert_eq!(before.1["credit"], after.1["credit"]);
    daemon.stop();
}
