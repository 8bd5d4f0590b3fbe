//! The closed cards of poker between players are followed through the answers and live lines of a whole deal, at every kind of table: three
//! seats play, a fourth one sits out, a fifth one only looks on, and the board and the attendant are there, who looks at the players' own
//! pages too. Nobody is told a closed card of another seat before the showdown, nor afterwards a card of a hand that stayed closed, or a
//! card that was given back. No card is told that nobody knows yet, or ever: a card still to come, a burn card. No log names a
//! card. The player of a hand looks back at it.

use std::collections::{BTreeMap, BTreeSet};
use std::thread::{self, JoinHandle};

use serde_json::{Value, json};

use crate::absent::sit_down;
use crate::client::{Client, Live};
use crate::daemon::{Daemon, Home, Links, changed};
use crate::follow::follow;
use crate::secret::cards;

const TABLE: u64 = 17;
const STACK: i64 = 12_000;
/// Who plays. The second of them folds as soon as he is asked.
const PLAYERS: [u64; 3] = [1, 2, 3];
const FOLDS: u64 = 2;
/// Who has cards to the end where nobody gives up.
const LIVE: [u64; 2] = [1, 3];
/// Who sits at the table and is not dealt in.
const SITS_OUT: u64 = 4;
/// Who does not sit at it.
const LOOKS_ON: u64 = 5;

const BLINDS: &str = "small_blind = 100\nbig_blind = 200\n";
const LIMIT_BETS: &str = "small_bet = 200\nbig_bet = 400\n";

/// After so many actions a deal is broken off: the second round has begun, and who folds has folded.
const BROKEN_OFF: usize = 4;
/// Of so many showdowns between two players one has a hand that need not be shown: chance has it so every other time.
const SHOWDOWNS: usize = 40;

/// How a deal goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Course {
    /// Nobody wagers more than he must, and two come to the showdown.
    CheckedDown,
    /// Two wager all they have as soon as they can.
    AllIn,
    /// Everybody but one folds.
    GivenUp,
    /// The attendant voids it in the middle.
    Void,
    /// The daemon is killed in the middle of it, and started again.
    Restart,
}

/// Rules files, and the amounts of a table under each.
fn tables() -> [(&'static str, String); 10] {
    let most = "most_bet = 2_000\n";
    [
        ("holdem/sport-no-limit", BLINDS.to_owned()),
        ("omaha/sport-no-limit", BLINDS.to_owned()),
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
    !table(state)["result"].is_null() || !table(state)["voided"].is_null()
}

/// Whether cards are to come and nobody can bet any more: two have hands, and all of them but one at most are all-in.
fn runs_out(state: &Value) -> bool {
    let live: Vec<&Value> = live(state).collect();
    let with_chips = live.iter().filter(|place| place["stack"] != 0).count();
    !is_over(state) && table(state)["turn"].is_null() && live.len() > 1 && with_chips <= 1
}

/// Who has a hand, as everybody sees him.
fn live(state: &Value) -> impl Iterator<Item = &Value> {
    table(state)["places"].as_array().into_iter().flatten().filter(|place| place["live"] == true)
}

/// The cards of a list in which those that lie face down are null.
fn names<T: FromIterator<String>>(list: &Value) -> T {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
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

/// What somebody is told while a daemon lives; `None` is who may see no closed card.
type Heard = (Option<u64>, Vec<Told>);

/// Everything that somebody is told until the deal is over, or the daemon dies.
fn all_told(mut live: Live) -> Vec<Told> {
    let (mut told, mut state) = (Vec::new(), Value::Null);
    while let Some(mut message) = live.next() {
        follow(&mut state, &message);
        if message.get("cabinet").is_none() {
            continue;
        }
        let ends = is_over(&state);
        let mut state = state.clone();
        forget_drawn(&mut state);
        forget_drawn(&mut message);
        told.push(Told { state, message });
        if ends {
            break;
        }
    }
    told
}

/// Those who look on while a daemon lives.
struct Watch {
    links: Links,
    daemon: Daemon,
    /// Who asks besides, and who he is.
    others: Vec<(Option<u64>, Client)>,
    listening: Vec<(Option<u64>, JoinHandle<Vec<Told>>)>,
}

impl Watch {
    fn begin(home: &Home) -> Self {
        let (links, daemon) = home.serve();
        let live_of = |seat: u64| links.seat(seat as usize).watch(&format!("/api/v1/seats/{seat}/live"));
        let seats = PLAYERS.into_iter().chain([SITS_OUT, LOOKS_ON]);
        let mut watchers: Vec<_> = seats.clone().map(|seat| (Some(seat), live_of(seat))).collect();
        watchers.push((None, links.stranger().watch("/api/v1/cabinet/live")));
        watchers.push((None, links.attendant().watch("/api/v1/official/live")));
        watchers.extend(PLAYERS.map(|seat| (None, links.attendant().watch(&format!("/api/v1/seats/{seat}/live")))));
        let listening = watchers.into_iter().map(|(who, live)| (who, thread::spawn(move || all_told(live)))).collect();
        let officials = [(None, links.stranger()), (None, links.attendant())];
        let others = seats.map(|seat| (Some(seat), links.seat(seat as usize))).chain(officials).collect();
        Self { links, daemon, others, listening }
    }

    /// The daemon is killed: what everybody was told until then.
    fn kill(self) -> Vec<Heard> {
        self.daemon.kill();
        heard(self.listening)
    }
}

fn heard(listening: Vec<(Option<u64>, JoinHandle<Vec<Told>>)>) -> Vec<Heard> {
    listening.into_iter().map(|(who, told)| (who, told.join().expect("he listens to the end"))).collect()
}

/// What a seat does: it buys a card, it calls or checks, or it goes on without paying; one of the seats folds.
fn action(course: Course, offers: &Value, seat: u64) -> Value {
    let wager = &offers["wager"];
    match offers {
        _ if seat == FOLDS || course == Course::GivenUp => json!({"action": "fold"}),
        _ if course == Course::AllIn && wager["first"] == true => json!({"action": "bet", "amount": wager["all_in"]}),
        _ if course == Course::AllIn && !wager.is_null() => json!({"action": "raise-to", "amount": wager["all_in"]}),
        _ if offers["divide"] == true => json!({"action": "divide"}),
        _ if !offers["exchange"].is_null() => json!({"action": "exchange", "cards": [1]}),
        _ if offers["call"] == 0 && offers["pass"] == true => json!({"action": "pass"}),
        _ if offers["call"] == 0 => json!({"action": "check"}),
        _ => json!({"action": "call"}),
    }
}

/// The seat is dealt in no more; the deal under way goes on with it.
fn sit_out(links: &Links, seat: u64, deal: &Value) {
    let body = json!({"deal": deal, "out": true}).to_string();
    let rests = links.seat(seat as usize).post(&format!("/api/v1/seats/{seat}/tables/{TABLE}/sit-out"), &format!("rest-{seat}"), &body);
    assert_eq!(rests.status, 200, "{}", rests.body);
}

/// Plays the first deal to its end, or until so many actions were taken. Before each action the others ask what they see, and one of them
/// tries to act out of turn. No other deal follows: everybody sits out after this one.
fn play(watch: &Watch, course: Course, actions: usize, acted: &mut Vec<u64>, answers: &mut Vec<(Option<u64>, Told)>) {
    let links = &watch.links;
    let mut live = links.stranger().watch("/api/v1/cabinet/live");
    while acted.len() < actions {
        let state = live.see(|state| {
            let turn = table(state)["turn"]["turn"].as_u64().filter(|_| table(state)["hold"].is_null());
            is_over(state) || turn.is_some_and(|turn| !acted.contains(&turn))
        });
        if is_over(&state) {
            return;
        }
        let (turn, deal) = (&table(&state)["turn"], &table(&state)["deal"]);
        let seat = turn["seat"].as_u64().expect("a turn has a seat");
        let number = turn["turn"].as_u64().expect("a turn has a number");
        if acted.is_empty() {
            PLAYERS.into_iter().for_each(|seat| sit_out(links, seat, deal));
        }
        acted.push(number);
        for (who, client) in watch.others.iter().filter(|(who, _)| *who != Some(seat)) {
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
            answers.extend(paths.iter().map(|path| (*who, ask(client, path, &state))));
        }
        let client = links.seat(seat as usize);
        let own = client.get(&format!("/api/v1/seats/{seat}")).json();
        let mut body = action(course, &own["seat"]["player_tables"][0]["offers"], seat);
        body["deal"] = deal.clone();
        body["turn"] = turn["turn"].clone();
        let out_of_turn = PLAYERS.into_iter().find(|other| *other != seat).expect("another one plays");
        let path = |seat: u64| format!("/api/v1/seats/{seat}/tables/{TABLE}/act");
        let refused = links.seat(out_of_turn as usize).post(&path(out_of_turn), &format!("other-{number}"), &body.to_string());
        answers.push((Some(out_of_turn), Told { state: state.clone(), message: refused.json() }));
        let taken = client.post(&path(seat), &format!("act-{number}"), &body.to_string());
        assert_eq!(taken.status, 200, "{body}: {}", taken.body);
    }
}

/// What is answered to somebody while the house is like this.
fn ask(client: &Client, path: &str, state: &Value) -> Told {
    let mut message = client.get(path).json();
    forget_drawn(&mut message);
    Told { state: state.clone(), message }
}

/// What everybody is answered who asks once the deal is over, and no other one follows.
fn look_back(others: &[(Option<u64>, Client)], last: &Value) -> Vec<(Option<u64>, Told)> {
    let of_seats =
        PLAYERS.into_iter().flat_map(|seat| [format!("/api/v1/seats/{seat}"), format!("/api/v1/seats/{seat}/tables/{TABLE}/hands")]);
    let of_house = ["/api/v1/cabinet", "/api/v1/official"].map(str::to_owned);
    let paths: Vec<String> = of_seats.chain(of_house).collect();
    others.iter().flat_map(|(who, client)| paths.iter().map(move |path| (*who, ask(client, path, last)))).collect()
}

/// The closed cards of a seat each time it was told some of them itself.
fn own_hands(told: &[Heard], seat: u64) -> Vec<BTreeSet<String>> {
    let told = told.iter().filter(|(who, _)| *who == Some(seat)).flat_map(|(_, told)| told);
    let places = told.flat_map(|told| told.state["seat"]["player_tables"][0]["places"].as_array().into_iter().flatten());
    let hands = places.filter(|place| place["seat"] == seat).map(|place| names::<BTreeSet<String>>(&place["down"]));
    hands.filter(|hand| !hand.is_empty()).collect()
}

/// Every card of a seat that it was told itself, at its place or when it looked back.
fn own_cards(told: &[Heard], seat: u64) -> BTreeSet<String> {
    let told = told.iter().filter(|(who, _)| *who == Some(seat)).flat_map(|(_, told)| told);
    let tables = told.map(|told| &told.state["seat"]["player_tables"][0]);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let hands = tables.flat_map(|table| list(&table["places"]).into_iter().chain(list(&table["hands"][0]["hands"])));
    hands
        .filter(|hand| hand["seat"] == seat)
        .flat_map(|hand| ["down", "up"].map(|key| names::<Vec<String>>(&hand[key])))
        .flatten()
        .collect()
}

/// The deal as a seat looks back at it.
fn past(told: &[Heard], seat: u64) -> &Value {
    let last = told.iter().rev().find(|(who, _)| *who == Some(seat)).and_then(|(_, told)| told.last());
    &last.expect("the seat was told of the end").state["seat"]["player_tables"][0]["hands"][0]
}

/// A deal that is over.
struct Deal {
    /// The table as everybody sees it then.
    table: Value,
    /// The cards of each seat that was dealt in, also of the absent one, whose hand some rules have dealt and killed.
    own: BTreeMap<u64, BTreeSet<String>>,
    /// Every closed card that each of them has had.
    closed: BTreeMap<u64, BTreeSet<String>>,
    /// Which of them he has had last.
    hands: BTreeMap<u64, BTreeSet<String>>,
    /// Whose lay open in the end.
    shown: BTreeSet<u64>,
    board: Vec<String>,
    /// Every card that has ever lain open before a player.
    open: BTreeSet<String>,
}

impl Deal {
    fn of(rules: &str, told: &[Heard], last: &Value) -> Self {
        let closed = PLAYERS.map(|seat| (seat, own_hands(told, seat).into_iter().flatten().collect::<BTreeSet<String>>()));
        assert!(closed.iter().all(|(_, cards)| !cards.is_empty()), "{rules}: everybody has closed cards: {closed:?}");
        let hands = PLAYERS.map(|seat| (seat, own_hands(told, seat).pop().unwrap_or_default()));
        for (seat, hand) in &hands {
            let past = past(told, *seat);
            let own = past["hands"].as_array().and_then(|hands| hands.iter().find(|hand| hand["seat"] == *seat));
            let own: BTreeSet<String> = names(&own.expect("it was dealt in")["down"]);
            assert_eq!(own, *hand, "{rules}: seat {seat} looks back at its own cards: {past}");
        }
        let [shown, board] = ["shown", "board"].map(|key| past(told, PLAYERS[0])[key].clone());
        for seat in PLAYERS {
            let past = past(told, seat);
            assert_eq!((&past["shown"], &past["board"]), (&shown, &board), "{rules}: seat {seat} looks back at what lay open");
        }
        let shown = shown.as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        let once = told.iter().flat_map(|(_, told)| told).flat_map(|told| open_hands(&told.state));
        // What came open with the end stands in the past alone.
        let in_the_end =
            past(told, PLAYERS[0])["hands"].as_array().into_iter().flatten().flat_map(|hand| names::<Vec<String>>(&hand["up"]));
        let open = once.chain(in_the_end).collect();
        let closed = closed.into_iter().chain([(SITS_OUT, own_hands(told, SITS_OUT).into_iter().flatten().collect())]).collect();
        let own = PLAYERS.into_iter().chain([SITS_OUT]).map(|seat| (seat, own_cards(told, seat))).collect();
        Self { table: table(last).clone(), own, closed, hands: hands.into(), shown, board: names(&board), open }
    }

    /// The cards that somebody may know while the house is like this: his own, those that lie open, and the hands that were opened.
    fn known(&self, who: Option<u64>, state: &Value) -> BTreeSet<String> {
        let own = who.and_then(|who| self.own.get(&who)).into_iter().flatten().cloned();
        let opened = self.hands.iter().filter(|(seat, _)| (is_over(state) || runs_out(state)) && self.shown.contains(seat));
        let once_open = self.open.iter().chain(&self.board).filter(|_| is_over(state)).cloned();
        let open = open_hands(state).into_iter().chain(names::<Vec<String>>(&table(state)["board"]));
        open.chain(own).chain(opened.flat_map(|(_, hand)| hand.iter().cloned())).chain(once_open).collect()
    }

    /// The cards that somebody must not know while the house is like this.
    fn secret(&self, who: Option<u64>, state: &Value) -> BTreeSet<&str> {
        let lies = table(state)["board"].as_array().map_or(0, Vec::len);
        let to_come = self.board.iter().skip(lies).filter(|_| !is_over(state));
        let are_compared = is_over(state) || runs_out(state);
        let of_others = self.closed.iter().filter(|(seat, _)| who != Some(**seat)).flat_map(|(seat, cards)| {
            let open = self.hands.get(seat).filter(|_| are_compared && self.shown.contains(seat));
            cards.iter().filter(move |card| open.is_none_or(|open| !open.contains(*card)))
        });
        of_others.chain(to_come).map(String::as_str).collect()
    }

    /// Who was paid out of the pots.
    fn winners(&self) -> BTreeSet<u64> {
        let pots = self.table["result"]["pots"].as_array().into_iter().flatten();
        let shares = pots.flat_map(|pot| pot["shares"].as_array().into_iter().flatten());
        shares.filter_map(|share| share["seat"].as_u64()).collect()
    }
}

/// The cards that lie open before the players.
fn open_hands(state: &Value) -> Vec<String> {
    let places = table(state)["places"].as_array().into_iter().flatten();
    places.flat_map(|place| names::<Vec<String>>(&place["up"])).collect()
}

/// A message names no card that its reader must not know yet, and none that he cannot know; once nobody can bet any more, the hands lie
/// open.
fn check_told(rules: &str, who: Option<u64>, told: &Told, deal: &Deal) {
    let (secret, known) = (deal.secret(who, &told.state), deal.known(who, &told.state));
    let named = cards(&told.message);
    let early: Vec<&String> = named.iter().filter(|card| secret.contains(card.as_str()) || !known.contains(*card)).collect();
    assert!(early.is_empty(), "{rules}: seat {who:?} is told {early:?}, and may know {known:?}: {}", told.message);
    let lies_open = |place: &Value| place["down"].as_array().is_some_and(|down| down.iter().all(Value::is_string));
    assert!(!runs_out(&told.state) || live(&told.state).all(lies_open), "{rules}: the hands lie open: {}", table(&told.state));
}

/// Follows the cards of one deal.
fn check(rules: &str, amounts: &str, course: Course) -> Deal {
    let home = home(rules, amounts);
    let mut watch = Watch::begin(&home);
    let (mut told, mut acted, mut answers) = (Vec::new(), Vec::new(), Vec::new());
    // Who sits out does so before there are enough for a deal.
    sit_down(&watch.links, SITS_OUT as usize, STACK);
    sit_out(&watch.links, SITS_OUT, &json!(0));
    PLAYERS.into_iter().for_each(|seat| sit_down(&watch.links, seat as usize, STACK));
    let is_broken_off = matches!(course, Course::Void | Course::Restart);
    play(&watch, course, if is_broken_off { BROKEN_OFF } else { usize::MAX }, &mut acted, &mut answers);
    if course == Course::Void {
        let body = r#"{"deal":1,"reason":"One card too many","new_shoe":false}"#;
        let void = watch.links.attendant().post(&format!("/api/v1/tables/{TABLE}/void"), "void", body);
        assert_eq!(void.status, 200, "{}", void.body);
    }
    if course == Course::Restart {
        told = watch.kill();
        watch = Watch::begin(&home);
        play(&watch, course, usize::MAX, &mut acted, &mut answers);
    }
    let (before, Watch { daemon, others, listening, .. }) = (told.len(), watch);
    told.extend(heard(listening));
    let last = &told[before].1.last().expect("he was told the end").state;
    assert!(told[before..].iter().all(|(_, all)| all.last().is_some_and(|told| is_over(&told.state))), "{rules}: all are told the end");
    answers.extend(look_back(&others, last));
    let deal = Deal::of(rules, &told, last);
    for (seat, hand) in deal.hands.iter().filter(|(seat, _)| **seat != FOLDS) {
        // Also who plays on after a start is told what he holds.
        let own = told[before..].iter().filter(|(who, _)| *who == Some(*seat)).flat_map(|(_, all)| all);
        let named: BTreeSet<String> = own.filter(|told| !is_over(&told.state)).flat_map(|told| cards(&told.message)).collect();
        assert!(hand.is_subset(&named), "{rules}: seat {seat} is told its own cards {hand:?}: {named:?}");
    }
    for (who, all) in &told {
        all.iter().for_each(|told| check_told(rules, *who, told, &deal));
    }
    answers.iter().for_each(|(who, told)| check_told(rules, *who, told, &deal));
    daemon.stop();
    let log = home.log();
    assert!(log.len() > 1_000, "{rules}: the log was written");
    assert_eq!(cards(&Value::String(log)), BTreeSet::new(), "{rules}: the log tells cards");
    deal
}

/// Plays at a table of each of these rules files, at all of them at once.
fn at_each(names: &[&str], and: impl Fn(&str, &str) + Sync) {
    let and = &and;
    thread::scope(|scope| {
        for (rules, amounts) in tables().into_iter().filter(|(rules, _)| names.contains(rules)) {
            scope.spawn(move || and(rules, &amounts));
        }
    });
}

#[test]
fn a_closed_card_between_players_is_told_to_its_player_alone_until_the_showdown() {
    at_each(&tables().map(|(rules, _)| rules), |rules, amounts| {
        let deal = check(rules, amounts, Course::CheckedDown);
        let live = BTreeSet::from(LIVE);
        // The sport lets a beaten hand lie; elsewhere all are opened.
        let least = if rules.contains("sport") { deal.winners() } else { live.clone() };
        let (shown, winners) = (&deal.shown, deal.winners());
        assert!(!winners.is_empty() && shown.is_superset(&least) && shown.is_subset(&live), "{rules}: {shown:?}, {winners:?}");
    });
}

#[test]
fn spb_56_a_mucked_hand_is_never_told_to_anybody_but_its_player() {
    at_each(&["holdem/sport-no-limit", "omaha/sport-pot-limit"], |rules, amounts| {
        let is_mucked = |_| {
            let deal = check(rules, amounts, Course::CheckedDown);
            // Nobody has bet on the last street: the first after the button shows, and then who is not beaten (SPB-55).
            let button = deal.table["button"].as_u64().expect("there is a button");
            let first = LIVE.into_iter().find(|seat| *seat > button).unwrap_or(LIVE[0]);
            let shown: BTreeSet<u64> = deal.winners().into_iter().chain([first]).collect();
            assert_eq!(deal.shown, shown, "{rules}: {}", deal.table);
            shown.len() < LIVE.len()
        };
        assert!((0..SHOWDOWNS).any(is_mucked), "{rules}: no hand was mucked");
    });
}

#[test]
fn spb_57_who_is_left_alone_wins_and_shows_nothing() {
    at_each(&["holdem/sport-no-limit", "stud7/sport-fixed-limit", "club/am"], |rules, amounts| {
        let deal = check(rules, amounts, Course::GivenUp);
        assert_eq!((deal.winners().len(), &deal.shown), (1, &BTreeSet::new()), "{rules}: {}", deal.table);
    });
}

#[test]
fn spb_59_the_hands_are_opened_once_nobody_can_bet_and_the_middle_is_told_as_it_comes() {
    at_each(&["holdem/sport-no-limit", "omaha/sport-no-limit"], |rules, amounts| {
        let deal = check(rules, amounts, Course::AllIn);
        // Beaten or not: at a showdown after a bet one of them could lie closed.
        assert_eq!((&deal.shown, deal.board.len()), (&BTreeSet::from(LIVE), 5), "{rules}: {}", deal.table);
    });
}

#[test]
fn hrb_25_in_a_deal_that_the_attendant_voids_the_closed_cards_stay_closed() {
    at_each(&["holdem/sport-no-limit", "stud7/sport-fixed-limit", "club/am"], |rules, amounts| {
        let deal = check(rules, amounts, Course::Void);
        let is_void = deal.table["result"].is_null() && !deal.table["voided"].is_null();
        assert!(is_void && deal.shown.is_empty(), "{rules}: {:?}, {}", deal.shown, deal.table);
    });
}

#[test]
fn after_a_kill_in_the_middle_of_a_deal_nobody_is_told_more_than_before() {
    at_each(&["holdem/sport-no-limit", "stud7/sport-fixed-limit", "texas/am", "club/am"], |rules, amounts| {
        let deal = check(rules, amounts, Course::Restart);
        let is_paid = deal.table["deal"] == 1 && !deal.table["result"].is_null();
        assert!(is_paid && deal.shown.is_superset(&deal.winners()) && !deal.shown.contains(&FOLDS), "{rules}: {}", deal.table);
    });
}

#[test]
fn tpam_23_a_card_that_was_given_back_stays_closed_when_the_hands_are_opened() {
    at_each(&["club/am"], |rules, amounts| {
        let deal = check(rules, amounts, Course::CheckedDown);
        assert_eq!(deal.shown, BTreeSet::from(LIVE), "{rules}: {}", deal.table);
        for seat in LIVE {
            let given_back = deal.closed[&seat].difference(&deal.hands[&seat]).count();
            assert_eq!((given_back, deal.hands[&seat].len()), (1, 5), "seat {seat} has given one card back");
        }
    });
}
