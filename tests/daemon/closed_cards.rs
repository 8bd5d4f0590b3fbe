//! The closed cards of poker between players are followed through the answers and live lines of a whole deal, at every kind of table: three
//! seats play, a fourth one sits out, a fifth one only looks on, and the board and the attendant are there, who looks at the players' own pages
//! too. Nobody is told a closed card of another seat before the showdown, one of a hand that folded not even after it, a card of the middle not
//! before it lies there, and no log tells any.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;

use serde_json::{Value, json};

use crate::absent::sit_down;
use crate::client::{Client, Live};
use crate::daemon::{Home, Links, changed};
use crate::secret::cards;

const TABLE: u64 = 17;
const STACK: i64 = 12_000;
/// Who plays. The second of them folds as soon as he is asked.
const PLAYERS: [u64; 3] = [1, 2, 3];
const FOLDS: u64 = 2;
/// Who sits at the table and is not dealt in.
const SITS_OUT: u64 = 4;
/// Who does not sit at it.
const LOOKS_ON: u64 = 5;

const BLINDS: &str = "small_blind = 100\nbig_blind = 200\n";
const LIMIT_BETS: &str = "small_bet = 200\nbig_bet = 400\n";

/// Rules files, and the amounts of a table under each.
fn tables() -> [(&'static str, String); 9] {
    let most = "most_bet = 2_000\n";
    [
        ("holdem/sport-no-limit", BLINDS.to_owned()),
        ("omaha/sport-pot-limit", BLINDS.to_owned()),
        ("omaha-hi-lo/by", format!("{BLINDS}{most}")),
        ("stud7/sport-fixed-limit", format!("ante = 100\nbring_in = 100\n{LIMIT_BETS}")),
        ("stud5/by", format!("ante = 100\nbring_in = 200\nsmall_bet = 200\n{most}")),
        ("texas/am", "ante = 100\nsmall_bet = 100\n".to_owned()),
        ("club/am", format!("ante = 100\nsmall_bet = 100\n{most}")),
        ("open-stud5/am", format!("ante = 100\nbig_blind = 100\n{most}")),
        ("open-stud7/am", format!("ante = 100\nbig_blind = 100\n{most}")),
    ]
}

/// The demo's cabinet with one table between players and no other table.
fn home(rules: &str, amounts: &str) -> Home {
    let mut home = Home::new(5);
    let demo = changed("cabinets/demo.toml", &[]);
    let (house, _) = demo.split_once("[[card_table]]").expect("the demo has card tables");
    let terms = format!("name = \"Poker\"\nrules = \"{rules}\"\ndecision_seconds = 120\npause_seconds = 15\n");
    let file = home.write(
        "cabinet.toml",
        &format!("card_table = []\n{house}\n[[player_table]]\n{terms}[player_table.amounts]\n{amounts}unit = 100\n"),
    );
    home.arguments.push(format!("--cabinet={file}"));
    home.environment.push(("RUST_LOG".to_owned(), "trace".to_owned()));
    home
}

fn table(state: &Value) -> &Value {
    &state["cabinet"]["player_tables"][0]
}

fn is_over(state: &Value) -> bool {
    !table(state)["result"].is_null()
}

/// The state and the message that told of it, without the cards that were drawn for the button: they go back into the pack.
struct Told {
    state: Value,
    message: Value,
}

fn forget_drawn(value: &mut Value) {
    match value {
        Value::Object(keys) => {
            keys.remove("drawn");
            keys.values_mut().for_each(forget_drawn);
        }
        Value::Array(values) => values.iter_mut().for_each(forget_drawn),
        _ => {}
    }
}

/// Everything that somebody is told until the deal is over.
fn all_told(mut live: Live) -> Vec<Told> {
    let mut told = Vec::new();
    loop {
        let (mut state, mut message) = live.next_state();
        let ends = is_over(&state);
        forget_drawn(&mut state);
        forget_drawn(&mut message);
        told.push(Told { state, message });
        if ends {
            return told;
        }
    }
}

/// What a seat does: it buys a card, it calls or checks, or it goes on without paying; one of the seats folds.
fn action(offers: &Value, seat: u64) -> Value {
    match offers {
        _ if seat == FOLDS => json!({"action": "fold"}),
        _ if offers["divide"] == true => json!({"action": "divide"}),
        _ if !offers["exchange"].is_null() => json!({"action": "exchange", "cards": [1]}),
        _ if offers["call"] == 0 && offers["pass"] == true => json!({"action": "pass"}),
        _ if offers["call"] == 0 => json!({"action": "check"}),
        _ => json!({"action": "call"}),
    }
}

/// Plays the first deal to its end. Before each action the others ask what they see, and one of them tries to act out of turn.
fn play(links: &Links, others: &[(Option<u64>, Client)]) -> Vec<(Option<u64>, Told)> {
    let (mut live, mut answers, mut acted) = (links.stranger().watch("/api/v1/cabinet/live"), Vec::new(), None);
    loop {
        let state =
            live.see(|state| is_over(state) || (table(state)["turn"].is_object() && table(state)["turn"]["turn"].as_u64() != acted));
        if is_over(&state) {
            return answers;
        }
        let (turn, deal) = (&table(&state)["turn"], &table(&state)["deal"]);
        let seat = turn["seat"].as_u64().expect("a turn has a seat");
        acted = turn["turn"].as_u64();
        for (who, client) in others.iter().filter(|(who, _)| *who != Some(seat)) {
            let paths = who.map_or_else(
                || vec!["/api/v1/cabinet".to_owned(), "/api/v1/official".to_owned(), format!("/api/v1/seats/{seat}")],
                |who| {
                    vec![
                        format!("/api/v1/seats/{who}"),
                        format!("/api/v1/seats/{who}/tables/{TABLE}/hands"),
                        format!("/api/v1/seats/{seat}"),
                    ]
                },
            );
            for path in paths {
                let mut message = client.get(&path).json();
                forget_drawn(&mut message);
                answers.push((*who, Told { state: state.clone(), message }));
            }
        }
        let client = links.seat(seat as usize);
        let own = client.get(&format!("/api/v1/seats/{seat}")).json();
        let mut body = action(&own["seat"]["player_tables"][0]["offers"], seat);
        body["deal"] = deal.clone();
        body["turn"] = turn["turn"].clone();
        let out_of_turn = PLAYERS.into_iter().find(|other| *other != seat).expect("another one plays");
        let path = |seat: u64| format!("/api/v1/seats/{seat}/tables/{TABLE}/act");
        let refused = links.seat(out_of_turn as usize).post(&path(out_of_turn), &format!("other-{acted:?}"), &body.to_string());
        answers.push((Some(out_of_turn), Told { state, message: refused.json() }));
        let taken = client.post(&path(seat), &format!("act-{acted:?}"), &body.to_string());
        assert_eq!(taken.status, 200, "{body}: {}", taken.body);
    }
}

/// The closed cards of a seat, as it was told them itself.
fn own_cards(told: &[Told], seat: u64) -> BTreeSet<String> {
    let places = told.iter().flat_map(|told| told.state["seat"]["player_tables"][0]["places"].as_array().into_iter().flatten());
    let own = places.filter(|place| place["seat"] == seat).flat_map(|place| place["down"].as_array().into_iter().flatten());
    own.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// What somebody is told names no card that he must not know then.
fn check_told(rules: &str, who: Option<u64>, told: &Told, closed: &BTreeMap<u64, BTreeSet<String>>, board: &[Value]) {
    let lies = table(&told.state)["board"].as_array().map_or(0, Vec::len);
    let to_come = board.iter().skip(lies).filter_map(Value::as_str);
    let of_others = closed.iter().filter(|(seat, _)| who != Some(**seat) && (!is_over(&told.state) || **seat == FOLDS));
    let secret: BTreeSet<&str> = of_others.flat_map(|(_, cards)| cards.iter().map(String::as_str)).chain(to_come).collect();
    let known: Vec<String> = cards(&told.message).into_iter().filter(|card| secret.contains(card.as_str())).collect();
    assert!(known.is_empty(), "{rules}: seat {who:?} is told {known:?} of {secret:?}: {}", told.message);
}

fn check(rules: &str, amounts: &str) {
    let home = home(rules, amounts);
    let (links, daemon) = home.serve();
    let live_of = |seat: u64| links.seat(seat as usize).watch(&format!("/api/v1/seats/{seat}/live"));
    let seats = PLAYERS.into_iter().chain([SITS_OUT, LOOKS_ON]);
    let mut watchers: Vec<_> = seats.clone().map(|seat| (Some(seat), live_of(seat))).collect();
    watchers.push((None, links.stranger().watch("/api/v1/cabinet/live")));
    watchers.push((None, links.attendant().watch("/api/v1/official/live")));
    watchers.extend(PLAYERS.map(|seat| (None, links.attendant().watch(&format!("/api/v1/seats/{seat}/live")))));
    let listening: Vec<_> = watchers.into_iter().map(|(who, live)| (who, thread::spawn(move || all_told(live)))).collect();
    let others: Vec<_> =
        seats.map(|seat| (Some(seat), links.seat(seat as usize))).chain([(None, links.stranger()), (None, links.attendant())]).collect();
    // Who sits out does so before there are enough for a deal.
    sit_down(&links, SITS_OUT as usize, STACK);
    let rests =
        links.seat(SITS_OUT as usize).post(&format!("/api/v1/seats/{SITS_OUT}/tables/{TABLE}/sit-out"), "rest", r#"{"deal":0,"out":true}"#);
    assert_eq!(rests.status, 200, "{}", rests.body);
    PLAYERS.into_iter().for_each(|seat| sit_down(&links, seat as usize, STACK));
    let answers = play(&links, &others);
    let told: Vec<(Option<u64>, Vec<Told>)> =
        listening.into_iter().map(|(who, told)| (who, told.join().expect("he listens to the end"))).collect();
    let own = told.iter().filter_map(|(who, told)| who.filter(|seat| PLAYERS.contains(seat)).map(|seat| (seat, own_cards(told, seat))));
    let closed: BTreeMap<u64, BTreeSet<String>> = own.collect();
    assert!(closed.values().all(|cards| !cards.is_empty()), "{rules}: everybody has closed cards: {closed:?}");
    let last = &told[0].1.last().expect("he was told the end").state;
    let board = table(last)["board"].as_array().cloned().unwrap_or_default();
    for (who, all) in &told {
        let named: BTreeSet<String> = all.iter().flat_map(|told| cards(&told.message)).collect();
        assert!(who.and_then(|seat| closed.get(&seat)).is_none_or(|own| own.is_subset(&named)), "{rules}: {who:?} is told his own cards");
        all.iter().for_each(|told| check_told(rules, *who, told, &closed, &board));
    }
    answers.iter().for_each(|(who, told)| check_told(rules, *who, told, &closed, &board));
    for (who, client) in &others {
        // What stands in the books of a seat, once the deal is over.
        let Some(seat) = who else { continue };
        let message = client.get(&format!("/api/v1/seats/{seat}/tables/{TABLE}/hands")).json();
        check_told(rules, *who, &Told { state: last.clone(), message }, &closed, &board);
    }
    daemon.stop();
    let log = home.log();
    assert!(log.len() > 1_000, "{rules}: the log was written");
    assert_eq!(cards(&Value::String(log)), BTreeSet::new(), "{rules}: the log tells cards");
}

#[test]
fn a_closed_card_between_players_is_told_to_its_player_alone_until_the_showdown() {
    thread::scope(|scope| {
        for (rules, amounts) in tables() {
            scope.spawn(move || check(rules, &amounts));
        }
    });
}
