//! The fee by the hour (`table-poker-am` TPAM-10, TPAM-Q29).

use super::*;
use crate::cabinet::kept::Shown;
use crate::games::betting::Fee;
use crate::model::{ClockOffset, Span};

const HOUR: Span = Span::from_seconds(3_600);

/// A table where an hour costs 50; these sit down with these.
fn seated(stacks: &[i64]) -> Room {
    let mut terms = table_terms("holdem/by");
    terms.rules.house.seating.buy_in_least_bets = 6;
    terms.rules.house.fee = Fee { hourly_minor: Some(money(50)), ..Fee::NONE };
    let mut room = Room::open_by(terms);
    for (number, put) in (1..).zip(stacks) {
        room.orders(number, PlayerTableOrder::Join { put: money(*put) });
    }
    room
}

fn paid(facts: &[PlayerTableFact]) -> Vec<u8> {
    let of = |fact: &PlayerTableFact| match fact {
        PlayerTableFact::HourPaid { seat, fee } if *fee == money(50) => Some(seat.number()),
        _ => None,
    };
    facts.iter().filter_map(of).collect()
}

fn sat_out(facts: &[PlayerTableFact]) -> Vec<u8> {
    let of = |fact: &PlayerTableFact| match fact {
        PlayerTableFact::SatOut { seat, is_out: true } => Some(seat.number()),
        _ => None,
    };
    facts.iter().filter_map(of).collect()
}

impl Room {
    /// Everybody folds until the deal is over.
    fn fold_out(&mut self) -> Vec<PlayerTableFact> {
        let mut facts = Vec::new();
        while let Some((asked, _)) = self.asked() {
            facts.extend(self.acts(asked.number(), BettingAction::Fold));
        }
        facts
    }

    fn paid_until(&self, number: u8) -> Option<Timestamp> {
        let table = self.cabinet.player_table(TABLE).expect("the table is there");
        table.seat_view(seat(number), ClockOffset::default()).paid_until
    }

    /// So much later the table is woken, where it waits for a moment.
    fn begin_after(&mut self, span: Span) -> Vec<PlayerTableFact> {
        self.now = self.now.after(span);
        let mut facts = self.event(Event::Wake);
        facts.extend(self.deal());
        facts
    }

    fn fees(&self) -> i64 {
        self.cabinet.ledger.fees().minor()
    }
}

#[test]
fn c16_everybody_pays_for_an_hour_before_he_is_dealt_in_and_the_pots_stay_whole() {
    let mut room = seated(&[1_000, 500]);
    assert_eq!((room.fees(), room.paid_until(1)), (0, None), "who sits down has not paid yet");
    let facts = room.begin();
    let began = facts.iter().position(|fact| matches!(fact, PlayerTableFact::Began { .. })).expect("a deal began");
    assert_eq!((paid(&facts[..began]), paid(&facts[began..])), (vec![1, 2], vec![]));
    assert_eq!(facts[began + 1..].iter().filter(|fact| matches!(fact, PlayerTableFact::Posted { .. })).count(), 2);
    assert_eq!((room.fees(), room.paid_until(1)), (100, Some(room.now.after(HOUR))));
    let meters = room.cabinet.ledger.meters(seat(1));
    assert_eq!((meters.hourly_fees, meters.staked), (money(50), Money::ZERO));
    let facts = room.fold_out();
    assert!(facts.iter().any(|fact| matches!(fact, PlayerTableFact::Settled { settlement, .. } if settlement.fee.is_zero())), "{facts:?}");
    assert_eq!(room.stacks().iter().sum::<i64>(), 1_400);
}

#[test]
fn q29_an_hour_is_paid_once_and_the_next_one_when_it_has_begun() {
    let mut room = seated(&[1_000, 1_000]);
    room.begin();
    room.fold_out();
    assert_eq!(paid(&room.begin_after(Span::from_seconds(3_595))), Vec::<u8>::new(), "within the hour");
    // The hour ends in the middle of a deal, which takes nothing.
    room.now = room.now.after(Span::from_seconds(6));
    assert_eq!((paid(&room.fold_out()), room.fees()), (vec![], 100));
    assert_eq!((paid(&room.begin()), room.fees()), (vec![1, 2], 200));
}

#[test]
fn who_sits_out_pays_nothing_and_an_hour_in_which_nothing_is_dealt_costs_nothing() {
    let mut room = seated(&[1_000, 1_000, 1_000]);
    room.orders(3, PlayerTableOrder::SitOut { is_out: true });
    assert_eq!(paid(&room.begin()), [1, 2]);
    room.fold_out();
    room.orders(1, PlayerTableOrder::SitOut { is_out: true });
    room.begin_after(Span::from_seconds(4 * 3_600));
    assert_eq!(room.fees(), 100, "seat 2 alone is dealt nothing");
    room.orders(1, PlayerTableOrder::SitOut { is_out: false });
    assert_eq!(paid(&room.begin()), [1, 2]);
    assert_eq!(room.fees(), 200);
}

#[test]
fn who_leaves_and_sits_down_again_within_his_hour_does_not_pay_twice() {
    let mut room = seated(&[1_000, 1_000]);
    room.begin();
    room.fold_out();
    room.orders(1, PlayerTableOrder::Leave);
    room.orders(1, PlayerTableOrder::Join { put: money(600) });
    assert_eq!((paid(&room.begin()), room.fees()), (vec![], 100));
}

#[test]
fn who_cannot_pay_sits_out_before_anybody_pays_and_pays_once_he_has_filled_up() {
    let mut room = seated(&[1_000, 60]);
    assert_eq!((paid(&room.begin()), room.fees()), (vec![1, 2], 100));
    room.fold_out();
    let facts = room.begin_after(HOUR);
    assert_eq!((sat_out(&facts), paid(&facts), room.fees()), (vec![2], vec![], 100));
    assert!(!room.cabinet.player_table_view(TABLE, Eyes::Public).expect("the table is there").is_under_way);
    room.orders(2, PlayerTableOrder::TopUp { amount: money(100) });
    room.orders(2, PlayerTableOrder::SitOut { is_out: false });
    let facts = room.begin();
    assert_eq!((sat_out(&facts), paid(&facts), room.fees()), (vec![], vec![1, 2], 200));
}

#[test]
fn an_hour_is_paid_though_the_deal_that_follows_is_void() {
    let mut room = seated(&[1_000, 1_000]);
    room.begin();
    room.attends(TableOrder::Void { reason: "cards on the floor".into(), new_shoe: false });
    assert_eq!((room.fees(), room.stacks()[..2].to_vec()), (100, vec![950, 950]));
    assert_eq!((paid(&room.begin()), room.fees()), (vec![], 100));
}
