//! Shifts: what an attendant has in his drawer against what the meters say.

use super::*;
use crate::model::{MetersView, ShiftReport};

fn open(table: &mut Table, cash: i64) -> Vec<Fact> {
    table.done(attendant(), Order::OpenShift { cash: Money::from_minor(cash) })
}

/// Closes the shift, and gives its report.
fn close(table: &mut Table, cash: i64) -> ShiftReport {
    let facts = table.done(attendant(), Order::CloseShift { cash: Money::from_minor(cash) });
    let [Fact::ShiftClosed(report)] = &facts[..] else { panic!("{facts:?}") };
    assert_eq!(table.views().official.shifts.first().map(|newest| &**newest), Some(report), "what was told is recalled");
    assert_eq!(table.views().official.shift, None, "no shift is open any more");
    report.clone()
}

fn pay_in(table: &mut Table, number: u8, amount: i64) {
    table.done(attendant(), Order::CreditIn { seat: seat(number), amount: Money::from_minor(amount) });
}

fn pay_out(table: &mut Table, number: u8, amount: i64) {
    table.done(attendant(), Order::CreditOut { seat: seat(number), amount: Some(Money::from_minor(amount)) });
}

/// Seat 1 bets 10 on 17, and the ball lies there.
fn win(table: &mut Table) {
    table.done(player(), Order::Place { bets: vec![straight(17, 10)] });
    table.spin_to(17);
}

/// Credit in, credit out, stakes and returns.
fn amounts(meters: &MetersView) -> [i64; 4] {
    [meters.credit_in, meters.credit_out, meters.staked, meters.returned].map(Money::minor)
}

#[test]
fn a_shift_tells_what_came_in_and_went_out_since_it_was_opened() {
    let mut table = Table::open();
    assert_eq!(open(&mut table, 500), [Fact::ShiftOpened { number: 1, cash: Money::from_minor(500) }]);
    pay_in(&mut table, 2, 300);
    win(&mut table);
    pay_out(&mut table, 1, 40);
    let shift = table.views().official.shift.expect("a shift is open");
    assert_eq!((shift.number, shift.opened_by.as_str(), shift.cash_at_open.minor(), shift.cash_expected.minor()), (1, "Anna", 500, 760));
    assert_eq!(amounts(&shift.meters), [300, 40, 10, 360], "the 1000 of before are none of its money");
    let report = close(&mut table, 750);
    assert_eq!((report.number, report.opened_by.as_str(), report.closed_by.as_str()), (1, "Anna", "Anna"));
    assert_eq!((report.opened_at, report.closed_at), (START, table.now));
    assert_eq!((report.cash_expected().minor(), report.cash_difference().minor()), (760, -10), "10 are missing");
    assert_eq!((amounts(&report.meters), report.meters.games, report.meters.attendant_payments), ([300, 40, 10, 360], 1, 1));
    let of_seats: Vec<([i64; 4], i64)> = report.seats.iter().map(|line| (amounts(&line.meters), line.holds.minor())).collect();
    let nothing = ([0; 4], 0);
    assert_eq!(of_seats, [([0, 40, 10, 360], 1_310), ([300, 0, 0, 0], 300), nothing, nothing, nothing, nothing]);
    assert_eq!(report.holds().minor(), 1_610);
}

#[test]
fn the_difference_is_what_was_counted_beyond_what_must_be_there() {
    let check = |at_open: i64, paid_in: i64, paid_out: i64, counted: i64, expected: i64, difference: i64| {
        let mut table = Table::open();
        open(&mut table, at_open);
        if paid_in > 0 {
            pay_in(&mut table, 1, paid_in);
        }
        if paid_out > 0 {
            pay_out(&mut table, 1, paid_out);
        }
        let report = close(&mut table, counted);
        assert_eq!((report.cash_expected().minor(), report.cash_difference().minor()), (expected, difference));
    };
    check(0, 0, 0, 0, 0, 0);
    check(500, 300, 100, 700, 700, 0);
    check(500, 300, 100, 720, 700, 20);
    check(500, 300, 100, 680, 700, -20);
    // More was paid out than was in the drawer: it came out of another pocket.
    check(100, 0, 400, 0, -300, 300);
    check(Money::MOST.minor(), 0, 0, 0, Money::MOST.minor(), -Money::MOST.minor());
}

#[test]
fn stakes_that_lie_are_held_by_their_seat() {
    let mut table = Table::open();
    open(&mut table, 0);
    table.done(player(), Order::Place { bets: vec![straight(17, 10)] });
    let report = close(&mut table, 0);
    assert_eq!((report.seats[0].holds.minor(), amounts(&report.meters)), (1_000, [0; 4]), "what lies is not settled yet");
}

#[test]
fn a_shift_is_refused_where_there_is_one_and_its_close_where_there_is_none() {
    let opens = |cash: i64| Order::OpenShift { cash: Money::from_minor(cash) };
    let closes = |cash: i64| Order::CloseShift { cash: Money::from_minor(cash) };
    let mut table = Table::open();
    table.refused(attendant(), closes(0), Refusal::NoShift);
    table.refused(player(), opens(0), Refusal::NotEntitled);
    table.refused(attendant(), opens(-1), Refusal::AmountNotPositive);
    table.refused(attendant(), opens(i64::MAX), Refusal::AboveMost);
    open(&mut table, 0);
    table.refused(attendant(), opens(0), Refusal::ShiftOpen);
    table.refused(player(), closes(0), Refusal::NotEntitled);
    table.refused(attendant(), closes(-1), Refusal::AmountNotPositive);
    table.refused(attendant(), closes(i64::MIN), Refusal::AmountNotPositive);
    table.refused(attendant(), closes(Money::MOST.minor() + 1), Refusal::AboveMost);
    close(&mut table, 0);
    table.refused(attendant(), closes(0), Refusal::NoShift);
}

#[test]
fn a_shift_waits_for_no_table_and_is_done_once_under_its_key() {
    let mut table = Table::open();
    table.done(attendant(), Order::Hold { reason: "a question".into() });
    let order = Order::OpenShift { cash: Money::ZERO };
    let first = table.order(attendant(), Some("k"), order.clone());
    assert!(matches!(first, Outcome::Done(_)), "{first:?}");
    let number = table.cabinet.number();
    assert_eq!(table.order(attendant(), Some("k"), order), Outcome::Repeated { number });
    assert_eq!(close(&mut table, 0).number, 1);
    assert_eq!(open(&mut table, 5), [Fact::ShiftOpened { number: 2, cash: Money::from_minor(5) }]);
}

#[test]
fn another_attendant_may_close_it() {
    let mut table = Table::open();
    open(&mut table, 0);
    let facts = table.done(Who::Attendant("Boris".into()), Order::CloseShift { cash: Money::ZERO });
    let [Fact::ShiftClosed(report)] = &facts[..] else { panic!("{facts:?}") };
    assert_eq!((report.opened_by.as_str(), report.closed_by.as_str()), ("Anna", "Boris"));
}

#[test]
fn times_are_those_of_the_wall_clock() {
    let mut table = Table::open();
    table.event(Event::WallClock { wall: START.after(Span::from_seconds(3_600)) });
    open(&mut table, 0);
    assert_eq!(close(&mut table, 0).opened_at, START.after(Span::from_seconds(3_600)));
}

#[test]
fn a_checkpoint_keeps_the_shifts() {
    let mut table = Table::open();
    open(&mut table, 500);
    close(&mut table, 490);
    open(&mut table, 490);
    pay_in(&mut table, 1, 7);
    let mut again = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("it was just written");
    assert_eq!(again, table.cabinet);
    again.keep_views();
    let official = again.views(again.rules_view().into()).official;
    assert_eq!(official.shift.map(|shift| (shift.number, shift.cash_expected.minor())), Some((2, 497)));
    assert_eq!(official.shifts.iter().map(|report| report.cash_difference().minor()).collect::<Vec<_>>(), [-10]);
}

#[test]
fn so_many_are_recalled() {
    let mut table = Table::open();
    for _ in 0..32 {
        open(&mut table, 0);
        close(&mut table, 0);
    }
    let recalled: Vec<u32> = table.views().official.shifts.iter().map(|report| report.number).collect();
    assert_eq!(recalled, (3..=32).rev().collect::<Vec<_>>(), "the newest first");
}
