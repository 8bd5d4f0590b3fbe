//! What was refused under a key stays refused under it, for as long as keys are remembered.

use super::*;

fn pays() -> Order {
    Order::CreditOut { seat: seat(2), amount: Some(Money::from_minor(5)) }
}

impl Table {
    fn ask(&mut self, key: &str, order: Order) -> Outcome {
        self.order(attendant(), Some(key), order)
    }

    /// The order is refused, and that is recorded.
    fn record_refused(&mut self, key: &str, order: Order, refusal: Refusal) {
        assert_eq!(self.ask(key, order.clone()), Outcome::Refused(refusal));
        let command = Command { who: attendant(), key: Some(key.into()), round: None, order };
        assert!(self.event(Event::OrderRefused { command, refusal, stays: true }).is_empty(), "nothing else came of it");
    }

    /// The table is held so many times, each under a key of its own, and let go.
    fn hold_often(&mut self, count: usize) {
        for _ in 0..count {
            let key = alloc::format!("held-{}", self.cabinet.number());
            let outcome = self.ask(&key, Order::Hold { reason: "a look".into() });
            assert!(matches!(outcome, Outcome::Done(_)), "{key}: {outcome:?}");
            self.done(attendant(), Order::Resume(Resumption::Continue));
        }
    }

    fn put_in(&mut self) {
        self.done(attendant(), Order::CreditIn { seat: seat(2), amount: Money::from_minor(100_000) });
    }
}

#[test]
fn a_refused_order_is_refused_again_when_it_could_be_done_also_from_a_checkpoint() {
    let mut table = Table::open();
    table.record_refused("out", pays(), Refusal::CreditTooSmall);
    table.record_refused("resume", Order::Resume(Resumption::Continue), Refusal::WrongPhase);
    table.put_in();
    table.done(attendant(), Order::Hold { reason: "a look".into() });
    table.cabinet = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("a checkpoint");
    assert_eq!(table.ask("out", pays()), Outcome::Refused(Refusal::CreditTooSmall));
    assert_eq!(table.ask("resume", Order::Resume(Resumption::Continue)), Outcome::Refused(Refusal::WrongPhase));
    assert_eq!(table.ask("out", Order::CreditOut { seat: seat(2), amount: None }), Outcome::Refused(Refusal::KeyReused));
    assert!(matches!(table.order(Who::Attendant("Boris".into()), Some("out"), pays()), Outcome::Done(_)), "another person's key");
}

#[test]
fn the_first_answer_under_a_key_stands() {
    let mut table = Table::open();
    table.put_in();
    let Outcome::Done(_) = table.ask("out", pays()) else { panic!("there is credit") };
    let number = table.cabinet.number();
    let command = Command { who: attendant(), key: Some("out".into()), round: None, order: pays() };
    table.event(Event::OrderRefused { command, refusal: Refusal::OutOfService, stays: true });
    assert_eq!(table.ask("out", pays()), Outcome::Repeated { number });
}

#[test]
fn a_refused_payment_takes_the_place_of_a_payment_so_that_none_is_carried_out_once_forgotten() {
    let mut table = Table::open();
    table.event(Event::Started { version: "1".into(), wall: Some(START), unproved_after: None, practice: Event::PRACTICE, identity: None });
    for key in 0..2_049 {
        table.record_refused(&alloc::format!("{key}"), pays(), Refusal::CreditTooSmall);
    }
    table.put_in();
    assert_eq!(table.ask("0", pays()), Outcome::Refused(Refusal::KeyForgotten));
    assert_eq!(table.ask("1", pays()), Outcome::Refused(Refusal::CreditTooSmall));
    let newest = alloc::format!("after-{}.new", table.cabinet.number());
    assert!(matches!(table.ask(&newest, pays()), Outcome::Done(_)));
}

#[test]
fn a_refused_order_that_is_no_payment_is_not_carried_out_once_forgotten_either() {
    let mut table = Table::open();
    let resume = || Order::Resume(Resumption::Continue);
    table.record_refused("resume", resume(), Refusal::WrongPhase);
    table.hold_often(255);
    assert_eq!(table.ask("resume", resume()), Outcome::Refused(Refusal::WrongPhase), "it is remembered");
    table.hold_often(1);
    let forgotten = table.cabinet.number();
    table.cabinet = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("a checkpoint");
    assert_eq!(table.ask("resume", resume()), Outcome::Refused(Refusal::KeyForgotten));
    assert_eq!(table.ask("new", resume()), Outcome::Refused(Refusal::KeyForgotten), "it could be an old one");
    assert_eq!(table.ask("after-2.old", resume()), Outcome::Refused(Refusal::KeyForgotten));
    assert!(matches!(table.order(Who::Attendant("Boris".into()), Some("resume"), Order::Hold { reason: "why".into() }), Outcome::Done(_)));
    assert!(matches!(table.ask(&alloc::format!("after-{forgotten}.new"), resume()), Outcome::Done(_)));
}

#[test]
fn what_an_older_release_recorded_as_refused_is_carried_out_once_forgotten_as_it_was_there() {
    let mut table = Table::open();
    let command = Command { who: attendant(), key: Some("resume".into()), round: None, order: Order::Resume(Resumption::Continue) };
    table.event(Event::OrderRefused { command, refusal: Refusal::WrongPhase, stays: false });
    table.hold_often(256);
    table.done(attendant(), Order::Hold { reason: "a look".into() });
    assert!(matches!(table.ask("resume", Order::Resume(Resumption::Continue)), Outcome::Done(_)));
}
