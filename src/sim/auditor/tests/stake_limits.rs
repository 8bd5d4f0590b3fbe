//! Limits of stakes that nobody set, that go beyond the files, that are told wrong, or that a bet was not held to.

use super::*;
use crate::model::{BetKind, LimitChange, LimitValues, LimitedAmount, StakeLimit};

const STRAIGHT: LimitedAmount = LimitedAmount::Position(BetKind::Straight);

/// Enters each step after the others; the first objection, nothing where there is none.
#[track_caller]
fn check(steps: &[(What, Vec<Fact>)], objection: &str) {
    let mut book = book(&[]);
    let enter = |(what, facts): &(What, Vec<Fact>)| book.enter(&input(what.clone()), facts).map_err(|objection| objection.objection);
    match steps.iter().try_for_each(enter) {
        Ok(()) => assert_eq!(objection, ""),
        Err(said) => assert!(!objection.is_empty() && said.contains(objection), "{said}"),
    }
}

fn orders(limits: &[(LimitedAmount, i64, i64)]) -> What {
    let limit = |(of, least, most): &(LimitedAmount, i64, i64)| {
        let least = (!of.is_total()).then(|| Money::from_minor(*least));
        StakeLimit { of: *of, least, most: Some(Money::from_minor(*most)) }
    };
    by_attendant(Order::SetLimits { table: None, limits: limits.iter().map(limit).collect() })
}

fn values((least, most): (i64, i64)) -> LimitValues {
    LimitValues { least: Some(Money::from_minor(least)), most: Money::from_minor(most) }
}

fn told(old: (i64, i64), new: (i64, i64)) -> Fact {
    Fact::LimitsSet { table: None, changes: vec![LimitChange { of: STRAIGHT, old: values(old), new: values(new) }] }
}

/// Straight bets are limited to 20 to 50 from now on.
fn narrowed() -> (What, Vec<Fact>) {
    (orders(&[(STRAIGHT, 20, 50)]), vec![told((1, 500), (20, 50)), Fact::TermsInForce])
}

fn bet(amount: i64) -> (What, Vec<Fact>) {
    let stake = stake("straight", Some(vec![17]), amount);
    (place(&[stake]), vec![placed(&[stake])])
}

#[test]
fn a_limit_that_nobody_set_or_that_goes_beyond_the_files() {
    check(&[narrowed()], "");
    check(&[(What::Event(Event::Wake), narrowed().1)], "no attendant set");
    check(&[(narrowed().0, Vec::new())], "did not do");
    check(&[(orders(&[(STRAIGHT, 20, 501)]), vec![told((1, 500), (20, 501))])], "above the most of the file");
    check(&[(orders(&[(STRAIGHT, 0, 50)]), vec![told((1, 500), (0, 50))])], "below the least of the file");
    check(&[(orders(&[(STRAIGHT, 60, 50)]), vec![told((1, 500), (60, 50))])], "a least above its most");
    let twice = orders(&[(STRAIGHT, 20, 50), (STRAIGHT, 30, 50)]);
    check(&[(twice, narrowed().1)], "set twice");
}

#[test]
fn a_change_that_is_told_wrong_or_not_at_all() {
    check(&[(narrowed().0, vec![told((1, 500), (20, 60))])], "is told");
    check(&[(narrowed().0, vec![told((1, 400), (20, 50))])], "is told");
    check(&[(narrowed().0, vec![Fact::LimitsSet { table: None, changes: Vec::new() }])], "other limits are told");
    let lifted = (orders(&[]), vec![told((20, 50), (1, 500)), Fact::TermsInForce]);
    check(&[narrowed(), lifted.clone(), bet(60)], "");
    check(&[lifted], "other limits are told");
}

#[test]
fn a_bet_that_is_not_held_to_the_limits_in_force() {
    check(&[narrowed(), bet(20)], "");
    check(&[narrowed(), bet(51)], "51 may not lie");
    check(&[narrowed(), bet(19)], "the least is 20");
    let total = |of, most: i64| {
        let change = LimitChange { of, old: old_total(of), new: LimitValues { least: None, most: Money::from_minor(most) } };
        (orders(&[(of, 0, most)]), vec![Fact::LimitsSet { table: None, changes: vec![change] }, Fact::TermsInForce])
    };
    check(&[total(LimitedAmount::SeatTotal, 30), bet(30)], "");
    check(&[total(LimitedAmount::SeatTotal, 30), bet(31)], "more than it may");
    check(&[total(LimitedAmount::TableExposure, 700), bet(20)], "");
    check(&[total(LimitedAmount::TableExposure, 699), bet(20)], "have to pay more");
}

fn old_total(of: LimitedAmount) -> LimitValues {
    LimitValues { least: None, most: Money::from_minor(if of == LimitedAmount::SeatTotal { 1_000 } else { 5_000 }) }
}

#[test]
fn limits_that_come_into_force_while_bets_lie_or_not_with_the_next_round() {
    check(&[bet(60), narrowed()], "while bets lay");
    let waits = (narrowed().0, vec![told((1, 500), (20, 50))]);
    let seventeen = stake("straight", Some(vec![17]), 60);
    let over =
        [(wheel(WheelHappening::NoMoreBets), vec![Fact::Closed { round: 1 }]), (result(17), vec![outcome(17), settled(seventeen, 2_160)])];
    let opened = Fact::RoundOpened { round: 2 };
    let until = |last: Vec<Fact>| [&[bet(60), waits.clone()], &over[..], &[(What::Event(Event::Wake), last)]].concat();
    check(&until(vec![Fact::TermsInForce, opened.clone()]), "");
    check(&until(vec![opened]), "were to be over");
}

#[test]
fn limits_that_lapse_without_other_terms_or_were_never_set() {
    let lapsed = |most| Fact::LimitsLapsed {
        table: None,
        lapsed: vec![StakeLimit { of: STRAIGHT, least: None, most: Some(Money::from_minor(most)) }],
    };
    let terms = || What::Event(Event::Terms { terms: Vec::new() });
    check(&[narrowed(), (terms(), vec![lapsed(50)])], "");
    check(&[narrowed(), (terms(), vec![lapsed(60)])], "another bound");
    check(&[(terms(), vec![lapsed(50)])], "nobody had set");
    check(&[narrowed(), (What::Event(Event::Wake), vec![lapsed(50)])], "without new terms");
}
