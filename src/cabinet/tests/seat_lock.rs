//! Seats that attendants have locked: what they may not do, what is played to its end, and who locks and unlocks them.

use super::*;
use crate::model::{CallReason, SeatLock};

fn lock(number: u8) -> Order {
    Order::LockSeat { seat: seat(number), reason: "He is not well.".into() }
}

fn unlock(number: u8) -> Order {
    Order::UnlockSeat { seat: seat(number) }
}

/// Seat 1 has 1000, and an attendant has locked it.
fn locked() -> Table {
    let mut table = Table::open();
    table.done(attendant(), lock(1));
    table
}

/// Which seats are shown to be locked; each seat is shown its own lock and no other.
fn shown(table: &Table) -> Vec<u8> {
    let views = table.views();
    for view in &views.seats {
        assert_eq!(view.is_locked, views.official.seat_locks.iter().any(|lock| lock.seat == view.seat), "seat {}", view.seat);
    }
    views.official.seat_locks.iter().map(|lock| lock.seat.number()).collect()
}

#[test]
fn a_locked_seat_stakes_nothing_anew_and_others_do() {
    let mut table = Table::open();
    table.done(player(), place(&[straight(17, 10)]));
    table.done(attendant(), lock(1));
    for order in [place(&[straight(17, 10)]), Order::Repeat, Order::Double] {
        table.refused(player(), order, Refusal::SeatLocked);
    }
    table.done(attendant(), Order::CreditIn { seat: seat(2), amount: Money::from_minor(100) });
    table.done(Who::Seat(seat(2)), place(&[straight(17, 10)]));
    table.done(attendant(), unlock(1));
    table.done(player(), Order::Double);
}

#[test]
fn a_bet_that_lies_is_settled() {
    let mut table = Table::open();
    table.done(player(), place(&[straight(17, 10)]));
    table.done(attendant(), lock(1));
    table.spin_to(17);
    assert_eq!(table.credit(), 1_350);
    while table.views().cabinet.phase != PhaseView::Open {
        table.wake();
    }
    table.refused(player(), Order::Repeat, Refusal::SeatLocked);
}

#[test]
fn a_bet_that_lies_may_be_taken_back() {
    let mut table = Table::open();
    table.done(player(), place(&[straight(17, 10)]));
    table.done(attendant(), lock(1));
    table.done(player(), Order::Undo);
    assert_eq!(table.credit(), 1_000);
}

#[test]
fn it_is_told_and_shown_with_who_and_why() {
    let mut table = Table::open();
    assert_eq!(table.done(attendant(), lock(2)), [Fact::SeatLocked { seat: seat(2) }]);
    let since = table.now;
    table.now = table.now.after(Span::from_milliseconds(1));
    table.done(attendant(), lock(1));
    assert_eq!(shown(&table), [2, 1]);
    let first = SeatLock { seat: seat(2), by: "Anna".into(), reason: "He is not well.".into(), since };
    assert_eq!(table.views().official.seat_locks[0], first);
    assert_eq!(table.done(attendant(), unlock(2)), [Fact::SeatUnlocked { seat: seat(2) }]);
    assert_eq!(shown(&table), [1]);
}

#[test]
fn a_seat_is_locked_once_and_unlocked_once() {
    let mut table = Table::open();
    table.refused(attendant(), unlock(1), Refusal::SeatNotLocked);
    table.done(attendant(), lock(1));
    table.refused(attendant(), lock(1), Refusal::SeatLocked);
    table.refused(attendant(), unlock(2), Refusal::SeatNotLocked);
    table.done(attendant(), unlock(1));
    table.refused(attendant(), unlock(1), Refusal::SeatNotLocked);
}

#[test]
fn a_lock_needs_a_reason_on_one_line() {
    let mut table = Table::open();
    for reason in ["", "  ", "two\nlines", &"x".repeat(Order::NOTE_MOST + 1)] {
        table.refused(attendant(), Order::LockSeat { seat: seat(1), reason: reason.into() }, Refusal::NoteUnfit);
    }
    table.done(attendant(), Order::LockSeat { seat: seat(1), reason: "x".repeat(Order::NOTE_MOST) });
}

#[test]
fn a_player_locks_and_unlocks_nothing() {
    let mut table = locked();
    table.refused(player(), unlock(1), Refusal::NotEntitled);
    table.refused(player(), lock(2), Refusal::NotEntitled);
}

#[test]
fn its_credit_is_paid_out_and_it_calls_an_attendant() {
    let mut table = locked();
    table.done(player(), Order::CallAttendant(CallReason::CashOut));
    table.done(attendant(), Order::CreditOut { seat: seat(1), amount: None });
    assert_eq!((table.credit(), shown(&table)), (0, vec![1]));
}

#[test]
fn a_restart_keeps_it() {
    let mut table = locked();
    let restored = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("it was just written");
    assert_eq!(restored, table.cabinet);
    table.cabinet = restored;
    table.event(Event::Started { version: "1".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None });
    table.wheel(None, WheelHappening::Opened);
    assert_eq!(shown(&table), [1]);
    table.refused(player(), place(&[straight(17, 10)]), Refusal::SeatLocked);
}
