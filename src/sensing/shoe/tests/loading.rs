//! A shoe is loaded by a person, and only the loading that was made for the table serves it.

use super::*;

const SHUFFLE: CardWish = CardWish::Shuffle { number: 4, deck: Deck::plain(2) };

#[test]
fn fresh_cards_wait_for_a_person_to_load_them() {
    let mut bench = Bench::ready();
    bench.wish(SHUFFLE).asks("WANT LOAD 2").says(READY);
    assert_eq!(bench.events(), ["fault card-hopper-empty"]);
    bench.says("STATE COVER CAFE0001-1 2 0 -").says("STATE READY - 2 0 -").asks("NAME CAFE0001-4").says("STATE READY CAFE0001-4 2 0 -");
    assert_eq!(bench.events(), ["fault card-door-open", "cleared card-door-open", "cleared card-hopper-empty", "shuffled 4 104"]);
}

#[test]
fn the_number_of_packs_is_as_the_person_has_set_it() {
    let mut bench = Bench::known("STATE READY - 1 0 -");
    bench.wish(SHUFFLE).asks("WANT LOAD 2").says("STATE READY - 1 0 -").asks("NAME CAFE0001-4").says("STATE READY CAFE0001-4 1 0 -");
    assert_eq!(bench.events(), ["card-source-opened", "shuffled 4 52"]);
}

#[test]
fn a_loading_that_was_used_or_taken_by_another_cabinet_is_not_fresh() {
    for load in ["- 2 1", "BEEF0002-9 2 0", "CAFE0001-1 2 0", "- 0 0"] {
        let mut bench = Bench::known(&format!("STATE READY {load} -"));
        bench.wish(SHUFFLE).asks("WANT LOAD 2").says(&format!("STATE READY {load} -")).asks("WANT LOAD 2");
        assert_eq!(bench.events(), ["card-source-opened", "fault card-hopper-empty"], "{load}");
    }
}

#[test]
fn a_name_whose_answer_was_lost_is_given_again_and_the_order_ends_once() {
    let mut bench = Bench::known("STATE READY - 2 0 -");
    bench.wish(SHUFFLE).asks("WANT LOAD 2").says("STATE READY - 2 0 -").asks("NAME CAFE0001-4").asks("NAME CAFE0001-4");
    bench.says("STATE READY CAFE0001-4 2 0 -").says("STATE READY CAFE0001-4 2 0 -");
    assert_eq!(bench.events(), ["card-source-opened", "shuffled 4 104"]);
}

#[test]
fn a_shoe_that_is_not_the_one_that_is_dealt_from_ends_the_order_for_a_card() {
    for state in ["STATE READY - 2 0 -", "STATE READY CAFE0001-3 2 0 -", "STATE READY BEEF0002-1 2 0 -"] {
        let mut bench = Bench::ready();
        bench.wish(deal(2, 0)).asks("WANT CARD 1 DEALER UP").says(state);
        assert_eq!(bench.events(), ["failed 2 shoe-gone", "fault shoe-changed"], "{state}");
    }
    // One from which fewer cards have come than the table has taken is another one too.
    let mut bench = Bench::known("STATE READY CAFE0001-1 2 3 -");
    bench.wish(deal(9, 4));
    assert_eq!(bench.events(), ["card-source-opened", "failed 9 shoe-gone", "fault shoe-changed"]);
}

#[test]
fn a_changed_shoe_is_no_fault_any_more_once_the_new_one_is_in_use() {
    let mut bench = Bench::ready();
    bench.wish(deal(2, 0)).asks("WANT CARD 1 DEALER UP").says("STATE READY - 2 0 -").asks("WANT NOTHING");
    bench
        .wish(CardWish::Shuffle { number: 3, deck: Deck::plain(2) })
        .says("STATE READY - 2 0 -")
        .asks("WANT LOAD 2")
        .says("STATE READY - 2 0 -")
        .asks("NAME CAFE0001-3")
        .says("STATE READY CAFE0001-3 2 0 -");
    assert_eq!(bench.events(), ["failed 2 shoe-gone", "fault shoe-changed", "cleared shoe-changed", "shuffled 3 104"]);
}

#[test]
fn the_cutting_card_is_told_once_for_each_shoe() {
    let mut bench = Bench::ready();
    bench.says("STATE READY CAFE0001-1 2 0 0").says("STATE READY CAFE0001-1 2 0 0");
    assert_eq!(bench.events(), ["cut-card"]);
}

#[test]
fn an_empty_shoe_ends_the_order_once_all_its_cards_are_told() {
    let mut bench = Bench::ready();
    bench.wish(deal(2, 0)).asks("WANT CARD 1 DEALER UP").says("STATE EMPTY CAFE0001-1 2 1 -").asks("TELL 1").says("DRAWN CAFE0001-1 1 As");
    assert_eq!(bench.events(), ["card 2 As"]);
    bench.wish(deal(3, 1));
    assert_eq!(bench.events(), ["failed 3 empty", "fault missing-card"]);
}

#[test]
fn what_a_shoe_cannot_do_fails_at_once() {
    let check = |wish: CardWish| {
        let mut bench = Bench::ready();
        bench.wish(wish);
        assert_eq!(bench.events(), ["failed 2 impossible"]);
    };
    check(CardWish::Shuffle { number: 2, deck: Deck::plain(9) });
    check(CardWish::Verify { number: 2, deck: Deck::plain(2) });
    check(CardWish::Eject { number: 2 });
    check(CardWish::SelfTest { number: 2 });
}
