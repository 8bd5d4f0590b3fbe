//! Every fault of the machine, of its cards and of the line.

use super::*;
use crate::model::{Deck, FaultCode};

#[test]
fn a_trouble_that_the_machine_says_stands_until_it_says_otherwise() {
    let check = |word: &str, code: &str| {
        let mut bench = Bench::ready();
        bench.asks("ST").answer(&format!("ST {word} 2 311 CAFE0001-1 CAFE0001-1/DONE"));
        bench.asks("ST").answer(&format!("ST {word} 3 311 CAFE0001-1 CAFE0001-1/DONE"));
        assert_eq!(bench.events(), [format!("fault {code}")]);
        bench.asks("ST").answer(READY);
        assert_eq!(bench.events(), [format!("cleared {code}")]);
    };
    check("DOOR", "card-door-open");
    check("JAM", "card-jam");
    check("DOUBLE", "double-feed");
    check("UNREADABLE", "card-unreadable");
    check("DUPLICATE", "duplicate-card");
    check("MISSING", "missing-card");
    check("FOREIGN", "foreign-card");
    check("COUNT", "wrong-card-count");
}

#[test]
fn an_order_that_is_held_is_a_fault_until_it_goes_on() {
    let check = |word: &str, code: &str| {
        let mut bench = Bench::ready();
        let shuffle = "DO CAFE0001-2 SHUFFLE 6";
        bench.wish(CardWish::Shuffle { number: 2, deck: Deck::plain(6) }).asks(shuffle).answer(&format!("JOB CAFE0001-2 HELD {word} 3"));
        assert_eq!(bench.events(), [format!("fault {code}")]);
        bench.asks(shuffle).answer("JOB CAFE0001-2 RUN 3");
        assert_eq!(bench.events(), [format!("cleared {code}")]);
    };
    check("JAM", "card-jam");
    check("EMPTY", "card-hopper-empty");
    check("DOOR", "card-door-open");
}

#[test]
fn a_machine_that_says_where_a_card_is_stuck_is_told_so() {
    let check = |word: &str, place: Place, words: &str| {
        let detail = |events: &[CardSourceEvent]| match events {
            [CardSourceEvent::Fault { code: FaultCode::CardJam, detail }] => detail.clone(),
            other => panic!("{other:?}"),
        };
        let mut bench = Bench::ready();
        bench.asks("ST").answer(&format!("ST JAM 3 311 CAFE0001-1 CAFE0001-1/DONE {word}"));
        assert_eq!(detail(&bench.taken()), format!("the machine says JAM {words}, after 3 attempts of its own"));
        assert_eq!(bench.shuffler.status().place, Some(place));
        bench.asks("ST").answer(READY);
        assert_eq!(bench.shuffler.status().place, None);
        let mut bench = Bench::ready();
        bench.wish(deal(2)).asks("DO CAFE0001-2 DEAL 1 DEALER DOWN").answer(&format!("JOB CAFE0001-2 HELD JAM 3 {word}"));
        assert_eq!(detail(&bench.taken()), format!("the machine waits with its order: JAM {words}, after 3 attempts of its own"));
        assert_eq!(bench.shuffler.status().place, Some(place));
        bench.asks("DO CAFE0001-2 DEAL 1 DEALER DOWN").answer("JOB CAFE0001-2 RUN 3");
        assert_eq!(bench.shuffler.status().place, None);
    };
    check("FEED", Place::Feed, "at the feed");
    check("INSIDE", Place::Inside, "inside");
    check("EXIT", Place::Exit, "at the exit");
    let mut bench = Bench::ready();
    bench.asks("ST").answer("ST JAM 3 311 CAFE0001-1 CAFE0001-1/DONE As");
    assert_eq!((bench.shuffler.status().line.damaged_frames, bench.taken()), (1, Vec::new()), "no other word may stand there");
}

#[test]
fn a_jam_that_the_machine_frees_itself_is_no_fault() {
    let mut bench = Bench::ready();
    let words = "DO CAFE0001-2 DEAL 1 DEALER DOWN";
    bench.wish(deal(2)).asks(words).answer("JOB CAFE0001-2 RUN 1").asks(words).answer("JOB CAFE0001-2 RUN 2");
    assert_eq!(bench.shuffler.status().retries, 2);
    bench.asks(words).answer("JOB CAFE0001-2 CARD As");
    assert_eq!(bench.events(), ["card 2 As"]);
}

#[test]
fn a_card_that_is_none_ends_its_order_and_is_a_fault() {
    let check = |word: &str, why: &str, fault: &str| {
        let mut bench = Bench::ready();
        bench.wish(deal(2)).asks("DO CAFE0001-2 DEAL 1 DEALER DOWN").answer(&format!("JOB CAFE0001-2 FAIL {word}"));
        let (failed, fault) = (format!("failed 2 {why}"), format!("fault {fault}"));
        let expected: Vec<String> = [failed, fault].into_iter().filter(|event| event != "fault ").collect();
        assert_eq!(bench.events(), expected);
    };
    check("UNREADABLE", "unreadable", "card-unreadable");
    check("FOREIGN", "foreign", "foreign-card");
    check("DUPLICATE", "duplicate", "duplicate-card");
    check("DOUBLE", "double-feed", "double-feed");
    check("SHOE", "shoe-gone", "shoe-changed");
    check("UNKNOWN", "unknown", "");
    check("EMPTY", "empty", "");
    check("IMPOSSIBLE", "impossible", "");
}

#[test]
fn a_defective_deck_is_a_fault_until_a_count_is_complete() {
    let mut bench = Bench::ready();
    bench
        .wish(CardWish::Shuffle { number: 2, deck: Deck::plain(1) })
        .asks("DO CAFE0001-2 SHUFFLE 1")
        .answer("JOB CAFE0001-2 SHUFFLED 53 1 1 1 1");
    let faults = ["card-unreadable", "duplicate-card", "missing-card", "foreign-card", "wrong-card-count"];
    assert_eq!(bench.events()[1..], faults.map(|code| format!("fault {code}")));
    bench.wish(CardWish::Verify { number: 3, deck: Deck::plain(1) }).asks("ST").answer(READY);
    bench.asks("DO CAFE0001-3 VERIFY 1").answer("JOB CAFE0001-3 COUNTED 52 1 1 0 0");
    assert_eq!(bench.events(), ["counted 3 52", "cleared card-unreadable", "cleared foreign-card", "cleared wrong-card-count"]);
    bench.wish(CardWish::Shuffle { number: 4, deck: Deck::plain(1) }).asks("ST").answer(READY);
    bench.asks("DO CAFE0001-4 SHUFFLE 1").answer("JOB CAFE0001-4 SHUFFLED 52 0 0 0 0");
    assert_eq!(bench.events(), ["shuffled 4 52", "cleared duplicate-card", "cleared missing-card"]);
}

#[test]
fn complete_packs_whose_hash_is_that_of_other_cards_are_a_defect_of_the_machine() {
    let check = |hash: &str, expected: &[&str]| {
        let mut bench = Bench::ready();
        bench.wish(CardWish::Verify { number: 2, deck: Deck::plain(6) });
        bench.asks("DO CAFE0001-2 VERIFY 6").answer(&format!("JOB CAFE0001-2 COUNTED 312 0 0 0 0{hash}"));
        assert_eq!(bench.events(), expected, "{hash:?}");
        bench.asks("ST").answer("ST VERIFIED 0 312 - CAFE0001-2/DONE");
    };
    check("", &["counted 2 312"]);
    check(" 7B8E2DA7", &["counted 2 312"]);
    check(" A2D671C5", &["failed 2 impossible", "fault card-source-defect"]);
}

#[test]
fn a_failed_self_test_is_a_fault_until_one_is_passed() {
    let mut bench = Bench::ready();
    bench.wish(CardWish::SelfTest { number: 2 }).asks("DO CAFE0001-2 TEST").answer("JOB CAFE0001-2 TESTED 7");
    assert_eq!(bench.events(), ["self-tested 2 false", "fault card-source-defect"]);
    bench.wish(CardWish::SelfTest { number: 3 }).asks("ST").answer(READY).asks("DO CAFE0001-3 TEST").answer("JOB CAFE0001-3 TESTED 0");
    assert_eq!(bench.events(), ["self-tested 3 true", "cleared card-source-defect"]);
}

#[test]
fn an_order_that_takes_too_long_is_a_fault_and_is_still_waited_for() {
    let mut bench = Bench::ready();
    let words = "DO CAFE0001-2 DEAL 1 DEALER DOWN";
    bench.wish(deal(2));
    for _ in 0..401 {
        bench.asks(words).answer("JOB CAFE0001-2 RUN 0");
    }
    assert_eq!(bench.events(), ["fault card-source-stalled"]);
    bench.asks(words).answer("JOB CAFE0001-2 CARD Td");
    assert_eq!(bench.events(), ["card 2 Td", "cleared card-source-stalled"]);
}

#[test]
fn a_request_without_an_answer_is_the_same_again_until_the_machine_is_lost() {
    let mut bench = Bench::ready();
    let words = "DO CAFE0001-2 DEAL 1 DEALER DOWN";
    let first = bench.wish(deal(2)).asks(words).request.clone();
    assert_eq!((bench.asks(words).request.clone(), bench.asks(words).request.clone()), (first.clone(), first));
    assert_eq!(bench.events(), [""; 0]);
    bench.passes(250);
    assert_eq!(bench.events(), ["fault card-source-lost"]);
    bench.asks("ID").answer("ID 1 CS6 1.0 SN7").asks("ST").answer("ST DEALING 0 311 CAFE0001-1 CAFE0001-2/RUN");
    assert_eq!(bench.events(), ["cleared card-source-lost"]);
    bench.asks(words).answer("JOB CAFE0001-2 CARD As");
    assert_eq!(bench.events(), ["card 2 As"]);
}

#[test]
fn a_line_of_garbage_is_called_so() {
    let mut bench = Bench::ready();
    bench.asks("ST").hears(b"\xf0\x0f\xf0\r\n").asks("ST").hears(b":A0").asks("ST").passes(250);
    assert_eq!(bench.events(), ["fault card-source-garbled"]);
}

#[test]
fn a_machine_of_another_version_is_not_understood() {
    let mut bench = Bench::new();
    for _ in 0..3 {
        bench.asks("ID").answer("ID 2 CS6 1.0 SN7");
    }
    bench.passes(250);
    assert_eq!(bench.events(), ["fault card-source-garbled"]);
}

#[test]
fn a_machine_that_is_unplugged_is_lost_and_goes_on_with_its_order_when_it_is_back() {
    let mut bench = Bench::ready();
    bench.wish(deal(2)).asks("DO CAFE0001-2 DEAL 1 DEALER DOWN").answer("JOB CAFE0001-2 RUN 0");
    let now = bench.now;
    bench.shuffler.device_lost(now, "pulled out");
    bench.shuffler.device_lost(now, "still out");
    assert_eq!(bench.events(), ["fault card-source-lost"]);
    assert!(bench.passes(60_000).sent().is_none(), "nobody is spoken to while nobody is there");
    let now = bench.now;
    bench.shuffler.device_found(now);
    bench.asks("ID").answer("ID 1 CS6 1.0 SN7").asks("ST").answer("ST READY 0 311 CAFE0001-1 CAFE0001-2/DONE");
    bench.asks("DO CAFE0001-2 DEAL 1 DEALER DOWN").answer("JOB CAFE0001-2 CARD As");
    assert_eq!(bench.events(), ["cleared card-source-lost", "card 2 As"]);
}
