//! A seat that waits for a hand pay has stakes at a card table: they are played to their end, and nothing is staked anew.

use super::*;
use crate::model::{Bet, BetKind, HandPayment, Numbers, Pocket, Position, Stake, WheelWish};

impl House {
    /// The cabinet of these tests, its wheel running, where wins of so much or more are paid by hand.
    fn paying_from(least: i64) -> Self {
        let terms = Terms { hand_pay_from: Some(money(least)), ..terms(baccarat::example::rules()) };
        let now = Timestamp::from_microseconds(1_000_000_000);
        let what = What::Event(Event::Terms { terms: terms.to_bytes() });
        let (cabinet, _) = Cabinet::begin(&Input { number: 1, at: now, what }).expect("the terms can be read");
        let mut house = Self { cabinet, now };
        for number in [1, 2] {
            house.done(attendant(), Order::CreditIn { seat: seat(number), amount: money(1_000) });
        }
        house.source(CardSourceEvent::Opened);
        house.shuffle();
        house.card("2c");
        house.wheel(None, WheelHappening::Opened);
        house
    }

    fn wheel(&mut self, spin: Option<u64>, happening: WheelHappening) {
        self.event(Event::Wheel(WheelEvent { spin, happening, evidence: Vec::new() }));
    }

    /// Seat 1 bets 10 on 17, and the ball falls: the number of the spin.
    fn ball_falls(&mut self) -> u64 {
        let position = Position { kind: BetKind::Straight, numbers: Numbers::NONE.with(17) };
        let bets = vec![Bet::Simple(Stake { position, amount: money(10) })];
        self.done(Who::Seat(seat(1)), Order::Place { bets });
        while !matches!(self.cabinet.outstanding().wheel, WheelWish::Launch(_)) {
            self.wake();
        }
        let WheelWish::Launch(spin) = self.cabinet.outstanding().wheel else { unreachable!("it was just seen") };
        self.wheel(Some(spin), WheelHappening::BallLaunched);
        self.wheel(Some(spin), WheelHappening::NoMoreBets);
        spin
    }

    /// The ball lies in 17.
    fn wins(&mut self, spin: u64) {
        self.wheel(Some(spin), WheelHappening::Result(Pocket::new(17).expect("a pocket")));
        assert_eq!(self.waits_for(1), 350);
    }

    fn waits_for(&self, number: u8) -> i64 {
        self.views().seats[usize::from(number) - 1].hand_pay.minor()
    }
}

#[test]
fn a_deal_under_way_is_played_to_its_end() {
    let mut house = House::paying_from(350);
    let spin = house.ball_falls();
    house.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Player, 100)]));
    while house.view().phase == TablePhase::Staking {
        house.wake();
    }
    house.card("9s");
    house.wins(spin);
    assert_eq!(house.credit(1), 1_000 - 10 - 100 + 10, "the win lies beside the credit, and the stake of the bet that won has come back");
    for name in ["7h", "Kd", "Tc"] {
        house.card(name);
    }
    assert_eq!((house.credit(1), house.waits_for(1)), (900 + 200, 350), "the deal has paid as it always does");
    house.wake();
    for order in [TableOrder::Stake(vec![on(1, StakeKind::Player, 100)]), TableOrder::Repeat] {
        house.refused(Who::Seat(seat(1)), None, order, Refusal::HandPayWaits);
    }
    house.done(attendant(), Order::PayByHand { number: 1, how: HandPayment::Credit });
    assert_eq!((house.credit(1), house.waits_for(1)), (1_100 + 350, 0));
    house.orders(1, TableOrder::Repeat);
}

#[test]
fn a_stake_that_lies_may_be_taken_back() {
    let mut house = House::paying_from(350);
    let spin = house.ball_falls();
    house.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Player, 100)]));
    house.wins(spin);
    house.orders(1, TableOrder::TakeBack(None));
    assert_eq!((house.credit(1), house.waits_for(1)), (1_000, 350));
}

#[test]
fn a_win_at_the_table_is_paid_by_hand_too() {
    let mut house = House::paying_from(100);
    house.dealing();
    for name in ["9s", "7h", "Kd", "Tc"] {
        house.card(name);
    }
    assert_eq!((house.credit(1), house.waits_for(1)), (1_000, 100), "seat 1 has won 100");
    assert_eq!((house.credit(2), house.waits_for(2)), (950, 0), "seat 2 has lost");
    house.refused(Who::Seat(seat(1)), None, TableOrder::Repeat, Refusal::HandPayWaits);
    house.done(attendant(), Order::PayByHand { number: 1, how: HandPayment::Cash });
    assert_eq!((house.credit(1), house.waits_for(1)), (1_000, 0));
}
