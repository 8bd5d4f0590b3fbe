//! `croupierctl hands` and `journal` on a journal with deals of a card table: cards are told of deals that have ended, and of no other.

use std::path::PathBuf;
use std::process::{Command as Process, Output};

use croupier::cabinet::{Cabinet, Outcome};
use croupier::configuration::terms_of;
use croupier::journal::{Entry, Journal, Paths, Record};
use croupier::model::{
    BoxNumber, CardSourceEvent, CardWish, ChoiceKind, Command, Cut, DealSettlement, DeckCount, Event, Fact, Fate, Input, Money, Order,
    Seat, Span, StakeForm, StakeKind, TableFact, TableNumber, TableOrder, TablePhase, Timestamp, What, Who,
};
use croupier::profiles::{game_of, load_cabinet};
use croupier::sim::audited_table::{AuditedTable, card_rules};
use croupier::sim::card_play;
use serde_json::{Value, json};

/// The demo's table of baccarat.
const TABLE: TableNumber = TableNumber(1);

/// A cabinet that is played by hand, and what a journal records of it.
struct House {
    cabinet: Cabinet,
    entries: Vec<Entry>,
    folder: tempfile::TempDir,
}

impl House {
    fn begin() -> Self {
        let file = load_cabinet("demo").expect("the demo's files are good");
        let terms = terms_of(&file).expect("the demo's files fit together").to_bytes();
        let input = Input { number: 1, at: Timestamp::from_microseconds(1), what: What::Event(Event::Terms { terms }) };
        let (cabinet, step) = Cabinet::begin(&input).expect("it brings the terms");
        let folder = tempfile::tempdir().expect("a folder can be made");
        let mut house = Self { cabinet, entries: Vec::new(), folder };
        house.record(input, step.facts);
        house
    }

    fn record(&mut self, input: Input, facts: Vec<Fact>) {
        let (number, at) = (input.number, input.at);
        let payload = Record::bare(input, facts, self.cabinet.terms().rules_sha256).encode();
        self.entries.push(Entry { number, at, round: self.cabinet.round(), payload });
    }

    fn take(&mut self, what: What) {
        self.take_at(self.cabinet.at().after(Span::from_milliseconds(10)), what);
    }

    /// The next moment that the cabinet waits for has come.
    fn wake(&mut self) {
        let moment = self.cabinet.outstanding().wake_at.expect("the table waits for a moment");
        self.take_at(moment.max(self.cabinet.at()), What::Event(Event::Wake));
    }

    fn take_at(&mut self, at: Timestamp, what: What) {
        let input = Input { number: self.cabinet.number() + 1, at, what };
        match self.cabinet.step(&input) {
            Outcome::Done(step) => self.record(input, step.facts),
            other => panic!("{input:?} was not carried out: {other:?}"),
        }
    }

    fn source(&mut self, event: CardSourceEvent) {
        self.take(What::Event(Event::Cards { table: TABLE, event }));
    }

    fn order(&mut self, who: Who, order: Order) {
        self.take(What::Command(Command { who, key: None, round: None, order }));
    }

    /// Wakes the cabinet until the table wants something of its source.
    fn wish(&mut self) -> CardWish {
        loop {
            let (_, wish) = self.cabinet.card_wishes()[0];
            if wish != CardWish::Ready {
                return wish;
            }
            self.wake();
        }
    }

    fn cards(&mut self, names: &[&str]) {
        for name in names {
            let CardWish::Card { number, .. } = self.wish() else { panic!("a card is wanted") };
            self.source(CardSourceEvent::Card { number, card: name.parse().expect("the name of a card") });
        }
    }

    /// Seat 1 stakes 1000 on the Player in a new deal.
    fn stake(&mut self) {
        while self.cabinet.card_wishes()[0].1 == CardWish::Ready && !self.takes_stakes() {
            self.wake();
        }
        let stake = StakeForm { place: BoxNumber(1), kind: StakeKind::Player, amount: Money::from_minor(1_000) };
        self.order(Who::Seat(seat()), Order::Table { table: TABLE, order: TableOrder::Stake(vec![stake]) });
    }

    fn takes_stakes(&self) -> bool {
        let views = self.cabinet.views(std::sync::Arc::new(self.cabinet.rules_view()));
        views.cabinet.tables[0].phase == TablePhase::Staking
    }

    /// Writes the journal, with this change made to its entries.
    fn written(mut self, change: impl FnOnce(&mut Vec<Entry>)) -> tempfile::TempDir {
        change(&mut self.entries);
        let paths = Paths { journal: self.folder.path().join("journal"), mirror: self.folder.path().join("mirror") };
        let (mut journal, _) = Journal::open(&paths).expect("opened");
        journal.append(self.entries).expect("written");
        self.folder
    }
}

fn seat() -> Seat {
    Seat::new(1).expect("there is a first seat")
}

/// A deal under these rules in which two boxes, or the one of a machine, go through to the end, as a journal holds it.
fn house_under(rules: &str) -> House {
    let mut table = AuditedTable::begin(rules);
    table.source(CardSourceEvent::Opened);
    let mut record = Vec::new();
    let is_settled = |record: &[(Input, Vec<Fact>)]| {
        record.iter().flat_map(|(_, facts)| facts).any(|fact| matches!(fact, Fact::Table { fact: TableFact::Settled { .. }, .. }))
    };
    for seat in table.seats().take(2).collect::<Vec<_>>() {
        table.buy_in(seat, Money::from_minor(1_000_000)).expect("a seat may hold so much");
    }
    while !is_settled(&record) {
        goes_on(&mut table);
        record.extend(table.take_record());
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut house = House { cabinet: table.cabinet, entries: Vec::new(), folder };
    record.into_iter().for_each(|(input, facts)| house.record(input, facts));
    house
}

/// The choices with which a box stays in the deal, or ends it with what it has won.
const STAYS: [ChoiceKind; 8] = [
    ChoiceKind::Bet,
    ChoiceKind::War,
    ChoiceKind::Stand,
    ChoiceKind::Decline,
    ChoiceKind::Exchange,
    ChoiceKind::Collect,
    ChoiceKind::Higher,
    ChoiceKind::Lower,
];

/// The next thing happens at the table: a stake, a card, a decision that leaves the box in the deal, or time passes.
fn goes_on(table: &mut AuditedTable) {
    let view = table.view();
    let wish = table.wish();
    if let Some(said) = card_play::carried_out(&wish, &mut |count| (wish.number().unwrap_or(0) * 29 + 5) % count) {
        table.source(said);
    } else if let Some(order) = table.draw() {
        table.drawn(order.number, vec![0; order.urn.places().len()]);
    } else if view.phase == TablePhase::Staking && view.stakes.is_empty() {
        for seat in table.seats().take(2).collect::<Vec<_>>() {
            let is_wanted = |_, kind| !matches!(kind, StakeKind::Bet | StakeKind::Insurance);
            let forms = card_play::stakes(&view.offers, table.own_box(seat), Money::from_minor(100), is_wanted);
            table.order(Who::Seat(seat), TableOrder::Stake(forms)).expect("the stakes may lie");
        }
    } else if let Some(turn) = view.turns.first() {
        let offers = table.offers(turn.seat);
        let stays = |kind: &ChoiceKind| offers.iter().find(|offer| offer.kind == *kind);
        let offer = STAYS.iter().find_map(stays).expect("a box may stay");
        let choice = card_play::choice(offer, &mut |_| 0);
        table.order(Who::Seat(turn.seat), TableOrder::Choose { turn: turn.turn, choice }).expect("it was offered");
    } else {
        assert!(table.wake(), "the table waits for something");
    }
}

/// A deal that the Player wins with a natural nine, and one in which two cards have come.
fn house() -> House {
    let mut house = House::begin();
    let amount = Money::from_minor(10_000);
    house.order(Who::Attendant("attendant-1".into()), Order::CreditIn { seat: seat(), amount });
    house.source(CardSourceEvent::Opened);
    let CardWish::Shuffle { number, deck } = house.wish() else { panic!("the cards are shuffled first") };
    house.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(deck) });
    house.cards(&["7s"]);
    house.stake();
    house.cards(&["9h", "2c", "Ks", "3d"]);
    house.stake();
    house.cards(&["Ad", "Qh"]);
    house
}

fn ask(folder: &tempfile::TempDir, words: &str) -> Output {
    let data: PathBuf = folder.path().into();
    Process::new(env!("CARGO_BIN_EXE_croupierctl")).args(words.split(' ')).arg("--data").arg(data).output().expect("it can be run")
}

fn lines(folder: &tempfile::TempDir, words: &str) -> Vec<Value> {
    let output = ask(folder, words);
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("it prints text");
    text.lines().map(|line| serde_json::from_str(line).expect("it prints JSON")).collect()
}

fn cards_of<'a>(course: impl IntoIterator<Item = &'a Value>) -> Vec<&'a str> {
    course.into_iter().filter_map(|happening| happening["card"].as_str()).collect()
}

#[test]
fn hands_lists_the_deals_that_have_ended_with_cards_and_settlement() {
    let folder = house().written(|_| {});
    let deals = lines(&folder, "hands --table 1");
    assert_eq!(deals.len(), 1, "the second deal has not ended");
    let deal = &deals[0];
    assert_eq!((&deal["deal"], &deal["rules"]), (&json!(1), &json!("baccarat/am")));
    let course = deal["course"].as_array().expect("a deal has a course");
    assert_eq!(cards_of(course), ["9h", "2c", "Ks", "3d"]);
    let first = course.iter().find(|happening| happening["card"] == "9h").expect("it came");
    assert_eq!((&first["to"], &first["face"]), (&json!({"place": "player"}), &json!("up")));
    let end = &course.last().expect("it was settled");
    let shown = lines(&folder, &format!("journal show {}", end["record"])).remove(0);
    let head = format!("{}:{}", end["record"], shown["hash"].as_str().expect("a hash"));
    assert_eq!(deal["head"], head.as_str(), "the journal as it stood at the end of the deal");
    assert_eq!(lines(&folder, &format!("journal verify --expect-head {head}"))[0]["contains"], head.as_str());
    let line = &end["settlement"]["returns"][0];
    assert_eq!((&line["stake"], &line["fate"], &line["returned"]), (&json!("player"), &json!("won"), &json!(2_000)));
    // Where there is no deal to tell, the journal's head is told alone.
    let head = lines(&folder, "journal head")[0]["head"].clone();
    assert_eq!(lines(&folder, "hands --table 2"), [json!({"head": head})]);
    assert_eq!(lines(&folder, "hands --last 0"), [json!({"head": head})]);
}

#[test]
fn hands_finds_a_deal_by_its_number() {
    let folder = house_with_a_void().written(|_| {});
    let all = lines(&folder, "hands");
    assert!(all.len() > 1);
    for deal in &all {
        assert_eq!(
            lines(&folder, &format!("hands --table {} --deal {} --last 1", deal["table"], deal["deal"])),
            std::slice::from_ref(deal)
        );
    }
    let head = lines(&folder, "journal head")[0]["head"].clone();
    assert_eq!(lines(&folder, "hands --deal 4711"), [json!({"head": head})]);
}

#[test]
fn the_journal_tells_no_card_of_a_deal_that_has_not_ended_and_none_that_was_burnt() {
    let folder = house().written(|_| {});
    let records = lines(&folder, "journal export");
    assert_eq!(cards_of(records.iter().map(|record| &record["input"])), ["9h", "2c", "Ks", "3d"]);
    let shown: Vec<Value> = records.iter().map(|record| lines(&folder, &format!("journal show {}", record["number"])).remove(0)).collect();
    assert_eq!(shown, records);
    let csv = ask(&folder, "journal export --format csv").stdout;
    let csv = String::from_utf8(csv).expect("it prints text");
    assert!(csv.contains("\"\"9h\"\"") && !["7s", "Ad", "Qh"].iter().any(|secret| csv.contains(&format!("\"\"{secret}\"\""))));
}

/// The numbers of the records with a card: one is burnt, four are of the first deal, two of the second.
fn card_records(folder: &tempfile::TempDir) -> Vec<u64> {
    let records = lines(folder, "journal export");
    let named = |record: &&Value| !record["input"]["card"].is_null();
    let event = records.iter().find(named).expect("a deal has ended")["input"]["event"].clone();
    let with_card = records.iter().filter(|record| record["input"]["event"] == event);
    with_card.map(|record| record["number"].as_u64().expect("a number")).collect()
}

/// Exports the journal signed: what the command said, and the numbers of the records that are withheld. The export must prove itself.
fn signed(folder: &tempfile::TempDir) -> (Value, Vec<u64>) {
    let key = lines(folder, "journal key --make-new")[0]["key"].as_str().expect("a key").to_owned();
    let path = folder.path().join("evidence").display().to_string();
    let exported = lines(folder, &format!("journal export --signed {path}")).remove(0);
    let verified = lines(folder, &format!("journal verify {path} --key {key}")).remove(0);
    assert_eq!(verified["head"], exported["head"]);
    let text = std::fs::read_to_string(path).expect("it is text");
    let withheld = text.lines().filter_map(|line| line.strip_prefix("withheld ")?.split(' ').next()?.parse().ok());
    (exported, withheld.collect())
}

#[test]
fn a_signed_export_ends_before_a_deal_under_way_and_withholds_what_was_burnt() {
    let folder = house().written(|_| {});
    let cards = card_records(&folder);
    assert_eq!(cards.len(), 7);
    let (exported, withheld) = signed(&folder);
    assert_eq!((&exported["to"], &exported["held_back_from"]), (&json!(cards[5] - 1), &json!(cards[5])));
    assert_eq!(withheld, [cards[0]]);
    let path = folder.path().join("more").display().to_string();
    let refused = ask(&folder, &format!("journal export --signed --from {} {path}", cards[5]));
    assert!(!refused.status.success() && !folder.path().join("more").exists());
}

#[test]
fn a_signed_export_holds_the_cards_of_a_deal_that_was_voided() {
    let folder = house_with_a_void().written(|_| {});
    let last = lines(&folder, "journal export").last().expect("there are records")["number"].clone();
    let (exported, withheld) = signed(&folder);
    assert_eq!((&exported["to"], &exported["held_back_from"]), (&last, &Value::Null));
    assert_eq!(withheld, [card_records(&folder)[0]]);
}

/// The same deals, and then the second is voided by the attendant.
fn house_with_a_void() -> House {
    let mut house = house();
    let order = TableOrder::Void { reason: "a card fell".into(), new_shoe: true };
    house.order(Who::Attendant("attendant-1".into()), Order::Table { table: TABLE, order });
    house
}

/// `journal verify` names the record whose settlement was changed so, in deals that came to a result and in void ones.
#[track_caller]
fn check_changed(house: House, voided: bool, change: impl Fn(&mut DealSettlement)) {
    let mut changed = 0;
    let folder = house.written(|entries| {
        for entry in entries {
            let mut record = Record::decode(&entry.payload).expect("just encoded");
            for fact in &mut record.facts {
                let settlement = match fact {
                    Fact::Table { fact: TableFact::Settled { settlement, .. }, .. } if !voided => settlement,
                    Fact::Table { fact: TableFact::Voided { settlement, .. }, .. } if voided => settlement,
                    _ => continue,
                };
                change(settlement);
                changed = entry.number;
            }
            entry.payload = record.encode();
        }
    });
    let output = ask(&folder, "journal verify");
    assert_eq!(output.status.code(), Some(2));
    let error: Value = serde_json::from_slice(&output.stderr).expect("the error is JSON");
    assert_eq!((&error["error"]["reason"], &error["error"]["number"]), (&json!("record-disagrees"), &json!(changed)), "{error}");
    assert!(changed > 0, "a deal was settled");
    if !voided {
        // From the wrong record on nothing is known of the deals, so no card is told.
        assert_eq!(cards_of(lines(&folder, "journal export").iter().map(|record| &record["input"])), [] as [&str; 0]);
    }
}

fn one_more(amount: &mut Money) {
    *amount = *amount + Money::from_minor(1);
}

#[test]
fn every_hand_is_recomputed_and_a_changed_settlement_named() {
    let check = |voided, change: &dyn Fn(&mut DealSettlement)| check_changed(house_with_a_void(), voided, change);
    check(false, &|settlement| one_more(&mut settlement.returns[0].returned));
    check(false, &|settlement| one_more(&mut settlement.returns[0].stake.amount));
    check(false, &|settlement| one_more(&mut settlement.returns[0].wins[0].amount));
    check(false, &|settlement| settlement.returns[0].fate = Fate::Lost);
    check(false, &|settlement| settlement.returns.clear());
    check(false, &|settlement| settlement.cuts.push(Cut { seat: seat(), place: BoxNumber(1), amount: Money::from_minor(1) }));
    check(true, &|settlement| one_more(&mut settlement.returns[0].returned));
    check(true, &|settlement| settlement.returns.clear());
}

#[test]
fn a_hand_of_every_game_is_recomputed_and_its_changed_settlement_named() {
    let rules = card_rules();
    for game in ["baccarat", "blackjack", "oasis", "russian"] {
        assert!(rules.iter().any(|name| game_of(name) == game), "{game} is shipped");
    }
    for name in rules {
        let folder = house_under(&name).written(|_| {});
        assert_eq!(lines(&folder, "journal verify")[0]["steps"], true, "{name}");
        let deals = lines(&folder, "hands");
        assert_eq!((deals.len(), &deals[0]["rules"]), (1, &json!(name)));
        let last = deals[0]["course"].as_array().and_then(|course| course.last()).expect("a deal has a course");
        let least = AuditedTable::begin(&name).seats().take(2).count();
        assert!(last["fact"] == "settled" && last["settlement"]["returns"].as_array().is_some_and(|lines| lines.len() >= least), "{last}");
        check_changed(house_under(&name), false, |settlement| one_more(&mut settlement.returns[0].returned));
        check_changed(house_under(&name), false, |settlement| drop(settlement.returns.pop()));
    }
}
