//! A card that lies face down is followed through everything that the house says: two seats are dealt Oasis from the virtual deck, and the
//! cards of the one are in no answer to the other, to the board, or to the attendant, in no message of their WebSockets and in no log.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::card_players::cards_in;
use crate::client::{Client, Live};
use crate::daemon::Home;

/// The demo's table of Oasis, and its place in the list of tables.
const TABLE: usize = 3;

/// Every card that a message names.
fn cards(message: &Value) -> BTreeSet<String> {
    cards_in(&message.to_string()).into_iter().map(str::to_owned).collect()
}

fn table(message: &Value) -> &Value {
    &message["cabinet"]["tables"][TABLE - 1]
}

fn is_turn_of(message: &Value, seat: usize) -> bool {
    table(message)["turns"][0]["seat"] == json!(seat)
}

/// Every message until the deal is paid, and every state that they tell of, that one too.
fn until_paid(live: &mut Live) -> Vec<Value> {
    let mut told = Vec::new();
    loop {
        let (state, message) = live.next_state();
        let is_paid = table(&state)["phase"] == "paid";
        told.extend([state, message]);
        if is_paid {
            return told;
        }
    }
}

/// Folds what the message says is to be decided.
fn fold(client: &Client, seat: usize, message: &Value) -> Value {
    let (deal, turn) = (&table(message)["deal"], &table(message)["turns"][0]["turn"]);
    let body = json!({"deal": deal, "turn": turn, "choice": "fold"}).to_string();
    client.post(&format!("/api/v1/seats/{seat}/tables/{TABLE}/choose"), &format!("fold-{seat}-{turn}"), &body).json()
}

#[test]
fn a_card_that_lies_face_down_is_told_to_its_player_alone() {
    let mut home = Home::new(5);
    home.environment.push(("RUST_LOG".to_owned(), "trace".to_owned()));
    let (links, daemon) = home.serve();
    let (board, official) = (links.stranger(), links.attendant());
    let mut watched = [
        ("the board", board.watch("/api/v1/cabinet/live")),
        ("the other seat", links.seat(2).watch("/api/v1/seats/2/live")),
        ("the attendant", official.watch("/api/v1/official/live")),
    ];
    let [mut own, mut other] = [1, 2].map(|seat| links.seat(seat).watch(&format!("/api/v1/seats/{seat}/live")));
    let deal = own.see(|message| table(message)["phase"] == "staking");
    for seat in [1, 2] {
        official.post(&format!("/api/v1/seats/{seat}/credit-in"), &format!("paid-{seat}"), r#"{"amount":100000}"#);
        let stakes = json!({"deal": table(&deal)["deal"], "stakes": [{"box": seat, "stake": "ante", "amount": 1000}]}).to_string();
        let staked = links.seat(seat).post(&format!("/api/v1/seats/{seat}/tables/{TABLE}/stakes"), &format!("ante-{seat}"), &stakes);
        assert_eq!(staked.status, 200, "{}", staked.body);
    }
    let seen = own.see(|message| is_turn_of(message, 1));
    let open = cards(&board.get("/api/v1/cabinet").json());
    let secret: BTreeSet<String> = cards(&seen).difference(&open).cloned().collect();
    assert_eq!(secret.len(), 5, "the player sees the hand, the others do not: {secret:?} {open:?}");
    let mut told: Vec<(&str, Value)> = vec![
        ("the answer to the board", board.get("/api/v1/cabinet").json()),
        ("the answer to the other seat", links.seat(2).get("/api/v1/seats/2").json()),
        ("the answer to the attendant", official.get("/api/v1/official").json()),
        ("the refusal to look", links.seat(2).get("/api/v1/seats/1").json()),
        ("the refusal to decide", fold(&links.seat(2), 2, &seen)),
    ];
    fold(&links.seat(1), 1, &seen);
    let turn = other.see(|message| is_turn_of(message, 2) || table(message)["phase"] == "paid");
    fold(&links.seat(2), 2, &turn);
    for (whose, live) in &mut watched {
        told.extend(until_paid(live).into_iter().map(|message| (*whose, message)));
    }
    daemon.stop();
    for (whose, message) in &told {
        let known: Vec<&String> = secret.iter().filter(|card| cards(message).contains(*card)).collect();
        assert!(known.is_empty(), "{whose} tells {known:?} of {secret:?}: {message:#}");
    }
    assert!(home.log().len() > 1_000, "the log was written");
    let logged: Vec<String> = cards(&Value::String(home.log())).into_iter().collect();
    assert!(logged.is_empty(), "the log tells {logged:?}");
    let hand: Value = serde_json::from_str(home.ask("hands --table 3 --last 1").trim()).expect("it prints JSON");
    assert!(secret.is_subset(&cards(&hand)), "the auditor's tool tells the folded hand: {hand:#}");
}
