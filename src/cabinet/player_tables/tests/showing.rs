//! Hands that are shown though they need not be: for how long, to whom, and in the history (SPB-56, SPB-57).

use super::*;
use crate::cabinet::kept::Shown;
use crate::model::{ClockOffset, SeatPlayerTableView, Span};

/// A table where a hand may be shown for so many seconds after a deal, and a pause takes 5; all but the last one fold.
fn uncontested(show_seconds: u16) -> (Room, u8) {
    let mut room = Room::dealt_by(PlayerTableTerms { show_seconds, ..table_terms("holdem/sport-no-limit") }, &[1_000; 3]);
    for _ in 0..2 {
        let asked = room.asked().expect("somebody is asked").0.number();
        room.acts(asked, BettingAction::Fold);
    }
    let winner = (1..=3).find(|number| room.own(*number).may_show).unwrap_or(0);
    (room, winner)
}

impl Room {
    fn own(&self, number: u8) -> SeatPlayerTableView {
        self.cabinet.player_table(TABLE).expect("the table is there").seat_view(seat(number), ClockOffset::default())
    }

    /// How many closed cards of this seat another one sees: on the table, and where it looks back.
    fn seen_of(&self, number: u8, eyes: u8) -> (usize, usize) {
        let own = self.own(eyes);
        let place = own.places.iter().find(|place| place.seat == seat(number)).expect("it sits");
        let past = own.hands[0].hands.iter().find(|hand| hand.seat == seat(number)).expect("it was dealt in");
        let seen = |cards: &[Option<Card>]| cards.iter().flatten().count();
        (seen(&place.down), seen(&past.down))
    }
}

#[test]
fn who_was_not_called_may_show_and_everybody_sees_it_then_and_later() {
    let (mut room, winner) = uncontested(5);
    let other = if winner == 1 { 2 } else { 1 };
    assert!(winner > 0 && !room.own(other).may_show);
    assert_eq!(room.seen_of(winner, other), (0, 0));
    assert_eq!(room.orders(winner, PlayerTableOrder::Show), [PlayerTableFact::Showed { seat: seat(winner) }]);
    assert_eq!(room.seen_of(winner, other), (2, 2));
    assert_eq!(room.own(other).hands[0].shown, [seat(winner)]);
    assert!(!room.own(winner).may_show);
    room.refuses(winner, PlayerTableOrder::Show, Refusal::WrongPhase);
    room.begin();
    assert_eq!(room.own(other).hands[0].hands.iter().find(|hand| hand.seat == seat(winner)).map(|hand| hand.down.len()), Some(2));
}

#[test]
fn the_time_to_show_ends_by_itself_and_with_the_next_deal() {
    // Before the pause of five seconds is over.
    let (mut room, winner) = uncontested(3);
    let ended = room.now;
    assert_eq!(room.wake(), []);
    assert_eq!(room.now.since(ended), Span::from_seconds(3));
    assert!(!room.own(winner).may_show);
    room.refuses(winner, PlayerTableOrder::Show, Refusal::WrongPhase);
    // The next deal comes first.
    let (mut room, winner) = uncontested(60);
    room.begin();
    assert!(!room.own(winner).may_show);
    room.refuses(winner, PlayerTableOrder::Show, Refusal::WrongPhase);
}

#[test]
fn where_the_terms_know_no_showing_as_in_older_journals_nobody_may_show() {
    let (room, winner) = uncontested(0);
    assert_eq!(winner, 0);
    assert_eq!(room.cabinet.outstanding().wake_at.map(|at| at.since(room.now)), Some(Span::from_seconds(5)), "the pause alone");
}

#[test]
fn nobody_shows_while_the_table_is_held() {
    let (mut room, winner) = uncontested(60);
    room.attends(TableOrder::Hold { reason: "a question".into() });
    assert!(!room.own(winner).may_show);
    room.refuses(winner, PlayerTableOrder::Show, Refusal::TableHeld);
}

#[test]
fn where_the_only_one_who_could_show_goes_nothing_is_waited_for() {
    let (mut room, winner) = uncontested(60);
    room.orders(winner, PlayerTableOrder::Leave);
    assert_eq!(room.cabinet.outstanding().wake_at.map(|at| at.since(room.now)), Some(Span::from_seconds(5)), "the pause alone");
}

#[test]
fn who_does_not_muck_by_himself_is_told_so_alone() {
    let mut room = Room::dealt("holdem/sport-no-limit", &[1_000; 3]);
    assert_eq!([1, 4].map(|number| room.own(number).mucks), [Some(true), None]);
    let set = PlayerTableOrder::Muck { is_automatic: false };
    assert_eq!(room.orders(1, set.clone()), [PlayerTableFact::MucksSet { seat: seat(1), is_automatic: false }]);
    room.refuses(1, set.clone(), Refusal::WrongPhase);
    room.refuses(4, set, Refusal::WrongPhase);
    assert_eq!([1, 2].map(|number| room.own(number).mucks), [Some(false), Some(true)]);
}
