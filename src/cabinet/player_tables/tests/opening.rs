//! Tables that stand closed until a seat opens them with its conditions.

use super::*;
use crate::model::{OpenedBySeat, PlayerTablePhase, PlayerTableView, Span, TableConditions};

const CLOSES_AFTER: u16 = 60;

/// A table for up to four that stands closed; its rules let a seat sit down with 20 to 2,000.
fn closed() -> Room {
    let opened_by_seat = Some(OpenedBySeat { seats_most: 4, closes_after_seconds: CLOSES_AFTER });
    Room::open_by(PlayerTableTerms { opened_by_seat, ..table_terms("holdem/by") })
}

const fn conditions(least: i64, most: i64, seats_most: u8) -> TableConditions {
    TableConditions { buy_in_least: money(least), buy_in_most: money(most), seats_most }
}

const fn open(least: i64, most: i64, seats_most: u8) -> PlayerTableOrder {
    PlayerTableOrder::Open { conditions: conditions(least, most, seats_most) }
}

const fn join(put: i64) -> PlayerTableOrder {
    PlayerTableOrder::Join { put: money(put) }
}

impl Room {
    fn view(&self) -> PlayerTableView {
        (*self.cabinet.views(self.cabinet.rules_view().into()).cabinet.player_tables[0]).clone()
    }

    fn closes(&mut self) -> Vec<PlayerTableFact> {
        self.attends(TableOrder::BetweenPlayers(PlayerTableOrder::Close))
    }

    fn seconds_to_wake(&self) -> Option<u64> {
        self.cabinet.outstanding().wake_at.map(|at| at.since(self.now).microseconds() / 1_000_000)
    }
}

#[test]
fn nobody_sits_down_at_a_table_that_is_closed() {
    let mut room = closed();
    assert_eq!(room.view().phase, PlayerTablePhase::Closed);
    room.refuses(1, join(500), Refusal::TableClosed);
    assert_eq!(room.seconds_to_wake(), None);
}

#[test]
fn a_seat_opens_it_and_others_join_by_its_conditions() {
    let mut room = closed();
    let facts = room.orders(2, open(100, 400, 3));
    assert_eq!(facts, [PlayerTableFact::Opened { seat: seat(2), conditions: conditions(100, 400, 3) }]);
    let view = room.view();
    assert_eq!((view.phase, view.opened_by, view.seats_most), (PlayerTablePhase::Waiting, Some(seat(2)), 3));
    assert_eq!((view.amounts.buy_in_least, view.amounts.buy_in_most), (money(100), money(400)));
    room.refuses(5, open(100, 400, 3), Refusal::WrongPhase);
    room.refuses(5, join(99), Refusal::BelowLeast);
    room.refuses(5, join(401), Refusal::AboveMost);
    for number in [2, 5, 6] {
        room.orders(number, join(300));
    }
    room.refuses(1, join(300), Refusal::TableFull);
    room.refuses(2, PlayerTableOrder::TopUp { amount: money(101) }, Refusal::AboveMost);
    room.orders(2, PlayerTableOrder::TopUp { amount: money(100) });
}

/// These conditions are refused so.
#[track_caller]
fn check(order: PlayerTableOrder, expected: Refusal) {
    closed().refuses(1, order, expected);
}

#[test]
fn its_conditions_are_within_those_of_the_house() {
    check(open(19, 400, 3), Refusal::BelowLeast);
    check(open(100, 2_001, 3), Refusal::AboveMost);
    check(open(400, 100, 3), Refusal::AboveMost);
    check(open(100, 400, 5), Refusal::AboveMost);
    check(open(100, 400, 1), Refusal::BelowLeast);
    check(open(-10, 400, 3), Refusal::BelowLeast);
    closed().orders(1, open(20, 2_000, 4));
}

#[test]
fn who_could_not_sit_down_does_not_open_it() {
    let mut room = closed();
    room.done(attendant(), Order::CreditOut { seat: seat(1), amount: Some(money(9_901)) });
    room.refuses(1, open(100, 400, 3), Refusal::CreditTooSmall);
}

#[test]
fn an_empty_one_closes_by_itself() {
    let mut room = closed();
    room.orders(2, open(100, 400, 3));
    assert_eq!(room.seconds_to_wake(), Some(60), "nobody has sat down yet");
    room.orders(3, join(300));
    assert_eq!(room.seconds_to_wake(), None);
    room.now = room.now.after(Span::from_seconds(10));
    room.orders(3, PlayerTableOrder::Leave);
    assert_eq!(room.seconds_to_wake(), Some(60));
    room.restart();
    room.source(CardSourceEvent::Opened);
    assert_eq!(room.wake(), [PlayerTableFact::Closed]);
    assert_eq!((room.view().phase, room.view().opened_by), (PlayerTablePhase::Closed, None));
    assert_eq!(room.view().amounts.buy_in_most, money(2_000), "as the house has it");
    room.orders(4, open(20, 50, 2));
}

#[test]
fn a_start_gives_an_empty_one_its_whole_time_again() {
    let mut room = closed();
    room.orders(2, open(100, 400, 3));
    room.now = room.now.after(Span::from_seconds(3_600));
    room.restart();
    assert_eq!(room.view().opened_by, Some(seat(2)));
    room.source(CardSourceEvent::Opened);
    assert_eq!(room.seconds_to_wake(), Some(60));
}

#[test]
fn an_attendant_closes_it_between_deals_and_every_stack_goes_back() {
    let mut room = closed();
    room.orders(1, open(100, 1_000, 3));
    (1..=3).for_each(|number| _ = room.orders(number, join(500)));
    room.begin();
    let close = Order::Table { table: TABLE, order: TableOrder::BetweenPlayers(PlayerTableOrder::Close) };
    room.refused(attendant(), close.clone(), Refusal::WrongPhase);
    for _ in 0..2 {
        let asked = room.asked().expect("somebody is asked").0.number();
        room.acts(asked, BettingAction::Fold);
    }
    let facts = room.closes();
    assert_eq!(facts.iter().filter(|fact| matches!(fact, PlayerTableFact::Left { .. })).count(), 3);
    assert_eq!(facts.last(), Some(&PlayerTableFact::Closed));
    assert_eq!(room.stacks(), [0; 6]);
    assert_eq!(room.credits().iter().sum::<i64>() + room.cabinet.ledger.fees().minor(), 60_000);
    room.refused(attendant(), close.clone(), Refusal::WrongPhase);
    room.refused(Who::Seat(seat(1)), close, Refusal::NotEntitled);
}

#[test]
fn a_table_that_stands_open_as_in_older_journals_is_neither_opened_nor_closed() {
    let mut room = Room::open("holdem/by");
    assert_eq!(room.view().phase, PlayerTablePhase::Waiting);
    room.refuses(1, open(100, 400, 3), Refusal::WrongPhase);
    room.refused(
        attendant(),
        Order::Table { table: TABLE, order: TableOrder::BetweenPlayers(PlayerTableOrder::Close) },
        Refusal::WrongPhase,
    );
    room.orders(1, join(500));
}

#[test]
fn terms_that_know_no_opening_any_more_leave_the_table_open() {
    let mut room = closed();
    room.orders(1, open(100, 400, 3));
    room.orders(1, join(300));
    room.event(Event::Terms { terms: terms(vec![table_terms("holdem/by")]).to_bytes() });
    assert_eq!((room.view().opened_by, room.view().seats_most, room.view().amounts.buy_in_most), (None, 6, money(2_000)));
    room.orders(1, PlayerTableOrder::Leave);
    assert_eq!(room.view().phase, PlayerTablePhase::Waiting);
}

#[test]
fn a_table_at_which_somebody_sits_when_the_terms_close_it_closes_when_he_goes() {
    let mut room = Room::open("holdem/by");
    room.orders(1, join(300));
    let opened_by_seat = Some(OpenedBySeat { seats_most: 4, closes_after_seconds: CLOSES_AFTER });
    let table = PlayerTableTerms { opened_by_seat, ..table_terms("holdem/by") };
    room.event(Event::Terms { terms: terms(vec![table]).to_bytes() });
    assert_eq!(room.view().phase, PlayerTablePhase::Waiting);
    room.orders(1, PlayerTableOrder::Leave);
    assert_eq!(room.view().phase, PlayerTablePhase::Closed);
}
