//! Calls for an attendant: who waits and for what, and what ends it.

use super::*;
use crate::model::{AttendantCall, CallReason};

const fn call(reason: CallReason) -> Order {
    Order::CallAttendant(reason)
}

const fn answer(number: u32) -> Order {
    Order::AnswerCall { number }
}

fn pay_out(amount: Option<i64>) -> Order {
    Order::CreditOut { seat: seat(1), amount: amount.map(Money::from_minor) }
}

/// Who is shown to wait, and for what, longest first; each seat is shown its own call and no other.
fn waiting(table: &Table) -> Vec<(u8, CallReason)> {
    let views = table.views();
    for view in &views.seats {
        assert_eq!(view.attendant_call, views.official.attendant_calls.iter().find(|call| call.seat == view.seat).copied());
    }
    views.official.attendant_calls.iter().map(|call| (call.seat.number(), call.reason)).collect()
}

#[test]
fn a_seat_waits_from_its_call_until_an_attendant_has_come() {
    let mut table = Table::open();
    assert_eq!(waiting(&table), []);
    let facts = table.done(player(), call(CallReason::Help));
    assert_eq!(facts, [Fact::AttendantCalled { number: 1, seat: seat(1), reason: CallReason::Help }]);
    table.done(Who::Seat(seat(2)), call(CallReason::Help));
    assert_eq!(waiting(&table), [(1, CallReason::Help), (2, CallReason::Help)]);
    assert_eq!(table.done(attendant(), answer(1)), [Fact::CallEnded { number: 1, seat: seat(1) }]);
    assert_eq!(waiting(&table), [(2, CallReason::Help)]);
    // What is answered is one call: a seat that calls anew waits for another answer.
    table.done(player(), call(CallReason::Help));
    table.refused(attendant(), answer(1), Refusal::NoCall);
    assert_eq!(waiting(&table), [(2, CallReason::Help), (1, CallReason::Help)]);
}

#[test]
fn a_seat_that_calls_for_something_else_keeps_its_place_and_its_time() {
    let mut table = Table::open();
    table.done(player(), call(CallReason::Help));
    let since = table.views().official.attendant_calls[0].since;
    table.done(Who::Seat(seat(2)), call(CallReason::Help));
    table.now = table.now.after(Span::from_seconds(1));
    table.done(player(), call(CallReason::CashOut));
    let first = AttendantCall { number: 3, seat: seat(1), reason: CallReason::CashOut, since };
    assert_eq!(table.views().official.attendant_calls[0], first);
    table.refused(player(), call(CallReason::CashOut), Refusal::AlreadyCalled);
    table.refused(attendant(), answer(1), Refusal::NoCall);
    assert_eq!(waiting(&table), [(1, CallReason::CashOut), (2, CallReason::Help)]);
}

#[test]
fn a_player_need_not_wait() {
    let mut table = Table::open();
    table.refused(player(), Order::WithdrawCall, Refusal::NoCall);
    table.done(player(), call(CallReason::Help));
    table.refused(Who::Seat(seat(2)), Order::WithdrawCall, Refusal::NoCall);
    assert_eq!(table.done(player(), Order::WithdrawCall), [Fact::CallEnded { number: 1, seat: seat(1) }]);
    assert_eq!(waiting(&table), []);
}

#[test]
fn an_attendant_who_pays_out_the_whole_credit_has_come() {
    let check = |reason: CallReason, paid: &[Option<i64>], is_ended: bool| {
        let mut table = Table::open();
        table.done(player(), call(reason));
        let facts: Vec<Fact> = paid.iter().flat_map(|amount| table.done(attendant(), pay_out(*amount))).collect();
        assert_eq!(facts.contains(&Fact::CallEnded { number: 1, seat: seat(1) }), is_ended, "{reason:?} {paid:?}");
        assert_eq!(waiting(&table).is_empty(), is_ended, "{reason:?} {paid:?}");
    };
    check(CallReason::CashOut, &[None], true);
    check(CallReason::CashOut, &[Some(1_000)], true);
    check(CallReason::CashOut, &[Some(999)], false);
    check(CallReason::CashOut, &[Some(999), Some(1)], true);
    check(CallReason::Help, &[None], true);
    check(CallReason::Help, &[Some(999)], false);
}

#[test]
fn nobody_calls_for_a_credit_that_is_not_there() {
    let mut table = Table::open();
    table.refused(Who::Seat(seat(2)), call(CallReason::CashOut), Refusal::NoCredit);
    table.done(player(), place(&[straight(17, 1_000)]));
    table.refused(player(), call(CallReason::CashOut), Refusal::NoCredit);
}

#[test]
fn a_seat_calls_while_the_table_is_held() {
    let mut table = Table::open();
    table.done(attendant(), Order::Hold { reason: "a question".into() });
    table.done(player(), call(CallReason::Help));
    table.done(attendant(), answer(1));
    assert_eq!(waiting(&table), []);
}

#[test]
fn who_may_not_is_not_entitled() {
    let mut table = Table::open();
    table.refused(attendant(), call(CallReason::Help), Refusal::NotEntitled);
    table.refused(attendant(), Order::WithdrawCall, Refusal::NotEntitled);
    table.refused(player(), answer(1), Refusal::NotEntitled);
}

#[test]
fn a_call_outlives_a_checkpoint() {
    let mut table = Table::open();
    table.done(player(), call(CallReason::Help));
    assert_eq!(Cabinet::from_bytes(&table.cabinet.to_bytes()).as_ref(), Some(&table.cabinet));
}
