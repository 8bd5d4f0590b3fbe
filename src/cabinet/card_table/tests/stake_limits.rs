//! Limits of stakes that an attendant sets at a card table.

use super::*;
use crate::model::{LimitValues, LimitedAmount, StakeLimit, TableLimitsView};

const PLAYER: LimitedAmount = LimitedAmount::Stake(StakeKind::Player);

fn limit(of: LimitedAmount, least: i64, most: i64) -> StakeLimit {
    StakeLimit { of, least: Some(money(least)), most: Some(money(most)) }
}

fn set(limits: &[StakeLimit]) -> Order {
    Order::SetLimits { table: Some(TABLE), limits: limits.to_vec() }
}

fn values(least: i64, most: i64) -> LimitValues {
    LimitValues { least: Some(money(least)), most: money(most) }
}

/// What is shown of the table's limits, after those of the wheel.
fn shown(house: &House) -> TableLimitsView {
    TableLimitsView::clone(&house.views().official.limits[1])
}

fn in_force(house: &House) -> Option<LimitValues> {
    shown(house).lines.iter().find(|line| line.of == PLAYER).expect("the table has this limit").in_force
}

fn bets(amount: i64) -> TableOrder {
    TableOrder::Stake(vec![on(1, StakeKind::Player, amount)])
}

#[test]
fn where_nothing_lies_limits_hold_at_once_from_another_deal_on() {
    let mut house = House::ready();
    assert_eq!(house.done(attendant(), set(&[limit(PLAYER, 20, 200)])), [TableFact::TermsInForce, TableFact::Opened { deal: 2 }]);
    house.refused(Who::Seat(seat(1)), Some(1), bets(100), Refusal::OtherRound);
    house.refused(Who::Seat(seat(1)), None, bets(19), Refusal::BelowLeast);
    house.refused(Who::Seat(seat(1)), None, bets(201), Refusal::AboveMost);
    house.orders(1, bets(200));
    let offer = house.view().offers.into_iter().find(|offer| offer.kind == StakeKind::Player).expect("it is offered");
    assert_eq!((offer.least, offer.most), (money(20), money(200)), "players read the limits in force");
}

#[test]
fn while_stakes_lie_limits_wait_and_the_deal_is_played_by_the_former_ones() {
    let mut house = House::ready();
    house.dealing();
    assert_eq!(house.done(attendant(), set(&[limit(PLAYER, 20, 50)])), []);
    assert_eq!((in_force(&house), shown(&house).waits()), (Some(values(1, 100_000)), true));
    house.cabinet = Cabinet::from_bytes(&house.cabinet.to_bytes()).expect("a checkpoint");
    for name in ["9s", "7h", "Kd", "Tc"] {
        house.card(name);
    }
    assert_eq!((house.credit(1), house.credit(2)), (1_100, 950));
    assert_eq!(house.wake(), [TableFact::TermsInForce, TableFact::Opened { deal: 2 }]);
    assert_eq!((in_force(&house), shown(&house).waits()), (Some(values(20, 50)), false));
    house.refused(Who::Seat(seat(1)), None, TableOrder::Repeat, Refusal::AboveMost);
    house.orders(2, TableOrder::Repeat);
}

#[test]
fn a_limit_may_be_given_up_before_it_holds() {
    let mut house = House::ready();
    house.orders(1, bets(100));
    house.done(attendant(), set(&[limit(PLAYER, 20, 50)]));
    assert!(shown(&house).waits());
    house.done(attendant(), set(&[]));
    assert!(!shown(&house).waits());
    assert_eq!(house.orders(1, TableOrder::TakeBack(None)).len(), 1, "nothing waits for the empty table");
}

#[test]
fn only_what_the_game_limits_can_be_limited_and_only_narrower() {
    let mut house = House::ready();
    let mut check = |limits: &[StakeLimit], expected| {
        let command = Command { who: attendant(), key: None, round: None, order: set(limits) };
        assert_eq!(house.step(What::Command(command)), Outcome::Refused(expected), "{limits:?}");
    };
    check(&[limit(LimitedAmount::Stake(StakeKind::Main), 20, 50)], Refusal::LimitUnknown);
    check(&[limit(LimitedAmount::Stake(StakeKind::TwoPerfectPairs), 20, 50)], Refusal::LimitUnknown);
    check(&[limit(LimitedAmount::SeatTotal, 20, 50)], Refusal::LimitUnknown);
    check(&[limit(PLAYER, 20, 100_001)], Refusal::LimitTooWide);
    check(&[limit(PLAYER, 50, 20)], Refusal::LeastAboveMost);
}

#[test]
fn other_terms_keep_what_is_set_while_the_game_is_the_same() {
    let mut house = House::ready();
    house.done(attendant(), set(&[limit(PLAYER, 20, 200)]));
    let mut narrower = baccarat::example::rules();
    narrower.limits.stake.player.as_mut().expect("it is offered").most = money(150);
    assert_eq!(house.event(Event::Terms { terms: terms(narrower).to_bytes() }), [TableFact::TermsInForce, TableFact::Opened { deal: 3 }]);
    assert_eq!(in_force(&house), Some(values(20, 150)));
    // A table that is gone has no limits.
    let without = Terms { card_tables: Vec::new(), ..terms(baccarat::example::rules()) };
    let outcome = house.step(What::Event(Event::Terms { terms: without.to_bytes() }));
    let Outcome::Done(Step { facts }) = outcome else { panic!("{outcome:?}") };
    let lapsed = StakeLimit { of: PLAYER, least: Some(money(20)), most: None };
    assert!(facts.contains(&Fact::LimitsLapsed { table: Some(TABLE), lapsed: vec![lapsed] }), "{facts:?}");
}
