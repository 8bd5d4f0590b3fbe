//! Equal hands at the table: who is asked, what a replay takes of the card source, and what a restart, the time, going and a void do in it
//! (`table-poker-am` TPAM-8).

use super::*;
use crate::cabinet::kept::Shown;
use crate::model::{ClockOffset, Composition, DealVoid, PlayerTablePhase, VoidReason};

/// Two hands of the same worth, card by card as they are dealt.
const EQUAL: &str = "As Ah Kd Kc 9c 9d 7h 7s 4s 4d";
/// A full house of Eights and one of Sevens.
const REPLAY: &str = "8s 7s 8d 7d 8h 7h 3c Ac 3s As";

fn house_and_level() -> TableRules {
    let level = Level { ante: money(100), small_bet: money(50), most_bet: money(200), unit: money(1), ..Level::default() };
    TableRules { house: house("club/am"), level }
}

/// Seats 1 and 2 sit with 1000 each and are equal in the end, for a bank of 200; seat 1 is asked whether it divides.
fn asked() -> Room {
    let mut room = Room::open_by(PlayerTableTerms { rules_name: "club/am".into(), rules: house_and_level(), ..table_terms("holdem/by") });
    for number in [1, 2] {
        room.orders(number, PlayerTableOrder::Join { put: money(1_000) });
    }
    room.wake();
    // The button is drawn: it lies at seat 2, so that seat order begins with seat 1.
    come(&mut room, "2c 3c");
    come(&mut room, EQUAL);
    play_out(&mut room);
    room
}

/// These cards come, one after the other, each pack shuffled before.
fn come(room: &mut Room, names: &str) {
    for name in names.split(' ') {
        if let CardWish::Shuffle { number, .. } = room.wish() {
            room.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(1) });
        }
        let number = room.wish().number().expect("a card is ordered");
        room.source(CardSourceEvent::Card { number, card: name.parse().expect("the name of a card") });
    }
}

/// Nobody buys or bets.
fn play_out(room: &mut Room) -> Vec<PlayerTableFact> {
    let both = |room: &mut Room, action| [1, 2].map(|number| answers(room, number, action)).concat();
    [both(room, BettingAction::Pass), both(room, BettingAction::Check)].concat()
}

fn answers(room: &mut Room, number: u8, action: BettingAction) -> Vec<PlayerTableFact> {
    let turn = room.asked().filter(|(asked, _)| *asked == seat(number)).expect("the seat is asked").1;
    room.orders(number, PlayerTableOrder::Act { turn, action })
}

fn acted(number: u8, action: BettingAction, by_default: bool) -> PlayerTableFact {
    PlayerTableFact::Acted { seat: seat(number), action, paid: Money::ZERO, by_default }
}

fn plays_again() -> PlayerTableFact {
    PlayerTableFact::PlaysAgain { seats: vec![seat(1), seat(2)] }
}

fn phase(room: &Room) -> PlayerTablePhase {
    room.cabinet.player_table(TABLE).expect("the table is there").view(ClockOffset::default()).phase
}

#[test]
fn c3_both_divide() {
    let mut room = asked();
    assert_eq!((room.pots(), room.asked().map(|(asked, _)| asked)), (vec![100, 100, 0, 0, 0, 0], Some(seat(1))));
    let (_, turn) = room.asked().expect("seat 1 is asked");
    room.refuses(1, PlayerTableOrder::Act { turn, action: BettingAction::Fold }, Refusal::ChoiceNotOffered);
    room.refuses(2, PlayerTableOrder::Act { turn, action: BettingAction::Divide }, Refusal::NotYourTurn);
    assert_eq!(answers(&mut room, 1, BettingAction::Divide), [acted(1, BettingAction::Divide, false)]);
    let facts = answers(&mut room, 2, BettingAction::Divide);
    assert!(matches!(facts[..], [_, PlayerTableFact::Settled { deal: 1, .. }]), "{facts:?}");
    assert_eq!((&room.stacks()[..2], room.cabinet.ledger.fees()), (&[995, 995][..], money(10)));
}

#[test]
fn c4_a_replay_has_a_fresh_pack_and_goes_on_after_a_restart() {
    let mut room = asked();
    answers(&mut room, 1, BettingAction::Divide);
    let facts = answers(&mut room, 2, BettingAction::PlayAgain);
    assert_eq!(facts, [acted(2, BettingAction::PlayAgain, false), plays_again()]);
    let CardWish::Shuffle { number, .. } = room.wish() else { panic!("{:?}", room.wish()) };
    assert_eq!((phase(&room), room.asked(), room.pots()), (PlayerTablePhase::Shuffling, None, vec![100, 100, 0, 0, 0, 0]));
    let seen = room.cabinet.player_table_view(TABLE, Eyes::Seat(seat(1))).expect("the table is there");
    assert!(seen.seats.iter().flatten().all(|place| place.down.is_empty()), "the cards are gathered in");
    room.restart();
    assert_eq!(room.wish().number(), Some(number), "the same order stands");
    room.source(CardSourceEvent::Opened);
    // A shuffle that failed is ordered again, and the deal goes on.
    room.source(CardSourceEvent::Failed { number, why: crate::model::OrderFailure::Empty });
    assert!(matches!(room.wish(), CardWish::Shuffle { .. }));
    come(&mut room, "8s");
    let CardWish::Card { remaining, .. } = room.wish() else { panic!("{:?}", room.wish()) };
    assert_eq!(Some(remaining), Composition::of_packs(1).without("8s".parse().expect("a card")));
    come(&mut room, &REPLAY[3..]);
    let facts = play_out(&mut room);
    assert!(matches!(facts.last(), Some(PlayerTableFact::Settled { deal: 1, .. })), "{facts:?}");
    assert_eq!((&room.stacks()[..2], room.cabinet.ledger.fees()), (&[1_090, 900][..], money(10)));
    // Who looks back at it sees what was done in both plays, and the cards of the last one.
    let past = room.cabinet.player_table(TABLE).expect("the table is there").seat_view(seat(2), ClockOffset::default()).hands[0].clone();
    let again = past.course.iter().filter(|wager| wager.action == Some(BettingAction::PlayAgain)).count();
    assert_eq!((past.course.len(), again, past.stacks[1].part.put_in), (12, 1, money(100)));
    let names: Vec<Card> = "8s 8d 8h 3c 3s".split(' ').map(|name| name.parse().expect("a card")).collect();
    assert_eq!(past.hands[0].down, names.into_iter().map(Some).collect::<Vec<_>>());
    // And the hands that lay open when the bank was asked for.
    let [first] = &past.earlier[..] else { panic!("{past:?}") };
    let names: Vec<Card> = "As Kd 9c 7h 4s".split(' ').map(|name| name.parse().expect("a card")).collect();
    assert_eq!((&first.shown[..], &first.hands[0].down), (&[seat(1), seat(2)][..], &names.into_iter().map(Some).collect::<Vec<_>>()));
    assert!(first.hands.iter().all(|hand| hand.combination.is_none()), "a high card is no combination: {first:?}");
}

#[test]
fn tpam_q7_no_answer_is_no_agreement_and_who_is_going_divides() {
    let mut late = asked();
    assert_eq!(late.wake(), [acted(1, BettingAction::PlayAgain, true), plays_again()]);
    let mut going = asked();
    let facts = going.orders(1, PlayerTableOrder::Leave);
    assert_eq!(facts, [PlayerTableFact::IsLeaving { seat: seat(1) }, acted(1, BettingAction::Divide, true)]);
    answers(&mut going, 2, BettingAction::Divide);
    assert_eq!((going.stacks()[..2].to_vec(), going.credits()[0]), (vec![0, 995], 9_995));
}

#[test]
fn hrb_26_a_void_in_the_replay_gives_everything_back() {
    let mut room = asked();
    answers(&mut room, 1, BettingAction::PlayAgain);
    let facts = room.attends(TableOrder::Void { reason: "a doubt".into(), new_shoe: false });
    let reason = DealVoid::Round(VoidReason::Attendant { name: "Anna".into(), reason: "a doubt".into() });
    let back = vec![(seat(1), money(100)), (seat(2), money(100))];
    assert!(
        matches!(&facts[0], PlayerTableFact::Voided { reason: said, back: given, .. } if *said == reason && *given == back),
        "{facts:?}"
    );
    assert_eq!((&room.stacks()[..2], room.cabinet.ledger.fees()), (&[1_000, 1_000][..], Money::ZERO));
}
