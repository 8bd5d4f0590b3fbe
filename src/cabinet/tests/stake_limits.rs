//! Limits of stakes that an attendant sets at the wheel: what is refused, when they hold, what outlives a restart, and what other terms do to them.

use super::*;
use crate::games::range::BetRange;
use crate::games::roulette::{ByKind, OverMost};
use crate::model::{LimitChange, LimitLine, LimitValues, LimitedAmount, StakeKind, StakeLimit, TableLimitsView, TableNumber};

const STRAIGHT: LimitedAmount = LimitedAmount::Position(BetKind::Straight);

fn limit(of: LimitedAmount, least: Option<i64>, most: Option<i64>) -> StakeLimit {
    StakeLimit { of, least: least.map(Money::from_minor), most: most.map(Money::from_minor) }
}

fn set(limits: &[StakeLimit]) -> Order {
    Order::SetLimits { table: None, limits: limits.to_vec() }
}

fn straights(least: i64, most: i64) -> Order {
    set(&[limit(STRAIGHT, Some(least), Some(most))])
}

fn values(least: i64, most: i64) -> LimitValues {
    LimitValues { least: Some(Money::from_minor(least)), most: Money::from_minor(most) }
}

fn changed(old: LimitValues, new: LimitValues) -> Fact {
    Fact::LimitsSet { table: None, changes: vec![LimitChange { of: STRAIGHT, old, new }] }
}

/// What is shown of the wheel's limits.
fn shown(table: &Table) -> TableLimitsView {
    TableLimitsView::clone(&table.views().official.limits[0])
}

fn shown_straights(table: &Table) -> LimitLine {
    *shown(table).lines.iter().find(|line| line.of == STRAIGHT).expect("the wheel has this limit")
}

/// Rules with these limits of a straight bet.
fn rules(least: i64, most: i64) -> Rules {
    let mut rules = example::rules();
    rules.limits.position.straight = BetRange { least: Money::from_minor(least), most: Money::from_minor(most) };
    rules
}

fn brought(rules: Rules) -> Event {
    Event::Terms { terms: terms(rules).to_bytes() }
}

#[test]
fn limits_hold_at_once_where_no_bet_lies_and_every_later_bet_is_held_to_them() {
    let mut table = Table::open();
    assert_eq!(table.done(attendant(), straights(10, 50)), [changed(values(1, 1_000), values(10, 50)), Fact::TermsInForce]);
    table.refused(player(), place(&[straight(17, 9)]), Refusal::BelowLeast);
    table.refused(player(), place(&[straight(17, 51)]), Refusal::AboveMost);
    table.done(player(), place(&[straight(17, 50)]));
    let straight = table.views().cabinet.rules.bets[0];
    assert_eq!((straight.least.minor(), straight.most.minor()), (10, 50), "players read the limits in force");
    assert_eq!(shown_straights(&table).in_force, Some(values(10, 50)));
    assert_eq!((shown_straights(&table).of_files, shown(&table).waits()), (values(1, 1_000), false));
}

#[test]
fn the_most_of_a_seat_and_of_the_table_are_narrowed_too() {
    let mut table = Table::open();
    table.done(
        attendant(),
        set(&[limit(LimitedAmount::SeatTotal, None, Some(100)), limit(LimitedAmount::TableExposure, None, Some(1_000))]),
    );
    table.refused(player(), place(&[straight(1, 60), straight(2, 41)]), Refusal::AboveSeatMost);
    table.refused(player(), place(&[straight(1, 29)]), Refusal::AboveTableExposure);
    table.done(player(), place(&[straight(1, 28)]));
}

#[test]
fn while_a_bet_lies_limits_wait_for_the_next_round() {
    let mut table = Table::open();
    table.done(player(), place(&[straight(17, 5)]));
    assert_eq!(table.done(attendant(), straights(10, 50)), [changed(values(1, 1_000), values(10, 50))]);
    table.done(player(), place(&[straight(17, 100)]));
    let line = shown_straights(&table);
    assert_eq!((line.in_force, line.next, shown(&table).waits()), (Some(values(1, 1_000)), values(10, 50), true));
    assert_eq!(table.views().cabinet.rules.bets[0].most.minor(), 1_000);
    // What lies is played by the limits by which it was taken.
    table.spin_to(3);
    assert_eq!(table.wake(), [Fact::TermsInForce, Fact::RoundOpened { round: 2 }]);
    table.refused(player(), place(&[straight(17, 5)]), Refusal::BelowLeast);
    table.refused(player(), Order::Repeat, Refusal::BelowLeast);
    assert_eq!(table.views().seats[0].repeat, []);
    assert!(!shown(&table).waits());
}

#[test]
fn limits_that_are_given_up_are_those_of_the_files_again() {
    let mut table = Table::open();
    table.done(attendant(), straights(10, 50));
    let standing = shown(&table).standing.expect("it stands");
    assert_eq!((standing.by.as_str(), standing.since, standing.limits.len()), ("Anna", START, 1));
    // What is set replaces all that was set before.
    let exposure = limit(LimitedAmount::TableExposure, None, Some(9_000));
    let facts = table.done(attendant(), set(&[exposure]));
    let total = |most| LimitValues { least: None, most: Money::from_minor(most) };
    let changes = vec![
        LimitChange { of: LimitedAmount::TableExposure, old: total(100_000), new: total(9_000) },
        LimitChange { of: STRAIGHT, old: values(10, 50), new: values(1, 1_000) },
    ];
    assert_eq!(facts, [Fact::LimitsSet { table: None, changes }, Fact::TermsInForce]);
    table.done(attendant(), set(&[]));
    assert_eq!(shown(&table).standing, None);
    assert_eq!(table.done(attendant(), set(&[])), [Fact::LimitsSet { table: None, changes: Vec::new() }]);
    // A bound that is the file's is none of the order's.
    assert_eq!(table.done(attendant(), straights(1, 1_000)), [Fact::LimitsSet { table: None, changes: Vec::new() }]);
    assert_eq!(shown(&table).standing, None);
    table.done(player(), place(&[straight(17, 1)]));
}

#[test]
fn an_order_never_goes_beyond_the_files_and_is_refused_whole() {
    let mut in_tens = rules(10, 1_000);
    in_tens.limits.step_minor = Money::from_minor(10);
    in_tens.limits.position = ByKind::same(in_tens.limits.position.straight);
    let mut table = Table::open_under(in_tens);
    let mut check = |limits: &[StakeLimit], expected| table.refused(attendant(), set(limits), expected);
    let total = |most| limit(LimitedAmount::SeatTotal, None, Some(most));
    check(&[limit(STRAIGHT, Some(0), None)], Refusal::AmountNotPositive);
    check(&[total(-10)], Refusal::AmountNotPositive);
    check(&[limit(STRAIGHT, Some(15), None)], Refusal::AmountOffStep);
    check(&[limit(STRAIGHT, None, Some(995))], Refusal::AmountOffStep);
    check(&[total(4_999)], Refusal::AmountOffStep);
    check(&[limit(STRAIGHT, None, Some(1_010))], Refusal::LimitTooWide);
    check(&[total(5_010)], Refusal::LimitTooWide);
    check(&[limit(LimitedAmount::TableExposure, None, Some(100_010))], Refusal::LimitTooWide);
    check(&[limit(STRAIGHT, Some(60), Some(50))], Refusal::LeastAboveMost);
    check(&[limit(STRAIGHT, Some(1_010), None)], Refusal::LeastAboveMost);
    check(&[limit(LimitedAmount::SeatTotal, Some(10), None)], Refusal::LimitUnknown);
    check(&[limit(LimitedAmount::Stake(StakeKind::Main), None, Some(50))], Refusal::LimitUnknown);
    check(&[limit(LimitedAmount::Position(BetKind::Black), None, Some(50))], Refusal::LimitUnknown);
    check(&[limit(STRAIGHT, None, Some(50)), limit(STRAIGHT, None, Some(60))], Refusal::LimitUnknown);
    check(&[limit(STRAIGHT, None, Some(50)), limit(LimitedAmount::Position(BetKind::Split), None, Some(1_010))], Refusal::LimitTooWide);
    let elsewhere = Order::SetLimits { table: Some(TableNumber(1)), limits: Vec::new() };
    table.refused(attendant(), elsewhere, Refusal::TableUnknown);
    table.refused(player(), straights(10, 50), Refusal::NotEntitled);
    // The files themselves may be off the step; what is theirs is never refused.
    let mut off_step = rules(10, 995);
    off_step.limits.step_minor = Money::from_minor(10);
    off_step.limits.position = ByKind::same(off_step.limits.position.straight);
    let mut table = Table::open_under(off_step);
    table.done(attendant(), straights(20, 995));
    assert_eq!(shown_straights(&table).next, values(20, 995));
}

#[test]
fn a_kind_that_the_rules_do_not_offer_has_no_limit() {
    let mut rules = example::rules();
    rules.returns.first_four = None;
    let mut table = Table::open_under(rules);
    let first_four = LimitedAmount::Position(BetKind::FirstFour);
    table.refused(attendant(), set(&[limit(first_four, None, Some(50))]), Refusal::LimitUnknown);
    assert!(shown(&table).lines.iter().all(|line| line.of != first_four));
}

#[test]
fn the_excess_over_a_most_that_was_set_is_refused_as_over_the_files() {
    let mut rules = example::rules();
    rules.limits.over_most = OverMost::RefuseExcess;
    let mut table = Table::open_under(rules);
    table.done(attendant(), straights(1, 50));
    let facts = table.done(player(), place(&[straight(17, 60)]));
    assert!(matches!(&facts[..], [Fact::Placed { refused, .. }] if refused.minor() == 10), "{facts:?}");
}

#[test]
fn limits_outlive_a_checkpoint_and_a_restart_and_a_key_is_done_once() {
    let mut table = Table::open();
    table.done(player(), place(&[straight(17, 5)]));
    assert!(matches!(table.order(attendant(), Some("k"), straights(10, 50)), Outcome::Done(_)));
    let number = table.cabinet.number();
    let before = shown(&table);
    table.cabinet = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("a checkpoint");
    assert_eq!(shown(&table), before, "what waits goes on waiting");
    assert_eq!(table.order(attendant(), Some("k"), straights(10, 50)), Outcome::Repeated { number });
    table.done(attendant(), Order::Void { reason: "the end".into() });
    table.wake();
    table.cabinet = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("a checkpoint");
    let start = Event::Started { version: "1".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None };
    table.event(start);
    table.wheel(None, WheelHappening::Opened);
    table.refused(player(), place(&[straight(17, 9)]), Refusal::BelowLeast);
    assert_eq!(table.views().cabinet.rules.bets[0].most.minor(), 50);
    assert_eq!(table.cabinet.newest_terms(), &terms(example::rules()), "a start with the same files brings nothing");
}

/// What becomes of straight bets limited to 100 to 500 when a start brings a file that says `least` to `most`: what lapses, and what holds.
#[track_caller]
fn check_other_file(least: i64, most: i64, lapsed: Option<StakeLimit>, expected: LimitValues) {
    let mut table = Table::open();
    table.done(attendant(), straights(100, 500));
    let facts = table.event(brought(rules(least, most)));
    let lapsed = lapsed.map(|limit| Fact::LimitsLapsed { table: None, lapsed: vec![limit] });
    assert_eq!(facts, lapsed.into_iter().chain([Fact::TermsInForce]).collect::<Vec<_>>());
    assert_eq!(shown_straights(&table).in_force, Some(expected), "{least} to {most}");
}

#[test]
fn what_is_set_stays_within_other_files_and_where_they_are_narrower_theirs_hold() {
    check_other_file(1, 2_000, None, values(100, 500));
    check_other_file(100, 500, None, values(100, 500));
    check_other_file(200, 2_000, Some(limit(STRAIGHT, Some(100), None)), values(200, 500));
    check_other_file(1, 400, Some(limit(STRAIGHT, None, Some(500))), values(100, 400));
    check_other_file(200, 400, Some(limit(STRAIGHT, Some(100), Some(500))), values(200, 400));
    // Its least would be above the most that was set.
    check_other_file(600, 900, Some(limit(STRAIGHT, Some(100), Some(500))), values(600, 900));
    check_other_file(1, 50, Some(limit(STRAIGHT, Some(100), Some(500))), values(1, 50));
}

#[test]
fn in_other_money_what_was_set_means_nothing() {
    let mut table = Table::open();
    table.done(attendant(), straights(100, 500));
    table.done(attendant(), Order::CreditOut { seat: seat(1), amount: None });
    let other = Terms { currency: "XXX".into(), ..terms(example::rules()) };
    let facts = table.event(Event::Terms { terms: other.to_bytes() });
    let lapsed = Fact::LimitsLapsed { table: None, lapsed: vec![limit(STRAIGHT, Some(100), Some(500))] };
    assert_eq!(facts, [lapsed, Fact::TermsInForce]);
    assert_eq!(shown(&table).standing, None);
}

#[test]
fn limits_that_are_set_while_other_terms_wait_are_measured_by_those_and_come_with_them() {
    let mut table = Table::open();
    table.done(player(), place(&[straight(17, 5)]));
    table.event(brought(rules(20, 400)));
    table.refused(attendant(), straights(10, 50), Refusal::LimitTooWide);
    table.done(attendant(), straights(30, 300));
    table.done(player(), Order::Clear);
    table.done(attendant(), straights(40, 300));
    assert_eq!(shown_straights(&table).in_force, Some(values(1, 1_000)), "with the terms, not before");
    table.spin_to(3);
    assert_eq!(table.wake(), [Fact::TermsInForce, Fact::RoundOpened { round: 2 }]);
    assert_eq!(shown_straights(&table).in_force, Some(values(40, 300)));
}

/// With 10 as the most of a seat no bet of 20 or more is taken.
#[test]
fn limits_under_which_no_bet_is_taken_at_all_are_refused() {
    let mut in_twenties = rules(20, 1_000);
    in_twenties.limits.position = ByKind::same(in_twenties.limits.position.straight);
    let mut table = Table::open_under(in_twenties);
    let total = |of, most| set(&[limit(of, None, Some(most))]);
    table.refused(attendant(), total(LimitedAmount::SeatTotal, 10), Refusal::LimitsUnfit);
    table.refused(attendant(), total(LimitedAmount::TableExposure, 10), Refusal::LimitsUnfit);
    table.done(attendant(), total(LimitedAmount::TableExposure, 20));
    let position = Position::outside(BetKind::Red, None).expect("an even chance");
    table.done(player(), place(&[Bet::Simple(Stake { position, amount: Money::from_minor(20) })]));
}
