//! What an attendant tells of the dealing while cards are ordered: which orders still stand, and which cards may come again.

use super::*;
use crate::model::{
    CardSourceEvent, CardWish, Command, Composition, DealVoid, Event, Order, OrderFailure, OrderNumber, PlayedAs, PlayerTableFact,
    PlayerTableOrder, TableFact, TableNumber, TableOrder, What, Who,
};
use crate::sim::auditor::between::table::PlayersTable;

/// A table whose deal has this history.
fn table(history: &[Entry]) -> PlayersTable {
    let mut table = PlayersTable::new(TableNumber(17), holdem(&[]).with_dealer(true));
    (table.deal, table.number_of_deal, table.is_held) = (Some(deal(history, true)), 1, false);
    table
}

fn wanted(number: OrderNumber, to: CardPlace, face: Face) -> CardWish {
    CardWish::Card { number, shoe: 1, to, face, remaining: Composition::of_packs(1), taken: 0 }
}

fn comes(number: OrderNumber, name: &str) -> What {
    What::Event(Event::Cards { table: TableNumber(17), event: CardSourceEvent::Card { number, card: card(name) } })
}

fn says(order: PlayerTableOrder) -> What {
    let order = Order::Table { table: TableNumber(17), order: TableOrder::BetweenPlayers(order) };
    What::Command(Command { who: Who::Attendant("Ada".into()), key: None, round: None, order })
}

/// Enters an input and what is said to follow from it.
fn enter(table: &mut PlayersTable, what: &What, facts: &[PlayerTableFact]) -> Result<(), String> {
    let facts: Vec<TableFact> = facts.iter().cloned().map(TableFact::BetweenPlayers).collect();
    table.enter_input(what, &facts.iter().collect::<Vec<_>>())?;
    facts.iter().try_for_each(|fact| table.enter(what, fact).map(drop))?;
    table.check_done()
}

/// A burn is ordered and comes, and a middle card is ordered.
fn on_its_way() -> PlayersTable {
    let mut table = table(&[before_flop(), checks(&[2])].concat());
    table.told(&wanted(1, CardPlace::Discard, Face::Down)).expect("it comes next");
    enter(&mut table, &comes(1, "7s"), &[]).expect("it was ordered");
    table.told(&wanted(2, CardPlace::Board, Face::Up)).expect("it comes next");
    table
}

#[test]
fn an_order_that_was_withdrawn_brings_no_card() {
    let boxed = says(PlayerTableOrder::Boxed { card: card("7s") });
    let mut table = on_its_way();
    assert!(enter(&mut table.clone(), &boxed, &[]).is_err(), "nobody was told");
    enter(&mut table, &boxed, &[PlayerTableFact::Boxed]).expect("it was the last card");
    assert_eq!(table.turn(), 4);
    assert!(table.told(&wanted(2, CardPlace::Board, Face::Up)).is_err(), "the order was withdrawn");
    table.told(&wanted(3, CardPlace::Discard, Face::Down)).expect("the burn is replaced");
    assert!(enter(&mut table.clone(), &comes(2, "2d"), &[]).expect_err("it is nobody's").contains("that is void"));
    let void = PlayerTableFact::Voided {
        deal: 1,
        reason: DealVoid::NoCard(OrderFailure::Unknown),
        back: [1, 2, 3].into_iter().map(|number| (seat(number), Money::from_minor(20))).collect(),
        played: PlayedAs { table_name: "Poker".into(), game: "holdem".into(), rules_name: "holdem/sport-no-limit".into() },
    };
    let mut voided = table.clone();
    Seat::all().take(3).for_each(|seat| voided.places[seat.index()] = Some(Default::default()));
    enter(&mut voided, &comes(2, "2d"), &[void]).expect("it is nobody's");
    enter(&mut table, &comes(3, "2d"), &[]).expect("it was ordered");
}

#[test]
fn what_went_back_may_come_again_once_the_stub_is_shuffled() {
    let (back, shuffled) = (says(PlayerTableOrder::TakeFlopBack), says(PlayerTableOrder::StubShuffled));
    let mut table = on_its_way();
    assert!(enter(&mut table.clone(), &shuffled, &[PlayerTableFact::StubShuffled]).is_err(), "nothing goes back");
    enter(&mut table, &back, &[PlayerTableFact::FlopTakenBack]).expect("nobody has acted");
    assert_eq!(table.turn(), 4);
    assert!(table.clone().told(&wanted(3, CardPlace::Discard, Face::Down)).is_err(), "the stub was not shuffled");
    assert!(enter(&mut table.clone(), &back, &[PlayerTableFact::FlopTakenBack]).is_err(), "it goes back already");
    enter(&mut table, &shuffled, &[PlayerTableFact::StubShuffled]).expect("the burn goes back");
    assert_eq!(table.turn(), 4);
    table.told(&wanted(3, CardPlace::Discard, Face::Down)).expect("the flop has a burn");
    enter(&mut table, &comes(3, "7s"), &[]).expect("it went back");
    table.told(&wanted(4, CardPlace::Board, Face::Up)).expect("it comes next");
    let twice = enter(&mut table, &comes(4, "7s"), &[]);
    assert!(twice.expect_err("it has come").contains("that is void"));
}
