//! Disputes: what may be disputed, what is kept of it, and what a decision pays.

use super::*;
use crate::model::{DisputeView, GameRead, KeptGame, PastGame, Pocket, RoundRecall, TableNumber, Verdict};

const NOTE: &str = "his chip lay on 17";

/// A dispute about a round of the wheel.
fn disputes(number: u8, round: u64) -> Order {
    Order::OpenDispute { seat: seat(number), game: PastGame::Round(round), note: NOTE.into(), read: None }
}

fn upholds(dispute: u32, amount: i64) -> Order {
    Order::DecideDispute { dispute, verdict: Verdict::Upheld { amount: Money::from_minor(amount) }, note: "the film shows it".into() }
}

fn rejects(dispute: u32) -> Order {
    Order::DecideDispute { dispute, verdict: Verdict::Rejected, note: "the film shows it".into() }
}

/// Seat 1 bets 10 on 17, and the ball lies in 5; then the next round opens.
fn lose(table: &mut Table) {
    table.done(player(), Order::Place { bets: vec![straight(17, 10)] });
    table.spin_to(5);
    while table.views().cabinet.phase != PhaseView::Open {
        table.wake();
    }
}

/// The cabinet after seat 1 has lost round 1.
fn lost() -> Table {
    let mut table = Table::open();
    lose(&mut table);
    table
}

fn shown(table: &Table, number: u32) -> Option<DisputeView> {
    let all = table.views().official.disputes;
    all.iter().find(|dispute| dispute.number == number).map(|dispute| DisputeView::clone(dispute))
}

fn round_of(dispute: &DisputeView) -> &RoundRecall {
    match &dispute.kept {
        KeptGame::Round(round) => round,
        KeptGame::Deal(deal) => panic!("{deal:?}"),
        KeptGame::Hand(hand) => panic!("{hand:?}"),
    }
}

#[test]
fn a_dispute_is_opened_and_shown_with_its_round() {
    let mut table = lost();
    let facts = table.done(attendant(), disputes(1, 1));
    assert_eq!(facts, [Fact::DisputeOpened { number: 1, seat: seat(1), game: PastGame::Round(1) }]);
    let dispute = shown(&table, 1).expect("it is shown");
    assert_eq!((dispute.opened_by.as_str(), dispute.opened_at, dispute.note.as_str()), ("Anna", table.now, NOTE));
    assert_eq!((dispute.seat, dispute.game, &dispute.ruling), (seat(1), PastGame::Round(1), &None));
    assert_eq!(round_of(&dispute).outcome, Pocket::new(5));
    assert_eq!(table.credit(), 990, "nothing is paid before it is decided");
}

#[test]
fn a_disputed_round_is_kept_however_many_are_played_meanwhile() {
    let mut table = lost();
    table.done(attendant(), disputes(1, 1));
    let kept = shown(&table, 1).expect("it is shown").kept;
    (0..20).for_each(|_| lose(&mut table));
    assert!(table.views().official.rounds.iter().all(|round| round.round > 1), "the round is not recalled any more");
    assert_eq!(shown(&table, 1).expect("it is shown").kept, kept);
    let restored = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("it was just written");
    assert_eq!(restored, table.cabinet);
    table.cabinet = restored;
    assert_eq!(shown(&table, 1).expect("it is shown").kept, kept, "a restart keeps it");
    table.refused(attendant(), disputes(1, 1), Refusal::AlreadyDisputed);
    table.done(attendant(), upholds(1, 360));
    assert_eq!(shown(&table, 1).expect("a decided one is shown").kept, kept);
}

/// A dispute about a round, with what was read of it.
fn disputes_read(number: u8, round: u64, read: GameRead) -> Order {
    Order::OpenDispute { seat: seat(number), game: PastGame::Round(round), note: NOTE.into(), read: Some(read) }
}

fn asks(key: Option<&str>, order: Order) -> Command {
    Command { who: attendant(), key: key.map(Into::into), round: None, order }
}

/// The cabinet after seat 1 has lost more rounds than are recalled, with the first two as they are read in the journal, and the first as it was
/// recalled.
fn lost_long_ago() -> (Table, [GameRead; 2], KeptGame) {
    let mut table = lost();
    lose(&mut table);
    let read = [1, 2].map(|round| table.cabinet.read_game(PastGame::Round(round)).expect("it is recalled"));
    let recalled = table.cabinet.past_game(PastGame::Round(1)).expect("it is recalled");
    (0..20).for_each(|_| lose(&mut table));
    (table, read, recalled)
}

#[test]
fn a_round_that_is_recalled_no_more_is_disputed_as_it_was_read() {
    let (mut table, [read, _], recalled) = lost_long_ago();
    assert_eq!(table.cabinet.game_to_read(&asks(None, disputes(1, 1))), Some(PastGame::Round(1)));
    assert_eq!(table.cabinet.game_to_read(&asks(None, disputes(1, 20))), None, "a recalled one is not read");
    let order = disputes_read(1, 1, read);
    assert_eq!(table.cabinet.game_to_read(&asks(None, order.clone())), None, "what was read is not read again");
    let facts = table.done(attendant(), order);
    assert_eq!(facts, [Fact::DisputeOpened { number: 1, seat: seat(1), game: PastGame::Round(1) }]);
    assert_eq!(shown(&table, 1).expect("it is shown").kept, recalled);
    table.cabinet = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("it was just written");
    let credit = table.credit();
    table.done(attendant(), upholds(1, 360));
    assert_eq!((table.credit(), shown(&table, 1).expect("a decided one is shown").kept), (credit + 360, recalled));
}

#[test]
fn what_was_read_is_refused_where_it_is_another_game_or_none_or_the_seat_had_no_part_in_it() {
    let (mut table, [first, second], _) = lost_long_ago();
    let garbage = GameRead::Found(vec![0x82, 0x00]);
    table.refused(attendant(), disputes(1, 1), Refusal::GameUnknown);
    for read in [second, GameRead::Missing, garbage] {
        table.refused(attendant(), disputes_read(1, 1, read), Refusal::GameUnknown);
    }
    table.refused(attendant(), disputes_read(2, 1, first.clone()), Refusal::NotInGame);
    table.refused(player(), disputes_read(1, 1, first.clone()), Refusal::NotEntitled);
    table.done(attendant(), disputes_read(1, 1, first.clone()));
    table.refused(attendant(), disputes_read(1, 1, first), Refusal::AlreadyDisputed);
    assert_eq!(table.cabinet.game_to_read(&asks(None, disputes(1, 1))), None, "it is refused without being read");
}

#[test]
fn what_was_read_is_no_part_of_the_wish_that_a_key_stands_for() {
    let (mut table, [read, _], _) = lost_long_ago();
    assert!(matches!(table.order(attendant(), Some("k"), disputes_read(1, 1, read)), Outcome::Done(_)));
    let number = table.cabinet.number();
    for order in [disputes(1, 1), disputes_read(1, 1, GameRead::Missing)] {
        assert_eq!(table.cabinet.game_to_read(&asks(Some("k"), order.clone())), None, "it is answered without being read");
        assert_eq!(table.order(attendant(), Some("k"), order), Outcome::Repeated { number });
    }
    assert_eq!(table.order(attendant(), Some("k"), disputes(1, 2)), Outcome::Refused(Refusal::KeyReused));
}

#[test]
fn a_recalled_round_is_kept_as_it_is_recalled_and_not_as_it_was_read() {
    let mut table = lost();
    let recalled = table.cabinet.past_game(PastGame::Round(1)).expect("it is recalled");
    table.done(attendant(), disputes_read(1, 1, GameRead::Missing));
    assert_eq!(shown(&table, 1).expect("it is shown").kept, recalled);
}

#[test]
fn a_dispute_that_is_upheld_pays_from_the_house() {
    let mut table = lost();
    table.done(attendant(), disputes(1, 1));
    let (credit, meters) = (table.credit(), table.views().official.meters);
    let facts = table.done(Who::Attendant("Boris".into()), upholds(1, 360));
    let verdict = Verdict::Upheld { amount: Money::from_minor(360) };
    assert_eq!(facts, [Fact::DisputeDecided { number: 1, seat: seat(1), verdict }]);
    assert_eq!(table.credit(), credit + 360);
    let now = table.views().official;
    let expected = crate::model::MetersView { corrections: Money::from_minor(360), ..meters };
    assert_eq!((now.meters, now.seats[0].meters.corrections.minor()), (expected, 360), "it is counted by itself and as nothing else");
    let ruling = shown(&table, 1).and_then(|dispute| dispute.ruling).expect("it is decided");
    assert_eq!((ruling.verdict, ruling.by.as_str(), ruling.at, ruling.note.as_str()), (verdict, "Boris", table.now, "the film shows it"));
}

#[test]
fn a_dispute_that_is_rejected_moves_nothing() {
    let mut table = lost();
    table.done(attendant(), disputes(1, 1));
    let before = table.views().official.seats;
    assert_eq!(table.done(attendant(), rejects(1)), [Fact::DisputeDecided { number: 1, seat: seat(1), verdict: Verdict::Rejected }]);
    assert_eq!(table.views().official.seats, before);
}

#[test]
fn what_cannot_be_disputed_is_refused() {
    let mut table = lost();
    let of_table = |table| PastGame::Deal { table: TableNumber(table), deal: 1 };
    let about = |game, note: &str| Order::OpenDispute { seat: seat(1), game, note: note.into(), read: None };
    table.refused(player(), disputes(1, 1), Refusal::NotEntitled);
    table.refused(attendant(), about(PastGame::Round(1), ""), Refusal::NoteUnfit);
    table.refused(attendant(), about(PastGame::Round(1), "  "), Refusal::NoteUnfit);
    table.refused(attendant(), about(PastGame::Round(1), "two\nlines"), Refusal::NoteUnfit);
    table.refused(attendant(), about(PastGame::Round(1), &"ж".repeat(201)), Refusal::NoteUnfit);
    table.refused(attendant(), disputes(1, 0), Refusal::GameUnknown);
    table.refused(attendant(), disputes(1, 2), Refusal::GameUnknown);
    table.refused(attendant(), disputes(1, u64::MAX), Refusal::GameUnknown);
    table.refused(attendant(), about(of_table(1), NOTE), Refusal::TableUnknown);
    table.refused(attendant(), about(of_table(255), NOTE), Refusal::TableUnknown);
    table.refused(attendant(), disputes(2, 1), Refusal::NotInGame);
    table.done(attendant(), about(PastGame::Round(1), &"ж".repeat(200)));
    table.refused(attendant(), disputes(1, 1), Refusal::AlreadyDisputed);
    table.done(attendant(), rejects(1));
    table.refused(attendant(), disputes(1, 1), Refusal::AlreadyDisputed);
}

#[test]
fn what_cannot_be_decided_is_refused() {
    let mut table = lost();
    table.refused(attendant(), rejects(1), Refusal::DisputeNotOpen);
    table.done(attendant(), disputes(1, 1));
    let noted = |note: &str| Order::DecideDispute { dispute: 1, verdict: Verdict::Rejected, note: note.into() };
    table.refused(player(), rejects(1), Refusal::NotEntitled);
    table.refused(attendant(), noted(""), Refusal::NoteUnfit);
    table.refused(attendant(), noted(&"x".repeat(201)), Refusal::NoteUnfit);
    table.refused(attendant(), rejects(0), Refusal::DisputeNotOpen);
    table.refused(attendant(), rejects(2), Refusal::DisputeNotOpen);
    table.refused(attendant(), upholds(1, 0), Refusal::AmountNotPositive);
    table.refused(attendant(), upholds(1, -1), Refusal::AmountNotPositive);
    table.refused(attendant(), upholds(1, i64::MIN), Refusal::AmountNotPositive);
    table.refused(attendant(), upholds(1, i64::MAX), Refusal::AboveCreditMost);
    table.refused(attendant(), upholds(1, 1_000_000 - 990 + 1), Refusal::AboveCreditMost);
    table.done(attendant(), upholds(1, 1_000_000 - 990));
    table.refused(attendant(), rejects(1), Refusal::DisputeNotOpen);
    table.refused(attendant(), upholds(1, 1), Refusal::DisputeNotOpen);
}

#[test]
fn a_correction_leaves_room_for_what_the_stakes_may_bring() {
    let mut table = lost();
    table.done(attendant(), disputes(1, 1));
    table.done(player(), Order::Place { bets: vec![straight(17, 10)] });
    let room = 1_000_000 - 980 - 360;
    table.refused(attendant(), upholds(1, room + 1), Refusal::AboveCreditMost);
    table.done(attendant(), upholds(1, room));
}

#[test]
fn a_decision_is_done_once_under_its_key_and_waits_for_no_table() {
    let mut table = lost();
    table.done(attendant(), Order::Hold { reason: "a question".into() });
    table.done(attendant(), disputes(1, 1));
    assert!(matches!(table.order(attendant(), Some("k"), upholds(1, 5)), Outcome::Done(_)));
    let number = table.cabinet.number();
    assert_eq!(table.order(attendant(), Some("k"), upholds(1, 5)), Outcome::Repeated { number });
    assert_eq!(table.credit(), 995);
}

#[test]
fn a_seat_sees_its_own_disputes_alone_and_of_each_its_own_part() {
    let mut table = Table::open();
    table.done(attendant(), Order::CreditIn { seat: seat(2), amount: Money::from_minor(100) });
    table.done(Who::Seat(seat(2)), Order::Place { bets: vec![straight(3, 7)] });
    lose(&mut table);
    table.done(attendant(), disputes(2, 1));
    let views = table.views();
    assert_eq!(views.seats.iter().map(|seat| seat.disputes.len()).collect::<Vec<_>>(), [0, 1, 0, 0, 0, 0]);
    let seats = |dispute: &DisputeView| round_of(dispute).seats.iter().map(|part| part.seat.number()).collect::<Vec<_>>();
    assert_eq!((seats(&views.seats[1].disputes[0]), seats(&views.official.disputes[0])), (vec![2], vec![1, 2]));
    table.done(attendant(), disputes(1, 1));
    assert_eq!(table.views().seats[0].disputes.len(), 1, "two seats may dispute one round");
}

#[test]
fn so_many_may_be_open_and_so_many_that_are_decided_are_shown() {
    let mut table = Table::open();
    for round in 1..=32 {
        lose(&mut table);
        table.done(attendant(), disputes(1, round));
    }
    lose(&mut table);
    table.refused(attendant(), disputes(1, 33), Refusal::TooManyDisputes);
    for number in 1..=32 {
        table.done(attendant(), rejects(number));
    }
    table.done(attendant(), disputes(1, 33));
    table.done(attendant(), rejects(33));
    let numbers = |table: &Table| table.views().official.disputes.iter().map(|dispute| dispute.number).collect::<Vec<_>>();
    assert_eq!(numbers(&table), (2..=33).rev().collect::<Vec<_>>(), "the oldest is forgotten");
    table.cabinet = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("it was just written");
    table.refused(attendant(), disputes(1, 1), Refusal::AlreadyDisputed);
    table.refused(attendant(), disputes(2, 1), Refusal::GameUnknown);
    for round in 34..=35 {
        lose(&mut table);
        table.done(attendant(), disputes(1, round));
    }
    assert_eq!(numbers(&table).len(), 34, "those that are open are shown besides");
}

#[test]
fn evidence_that_comes_later_is_added_to_the_kept_round() {
    let mut table = Table::open();
    table.done(player(), Order::Place { bets: vec![straight(17, 10)] });
    table.spin_to(5);
    table.done(attendant(), disputes(1, 1));
    // The next round is open when the wheel contradicts the result.
    while table.views().cabinet.phase != PhaseView::Open {
        table.wake();
    }
    let happening = WheelHappening::Fault { code: FaultCode::ResultDisputed, detail: "6 is shown".into() };
    table.event(Event::Wheel(WheelEvent { spin: Some(1), happening, evidence: vec![1] }));
    let record = table.cabinet.number();
    let round = table.views().official.rounds.iter().find(|round| round.round == 1).cloned().expect("it is recalled");
    assert_eq!(round.evidence.last(), Some(&record));
    assert_eq!(round_of(&shown(&table, 1).expect("it is shown")).evidence, round.evidence);
}

#[test]
fn times_are_those_of_the_wall_clock() {
    let mut table = lost();
    table.event(Event::WallClock { wall: table.now.after(Span::from_seconds(3_600)) });
    table.done(attendant(), disputes(1, 1));
    assert_eq!(shown(&table, 1).expect("it is shown").opened_at, table.now.after(Span::from_seconds(3_600)));
}
