//! The wheel's rest: when an idle wheel stands still, what wakes it, and that nothing else changes.

use super::*;
use crate::cabinet::{WheelRest, WokenBy};
use crate::games::roulette::Countdown;

/// Betting is open, nobody has credit, and the wheel rests after two empty rounds.
fn resting_after_two(countdown: Countdown, woken_by: WokenBy) -> Table {
    let mut rules = example::rules();
    rules.round.countdown = countdown;
    let terms = Terms { wheel_rest: Some(WheelRest { after_empty_rounds: 2, woken_by }), ..terms(rules) };
    let what = What::Event(Event::Terms { terms: terms.to_bytes() });
    let (cabinet, _) = Cabinet::begin(&Input { number: 1, at: START, what }).expect("the terms can be read");
    let mut table = Table { cabinet, now: START };
    table.wheel(None, WheelHappening::Opened);
    table
}

/// The round is spun to its end, and the next one is open.
fn play_round(table: &mut Table) {
    table.spin_to(17);
    while table.views().cabinet.phase != PhaseView::Open {
        table.wake();
    }
}

/// The wheel rests, and has said that it is off.
#[track_caller]
fn rest(table: &mut Table) {
    play_round(table);
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::Ready, "one empty round is not enough");
    play_round(table);
    check_rests(table);
    assert_eq!(table.wheel(None, WheelHappening::Closed), [], "nothing happens to the table");
    check_rests(table);
}

#[track_caller]
fn check_rests(table: &Table) {
    let (outstanding, cabinet) = (table.cabinet.outstanding(), table.views().cabinet);
    assert_eq!((outstanding.wheel, outstanding.wake_at), (WheelWish::Off, None));
    assert_eq!((cabinet.phase, cabinet.betting_open, cabinet.wheel_rests, cabinet.ends_at), (PhaseView::Open, true, true, None));
    assert_eq!(cabinet.hold, None);
}

/// The wheel was called, and the countdown runs.
#[track_caller]
fn check_woken(table: &mut Table) {
    let cabinet = table.views().cabinet;
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::Ready);
    assert_eq!((cabinet.phase, cabinet.betting_open, cabinet.wheel_rests, cabinet.hold), (PhaseView::Open, true, false, None));
    assert!(cabinet.ends_at.is_some());
    assert_eq!(table.wheel(None, WheelHappening::Opened), []);
    play_round(table);
    assert!(!table.views().cabinet.wheel_rests);
}

fn credit(table: &mut Table) {
    table.done(attendant(), Order::CreditIn { seat: seat(1), amount: Money::from_minor(1_000) });
}

#[test]
fn a_wheel_rests_after_so_many_rounds_without_a_bet_and_a_bet_wakes_it() {
    let mut table = resting_after_two(Countdown::Always, WokenBy::Bet);
    rest(&mut table);
    credit(&mut table);
    check_rests(&table);
    table.done(player(), place(&[straight(17, 10)]));
    check_woken(&mut table);
    assert_eq!(table.credit(), 1_350, "the bet was played");
}

#[test]
fn credit_wakes_it_where_the_house_says_so() {
    let mut table = resting_after_two(Countdown::Always, WokenBy::Credit);
    rest(&mut table);
    credit(&mut table);
    check_woken(&mut table);
}

#[test]
fn a_round_with_a_bet_begins_the_count_anew() {
    let mut table = resting_after_two(Countdown::Always, WokenBy::Bet);
    credit(&mut table);
    play_round(&mut table);
    table.done(player(), place(&[straight(3, 10)]));
    play_round(&mut table);
    play_round(&mut table);
    assert!(!table.views().cabinet.wheel_rests);
    play_round(&mut table);
    check_rests(&table);
}

#[test]
fn where_the_countdown_waits_for_a_bet_the_time_of_two_rounds_has_to_pass() {
    let mut table = resting_after_two(Countdown::FromFirstBet, WokenBy::Bet);
    credit(&mut table);
    let seconds = u64::from(2 * example::rules().round.betting_seconds);
    assert_eq!(table.cabinet.outstanding().wake_at, Some(START.after(Span::from_seconds(seconds))));
    assert_eq!(table.views().cabinet.ends_at, None, "nobody sees a countdown");
    assert_eq!(table.wake(), []);
    check_rests(&table);
    table.done(player(), place(&[straight(17, 10)]));
    check_woken(&mut table);
}

#[test]
fn a_fault_holds_a_table_whose_wheel_rests_and_the_rest_goes_on_after_it() {
    let mut table = resting_after_two(Countdown::Always, WokenBy::Bet);
    rest(&mut table);
    let code = FaultCode::DoorOpen;
    table.wheel(None, WheelHappening::Fault { code, detail: String::new() });
    assert_eq!(
        (table.views().cabinet.phase, table.cabinet.outstanding().wheel),
        (PhaseView::Held, WheelWish::Ready),
        "it may end in turning"
    );
    table.wheel(None, WheelHappening::Opened);
    assert_eq!(table.wheel(None, WheelHappening::FaultCleared(code)), [Fact::Resumed]);
    check_rests(&table);
}

#[test]
fn a_wheel_that_does_not_come_after_it_was_called_is_given_up_by_the_launch() {
    let mut table = resting_after_two(Countdown::Always, WokenBy::Bet);
    rest(&mut table);
    credit(&mut table);
    table.done(player(), place(&[straight(17, 10)]));
    table.wake();
    assert!(matches!(table.cabinet.outstanding().wheel, WheelWish::Launch(_)));
    table.wake();
    assert_eq!(table.views().cabinet.hold.and_then(|hold| hold.fault), Some(FaultCode::Stalled));
}

#[test]
fn a_start_of_the_program_wakes_it_and_begins_the_count_anew() {
    let mut table = resting_after_two(Countdown::Always, WokenBy::Bet);
    rest(&mut table);
    table.event(Event::Started {
        version: "a later one".into(),
        wall: None,
        unproved_after: None,
        practice: Event::PRACTICE,
        identity: None,
    });
    assert_eq!((table.cabinet.outstanding().wheel, table.views().cabinet.phase), (WheelWish::Ready, PhaseView::Held));
    table.wheel(None, WheelHappening::Opened);
    play_round(&mut table);
    assert!(!table.views().cabinet.wheel_rests);
}

#[test]
fn a_wheel_that_was_not_asked_to_rest_holds_the_table_when_it_is_off() {
    let mut table = resting_after_two(Countdown::Always, WokenBy::Bet);
    play_round(&mut table);
    table.wheel(None, WheelHappening::Closed);
    assert_eq!(table.views().cabinet.phase, PhaseView::Held);
}

#[test]
fn terms_without_a_rest_wake_it() {
    let mut table = resting_after_two(Countdown::Always, WokenBy::Bet);
    rest(&mut table);
    table.event(Event::Terms { terms: terms(example::rules()).to_bytes() });
    check_woken(&mut table);
}

#[test]
fn a_spin_that_was_called_off_is_no_cause_to_rest() {
    let mut table = resting_after_two(Countdown::FromFirstBet, WokenBy::Bet);
    credit(&mut table);
    table.done(player(), place(&[straight(17, 10)]));
    table.wake();
    let WheelWish::Launch(spin) = table.cabinet.outstanding().wheel else { panic!("the ball is wanted") };
    table.wheel(Some(spin), WheelHappening::BallLaunched);
    table.wheel(Some(spin), WheelHappening::NoSpin(NoSpinReason::TooFewLaps));
    assert_eq!(table.credit(), 1_000, "the stakes went back");
    table.wake();
    assert_eq!((table.cabinet.outstanding().wheel, table.views().cabinet.wheel_rests), (WheelWish::Ready, false), "the ball may run still");
}
