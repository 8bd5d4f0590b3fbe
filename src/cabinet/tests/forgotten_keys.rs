//! The memory of keys is bounded: what comes under a key that may have been forgotten is never done twice.

use super::*;

fn pay() -> Order {
    Order::CreditIn { seat: seat(2), amount: Money::from_minor(1) }
}

/// A table at which this release has started, and betting is open.
fn table() -> Table {
    table_of(Event::PRACTICE)
}

/// The same of a release that decided by this practice.
fn table_of(practice: u16) -> Table {
    let mut table = Table::open();
    table.event(Event::Started { version: "1".into(), wall: Some(START), unproved_after: None, practice, identity: None });
    table.wheel(None, WheelHappening::Opened);
    table
}

impl Table {
    fn send(&mut self, who: &Who, key: &str, round: Option<u64>, order: &Order) -> Outcome {
        self.order_in(round, who.clone(), Some(key), order.clone())
    }

    /// So many orders, each under a key of its own: its number.
    #[track_caller]
    fn send_many(&mut self, who: &Who, round: Option<u64>, order: &Order, count: usize) {
        for key in 0..count {
            let outcome = self.send(who, &alloc::format!("{key}"), round, order);
            assert!(matches!(outcome, Outcome::Done(_)), "{key}: {outcome:?}");
        }
    }

    fn restore(&mut self) {
        self.cabinet = Cabinet::from_bytes(&self.cabinet.to_bytes()).expect("a checkpoint");
    }
}

#[track_caller]
fn refused(outcome: Outcome) {
    assert_eq!(outcome, Outcome::Refused(Refusal::KeyForgotten));
}

#[track_caller]
fn done(outcome: Outcome) {
    assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
}

#[test]
fn a_payment_is_never_carried_out_twice_however_many_came_since() {
    let mut table = table();
    table.send_many(&attendant(), None, &pay(), 2_048);
    assert!(matches!(table.send(&attendant(), "0", None, &pay()), Outcome::Repeated { .. }));
    done(table.send(&attendant(), "the one too many", None, &pay()));
    let forgotten = table.cabinet.number();
    table.restore();
    let credit = table.views().seats[1].credit;
    refused(table.send(&attendant(), "0", None, &pay()));
    // The round says nothing of a payment: it may be sent again days later.
    refused(table.send(&attendant(), "0", Some(1), &pay()));
    assert_eq!(table.views().seats[1].credit, credit);
    // A new key that does not say after what it was made could be an old one.
    refused(table.send(&attendant(), "new", None, &pay()));
    refused(table.send(&attendant(), "after-2.old", None, &pay()));
    refused(table.send(&attendant(), &alloc::format!("after-{}.future", forgotten + 1), None, &pay()));
    done(table.send(&attendant(), &alloc::format!("after-{forgotten}.new"), None, &pay()));
    done(table.send(&Who::Attendant("Boris".into()), "0", None, &pay()));
}

#[test]
fn a_stake_is_not_laid_twice_in_the_round_that_it_names() {
    let mut table = table();
    let bet = place(&[straight(1, 1)]);
    table.send_many(&player(), Some(1), &bet, 257);
    refused(table.send(&player(), "0", Some(1), &bet));
    refused(table.send(&player(), "new", Some(1), &bet));
    let seen = table.cabinet.number();
    done(table.send(&player(), &alloc::format!("after-{seen}.new"), Some(1), &bet));
    // One that names no round could be of any.
    refused(table.send(&player(), "another", None, &bet));
    table.wake();
    table.wheel(Some(1), WheelHappening::BallLaunched);
    table.wheel(Some(1), WheelHappening::NoMoreBets);
    table.wheel(Some(1), WheelHappening::Result(crate::model::Pocket::new(1).expect("a pocket")));
    table.wake();
    done(table.send(&player(), "another", Some(2), &bet));
    refused(table.send(&player(), "0", Some(1), &bet));
}

#[test]
fn a_hold_may_be_ordered_under_any_key() {
    let mut table = table();
    let hold = Order::Hold { reason: "a look".into() };
    for key in 0..300 {
        done(table.send(&attendant(), &alloc::format!("{key}"), None, &hold));
        table.done(attendant(), Order::Resume(Resumption::Continue));
    }
    done(table.send(&attendant(), "0", None, &hold));
    done(table.send(&attendant(), "paid", None, &pay()));
}

/// A tablet that was out of reach asks once more, after the attendant has ordered 256 other things in the same round: what becomes of that.
fn asks_again(practice: u16, order: &Order, again: impl FnOnce(&mut Table)) -> (Table, Outcome) {
    let mut table = table_of(practice);
    let (hold, resume) = (Order::Hold { reason: "a look".into() }, Order::Resume(Resumption::Continue));
    let bet = place(&[straight(1, 10)]);
    table.done(player(), bet);
    done(table.send(&attendant(), "held", None, &hold));
    done(table.send(&attendant(), "again", None, order));
    for nth in 0..256 {
        let next = if (nth % 2 == 0) == (*order == resume) { &hold } else { &resume };
        let key = alloc::format!("after-{}.{nth}", table.cabinet.number());
        done(table.send(&attendant(), &key, None, next));
    }
    again(&mut table);
    let outcome = table.send(&attendant(), "again", None, order);
    (table, outcome)
}

#[test]
fn stakes_are_not_returned_again_and_no_later_hold_is_let_go_under_a_forgotten_key() {
    let held_again = |table: &mut Table| table.done(attendant(), Order::Hold { reason: "a quarrel".into() });
    let resume = Order::Resume(Resumption::Continue);
    let (table, outcome) = asks_again(Event::PRACTICE, &resume, |table| _ = held_again(table));
    refused(outcome);
    assert_eq!(table.views().cabinet.hold.expect("it is held").reason, "a quarrel");

    let return_stakes = Order::ReturnStakes { seat: seat(1) };
    let lays_again = |table: &mut Table| {
        table.done(attendant(), Order::Resume(Resumption::Continue));
        table.done(player(), place(&[straight(2, 10)]));
    };
    let (table, outcome) = asks_again(Event::PRACTICE, &return_stakes, lays_again);
    refused(outcome);
    assert_eq!(table.views().seats[0].staked, Money::from_minor(10));

    // Releases before this practice did it, and their journals mean so.
    let (table, outcome) = asks_again(0, &return_stakes, lays_again);
    done(outcome);
    assert_eq!(table.views().seats[0].staked, Money::ZERO);
}

#[test]
fn what_an_older_release_may_have_forgotten_is_refused_from_the_first_start_on() {
    let mut table = Table::open();
    table.send_many(&attendant(), None, &pay(), 2_049);
    // As that release did.
    done(table.send(&attendant(), "0", None, &pay()));
    table.event(Event::Started { version: "1".into(), wall: Some(START), unproved_after: None, practice: Event::PRACTICE, identity: None });
    refused(table.send(&attendant(), "1", None, &pay()));
    assert!(matches!(table.send(&attendant(), "0", None, &pay()), Outcome::Repeated { .. }));
}
