//! Hand pays: which wins wait for an attendant, what a seat may not do until then, and how each is paid.

use super::*;
use crate::model::{HandPay, HandPayment, MetersView, PastGame};

/// Betting is open, seat 1 has 1000, and wins of so much or more are paid by hand.
fn paying_from(least: Option<i64>) -> Table {
    let terms = Terms { hand_pay_from: least.map(Money::from_minor), ..terms(example::rules()) };
    let what = What::Event(Event::Terms { terms: terms.to_bytes() });
    let (cabinet, _) = Cabinet::begin(&Input { number: 1, at: START, what }).expect("the terms can be read");
    let mut table = Table { cabinet, now: START };
    table.wheel(None, WheelHappening::Opened);
    table.done(attendant(), Order::CreditIn { seat: seat(1), amount: Money::from_minor(1_000) });
    table
}

/// Seat 1 bets 10 on 17 and wins 350; then the next round is open.
fn won(least: i64) -> Table {
    let mut table = paying_from(Some(least));
    table.done(player(), place(&[straight(17, 10)]));
    table.spin_to(17);
    while table.views().cabinet.phase != PhaseView::Open {
        table.wake();
    }
    table
}

fn pays(number: u32, how: HandPayment) -> Order {
    Order::PayByHand { number, how }
}

fn meters(table: &Table) -> MetersView {
    table.views().official.seats[0].meters
}

#[test]
fn a_win_of_so_much_or_more_waits_for_an_attendant() {
    let check = |least: Option<i64>, expected: i64| {
        let mut table = paying_from(least);
        table.done(player(), place(&[straight(17, 10)]));
        let facts = table.spin_to(17);
        let due: Vec<&Fact> = facts.iter().filter(|fact| matches!(fact, Fact::HandPayDue { .. })).collect();
        assert_eq!(due.len(), usize::from(expected > 0), "{least:?}: {facts:?}");
        let views = table.views();
        assert_eq!((views.seats[0].credit.minor(), views.seats[0].hand_pay.minor()), (1_350 - expected, expected), "{least:?}");
        assert_eq!(views.official.hand_pays.len(), due.len());
    };
    check(None, 0);
    check(Some(351), 0);
    check(Some(350), 350);
    check(Some(1), 350);
}

#[test]
fn it_is_told_and_shown_with_its_game() {
    let mut table = paying_from(Some(350));
    table.done(player(), place(&[straight(17, 10)]));
    let facts = table.spin_to(17);
    let (game, amount) = (PastGame::Round(1), Money::from_minor(350));
    assert_eq!(facts.last(), Some(&Fact::HandPayDue { number: 1, seat: seat(1), game, amount }));
    assert_eq!(table.views().official.hand_pays, [HandPay { number: 1, seat: seat(1), game, amount, since: table.now }]);
    let before = meters(&table);
    assert_eq!((before.returned.minor(), before.hand_paid.minor()), (360, 0), "the round is settled as it always is");
}

#[test]
fn a_seat_that_waits_stakes_nothing_more_and_others_do() {
    let mut table = won(350);
    for order in [place(&[straight(17, 10)]), Order::Repeat, Order::Double] {
        table.refused(player(), order, Refusal::HandPayWaits);
    }
    table.done(attendant(), Order::CreditIn { seat: seat(2), amount: Money::from_minor(100) });
    table.done(Who::Seat(seat(2)), place(&[straight(17, 10)]));
    table.done(attendant(), pays(1, HandPayment::Credit));
    table.done(player(), place(&[straight(17, 10)]));
}

#[test]
fn paid_in_cash_it_leaves_the_cabinet() {
    let mut table = won(350);
    table.done(attendant(), Order::OpenShift { cash: Money::from_minor(500) });
    let facts = table.done(attendant(), pays(1, HandPayment::Cash));
    let amount = Money::from_minor(350);
    assert_eq!(facts, [Fact::HandPaid { number: 1, seat: seat(1), amount, how: HandPayment::Cash }]);
    let views = table.views();
    assert_eq!((views.seats[0].credit.minor(), views.seats[0].hand_pay.minor(), views.official.hand_pays.len()), (1_000, 0, 0));
    let now = meters(&table);
    assert_eq!((now.hand_paid.minor(), now.credit_out.minor(), now.attendant_payments), (350, 0, 1));
    assert_eq!(views.official.shift.map(|shift| shift.cash_expected.minor()), Some(150), "it comes out of the drawer");
    table.done(player(), place(&[straight(17, 10)]));
}

#[test]
fn put_on_the_credit_it_is_a_win_as_any_other() {
    let mut table = won(350);
    let before = meters(&table);
    let facts = table.done(attendant(), pays(1, HandPayment::Credit));
    assert_eq!(facts, [Fact::HandPaid { number: 1, seat: seat(1), amount: Money::from_minor(350), how: HandPayment::Credit }]);
    assert_eq!((table.credit(), meters(&table)), (1_350, before));
}

#[test]
fn what_does_not_wait_is_not_paid_and_nothing_is_paid_twice() {
    let mut table = won(350);
    table.refused(player(), pays(1, HandPayment::Cash), Refusal::NotEntitled);
    table.refused(attendant(), pays(0, HandPayment::Cash), Refusal::NoHandPay);
    table.refused(attendant(), pays(2, HandPayment::Credit), Refusal::NoHandPay);
    assert!(matches!(table.order(attendant(), Some("k"), pays(1, HandPayment::Cash)), Outcome::Done(_)));
    let number = table.cabinet.number();
    assert_eq!(table.order(attendant(), Some("k"), pays(1, HandPayment::Cash)), Outcome::Repeated { number });
    table.refused(attendant(), pays(1, HandPayment::Cash), Refusal::NoHandPay);
    table.refused(attendant(), pays(1, HandPayment::Credit), Refusal::NoHandPay);
}

#[test]
fn the_credit_beside_it_is_paid_out_and_bounded_with_it() {
    let mut table = won(350);
    table.refused(
        attendant(),
        Order::CreditIn { seat: seat(1), amount: Money::from_minor(1_000_000 - 1_350 + 1) },
        Refusal::AboveCreditMost,
    );
    table.done(attendant(), Order::CreditOut { seat: seat(1), amount: None });
    let views = table.views();
    assert_eq!((views.seats[0].credit.minor(), views.seats[0].hand_pay.minor()), (0, 350), "what waits is not in the credit");
}

#[test]
fn a_void_is_no_win() {
    let mut table = paying_from(Some(1));
    table.done(player(), place(&[straight(17, 10)]));
    table.done(attendant(), Order::Void { reason: "chip on the rotor".into() });
    assert_eq!((table.credit(), table.views().official.hand_pays.len()), (1_000, 0));
}

#[test]
fn a_checkpoint_keeps_what_waits_and_a_shift_holds_it() {
    let mut table = won(350);
    let restored = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("it was just written");
    assert_eq!(restored, table.cabinet);
    table.cabinet = restored;
    table.refused(player(), place(&[straight(17, 10)]), Refusal::HandPayWaits);
    table.done(attendant(), Order::OpenShift { cash: Money::ZERO });
    let facts = table.done(attendant(), Order::CloseShift { cash: Money::ZERO });
    let [Fact::ShiftClosed(report)] = &facts[..] else { panic!("{facts:?}") };
    assert_eq!(report.seats[0].holds.minor(), 1_350);
}
