//! Sessions of play that nobody asked for, that are told wrongly, or that stop nobody.

use super::*;
use crate::model::{Confirmation, PlayerProtection, RealityCheck};

const MINUTE: u64 = 60_000_000;

const ASKED: PlayerProtection = PlayerProtection {
    age_least_years: Some(21),
    reality_check_minutes: Some(10),
    session_most_minutes: Some(30),
    session_pause_minutes: 5,
};

type Step = (u64, What, Vec<Fact>);

/// Enters each input at its minute, where this is asked for players; the first objection, nothing where there is none.
#[track_caller]
fn check_where(asked: Option<PlayerProtection>, steps: &[Step], objection: &str) {
    let mut book = Book::new(House { player_protection: asked, ..house() });
    let opened = (0, wheel(WheelHappening::Opened), vec![Fact::Resumed, Fact::RoundOpened { round: 1 }]);
    let enter = |(at, what, facts): &Step| {
        let input = Input { number: 9, at: Timestamp::from_microseconds(at * MINUTE), what: what.clone() };
        book.enter(&input, facts).map_err(|objection| objection.objection)
    };
    match core::iter::once(&opened).chain(steps).try_for_each(enter) {
        Ok(()) => assert_eq!(objection, ""),
        Err(said) => assert!(!objection.is_empty() && said.contains(objection), "{said}"),
    }
}

#[track_caller]
fn check(steps: &[Step], objection: &str) {
    check_where(Some(ASKED), steps, objection);
}

fn by_player(order: Order) -> What {
    What::Command(Command { who: Who::Seat(seat()), key: None, round: None, order })
}

fn pays_in(more: &[Fact]) -> Step {
    let amount = Money::from_minor(100);
    let order = Order::CreditIn { seat: seat(), amount };
    (0, by_attendant(order), [&[Fact::CreditIn { seat: seat(), amount }], more].concat())
}

fn pays_out(at: u64, more: &[Fact]) -> Step {
    let paid = Fact::CreditOut { seat: seat(), amount: Money::from_minor(100) };
    (at, by_attendant(Order::CreditOut { seat: seat(), amount: None }), [&[paid], more].concat())
}

fn began() -> Fact {
    Fact::PlaySessionBegan { seat: seat() }
}

fn ended() -> Fact {
    Fact::PlaySessionEnded { seat: seat() }
}

fn begins() -> Step {
    pays_in(&[began()])
}

fn confirms(at: u64, what: Confirmation, facts: Vec<Fact>) -> Step {
    (at, by_player(Order::Confirm(what)), facts)
}

fn is_of_age(at: u64) -> Step {
    confirms(at, Confirmation::Age, vec![Fact::AgeConfirmed { seat: seat() }])
}

fn due(minutes: u32, staked: i64, result: i64) -> Fact {
    let check = RealityCheck { minutes, staked: Money::from_minor(staked), result: Money::from_minor(result) };
    Fact::RealityCheckDue { seat: seat(), check }
}

fn wakes(at: u64, facts: Vec<Fact>) -> Step {
    (at, What::Event(Event::Wake), facts)
}

fn bets(at: u64) -> Step {
    let ten = stake("red", None, 10);
    (at, place(&[ten]), vec![placed(&[ten])])
}

fn limits(at: u64, minutes: u32) -> Step {
    (at, by_player(Order::LimitPlaySession { minutes }), vec![Fact::PlaySessionLimited { seat: seat(), minutes }])
}

#[test]
fn a_session_is_there_while_there_is_money() {
    check(&[begins(), pays_out(1, &[ended()])], "");
    check(&[pays_in(&[])], "has money and no session");
    check(&[begins(), pays_in(&[began()])], "began twice");
    check(&[wakes(0, vec![began()])], "without money");
    check(&[begins(), pays_out(1, &[])], "did not end");
    check(&[begins(), wakes(1, vec![ended()])], "with money");
    check_where(None, &[pays_in(&[])], "");
    check_where(None, &[begins()], "nobody asks");
}

#[test]
fn nobody_stakes_who_has_not_confirmed_his_age() {
    check(&[begins(), is_of_age(1), bets(2)], "");
    check(&[begins(), bets(2)], "had to confirm");
    check(&[begins(), wakes(1, vec![Fact::AgeConfirmed { seat: seat() }])], "nobody at this seat confirmed");
    check(&[begins(), is_of_age(1), is_of_age(1)], "nobody asked for");
    check(&[begins(), confirms(1, Confirmation::Age, vec![])], "did not do");
}

#[test]
fn a_reality_check_comes_in_time_with_the_right_figures_and_stops_play() {
    let confirmed = |at| confirms(at, Confirmation::RealityCheck, vec![Fact::RealityCheckConfirmed { seat: seat() }]);
    let told = || wakes(10, vec![due(10, 0, 0)]);
    check(&[begins(), is_of_age(1), told(), confirmed(11), bets(12), wakes(21, vec![due(21, 0, 0)])], "");
    check(&[begins(), wakes(10, vec![])], "due and was not told");
    check(&[begins(), wakes(9, vec![due(9, 0, 0)])], "not due");
    check(&[begins(), told(), wakes(20, vec![due(20, 0, 0)])], "not due");
    check(&[begins(), wakes(10, vec![due(11, 0, 0)])], "is told");
    check(&[begins(), wakes(10, vec![due(10, 1, 0)])], "is told");
    check(&[begins(), wakes(10, vec![due(10, 0, 100)])], "is told");
    check(&[begins(), is_of_age(1), told(), bets(11)], "had to confirm");
    check(&[begins(), is_of_age(1), bets(10)], "had to confirm");
    check(&[begins(), confirmed(1)], "was not open");
    check(&[begins(), told(), wakes(11, vec![Fact::RealityCheckConfirmed { seat: seat() }])], "nobody at this seat confirmed");
}

#[test]
fn a_session_ends_in_time_and_is_only_made_shorter() {
    let up = |at, more: &[Fact]| wakes(at, [&[Fact::PlaySessionLimitReached { seat: seat() }], more].concat());
    check(&[begins(), is_of_age(1), limits(2, 5), up(5, &[])], "");
    check(&[begins(), is_of_age(1), limits(2, 5), up(5, &[]), bets(6)], "had to confirm something first, or to stop");
    check(&[begins(), limits(2, 5), up(4, &[])], "too early");
    check(&[begins(), limits(2, 5), up(5, &[]), up(6, &[])], "too early, or twice");
    check(&[begins(), limits(2, 5), wakes(5, vec![])], "the end of a session is due");
    check(&[begins(), limits(2, 30)], "limited as it cannot be");
    check(&[begins(), limits(2, 5), limits(3, 6)], "limited as it cannot be");
    check(&[begins(), limits(2, 0)], "limited as it cannot be");
    check(&[begins(), wakes(2, vec![Fact::PlaySessionLimited { seat: seat(), minutes: 5 }])], "nobody at this seat limited");
}
