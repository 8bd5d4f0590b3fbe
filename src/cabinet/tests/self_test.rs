//! Self-tests: when a part may be tested, what stands still meanwhile, and what ends a test.

use super::*;
use crate::cabinet::Housing;
use crate::model::{Finding, SelfTest, TableNumber, TestEnd, TestedPart};

const fn test(part: TestedPart) -> Order {
    Order::SelfTest(part)
}

fn begun(number: u32, part: TestedPart) -> Fact {
    Fact::SelfTestBegun { number, part }
}

fn ended(number: u32, part: TestedPart, end: TestEnd) -> Fact {
    Fact::SelfTestEnded { number, part, end }
}

fn held() -> Fact {
    Fact::Held { fault: None, reason: "A self-test is running.".into() }
}

fn finding() -> Finding {
    Finding { code: FaultCode::Sensor, detail: "21".into() }
}

/// The newest test of this part as people of the house see it.
fn newest(table: &Table, part: TestedPart) -> Option<SelfTest> {
    table.views().official.self_tests.into_iter().find(|view| view.part == part).expect("every cabinet has this part").newest
}

/// Which parts are offered to be tested.
fn offered(table: &Table) -> Vec<TestedPart> {
    let parts = table.views().official.self_tests.into_iter();
    parts.filter(|part| part.can_be_tested).map(|part| part.part).collect()
}

#[test]
fn the_wheel_stands_still_while_it_tests_itself_and_goes_on_as_it_was() {
    let mut table = Table::open();
    let before = table.views();
    assert_eq!(offered(&table), [TestedPart::Wheel, TestedPart::Journal, TestedPart::Disk, TestedPart::Clock, TestedPart::Network]);
    assert_eq!(table.done(attendant(), test(TestedPart::Wheel)), [begun(1, TestedPart::Wheel), held()]);
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::SelfTest(1));
    let hold = table.views().cabinet.hold.expect("it is held");
    assert_eq!((hold.is_self_test, hold.ends_by_itself, table.views().cabinet.betting_open), (true, true, false));
    table.refused(player(), place(&[straight(17, 10)]), Refusal::TableHeld);
    let facts = table.wheel(None, WheelHappening::SelfTested { number: 1, findings: vec![finding()] });
    assert_eq!(facts, [ended(1, TestedPart::Wheel, TestEnd::Done(vec![finding()])), Fact::Resumed]);
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::Ready);
    let after = table.views();
    assert_eq!((after.cabinet.round, after.cabinet.phase, after.cabinet.hold), (before.cabinet.round, before.cabinet.phase, None));
    assert_eq!((after.official.meters, after.seats), (before.official.meters, before.seats));
    table.done(player(), place(&[straight(17, 10)]));
}

#[test]
fn a_test_is_kept_with_who_ordered_it_when_and_how_it_ended() {
    let mut table = Table::open();
    assert_eq!(newest(&table, TestedPart::Wheel), None);
    let began_at = table.now;
    table.done(attendant(), test(TestedPart::Wheel));
    let running = SelfTest { number: 1, part: TestedPart::Wheel, by: "Anna".into(), began_at, ended: None, seen: None };
    assert_eq!(newest(&table, TestedPart::Wheel), Some(running.clone()));
    table.now = table.now.after(Span::from_seconds(40));
    table.wheel(None, WheelHappening::SelfTested { number: 1, findings: vec![] });
    let over = SelfTest { ended: Some((TestEnd::Done(vec![]), table.now)), ..running };
    assert_eq!(newest(&table, TestedPart::Wheel), Some(over));
    // The next one takes its place.
    table.done(attendant(), test(TestedPart::Wheel));
    assert_eq!(newest(&table, TestedPart::Wheel).map(|test| (test.number, test.ended)), Some((2, None)));
}

#[test]
fn no_test_begins_while_a_bet_lies_or_a_ball_runs() {
    let mut table = Table::open();
    table.done(player(), place(&[straight(17, 10)]));
    for part in [TestedPart::Wheel, TestedPart::Journal, TestedPart::Network] {
        table.refused(attendant(), test(part), Refusal::RoundUnderWay);
    }
    assert_eq!(offered(&table), []);
    table.spin_to(3);
    table.refused(attendant(), test(TestedPart::Disk), Refusal::RoundUnderWay);
    table.now = table.cabinet.outstanding().wake_at.expect("the result is shown for a while");
    table.wake();
    table.done(attendant(), test(TestedPart::Disk));
}

#[test]
fn an_attendant_who_holds_the_table_calls_the_test_of_the_wheel_off() {
    let mut table = Table::open();
    table.done(attendant(), test(TestedPart::Wheel));
    let facts = table.done(attendant(), Order::Hold { reason: "a hand in the wheel".into() });
    assert_eq!(facts, [ended(1, TestedPart::Wheel, TestEnd::CalledOff)]);
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::Ready);
    // A hold neither prevents nor ends the test of a part that is no device.
    table.done(attendant(), test(TestedPart::Disk));
    table.refused(attendant(), Order::Hold { reason: "again".into() }, Refusal::TableHeld);
    assert_eq!(table.cabinet.house_test(), Some((2, TestedPart::Disk)));
}

#[test]
fn an_attendant_who_keeps_the_ball_from_being_launched_may_have_the_wheel_tested() {
    let mut table = Table::open();
    table.done(player(), place(&[straight(17, 10)]));
    table.now = table.cabinet.outstanding().wake_at.expect("the countdown runs");
    table.wake();
    table.refused(attendant(), test(TestedPart::Wheel), Refusal::RoundUnderWay);
    table.done(attendant(), Order::Hold { reason: "noise".into() });
    table.refused(attendant(), test(TestedPart::Wheel), Refusal::RoundUnderWay);
    table.done(attendant(), Order::Void { reason: "noise".into() });
    assert_eq!(table.done(attendant(), test(TestedPart::Wheel)), [begun(1, TestedPart::Wheel)], "it stands still already");
    for order in [Order::Resume(Resumption::Continue), Order::Void { reason: "x".into() }, Order::CallNoSpin] {
        table.refused(attendant(), order, Refusal::SelfTestRuns);
    }
    let facts = table.wheel(None, WheelHappening::SelfTested { number: 1, findings: vec![] });
    assert_eq!(facts, [ended(1, TestedPart::Wheel, TestEnd::Done(vec![]))], "the attendant holds it still");
    table.done(attendant(), Order::Resume(Resumption::Continue));
}

#[test]
fn one_test_runs_at_a_time_and_only_of_what_is_there_and_by_somebody_of_the_house() {
    let mut table = Table::open();
    table.refused(player(), test(TestedPart::Wheel), Refusal::NotEntitled);
    table.refused(attendant(), test(TestedPart::CardSource(TableNumber(1))), Refusal::PartUnknown);
    table.done(attendant(), test(TestedPart::Clock));
    assert_eq!(table.cabinet.house_test(), Some((1, TestedPart::Clock)));
    table.refused(attendant(), test(TestedPart::Wheel), Refusal::SelfTestRuns);
    assert_eq!(offered(&table), []);
}

#[test]
fn what_is_said_of_another_test_ends_none() {
    let mut table = Table::open();
    table.done(attendant(), test(TestedPart::Clock));
    assert_eq!(table.event(Event::SelfTested { number: 2, findings: vec![], seen: None }), []);
    assert_eq!(table.wheel(None, WheelHappening::SelfTested { number: 1, findings: vec![] }), []);
    let facts = table.event(Event::SelfTested { number: 1, findings: vec![], seen: None });
    assert_eq!(facts, [ended(1, TestedPart::Clock, TestEnd::Done(vec![])), Fact::Resumed]);
    assert_eq!(table.event(Event::SelfTested { number: 1, findings: vec![], seen: None }), []);
    assert_eq!(table.cabinet.house_test(), None);
}

#[test]
fn a_test_that_comes_to_no_end_is_given_up() {
    let mut table = Table::open();
    for (part, seconds) in [(TestedPart::Wheel, 420), (TestedPart::Disk, 60)] {
        table.done(attendant(), test(part));
        let late_at = table.now.after(Span::from_seconds(seconds));
        assert_eq!(table.cabinet.outstanding().wake_at, Some(late_at), "nothing else is waited for");
        table.now = late_at;
        let number = newest(&table, part).expect("it was begun").number;
        assert_eq!(table.wake()[..1], [ended(number, part, TestEnd::TimedOut)]);
        assert_eq!(table.views().cabinet.hold, None);
    }
}

#[test]
fn the_doors_and_the_lamp_of_the_terms_are_tested_and_what_was_seen_is_kept() {
    let housing = Some(Housing { doors: vec!["front".into(), "drop".into()], has_lamp: true });
    let mut table = Table::open();
    table.refused(attendant(), test(TestedPart::Door(1)), Refusal::PartUnknown);
    table.refused(attendant(), test(TestedPart::Lamp), Refusal::PartUnknown);
    let terms = Terms { housing, ..table.cabinet.terms().clone() };
    table.event(Event::Terms { terms: terms.to_bytes() });
    let [first, second, lamp] = [TestedPart::Door(1), TestedPart::Door(2), TestedPart::Lamp];
    assert_eq!(offered(&table)[5..], [first, second, lamp]);
    let names = table.views().official.self_tests.into_iter().map(|part| part.name);
    assert_eq!(names.collect::<Vec<_>>()[5..], [Some("front".into()), Some("drop".into()), None]);
    for unknown in [TestedPart::Door(0), TestedPart::Door(3)] {
        table.refused(attendant(), test(unknown), Refusal::PartUnknown);
    }
    assert_eq!(table.done(attendant(), test(second)), [begun(1, second), held()]);
    assert_eq!(table.cabinet.house_test(), Some((1, second)));
    let findings = vec![Finding { code: FaultCode::DoorSwitch, detail: "no change".into() }];
    let facts = table.event(Event::SelfTested { number: 1, findings: findings.clone(), seen: None });
    assert_eq!(facts, [ended(1, second, TestEnd::Done(findings)), Fact::Resumed]);
    table.done(attendant(), test(lamp));
    table.event(Event::SelfTested { number: 2, findings: vec![], seen: Some("six levels".into()) });
    let restored = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("a checkpoint");
    assert_eq!(restored, table.cabinet);
    assert_eq!(newest(&table, lamp).and_then(|test| test.seen), Some("six levels".into()));
}

#[test]
fn a_door_may_be_tested_for_a_minute_and_a_half() {
    let mut table = Table::open();
    let terms = Terms { housing: Some(Housing { doors: vec!["front".into()], has_lamp: false }), ..table.cabinet.terms().clone() };
    table.event(Event::Terms { terms: terms.to_bytes() });
    table.done(player(), place(&[straight(17, 10)]));
    table.refused(attendant(), test(TestedPart::Door(1)), Refusal::RoundUnderWay);
    table.done(player(), Order::Clear);
    table.done(attendant(), test(TestedPart::Door(1)));
    assert_eq!(table.cabinet.outstanding().wake_at, Some(table.now.after(Span::from_seconds(90))));
}

#[test]
fn a_start_interrupts_a_test_and_nothing_of_it_is_left() {
    let mut table = Table::open();
    table.done(attendant(), test(TestedPart::Wheel));
    let bytes = table.cabinet.to_bytes();
    table.cabinet = Cabinet::from_bytes(&bytes).expect("a checkpoint");
    let facts =
        table.event(Event::Started { version: "2".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None });
    assert_eq!(facts[0], ended(1, TestedPart::Wheel, TestEnd::Interrupted));
    table.wheel(None, WheelHappening::Opened);
    assert_eq!((table.views().cabinet.hold, table.cabinet.outstanding().wheel), (None, WheelWish::Ready));
}
