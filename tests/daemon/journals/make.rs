//! Plays a cabinet until there is something of everything in its journal, and kills it with stakes lying and deals under way.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::owned;
use crate::card_orders::{Seated, list};
use crate::client::Client;
use crate::daemon::{Home, Links};

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
    // One shift is closed with ten too little, and the next one stays open.
    for (number, (name, cash)) in [("open-shift", 50_000), ("close-shift", 49_990), ("open-shift", 49_990)].into_iter().enumerate() {
        let key = format!("shift-{number}");
        let done = links.attendant().post(&format!("/api/v1/table/{name}"), &key, &json!({"cash": cash}).to_string());
        assert_eq!(done.status, 200, "{}", done.body);
    }
    let owned = play(&links);
    dispute(&links);
    daemon.kill();

    let lines = |words: &str| Value::Array(home.ask_lines(words));
    let expected = json!({
        "verify": home.ask_lines("journal verify")[0], "hands": lines("hands --last 1000"), "spins": lines("spins --last 1000"),
        "meters": lines("meters"), "shifts": lines("shifts"),
        "disputes": lines("disputes"), "owned": owned,
    });
    std::fs::create_dir_all(folder).expect("the folder can be made");
    std::fs::write(folder.join("expected.json"), format!("{expected:#}\n")).expect("the expectation can be written");
    let mut tar = Command::new("tar");
    tar.args(["--exclude=ballast", "-czf"]).arg(folder.join("data.tar.gz"));
    let packed = tar.arg("-C").arg(home.data().parent().expect("a home")).arg("data").status();
    assert!(packed.expect("tar can be run").success());
}

/// The player of seat 1 does not agree with the newest round in which he had bets; nobody decides on it.
fn dispute(links: &Links) {
    let rounds = links.attendant().get("/api/v1/rounds").json();
    let is_over = |round: &&Value| !round["settled_at"].is_null() && list(round, "seats").iter().any(|part| part["seat"] == 1);
    let round = list(&rounds, "rounds").iter().find(is_over).expect("seat 1 has bet in a round that is over")["round"].clone();
    let body = json!({"table": null, "game": round, "note": "His chip lay on 17."});
    let done = links.attendant().post("/api/v1/seats/1/open-dispute", "dispute", &body.to_string());
    assert_eq!(done.status, 200, "{}", done.body);
}

/// Plays both seats everywhere until enough has ended, and then until seat 1 owes a decision, with stakes on the layout and a deal
/// between the players under way. What the seats own then.
fn play(links: &Links) -> Vec<i64> {
    let since = Instant::now();
    for sent in 0_usize.. {
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
            bet(&client, seat, sent, &cabinet);
            let seated = Seated { seat, cabinet: &cabinet, own };
            // The last decisions are left open.
            let choices = if enough && seat == 1 { Vec::new() } else { seated.choices(sent) };
            let orders = seated.stakes().into_iter().chain(seated.between_players(sent)).chain(choices);
            for (nth, order) in orders.enumerate() {
                let _ = client.post(&order.path, &format!("cards-{seat}-{sent}-{nth}"), &order.body.to_string());
            }
        }
    }
    unreachable!("the loop has no end")
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

/// Puts two bets on the layout.
fn bet(client: &Client, seat: usize, sent: usize, cabinet: &Value) {
    if cabinet["betting_open"] == true && cabinet["began_at"].is_null() {
        let body = json!({"round": cabinet["round"], "bets": [{"bet": "red", "stake": 500}, {"bet": "straight", "numbers": [seat], "stake": 100}]});
        // The next look at the table shows whether it was taken.
        let _ = client.post(&format!("/api/v1/seats/{seat}/bets"), &format!("bet-{seat}-{sent}"), &body.to_string());
    }
}
