//! Plays a cabinet until there is something of everything in its journal, and kills it with stakes lying and deals under way.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Client;
use crate::daemon::{Home, Links};
use crate::{ask, owned};

/// The key of the first payment, and what each of the two seats pays.
pub(crate) const FIRST_PAYMENT: &str = "paid-1";
pub(crate) const PAID: i64 = 1_000_000;

/// The key of a payment out of a seat without credit, which is refused, and what it asks for.
pub(crate) const REFUSED: &str = "refused-3";
pub(crate) const ASKED: i64 = 7;

/// How many times faster than life the house runs: a decision may take some seconds all the same.
const SPEED: u32 = 8;

/// So many deals of each table end before the cabinet is killed.
const DEALS: usize = 6;

/// And so many of each machine of theirs, and of each table between players.
const DEALS_OF_OTHERS: usize = 3;

/// Between two looks at the tables: nobody may ask much oftener.
const LOOK: Duration = Duration::from_millis(60);

/// Longer than this may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// Keeps a data folder as a killed cabinet leaves it, with what this release says of it.
pub(crate) fn make(folder: &Path) {
    let home = Home::new(SPEED);
    let (links, daemon) = home.serve();
    for seat in 1..=2 {
        let paid = links.attendant().post(
            &format!("/api/v1/seats/{seat}/credit-in"),
            &format!("paid-{seat}"),
            &json!({"amount": PAID}).to_string(),
        );
        assert_eq!(paid.status, 200, "{}", paid.body);
    }
    let refused = links.attendant().post("/api/v1/seats/3/credit-out", REFUSED, &json!({"amount": ASKED}).to_string());
    assert_eq!(refused.status, 409, "{}", refused.body);
    let owned = play(&links);
    daemon.kill();

    let lines = |words: &str| Value::Array(ask(&home, words));
    let expected = json!({
        "verify": ask(&home, "journal verify")[0], "hands": lines("hands --last 1000"), "spins": lines("spins --last 1000"),
        "meters": lines("meters"), "owned": owned,
    });
    std::fs::create_dir_all(folder).expect("the folder can be made");
    std::fs::write(folder.join("expected.json"), format!("{expected:#}\n")).expect("the expectation can be written");
    let mut tar = Command::new("tar");
    tar.args(["--exclude=ballast", "-czf"]).arg(folder.join("data.tar.gz"));
    let packed = tar.arg("-C").arg(home.data().parent().expect("a home")).arg("data").status();
    assert!(packed.expect("tar can be run").success());
}

/// Plays both seats everywhere until enough has ended, and then until seat 1 owes a decision, with stakes on the layout and a deal
/// between the players under way. What the seats own then.
fn play(links: &Links) -> Vec<i64> {
    let since = Instant::now();
    for sent in 0_u64.. {
        std::thread::sleep(LOOK);
        let cabinet = links.attendant().get("/api/v1/cabinet").json();
        let seen: Vec<Value> = (1..=2).map(|seat| links.seat(seat).get(&format!("/api/v1/seats/{seat}")).json()["seat"].take()).collect();
        let enough = has_ended_enough(&cabinet, &seen);
        if enough && is_worth_keeping(&cabinet, &seen[0]) {
            return owned(links);
        }
        let patient = since.elapsed() < PATIENCE;
        assert!(patient, "it does not come to deals under way with stakes on the layout: {cabinet:#}, {:#}", seen[0]["machines"]);
        for (seat, own) in (1..).zip(&seen) {
            let client = links.seat(seat);
            stake(&client, seat, sent, &cabinet, own);
            play_against_each_other(&client, seat, sent, &cabinet, own);
            // The last decisions are left open.
            if !(enough && seat == 1) {
                decide(&client, seat, sent, &cabinet, own);
            }
        }
    }
    unreachable!("the loop has no end")
}

fn list<'a>(of: &'a Value, key: &str) -> &'a [Value] {
    of[key].as_array().unwrap_or_else(|| panic!("there is {key}"))
}

/// The tables that the seats share and the machines of one, each with what the seat alone sees of it.
fn tables_of<'a>(cabinet: &'a Value, own: &'a Value) -> impl Iterator<Item = (&'a Value, &'a Value)> {
    list(cabinet, "tables").iter().chain(list(own, "machines")).zip(list(own, "tables"))
}

fn has_ended_enough(cabinet: &Value, seen: &[Value]) -> bool {
    let is_past = |table: &Value, deals: usize| table["deal"].as_u64().is_some_and(|deal| deal > deals as u64);
    let shared = list(cabinet, "tables").iter().all(|table| is_past(table, DEALS));
    let machines = seen.iter().flat_map(|own| list(own, "machines")).all(|table| is_past(table, DEALS_OF_OTHERS));
    shared && machines && list(cabinet, "player_tables").iter().all(|table| is_past(table, DEALS_OF_OTHERS))
}

fn is_worth_keeping(cabinet: &Value, first: &Value) -> bool {
    let on_layout = cabinet["seats_playing"].as_u64().is_some_and(|seats| seats > 0);
    let owes = |table: &Value| table["turns"][0]["seat"] == 1;
    let decides = list(cabinet, "tables").iter().chain(list(first, "machines")).any(owes);
    on_layout && cabinet["betting_open"] == true && decides && list(cabinet, "player_tables").iter().any(|table| !table["turn"].is_null())
}

fn stake(client: &Client, seat: usize, sent: u64, cabinet: &Value, own: &Value) {
    if cabinet["betting_open"] == true && cabinet["began_at"].is_null() {
        let body = json!({"round": cabinet["round"], "bets": [{"bet": "red", "stake": 500}, {"bet": "straight", "numbers": [seat], "stake": 100}]});
        // The next look at the table shows whether it was taken.
        let _ = client.post(&format!("/api/v1/seats/{seat}/bets"), &format!("bet-{seat}-{sent}"), &body.to_string());
    }
    for (table, _) in tables_of(cabinet, own) {
        // The first stake that is offered needs no other beside it.
        let (number, offer) = (&table["table"], &table["offers"][0]);
        let is_laid = list(table, "stakes").iter().any(|stake| stake["seat"] == seat);
        if table["phase"] == "staking" && !is_laid {
            let amount = offer["most"].as_i64().map_or(1_000, |most| most.min(1_000));
            // A machine has the boxes of its seat alone.
            let at = if table["owner"].is_null() { seat } else { 1 };
            let body = json!({"deal": table["deal"], "stakes": [{"box": at, "stake": offer["stake"], "amount": amount}]});
            let _ = client.post(
                &format!("/api/v1/seats/{seat}/tables/{number}/stakes"),
                &format!("stake-{seat}-{sent}-{number}"),
                &body.to_string(),
            );
        }
    }
}

/// Takes the choices that need no amount in turn, so that there is something of all of them; an exchange keeps every card.
fn decide(client: &Client, seat: usize, sent: u64, cabinet: &Value, own: &Value) {
    for (table, seen) in tables_of(cabinet, own).filter(|(table, _)| table["turns"][0]["seat"] == seat) {
        let number = &table["table"];
        let needs_none = |choice: &&Value| !["insure", "tie"].iter().any(|named| choice["choice"] == *named) && choice["cards_least"] == 0;
        let plain: Vec<&Value> = list(seen, "choices").iter().filter(needs_none).map(|choice| &choice["choice"]).collect();
        let Some(choice) = plain.get(usize::try_from(sent).expect("a small number") % plain.len().max(1)) else { continue };
        let mut body = json!({"deal": table["deal"], "turn": table["turns"][0]["turn"], "choice": choice});
        if *choice == "exchange" {
            body["cards"] = json!([]);
        }
        let _ = client.post(
            &format!("/api/v1/seats/{seat}/tables/{number}/choose"),
            &format!("choose-{seat}-{sent}-{number}"),
            &body.to_string(),
        );
    }
}

/// Sits down at every table between players, and acts there: mostly with what costs least.
fn play_against_each_other(client: &Client, seat: usize, sent: u64, cabinet: &Value, own: &Value) {
    for (table, seen) in list(cabinet, "player_tables").iter().zip(list(own, "player_tables")) {
        let (number, deal) = (&table["table"], &table["deal"]);
        let post = |what: &str, body: &Value| {
            let _ = client.post(
                &format!("/api/v1/seats/{seat}/tables/{number}/{what}"),
                &format!("{what}-{seat}-{sent}-{number}"),
                &body.to_string(),
            );
        };
        let place = list(table, "places").iter().find(|place| place["seat"] == seat);
        if place.is_none() {
            post("join", &json!({"deal": deal, "amount": table["amounts"]["buy_in_most"]}));
        } else if place.is_some_and(|place| place["sits_out"] == true) {
            // A busy machine may have let the time for its decisions pass.
            post("sit-out", &json!({"deal": deal, "out": false}));
        } else if table["turn"]["seat"] == seat {
            let owes = seen["offers"]["call"].as_i64().is_some_and(|call| call > 0);
            let action = match (owes, sent % 7) {
                (true, 0) => "fold",
                (true, _) => "call",
                (false, _) => "check",
            };
            post("act", &json!({"deal": deal, "turn": table["turn"]["turn"], "action": action}));
        }
    }
}
