//! Every worked case of the rule books of poker between players, played through `croupierctl betting`.
//!
//! The cases stand in `betting/worked`, a file for each book, written from the books. This file lays out the pack as the book deals (one card at a
//! time from the small blind or the first seat on, a burnt card before each later street, none at the decree's games), fills in what the case does
//! not name, plays all cases of a rules file in one run of the tool, and compares. How a case is written:
//!
//! - `rules` names a shipped file; `changes` are keys of it that this case has otherwise.
//! - `hands` and `board` are written as in the book, of the studs in the order in which they come; `??` is any card. `bought` are the cards that
//!   come for those that were exchanged.
//! - `rounds` has a list for each betting round. `"1 2 check"` is two seats one after the other; `"3 | call 20, raise 40-1500 | raise-to 60 | 90"`
//!   is a row of the book's tables: who is asked, what he is offered, what he does, and the pot after it (before it where he does nothing yet).
//!   `raise 20/30` is one of two amounts, `raise` any; an empty place is not compared. Everybody who is asked stands there, in his order and round.
//! - `agree` is what the owners of equal hands answer, and `case.replays` what they play then.
//! - At the end: `pots` (`of` whom, `fee`, `paid` or `high` and `low` apart), `fee`, what was `returned` uncalled, the stacks `after`, and who
//!   `shows`.
//! - Or the last action is `refused`, or the whole case, with this `error`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use serde::Deserialize;
use serde_json::{Value, json};
use toml::Table;

const BY: &str = include_str!("../betting/worked/by.toml");
const AM: &str = include_str!("../betting/worked/am.toml");
const SPORT_BETTING: &str = include_str!("../betting/worked/sport-betting.toml");
const SPORT_GAMES: &str = include_str!("../betting/worked/sport-games.toml");
const ELSEWHERE: &str = include_str!("../betting/worked/elsewhere.toml");

/// The ids of the books' cases: what stands before the number, the first and the last number, and how many digits it has at least.
const IDS: &[(&str, u32, u32, usize)] = &[
    ("PW-", 1, 20, 1),
    ("PO-", 1, 4, 1),
    ("PL-", 1, 8, 1),
    ("PS-", 1, 10, 1),
    ("L", 1, 13, 1),
    ("C", 1, 17, 1),
    ("T", 1, 16, 1),
    ("S", 1, 16, 1),
    ("V", 1, 15, 1),
    ("SPB-W", 1, 54, 2),
    ("SPG-W", 1, 53, 2),
];

/// Amounts by seat.
type BySeat = BTreeMap<String, i64>;

/// The cases and rows that are not played here. A row of a case has something behind the id.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Elsewhere {
    /// Why each is proved by no test.
    nowhere: BTreeMap<String, String>,
    /// By file and case the tests that prove it.
    proved: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

impl Elsewhere {
    fn entries(&self) -> impl Iterator<Item = &str> {
        self.nowhere.keys().chain(self.proved.values().flat_map(BTreeMap::keys)).map(String::as_str)
    }

    /// The tests that are named and not there.
    fn missing_tests(&self) -> Vec<String> {
        let mut missing = Vec::new();
        for (file, cases) in &self.proved {
            let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap_or_default();
            let named = cases.iter().flat_map(|(case, tests)| tests.iter().map(move |test| (case, test)));
            let lost = named.filter(|(_, test)| !text.contains(&format!("#[test]\nfn {test}() {{\n")));
            missing.extend(lost.map(|(case, test)| format!("{case}: no test {test} in {file}")));
            missing.extend(cases.iter().filter(|(_, tests)| tests.is_empty()).map(|(case, _)| format!("{case}: no test is named")));
        }
        missing
    }
}

/// A file of cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    case: Vec<Case>,
}

/// A case as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    rule: String,
    #[serde(default)]
    note: String,
    rules: String,
    #[serde(default)]
    changes: Table,
    level: BySeat,
    stacks: BySeat,
    button: u8,
    #[serde(default)]
    hands: BTreeMap<String, String>,
    #[serde(default)]
    board: String,
    #[serde(default)]
    bought: BTreeMap<String, String>,
    #[serde(default)]
    rounds: Vec<Vec<String>>,
    #[serde(default)]
    agree: Vec<String>,
    #[serde(default)]
    replays: Vec<Replay>,
    pots: Option<Vec<Pot>>,
    fee: Option<i64>,
    returned: Option<BySeat>,
    #[serde(default)]
    after: BySeat,
    shows: Option<Vec<u8>>,
    refused: Option<String>,
    error: Option<String>,
    because: Option<String>,
}

/// A deal that is played again by the owners of equal hands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Replay {
    hands: BTreeMap<String, String>,
    rounds: Vec<Vec<String>>,
}

/// A pot as it is expected.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pot {
    amount: i64,
    of: Option<Vec<u8>>,
    fee: Option<i64>,
    paid: Option<BySeat>,
    high: Option<BySeat>,
    low: Option<BySeat>,
}

/// A seat that is expected to be asked.
struct Row {
    /// The number of the round from 0 on, unless it is asked what becomes of equal hands.
    round: Option<usize>,
    seat: u8,
    /// Empty where it is not compared.
    offered: String,
    /// Empty where the case ends here.
    action: String,
    pot: Option<i64>,
}

impl Row {
    /// The rows of one text.
    fn parse(round: Option<usize>, text: &str) -> Vec<Self> {
        if text.contains('|') { vec![Self::of_table(round, text)] } else { Self::of_words(round, text) }
    }

    fn of_table(round: Option<usize>, text: &str) -> Self {
        let parts: Vec<&str> = text.split('|').map(str::trim).collect();
        let part = |place: usize| parts.get(place).copied().unwrap_or_default();
        let seat = part(0).parse().expect("a row begins with a seat");
        let pot = part(3);
        let pot = (!pot.is_empty()).then(|| pot.parse().expect("a row ends with the pot"));
        Self { round, seat, offered: part(1).to_owned(), action: part(2).to_owned(), pot }
    }

    fn of_words(round: Option<usize>, text: &str) -> Vec<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let seats: Vec<u8> = words.iter().map_while(|word| word.parse().ok()).collect();
        let action = words[seats.len()..].join(" ");
        seats.into_iter().map(|seat| Self { round, seat, offered: String::new(), action: action.clone(), pot: None }).collect()
    }

    /// What the tool is told of it.
    fn acted(&self) -> Value {
        let mut words = self.action.split(' ');
        let name = words.next().expect("an action has a name");
        let numbers: Vec<i64> = words.map(|word| word.parse().expect("an amount or a place")).collect();
        let mut acted = json!({"seat": self.seat, "action": name});
        match name {
            "exchange" => acted["cards"] = json!(numbers),
            "bet" | "raise-to" => acted["amount"] = json!(numbers[0]),
            _ => assert!(numbers.is_empty(), "{} has no amount", self.action),
        }
        acted
    }
}

/// The rows of each round.
fn rows(rounds: &[Vec<String>]) -> Vec<Vec<Row>> {
    let of = |(round, texts): (usize, &Vec<String>)| texts.iter().flat_map(|text| Row::parse(Some(round), text)).collect();
    rounds.iter().enumerate().map(of).collect()
}

/// The pack from the top, as it is being laid out.
struct Pack {
    cards: Vec<String>,
    /// The cards that the case does not name.
    free: Vec<String>,
}

impl Pack {
    fn without(named: &[&str]) -> Self {
        let free = "AKQJT98765432".chars().flat_map(|rank| "shdc".chars().map(move |suit| format!("{rank}{suit}")));
        Self { cards: Vec::new(), free: free.filter(|card| !named.contains(&card.as_str())).collect() }
    }

    /// Lays a card, one that the case does not name where it has none.
    fn put(&mut self, card: Option<&&str>) {
        let card = card.copied().filter(|card| *card != "??").map(str::to_owned);
        self.cards.push(card.unwrap_or_else(|| self.free.pop().expect("a card is left")));
    }
}

/// The cards of a deal as the case names them.
struct Named<'case> {
    hands: BTreeMap<u8, Vec<&'case str>>,
    board: Vec<&'case str>,
    bought: BTreeMap<u8, Vec<&'case str>>,
}

fn split(cards: &BTreeMap<String, String>) -> BTreeMap<u8, Vec<&str>> {
    cards.iter().map(|(seat, cards)| (seat.parse().expect("a seat"), cards.split_whitespace().collect())).collect()
}

impl Named<'_> {
    /// Every card that is named, once.
    fn all(&self) -> Vec<&str> {
        let hands = self.hands.values().chain(self.bought.values()).flatten().copied();
        let all: Vec<&str> = hands.chain(self.board.iter().copied()).filter(|card| *card != "??").collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "a card is named twice: {all:?}");
        all
    }

    fn own(&self, seat: u8, place: usize) -> Option<&&str> {
        self.hands.get(&seat)?.get(place)
    }
}

/// How a game deals.
struct Game {
    variant: String,
    is_button_first_of_two: bool,
}

impl Game {
    fn of(rules: &Table) -> Self {
        let text = |value: &toml::Value| value.as_str().expect("a name").to_owned();
        let is_button_first_of_two = text(&rules["betting"]["heads_up"]) == "button-is-small-blind";
        Self { variant: text(&rules["variant"]), is_button_first_of_two }
    }

    fn is_stud(&self) -> bool {
        matches!(self.variant.as_str(), "stud5" | "stud7")
    }

    /// Who gets cards, in order: from the small blind or the dealer's left on; at the studs of the houses from the first seat on.
    fn order(&self, seats: &[u8], button: u8) -> Vec<u8> {
        let after = if self.is_stud() { 0 } else { button };
        let (left, right): (Vec<u8>, Vec<u8>) = seats.iter().partition(|seat| **seat > after);
        let mut order = [left, right].concat();
        if order.len() == 2 && self.is_button_first_of_two && !self.is_stud() {
            order.reverse();
        }
        order
    }

    /// How many cards each hand gets at first.
    fn first(&self) -> usize {
        match self.variant.as_str() {
            "holdem" | "texas" | "stud5" | "open-stud5" => 2,
            "stud7" | "open-stud7" => 3,
            "omaha" | "omaha-high-low" => 4,
            "club" => 5,
            other => panic!("nobody knows how {other} is dealt"),
        }
    }

    /// The pack of a deal.
    fn pack(&self, named: &Named, rounds: &[Vec<Row>], order: &[u8]) -> Vec<String> {
        let mut pack = Pack::without(&named.all());
        for place in 0..self.first() {
            order.iter().for_each(|seat| pack.put(named.own(*seat, place)));
        }
        match self.variant.as_str() {
            "holdem" | "omaha" | "omaha-high-low" => lay_board(&mut pack, named),
            "texas" => (0..5).for_each(|place| pack.put(named.board.get(place))),
            "club" => lay_bought(&mut pack, named, rounds),
            _ => self.lay_streets(&mut pack, named, rounds, order),
        }
        pack.cards
    }

    /// A card for everybody who is left and takes one, a street after the other.
    fn lay_streets(&self, pack: &mut Pack, named: &Named, rounds: &[Vec<Row>], order: &[u8]) {
        let last = if self.variant.ends_with('7') { 7 } else { 5 };
        let mut gone = BTreeSet::new();
        for place in self.first()..last {
            let before = rounds.get(place - self.first()).into_iter().flatten();
            gone.extend(before.filter(|row| matches!(row.action.as_str(), "fold" | "stop")).map(|row| row.seat));
            if self.is_stud() {
                pack.put(None);
            }
            order.iter().filter(|seat| !gone.contains(*seat)).for_each(|seat| pack.put(named.own(*seat, place)));
        }
    }
}

/// The flop, the turn and the river, a burnt card before each.
fn lay_board(pack: &mut Pack, named: &Named) {
    for places in [0..3, 3..4, 4..5] {
        pack.put(None);
        places.for_each(|place| pack.put(named.board.get(place)));
    }
}

/// A card for each one that is exchanged.
fn lay_bought(pack: &mut Pack, named: &Named, rounds: &[Vec<Row>]) {
    for row in rounds.first().into_iter().flatten().filter(|row| row.action.starts_with("exchange ")) {
        let count = row.action.split(' ').count() - 1;
        let new = named.bought.get(&row.seat);
        (0..count).for_each(|place| pack.put(new.and_then(|cards| cards.get(place))));
    }
}

/// A case as it is told to the tool, and what it is expected to ask.
struct Deal {
    line: String,
    rows: Vec<Row>,
    actions: usize,
}

impl Deal {
    fn of(case: &Case, rules: &Table) -> Self {
        let game = Game::of(rules);
        let rounds = rows(&case.rounds);
        let named = Named { hands: split(&case.hands), board: case.board.split_whitespace().collect(), bought: split(&case.bought) };
        let seats: Vec<u8> = case.stacks.keys().map(|seat| seat.parse().expect("a seat")).collect();
        let cards = game.pack(&named, &rounds, &game.order(&seats, case.button));
        let mut all: Vec<Row> = rounds.into_iter().flatten().collect();
        all.extend(case.agree.iter().flat_map(|text| Row::parse(None, text)));
        let mut replays = Vec::new();
        for replay in &case.replays {
            let rounds = rows(&replay.rounds);
            let named = Named { hands: split(&replay.hands), board: Vec::new(), bought: BTreeMap::new() };
            let seats: Vec<u8> = named.hands.keys().copied().collect();
            replays.push(game.pack(&named, &rounds, &game.order(&seats, case.button)));
            all.extend(rounds.into_iter().flatten());
        }
        Self::told(case, &cards, &replays, all)
    }

    fn told(case: &Case, cards: &[String], replays: &[Vec<String>], rows: Vec<Row>) -> Self {
        let mut level = case.level.clone();
        level.entry("unit".to_owned()).or_insert(1);
        let mut actions: Vec<Value> = rows.iter().filter(|row| !row.action.is_empty()).map(Row::acted).collect();
        actions.extend(case.refused.iter().flat_map(|text| Row::parse(None, text)).map(|row| row.acted()));
        let line = json!({
            "level": level, "stacks": case.stacks, "button": case.button, "cards": cards, "replays": replays, "actions": actions,
        });
        Self { line: line.to_string(), rows, actions: actions.len() }
    }
}

/// A shipped rules file with the keys that a case has otherwise.
fn rules(name: &str, changes: &Table) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("device-profiles/betting").join(format!("{name}.toml"));
    let text = std::fs::read_to_string(path).expect("a shipped rules file");
    let mut rules: Table = text.parse().expect("a rules file in TOML");
    for (key, value) in changes {
        change(&mut rules, key, value);
    }
    rules
}

fn change(rules: &mut Table, key: &str, value: &toml::Value) {
    let mut names: Vec<&str> = key.split('.').collect();
    let last = names.pop().expect("a key has a name");
    let mut table = rules;
    for name in names {
        table = table.get_mut(name).and_then(toml::Value::as_table_mut).expect("a table of the rules file");
    }
    table.insert(last.to_owned(), value.clone());
}

/// What the tool says of each deal: how it went, or the error. A deal that it refuses ends its run, so the others are played without it.
fn ask(rules: &str, lines: &[&str]) -> Vec<Result<Value, Value>> {
    if lines.is_empty() {
        return Vec::new();
    }
    let mut input = tempfile::tempfile().expect("a temporary file");
    input.write_all(lines.join("\n").as_bytes()).and_then(|()| input.rewind()).expect("a temporary file is written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupierctl"));
    let done = command.args(["betting", "--rules", rules]).stdin(Stdio::from(input)).output().expect("the tool runs");
    if done.status.success() {
        let told = String::from_utf8(done.stdout).expect("the tool writes text");
        return told.lines().map(|line| Ok(serde_json::from_str(line).expect("an answer in JSON"))).collect();
    }
    let told: Value = serde_json::from_slice(&done.stderr).expect("an error in JSON");
    let error = told["error"].clone();
    // A rules file that is refused names a line of its own, and itself.
    let line = error["line"].as_u64().filter(|_| error["file"].is_null());
    let Some(line) = line else { return lines.iter().map(|_| Err(error.clone())).collect() };
    let place = usize::try_from(line).expect("a line") - 1;
    let mut answers = ask(rules, &[&lines[..place], &lines[place + 1..]].concat());
    answers.insert(place, Err(error));
    answers
}

/// What a seat is offered, in the words of the cases.
fn offered(decision: &Value) -> Vec<String> {
    if decision["may_divide"] == true {
        return vec!["divide".to_owned()];
    }
    let amount = |key: &str| decision[key].as_i64();
    let call = amount("call").expect("what a call costs");
    let mut offered = vec![if call == 0 { "check".to_owned() } else { format!("call {call}") }];
    if let (Some(least), Some(most), Some(step)) = (amount("least"), amount("most"), amount("step")) {
        let name = if decision["wager"] == "bet" { "bet" } else { "raise" };
        let range = match most - least {
            0 => least.to_string(),
            gap if gap == step && step > 1 => format!("{least}/{most}"),
            _ => format!("{least}-{most}"),
        };
        offered.push(format!("{name} {range}"));
    }
    offered.extend(["stop", "pass"].iter().filter(|name| decision[format!("may_{name}")] == true).map(|name| (*name).to_owned()));
    offered.extend(amount("exchange_most").map(|most| format!("exchange {most}")));
    offered
}

/// Whether that is what the book says; `no raise` says what is missing, and `bet` or `raise` alone leaves the amounts open.
fn is_offered(expected: &str, offered: &[String]) -> bool {
    let expected: Vec<&str> = expected.split(", ").filter(|offer| *offer != "no raise").collect();
    let is_same = |(expected, offered): (&&str, &String)| {
        let is_any = matches!(*expected, "bet" | "raise") && offered.split(' ').next() == Some(*expected);
        is_any || offered == *expected
    };
    expected.len() == offered.len() && expected.iter().zip(offered).all(is_same)
}

/// The chips of all pots and what goes back, once a deal is over.
fn end_of_pots(answer: &Value) -> Option<i64> {
    let pots = answer["pots"].as_array()?;
    let sum: i64 = pots.iter().filter_map(|pot| pot["amount"].as_i64()).sum();
    Some(sum + answer["uncalled"]["amount"].as_i64().unwrap_or(0))
}

/// What differs in the decisions.
fn rows_that_differ(rows: &[Row], answer: &Value) -> Vec<String> {
    let none = Vec::new();
    let decisions = answer["decisions"].as_array().unwrap_or(&none);
    let mut found = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let Some(decision) = decisions.get(place) else {
            found.push(format!("seat {} ({}): nobody is asked any more", row.seat, row.action));
            break;
        };
        if decision["seat"] != row.seat || row.round.is_some_and(|round| decision["street"] != round) {
            found.push(format!("expected: seat {} is asked in round {:?} ({}); got {decision}", row.seat, row.round, row.action));
            break;
        }
        let offered = offered(decision);
        if !row.offered.is_empty() && !is_offered(&row.offered, &offered) {
            found.push(format!("expected: seat {} is offered {}; got {}", row.seat, row.offered, offered.join(", ")));
        }
        let place_of_pot = if row.action.is_empty() { place } else { place + 1 };
        let pot = decisions.get(place_of_pot).map_or_else(|| end_of_pots(answer), |decision| decision["pot"].as_i64());
        if row.pot.is_some() && row.pot != pot {
            found.push(format!("expected: pot {:?} at seat {} ({}); got {pot:?}", row.pot, row.seat, row.action));
        }
    }
    found
}

/// The shares of these parts of a pot, by seat.
fn shares(pot: &Value, parts: &[&str]) -> BySeat {
    let mut shares = BySeat::new();
    for share in parts.iter().filter_map(|part| pot[*part].as_array()).flatten() {
        *shares.entry(share["seat"].to_string()).or_default() += share["amount"].as_i64().expect("an amount");
    }
    shares
}

impl Pot {
    fn is_same(&self, pot: &Value) -> bool {
        let is_paid = |expected: &Option<BySeat>, parts: &[&str]| expected.as_ref().is_none_or(|paid| *paid == shares(pot, parts));
        pot["amount"] == self.amount
            && self.of.as_ref().is_none_or(|of| pot["claimants"] == json!(of))
            && self.fee.is_none_or(|fee| pot["fee"] == fee)
            && is_paid(&self.paid, &["high", "low"])
            && is_paid(&self.high, &["high"])
            && is_paid(&self.low, &["low"])
    }

    fn words(&self) -> String {
        let Self { amount, of, fee, paid, high, low } = self;
        format!("{amount} of {of:?}, fee {fee:?}, paid {paid:?}, high {high:?}, low {low:?}")
    }
}

/// What differs at the end of the deal.
fn ends_that_differ(case: &Case, answer: &Value) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(pots) = &case.pots {
        let got = answer["pots"].as_array().map_or(&[][..], Vec::as_slice);
        if pots.len() != got.len() || !pots.iter().zip(got).all(|(pot, got)| pot.is_same(got)) {
            let words: Vec<String> = pots.iter().map(Pot::words).collect();
            found.push(format!("expected: pots {words:#?}; got {}", answer["pots"]));
        }
    }
    let mut compare = |what: &str, expected: Value, got: &Value| {
        if expected != *got {
            found.push(format!("expected: {what} {expected}; got {got}"));
        }
    };
    if let Some(fee) = case.fee {
        compare("fee", json!(fee), &answer["fee"]);
    }
    if let Some(returned) = &case.returned {
        let uncalled = &answer["uncalled"];
        let got = uncalled["amount"].as_i64().map(|amount| (uncalled["seat"].to_string(), amount));
        compare("returned", json!(returned), &json!(got.into_iter().collect::<BySeat>()));
    }
    for (seat, stack) in &case.after {
        compare(&format!("stack of {seat}"), json!(stack), &answer["stacks"][seat]);
    }
    if let Some(shows) = &case.shows {
        compare("shows", json!(shows), &answer["shows"]);
    }
    found
}

/// What differs where something is refused.
fn refusals_that_differ(case: &Case, actions: usize, error: &Value) -> Vec<String> {
    let is_last = case.refused.is_none() || error["action"].as_u64() == u64::try_from(actions - 1).ok();
    let message = error["message"].as_str().unwrap_or_default();
    let is_why = case.because.as_ref().is_none_or(|because| message.contains(because));
    let is_same = case.error.as_deref() == error["reason"].as_str() && is_last && is_why;
    if is_same { Vec::new() } else { vec![format!("expected: refused {:?} {:?}; got {error}", case.refused, case.error)] }
}

fn differences(case: &Case, deal: &Deal, answer: &Result<Value, Value>) -> Vec<String> {
    match answer {
        Err(error) => refusals_that_differ(case, deal.actions, error),
        Ok(answer) if case.error.is_some() => vec![format!("expected: refused {:?} {:?}; got {answer}", case.refused, case.error)],
        Ok(answer) => [rows_that_differ(&deal.rows, answer), ends_that_differ(case, answer)].concat(),
    }
}

/// The cases of a file by the rules that they are played by, each as these rules are called and changed.
fn by_rules(text: &str) -> BTreeMap<(String, String), Vec<Case>> {
    let cases: Cases = toml::from_str(text).expect("a file of cases");
    let mut groups = BTreeMap::<_, Vec<Case>>::new();
    for case in cases.case {
        groups.entry((case.rules.clone(), case.changes.to_string())).or_default().push(case);
    }
    groups
}

/// Plays the cases of one rules file, in one run; what failed.
fn play(cases: &[Case], folder: &Path) -> Vec<String> {
    let (name, changes) = (&cases[0].rules, &cases[0].changes);
    let rules = rules(name, changes);
    let changed = folder.join("changed.toml");
    let named = if changes.is_empty() {
        name.clone()
    } else {
        let text = toml::to_string(&rules).expect("a table can be written");
        File::create(&changed).and_then(|mut file| file.write_all(text.as_bytes())).expect("a changed rules file is written");
        changed.to_str().expect("a path in UTF-8").to_owned()
    };
    let deals: Vec<Deal> = cases.iter().map(|case| Deal::of(case, &rules)).collect();
    let answers = ask(&named, &deals.iter().map(|deal| deal.line.as_str()).collect::<Vec<_>>());
    assert_eq!(answers.len(), cases.len(), "{name}: each case has an answer");
    let mut failed = Vec::new();
    for ((case, deal), answer) in cases.iter().zip(&deals).zip(&answers) {
        let found = differences(case, deal, answer);
        if !found.is_empty() {
            failed.push(format!("{} ({}) {}\n  {}\n  {}", case.name, case.rule, case.note, found.join("\n  "), deal.line));
        }
    }
    failed
}

/// Plays every case of a file.
fn play_all(text: &str, count: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let groups = by_rules(text);
    assert_eq!(groups.values().map(Vec::len).sum::<usize>(), count, "no case of the file is lost");
    let failed: Vec<String> = groups.values().flat_map(|cases| play(cases, folder.path())).collect();
    assert!(failed.is_empty(), "{} of {count} cases differ:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn table_poker_by() {
    play_all(BY, 43);
}

#[test]
fn table_poker_am() {
    play_all(AM, 77);
}

#[test]
fn sport_poker_betting() {
    play_all(SPORT_BETTING, 62);
}

#[test]
fn sport_poker_games() {
    play_all(SPORT_GAMES, 69);
}

/// The names of all cases; each is told of once.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for text in [BY, AM, SPORT_BETTING, SPORT_GAMES] {
        for case in by_rules(text).into_values().flatten() {
            assert!(names.insert(case.name.clone()), "two cases are called {}", case.name);
        }
    }
    names
}

#[test]
fn every_case_of_the_books_is_played_here_or_proved_elsewhere() {
    let of = |(name, first, last, digits): &(&str, u32, u32, usize)| {
        (*first..=*last).map(|number| format!("{name}{number:0digits$}", digits = *digits)).collect::<Vec<_>>()
    };
    let ids: BTreeSet<String> = IDS.iter().flat_map(of).collect();
    let id = |name: &str| name.split(' ').next().expect("an id").to_owned();
    let here: BTreeSet<String> = names().iter().map(|name| id(name)).collect();
    let list: Elsewhere = toml::from_str(ELSEWHERE).expect("a list of cases");
    let (rows, whole): (Vec<&str>, Vec<&str>) = list.entries().partition(|entry| entry.contains(' '));
    let elsewhere: BTreeSet<String> = whole.into_iter().map(str::to_owned).collect();
    assert_eq!(here.intersection(&elsewhere).collect::<Vec<_>>(), Vec::<&String>::new(), "played here as well");
    let told: BTreeSet<String> = here.union(&elsewhere).cloned().collect();
    assert_eq!(ids.difference(&told).collect::<Vec<_>>(), Vec::<&String>::new(), "missing");
    assert_eq!(told.difference(&ids).collect::<Vec<_>>(), Vec::<&String>::new(), "in no book");
    let strays: Vec<&str> = rows.into_iter().filter(|row| !told.contains(&id(row))).collect();
    assert_eq!(strays, Vec::<&str>::new(), "rows of no case");
    assert_eq!(list.missing_tests(), Vec::<String>::new());
}
