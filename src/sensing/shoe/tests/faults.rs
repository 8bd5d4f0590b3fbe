//! Faults of the shoe, of its cards and of the line.

use super::*;

#[test]
fn a_trouble_that_the_shoe_says_stands_until_it_says_otherwise() {
    let check = |word: &str, code: &str| {
        let mut bench = Bench::ready();
        bench.says(&format!("STATE {word} CAFE0001-1 2 0 -"));
        assert_eq!(bench.events(), [format!("fault {code}")]);
        bench.says(READY);
        assert_eq!(bench.events(), [format!("cleared {code}")]);
    };
    check("COVER", "card-door-open");
    check("DEFECT", "card-source-defect");
}

#[test]
fn a_card_that_is_none_ends_its_order_and_is_a_fault_until_fresh_cards_are_loaded() {
    let check = |word: &str, why: &str, code: &str| {
        let mut bench = Bench::ready();
        bench.wish(deal(2, 0)).says(&format!("DRAWN CAFE0001-1 1 {word}"));
        assert_eq!(bench.events(), [format!("failed 2 {why}"), format!("fault {code}")]);
        bench.says("STATE READY - 2 0 -");
        assert_eq!(bench.events(), [format!("cleared {code}")]);
    };
    check("??", "unreadable", "card-unreadable");
    check("XX", "foreign", "foreign-card");
}

#[test]
fn two_cards_under_one_number_are_none_before_the_deal_and_a_fault_after_it() {
    let mut bench = Bench::ready();
    bench.wish(deal(2, 0)).says("DRAWN CAFE0001-1 1 As").says("DRAWN CAFE0001-1 1 Ks");
    assert_eq!(bench.events(), ["card 2 As", "fault card-source-contradiction"]);
    // The second card of two in one go is not told yet.
    let mut bench = Bench::ready();
    bench.says("DRAWN CAFE0001-1 2 Kd").says("DRAWN CAFE0001-1 2 4c");
    assert_eq!(bench.events(), ["fault card-source-contradiction"]);
    bench.wish(deal(2, 0)).says("DRAWN CAFE0001-1 1 As").wish(deal(3, 1));
    assert_eq!(bench.events(), ["card 2 As", "failed 3 unreadable", "fault card-unreadable"]);
    bench.says("STATE READY - 2 0 -");
    assert_eq!(bench.events(), ["cleared card-unreadable", "cleared card-source-contradiction"]);
}

#[test]
fn what_is_said_of_a_loading_does_not_go_back() {
    let check = |state: &str, is_fault: bool| {
        let mut bench = Bench::ready();
        bench.wish(deal(2, 0)).says("DRAWN CAFE0001-1 1 As").says("STATE READY CAFE0001-1 2 1 1").wish(CardWish::Ready);
        assert_eq!(bench.events(), ["card 2 As", "cut-card"]);
        bench.says(state);
        assert_eq!(bench.events().contains(&"fault card-source-contradiction".to_string()), is_fault, "{state}");
    };
    check("STATE READY CAFE0001-1 2 1 1", false);
    check("STATE COVER CAFE0001-1 2 2 1", false);
    check("STATE READY CAFE0001-1 2 0 -", true);
    check("STATE READY CAFE0001-1 1 1 1", true);
    check("STATE READY CAFE0001-1 2 1 -", true);
    check("STATE READY CAFE0001-1 2 2 2", true);
    // Another loading is another matter.
    check("STATE READY - 1 0 -", false);
    check("STATE READY CAFE0001-9 1 0 -", false);
}

#[test]
fn a_shoe_in_service_is_closed() {
    let mut bench = Bench::ready();
    bench.says("STATE SERVICE CAFE0001-1 2 0 -").says(READY);
    assert_eq!(bench.events(), ["card-source-closed", "card-source-opened"]);
}

#[test]
fn a_shoe_that_is_silent_is_lost_until_it_is_heard() {
    let mut bench = Bench::ready();
    bench.asks("WANT NOTHING").asks("WANT NOTHING").asks("WANT NOTHING").asks("WHO");
    assert_eq!(bench.events(), ["fault card-source-lost"]);
    bench.says("SHOE 1 CS-8 1.0 SN7").asks("WANT NOTHING").says(READY);
    assert_eq!(bench.events(), ["cleared card-source-lost"]);
}

#[test]
fn a_shoe_that_cannot_be_understood_is_told_apart_from_a_silent_one() {
    let mut bench = Bench::ready();
    bench.asks("WANT NOTHING").hears(b"\xff\xfe\r\n").asks("WANT NOTHING").asks("WANT NOTHING").asks("WHO");
    assert_eq!(bench.events(), ["fault card-source-garbled"]);
}

#[test]
fn one_that_speaks_another_version_is_not_believed() {
    let mut bench = Bench::new();
    bench.asks("WHO").says("SHOE 2 CS-8 1.0 SN7").says(READY).asks("WHO").asks("WHO");
    bench.asks("WHO");
    assert_eq!(bench.events(), ["fault card-source-garbled"]);
}

#[test]
fn an_unplugged_shoe_goes_on_where_it_was_when_it_is_back() {
    let mut bench = Bench::ready();
    bench.wish(deal(2, 0)).asks("WANT CARD 1 DEALER UP").says(READY);
    let now = bench.now;
    bench.shoe.device_lost(now, "pulled out");
    assert_eq!(bench.events(), ["fault card-source-lost"]);
    assert!(bench.passes(60_000).sent().is_none(), "nobody is spoken to while nobody is there");
    let now = bench.now;
    bench.shoe.device_found(now);
    bench.asks("WHO").says("SHOE 1 CS-8 1.0 SN7").asks("WANT CARD 1 DEALER UP").says("STATE READY CAFE0001-1 2 1 -");
    bench.asks("TELL 1").says("DRAWN CAFE0001-1 1 As");
    assert_eq!(bench.events(), ["cleared card-source-lost", "card 2 As"]);
}

#[test]
fn a_shoe_that_is_lost_over_a_missing_card_is_asked_how_it_is_before_that_card() {
    let mut bench = Bench::ready();
    bench.wish(deal(2, 0)).asks("WANT CARD 1 DEALER UP").says("STATE READY CAFE0001-1 2 1 -");
    bench.asks("TELL 1").asks("TELL 1").asks("TELL 1").asks("WHO").says("SHOE 1 CS-8 1.0 SN7");
    bench.asks("WANT CARD 1 DEALER UP").says("STATE READY CAFE0001-1 2 1 -").asks("TELL 1").says("DRAWN CAFE0001-1 1 As");
    assert_eq!(bench.events(), ["fault card-source-lost", "cleared card-source-lost", "card 2 As"]);
}
