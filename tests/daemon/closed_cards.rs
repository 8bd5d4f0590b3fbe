//! The closed cards of poker between players are followed through the answers and live lines of a whole deal, at every kind of table: three
//! seats play, a fourth one sits out, a fifth one only looks on, and the board and the attendant are there, who looks at the players' own
//! pages too. Nobody is told a closed card of another seat before the showdown, nor afterwards a card of a hand that stayed closed, or a
//! card that was given back. No card is told that nobody knows yet, or ever: a card still to come, a burn card. A deal that is played again
//! for equal hands is followed through each of its plays, and a closed card that the dealer has shown is known from then on, and no other. No
//! log names a card. The player of a hand looks back at it.

use std::collections::{BTreeMap, BTreeSet};
use std::thread::{self, JoinHandle};

use serde_json::{Value, json};

use crate::absent::sit_down;
use crate::client::{Client, Live};
use crate::daemon::{Daemon, Home, Links, changed};
use crate::follow::follow;
use crate::players::betting_rules;
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

/// Who plays again for the bank where his hand is equal to another's.
const PLAYS_AGAIN: u64 = 3;
/// Whose last card the dealer shows.
const SHOWS_LAST: u64 = 1;
/// Rules files of the decree, and the seeds with which a simulated shuffle machine deals those two equal hands who do not fold, and then
/// others.
const EQUAL_HANDS: [(&str, u64); 2] = [("texas/am", 28), ("club/am", 24_715)];

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
    /// Equal hands play again for the bank, with cards of a simulated shuffle machine of this seed.
    PlayedAgain(u64),
    /// It is dealt from a shoe, and the dealer shows two closed cards: one of the first ones, and the last one of a seat.
    Exposed,
}

impl Course {
    /// The keys of the table's source of cards.
    fn source(self) -> String {
        let simulated = |device: &str, seed: u64| {
            let keys = "pack_milliseconds = 300\nfaults = []\n";
            format!("[player_table.source]\ndriver = \"simulated\"\ndevice = \"{device}\"\nseed = {seed}\n{keys}")
        };
        match self {
            Self::PlayedAgain(seed) => simulated("shuffler", seed),
            Self::Exposed => simulated("shoe", 7),
            _ => String::new(),
        }
    }
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
fn home(rules: &str, amounts: &str, course: Course) -> Home {
    let mut home = Home::new(5);
    let demo = changed("cabinets/demo.toml", &[]);
    let (house, _) = demo.split_once("[[card_table]]").expect("the demo has card tables");
    // A void deal tells no cards.
    let rules = betting_rules(&home, rules, &[], "continue");
    let terms = format!("name = \"Poker\"\nrules = {rules:?}\ndecision_seconds = 120\npause_seconds = 15\n");
    let file = home.write(
        "cabinet.toml",
        &format!("card_table = []\n{house}\n[[player_table]]\n{terms}[player_table.amounts]\n{amounts}unit = 100\n{}", course.source()),
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

/// In which play of the deal the house is: how often it has been played again.
fn play_of(state: &Value) -> usize {
    table(state)["replays"].as_u64().and_then(|replays| usize::try_from(replays).ok()).expect("a table tells its replays")
}

/// Whether the hands have been compared: the deal is over, or the owners of equal ones are asked.
fn is_compared(state: &Value) -> bool {
    is_over(state) || table(state)["dividing"] == true
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

/// What a seat does: it buys a card, it calls or checks, or it goes on without paying; one of the seats folds. A bank is divided, but where the
/// deal is to be played again.
fn action(course: Course, own: &Value, seat: u64) -> Value {
    let offers = &own["seat"]["player_tables"][0]["offers"];
    let wager = &offers["wager"];
    let plays_again = matches!(course, Course::PlayedAgain(_)) && seat == PLAYS_AGAIN && play_of(own) == 0;
    match offers {
        _ if seat == FOLDS || course == Course::GivenUp => json!({"action": "fold"}),
        _ if course == Course::AllIn && wager["first"] == true => json!({"action": "bet", "amount": wager["all_in"]}),
        _ if course == Course::AllIn && !wager.is_null() => json!({"action": "raise-to", "amount": wager["all_in"]}),
        _ if offers["divide"] == true && plays_again => json!({"action": "play-again"}),
        _ if offers["divide"] == true => json!({"action": "divide"}),
        _ if offers["play_for_pot"] == true => json!({"action": "play-for-pot"}),
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

/// A closed card that the dealer has shown.
#[derive(Clone)]
struct Exposed {
    card: String,
    /// The edition of the last state in which nobody but its player knew it.
    unknown_in: u64,
}

impl Exposed {
    fn is_known(&self, state: &Value) -> bool {
        state["edition"].as_u64() > Some(self.unknown_in)
    }
}

/// What a deal leaves behind besides what is told.
#[derive(Default)]
struct Notes {
    /// The numbers of the turns that were taken.
    acted: Vec<u64>,
    answers: Vec<(Option<u64>, Told)>,
    exposed: Vec<Exposed>,
}

fn place(state: &Value, seat: u64) -> &Value {
    table(state)["places"].as_array().and_then(|places| places.iter().find(|place| place["seat"] == seat)).unwrap_or(&Value::Null)
}

fn count(list: &Value) -> usize {
    list.as_array().map_or(0, Vec::len)
}

fn attend(links: &Links, what: &str, body: &Value) {
    let key = format!("{what}-{}", body["card"]);
    let done = links.attendant().post(&format!("/api/v1/tables/{TABLE}/{what}"), &key, &body.to_string());
    assert_eq!(done.status, 200, "{what}: {}", done.body);
}

/// The dealer has shown the closed card of the seat that came last, while the house was like this, and the attendant tells of it.
fn expose(links: &Links, seat: u64, state: &Value) -> Exposed {
    let own = links.seat(seat as usize).get(&format!("/api/v1/seats/{seat}")).json();
    let places = own["seat"]["player_tables"][0]["places"].as_array().expect("somebody sits");
    let place = places.iter().find(|place| place["seat"] == seat).expect("the seat sits");
    let card = names::<Vec<String>>(&place["down"]).pop().expect("it has a closed card");
    attend(links, "exposed-card", &json!({"deal": table(state)["deal"], "seat": seat, "card": card}));
    Exposed { card, unknown_in: state["edition"].as_u64().expect("a state has an edition") }
}

/// As soon as one of the two who stay has a closed card, it is shown; the table is held until that is told. It lies open before the seat (SPG-80).
fn expose_first(links: &Links) -> Exposed {
    let mut live = links.stranger().watch("/api/v1/cabinet/live");
    let with_card = |state: &Value| LIVE.into_iter().find(|seat| count(&place(state, *seat)["down"]) > 0);
    live.see(|state| with_card(state).is_some());
    attend(links, "hold", &json!({"reason": "A card was shown"}));
    let state = live.see(|state| !table(state)["hold"].is_null());
    let seat = with_card(&state).expect("it has it still");
    let exposed = expose(links, seat, &state);
    attend(links, "resume", &json!({"deal": table(&state)["deal"]}));
    live.see(|state| place(state, seat)["up"] == json!([exposed.card]));
    exposed
}

/// Plays the first deal to its end, or until so many actions were taken. Before each action the others ask what they see, and one of them
/// tries to act out of turn. No other deal follows: everybody sits out after this one.
fn play(watch: &Watch, course: Course, actions: usize, notes: &mut Notes) {
    let links = &watch.links;
    if course == Course::Exposed {
        notes.exposed.push(expose_first(links));
    }
    let Notes { acted, answers, exposed } = notes;
    let mut live = links.stranger().watch("/api/v1/cabinet/live");
    while acted.len() < actions {
        let mut state = live.see(|state| {
            let turn = table(state)["turn"]["turn"].as_u64().filter(|_| table(state)["hold"].is_null());
            is_over(state) || turn.is_some_and(|turn| !acted.contains(&turn))
        });
        if is_over(&state) {
            return;
        }
        // The last card of each of them lies there, and nobody has acted since.
        if exposed.len() == 1 && LIVE.into_iter().all(|seat| count(&place(&state, seat)["down"]) == 3) {
            let last = expose(links, SHOWS_LAST, &state);
            state = live.see(|state| place(state, SHOWS_LAST)["down"][2] == json!(last.card));
            exposed.push(last);
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
        let mut body = action(course, &own, seat);
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

/// The closed cards of a seat in a play each time it was told some of them itself.
fn own_hands(told: &[Heard], seat: u64, play: usize) -> Vec<BTreeSet<String>> {
    let told = told.iter().filter(|(who, _)| *who == Some(seat)).flat_map(|(_, told)| told).filter(|told| play_of(&told.state) == play);
    let places = told.flat_map(|told| told.state["seat"]["player_tables"][0]["places"].as_array().into_iter().flatten());
    let hands = places.filter(|place| place["seat"] == seat).map(|place| names::<BTreeSet<String>>(&place["down"]));
    hands.filter(|hand| !hand.is_empty()).collect()
}

/// Every card of a seat in a play that it was told itself, at its place or when it looked back.
fn own_cards(told: &[Heard], seat: u64, play: usize) -> BTreeSet<String> {
    let told = told.iter().filter(|(who, _)| *who == Some(seat)).flat_map(|(_, told)| told);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let hands = told.flat_map(|told| {
        let table = &told.state["seat"]["player_tables"][0];
        let places = if play_of(&told.state) == play { list(&table["places"]) } else { Vec::new() };
        places.into_iter().chain(list(&past_play(&table["hands"][0], play)["hands"]))
    });
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

/// A play of a deal as who looks back at the deal sees it.
fn past_play(deal: &Value, play: usize) -> &Value {
    let earlier = &deal["earlier"][play];
    if earlier.is_null() { deal } else { earlier }
}

/// A deal that is over, or one of the plays of it where it was played again.
struct Deal {
    /// How many plays there were before.
    play: usize,
    /// The table as everybody sees it when the deal is over.
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
    /// Every closed card that the dealer has shown.
    exposed: Vec<Exposed>,
}

impl Deal {
    fn of(rules: &str, told: &[Heard], last: &Value, play: usize, exposed: &[Exposed]) -> Self {
        // Equal are the hands of those alone who do not fold.
        let players = if play == 0 { &PLAYERS[..] } else { &LIVE };
        let past = |seat| past_play(past(told, seat), play);
        let own_hands = |seat| own_hands(told, seat, play);
        let closed: BTreeMap<u64, BTreeSet<String>> =
            PLAYERS.into_iter().chain([SITS_OUT]).map(|seat| (seat, own_hands(seat).into_iter().flatten().collect())).collect();
        assert!(players.iter().all(|seat| !closed[seat].is_empty()), "{rules}: everybody has closed cards: {closed:?}");
        let is_closed = |card: &String| exposed.iter().all(|exposed| exposed.card != *card);
        let hand = |seat| own_hands(seat).pop().unwrap_or_default().into_iter().filter(is_closed).collect();
        let hands: BTreeMap<u64, BTreeSet<String>> = players.iter().map(|seat| (*seat, hand(*seat))).collect();
        for (seat, hand) in &hands {
            let past = past(*seat);
            let own = past["hands"].as_array().and_then(|hands| hands.iter().find(|hand| hand["seat"] == *seat));
            let own: BTreeSet<String> = names(&own.expect("it was dealt in")["down"]);
            assert_eq!(own, *hand, "{rules}: seat {seat} looks back at its own cards: {past}");
        }
        let [shown, board] = ["shown", "board"].map(|key| past(PLAYERS[0])[key].clone());
        for seat in PLAYERS {
            let past = past(seat);
            assert_eq!((&past["shown"], &past["board"]), (&shown, &board), "{rules}: seat {seat} looks back at what lay open");
        }
        let shown = shown.as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        let of_play = told.iter().flat_map(|(_, told)| told).filter(|told| play_of(&told.state) == play);
        let once = of_play.flat_map(|told| open_hands(&told.state));
        // What came open with the end stands in the past alone.
        let in_the_end = past(PLAYERS[0])["hands"].as_array().into_iter().flatten().flat_map(|hand| names::<Vec<String>>(&hand["up"]));
        let open = once.chain(in_the_end).collect();
        let own = PLAYERS.into_iter().chain([SITS_OUT]).map(|seat| (seat, own_cards(told, seat, play))).collect();
        let table = table(last).clone();
        Self { play, table, own, closed, hands, shown, board: names(&board), open, exposed: exposed.to_vec() }
    }

    /// The cards that the dealer has shown by the time when the house is like this.
    fn exposed(&self, state: &Value) -> impl Iterator<Item = &String> {
        self.exposed.iter().filter(|exposed| exposed.is_known(state)).map(|exposed| &exposed.card)
    }

    /// The cards of this play that somebody may know while the house is like this: his own, those that lie open, the hands that were opened, and
    /// what the dealer has shown.
    fn known(&self, who: Option<u64>, state: &Value) -> BTreeSet<String> {
        let is_now = play_of(state) == self.play;
        let own = who.and_then(|who| self.own.get(&who)).into_iter().flatten().cloned();
        let opened = self.hands.iter().filter(|(seat, _)| (is_compared(state) || runs_out(state)) && self.shown.contains(seat));
        let once_open = self.open.iter().chain(&self.board).filter(|_| is_over(state)).chain(self.exposed(state)).cloned();
        let lies = open_hands(state).into_iter().chain(names::<Vec<String>>(&table(state)["board"])).filter(|_| is_now);
        lies.chain(own).chain(opened.flat_map(|(_, hand)| hand.iter().cloned())).chain(once_open).collect()
    }

    /// The cards of this play that somebody must not know while the house is like this.
    fn secret(&self, who: Option<u64>, state: &Value) -> BTreeSet<&str> {
        let lies = table(state)["board"].as_array().map_or(0, Vec::len);
        let to_come = self.board.iter().skip(lies).filter(|_| !is_over(state));
        let are_compared = is_compared(state) || runs_out(state);
        let of_others = self.closed.iter().filter(|(seat, _)| who != Some(**seat)).flat_map(|(seat, cards)| {
            let open = self.hands.get(seat).filter(|_| are_compared && self.shown.contains(seat));
            cards.iter().filter(move |card| open.is_none_or(|open| !open.contains(*card)))
        });
        let of_others = of_others.filter(|card| self.exposed(state).all(|exposed| exposed != *card));
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

/// What a message tells of each play of the deal: beside the one of its time, who looks back at the deal is told of those before.
fn told_of_plays(told: &Told) -> Vec<(usize, Value)> {
    let (mut message, mut plays) = (told.message.clone(), Vec::new());
    take_earlier(&mut message, &mut plays);
    plays.push((play_of(&told.state), message));
    plays
}

fn take_earlier(value: &mut Value, plays: &mut Vec<(usize, Value)>) {
    match value {
        Value::Object(keys) => {
            if let Some(Value::Array(earlier)) = keys.remove("earlier") {
                plays.extend(earlier.into_iter().enumerate());
            }
            keys.values_mut().for_each(|value| take_earlier(value, plays));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| take_earlier(value, plays)),
        _ => {}
    }
}

/// A message names no card that its reader must not know yet, and none that he cannot know; once nobody can bet any more, the hands lie
/// open.
fn check_told(rules: &str, who: Option<u64>, told: &Told, plays: &[Deal]) {
    for (play, message) in told_of_plays(told) {
        let deal = &plays[play];
        let (secret, known) = (deal.secret(who, &told.state), deal.known(who, &told.state));
        let named = cards(&message);
        let early: Vec<&String> = named.iter().filter(|card| secret.contains(card.as_str()) || !known.contains(*card)).collect();
        assert!(early.is_empty(), "{rules}: seat {who:?} is told {early:?}, and may know {known:?}: {message}");
    }
    let lies_open = |place: &Value| place["down"].as_array().is_some_and(|down| down.iter().all(Value::is_string));
    assert!(!runs_out(&told.state) || live(&told.state).all(lies_open), "{rules}: the hands lie open: {}", table(&told.state));
}

/// Follows the cards of one deal; its last play.
fn check(rules: &str, amounts: &str, course: Course) -> Deal {
    check_plays(rules, amounts, course).pop().expect("there is one at least")
}

/// Follows the cards of one deal through all its plays.
fn check_plays(rules: &str, amounts: &str, course: Course) -> Vec<Deal> {
    let home = home(rules, amounts, course);
    let mut watch = Watch::begin(&home);
    let (mut told, mut notes) = (Vec::new(), Notes::default());
    // Who sits out does so before there are enough for a deal.
    sit_down(&watch.links, SITS_OUT as usize, STACK);
    sit_out(&watch.links, SITS_OUT, &json!(0));
    PLAYERS.into_iter().for_each(|seat| sit_down(&watch.links, seat as usize, STACK));
    let is_broken_off = matches!(course, Course::Void | Course::Restart);
    play(&watch, course, if is_broken_off { BROKEN_OFF } else { usize::MAX }, &mut notes);
    if course == Course::Void {
        attend(&watch.links, "void", &json!({"deal": 1, "reason": "One card too many", "new_shoe": false}));
    }
    if course == Course::Restart {
        told = watch.kill();
        watch = Watch::begin(&home);
        play(&watch, course, usize::MAX, &mut notes);
    }
    let (before, Watch { daemon, others, listening, .. }) = (told.len(), watch);
    told.extend(heard(listening));
    let last = &told[before].1.last().expect("he was told the end").state;
    assert!(told[before..].iter().all(|(_, all)| all.last().is_some_and(|told| is_over(&told.state))), "{rules}: all are told the end");
    let Notes { mut answers, exposed, .. } = notes;
    answers.extend(look_back(&others, last));
    let plays: Vec<Deal> = (0..=play_of(last)).map(|play| Deal::of(rules, &told, last, play, &exposed)).collect();
    for deal in &plays {
        check_own(rules, &told[before..], deal);
    }
    for (who, all) in &told {
        all.iter().for_each(|told| check_told(rules, *who, told, &plays));
    }
    answers.iter().for_each(|(who, told)| check_told(rules, *who, told, &plays));
    daemon.stop();
    let log = home.log();
    assert!(log.len() > 1_000, "{rules}: the log was written");
    assert_eq!(cards(&Value::String(log)), BTreeSet::new(), "{rules}: the log tells cards");
    plays
}

/// Who plays on is told what he holds, also after a start.
fn check_own(rules: &str, told: &[Heard], deal: &Deal) {
    for (seat, hand) in deal.hands.iter().filter(|(seat, _)| **seat != FOLDS) {
        let own = told.iter().filter(|(who, _)| *who == Some(*seat)).flat_map(|(_, all)| all);
        let during = own.filter(|told| !is_over(&told.state) && play_of(&told.state) == deal.play);
        let named: BTreeSet<String> = during.flat_map(|told| cards(&told.message)).collect();
        assert!(hand.is_subset(&named), "{rules}: seat {seat} is told its own cards {hand:?}: {named:?}");
    }
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

#[test]
fn tpam_8_where_equal_hands_play_again_the_cards_of_no_play_are_told_to_anybody_who_did_not_see_them() {
    at_each(&EQUAL_HANDS.map(|(rules, _)| rules), |rules, amounts| {
        let seed = EQUAL_HANDS.into_iter().find_map(|(name, seed)| (name == rules).then_some(seed)).expect("it has a seed");
        let plays = check_plays(rules, amounts, Course::PlayedAgain(seed));
        let [first, last] = &plays[..] else { panic!("{rules}: {} plays", plays.len()) };
        let live = BTreeSet::from(LIVE);
        assert_eq!((&first.shown, &last.shown), (&live, &live), "{rules}: {}", last.table);
        assert!(!first.closed[&FOLDS].is_empty() && last.closed[&FOLDS].is_empty(), "{rules}: who folds does not play again");
        assert!(LIVE.into_iter().all(|seat| first.closed[&seat] != last.closed[&seat]), "{rules}: the cards are fresh");
        assert_eq!(last.winners().len(), 1, "{rules}: {}", last.table);
    });
}

#[test]
fn spg_80_spg_84_a_closed_card_that_the_dealer_shows_is_known_and_the_other_closed_cards_are_not() {
    at_each(&["stud7/sport-fixed-limit"], |rules, amounts| {
        let deal = check(rules, amounts, Course::Exposed);
        let [first, last] = [0, 1].map(|index| &deal.exposed[index].card);
        assert!(deal.open.contains(first), "{rules}: {first} is a door card: {:?}", deal.open);
        assert!(deal.closed[&SHOWS_LAST].contains(last), "{rules}: {last} was closed");
        assert!(!deal.winners().is_empty() && deal.shown.is_superset(&deal.winners()), "{rules}: {:?}, {}", deal.shown, deal.table);
    });
}
