//! Show or muck: SPB-55 to SPB-58.

use super::*;

const NO_LIMIT: &str = "holdem/sport-no-limit";

/// Three with 1,000 each, the first has the button: the second holds aces, the third kings, the first nothing.
fn dealt() -> Case {
    let mut case = Case::new(NO_LIMIT, blinds(5, 10, 1), &[1_000, 1_000, 1_000]).drawn(1);
    (case.own[0], case.own[1], case.own[2]) = (cards("7c 2d"), cards("As Ah"), cards("Ks Kh"));
    case.board = cards("9h 8d 4s 3c Jc");
    case.begin();
    case
}

/// All three see the showdown, which the second opens.
const SHOWDOWN: &str = "1 call, 2 call, 3 check, 2 check, 3 check, 1 check, 2 check, 3 check, 1 check, 2 bet 10, 3 call, 1 call";

/// Whose closed cards everybody sees.
fn open(case: &Case) -> Vec<u8> {
    let seats = case.table.view(Eyes::Public).seats;
    let open = seats.iter().flatten().filter(|place| !place.down.is_empty() && place.down.iter().all(Option::is_some));
    open.map(|place| place.seat.number()).collect()
}

fn may_show(case: &Case) -> Vec<u8> {
    Seat::all().filter(|seat| case.table.may_show(*seat)).map(|seat| seat.number()).collect()
}

/// After this course these hands lie open, and these may be shown.
#[track_caller]
fn check(case: &mut Case, course: &str, opened: &[u8], may: &[u8]) {
    case.play(course);
    assert_eq!((open(case), may_show(case)), (opened.to_vec(), may.to_vec()));
}

#[test]
fn spb_56_beaten_hands_stay_closed_and_may_be_shown() {
    let mut case = dealt();
    check(&mut case, SHOWDOWN, &[2], &[1, 3]);
    assert_eq!(case.orders(3, SeatOrder::Show).expect("he may"), [Event::Showed { seat: seat(3) }]);
    assert_eq!((open(&case), may_show(&case)), (vec![2, 3], vec![1]));
    assert_eq!(case.orders(3, SeatOrder::Show).err(), Some(TableRefusal::NoHandToShow), "once");
    assert_eq!(case.orders(2, SeatOrder::Show).err(), Some(TableRefusal::NoHandToShow), "it lies open");
    assert_eq!(case.orders(4, SeatOrder::Show).err(), Some(TableRefusal::NotSeated));
}

#[test]
fn spb_57_who_wins_without_a_showdown_may_show() {
    let mut case = dealt();
    check(&mut case, "1 fold, 2 fold", &[], &[3]);
    case.orders(3, SeatOrder::Show).expect("he may");
    assert_eq!(open(&case), [3]);
}

#[test]
fn a_folded_hand_is_nobodys_to_show() {
    let mut case = dealt();
    check(&mut case, "1 fold, 2 fold", &[], &[3]);
    assert_eq!(case.orders(1, SeatOrder::Show).err(), Some(TableRefusal::NoHandToShow));
}

#[test]
fn nothing_is_shown_before_the_deal_is_over_or_once_the_next_has_begun() {
    let mut case = dealt();
    assert_eq!(case.orders(1, SeatOrder::Show).err(), Some(TableRefusal::NoHandToShow));
    check(&mut case, "1 fold, 2 fold", &[], &[3]);
    case.begin();
    assert_eq!(case.orders(3, SeatOrder::Show).err(), Some(TableRefusal::NoHandToShow));
}

#[test]
fn who_has_gone_shows_no_hand_and_who_took_his_seat_has_none() {
    let mut case = dealt();
    check(&mut case, SHOWDOWN, &[2], &[1, 3]);
    case.orders(3, SeatOrder::Leave).expect("between deals");
    case.joins(3, 1_000).expect("another one");
    assert_eq!(may_show(&case), [1]);
    assert_eq!(case.orders(3, SeatOrder::Show).err(), Some(TableRefusal::NoHandToShow));
}

#[test]
fn spb_56_who_does_not_muck_by_himself_shows_at_the_showdown_in_his_turn() {
    let mut case = dealt();
    assert_eq!(case.orders(1, SeatOrder::Muck(true)).err(), Some(TableRefusal::AlreadySo));
    case.orders(1, SeatOrder::Muck(false)).expect("also in a deal");
    check(&mut case, SHOWDOWN, &[1, 2], &[3]);
    let Some(Event::Settled { shown, .. }) = case.journal.last() else { panic!("it is settled") };
    assert_eq!(*shown, [seat(2), seat(1)], "the last wager shows first");
    case.orders(1, SeatOrder::Muck(true)).expect("as before");
    assert!(case.table.mucks(seat(1)));
}

#[test]
fn spb_57_without_a_showdown_nobody_shows_by_himself() {
    let mut case = dealt();
    case.orders(3, SeatOrder::Muck(false)).expect("he may");
    check(&mut case, "1 fold, 2 fold", &[], &[3]);
}

/// SPB-59: where an all-in ended the betting there is nothing left to show.
#[test]
fn spb_59_hands_that_an_all_in_opened_are_not_shown_again() {
    let mut case = dealt();
    check(&mut case, "1 fold, 2 raise 1000, 3 call", &[2, 3], &[]);
}
