//! What an attendant can do at the wheel's table while a fault holds it that ends by itself and does not.

use super::*;

/// A ball is wanted, and the launch has stalled.
fn stalled() -> Table {
    let mut table = Table::open();
    table.wake();
    table.wheel(Some(1), WheelHappening::Fault { code: FaultCode::Stalled, detail: "state 2".into() });
    assert_eq!((table.cabinet.outstanding().wheel, held_by(&table)), (WheelWish::Launch(1), Some(FaultCode::Stalled)));
    table
}

/// The ball fell on a wheel on bare lines, and of its rotor two faults stand. The one is over by itself, but only after somebody has looked because
/// of the other.
fn broken() -> Table {
    let mut table = Table::open();
    table.wake();
    table.wheel(Some(1), WheelHappening::BallLaunched);
    table.wheel(Some(1), WheelHappening::NoMoreBets);
    for code in [FaultCode::RotorEncoder, FaultCode::RotorIndexAgainstEncoder] {
        table.wheel(Some(1), WheelHappening::Fault { code, detail: "it was seen".into() });
    }
    assert_eq!((table.cabinet.outstanding().wheel, held_by(&table)), (WheelWish::Void, Some(FaultCode::RotorEncoder)));
    table
}

fn held_by(table: &Table) -> Option<FaultCode> {
    table.views().cabinet.hold.and_then(|hold| hold.fault)
}

fn hold() -> Order {
    Order::Hold { reason: "I look".into() }
}

fn void() -> Order {
    Order::Void { reason: "the wheel".into() }
}

/// The wheel says that these faults are over: nothing holds the table, and the next round is opened.
#[track_caller]
fn check_next_round(table: &mut Table, codes: &[FaultCode]) {
    for code in codes {
        table.wheel(None, WheelHappening::FaultCleared(*code));
    }
    assert_eq!(table.views().cabinet.hold, None);
    table.wake();
    let cabinet = table.views().cabinet;
    assert_eq!((cabinet.phase, cabinet.round), (PhaseView::Open, 2));
}

#[test]
fn a_launch_that_stalled_is_asked_for_anew_by_an_attendant_who_holds_the_table_and_lets_it_go_on() {
    let mut table = stalled();
    table.refused(attendant(), Order::Resume(Resumption::Continue), Refusal::WrongPhase);
    table.done(attendant(), hold());
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::Ready);
    table.refused(attendant(), Order::Resume(Resumption::Respin), Refusal::WrongPhase);
    table.done(attendant(), Order::Resume(Resumption::Continue));
    assert_eq!((table.cabinet.outstanding().wheel, held_by(&table)), (WheelWish::Launch(2), Some(FaultCode::Stalled)));
    table.wheel(None, WheelHappening::FaultCleared(FaultCode::Stalled));
    table.wheel(Some(2), WheelHappening::BallLaunched);
    assert_eq!(table.views().cabinet.phase, PhaseView::BallRunning);
}

#[test]
fn a_round_whose_launch_stalled_may_be_voided_and_no_ball_is_wanted_until_the_wheel_says_that_it_is_over() {
    let mut table = stalled();
    table.done(attendant(), void());
    assert_eq!((table.cabinet.outstanding().wheel, held_by(&table)), (WheelWish::Ready, Some(FaultCode::Stalled)));
    // Only the wheel can end the hold now.
    table.refused(attendant(), Order::Resume(Resumption::Continue), Refusal::WrongPhase);
    table.done(attendant(), hold());
    table.done(attendant(), Order::Resume(Resumption::Continue));
    assert_eq!((table.cabinet.outstanding().wheel, held_by(&table)), (WheelWish::Ready, Some(FaultCode::Stalled)));
    check_next_round(&mut table, &[FaultCode::Stalled]);
}

#[test]
fn a_spin_that_two_faults_of_the_rotor_broke_is_spun_again_only_when_one_of_them_is_over() {
    let mut table = broken();
    for how in [Resumption::Respin, Resumption::Continue] {
        table.refused(attendant(), Order::Resume(how), Refusal::TableHeld);
    }
    table.done(attendant(), hold());
    table.refused(attendant(), Order::Resume(Resumption::Respin), Refusal::TableHeld);
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::Void, "nothing tells the wheel that somebody has looked");
    table.wheel(None, WheelHappening::FaultCleared(FaultCode::RotorEncoder));
    table.done(attendant(), Order::Resume(Resumption::Respin));
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::Launch(2));
}

#[test]
fn a_round_that_two_faults_of_the_rotor_broke_may_be_voided_which_tells_the_wheel_that_somebody_has_looked() {
    let codes = [FaultCode::RotorEncoder, FaultCode::RotorIndexAgainstEncoder];
    let mut table = broken();
    table.done(attendant(), void());
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::Ready);
    check_next_round(&mut table, &codes);
    let mut table = broken();
    table.done(attendant(), hold());
    table.done(attendant(), void());
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::Void);
    table.done(attendant(), Order::Resume(Resumption::Continue));
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::Ready);
    check_next_round(&mut table, &codes);
}

#[test]
fn a_start_of_the_program_ends_a_fault_that_ends_by_itself_until_the_wheel_says_it_again() {
    for mut table in [stalled(), broken()] {
        table.event(Event::Started { version: "1".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None });
        table.wheel(None, WheelHappening::Opened);
        assert_eq!(table.views().cabinet.hold, None);
    }
}
