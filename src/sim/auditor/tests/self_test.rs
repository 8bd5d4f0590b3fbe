//! Self-tests that nobody ordered, that ended as nobody said, or during which somebody played.

use super::*;
use crate::model::{Finding, TestEnd, TestedPart};

const SECOND: u64 = 1_000_000;

/// Enters each input at its second; the first objection, nothing where there is none.
#[track_caller]
fn check(steps: &[(u64, What, Vec<Fact>)], objection: &str) {
    let mut book = book(&[]);
    let enter = |(at, what, facts): &(u64, What, Vec<Fact>)| {
        let input = Input { number: 9, at: Timestamp::from_microseconds(at * SECOND), what: what.clone() };
        book.enter(&input, facts).map_err(|objection| objection.objection)
    };
    match steps.iter().try_for_each(enter) {
        Ok(()) => assert_eq!(objection, ""),
        Err(said) => assert!(!objection.is_empty() && said.contains(objection), "{said}"),
    }
}

fn orders(part: TestedPart) -> What {
    by_attendant(Order::SelfTest(part))
}

fn begun(number: u32, part: TestedPart) -> Vec<Fact> {
    vec![Fact::SelfTestBegun { number, part }]
}

fn ended(number: u32, part: TestedPart, end: TestEnd) -> Vec<Fact> {
    vec![Fact::SelfTestEnded { number, part, end }]
}

fn of_wheel(number: u32, findings: Vec<Finding>) -> What {
    What::Event(Event::Wheel(WheelEvent { spin: None, happening: WheelHappening::SelfTested { number, findings }, evidence: Vec::new() }))
}

fn of_house(number: u32) -> What {
    What::Event(Event::SelfTested { number, findings: Vec::new(), seen: None })
}

#[test]
fn a_self_test_is_ordered_and_ends_as_its_part_says() {
    use TestedPart::{Disk, Wheel};
    let found = || vec![Finding { code: crate::model::FaultCode::Sensor, detail: "21".into() }];
    let wheel_begins = || (1, orders(Wheel), begun(1, Wheel));
    let disk_begins = || (1, orders(Disk), begun(1, Disk));
    check(&[wheel_begins(), (9, of_wheel(1, found()), ended(1, Wheel, TestEnd::Done(found())))], "");
    check(&[disk_begins(), (2, of_house(1), ended(1, Disk, TestEnd::Done(vec![]))), (3, orders(Wheel), begun(2, Wheel))], "");
    check(&[(1, place(&[]), begun(1, Wheel))], "nobody ordered this self-test");
    check(&[(1, orders(Disk), begun(1, Wheel))], "nobody ordered this self-test");
    check(&[(1, orders(Wheel), vec![])], "did not do what it is for");
    check(&[(1, orders(Wheel), begun(2, Wheel))], "numbered without a gap");
    check(&[wheel_begins(), (2, orders(Disk), begun(2, Disk))], "two self-tests run at once");
    check(&[(1, of_wheel(1, vec![]), ended(1, Wheel, TestEnd::Done(vec![])))], "ended that did not run");
    check(&[wheel_begins(), (9, of_wheel(1, found()), ended(1, Wheel, TestEnd::Done(vec![])))], "ended as nobody said");
    check(&[wheel_begins(), (9, of_house(1), ended(1, Wheel, TestEnd::Done(vec![])))], "ended as nobody said");
    check(&[disk_begins(), (9, of_wheel(1, vec![]), ended(1, Disk, TestEnd::Done(vec![])))], "ended as nobody said");
    check(&[disk_begins(), (9, of_house(2), ended(1, Disk, TestEnd::Done(vec![])))], "ended as nobody said");
    check(&[disk_begins(), (9, of_house(1), ended(2, Disk, TestEnd::Done(vec![])))], "another self-test ended than ran");
}

#[test]
fn a_self_test_is_given_up_at_its_time_and_interrupted_by_a_start() {
    use TestedPart::{Disk, Door, Wheel};
    let wake = || What::Event(Event::Wake);
    let start =
        || What::Event(Event::Started { version: "2".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None });
    let given_up = |part, at| (at, wake(), ended(1, part, TestEnd::TimedOut));
    let begins = |part| (1, orders(part), begun(1, part));
    check(&[begins(Disk), given_up(Disk, 61)], "");
    check(&[begins(Disk), given_up(Disk, 60)], "ended as nobody said");
    check(&[begins(Door(2)), given_up(Door(2), 91)], "");
    check(&[begins(Door(2)), given_up(Door(2), 90)], "ended as nobody said");
    check(&[begins(Wheel), given_up(Wheel, 421)], "");
    check(&[begins(Wheel), given_up(Wheel, 420)], "ended as nobody said");
    check(&[begins(Disk), (70, of_house(1), ended(1, Disk, TestEnd::TimedOut))], "ended as nobody said");
    check(&[begins(Disk), (9, start(), ended(1, Disk, TestEnd::Interrupted))], "");
    check(&[begins(Disk), (9, wake(), ended(1, Disk, TestEnd::Interrupted))], "ended as nobody said");
    check(&[begins(Disk), (9, start(), vec![])], "outlived the program");
    check(&[begins(Disk), (61, wake(), vec![])], "goes on after its time");
    check(&[begins(Disk), (9, of_house(1), vec![])], "its test goes on");
    check(&[begins(Wheel), (9, of_wheel(1, vec![]), vec![])], "its test goes on");
}

#[test]
fn an_attendant_who_holds_the_table_calls_the_test_of_its_device_off() {
    use TestedPart::{Disk, Wheel};
    let hold = || by_attendant(Order::Hold { reason: "x".into() });
    let begins = |part| (1, orders(part), begun(1, part));
    let called_off = |part| ended(1, part, TestEnd::CalledOff);
    check(&[begins(Wheel), (9, hold(), called_off(Wheel))], "");
    check(&[begins(Wheel), (9, hold(), vec![])], "somebody may have a hand in it");
    check(&[begins(Wheel), (9, What::Event(Event::Wake), called_off(Wheel))], "ended as nobody said");
    check(&[begins(Disk), (9, hold(), called_off(Disk))], "ended as nobody said");
    check(&[begins(Disk), (9, hold(), vec![])], "");
}

#[test]
fn nobody_plays_at_what_is_tested() {
    use TestedPart::{CardSource, Disk, Wheel};
    let stake = stake("red", None, 10);
    let bets = || (2, place(&[stake]), vec![placed(&[stake])]);
    for part in [Wheel, Disk] {
        check(&[(1, orders(part), begun(1, part)), bets()], "played while it stood still for a self-test");
        check(&[bets(), (3, orders(part), begun(1, part))], "played while it stood still for a self-test");
    }
    let of_cards = CardSource(crate::model::TableNumber(1));
    check(&[(1, orders(of_cards), begun(1, of_cards)), bets()], "");
}
