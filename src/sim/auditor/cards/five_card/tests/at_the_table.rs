//! The five-card pokers in the books of a table: what is paid for a wrong number of cards, and a joker in the shoe.

use super::*;
use crate::model::{
    CardSourceEvent, CardWish, Command, Composition, DealSettlement, DealVoid, Event, Face, Order, StakeForm, StakeReturn, TableFact,
    TableNumber, TableOrder, Timestamp, What, Who,
};

const NUMBER: TableNumber = TableNumber(1);

/// A table at which seats 1 and 2 have an ante of 100 each on a box, and these cards have come.
fn table(game: &Game, changes: &[(&str, &str)], names: &str) -> CardTable {
    let mut table = CardTable::new(NUMBER, TableRules::read("five-card", &keys(game, changes)).expect("the rules are read"));
    let wake = What::Event(Event::Wake);
    table.enter(&wake, &TableFact::Opened { deal: 1 }).expect("the first deal opens");
    for stake in laid() {
        let form = StakeForm { place: stake.place, kind: stake.kind, amount: stake.amount };
        let order = Order::Table { table: NUMBER, order: TableOrder::Stake(vec![form]) };
        let staking = What::Command(Command { who: Who::Seat(stake.seat), key: None, round: None, order });
        table.enter(&staking, &TableFact::Staked(vec![stake])).expect("it was asked for");
    }
    table.enter(&wake, &TableFact::Closed { deal: 1 }).expect("something lies");
    let hand = |place| CardPlace::Hand { place: BoxNumber(place), hand: 0 };
    let places = [hand(1), hand(2), CardPlace::Dealer].into_iter().flat_map(|to| [to; 5]);
    for ((number, to), name) in (1..).zip(places).zip(names.split(' ')) {
        let face = if number == 15 { Face::Up } else { Face::Down };
        table.told(&wish(number, to, face)).expect("a card may be wanted there");
        comes(&mut table, number, name, &[]).expect("the card may come");
    }
    table
}

fn laid() -> [BoxStake; 2] {
    [ante(1, 1), ante(2, 2)]
}

fn wish(number: u64, to: CardPlace, face: Face) -> CardWish {
    CardWish::Card { number, shoe: 1, to, face, remaining: Composition::of_packs(1), taken: 0 }
}

/// This card comes, and these facts are said to follow from it.
fn comes(table: &mut CardTable, number: u64, name: &str, facts: &[TableFact]) -> Result<Vec<Moved>, String> {
    let card = name.parse().expect("the case names cards");
    follow(table, &What::Event(Event::Cards { table: NUMBER, event: CardSourceEvent::Card { number, card } }), facts)
}

fn follow(table: &mut CardTable, what: &What, facts: &[TableFact]) -> Result<Vec<Moved>, String> {
    table.enter_input(what, &facts.iter().collect::<Vec<_>>())?;
    let moved = facts.iter().map(|fact| table.enter(what, fact)).collect::<Result<Vec<_>, _>>()?.concat();
    table.check_paid().map(|()| moved)
}

/// An attendant's order with what is said to follow from it is objected to in these words, or not at all where there are none.
#[track_caller]
fn check_order(table: &CardTable, order: TableOrder, facts: &[TableFact], objection: &str) -> CardTable {
    let mut table = table.clone();
    let order = Order::Table { table: NUMBER, order };
    let what = What::Command(Command { who: Who::Attendant("a".into()), key: None, round: None, order });
    let said = follow(&mut table, &what, facts).err().unwrap_or_default();
    assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{said:?}");
    table
}

fn of_box(place: u8, cards: u8) -> TableOrder {
    TableOrder::WrongCount { at: CardPlace::Hand { place: BoxNumber(place), hand: 0 }, cards }
}

fn of_dealer(cards: u8) -> TableOrder {
    TableOrder::WrongCount { at: CardPlace::Dealer, cards }
}

fn with_penalty(stake: BoxStake, penalty: i64) -> StakeReturn {
    StakeReturn::compensated(stake, Money::from_minor(penalty))
}

fn paid(returns: &[StakeReturn]) -> TableFact {
    TableFact::Paid { deal: 1, settlement: DealSettlement { returns: returns.to_vec(), cuts: Vec::new() } }
}

fn void(reason: DealVoid, returns: &[StakeReturn]) -> TableFact {
    let settlement = DealSettlement { returns: returns.to_vec(), cuts: Vec::new() };
    TableFact::Voided { deal: 1, reason, settlement, played: None }
}

const ALL: &str = "Ts Td 4h 4c 7s Qs 9d 6c 3h 2s Ah Ad Kc 9s 5d";

#[test]
fn m1_a_wrong_hand_of_a_box_is_paid_for_at_once_and_voids_no_deal() {
    let begun = table(&FIVE_CARD, &[], ALL);
    let right = with_penalty(ante(1, 1), 50);
    let misdeal = void(DealVoid::Misdeal, &[right.clone(), StakeReturn::void(ante(2, 2))]);
    let check = |order, facts: &[TableFact], objection| check_order(&begun, order, facts, objection);
    check(of_box(1, 6), &[], "are to be paid at once");
    check(of_box(1, 6), &[paid(&[with_penalty(ante(1, 1), 49)])], "returns 150");
    check(of_box(1, 6), &[paid(&[StakeReturn::void(ante(1, 1))])], "returns 150");
    check(of_box(1, 6), &[paid(&[right.clone(), with_penalty(ante(2, 2), 50)])], "were settled, and");
    check(of_box(1, 5), &[paid(std::slice::from_ref(&right))], "box 1 has 5 cards");
    check(of_box(3, 6), &[], "box 3 has no ante");
    check(of_box(1, 6), &[paid(std::slice::from_ref(&right)), misdeal], "before the deal was over");
    check(TableOrder::MissedBox(BoxNumber(1)), &[paid(std::slice::from_ref(&right))], "");
    check(TableOrder::CardTooMany(BoxNumber(1)), &[paid(std::slice::from_ref(&right))], "");
    let goes_on = check(of_box(1, 6), &[paid(std::slice::from_ref(&right))], "");
    assert_eq!([1, 2].map(|seat| goes_on.staked(seat_of(seat))), [0, 100]);
    check_order(&goes_on, of_box(1, 6), &[], "was void before");
    // What was paid stays in a deal that is void later.
    let other = void(DealVoid::Round(crate::model::VoidReason::Restart), &[right.clone(), StakeReturn::void(ante(2, 2))]);
    let starts =
        What::Event(Event::Started { version: String::new(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None });
    assert!(follow(&mut goes_on.clone(), &starts, &[other]).is_ok());
    let without = void(DealVoid::Round(crate::model::VoidReason::Restart), &laid().map(StakeReturn::void));
    assert!(follow(&mut goes_on.clone(), &starts, &[without]).is_err_and(|said| said.contains("a void deal returns")));
    // The second one ends the deal.
    let both = [right, with_penalty(ante(2, 2), 50)];
    let settled = |returns: &[StakeReturn]| TableFact::Settled {
        deal: 1,
        settlement: DealSettlement { returns: returns.to_vec(), cuts: Vec::new() },
        played: None,
    };
    check_order(&goes_on, of_box(2, 4), &[paid(&both[1..]), settled(&both)], "");
    check_order(&goes_on, of_box(2, 4), &[paid(&both[1..]), settled(&[both[0].clone(), StakeReturn::void(ante(2, 2))])], "returns 150");
}

#[test]
fn m4_m5_a_wrong_hand_of_the_dealer_voids_the_deal_or_is_repaired() {
    let begun = table(&FIVE_CARD, &[], ALL);
    let both = laid().map(|stake| with_penalty(stake, 50));
    let check = |order, facts: &[TableFact], objection| check_order(&begun, order, facts, objection);
    let right = [paid(&both), void(DealVoid::Misdeal, &both)];
    check(of_dealer(6), &right, "");
    check(of_dealer(3), &right, "");
    check(TableOrder::ExposedCard, &right, "");
    check(of_dealer(6), &[], "stayed in play");
    check(of_dealer(6), &[void(DealVoid::Misdeal, &laid().map(StakeReturn::void))], "are to be paid at once");
    check(of_dealer(4), &right, "before the deal was over");
    let repaired = check(of_dealer(4), &[], "");
    let mut other = repaired.clone();
    assert!(other.told(&wish(16, CardPlace::Dealer, Face::Down)).is_err_and(|said| said.contains("must go to")));
    let mut repaired = repaired;
    repaired.told(&wish(16, CardPlace::Dealer, Face::Up)).expect("the dealer takes one more");
    assert!(comes(&mut repaired, 16, "Ac", &[]).is_ok());
}

#[test]
fn hpam_1_hpam_2_the_joker_is_in_a_pack_that_has_one_and_there_once() {
    let defect = |stakes: &[BoxStake]| {
        let returns: Vec<StakeReturn> = stakes.iter().map(|stake| StakeReturn::void(*stake)).collect();
        void(DealVoid::DefectiveDeck, &returns)
    };
    let first = CardPlace::Hand { place: BoxNumber(1), hand: 0 };
    let come = |game, names: &str, number, facts: &[TableFact]| {
        let mut table = table(game, &[], names);
        table.note_time(Timestamp::default());
        table.told(&wish(number, first, Face::Down)).expect("a card may be wanted there");
        comes(&mut table, number, "Jk", facts).err().unwrap_or_default()
    };
    assert!(come(&FIVE_CARD, "Ts Td", 3, &[]).contains("cannot be there"));
    assert_eq!(come(&FIVE_CARD, "Ts Td", 3, &[defect(&laid())]), "");
    assert_eq!(come(&JOKER, "Ts Td", 3, &[]), "");
    assert!(come(&JOKER, "Ts Td", 3, &[defect(&laid())]).contains("for no reason"));
    assert!(come(&JOKER, "Ts Jk", 3, &[]).contains("cannot be there"));
    assert_eq!(come(&JOKER, "Ts Jk", 3, &[defect(&laid())]), "");
}
