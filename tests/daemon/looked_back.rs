//! Three seats play a deal of hold'em against each other, the first one folds, and each looks back at it: the folded cards are its player's
//! alone, before and after the daemon was killed, and an attendant is told of no past deal.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::daemon::{Home, Links};

const TABLE: u64 = 17;
const SEATS: [usize; 3] = [1, 2, 3];
const MOST: Duration = Duration::from_secs(60);

/// The table as this seat sees it: what is everybody's, and what is its own.
fn seen(links: &Links, seat: usize) -> (Value, Value) {
    let page = links.seat(seat).get(&format!("/api/v1/seats/{seat}")).json();
    let at = |tables: &Value| {
        tables.as_array().and_then(|all| all.iter().find(|each| each["table"] == TABLE).cloned()).expect("the table is there")
    };
    (at(&page["cabinet"]["player_tables"]), at(&page["seat"]["player_tables"]))
}

fn order(links: &Links, seat: usize, what: &str, key: &str, body: &Value) {
    let answer = links.seat(seat).post(&format!("/api/v1/seats/{seat}/tables/{TABLE}/{what}"), key, &body.to_string());
    assert_eq!(answer.status, 200, "{}", answer.body);
}

/// Plays one deal to its end: the first who is asked folds, the others check or call. Who folded, and with which cards.
fn play(links: &Links) -> (usize, Vec<Value>) {
    let (began, mut folded) = (Instant::now(), None);
    loop {
        assert!(began.elapsed() < MOST, "the deal is over in time");
        let (table, own) = seen(links, SEATS[0]);
        if own["hands"].as_array().is_some_and(|hands| !hands.is_empty()) {
            return folded.expect("somebody folded");
        }
        let Some(asked) = SEATS.into_iter().find(|seat| table["turn"]["seat"] == *seat) else {
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        let (table, own) = seen(links, asked);
        let action = match (&folded, own["offers"]["call"].as_i64()) {
            (_, None) => continue,
            (None, Some(_)) => "fold",
            (Some(_), Some(0)) => "check",
            (Some(_), Some(_)) => "call",
        };
        let place = own["places"].as_array().and_then(|all| all.iter().find(|place| place["seat"] == asked));
        folded.get_or_insert_with(|| (asked, place.expect("it sits")["down"].as_array().expect("cards").clone()));
        let turn = &table["turn"]["turn"];
        order(links, asked, "act", &format!("act-{turn}"), &json!({"deal": table["deal"], "turn": turn, "action": action}));
    }
}

/// What each seat looks back at.
fn histories(links: &Links) -> Vec<Value> {
    SEATS.iter().map(|seat| seen(links, *seat).1["hands"].clone()).collect()
}

#[test]
fn a_deal_between_players_is_looked_back_at_with_the_own_cards_alone_and_outlives_the_daemon() {
    let home = Home::new(5);
    let (links, daemon) = home.serve();
    for seat in SEATS {
        links.attendant().post(&format!("/api/v1/seats/{seat}/credit-in"), &format!("paid-{seat}"), r#"{"amount":100000}"#);
        let (table, _) = seen(&links, seat);
        order(&links, seat, "join", &format!("join-{seat}"), &json!({"deal": table["deal"], "amount": 40_000}));
    }
    let (folded, cards) = play(&links);
    let before = histories(&links);
    for (seat, history) in SEATS.into_iter().zip(&before) {
        let hand =
            history[0]["hands"].as_array().and_then(|hands| hands.iter().find(|hand| hand["seat"] == folded)).expect("it was dealt in");
        let expected = if seat == folded { cards.clone() } else { Vec::new() };
        assert_eq!((&hand["down"], &hand["live"]), (&json!(expected), &json!(false)), "seat {seat} looks back at seat {folded}");
        let told = history[0].to_string();
        assert!(seat == folded || cards.iter().all(|card| !told.contains(&card.to_string())), "seat {seat} is told {told}");
        assert_eq!(history[0]["board"].as_array().map(Vec::len), Some(5));
    }
    let over_the_seat = links.attendant().get(&format!("/api/v1/seats/{folded}")).json();
    let tables = over_the_seat["seat"]["player_tables"].as_array().expect("there are some");
    assert!(tables.iter().all(|table| table["hands"] == json!([])), "{tables:?}");
    let looked_up = links.seat(folded).get(&format!("/api/v1/seats/{folded}/tables/{TABLE}/hands")).json();
    let found =
        looked_up["deals"].as_array().expect("a page").iter().find(|hand| hand["deal"] == before[0][0]["deal"]).expect("it is there");
    assert_eq!((&found["hands"], &found["board"], &found["course"][0]["street"]), (&json!([]), &json!([]), &Value::Null));
    daemon.kill();
    let (links, daemon) = home.serve();
    let newest = |histories: &[Value]| {
        histories.iter().map(|history| history[history.as_array().map_or(0, |all| all.len() - 1)].clone()).collect::<Vec<_>>()
    };
    assert_eq!(newest(&histories(&links)), newest(&before));
    daemon.stop();
}
