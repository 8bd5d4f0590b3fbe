//! Disputes about deals between players.

use super::history::showdown;
use super::*;
use crate::model::{DisputeView, KeptGame, PastCards, PastGame, PastHand, Verdict};

fn disputes(number: u8, deal: u64) -> Order {
    Order::OpenDispute { seat: seat(number), game: PastGame::Deal { table: TABLE, deal }, note: "the river was misread".into(), read: None }
}

impl Room {
    fn shown(&self) -> Option<DisputeView> {
        let views = self.cabinet.views(self.cabinet.rules_view().into());
        views.official.disputes.first().map(|dispute| DisputeView::clone(dispute))
    }
}

#[test]
fn a_dispute_opens_no_closed_card_to_officials_nor_the_disputing_seats_own() {
    let (mut room, folded, held, _) = showdown("holdem/sport-no-limit");
    room.refused(attendant(), disputes(6, 1), Refusal::NotInGame);
    room.refused(attendant(), disputes(1, 2), Refusal::GameUnknown);
    room.done(attendant(), disputes(folded, 1));
    room.refused(attendant(), disputes(folded, 1), Refusal::AlreadyDisputed);
    let KeptGame::Hand(kept) = room.shown().expect("it is shown").kept else { panic!("a deal between players is kept") };
    let own = room.newest(folded);
    assert_eq!((&kept.stacks, &kept.course, &kept.end, &kept.board), (&own.stacks, &own.course, &own.end, &own.board));
    let is_closed = |hand: &PastCards| hand.down.iter().all(Option::is_none);
    assert!(kept.hands.iter().all(|hand| kept.shown.contains(&hand.seat) || is_closed(hand)), "{kept:?}");
    assert!(held[usize::from(folded) - 1].iter().all(|card| !format!("{kept:?}").contains(&format!("{card:?}"))), "{kept:?}");
    // Everybody else's are as closed: an official who opens one dispute after the other sees no more.
    for number in 1..=3 {
        let order = room.command(attendant(), disputes(number, 1));
        room.step(order);
    }
    let views = room.cabinet.views(room.cabinet.rules_view().into());
    for dispute in &views.official.disputes {
        let KeptGame::Hand(kept) = &dispute.kept else { panic!("a deal between players is kept") };
        assert!(kept.hands.iter().all(|hand| kept.shown.contains(&hand.seat) || is_closed(hand)), "{kept:?}");
    }
    assert_eq!(views.official.disputes.len(), 3);
}

#[test]
fn a_disputed_deal_is_kept_and_upheld_from_the_house_while_others_are_played() {
    let (mut room, folded, _, _) = showdown("holdem/sport-no-limit");
    room.done(attendant(), disputes(folded, 1));
    let kept = room.shown().expect("it is shown").kept;
    for _ in 0..12 {
        room.begin();
        room.plays_out();
    }
    let bytes = room.cabinet.to_bytes();
    room.cabinet = Cabinet::from_bytes(&bytes).expect("it was just written");
    assert_eq!(room.shown().expect("it is shown").kept, kept, "a restart keeps it");
    let credit = |room: &Room| room.cabinet.ledger.credit(seat(folded)).minor();
    let before = credit(&room);
    let verdict = Verdict::Upheld { amount: money(250) };
    room.done(attendant(), Order::DecideDispute { dispute: 1, verdict, note: "the film shows it".into() });
    assert_eq!(credit(&room) - before, 250);
    let own = room.cabinet.views(room.cabinet.rules_view().into()).seats[seat(folded).index()].disputes.len();
    let others = room.cabinet.views(room.cabinet.rules_view().into()).seats[seat(folded % 3 + 1).index()].disputes.len();
    assert_eq!((own, others), (1, 0), "it is that seat's own");
}

#[test]
fn of_a_deal_that_is_read_no_closed_card_is_told_to_the_cabinet_either() {
    let (mut room, folded, held, _) = showdown("holdem/sport-no-limit");
    let game = PastGame::Deal { table: TABLE, deal: 1 };
    let whole = room.cabinet.player_table(TABLE).and_then(|table| table.finished_hand(1)).expect("it is recalled").clone();
    let closed = whole.clone().closed();
    assert_eq!(closed.seen_by(None), whole.seen_by(None), "everybody sees the same");
    let own = |hand: &PastHand| hand.hands.iter().find(|cards| cards.seat == seat(folded)).expect("it was dealt in").clone();
    assert!(own(&whole.seen_by(Some(seat(folded)))).down.iter().flatten().eq(&held[usize::from(folded) - 1]), "he saw his own");
    assert_eq!(own(&closed.seen_by(Some(seat(folded)))).down.iter().flatten().count(), 0, "who sits there now need not be who did");
    let read = room.cabinet.read_game(game).expect("it is recalled");
    (0..12).for_each(|_| {
        room.begin();
        room.plays_out();
    });
    room.refused(attendant(), disputes(folded, 1), Refusal::GameUnknown);
    let order = Order::OpenDispute { seat: seat(folded), game, note: "the river was misread".into(), read: Some(read) };
    room.done(attendant(), order);
    assert_eq!(room.shown().expect("it is shown").kept, KeptGame::Hand(closed.seen_by(None).into()));
}
