//! The auditor objects to what cannot be at a card table: an auditor who never objects proves nothing.

use super::TableRules;
use super::table::CardTable;
use crate::model::{
    BoxNumber, BoxStake, Card, CardPlace, CardSourceEvent, CardWish, Command, Composition, DealSettlement, DealVoid, Event, Face, Fate,
    Money, Odds, Order, OrderFailure, Seat, StakeForm, StakeKind, StakeReturn, TableFact, TableNumber, TableOrder, What, Who, Win,
};
use crate::profiles::{Kind, file_keys};

const NUMBER: TableNumber = TableNumber(1);

fn rules() -> TableRules {
    TableRules::read("baccarat", &file_keys(Kind::Rules, "baccarat/am").expect("a shipped rules file")).expect("it is read")
}

fn seat() -> Seat {
    Seat::all().next().expect("there are seats")
}

fn stake(kind: StakeKind) -> BoxStake {
    BoxStake { seat: seat(), place: BoxNumber(1), hand: 0, kind, amount: Money::from_minor(100) }
}

fn staking(kind: StakeKind) -> What {
    let form = StakeForm { place: BoxNumber(1), kind, amount: Money::from_minor(100) };
    let order = Order::Table { table: NUMBER, order: TableOrder::Stake(vec![form]) };
    What::Command(Command { who: Who::Seat(seat()), key: None, round: None, order })
}

fn says(event: CardSourceEvent) -> What {
    What::Event(Event::Cards { table: NUMBER, event })
}

fn wish(number: u64, to: CardPlace) -> CardWish {
    CardWish::Card { number, shoe: 1, to, face: Face::Up, remaining: Composition::of_packs(8) }
}

/// A deal with 100 on the Player in which these cards have come, first to the Player and then by turns.
fn table(cards: &str) -> CardTable {
    let mut table = CardTable::new(NUMBER, rules());
    let wake = What::Event(Event::Wake);
    let stakes = vec![stake(StakeKind::Player)];
    let steps = [
        (&wake, TableFact::Opened { deal: 1 }),
        (&staking(StakeKind::Player), TableFact::Staked(stakes)),
        (&wake, TableFact::Closed { deal: 1 }),
    ];
    for (what, fact) in steps {
        table.enter(what, &fact).expect("the books so far are right");
    }
    for ((number, to), name) in (1..).zip([CardPlace::Player, CardPlace::Banker].into_iter().cycle()).zip(cards.split_whitespace()) {
        table.told(&wish(number, to)).expect("a card may be wanted there");
        table.enter_input(&says(CardSourceEvent::Card { number, card: card(name) }), &[]).expect("the card may come");
    }
    table
}

fn card(name: &str) -> Card {
    name.parse().expect("the name of a card")
}

fn settled(fate: Fate, wins: &[i64], returned: i64) -> TableFact {
    let one = Odds::to_one(1);
    let wins = wins.iter().map(|win| Win { combination: None, odds: one, amount: Money::from_minor(*win) }).collect();
    let line = StakeReturn { stake: stake(StakeKind::Player), fate, wins, returned: Money::from_minor(returned) };
    TableFact::Settled { deal: 1, settlement: DealSettlement { returns: vec![line], cuts: Vec::new() } }
}

/// After these cards, this fact is objected to in these words; nothing is objected to where there are none.
#[track_caller]
fn check(cards: &str, what: &What, fact: &TableFact, objection: &str) {
    let mut table = table(cards);
    let entered = table.enter_input(what, &[fact]).and_then(|()| table.enter(what, fact).map(drop));
    match entered {
        Ok(()) => assert_eq!(objection, "", "{fact:?} was not objected to"),
        Err(said) => assert!(!objection.is_empty() && said.contains(objection), "{said}"),
    }
}

#[test]
fn a_settlement_that_cannot_be() {
    let wake = What::Event(Event::Wake);
    let natural = "9s 7h Kd Tc";
    check(natural, &wake, &settled(Fate::Won, &[100], 200), "");
    check(natural, &wake, &settled(Fate::Won, &[101], 201), "was settled, and it is Won with [100]");
    check(natural, &wake, &settled(Fate::Won, &[100], 201), "returns 200");
    check(natural, &wake, &settled(Fate::Lost, &[], 0), "was settled, and it is Won");
    check("9s 7h Kd", &wake, &settled(Fate::Won, &[100], 200), "a card was still to come");
    let other = TableFact::Settled { deal: 1, settlement: DealSettlement::default() };
    check(natural, &wake, &other, "were settled, and");
}

#[test]
fn a_deal_that_was_voided_for_no_reason() {
    let settlement = DealSettlement { returns: vec![StakeReturn::void(stake(StakeKind::Player))], cuts: Vec::new() };
    let void = |reason| TableFact::Voided { deal: 1, reason, settlement: settlement.clone() };
    let unasked = says(CardSourceEvent::Unasked { card: Some(card("As")) });
    check("9s", &unasked, &void(DealVoid::Misdeal), "");
    check("9s", &unasked, &void(DealVoid::DefectiveDeck), "for no reason");
    check("9s", &What::Event(Event::Wake), &void(DealVoid::Misdeal), "for no reason");
    check("9s", &says(CardSourceEvent::Unasked { card: None }), &void(DealVoid::NoCard(OrderFailure::Unreadable)), "");
    check("9s", &says(CardSourceEvent::CutCard), &void(DealVoid::NoCard(OrderFailure::Unreadable)), "for no reason");
}

#[test]
fn a_card_that_stays_in_play_and_may_not() {
    let mut dealt = table("9s");
    let unasked = dealt.enter_input(&says(CardSourceEvent::Unasked { card: Some(card("As")) }), &[]);
    assert!(unasked.expect_err("the deal must be void").contains("nobody asked for"));
    let mut dealt = table("9s 9s 9s 9s");
    let wanted = dealt.told(&wish(5, CardPlace::Banker));
    assert!(wanted.expect_err("both have a natural").contains("must go to None"));
}

#[test]
fn a_stake_that_nobody_asked_for_or_that_lies_too_late() {
    let other = TableFact::Staked(vec![stake(StakeKind::Tie)]);
    check("", &staking(StakeKind::Tie), &other, "that could not lie");
    let mut open = CardTable::new(NUMBER, rules());
    open.enter(&What::Event(Event::Wake), &TableFact::Opened { deal: 1 }).expect("the first deal opens");
    let taken = open.enter(&staking(StakeKind::Player), &other);
    assert!(taken.expect_err("another stake was asked for").contains("other stakes"));
}

#[test]
fn a_key_that_the_auditor_does_not_know_and_a_value_without_meaning_are_not_passed_over() {
    let read = |change: &dyn Fn(&mut toml::Table)| {
        let mut keys = file_keys(Kind::Rules, "blackjack/by").expect("a shipped rules file");
        change(keys["play"].as_table_mut().expect("a table"));
        TableRules::read("blackjack", &keys).err().unwrap_or_default()
    };
    assert_eq!(read(&|_| {}), "");
    assert!(read(&|play| drop(play.insert("lucky_ladies".into(), true.into()))).contains("does not know the key play.lucky_ladies"));
    assert!(read(&|play| drop(play.insert("rounding".into(), "up".into()))).contains("play.rounding"));
    assert!(read(&|play| drop(play.remove("split"))).contains("play.split"));
}
