//! Which spin settled the newest round, and which record holds what it was proved by: what a start tells the wheel's driver.

use super::*;
use crate::model::Pocket;

/// What the wheel says of this spin, with raw lines.
fn proved(table: &mut Table, spin: u64, happening: WheelHappening) {
    table.event(Event::Wheel(WheelEvent { spin: Some(spin), happening, evidence: vec![1] }));
}

/// A ball is launched, runs until no more bets are taken, and ends like this.
fn spin(table: &mut Table, ends: WheelHappening) -> u64 {
    while !matches!(table.cabinet.outstanding().wheel, WheelWish::Launch(_)) {
        table.wake();
    }
    let WheelWish::Launch(spin) = table.cabinet.outstanding().wheel else { unreachable!("it was just seen") };
    table.wheel(Some(spin), WheelHappening::BallLaunched);
    table.wheel(Some(spin), WheelHappening::NoMoreBets);
    proved(table, spin, ends);
    spin
}

fn result() -> WheelHappening {
    WheelHappening::Result(Pocket::new(17).expect("a pocket"))
}

fn dispute() -> WheelHappening {
    WheelHappening::Fault { code: FaultCode::ResultDisputed, detail: "18 is shown".into() }
}

#[test]
fn a_result_stands_until_the_next_ball_runs() {
    let mut table = Table::open();
    assert_eq!(table.cabinet.settled_spin(), None);
    let first = spin(&mut table, result());
    let settled = Some((first, table.cabinet.number()));
    assert_eq!(table.cabinet.settled_spin(), settled);
    table.wake();
    assert_eq!((table.cabinet.round(), table.cabinet.settled_spin()), (2, settled), "the next round is open");
    table.wake();
    assert_eq!((table.cabinet.outstanding().wheel, table.cabinet.settled_spin()), (WheelWish::Launch(first + 1), settled));
    table.wheel(Some(first + 1), WheelHappening::BallLaunched);
    assert_eq!(table.cabinet.settled_spin(), None, "another number may fall at any moment");
    table.wheel(Some(first + 1), WheelHappening::NoMoreBets);
    proved(&mut table, first + 1, WheelHappening::NoSpin(NoSpinReason::BallLeftWheel));
    assert_eq!(table.cabinet.settled_spin(), None, "and it may have fallen somewhere");
    let third = spin(&mut table, result());
    assert_eq!(table.cabinet.settled_spin(), Some((third, table.cabinet.number())));
}

#[test]
fn what_disputes_a_result_is_newer_than_the_result() {
    let mut table = Table::open();
    let first = spin(&mut table, result());
    proved(&mut table, first, dispute());
    assert_eq!(table.cabinet.settled_spin(), Some((first, table.cabinet.number())), "the record is that of the dispute");
}

#[test]
fn a_round_that_was_voided_has_no_result() {
    let mut table = Table::open();
    spin(&mut table, dispute());
    table.done(attendant(), Order::Void { reason: "it is not known".into() });
    assert_eq!(table.cabinet.settled_spin(), None);
}
