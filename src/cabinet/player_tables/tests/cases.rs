//! The course of the table: who is asked when, what a restart, a hold and a fault do.

use super::*;
use crate::games::timing::RestartInDeal;
use crate::model::{CardPlace, DealVoid, FaultCode, OrderFailure, VoidReason};

#[test]
fn tpc_3_the_button_is_drawn_and_a_deal_begins_once_two_sit() {
    let mut room = Room::open("holdem/by");
    room.orders(1, PlayerTableOrder::Join { put: money(1_000) });
    assert_eq!(room.wish(), CardWish::Ready, "one waits for another");
    room.orders(4, PlayerTableOrder::Join { put: money(1_000) });
    assert_eq!(room.wish(), CardWish::Ready, "there is a pause");
    let facts = room.begin();
    let PlayerTableFact::ButtonDrawn { button: drawn } = facts[0] else { panic!("{facts:?}") };
    assert!([1, 4].contains(&drawn.number()));
    assert!(matches!(&facts[1], PlayerTableFact::Began { deal: 1, button, players, .. } if *button == drawn && players.len() == 2));
    assert_eq!(room.pots().iter().sum::<i64>(), 15);
    assert!(room.asked().is_some());
}

#[test]
fn spb_61_who_does_not_act_in_time_is_decided_for() {
    let mut room = Room::dealt("holdem/by", &[1_000, 1_000]);
    let (asked, _) = room.asked().expect("somebody is asked");
    let facts = room.wake();
    let folded = PlayerTableFact::Acted { seat: asked, action: BettingAction::Fold, paid: Money::ZERO, by_default: true };
    assert_eq!(facts[0], folded);
    assert!(matches!(facts[1], PlayerTableFact::Settled { deal: 1, .. }));
}

#[test]
fn what_was_meant_for_another_turn_or_seat_does_nothing() {
    let mut room = Room::dealt("holdem/by", &[1_000, 1_000, 1_000]);
    let (asked, turn) = room.asked().expect("somebody is asked");
    let act = |turn, action| PlayerTableOrder::Act { turn, action };
    let other = Seat::all().take(3).find(|seat| *seat != asked).expect("another sits");
    room.refuses(other.number(), act(turn, BettingAction::Call), Refusal::NotYourTurn);
    room.refuses(asked.number(), act(turn + 1, BettingAction::Call), Refusal::NotYourTurn);
    room.refuses(asked.number(), act(turn, BettingAction::Check), Refusal::ChoiceNotOffered);
    room.refuses(asked.number(), act(turn, BettingAction::RaiseTo(money(100_000))), Refusal::AboveMost);
    room.refuses(5, PlayerTableOrder::Leave, Refusal::WrongPhase);
    room.orders(asked.number(), act(turn, BettingAction::Call));
}

#[test]
fn a_deal_goes_on_after_a_restart_in_its_middle() {
    let mut room = Room::dealt("holdem/by", &[1_000, 1_000]);
    let before = (room.asked(), room.stacks(), room.pots());
    room.restart();
    let (asked, turn) = before.0.expect("somebody is asked");
    let call = PlayerTableOrder::Act { turn, action: BettingAction::Call };
    room.refuses(asked.number(), call.clone(), Refusal::TableHeld);
    room.source(CardSourceEvent::Opened);
    assert_eq!((room.asked(), room.stacks(), room.pots()), before);
    assert!(room.cabinet.outstanding().wake_at.is_some(), "its time runs anew");
    room.orders(asked.number(), call);
}

/// A table whose house voids a deal in whose middle the program was started again.
fn voids_at_a_start(rules: &str) -> PlayerTableTerms {
    let mut terms = table_terms(rules);
    terms.rules.house.restart_in_deal = Some(RestartInDeal::Void);
    terms
}

#[test]
fn hx_4_a_deal_is_void_after_a_restart_in_its_middle_where_the_house_says_so() {
    let mut room = Room::dealt_by(voids_at_a_start("holdem/by"), &[1_000, 1_000]);
    let (asked, turn) = room.asked().expect("somebody is asked");
    room.orders(asked.number(), PlayerTableOrder::Act { turn, action: BettingAction::Call });
    assert!(room.pots().iter().sum::<i64>() > 0);
    let facts = room.restart();
    let [PlayerTableFact::Voided { deal: 1, reason: DealVoid::Round(VoidReason::Restart), back, .. }] = &facts[..] else {
        panic!("{facts:?}")
    };
    assert_eq!(back.len(), 2, "{back:?}");
    assert_eq!((&room.stacks()[..2], room.pots().iter().sum::<i64>(), room.asked()), (&[1_000, 1_000][..], 0, None));
    assert_eq!(room.restart(), [], "a deal is void once");
    // SPG-101: the next deal begins like that one.
    room.source(CardSourceEvent::Opened);
    let facts = room.begin();
    assert!(facts.iter().any(|fact| matches!(fact, PlayerTableFact::Began { deal: 2, .. })), "{facts:?}");
}

#[test]
fn hx_4_between_two_deals_a_restart_voids_nothing() {
    let mut room = Room::open_by(voids_at_a_start("holdem/by"));
    for number in [1, 2] {
        room.orders(number, PlayerTableOrder::Join { put: money(1_000) });
    }
    assert_eq!(room.restart(), []);
    assert_eq!(&room.stacks()[..2], [1_000, 1_000]);
}

#[test]
fn a_card_that_was_ordered_before_a_restart_comes_once() {
    let mut room = Room::open("holdem/by");
    for number in [1, 2] {
        room.orders(number, PlayerTableOrder::Join { put: money(1_000) });
    }
    room.wake();
    let wish = room.wish();
    room.restart();
    assert_eq!(room.wish(), wish, "the same order stands");
    room.source(CardSourceEvent::Opened);
    room.deal();
    let before = room.cabinet.clone();
    let number = wish.number().expect("something was ordered");
    room.source(CardSourceEvent::Card { number, card: Card::all().next().expect("a card") });
    assert_eq!(room.asked(), before.player_table_view(TABLE, Eyes::Public).and_then(|view| view.turn), "an end that was had is none");
}

#[test]
fn hrb_17_a_closed_card_is_in_no_view_but_its_own_and_in_no_fact() {
    let room = Room::dealt("holdem/by", &[1_000, 1_000, 1_000]);
    for owner in Seat::all().take(3) {
        for eyes in core::iter::once(Eyes::Public).chain(Seat::all().map(Eyes::Seat)) {
            let view = room.cabinet.player_table_view(TABLE, eyes).expect("the table is there");
            let down = view.seats[owner.index()].as_ref().expect("it sits").down.clone();
            assert_eq!(down.iter().flatten().count(), if eyes == Eyes::Seat(owner) { 2 } else { 0 }, "{eyes:?} and seat {owner}");
            assert_eq!(down.len(), 2);
        }
    }
    let text = alloc::format!("{:?}", room.cabinet.player_table(TABLE));
    let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric()).collect();
    let named = Card::all().find(|card| words.contains(&&*alloc::format!("{card:?}")) || words.contains(&&*card.to_string()));
    assert_eq!(named, None, "what is printed names a card: {text}");
}

#[test]
fn hrb_24_a_card_that_came_twice_voids_the_deal_and_waits_for_an_attendant() {
    let mut room = Room::dealt("holdem/by", &[1_000, 1_000]);
    while matches!(room.wish(), CardWish::Ready) {
        let (asked, turn) = room.asked().expect("somebody is asked");
        let offers = room.cabinet.player_table_view(TABLE, Eyes::Seat(asked)).expect("the table is there").offers.expect("it is asked");
        let action = if offers.call.is_positive() { BettingAction::Call } else { BettingAction::Check };
        room.orders(asked.number(), PlayerTableOrder::Act { turn, action });
    }
    let CardWish::Card { number, remaining, .. } = room.wish() else { panic!("a card is ordered") };
    let card = Card::all().find(|card| remaining.without(*card).is_none()).expect("one has come");
    let facts = room.source(CardSourceEvent::Card { number, card });
    assert!(matches!(facts[..], [PlayerTableFact::Voided { reason: crate::model::DealVoid::DefectiveDeck, .. }]), "{facts:?}");
    assert_eq!((room.stacks(), room.pots()), (vec![1_000, 1_000, 0, 0, 0, 0], vec![0; 6]));
    let standing = room.cabinet.standing_faults();
    assert!(standing.iter().any(|(table, fault)| *table == Some(TABLE) && fault.code == FaultCode::DuplicateCard));
    room.refuses(1, PlayerTableOrder::Leave, Refusal::TableHeld);
    room.attends(TableOrder::Resume);
    room.orders(1, PlayerTableOrder::Leave);
}

#[test]
fn a_source_that_brings_no_card_voids_the_deal() {
    let mut room = Room::open("holdem/by");
    for number in [1, 2] {
        room.orders(number, PlayerTableOrder::Join { put: money(1_000) });
    }
    room.wake();
    while room.pots() == [0; 6] {
        match room.wish() {
            CardWish::Shuffle { number, .. } => room.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(1) }),
            CardWish::Card { number, remaining, .. } => {
                let from = usize::try_from(number * 5 % 52).expect("it is small");
                let mut cards = Card::all().skip(from).chain(Card::all());
                let card = cards.find(|card| remaining.without(*card).is_some()).expect("the pack suffices");
                room.source(CardSourceEvent::Card { number, card })
            }
            other => panic!("{other:?}"),
        };
    }
    let number = room.wish().number().expect("a card is ordered");
    let facts = room.source(CardSourceEvent::Failed { number, why: OrderFailure::Empty });
    assert!(matches!(facts[..], [PlayerTableFact::Voided { .. }]), "{facts:?}");
    assert_eq!(room.pots(), [0; 6]);
    room.begin();
    assert!(room.asked().is_some(), "the next deal begins after the pause");
}

#[test]
fn ta_17_who_leaves_in_a_deal_folds_in_his_turn_and_goes_after_it() {
    let mut room = Room::dealt("holdem/by", &[1_000, 1_000, 1_000]);
    let (asked, _) = room.asked().expect("somebody is asked");
    let leaver = Seat::all().take(3).find(|seat| *seat != asked).expect("another sits");
    assert_eq!(room.orders(leaver.number(), PlayerTableOrder::Leave), [PlayerTableFact::IsLeaving { seat: leaver }]);
    room.refuses(leaver.number(), PlayerTableOrder::TopUp { amount: money(5) }, Refusal::WrongPhase);
    while let Some((asked, _)) = room.asked() {
        assert_ne!(asked, leaver, "it is not asked any more");
        room.acts(asked.number(), BettingAction::Fold);
    }
    assert_eq!(room.stacks()[leaver.index()], 0);
    assert!(room.credits()[leaver.index()] >= 9_990, "its stack came back");
}

#[test]
fn hrb_25_a_void_names_the_attendant_and_a_settled_deal_stands() {
    let mut room = Room::dealt("holdem/by", &[1_000, 1_000]);
    let facts = room.attends(TableOrder::Void { reason: "a dispute".into(), new_shoe: false });
    let by = crate::model::DealVoid::Round(VoidReason::Attendant { name: "Anna".into(), reason: "a dispute".into() });
    assert!(matches!(&facts[..], [PlayerTableFact::Voided { reason, .. }] if *reason == by), "{facts:?}");
    let void = Order::Table { table: TABLE, order: TableOrder::Void { reason: "again".into(), new_shoe: false } };
    room.refused(attendant(), void, Refusal::WrongPhase);
    room.refused(Who::Seat(seat(1)), Order::Table { table: TABLE, order: TableOrder::Repeat }, Refusal::NotEntitled);
}

#[test]
fn an_attendant_holds_the_table_removes_a_seat_and_lets_it_go_on() {
    let mut room = Room::dealt("holdem/by", &[1_000, 1_000, 1_000]);
    room.attends(TableOrder::Hold { reason: "a drink was spilt".into() });
    assert_eq!(room.cabinet.outstanding().wake_at, None, "nobody's time runs");
    let (asked, _) = room.asked().expect("somebody is asked");
    room.attends(TableOrder::BetweenPlayers(PlayerTableOrder::Remove { seat: asked }));
    let removed = room.cabinet.player_table_view(TABLE, Eyes::Public).expect("the table is there").seats[asked.index()].clone();
    assert!(removed.is_none_or(|seat| seat.is_leaving));
    room.attends(TableOrder::Resume);
    assert!(room.asked().is_some_and(|(now, _)| now != asked));
}

#[test]
fn new_amounts_wait_for_the_end_of_the_deal_and_a_table_that_is_gone_gives_every_stack_back() {
    let mut room = Room::dealt("holdem/by", &[1_000, 1_000]);
    let mut other = table_terms("holdem/by");
    (other.rules.level.small_blind, other.rules.level.big_blind) = (money(10), money(20));
    room.event(Event::Terms { terms: terms(vec![other]).to_bytes() });
    assert_eq!(room.pots().iter().sum::<i64>(), 15);
    let (asked, _) = room.asked().expect("somebody is asked");
    room.acts(asked.number(), BettingAction::Fold);
    room.begin();
    assert_eq!(room.pots().iter().sum::<i64>(), 30, "the next deal is by the new amounts");
    room.event(Event::Terms { terms: terms(Vec::new()).to_bytes() });
    let (asked, _) = room.asked().expect("the deal goes on");
    room.acts(asked.number(), BettingAction::Fold);
    assert_eq!((room.stacks(), room.pots()), (vec![0; 6], vec![0; 6]));
    assert_eq!(room.credits().iter().sum::<i64>() + room.cabinet.ledger.fees().minor(), 60_000);
    room.refuses(1, PlayerTableOrder::Join { put: money(1_000) }, Refusal::TableUnknown);
}

#[test]
fn an_action_is_for_the_deal_that_it_names() {
    let mut room = Room::dealt("holdem/by", &[1_000, 1_000]);
    let (asked, turn) = room.asked().expect("somebody is asked");
    let act = PlayerTableOrder::Act { turn, action: BettingAction::Call };
    let order = Order::Table { table: TABLE, order: TableOrder::BetweenPlayers(act) };
    for round in [None, Some(2), Some(0)] {
        let command = Command { who: Who::Seat(asked), key: None, round, order: order.clone() };
        assert_eq!(room.step(What::Command(command)), Outcome::Refused(Refusal::OtherRound), "{round:?}");
    }
    let command = Command { who: Who::Seat(asked), key: None, round: Some(1), order };
    assert!(matches!(room.step(What::Command(command)), Outcome::Done(_)));
}

#[test]
fn a_guest_who_comes_and_goes_in_the_middle_of_a_deal_makes_no_checkpoint_grow() {
    let mut room = Room::dealt("holdem/by", &[1_000, 1_000]);
    let visit = |room: &mut Room| {
        room.orders(3, PlayerTableOrder::Join { put: money(500) });
        room.orders(1, PlayerTableOrder::SitOut { is_out: true });
        room.orders(3, PlayerTableOrder::TopUp { amount: money(10) });
        room.orders(3, PlayerTableOrder::SitOut { is_out: true });
        room.orders(1, PlayerTableOrder::SitOut { is_out: false });
        room.orders(3, PlayerTableOrder::TopUp { amount: money(10) });
        assert_eq!(room.stacks()[2], 520);
        room.orders(3, PlayerTableOrder::Leave);
        room.cabinet.player_tables.iter().map(|table| minicbor::to_vec(table).expect("it can be written").len()).sum()
    };
    let first: usize = visit(&mut room);
    let later: usize = (0..40).map(|_| visit(&mut room)).max().expect("there were visits");
    assert!(later <= first, "{first} bytes after one visit, {later} after more");
    assert_eq!((room.credits()[2], room.stacks()[2]), (10_000, 0));
}

/// Three sit down, and the pack from which the button is drawn is ready.
fn ready_to_draw() -> Room {
    let mut room = Room::open("holdem/by");
    for number in [1, 2, 3] {
        room.orders(number, PlayerTableOrder::Join { put: money(1_000) });
    }
    room.wake();
    let CardWish::Shuffle { number, .. } = room.wish() else { panic!("fresh cards are ordered") };
    room.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(1) });
    room
}

/// A card of the draw is ordered for this seat, and comes.
fn draws(room: &mut Room, who: u8, name: &str) -> Vec<PlayerTableFact> {
    let CardWish::Card { number, to: CardPlace::Hand { place, .. }, .. } = room.wish() else { panic!("a card is ordered") };
    assert_eq!(place.0, who, "{name}");
    room.source(CardSourceEvent::Card { number, card: name.parse().expect("a card") })
}

#[test]
fn ta_16_the_tied_draw_again_and_nobody_else_does() {
    let mut room = ready_to_draw();
    for (who, name) in [(1, "Kh"), (2, "9d"), (3, "Ks"), (1, "3c"), (3, "Qd")] {
        let expected = (name == "Qd").then_some(PlayerTableFact::ButtonDrawn { button: seat(3) });
        assert_eq!(draws(&mut room, who, name), Vec::from_iter(expected), "{name}");
    }
}

/// One of two who have drawn equal cards leaves while the other's next card is on its way: the card comes, and then the draw is over.
#[test]
fn ta_16_a_draw_that_a_leave_decides_ends_with_the_card_on_its_way() {
    let mut room = ready_to_draw();
    for (who, name) in [(1, "Kh"), (2, "9d"), (3, "Ks"), (1, "3c")] {
        assert_eq!(draws(&mut room, who, name), [], "{name}");
    }
    assert_eq!(room.orders(1, PlayerTableOrder::Leave), [PlayerTableFact::Left { seat: seat(1), back: money(1_000) }]);
    assert_eq!(draws(&mut room, 3, "2d"), [PlayerTableFact::ButtonDrawn { button: seat(3) }]);
}

#[test]
fn an_unproved_end_of_the_journal_holds_a_table_between_players_until_a_decision_at_the_wheel() {
    let mut room = Room::open("holdem/by");
    let join = || Order::Table { table: TABLE, order: TableOrder::BetweenPlayers(PlayerTableOrder::Join { put: money(1_000) }) };
    room.event(Event::Started { version: "1".into(), wall: None, unproved_after: Some(64), practice: Event::PRACTICE, identity: None });
    room.source(CardSourceEvent::Opened);
    let faults = |room: &Room| room.cabinet.views(alloc::sync::Arc::new(room.cabinet.rules_view())).cabinet.player_tables[0].faults.clone();
    assert_eq!(faults(&room)[0].code, FaultCode::JournalEndUnproved);
    room.done(attendant(), Order::Resume(crate::model::Resumption::Continue));
    assert_eq!(faults(&room), []);
    room.done(Who::Seat(seat(1)), join());
}

/// A tablet that was out of reach asks once more, long after: who has sat down again since does not go.
#[test]
fn nobody_is_removed_twice_under_one_key_however_many_orders_came_since() {
    let mut room = Room::open("holdem/by");
    let wall = Some(room.now);
    room.event(Event::Started { version: "1".into(), wall, unproved_after: None, practice: Event::PRACTICE, identity: None });
    room.source(CardSourceEvent::Opened);
    let keyed = |room: &mut Room, key: &str, order: TableOrder| {
        let order = Order::Table { table: TABLE, order };
        room.step(What::Command(Command { who: attendant(), key: Some(key.into()), round: Some(0), order }))
    };
    let remove = || TableOrder::BetweenPlayers(PlayerTableOrder::Remove { seat: seat(1) });
    room.orders(1, PlayerTableOrder::Join { put: money(1_000) });
    assert!(matches!(keyed(&mut room, "remove", remove()), Outcome::Done(_)));
    room.orders(1, PlayerTableOrder::Join { put: money(1_000) });
    assert!(matches!(keyed(&mut room, "remove", remove()), Outcome::Repeated { .. }));
    for nth in 0..256 {
        let order = if nth % 2 == 0 { TableOrder::Hold { reason: "a look".into() } } else { TableOrder::Resume };
        assert!(matches!(keyed(&mut room, &alloc::format!("{nth}"), order), Outcome::Done(_)), "{nth}");
    }
    assert_eq!(keyed(&mut room, "remove", remove()), Outcome::Refused(Refusal::KeyForgotten));
    assert_eq!(room.stacks()[0], 1_000);
    let newest = alloc::format!("after-{}.new", room.cabinet.number());
    assert!(matches!(keyed(&mut room, &newest, remove()), Outcome::Done(_)));
}
