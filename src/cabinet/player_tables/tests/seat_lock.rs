//! Players whose seat an attendant has locked: they finish the deal under way, sit out from the next one on, and bring nothing more to the table.

use super::*;
use crate::model::{Confirmation, OpenedBySeat, PlayerProtection, TableConditions};

const COMES_BACK: PlayerTableOrder = PlayerTableOrder::SitOut { is_out: false };

/// Seat 2 sits out from now on.
fn out() -> PlayerTableFact {
    PlayerTableFact::SatOut { seat: seat(2), is_out: true }
}

const fn join(put: i64) -> PlayerTableOrder {
    PlayerTableOrder::Join { put: money(put) }
}

impl Room {
    /// These seats have sat down with 1,000 each, and the pause before the deal runs.
    fn seated(rules: &str, numbers: &[u8]) -> Self {
        let mut room = Self::open(rules);
        for number in numbers {
            room.orders(*number, join(1_000));
        }
        room
    }

    fn locks(&mut self, number: u8) -> Vec<PlayerTableFact> {
        self.done(attendant(), Order::LockSeat { seat: seat(number), reason: "a question".into() })
    }

    fn unlocks(&mut self, number: u8) -> Vec<PlayerTableFact> {
        self.done(attendant(), Order::UnlockSeat { seat: seat(number) })
    }

    /// Everybody checks or calls until the deal is over.
    fn plays_to_its_end(&mut self) -> Vec<PlayerTableFact> {
        let mut facts = Vec::new();
        while let Some((asked, _)) = self.asked() {
            let view = self.cabinet.player_table_view(TABLE, Eyes::Seat(asked)).expect("the table is there");
            let is_free = view.offers.expect("it is asked").call.is_zero();
            facts.extend(self.acts(asked.number(), if is_free { BettingAction::Check } else { BettingAction::Call }));
        }
        facts
    }
}

/// Who is dealt into the deal that began.
fn dealt_in(facts: &[PlayerTableFact]) -> Vec<u8> {
    let began = facts.iter().find_map(|fact| match fact {
        PlayerTableFact::Began { players, .. } => Some(players.iter().map(|(seat, _)| seat.number()).collect()),
        _ => None,
    });
    began.unwrap_or_else(|| panic!("no deal began: {facts:?}"))
}

/// Seat 2 acted by itself in the deal, and sat out once it was settled.
#[track_caller]
fn check_finished(facts: &[PlayerTableFact]) {
    let is_act = |fact: &PlayerTableFact| matches!(fact, PlayerTableFact::Acted { seat, by_default: false, .. } if seat.number() == 2);
    assert!(facts.iter().any(is_act), "{facts:?}");
    let settled = facts.iter().position(|fact| matches!(fact, PlayerTableFact::Settled { .. }));
    let out = facts.iter().position(|fact| *fact == out());
    assert!(settled.is_some() && settled < out, "{facts:?}");
}

#[test]
fn he_acts_in_the_deal_under_way_and_sits_out_from_the_next_one_on() {
    let mut room = Room::dealt("holdem/by", &[1_000; 3]);
    assert_eq!(room.locks(2), [], "not before the deal is over");
    check_finished(&room.plays_to_its_end());
    assert_eq!(dealt_in(&room.begin()), [1, 3]);
    room.refuses(2, COMES_BACK, Refusal::SeatLocked);
    room.refuses(2, PlayerTableOrder::TopUp { amount: money(10) }, Refusal::SeatLocked);
    assert_eq!(room.unlocks(2), [], "he comes back himself");
    assert_eq!(room.orders(2, COMES_BACK), [PlayerTableFact::SatOut { seat: seat(2), is_out: false }]);
}

#[test]
fn a_restart_in_the_deal_keeps_the_lock() {
    let mut room = Room::dealt("holdem/by", &[1_000; 3]);
    room.locks(2);
    room.restart();
    room.source(CardSourceEvent::Opened);
    check_finished(&room.plays_to_its_end());
}

#[test]
fn between_deals_he_sits_out_at_once() {
    let mut room = Room::seated("holdem/by", &[1, 2, 3]);
    assert_eq!(room.locks(2), [out()]);
    assert_eq!(dealt_in(&room.begin()), [1, 3]);
}

#[test]
fn one_alone_waits_for_others() {
    let mut room = Room::seated("holdem/by", &[1, 2]);
    assert_eq!(room.locks(2), [out()]);
    assert_eq!((room.wish(), room.cabinet.outstanding().wake_at), (CardWish::Ready, None));
    room.unlocks(2);
    room.orders(2, COMES_BACK);
    assert_eq!(dealt_in(&room.begin()), [1, 2]);
}

#[test]
fn he_sits_out_where_the_deal_is_void() {
    let mut room = Room::dealt("holdem/by", &[1_000; 3]);
    room.locks(2);
    let facts = room.attends(TableOrder::Void { reason: "lights".into(), new_shoe: false });
    assert_eq!(facts.last(), Some(&out()));
}

#[test]
fn who_sits_out_already_is_not_put_out_again() {
    let mut room = Room::seated("holdem/by", &[1, 2, 3]);
    room.orders(2, PlayerTableOrder::SitOut { is_out: true });
    assert_eq!(room.locks(2), []);
    room.refuses(2, COMES_BACK, Refusal::SeatLocked);
}

#[test]
fn spt_40_his_hand_is_not_dead_where_that_of_an_absent_player_is() {
    let mut room = Room::seated("holdem/sport-no-limit", &[1, 2, 3]);
    room.wake();
    while room.pots() == [0; 6] {
        room.comes().expect("the source is asked until the deal has begun");
    }
    assert_eq!(room.locks(2), []);
    let facts = room.deal();
    assert!(!facts.iter().any(|fact| matches!(fact, PlayerTableFact::Killed { .. })), "{facts:?}");
    check_finished(&room.plays_to_its_end());
}

#[test]
fn he_leaves_with_his_stack_and_is_paid_out_and_does_not_come_again() {
    let mut room = Room::seated("holdem/by", &[1, 2, 3]);
    room.locks(2);
    room.orders(2, PlayerTableOrder::Leave);
    room.done(attendant(), Order::CreditOut { seat: seat(2), amount: Some(money(9_000)) });
    assert_eq!((room.credits()[1], room.stacks()[1]), (1_000, 0));
    room.refuses(2, join(500), Refusal::SeatLocked);
    room.unlocks(2);
    room.orders(2, join(500));
}

#[test]
fn he_opens_no_table() {
    let opened_by_seat = Some(OpenedBySeat { seats_most: 4, closes_after_seconds: 60 });
    let mut room = Room::open_by(PlayerTableTerms { opened_by_seat, ..table_terms("holdem/by") });
    let conditions = TableConditions { buy_in_least: money(100), buy_in_most: money(400), seats_most: 3 };
    room.locks(2);
    room.refuses(2, PlayerTableOrder::Open { conditions }, Refusal::SeatLocked);
    room.orders(3, PlayerTableOrder::Open { conditions });
    room.refuses(2, join(300), Refusal::SeatLocked);
}

/// The jurisdiction asks for everybody's age while a deal is under way.
#[test]
fn who_has_not_confirmed_his_age_finishes_the_deal_and_sits_out_until_he_has() {
    let mut room = Room::dealt("holdem/by", &[1_000; 3]);
    let of_age =
        PlayerProtection { age_least_years: Some(21), reality_check_minutes: None, session_most_minutes: None, session_pause_minutes: 5 };
    let asked = Terms { player_protection: Some(of_age), ..room.cabinet.terms().clone() };
    room.event(Event::Terms { terms: asked.to_bytes() });
    let confirm = Order::Confirm(Confirmation::Age);
    for number in [1, 3] {
        room.done(Who::Seat(seat(number)), confirm.clone());
    }
    check_finished(&room.plays_to_its_end());
    assert_eq!(dealt_in(&room.begin()), [1, 3]);
    room.refuses(2, COMES_BACK, Refusal::AgeNotConfirmed);
    room.refuses(2, PlayerTableOrder::TopUp { amount: money(10) }, Refusal::AgeNotConfirmed);
    room.done(Who::Seat(seat(2)), confirm);
    assert_eq!(room.orders(2, COMES_BACK), [PlayerTableFact::SatOut { seat: seat(2), is_out: false }]);
}
