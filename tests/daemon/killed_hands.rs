//! `kill -9` at every step of a deal between players, from the credit to the seats that go: after every order that was acknowledged, and
//! between every order and its answer. What was acknowledged or seen is there as it was, each order is done once or not at all, and every
//! chip is somewhere.

use std::io::Write;
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::client::Client;
use crate::daemon::{Daemon, Home, Links, changed};
use crate::players::{check_balance, check_settlements};

const TABLE: u64 = 17;
const SEATS: [usize; 3] = [1, 2, 3];
/// What is paid in for each seat.
const CREDIT: i64 = 100_000;
/// What each seat sits down with.
const STACKS: [i64; 3] = [12_000, 9_000, 15_000];
/// What is done in each turn of the deal. The button, wherever it lies, speaks first of the three and then last; who has the small blind
/// folds.
const DEAL: [&str; 11] = ["raise-to", "call", "call", "check", "bet", "raise-to", "fold", "call", "check", "all-in", "call"];
/// What a start rightly changes: the time of a pause or a decision begins anew, also that of a time bank, and nobody is known to be absent.
const NOT_COMPARED: [&str; 5] = ["began_at", "ends_at", "absent", "on_time_bank", "time_bank_seconds"];

type House = (Links, Daemon);

/// A cabinet with one table, no-limit hold'em with a fee of each pot. There is time for a start in every pause and every decision.
fn home() -> Home {
    let mut home = Home::new(10);
    std::fs::create_dir(home.path("holdem")).expect("a folder can be made");
    let rules = changed("betting/holdem/sport-no-limit.toml", &[("rate", "{ percent-hundredths = 500 }")]);
    let rules = home.write("holdem/with-fee.toml", &rules);
    let demo = changed("cabinets/demo.toml", &[]);
    let (house, _) = demo.split_once("[[card_table]]").expect("the demo has card tables");
    let times = "decision_seconds = 120\npause_seconds = 60\ntime_bank = { full_seconds = 600, gain_seconds = 60 }\nshow_seconds = 0\n";
    let absent = "absent_after_decisions = 0\nabsent_after_deals = 0\n";
    let amounts = "[player_table.amounts]\nsmall_blind = 100\nbig_blind = 200\nunit = 100\n";
    let table = format!("[[player_table]]\nname = \"Poker\"\nrules = {rules:?}\n{times}{absent}{amounts}");
    let file = home.write("cabinet.toml", &format!("card_table = []\n{house}\n{table}"));
    home.arguments.push(format!("--cabinet={file}"));
    home
}

fn table(state: &Value) -> &Value {
    &state["cabinet"]["player_tables"][0]
}

fn seat_path(seat: usize) -> String {
    format!("/api/v1/seats/{seat}")
}

fn amount(value: &Value) -> i64 {
    value.as_i64().expect("an amount")
}

fn official(links: &Links) -> Value {
    links.attendant().get("/api/v1/official").json()
}

/// Whether the table waits for somebody or for the end of a pause, and for no card.
fn rests(table: &Value) -> bool {
    table["hold"].is_null() && (table["turn"].is_object() || table["phase"] == "waiting" || table["phase"] == "pause")
}

/// The table once it is as wanted.
fn table_once(links: &Links, wanted: impl Fn(&Value) -> bool) -> Value {
    let state = links.stranger().watch("/api/v1/cabinet/live").see(|state| wanted(table(state)));
    table(&state).clone()
}

fn forget_not_compared(value: &mut Value) {
    match value {
        Value::Object(keys) => {
            NOT_COMPARED.iter().for_each(|key| drop(keys.remove(*key)));
            keys.values_mut().for_each(forget_not_compared);
        }
        Value::Array(values) => values.iter_mut().for_each(forget_not_compared),
        _ => {}
    }
}

/// What a seat sees of the table, with its own cards and what it may do, and of its credit.
fn seen(page: &Value) -> Value {
    let mut seen = json!([table(page), page["seat"]["player_tables"][0], page["seat"]["credit"]]);
    forget_not_compared(&mut seen);
    seen
}

/// What each seat sees once the table rests.
fn seen_by_all(links: &Links) -> [Value; 3] {
    table_once(links, rests);
    SEATS.map(|seat| seen(&links.seat(seat).get(&seat_path(seat)).json()))
}

/// Credits, stacks, what lies in the pots and what the house took are what was paid in.
fn check_money(links: &Links, paid_in: i64) {
    let official = official(links);
    check_balance(&official);
    let seats = official["seats"].as_array().expect("there are seats");
    let sum: i64 = seats.iter().flat_map(|seat| ["credit", "staked", "stacks"].map(|key| amount(&seat[key]))).sum();
    assert_eq!(sum + amount(&official["fees"]), paid_in, "{official:#}");
}

/// An order under its key.
struct Order {
    /// The seat that it concerns.
    seat: usize,
    is_of_attendant: bool,
    path: String,
    key: String,
    body: Value,
}

impl Order {
    fn at_table(seat: usize, what: &str, body: Value) -> Self {
        let path = format!("{}/tables/{TABLE}/{what}", seat_path(seat));
        Self { seat, is_of_attendant: false, path, key: format!("{what}-{seat}-{}", body["turn"]), body }
    }

    fn client(&self, links: &Links) -> Client {
        if self.is_of_attendant { links.attendant() } else { links.seat(self.seat) }
    }

    /// Gives the order: the answer, which accepts it.
    fn give(&self, links: &Links) -> Value {
        let answer = self.client(links).post(&self.path, &self.key, &self.body.to_string());
        assert_eq!(answer.status, 200, "{}: {}", self.key, answer.body);
        answer.json()
    }

    /// Gives the order, and leaves its answer unread.
    fn send(&self, links: &Links) -> TcpStream {
        let (client, body, key) = (self.client(links), self.body.to_string(), &self.key);
        let (head, length) = (client.head("POST", &self.path), body.len());
        let mut stream = client.connect().expect("the house is open");
        let headers = format!("Idempotency-Key: {key}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n");
        stream.write_all(format!("{head}Connection: close\r\n{headers}\r\n{body}").as_bytes()).expect("the house takes a request");
        stream
    }
}

/// One step of the evening.
enum Step {
    PaysIn(usize),
    SitsDown(usize, i64),
    Acts(&'static str),
    Leaves(usize),
}

impl Step {
    /// All steps, in order.
    fn all() -> impl Iterator<Item = Self> {
        let sit_down = SEATS.into_iter().zip(STACKS).map(|(seat, stack)| Self::SitsDown(seat, stack));
        let come = SEATS.into_iter().map(Self::PaysIn).chain(sit_down);
        come.chain(DEAL.into_iter().map(Self::Acts)).chain(SEATS.into_iter().map(Self::Leaves))
    }

    fn order(&self, links: &Links) -> Order {
        match *self {
            Self::PaysIn(seat) => {
                let (path, key) = (format!("{}/credit-in", seat_path(seat)), format!("paid-{seat}"));
                Order { seat, is_of_attendant: true, path, key, body: json!({"amount": CREDIT}) }
            }
            Self::SitsDown(seat, stack) => Order::at_table(seat, "join", json!({"deal": 0, "amount": stack})),
            Self::Acts(deed) => {
                let table = table_once(links, |table| rests(table) && table["turn"].is_object());
                let seat = SEATS.into_iter().find(|seat| table["turn"]["seat"] == *seat).expect("one of them is asked");
                let page = links.seat(seat).get(&seat_path(seat)).json();
                let mut body = action(deed, &page["seat"]["player_tables"][0]["offers"]);
                body["deal"] = table["deal"].clone();
                body["turn"] = table["turn"]["turn"].clone();
                Order::at_table(seat, "act", body)
            }
            Self::Leaves(seat) => Order::at_table(seat, "leave", json!({"deal": 1})),
        }
    }
}

/// The deed as an action: a wager is the least one, or all that the seat has.
fn action(deed: &str, offers: &Value) -> Value {
    let wager = &offers["wager"];
    match deed {
        "all-in" => json!({"action": if wager["first"] == true { "bet" } else { "raise-to" }, "amount": wager["all_in"]}),
        "bet" | "raise-to" => json!({"action": deed, "amount": wager["least"]}),
        _ => json!({"action": deed}),
    }
}

/// The order is acknowledged, and the kill comes once no card is on its way.
fn kill_once_acknowledged(home: &Home, order: &Order, (links, daemon): House) -> House {
    let done = order.give(&links);
    assert_eq!(done["repeated"], false, "{}", order.key);
    let before = seen_by_all(&links);
    daemon.kill();
    let (links, daemon) = home.serve();
    check_balance(&official(&links));
    assert_eq!(seen_by_all(&links), before, "{}: all is there as it was", order.key);
    check_done(order, &done, &links, &before);
    (links, daemon)
}

/// The kill comes before the answer is read: at once, or when somebody `sees` that the order is done. Whether it was there after the start.
fn kill_before_answer(home: &Home, order: &Order, (links, daemon): House, sees: bool) -> (House, bool) {
    let before = seen_by_all(&links);
    let seat = order.seat;
    let mut live = links.seat(seat).watch(&format!("{}/live", seat_path(seat)));
    let _unread = order.send(&links);
    if sees {
        live.see(|state| seen(state) != before[seat - 1]);
    }
    daemon.kill();
    let (links, daemon) = home.serve();
    check_balance(&official(&links));
    let found = seen_by_all(&links);
    let was_there = found != before;
    assert!(was_there || !sees, "{}: what was seen is there", order.key);
    let done = order.give(&links);
    assert_eq!(done["repeated"], was_there, "{}: it is there whole or not at all", order.key);
    let after = seen_by_all(&links);
    assert_eq!(after == found, was_there, "{}: what was there is not done again", order.key);
    check_done(order, &done, &links, &after);
    ((links, daemon), was_there)
}

/// An order that is done does nothing more under its key.
fn check_done(order: &Order, done: &Value, links: &Links, before: &[Value; 3]) {
    let again = order.give(links);
    assert_eq!((&again["repeated"], &again["number"]), (&json!(true), &done["number"]), "{}", order.key);
    assert_eq!(&seen_by_all(links), before, "{}: nothing moves", order.key);
}

/// The evening is played, with a kill at every step; then the deal stands in the books once, as it was played, and everybody has his money.
fn check(mut kill: impl FnMut(&Home, &Order, House) -> House) {
    let home = home();
    let mut house = home.serve();
    let (mut paid_in, mut acted) = (0, Vec::new());
    for step in Step::all() {
        let order = step.order(&house.0);
        house = kill(&home, &order, house);
        match step {
            Step::PaysIn(_) => paid_in += CREDIT,
            Step::Acts(_) => acted.push((json!(order.seat), order.body["action"].clone())),
            Step::SitsDown(..) | Step::Leaves(_) => {}
        }
        check_money(&house.0, paid_in);
    }
    let (links, daemon) = house;
    assert_eq!(table_once(&links, rests)["places"], json!([]), "everybody has gone with his stack");
    assert!(amount(&official(&links)["fees"]) > 0, "the house took its fee");
    for seat in SEATS {
        let page = links.seat(seat).get(&seat_path(seat)).json();
        let hands = page["seat"]["player_tables"][0]["hands"].as_array().expect("hands are told").clone();
        assert_eq!(hands.len(), 1, "{hands:?}");
        let wagers = hands[0]["course"].as_array().expect("a deal has its course").iter();
        let own = wagers.filter(|wager| !wager["action"].is_null()).map(|wager| (wager["seat"].clone(), wager["action"].clone()));
        assert_eq!(own.collect::<Vec<_>>(), acted, "each action was done once");
        assert_eq!(hands[0]["board"].as_array().map(Vec::len), Some(5), "the last two came to the showdown");
    }
    daemon.stop();
    assert_eq!(home.ask_lines("journal verify")[0]["steps"], true, "every step is computed again");
    let deals = home.ask_lines(&format!("hands --table {TABLE} --last 10"));
    assert_eq!(deals.len(), 1, "{deals:?}");
    let course = deals[0]["course"].as_array().expect("a deal has its course");
    assert_eq!(course.iter().filter(|step| step["fact"] == "settled").count(), 1, "it is settled once");
    check_settlements(&home);
}

#[test]
fn killed_after_every_order_of_a_deal_between_players_it_goes_on_as_if_nothing_had_been() {
    check(kill_once_acknowledged);
}

#[test]
fn killed_before_every_answer_in_a_deal_between_players_it_does_each_order_once_or_not_at_all() {
    let (mut killed, mut were_there) = (0, 0);
    check(|home, order, house| {
        let (house, was_there) = kill_before_answer(home, order, house, killed % 2 == 1);
        killed += 1;
        were_there += usize::from(was_there);
        house
    });
    println!("{killed} orders without an answer: {were_there} were there after the start");
}
