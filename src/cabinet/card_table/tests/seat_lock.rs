//! A seat that an attendant has locked has stakes at a card table: they are played to their end, and nothing is staked anew.

use super::*;

fn lock() -> Order {
    Order::LockSeat { seat: seat(1), reason: "a question".into() }
}

fn unlock() -> Order {
    Order::UnlockSeat { seat: seat(1) }
}

#[test]
fn a_deal_under_way_is_played_to_its_end() {
    let mut house = House::ready();
    house.dealing();
    assert_eq!(house.done(attendant(), lock()), []);
    for name in ["9s", "7h", "Kd", "Tc"] {
        house.card(name);
    }
    assert_eq!((house.credit(1), house.credit(2)), (1_100, 950));
    house.wake();
    for order in [TableOrder::Stake(vec![on(1, StakeKind::Player, 100)]), TableOrder::Repeat] {
        house.refused(Who::Seat(seat(1)), None, order, Refusal::SeatLocked);
    }
    house.orders(2, TableOrder::Repeat);
    house.done(attendant(), unlock());
    house.orders(1, TableOrder::Repeat);
}

#[test]
fn a_stake_that_lies_may_be_taken_back() {
    let mut house = House::ready();
    house.orders(1, TableOrder::Stake(vec![on(1, StakeKind::Player, 100)]));
    house.done(attendant(), lock());
    house.orders(1, TableOrder::TakeBack(None));
    assert_eq!(house.credit(1), 1_000);
}
