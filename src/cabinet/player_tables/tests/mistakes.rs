//! Mistakes in dealing from a shoe: what the table orders after them, what an attendant may tell, and that a restart changes nothing.

use super::*;
use crate::model::{BoxNumber, CardPlace, DealVoid, Face, OrderFailure, TestedPart};

const NO_LIMIT: &str = "holdem/sport-no-limit";

fn hand(number: u8) -> CardPlace {
    CardPlace::Hand { place: BoxNumber(number), hand: 0 }
}

/// A deal of three at which so many cards have come.
fn dealing(rules: &str, count: usize) -> Room {
    let mut room = Room::open(rules);
    for number in 1..=3 {
        room.orders(number, PlayerTableOrder::Join { put: money(1_000) });
    }
    room.wake();
    // The draw of the button first.
    while !room.cabinet.player_table(TABLE).is_some_and(HostedTable::is_dealing) {
        next_card(&mut room);
    }
    (0..count).for_each(|_| next_card(&mut room));
    let view = room.cabinet.player_table_view(TABLE, Eyes::Public).expect("the table is there");
    assert_eq!(view.deal, 1, "{view:?}");
    room
}

/// Another card of the pack comes each time, so that nobody has the same as before.
fn next_card(room: &mut Room) {
    match room.wish() {
        CardWish::Shuffle { number, .. } => room.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(1) }),
        CardWish::Card { number, remaining, .. } => {
            let card = remaining.pick(u16::try_from(number * 29).expect("few orders") % remaining.total()).expect("the pack suffices");
            room.source(CardSourceEvent::Card { number, card })
        }
        CardWish::Ready => room.wake(),
        other => panic!("{other:?}"),
    };
}

/// The seat's closed card at this place was shown.
fn exposed(room: &Room, number: u8, place: usize) -> TableOrder {
    let own = room.cabinet.player_table_view(TABLE, Eyes::Seat(seat(number))).expect("the table is there");
    let card = own.seats[seat(number).index()].as_ref().and_then(|seen| *seen.down.get(place)?).unwrap_or(Card::JOKER);
    TableOrder::BetweenPlayers(PlayerTableOrder::Exposed { seat: seat(number), card })
}

fn expose(room: &mut Room, number: u8, place: usize) -> Vec<PlayerTableFact> {
    let order = exposed(room, number, place);
    room.attends(order)
}

/// Everybody stays in as cheaply as he can, until the round is over.
fn stay(room: &mut Room) {
    while let Some((asked, turn)) = room.asked() {
        let offers = room.cabinet.player_table_view(TABLE, Eyes::Seat(asked)).and_then(|view| view.offers).expect("it is asked");
        let action = if offers.call.is_positive() { BettingAction::Call } else { BettingAction::Check };
        room.orders(asked.number(), PlayerTableOrder::Act { turn, action });
    }
}

/// A deal of three at the flop.
fn at_flop() -> Room {
    let mut room = dealing(NO_LIMIT, 6);
    stay(&mut room);
    (0..4).for_each(|_| next_card(&mut room));
    assert!(room.asked().is_some());
    room
}

fn next_place(room: &Room) -> Option<(CardPlace, Face)> {
    if let CardWish::Card { to, face, .. } = room.wish() { Some((to, face)) } else { None }
}

fn out_of_deal(room: &Room) -> usize {
    room.cabinet.player_table_view(TABLE, Eyes::Public).expect("the table is there").shown_by_mistake.len()
}

#[test]
fn spg_90_a_card_that_was_shown_is_replaced_before_anybody_is_asked() {
    let mut room = dealing(NO_LIMIT, 6);
    assert!(room.asked().is_some());
    let facts = expose(&mut room, 2, 1);
    assert_eq!(facts, [PlayerTableFact::Exposed { seat: seat(2), place: 1, stays: false }]);
    assert_eq!((room.asked(), next_place(&room), out_of_deal(&room)), (None, Some((hand(2), Face::Down)), 1));
    assert!(room.cabinet.outstanding().wake_at.is_some(), "the card may not take for ever");
    room.restart();
    room.source(CardSourceEvent::Opened);
    assert_eq!((next_place(&room), out_of_deal(&room)), (Some((hand(2), Face::Down)), 1));
    next_card(&mut room);
    assert!(room.asked().is_some());
}

#[test]
fn spg_90_the_order_that_stands_is_for_the_next_card_all_the_same() {
    let mut room = dealing(NO_LIMIT, 2);
    let before = room.wish();
    expose(&mut room, 3, 0).iter().for_each(|fact| assert!(matches!(fact, PlayerTableFact::Exposed { .. })));
    assert_eq!(room.wish(), before);
}

#[test]
fn spg_80_what_was_shown_is_told_before_the_open_card_is_ordered_or_once_it_lies() {
    let mut room = dealing("stud7/sport-fixed-limit", 6);
    assert_eq!(next_place(&room), Some((hand(1), Face::Up)));
    let before = room.wish();
    let order = exposed(&room, 1, 0);
    room.refused(attendant(), Order::Table { table: TABLE, order }, Refusal::WrongPhase);
    expose(&mut room, 2, 0);
    assert_eq!(room.wish(), before, "an order never changes");
    next_card(&mut room);
    assert_eq!(next_place(&room), Some((hand(2), Face::Down)), "the card that was shown is his open one");
}

#[test]
fn spg_106a_a_second_card_that_was_shown_deals_again_with_the_same_button() {
    let mut room = dealing(NO_LIMIT, 6);
    let button = room.cabinet.player_table_view(TABLE, Eyes::Public).and_then(|view| view.markers).expect("a deal").button;
    expose(&mut room, 2, 1);
    let facts = expose(&mut room, 1, 0);
    assert!(matches!(&facts[..], [PlayerTableFact::Voided { reason: DealVoid::Misdeal, .. }]), "{facts:?}");
    assert_eq!(room.stacks()[..3], [1_000; 3]);
    let facts = room.begin();
    assert!(facts.iter().any(|fact| matches!(fact, PlayerTableFact::Began { button: same, .. } if *same == button)), "{facts:?}");
}

#[test]
fn spg_96_a_card_that_nobody_ordered_is_the_next_burn_where_it_was_turned_with_the_flop() {
    let mut room = at_flop();
    let left = room.cabinet.player_table(TABLE).and_then(|table| table.table().remaining()).expect("a deal");
    let card = left.pick(7).expect("the pack suffices");
    assert_eq!(room.source(CardSourceEvent::Unasked { card: Some(card) }), [PlayerTableFact::ExtraCard]);
    assert_eq!(out_of_deal(&room), 0, "nobody is shown which it was");
    room.restart();
    room.source(CardSourceEvent::Opened);
    stay(&mut room);
    assert_eq!(next_place(&room), Some((CardPlace::Board, Face::Up)));
    let CardWish::Card { remaining, .. } = room.wish() else { panic!("a card is ordered") };
    assert_eq!((remaining.total(), remaining.without(card)), (41, None), "it is out of the pack");
}

#[test]
fn spg_111_a_card_that_nobody_ordered_voids_the_deal_where_nobody_can_say_whose_it_is() {
    let check = |mut room: Room, card: Option<Card>, expected: DealVoid| {
        let facts = room.source(CardSourceEvent::Unasked { card });
        assert!(matches!(&facts[..], [PlayerTableFact::Voided { reason, .. }] if *reason == expected), "{facts:?}");
    };
    let unknown = DealVoid::NoCard(OrderFailure::Unknown);
    let any = "Kd".parse().ok();
    check(dealing(NO_LIMIT, 3), any, unknown.clone());
    check(dealing("stud7/sport-fixed-limit", 9), any, unknown.clone());
    check(at_flop(), None, unknown);
    let room = at_flop();
    let dealt = room.cabinet.player_table_view(TABLE, Eyes::Public).expect("the table is there").board[0];
    check(room, Some(dealt), DealVoid::DefectiveDeck);
}

#[test]
fn a_virtual_deck_makes_no_mistakes() {
    let mut room = Room::dealt_by(PlayerTableTerms { is_dealt_by_hand: false, ..table_terms(NO_LIMIT) }, &[1_000, 1_000, 1_000]);
    let order = exposed(&room, 1, 0);
    room.refused(attendant(), Order::Table { table: TABLE, order }, Refusal::NotEntitled);
    room.refused(attendant(), Order::Table { table: TABLE, order: TableOrder::WrongCount { at: hand(1), cards: 3 } }, Refusal::NotEntitled);
}

#[test]
fn spg_106_spg_107_a_wrong_number_of_cards_is_what_differs_from_the_record() {
    let wrong = |number, cards| TableOrder::WrongCount { at: hand(number), cards };
    let mut room = dealing(NO_LIMIT, 6);
    room.refused(attendant(), Order::Table { table: TABLE, order: wrong(2, 2) }, Refusal::WrongPhase);
    let of_dealer = TableOrder::WrongCount { at: CardPlace::Dealer, cards: 3 };
    room.refused(attendant(), Order::Table { table: TABLE, order: of_dealer }, Refusal::BoxUnknown);
    room.refused(attendant(), Order::Table { table: TABLE, order: exposed(&room, 4, 0) }, Refusal::BoxUnknown);
    room.refused(Who::Seat(seat(1)), Order::Table { table: TABLE, order: exposed(&room, 1, 0) }, Refusal::NotEntitled);
    let (asked, turn) = room.asked().expect("somebody is asked");
    room.orders(asked.number(), PlayerTableOrder::Act { turn, action: BettingAction::Call });
    let (next, _) = room.asked().expect("another is asked");
    assert_eq!(room.attends(wrong(next.number(), 3)), [PlayerTableFact::WrongCount { seat: next }]);
    room.refused(attendant(), Order::Table { table: TABLE, order: exposed(&room, asked.number(), 0) }, Refusal::WrongPhase);
    assert_ne!(room.asked().map(|(seat, _)| seat), Some(next));
    assert!(room.cabinet.outstanding().wake_at.is_some(), "who is asked then has his time");
}

#[test]
fn the_dealer_is_told_of_a_card_only_while_it_may_be_drawn() {
    let mut room = dealing(NO_LIMIT, 3);
    let shown = |room: &Room| {
        let tables = room.cabinet.views(room.cabinet.rules_view().into()).cabinet.player_tables;
        tables[0].card_to
    };
    assert_eq!(shown(&room), next_place(&room));
    assert!(shown(&room).is_some());
    room.attends(TableOrder::Hold { reason: "a card fell".into() });
    assert_eq!(shown(&room), None);
}

#[test]
fn the_source_of_a_table_with_a_dealer_tests_itself() {
    let mut room = Room::open(NO_LIMIT);
    let part = TestedPart::CardSource(TABLE);
    let technician = Who::Attendant("technician".into());
    room.done(technician, Order::SelfTest(part));
    let CardWish::SelfTest { number } = room.wish() else { panic!("{:?}", room.wish()) };
    room.event(Event::Cards { table: TABLE, event: CardSourceEvent::SelfTested { number, passed: true } });
    assert_ne!(room.wish().number(), Some(number), "the test is over");
}

fn boxed(card: Card) -> TableOrder {
    TableOrder::BetweenPlayers(PlayerTableOrder::Boxed { card })
}

fn newest_of(room: &Room, number: u8) -> Card {
    let own = room.cabinet.player_table_view(TABLE, Eyes::Seat(seat(number))).expect("the table is there");
    own.seats[seat(number).index()].as_ref().and_then(|seen| *seen.down.last()?).expect("it has one")
}

#[test]
fn spg_74_the_card_after_a_boxed_one_is_ordered_for_the_same_place() {
    let mut room = dealing(NO_LIMIT, 2);
    let (last, _) = next_place(&room).expect("a card is ordered");
    next_card(&mut room);
    let CardPlace::Hand { place, .. } = last else { panic!("it goes to a hand") };
    let before = room.wish().number();
    let card = newest_of(&room, place.0);
    assert_eq!(room.attends(boxed(card)), [PlayerTableFact::Boxed]);
    assert_eq!((next_place(&room), out_of_deal(&room)), (Some((last, Face::Down)), 1));
    assert!(room.wish().number() > before, "the order for another place is withdrawn");
    room.restart();
    room.source(CardSourceEvent::Opened);
    assert_eq!(next_place(&room), Some((last, Face::Down)));
    next_card(&mut room);
    assert_ne!(next_place(&room), Some((last, Face::Down)));
}

#[test]
fn spg_111_a_card_of_an_order_that_was_withdrawn_lies_nobody_knows_where() {
    check_withdrawn(true);
    check_withdrawn(false);
}

/// The order after a boxed card ends all the same: with a card, or with one that nobody could read.
fn check_withdrawn(is_card: bool) {
    let mut room = dealing(NO_LIMIT, 2);
    let (last, _) = next_place(&room).expect("a card is ordered");
    next_card(&mut room);
    let CardPlace::Hand { place, .. } = last else { panic!("it goes to a hand") };
    let CardWish::Card { number, remaining, .. } = room.wish() else { panic!("a card is ordered") };
    let card = newest_of(&room, place.0);
    room.attends(boxed(card));
    // What was called off has brought no card.
    assert_eq!(room.source(CardSourceEvent::Failed { number, why: OrderFailure::CalledOff }), []);
    let came = CardSourceEvent::Card { number, card: remaining.pick(3).expect("the pack suffices") };
    let unreadable = CardSourceEvent::Failed { number, why: OrderFailure::Unreadable };
    let event = if is_card { came } else { unreadable };
    let facts = room.source(event);
    let unknown = DealVoid::NoCard(OrderFailure::Unknown);
    assert!(matches!(&facts[..], [PlayerTableFact::Voided { reason, .. }] if *reason == unknown), "{facts:?}");
}

#[test]
fn spg_91_nothing_is_ordered_before_the_stub_is_shuffled_and_its_cards_may_come_again() {
    let mut room = at_flop();
    let stub_shuffled = || TableOrder::BetweenPlayers(PlayerTableOrder::StubShuffled);
    room.refused(attendant(), Order::Table { table: TABLE, order: stub_shuffled() }, Refusal::WrongPhase);
    let first = room.cabinet.player_table_view(TABLE, Eyes::Public).expect("the table is there").board[0];
    let back = TableOrder::BetweenPlayers(PlayerTableOrder::TakeFlopBack);
    room.refused(Who::Seat(seat(1)), Order::Table { table: TABLE, order: back.clone() }, Refusal::NotEntitled);
    assert_eq!(room.attends(back), [PlayerTableFact::FlopTakenBack]);
    room.restart();
    room.source(CardSourceEvent::Opened);
    assert_eq!((room.wish(), room.asked(), room.cabinet.outstanding().wake_at), (CardWish::Ready, None, None));
    assert_eq!(room.attends(stub_shuffled()), [PlayerTableFact::StubShuffled]);
    // Six cards were dealt and four went back: ten have come out of the shoe, and six are missing from it.
    let CardWish::Card { remaining, taken, to, .. } = room.wish() else { panic!("a card is ordered") };
    assert_eq!((remaining.total(), taken, to), (46, 10, CardPlace::Discard));
    assert!(remaining.without(first).is_some());
}

#[test]
fn spg_93_a_flop_that_came_too_early_is_shuffled_in_once_the_round_is_over() {
    let mut room = dealing(NO_LIMIT, 6);
    let left = room.cabinet.player_table(TABLE).and_then(|table| table.table().remaining()).expect("a deal");
    assert_eq!(room.source(CardSourceEvent::Unasked { card: left.pick(7) }), [PlayerTableFact::ExtraCard]);
    assert!(room.asked().is_some(), "the round goes on");
    stay(&mut room);
    assert_eq!((room.wish(), room.asked()), (CardWish::Ready, None));
    room.attends(TableOrder::BetweenPlayers(PlayerTableOrder::StubShuffled));
    assert_eq!(next_place(&room), Some((CardPlace::Discard, Face::Down)));
}

#[test]
fn spg_111_a_card_that_comes_while_the_stub_is_shuffled_voids_the_deal() {
    let mut room = at_flop();
    room.attends(TableOrder::BetweenPlayers(PlayerTableOrder::TakeFlopBack));
    let left = room.cabinet.player_table(TABLE).and_then(|table| table.table().remaining()).expect("a deal");
    let facts = room.source(CardSourceEvent::Unasked { card: left.pick(7) });
    assert!(matches!(&facts[..], [PlayerTableFact::Voided { .. }]), "{facts:?}");
}
