//! A card that lies face down is followed through everything that the house says, in every game that has such cards: two seats are dealt to
//! from the virtual deck, buy what the game sells, and fold. The auditor's tool tells afterwards which cards lay face down. Those of a box are
//! in no answer to another seat, to the board, or to the attendant, in no message of their WebSockets and in no log; those of the dealer are
//! in none to anybody.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::card_players::cards_in;
use crate::client::Live;
use crate::daemon::{Home, changed};

/// The rules files of the demo that deal cards face down from one pack, in which no two cards are alike.
const RULES: [&str; 7] =
    ["oasis/by", "russian/by", "casino-holdem/by", "five-card/am", "five-card/am-exchange", "five-card/am-six", "five-card/am-joker"];

/// Every card that a message names; the joker has no rank and no suit.
pub(crate) fn cards(message: &Value) -> BTreeSet<String> {
    cards_in(&message.to_string()).into_iter().map(str::to_owned).collect()
}

fn table(message: &Value) -> &Value {
    &message["cabinet"]["tables"][0]
}

/// The demo's cabinet with this card table alone.
fn with_table_alone(home: &mut Home, rules: &str) {
    let demo = changed("cabinets/demo.toml", &[]);
    let (house, rest) = demo.split_once("[[card_table]]").expect("the demo has card tables");
    let (shared, _) = rest.split_once("# Machines").expect("the demo has machines");
    let one = shared.split("[[card_table]]").find(|table| table.contains(&format!("rules = \"{rules}\"")));
    let file = home.write("cabinet.toml", &format!("{house}[[card_table]]{}", one.expect("the demo has a table of it")));
    home.arguments.push(format!("--cabinet={file}"));
}

/// Somebody who watches the house, and everything that he was told.
struct Watcher {
    /// The seat whose cards he may see; `None` where he may see none.
    seat: Option<u64>,
    live: Live,
    told: Vec<Value>,
}

impl Watcher {
    /// Watches until the house is like this; that state.
    fn see(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let (state, message) = self.live.next_state();
            let is_wanted = wanted(&state);
            self.told.extend([state.clone(), message]);
            if is_wanted {
                return state;
            }
        }
    }
}

/// What a seat decides: first each purchase that is offered, for its first card where it is about cards, and then to fold.
fn decision(seen: &Value, bought: &mut BTreeSet<String>) -> Value {
    let choices = seen["seat"]["tables"][0]["choices"].as_array().expect("the seat has choices");
    let name = |choice: &Value| choice["choice"].as_str().expect("a choice has a name").to_owned();
    let is_new = |choice: &&Value| ["exchange", "sixth-card"].contains(&&*name(choice)) && !bought.contains(&name(choice));
    let (deal, turn) = (&table(seen)["deal"], &table(seen)["turns"][0]["turn"]);
    // Of the exchanges the first that is of a card.
    let purchase = choices.iter().filter(is_new).find(|choice| choice["cards"] != 0 || name(choice) != "exchange");
    let Some(purchase) = purchase else { return json!({"deal": deal, "turn": turn, "choice": "fold"}) };
    bought.insert(name(purchase));
    let mut body = json!({"deal": deal, "turn": turn, "choice": name(purchase)});
    if purchase["of"] != 0 {
        body["cards"] = json!([1]);
    }
    body
}

/// The cards that lay face down in this place, as the auditor's tool tells them.
fn face_down(hand: &Value, is_there: impl Fn(&Value) -> bool) -> BTreeSet<String> {
    let course = hand["course"].as_array().expect("a deal has its course");
    let dealt = course.iter().filter(|step| step["face"] == "down" && is_there(&step["to"]));
    dealt.filter_map(|step| step["card"].as_str()).map(str::to_owned).collect()
}

fn check(rules: &str) {
    let mut home = Home::new(5);
    with_table_alone(&mut home, rules);
    home.environment.push(("RUST_LOG".to_owned(), "trace".to_owned()));
    let (links, daemon) = home.serve();
    let (board, official) = (links.stranger(), links.attendant());
    let watch = |seat: Option<u64>, live: Live| Watcher { seat, live, told: Vec::new() };
    let mut others = [watch(None, board.watch("/api/v1/cabinet/live")), watch(None, official.watch("/api/v1/official/live"))];
    let mut seats = [1, 2].map(|seat| watch(Some(seat as u64), links.seat(seat).watch(&format!("/api/v1/seats/{seat}/live"))));
    let deal = seats[0].see(|state| table(state)["phase"] == "staking");
    for seat in [1, 2] {
        official.post(&format!("/api/v1/seats/{seat}/credit-in"), &format!("paid-{seat}"), r#"{"amount":100000}"#);
        let stakes = json!({"deal": table(&deal)["deal"], "stakes": [{"box": seat, "stake": "ante", "amount": 1000}]}).to_string();
        let staked = links.seat(seat).post(&format!("/api/v1/seats/{seat}/tables/1/stakes"), &format!("ante-{seat}"), &stakes);
        assert_eq!(staked.status, 200, "{rules}: {}", staked.body);
    }
    let mut answers: Vec<(Option<u64>, Value)> = Vec::new();
    let mut decided = 0;
    for (seat, watcher) in (1..).zip(&mut seats) {
        let mut bought = BTreeSet::new();
        loop {
            // The next decision is another than the last one, and the house is not asked twice about one.
            let seen = watcher.see(|state| {
                let turn = &table(state)["turns"][0];
                let has_gone_on = table(state)["phase"] == "paid" || turn["seat"].as_u64().is_some_and(|other| other > seat);
                has_gone_on || (turn["seat"] == seat && turn["turn"].as_u64() > Some(decided))
            });
            if table(&seen)["phase"] == "paid" || table(&seen)["turns"][0]["seat"] != seat {
                break;
            }
            decided = table(&seen)["turns"][0]["turn"].as_u64().expect("a turn has a number");
            let body = decision(&seen, &mut bought).to_string();
            let order = |by: u64, key: String| links.seat(by as usize).post(&format!("/api/v1/seats/{by}/tables/1/choose"), &key, &body);
            let other = 3 - seat;
            answers.push((Some(other), order(other, format!("stranger-{decided}")).json()));
            let taken = order(seat, format!("decided-{decided}"));
            assert_eq!(taken.status, 200, "{rules}: {body}: {}", taken.body);
            answers.extend([
                (Some(other), links.seat(other as usize).get(&format!("/api/v1/seats/{other}")).json()),
                (Some(other), links.seat(other as usize).get(&format!("/api/v1/seats/{seat}")).json()),
                (None, board.get("/api/v1/cabinet").json()),
                (None, official.get("/api/v1/official").json()),
            ]);
        }
    }
    for watcher in seats.iter_mut().chain(&mut others) {
        let is_over = watcher.told.iter().any(|state| table(state)["phase"] == "paid");
        if !is_over {
            watcher.see(|state| table(state)["phase"] == "paid");
        }
    }
    daemon.stop();
    let hand: Value = serde_json::from_str(home.ask("hands --table 1 --last 1").trim()).expect("it prints JSON");
    let of_dealer = face_down(&hand, |place| place["place"] == "dealer");
    let [of_first, of_second] = [1, 2].map(|number| face_down(&hand, |place| place["box"] == number));
    assert!(of_dealer.len().min(of_first.len()).min(of_second.len()) >= 1, "{rules}: cards lie face down: {hand:#}");
    let told = seats.into_iter().chain(others).flat_map(|watcher| watcher.told.into_iter().map(move |message| (watcher.seat, message)));
    for (seat, message) in told.chain(answers) {
        let boxes = [(1, &of_first), (2, &of_second)].into_iter().filter(|(number, _)| seat != Some(*number));
        let secret: BTreeSet<&String> = boxes.flat_map(|(_, cards)| cards).chain(&of_dealer).collect();
        let known: Vec<String> = cards(&message).into_iter().filter(|card| secret.contains(card)).collect();
        assert!(known.is_empty(), "{rules}: seat {seat:?} is told {known:?} of {secret:?}: {message:#}");
    }
    let log = home.log();
    assert!(log.len() > 1_000, "{rules}: the log was written");
    assert_eq!(cards(&Value::String(log)), BTreeSet::new(), "{rules}: the log tells cards");
}

#[test]
fn a_card_that_lies_face_down_is_told_to_its_player_alone() {
    std::thread::scope(|scope| {
        for rules in RULES {
            scope.spawn(move || check(rules));
        }
    });
}
