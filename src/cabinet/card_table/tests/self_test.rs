//! The card source of a table tests itself: its table stands still, and what becomes of its cards.

use super::*;
use crate::model::{TestEnd, TestedPart};

const PART: TestedPart = TestedPart::CardSource(TABLE);

/// Has the source of the table test itself; the number by which it is told so.
fn begin(house: &mut House) -> OrderNumber {
    house.done(attendant(), Order::SelfTest(PART));
    let CardWish::SelfTest { number } = house.wish() else { panic!("{:?}", house.wish()) };
    number
}

fn newest_end(house: &House) -> Option<TestEnd> {
    let views = house.cabinet.views(Arc::new(house.cabinet.rules_view()));
    let part = views.official.self_tests.into_iter().find(|part| part.part == PART).expect("the table has a card source");
    part.newest.expect("it was tested").ended.map(|(end, _)| end)
}

#[test]
fn a_table_stands_still_for_the_test_of_its_source_and_has_fresh_cards_afterwards() {
    let mut house = House::ready();
    let number = begin(&mut house);
    let hold = house.view().hold.clone().expect("it is held");
    assert_eq!((house.view().phase, hold.is_self_test), (TablePhase::Held, true));
    assert_eq!(house.source(CardSourceEvent::SelfTested { number: number + 1, passed: true }), [], "that is another test");
    assert_eq!(house.source(CardSourceEvent::SelfTested { number, passed: true }), [TableFact::Resumed]);
    assert_eq!(newest_end(&house), Some(TestEnd::Done(vec![])));
    assert_eq!(house.view().phase, TablePhase::Staking);
    assert!(matches!(house.wish(), CardWish::Shuffle { .. }), "{:?}", house.wish());
}

#[test]
fn a_source_that_cannot_test_itself_keeps_its_cards() {
    let mut house = House::ready();
    let left = house.view().cards_left;
    let number = begin(&mut house);
    house.source(CardSourceEvent::Failed { number, why: OrderFailure::Impossible });
    assert_eq!(newest_end(&house), Some(TestEnd::Impossible));
    assert_eq!((house.wish(), house.view().cards_left), (CardWish::Ready, left));
}

#[test]
fn a_fault_that_only_fresh_cards_end_does_not_outlast_a_test_for_ever() {
    let mut house = House::ready();
    house.source(CardSourceEvent::Fault { code: FaultCode::ShoeChanged, detail: "other cards".into() });
    let number = begin(&mut house);
    house.source(CardSourceEvent::SelfTested { number, passed: false });
    assert!(matches!(newest_end(&house), Some(TestEnd::Done(findings)) if findings.len() == 1));
    assert!(matches!(house.wish(), CardWish::Shuffle { .. }), "the fault stands still, and a shuffle ends it: {:?}", house.wish());
}

#[test]
fn no_source_tests_itself_while_stakes_lie_or_somebody_may_have_a_hand_in_it() {
    let mut house = House::ready();
    let refused = |house: &mut House, expected: Refusal| {
        let what = What::Command(Command { who: attendant(), key: None, round: None, order: Order::SelfTest(PART) });
        assert_eq!(house.step(what), Outcome::Refused(expected));
    };
    house.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Player, 100)]));
    refused(&mut house, Refusal::RoundUnderWay);
    house.orders(1, TableOrder::TakeBack(None));
    house.attends(TableOrder::Hold { reason: "a card fell".into() });
    refused(&mut house, Refusal::TableHeld);
    house.attends(TableOrder::Resume);
    begin(&mut house);
    house.attends(TableOrder::Hold { reason: "smoke".into() });
    assert_eq!((newest_end(&house), house.wish()), (Some(TestEnd::CalledOff), CardWish::Ready));
    house.attends(TableOrder::Resume);
    assert!(matches!(house.wish(), CardWish::Shuffle { .. }), "nobody knows where its cards are: {:?}", house.wish());
}
