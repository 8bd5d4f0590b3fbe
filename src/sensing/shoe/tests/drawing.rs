//! Cards that are drawn: each is told once, in its order, and as what it is.

use super::*;

#[test]
fn a_card_that_comes_while_one_is_wanted_is_the_ordered_one() {
    let mut bench = Bench::ready();
    bench.wish(deal(2, 0)).asks("WANT CARD 1 DEALER UP").says(READY).says("DRAWN CAFE0001-1 1 As");
    assert_eq!(bench.events(), ["card 2 As"]);
    bench.wish(CardWish::Ready).asks("WANT NOTHING");
}

#[test]
fn every_place_is_shown_to_the_person_who_draws() {
    let check = |to: CardPlace, face: Face, words: &str| {
        let CardWish::Card { number, shoe, remaining, taken, .. } = deal(2, 0) else { unreachable!("it is a card that is wanted") };
        Bench::ready().wish(CardWish::Card { number, shoe, to, face, remaining, taken }).asks(words);
    };
    check(CardPlace::Hand { place: crate::model::BoxNumber(3), hand: 1 }, Face::Up, "WANT CARD 1 BOX3.1 UP");
    check(CardPlace::Dealer, Face::Down, "WANT CARD 1 DEALER DOWN");
    check(CardPlace::Discard, Face::Down, "WANT CARD 1 DISCARD DOWN");
}

#[test]
fn a_card_that_nobody_wants_is_unasked() {
    let mut bench = Bench::ready();
    bench.says("DRAWN CAFE0001-1 1 As").says("DRAWN CAFE0001-1 2 ??");
    assert_eq!(bench.events(), ["unasked As", "unasked ?", "fault card-unreadable"]);
}

#[test]
fn a_second_card_in_one_go_waits_for_what_is_wanted_next() {
    let check = |next: CardWish, event: &str| {
        let mut bench = Bench::ready();
        let two = [frame("DRAWN CAFE0001-1 1 As"), frame("DRAWN CAFE0001-1 2 Kd")].concat();
        bench.wish(deal(2, 0)).hears(&two);
        assert_eq!(bench.events(), ["card 2 As"]);
        bench.passes(10);
        assert_eq!(bench.events(), [""; 0]);
        bench.wish(next);
        assert_eq!(bench.events(), [event]);
    };
    check(deal(3, 1), "card 3 Kd");
    check(CardWish::Ready, "unasked Kd");
}

#[test]
fn a_line_that_is_lost_is_asked_for_and_the_cards_keep_their_order() {
    let mut bench = Bench::ready();
    bench.wish(deal(2, 0)).asks("WANT CARD 1 DEALER UP").says(READY);
    bench.says("DRAWN CAFE0001-1 2 Kd");
    assert_eq!(bench.events(), [""; 0]);
    bench.asks("TELL 1").says("DRAWN CAFE0001-1 1 As");
    assert_eq!(bench.events(), ["card 2 As"]);
    bench.wish(deal(3, 1));
    assert_eq!(bench.events(), ["card 3 Kd"]);
    // The last of all is missed only by the next state.
    bench.wish(deal(4, 2)).asks("WANT NOTHING").says("STATE READY CAFE0001-1 2 3 -").asks("TELL 3").says("DRAWN CAFE0001-1 3 4c");
    assert_eq!(bench.events(), ["card 4 4c"]);
}

#[test]
fn a_card_that_was_drawn_before_its_new_place_was_shown_is_none_that_was_ordered() {
    let moved = |number: u64| {
        let CardWish::Card { shoe, face, remaining, taken, .. } = deal(number, 0) else { unreachable!("it is a card that is wanted") };
        CardWish::Card { number, shoe, to: CardPlace::Discard, face, remaining, taken }
    };
    // It was drawn for the dealer, and the order for the discard came meanwhile.
    let mut bench = Bench::ready();
    bench.wish(deal(2, 0)).asks("WANT CARD 1 DEALER UP").says(READY).wish(moved(3)).says("DRAWN CAFE0001-1 1 As");
    assert_eq!(bench.events(), [""; 0]);
    bench.asks("WANT CARD 1 DISCARD UP").says("STATE READY CAFE0001-1 2 1 -");
    assert_eq!(bench.events(), ["unasked As"]);
    // Its line was lost.
    let mut bench = Bench::ready();
    bench.wish(deal(2, 0)).asks("WANT CARD 1 DEALER UP").says(READY).wish(moved(3));
    bench.asks("WANT CARD 1 DISCARD UP").says("STATE READY CAFE0001-1 2 1 -").asks("TELL 1").says("DRAWN CAFE0001-1 1 As");
    assert_eq!(bench.events(), ["unasked As"]);
    // It was drawn once the place was shown.
    let mut bench = Bench::ready();
    bench.wish(deal(2, 0)).asks("WANT CARD 1 DEALER UP").says(READY).wish(moved(3)).asks("WANT CARD 1 DISCARD UP").says(READY);
    bench.says("DRAWN CAFE0001-1 1 As");
    assert_eq!(bench.events(), ["card 3 As"]);
}

#[test]
fn a_line_that_comes_twice_brings_no_second_card() {
    let mut bench = Bench::ready();
    bench.wish(deal(2, 0)).says("DRAWN CAFE0001-1 1 As").says("DRAWN CAFE0001-1 1 As").wish(deal(3, 1)).says("DRAWN CAFE0001-1 1 As");
    assert_eq!(bench.events(), ["card 2 As"]);
}

#[test]
fn after_a_restart_the_wish_says_which_card_is_the_next() {
    let check = |wish: CardWish, events: &[&str]| {
        let mut bench = Bench::new();
        bench.wish(wish).asks("WHO").says("SHOE 1 CS-8 1.0 SN7").asks("WANT NOTHING").says("STATE READY CAFE0001-1 2 2 -");
        let question = bench.sent().expect("something is asked at once");
        if let Some(number) = question.strip_prefix("TELL ") {
            bench.says(&format!("DRAWN CAFE0001-1 {number} {number}c"));
        }
        assert_eq!(bench.events()[1..], *events);
    };
    check(deal(9, 2), &[]);
    check(deal(9, 1), &["card 9 2c"]);
    // A card that the program had told and not kept is told once more; the next waits for what is wanted then.
    let mut bench = Bench::new();
    bench.wish(deal(9, 0)).asks("WHO").says("SHOE 1 CS-8 1.0 SN7").asks("WANT NOTHING").says("STATE READY CAFE0001-1 2 2 -");
    bench.asks("TELL 1").says("DRAWN CAFE0001-1 1 As").asks("TELL 2").says("DRAWN CAFE0001-1 2 Kd");
    assert_eq!(bench.events(), ["card-source-opened", "card 9 As"]);
}

#[test]
fn what_was_drawn_during_a_decision_while_the_program_was_down_is_unasked() {
    let mut bench = Bench::known("STATE READY CAFE0001-1 2 3 -");
    bench.wish(deal(9, 2)).asks("TELL 3").says("DRAWN CAFE0001-1 3 As");
    assert_eq!(bench.events(), ["card-source-opened", "unasked As"]);
    bench.says("DRAWN CAFE0001-1 4 Kd");
    assert_eq!(bench.events(), ["card 9 Kd"]);
}

#[test]
fn a_card_of_another_loading_is_never_taken() {
    let mut bench = Bench::ready();
    bench.wish(deal(2, 0));
    for load in ["-", "CAFE0001-2", "CAFE0002-1"] {
        bench.says(&format!("DRAWN {load} 1 As"));
    }
    assert_eq!(bench.events(), [""; 0]);
}
