//! An unproved end of the journal holds a card table until an attendant has decided.

use super::*;
use crate::model::Resumption;

/// A start of a program of this practice that found the end of the journal unproved after this record, and the source shows itself.
fn start_unproved(house: &mut House, unproved_after: Option<u64>, practice: u16) {
    house.event(Event::Started { version: "2".into(), wall: None, unproved_after, practice, identity: None });
    house.source(CardSourceEvent::Opened);
}

/// An attendant decides at the wheel's table.
fn decide_at_wheel(house: &mut House) {
    let order = Order::Resume(Resumption::Continue);
    let resume = Command { who: attendant(), key: None, round: None, order };
    assert!(matches!(house.step(What::Command(resume)), Outcome::Done(_)));
}

/// Credit that nobody has compared is not staked anywhere; releases before this practice held the wheel's table alone.
#[test]
fn an_unproved_end_of_the_journal_holds_card_tables_until_an_attendant_has_decided_at_the_wheel() {
    let stake = || TableOrder::Stake(vec![on(1, StakeKind::Player, 100)]);
    let mut house = House::ready();
    start_unproved(&mut house, Some(64), Event::PRACTICE);
    assert_eq!(house.view().hold.expect("it is held").fault, Some(FaultCode::JournalEndUnproved));
    house.refused(Who::Seat(seat(1)), None, stake(), Refusal::TableHeld);
    // Another start ends nothing, and neither does one more loss.
    house.cabinet = Cabinet::from_bytes(&house.cabinet.to_bytes()).expect("its own bytes");
    start_unproved(&mut house, None, Event::PRACTICE);
    start_unproved(&mut house, Some(80), Event::PRACTICE);
    assert_eq!((house.view().phase, house.view().faults.len()), (TablePhase::Held, 1));
    assert!(house.view().faults[0].detail.contains("record 64"));
    decide_at_wheel(&mut house);
    assert_eq!(house.view().hold, None);
    house.orders(1, stake());

    let mut house = House::ready();
    start_unproved(&mut house, Some(64), 0);
    house.orders(1, stake());
    // The start after an update holds what the one before did not.
    start_unproved(&mut house, None, Event::PRACTICE);
    assert_eq!(house.view().phase, TablePhase::Held);
}

#[test]
fn a_card_table_may_be_let_go_alone_after_an_unproved_end() {
    let mut house = House::ready();
    start_unproved(&mut house, Some(64), Event::PRACTICE);
    house.attends(TableOrder::Resume);
    assert_eq!(house.view().hold, None);
    decide_at_wheel(&mut house);
    house.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Player, 100)]));
}

/// A fault of the source that only fresh cards end: they are ordered as soon as nobody has to decide any more.
#[test]
fn a_decision_at_the_wheel_has_the_cards_shuffled_that_waited_for_it() {
    let mut house = House::ready();
    house.dealing();
    start_unproved(&mut house, Some(64), Event::PRACTICE);
    house.source(CardSourceEvent::Fault { code: FaultCode::ForeignCard, detail: String::new() });
    assert_eq!(house.wish(), CardWish::Ready);
    decide_at_wheel(&mut house);
    assert!(matches!(house.wish(), CardWish::Shuffle { .. }), "{:?}", house.wish());
}
