//! Where the money is: credit, stack, pot, fee.

use super::*;
use crate::model::MetersView;

fn meters(staked: i64, returned: i64, games: u64, voids: u64) -> MetersView {
    MetersView { credit_in: money(10_000), staked: money(staked), returned: money(returned), games, voids, ..MetersView::default() }
}

#[test]
fn a_stack_comes_of_the_credit_and_goes_back_to_it() {
    let mut room = Room::open("holdem/by");
    let facts = room.orders(2, PlayerTableOrder::Join { put: money(700) });
    assert_eq!(facts, [PlayerTableFact::Joined { seat: seat(2), put: money(700) }]);
    assert_eq!((room.credits()[1], room.stacks()[1]), (9_300, 700));
    room.orders(2, PlayerTableOrder::TopUp { amount: money(50) });
    assert_eq!((room.credits()[1], room.stacks()[1]), (9_250, 750));
    let facts = room.orders(2, PlayerTableOrder::Leave);
    assert_eq!(facts, [PlayerTableFact::Left { seat: seat(2), back: money(750) }]);
    assert_eq!((room.credits()[1], room.stacks()[1]), (10_000, 0));
    assert_eq!(room.cabinet.ledger.meters(seat(2)), meters(0, 0, 0, 0), "nothing was staked");
}

#[test]
fn a_cash_out_takes_nothing_of_a_stack_or_a_pot() {
    let mut room = Room::dealt("holdem/by", &[1_000, 1_000]);
    let out = |amount: i64| Order::CreditOut { seat: seat(1), amount: Some(money(amount)) };
    room.refused(attendant(), out(9_001), Refusal::CreditTooSmall);
    room.done(attendant(), Order::CreditOut { seat: seat(1), amount: None });
    assert_eq!((room.credits()[0], room.stacks()[0] + room.pots()[0]), (0, 1_000));
    room.refused(attendant(), Order::CreditOut { seat: seat(1), amount: None }, Refusal::AmountNotPositive);
    room.refuses(3, PlayerTableOrder::TopUp { amount: money(1) }, Refusal::WrongPhase);
}

#[test]
fn tpc_11_the_fee_of_a_pot_goes_to_the_fees_and_the_rest_to_stacks() {
    let mut room = Room::dealt("holdem/by", &[1_000, 1_000, 1_000]);
    // The first seat whose turn it is raises, the next calls, the last folds.
    let (first, _) = room.asked().expect("somebody is asked");
    room.acts(first.number(), BettingAction::Call);
    while let Some((asked, _)) = room.asked() {
        let offers = room.cabinet.player_table_view(TABLE, Eyes::Seat(asked)).expect("the table is there").offers.expect("it is asked");
        room.acts(asked.number(), if offers.call.is_positive() { BettingAction::Call } else { BettingAction::Check });
    }
    // Three put in 10 each; 5 % of 30 is one and a half, rounded down (TA-13).
    assert_eq!(room.cabinet.ledger.fees(), money(1));
    assert_eq!((room.stacks()[..3].iter().sum::<i64>(), room.pots()), (2_999, vec![0; 6]));
    let cabinet_meters = room.cabinet.ledger.cabinet_meters();
    assert_eq!((cabinet_meters.staked, cabinet_meters.returned, cabinet_meters.games), (money(30), money(29), 1));
    let returned: Money = Seat::all().map(|seat| room.cabinet.ledger.meters(seat).returned).sum();
    assert_eq!(returned, money(29));
}

#[test]
fn hrb_26_a_void_gives_every_contribution_back_without_a_fee() {
    let mut room = Room::dealt("holdem/by", &[1_000, 800, 600]);
    let (first, _) = room.asked().expect("somebody is asked");
    room.acts(first.number(), BettingAction::Call);
    assert_eq!(room.pots().iter().sum::<i64>(), 25);
    let facts = room.attends(TableOrder::Void { reason: "a dispute".into(), new_shoe: false });
    let back: Money = match &facts[..] {
        [PlayerTableFact::Voided { deal: 1, back, .. }] => back.iter().map(|(_, amount)| *amount).sum(),
        other => panic!("{other:?}"),
    };
    assert_eq!(back, money(25));
    assert_eq!((room.stacks(), room.pots()), (vec![1_000, 800, 600, 0, 0, 0], vec![0; 6]));
    assert_eq!((room.cabinet.ledger.fees(), room.cabinet.ledger.cabinet_meters().voids), (Money::ZERO, 1));
}

#[test]
fn nobody_may_come_to_win_more_than_a_credit_may_hold() {
    let mut room = Room::open("holdem/by");
    let put = |number: i64| PlayerTableOrder::Join { put: money(number) };
    room.orders(1, put(2_000));
    room.done(attendant(), Order::CreditIn { seat: seat(1), amount: money(1_000_000 - 10_000) });
    room.refused(attendant(), Order::CreditIn { seat: seat(1), amount: money(1) }, Refusal::AboveCreditMost);
    room.refuses(2, put(20), Refusal::AboveCreditMost);
    room.done(attendant(), Order::CreditOut { seat: seat(1), amount: Some(money(20)) });
    room.refuses(2, put(21), Refusal::AboveCreditMost);
    room.orders(2, put(20));
    room.refuses(2, PlayerTableOrder::TopUp { amount: money(1) }, Refusal::AboveCreditMost);
    room.orders(1, PlayerTableOrder::Leave);
    assert_eq!(room.credits()[0], 1_000_000 - 20);
    room.done(attendant(), Order::CreditIn { seat: seat(1), amount: money(1) });
    room.refuses(1, put(2_000), Refusal::AboveCreditMost);
    room.done(attendant(), Order::CreditOut { seat: seat(1), amount: Some(money(1)) });
    room.orders(1, put(2_000));
}
