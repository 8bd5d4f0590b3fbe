//! `kill -9` at every step of a deal between players, from the credit to the seats that go: after every order that was acknowledged, and
//! between every order and its answer. What was acknowledged or seen is there as it was, each order is done once or not at all, and every
//! chip is somewhere. At other kinds of table the kills come in the deal alone. Besides, in a deal whose daemon lives, the console of who is
//! asked is lost in each turn: he comes back and acts, or the time decides for him. Where the house says so, a kill voids the deal instead.

use std::collections::BTreeMap;
use std::io::Write;
use std::net::TcpStream;
use std::path::PathBuf;
use std::thread;

use serde_json::{Value, json};

use crate::client::{Client, Live};
use crate::daemon::{Daemon, Home, Links, changed};
use crate::players::{betting_rules, check_balance, check_settlements};
use crate::simulated::Simulation;

const TABLE: u64 = 17;
const SEATS: [usize; 3] = [1, 2, 3];
/// What is paid in for each seat.
const CREDIT: i64 = 100_000;
/// What each seat sits down with.
const STACKS: [i64; 3] = [12_000, 9_000, 15_000];
/// What a start rightly changes: the time of a pause or a decision begins anew, also that of a time bank, and nobody is known to be absent.
const NOT_COMPARED: [&str; 5] = ["began_at", "ends_at", "absent", "on_time_bank", "time_bank_seconds"];

type House = (Links, Daemon);

/// A kind of table, and how a deal goes there.
struct Kind {
    /// A shipped rules file, which is given a fee of each pot.
    rules: &'static str,
    amounts: &'static str,
    /// What is done in each turn of the deal, by the player who is asked.
    deal: &'static [&'static str],
    /// How many cards lie in the middle in the end.
    board: usize,
    /// Whether its cards come from a shuffle machine, which lives on where the daemon is killed.
    has_machine: bool,
}

/// The button, wherever it lies, speaks first of the three and then last; who has the small blind folds.
const HOLDEM: Kind = Kind {
    rules: "holdem/sport-no-limit",
    amounts: "small_blind = 100\nbig_blind = 200\nunit = 100\n",
    deal: &["raise-to", "call", "call", "check", "bet", "raise-to", "fold", "call", "check", "all-in", "call"],
    board: 5,
    has_machine: false,
};
/// Who brings in need not speak again, for nobody raises; then who shows most speaks first.
const STUD: Kind = Kind {
    rules: "stud7/by",
    amounts: "ante = 300\nbring_in = 200\nsmall_bet = 200\nmost_bet = 2_000\nunit = 100\n",
    deal: &["call", "fold", "check", "bet", "call", "bet", "call", "bet", "raise-to", "call", "bet", "call"],
    board: 0,
    has_machine: false,
};
/// Each buys or passes, and then they bet.
const CLUB: Kind = Kind {
    rules: "club/am",
    amounts: "ante = 300\nsmall_bet = 300\nmost_bet = 2_000\nunit = 100\n",
    deal: &["exchange", "fold", "pass", "check", "bet", "raise-to", "call"],
    board: 0,
    has_machine: false,
};
/// The button raises, and who has the small blind folds.
const FROM_MACHINE: Kind = Kind {
    rules: "holdem/by",
    amounts: "small_blind = 100\nbig_blind = 200\nmost_bet = 2_000\nunit = 100\n",
    deal: &["raise-to", "fold", "call", "bet", "call", "bet", "raise-to", "call", "check", "bet", "call"],
    board: 5,
    has_machine: true,
};

/// How much faster than life a cabinet runs; one with a real port runs as life does.
const SPEED: u32 = 10;

/// How long things last at a table, in seconds of the test.
#[derive(Clone, Copy)]
struct Times {
    decision: u32,
    pause: u32,
    time_bank: u32,
}

/// There is time for a start in every pause and every decision.
const LONG: Times = Times { decision: 12, pause: 6, time_bank: 60 };
/// Who does not decide is waited for as shortly as a cabinet file lets him.
const SHORT: Times = Times { decision: 5, pause: 1, time_bank: 0 };
/// A console that is lost is missed after a second of life.
const GRACE: &str = "[presence]\ngrace_seconds = 1\n";

/// Where the port of the machine is.
fn machine(home: &Home) -> PathBuf {
    home.path("machine")
}

/// What becomes of a deal in whose middle the program is killed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Killed {
    GoesOn,
    IsVoid,
}

/// A cabinet with one table of this kind, at which players have these times.
fn home(kind: &Kind, times: Times, killed: Killed) -> Home {
    let speed = if kind.has_machine { 1 } else { SPEED };
    let mut home = Home::new(speed);
    let demo = changed("cabinets/demo.toml", &[]);
    let (house, _) = demo.split_once("[[card_table]]").expect("the demo has card tables");
    let Kind { rules, amounts, .. } = kind;
    let in_deal = if killed == Killed::IsVoid { "void" } else { "continue" };
    let rules = betting_rules(&home, rules, &[("rate", "{ percent-hundredths = 500 }")], in_deal);
    let [decision, pause, bank] = [times.decision, times.pause, times.time_bank].map(|seconds| seconds * speed);
    let bank = format!("time_bank = {{ full_seconds = {bank}, gain_seconds = {} }}\n", bank / 10);
    let times = format!("decision_seconds = {decision}\npause_seconds = {pause}\n{}", if times.time_bank > 0 { &bank } else { "" });
    let absent = "show_seconds = 0\nabsent_after_decisions = 0\nabsent_after_deals = 0\n";
    let port = format!("[player_table.source]\ndriver = \"serial\"\ndevice = \"shuffler\"\nport = {:?}\n", machine(&home));
    let source = if kind.has_machine { &port } else { "" };
    let table = format!("[[player_table]]\nname = \"Poker\"\nrules = {rules:?}\n{times}{absent}[player_table.amounts]\n{amounts}");
    let file = home.write("cabinet.toml", &format!("card_table = []\n{house}\n{table}{source}{GRACE}"));
    // Its wheel is simulated, and the machine is not for all it knows.
    home.arguments.extend([format!("--cabinet={file}"), "--bench".to_owned()]);
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
        Self { seat, is_of_attendant: false, path, key: format!("{what}-{seat}-{}-{}", body["deal"], body["turn"]), body }
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
    fn all(kind: &Kind) -> impl Iterator<Item = Self> {
        let sit_down = SEATS.into_iter().zip(STACKS).map(|(seat, stack)| Self::SitsDown(seat, stack));
        let come = SEATS.into_iter().map(Self::PaysIn).chain(sit_down);
        come.chain(kind.deal.iter().copied().map(Self::Acts)).chain(SEATS.into_iter().map(Self::Leaves))
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
        "exchange" => json!({"action": deed, "cards": [1]}),
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

/// The kill comes before the answer is read: at once, or when somebody `sees` that the order is done.
fn kill_before_answer(home: &Home, order: &Order, (links, daemon): House, sees: bool) -> House {
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
    (links, daemon)
}

/// An order that is done does nothing more under its key.
fn check_done(order: &Order, done: &Value, links: &Links, before: &[Value; 3]) {
    let again = order.give(links);
    assert_eq!((&again["repeated"], &again["number"]), (&json!(true), &done["number"]), "{}", order.key);
    assert_eq!(&seen_by_all(links), before, "{}: nothing moves", order.key);
}

/// The evening is played, and each order given as `give` has it; then the deal stands in the books once, as it was played, and everybody has
/// his money. Whose action was which, and whether the time decided it.
fn check(kind: &Kind, times: Times, mut give: impl FnMut(&Home, &Step, &Order, House) -> House) -> Vec<(usize, String, bool)> {
    let home = home(kind, times, Killed::GoesOn);
    let simulation = kind.has_machine.then(|| Simulation::start("shuffler", &machine(&home), &["--packs", "1", "--speed", "40"]));
    let mut house = home.serve();
    let (mut paid_in, mut acted) = (0, Vec::new());
    for step in Step::all(kind) {
        let order = step.order(&house.0);
        house = give(&home, &step, &order, house);
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
    let mut course = Vec::new();
    for seat in SEATS {
        let page = links.seat(seat).get(&seat_path(seat)).json();
        let hands = page["seat"]["player_tables"][0]["hands"].as_array().expect("hands are told").clone();
        assert_eq!(hands.len(), 1, "{hands:?}");
        let wagers = hands[0]["course"].as_array().expect("a deal has its course").iter();
        let wagers: Vec<&Value> = wagers.filter(|wager| !wager["action"].is_null()).collect();
        let own: Vec<_> = wagers.iter().map(|wager| (wager["seat"].clone(), wager["action"].clone())).collect();
        assert_eq!(own, acted, "each action was done once");
        assert_eq!(hands[0]["board"].as_array().map(Vec::len), Some(kind.board), "the last two came to the showdown");
        assert_eq!(hands[0]["shown"].as_array().map(Vec::is_empty), Some(false), "the last two came to the showdown");
        course = wagers.into_iter().map(told_wager).collect();
    }
    daemon.stop();
    if let Some(simulation) = simulation {
        simulation.end(&machine(&home));
    }
    assert_eq!(home.ask_lines("journal verify")[0]["steps"], true, "every step is computed again");
    let deals = home.ask_lines(&format!("hands --table {TABLE} --last 10"));
    assert_eq!(deals.len(), 1, "{deals:?}");
    let facts = deals[0]["course"].as_array().expect("a deal has its course");
    assert_eq!(facts.iter().filter(|step| step["fact"] == "settled").count(), 1, "it is settled once");
    check_settlements(&home);
    course
}

/// Who did what, and whether the time decided it.
fn told_wager(wager: &Value) -> (usize, String, bool) {
    let seat = SEATS.into_iter().find(|seat| wager["seat"] == *seat).expect("one of them did it");
    (seat, wager["action"].as_str().expect("an action has a name").to_owned(), wager["by_default"] == true)
}

/// The kills come in the deal alone: how somebody comes and goes is the same at every table.
fn in_deal(home: &Home, step: &Step, order: &Order, house: House, kill: impl FnOnce(&Home, &Order, House) -> House) -> House {
    if matches!(step, Step::Acts(_)) {
        return kill(home, order, house);
    }
    order.give(&house.0);
    house
}

/// Kills before each answer is read, every other time once the order is seen to be done.
fn kill_in_turns() -> impl FnMut(&Home, &Order, House) -> House {
    let mut sees = true;
    move |home, order, house| {
        sees = !sees;
        kill_before_answer(home, order, house, sees)
    }
}

/// What the time decides for who may do this (SPB-61, TPAM-Q31).
fn by_time(offers: &Value) -> &'static str {
    match offers {
        _ if !offers["exchange"].is_null() => "pass",
        _ if offers["call"] == 0 => "check",
        _ => "fold",
    }
}

fn console(links: &Links, seat: usize) -> Live {
    links.seat(seat).watch(&format!("{}/live", seat_path(seat)))
}

fn is_absent(state: &Value, seat: usize) -> bool {
    table(state)["places"].as_array().is_some_and(|places| places.iter().any(|place| place["seat"] == seat && place["absent"] == true))
}

/// The console of the seat that is asked is lost. Where the time decides what the order would, he does not come back for that; the others see
/// that he is absent, and he is asked as ever. Else he comes back, at once or when he is missed, finds everything as it was, and gives the
/// order. Whether the time decided.
fn lose_console(order: &Order, links: &Links, consoles: &mut BTreeMap<usize, Live>, is_missed: bool) -> bool {
    let seat = order.seat;
    let mut onlooker = links.stranger().watch("/api/v1/cabinet/live");
    let mut lost = consoles.remove(&seat).unwrap_or_else(|| console(links, seat));
    let is_asked = |state: &Value| table(state)["turn"]["turn"] == order.body["turn"];
    let before = lost.see(is_asked);
    onlooker.see(|state| !is_absent(state, seat));
    drop(lost);
    let is_by_time = by_time(&before["seat"]["player_tables"][0]["offers"]) == order.body["action"];
    if is_by_time || is_missed {
        let state = onlooker.see(|state| is_absent(state, seat));
        assert!(is_asked(&state), "{}: who has no line is asked as ever: {}", order.key, table(&state));
    }
    if is_by_time {
        onlooker.see(|state| !is_asked(state));
        return true;
    }
    let mut back = console(links, seat);
    assert_eq!(seen(&back.next_state().0), seen(&before), "{}: he finds it as it was", order.key);
    order.give(links);
    consoles.insert(seat, back);
    false
}

/// In each turn of a deal the console of who is asked is lost.
fn check_lost_consoles(kind: &Kind) {
    let (mut consoles, mut expected) = (BTreeMap::new(), Vec::new());
    let course = check(kind, SHORT, |home, step, order, house| {
        in_deal(home, step, order, house, |_, order, house| {
            let is_by_time = lose_console(order, &house.0, &mut consoles, expected.len() % 3 == 0);
            expected.push((order.seat, order.body["action"].as_str().unwrap_or_default().to_owned(), is_by_time));
            house
        })
    });
    assert_eq!(course, expected, "{}: the time decides for who does not come back, and for nobody else", kind.rules);
    assert!(
        course.iter().any(|(.., by_time)| *by_time) && course.iter().any(|(.., by_time)| !by_time),
        "{}: this proved nothing",
        kind.rules
    );
}

#[test]
fn killed_after_every_order_of_a_deal_between_players_it_goes_on_as_if_nothing_had_been() {
    check(&HOLDEM, LONG, |home, _, order, house| kill_once_acknowledged(home, order, house));
}

#[test]
fn killed_before_every_answer_in_a_deal_between_players_it_does_each_order_once_or_not_at_all() {
    let mut kill = kill_in_turns();
    check(&HOLDEM, LONG, |home, _, order, house| kill(home, order, house));
}

#[test]
fn killed_at_every_step_of_a_stud_a_deal_with_bought_cards_or_one_from_a_machine_it_loses_nothing_and_does_nothing_twice() {
    thread::scope(|scope| {
        for kind in [&STUD, &CLUB, &FROM_MACHINE] {
            scope.spawn(move || check(kind, LONG, |home, step, order, house| in_deal(home, step, order, house, kill_once_acknowledged)));
            let mut kill = kill_in_turns();
            scope.spawn(move || check(kind, LONG, |home, step, order, house| in_deal(home, step, order, house, &mut kill)));
        }
    });
}

/// After each number of actions the program is killed: everybody has what he has put in again, and the next deal begins.
fn check_voids(kind: &Kind) {
    let home = home(kind, SHORT, Killed::IsVoid);
    let (mut links, mut daemon) = home.serve();
    for step in Step::all(kind).take_while(|step| !matches!(step, Step::Acts(_))) {
        step.order(&links).give(&links);
    }
    let kills = kind.deal.len() - 1;
    for acts in 1..=kills {
        for deed in &kind.deal[..acts] {
            Step::Acts(deed).order(&links).give(&links);
        }
        daemon.kill();
        (links, daemon) = home.serve();
        let official = official(&links);
        check_balance(&official);
        for seat in SEATS {
            let line = official["seats"].as_array().and_then(|lines| lines.iter().find(|line| line["seat"] == seat)).expect("its line");
            let has: i64 = ["credit", "staked", "stacks"].map(|key| amount(&line[key])).iter().sum();
            assert_eq!(has, CREDIT, "{}: seat {seat} after {acts} actions", kind.rules);
        }
    }
    daemon.stop();
    let deals = home.ask_lines(&format!("hands --table {TABLE} --last 50"));
    let facts = |name: &str| -> usize {
        let courses = deals.iter().filter_map(|deal| deal["course"].as_array());
        courses.map(|course| course.iter().filter(|step| step["fact"] == name).count()).sum()
    };
    assert_eq!((facts("voided"), facts("settled")), (kills, 0), "{}", kind.rules);
}

#[test]
fn hx_4_tpam_q31_killed_at_any_step_of_a_deal_it_is_void_where_the_house_says_so_and_the_next_one_begins() {
    thread::scope(|scope| {
        for kind in [&STUD, &CLUB] {
            scope.spawn(move || check_voids(kind));
        }
    });
}

#[test]
fn spb_61_a_console_that_is_lost_in_its_turn_comes_back_and_acts_or_the_time_decides() {
    thread::scope(|scope| {
        for kind in [&HOLDEM, &STUD, &CLUB, &FROM_MACHINE] {
            scope.spawn(move || check_lost_consoles(kind));
        }
    });
}
