//! The auditor objects to what cannot be at a card table: an auditor who never objects proves nothing.

use super::TableRules;
use super::table::{CardTable, Moved};
use crate::model::{
    BoxNumber, BoxStake, Card, CardPlace, CardSourceEvent, CardWish, Choice, Combination, Command, Composition, DealSettlement, DealVoid,
    Event, Face, Fate, Money, Odds, Order, OrderFailure, Seat, Span, StakeForm, StakeKind, StakeReturn, TableFact, TableNumber, TableOrder,
    Timestamp, What, Who, Win,
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
    CardWish::Card { number, shoe: 1, to, face: Face::Up, remaining: Composition::of_packs(8), taken: 0 }
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
    TableFact::Settled { deal: 1, settlement: DealSettlement { returns: vec![line], cuts: Vec::new() }, played: None }
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
    check(natural, &wake, &settled(Fate::Won, &[101], 201), "was settled, and it is Won with [(100");
    check(natural, &wake, &settled(Fate::Won, &[100], 201), "returns 200");
    check(natural, &wake, &settled(Fate::Lost, &[], 0), "was settled, and it is Won");
    check("9s 7h Kd", &wake, &settled(Fate::Won, &[100], 200), "a card was still to come");
    let other = TableFact::Settled { deal: 1, settlement: DealSettlement::default(), played: None };
    check(natural, &wake, &other, "were settled, and");
}

#[test]
fn a_deal_that_was_voided_for_no_reason() {
    let settlement = DealSettlement { returns: vec![StakeReturn::void(stake(StakeKind::Player))], cuts: Vec::new() };
    let void = |reason| TableFact::Voided { deal: 1, reason, settlement: settlement.clone(), played: None };
    let unasked = says(CardSourceEvent::Unasked { card: Some(card("As")) });
    check("9s", &unasked, &void(DealVoid::Misdeal), "");
    check("9s", &unasked, &void(DealVoid::DefectiveDeck), "for no reason");
    check("9s", &What::Event(Event::Wake), &void(DealVoid::Misdeal), "for no reason");
    check("9s", &says(CardSourceEvent::Unasked { card: None }), &void(DealVoid::NoCard(OrderFailure::Unreadable)), "");
    check("9s", &says(CardSourceEvent::CutCard), &void(DealVoid::NoCard(OrderFailure::Unreadable)), "for no reason");
}

#[test]
fn a_deal_with_a_defective_deck_is_void_for_that_and_no_other_reason() {
    let settlement = DealSettlement { returns: vec![StakeReturn::void(stake(StakeKind::Player))], cuts: Vec::new() };
    let check = |why, reason, objection: &str| {
        let mut table = table("9s");
        table.told(&wish(2, CardPlace::Banker)).expect("a card may be wanted there");
        let failed = says(CardSourceEvent::Failed { number: 2, why });
        let fact = TableFact::Voided { deal: 1, reason, settlement: settlement.clone(), played: None };
        let entered = table.enter_input(&failed, &[&fact]).and_then(|()| table.enter(&failed, &fact).map(drop));
        let said = entered.err().unwrap_or_default();
        assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{why:?}: {said:?}");
    };
    for why in [OrderFailure::Duplicate, OrderFailure::Foreign] {
        check(why, DealVoid::DefectiveDeck, "");
        check(why, DealVoid::NoCard(why), "for no reason");
    }
    check(OrderFailure::Unreadable, DealVoid::DefectiveDeck, "for no reason");
    check(OrderFailure::Unreadable, DealVoid::NoCard(OrderFailure::Unreadable), "");
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

const HAND: CardPlace = CardPlace::Hand { place: BoxNumber(1), hand: 0 };

/// A deal under these rules, with a first stake of 100 on box 1, in which these cards have come at the beginning of time.
fn begun(name: &str, kind: StakeKind, cards: &[(CardPlace, Face, &str)]) -> CardTable {
    let (game, _) = name.split_once('/').expect("a game and a variant");
    let rules = TableRules::read(game, &file_keys(Kind::Rules, name).expect("a shipped rules file")).expect("it is read");
    let mut table = CardTable::new(NUMBER, rules);
    let wake = What::Event(Event::Wake);
    table.enter(&wake, &TableFact::Opened { deal: 1 }).expect("the first deal opens");
    table.enter(&staking(kind), &TableFact::Staked(vec![stake(kind)])).expect("it was asked for");
    table.enter(&wake, &TableFact::Closed { deal: 1 }).expect("something lies");
    for (number, (to, face, name)) in (1..).zip(cards) {
        let wish = CardWish::Card { number, shoe: 1, to: *to, face: *face, remaining: Composition::of_packs(1), taken: 0 };
        table.told(&wish).expect("a card may be wanted there");
        table.enter_input(&says(CardSourceEvent::Card { number, card: card(name) }), &[]).expect("the card may come");
    }
    table
}

fn order(order: TableOrder) -> What {
    let order = Order::Table { table: NUMBER, order };
    What::Command(Command { who: Who::Attendant("a".into()), key: None, round: None, order })
}

/// The mistake of the dealer makes the deal void, or lets it go on, and not the other way round.
#[track_caller]
fn check_mistake(begun: &CardTable, kind: StakeKind, mistake: &What, makes_void: bool) {
    let settlement = DealSettlement { returns: vec![StakeReturn::void(stake(kind))], cuts: Vec::new() };
    let void = TableFact::Voided { deal: 1, reason: DealVoid::Misdeal, settlement, played: None };
    let objects = |facts: &[&TableFact]| {
        let mut table = begun.clone();
        let entered = table.enter_input(mistake, facts);
        entered.and_then(|()| facts.iter().try_for_each(|fact| table.enter(mistake, fact).map(drop))).err()
    };
    let (voided, went_on) = (objects(&[&void]), objects(&[]));
    assert_eq!((voided.is_none(), went_on.is_none()), (makes_void, !makes_void), "{mistake:?}: {voided:?}, {went_on:?}");
}

/// A deal with 100 on each of two boxes, of which the second was missed and sits out; the dealer has 19 against the first.
fn sat_out() -> (CardTable, [BoxStake; 2]) {
    let on = |place: u8| BoxStake { place: BoxNumber(place), ..stake(StakeKind::Main) };
    let hand = |place: u8| CardPlace::Hand { place: BoxNumber(place), hand: 0 };
    let rules = TableRules::read("blackjack", &file_keys(Kind::Rules, "blackjack/by").expect("a shipped rules file")).expect("it is read");
    let mut table = CardTable::new(NUMBER, rules);
    let form = |stake: BoxStake| StakeForm { place: stake.place, kind: stake.kind, amount: stake.amount };
    let ordered = |order| {
        let order = Order::Table { table: NUMBER, order };
        What::Command(Command { who: Who::Seat(seat()), key: None, round: None, order })
    };
    let chosen = |table: &mut CardTable, turn, choice| {
        let fact = TableFact::Chosen { seat: seat(), place: BoxNumber(1), hand: 0, choice, stakes: Vec::new(), by_default: false };
        table.enter(&ordered(TableOrder::Choose { turn, choice }), &fact).expect("it is the first box's turn");
    };
    let mut number = 0;
    let mut dealt = |table: &mut CardTable, to, name| {
        number += 1;
        table.told(&wish(number, to)).expect("a card may be wanted there");
        table.enter_input(&says(CardSourceEvent::Card { number, card: card(name) }), &[]).expect("the card may come");
    };
    let wake = What::Event(Event::Wake);
    table.enter(&wake, &TableFact::Opened { deal: 1 }).expect("the first deal opens");
    let both = [on(1), on(2)];
    let staking = ordered(TableOrder::Stake(both.map(form).to_vec()));
    table.enter(&staking, &TableFact::Staked(both.to_vec())).expect("it was asked for");
    table.enter(&wake, &TableFact::Closed { deal: 1 }).expect("something lies");
    for (to, name) in [(hand(1), "2s"), (hand(2), "5s"), (CardPlace::Dealer, "9h"), (hand(1), "4d"), (hand(2), "6d")] {
        dealt(&mut table, to, name);
    }
    chosen(&mut table, 1, Choice::Hit);
    dealt(&mut table, hand(1), "7d");
    table.enter_input(&order(TableOrder::MissedBox(BoxNumber(2))), &[]).expect("the second box has not played");
    chosen(&mut table, 2, Choice::Stand);
    dealt(&mut table, CardPlace::Dealer, "Td");
    (table, both)
}

#[test]
fn bjb_33_a_stake_that_waits_is_neither_settled_nor_forgotten() {
    let wake = What::Event(Event::Wake);
    let (table, [lost, missed]) = sat_out();
    let settled = |of_missed| {
        let returns = vec![StakeReturn::lost(lost), of_missed];
        TableFact::Settled { deal: 1, settlement: DealSettlement { returns, cuts: Vec::new() }, played: None }
    };
    let objection = table.clone().enter(&wake, &settled(StakeReturn::back(missed))).expect_err("it waits");
    assert!(objection.contains("it is Waiting"), "{objection}");
    let mut after = table;
    let moved = after.enter(&wake, &settled(StakeReturn::waiting(missed))).expect("it waits");
    assert_eq!((moved, after.staked(seat())), (vec![Moved::Ended(seat(), 100, 0)], 100));
    let opened = TableFact::Opened { deal: 2 };
    let waited = TableFact::Waited(vec![missed]);
    let objects = |facts: &[&TableFact]| after.clone().enter_input(&wake, facts).err();
    assert_eq!(objects(&[&opened, &waited]), None);
    for wrong in [vec![&opened], vec![&waited], vec![&opened, &waited, &TableFact::TermsInForce]] {
        assert!(objects(&wrong).is_some(), "{wrong:?} was not objected to");
    }
}

#[test]
fn a_deal_in_which_nothing_lies_gives_way_to_the_next_one_where_other_rules_come_and_nowhere_else() {
    let wake = What::Event(Event::Wake);
    let opened = |deal| TableFact::Opened { deal };
    let mut open = CardTable::new(NUMBER, rules());
    open.enter(&wake, &opened(1)).expect("the first deal opens");
    open.enter_input(&wake, &[&opened(2)]).expect_err("the rules are the same");
    open.enter_input(&wake, &[&TableFact::TermsInForce, &opened(2)]).expect("nothing lies");
    open.enter(&wake, &opened(2)).expect("nothing lies");
    let laid = vec![stake(StakeKind::Player)];
    open.enter(&staking(StakeKind::Player), &TableFact::Staked(laid.clone())).expect("it was asked for");
    open.enter_input(&wake, &[&TableFact::TermsInForce, &opened(3)]).expect_err("a stake lies");
    open.clone().enter(&wake, &opened(3)).expect_err("a stake lies");
    let taken_back = TableFact::TakenBack(laid);
    open.enter_input(&wake, &[&taken_back, &TableFact::TermsInForce, &opened(3)]).expect("nothing lies any more");
}

#[test]
fn a_mistake_of_the_dealer_is_treated_as_the_rules_say() {
    let shown = || [order(TableOrder::ExposedCard), order(TableOrder::CardTooMany(BoxNumber(1)))];
    let said = || shown().into_iter().chain([says(CardSourceEvent::Unasked { card: Some(card("As")) })]);
    let missed = |place| order(TableOrder::MissedBox(BoxNumber(place)));
    // BJB-32, BJB-33: they stay in play, and the cards are moved back.
    let by = begun("blackjack/by", StakeKind::Main, &[(HAND, Face::Up, "9s")]);
    said().chain([missed(1)]).for_each(|mistake| check_mistake(&by, StakeKind::Main, &mistake, false));
    // BJAM-Q23.
    let am = begun("blackjack/am", StakeKind::Main, &[(HAND, Face::Up, "9s")]);
    said().chain([missed(1)]).for_each(|mistake| check_mistake(&am, StakeKind::Main, &mistake, true));
    // BQAM-12, HRAM-30, HRAM-33; no text of the poker games keeps such a card (HRB-25).
    said().for_each(|mistake| check_mistake(&table("9s"), StakeKind::Player, &mistake, true));
    let red_dog = begun("red-dog/am", StakeKind::Ante, &[(CardPlace::Board, Face::Up, "9s")]);
    said().for_each(|mistake| check_mistake(&red_dog, StakeKind::Ante, &mistake, true));
    for rules in ["oasis/by", "russian/by"] {
        let begun = begun(rules, StakeKind::Ante, &[(HAND, Face::Down, "9s")]);
        said().for_each(|mistake| check_mistake(&begun, StakeKind::Ante, &mistake, true));
    }
}

/// Decided for the seat so many seconds after the last card, by this input: objected to in these words, or not at all where there are none.
#[track_caller]
fn check_default(begun: &CardTable, seconds: u64, what: &What, choice: Choice, objection: &str) {
    let mut table = begun.clone();
    table.note_time(Timestamp::default().after(Span::from_seconds(seconds)));
    let fact = TableFact::Chosen { seat: seat(), place: BoxNumber(1), hand: 0, choice, stakes: Vec::new(), by_default: true };
    let said = table.enter(what, &fact).err().unwrap_or_default();
    assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{choice:?}: {said:?}");
}

#[test]
fn what_is_decided_for_a_seat_and_when() {
    let wake = What::Event(Event::Wake);
    let first = [(HAND, Face::Up, "9s"), (HAND, Face::Up, "7d"), (CardPlace::Dealer, Face::Up, "6h")];
    let blackjack = begun("blackjack/am", StakeKind::Main, &first);
    check_default(&blackjack, 20, &wake, Choice::Stand, "");
    check_default(&blackjack, 19, &wake, Choice::Stand, "before it was");
    check_default(&blackjack, 20, &wake, Choice::Hit, "Hit was decided for a seat");
    check_default(&blackjack, 20, &wake, Choice::Surrender, "Surrender was decided for a seat");
    check_default(&blackjack, 20, &says(CardSourceEvent::CutCard), Choice::Stand, "something else than time");
    let down = |to, name| (to, Face::Down, name);
    let boxed = ["9s", "7d", "6h", "2c", "Kd"].map(|name| down(HAND, name));
    let dealers = ["3s", "4d", "5h", "Jc"].map(|name| down(CardPlace::Dealer, name));
    let cards: Vec<_> = boxed.into_iter().chain(dealers).chain([(CardPlace::Dealer, Face::Up, "Qd")]).collect();
    for rules in ["oasis/by", "russian/by"] {
        let poker = begun(rules, StakeKind::Ante, &cards);
        check_default(&poker, 30, &wake, Choice::Fold, "");
        check_default(&poker, 29, &wake, Choice::Fold, "before it was");
        check_default(&poker, 30, &wake, Choice::Bet, "Bet was decided for a seat");
        check_default(&poker, 30, &wake, Choice::Decline, "not offered");
    }
}

#[test]
fn a_win_under_another_name_or_at_other_odds() {
    let wake = What::Event(Event::Wake);
    let told = |win: Win| {
        let returned = Money::from_minor(200);
        let line = StakeReturn { stake: stake(StakeKind::Player), fate: Fate::Won, wins: vec![win], returned };
        TableFact::Settled { deal: 1, settlement: DealSettlement { returns: vec![line], cuts: Vec::new() }, played: None }
    };
    let win = Win { combination: None, odds: Odds::to_one(1), amount: Money::from_minor(100) };
    check("9s 7h Kd Tc", &wake, &told(win), "");
    check("9s 7h Kd Tc", &wake, &told(Win { combination: Some(Combination::Natural), ..win }), "was settled");
    check("9s 7h Kd Tc", &wake, &told(Win { odds: Odds::to_one(2), ..win }), "was settled");
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
