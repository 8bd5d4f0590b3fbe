//! One order, one end.

use super::*;
use crate::model::Deck;

#[test]
fn a_card_is_asked_for_and_followed_until_it_lies_there() {
    let mut bench = Bench::ready();
    bench.wish(deal(2)).asks("DO CAFE0001-2 DEAL 1 DEALER DOWN").answer("JOB CAFE0001-2 RUN 0");
    bench.asks("DO CAFE0001-2 DEAL 1 DEALER DOWN").answer("JOB CAFE0001-2 CARD As");
    assert_eq!(bench.events(), ["card 2 As"]);
    bench.wish(CardWish::Ready).asks("ST");
}

#[test]
fn every_order_has_its_words() {
    let check = |wish: CardWish, words: &str, answer: &str, event: &str| {
        let mut bench = Bench::ready();
        bench.wish(wish).asks(words).answer(answer);
        assert_eq!(bench.events(), [event]);
    };
    check(
        CardWish::Shuffle { number: 2, deck: Deck::plain(6) },
        "DO CAFE0001-2 SHUFFLE 6",
        "JOB CAFE0001-2 SHUFFLED 312 0 0 0 0",
        "shuffled 2 312",
    );
    check(
        CardWish::Verify { number: 2, deck: Deck::plain(1) },
        "DO CAFE0001-2 VERIFY 1",
        "JOB CAFE0001-2 COUNTED 52 0 0 0 0",
        "counted 2 52",
    );
    check(CardWish::Eject { number: 2 }, "DO CAFE0001-2 EJECT", "JOB CAFE0001-2 EJECTED", "ejected 2");
    check(CardWish::SelfTest { number: 2 }, "DO CAFE0001-2 TEST", "JOB CAFE0001-2 TESTED 0", "self-tested 2 true");
    let hand = CardPlace::Hand { place: crate::model::BoxNumber(3), hand: 1 };
    let wish = CardWish::Card { number: 2, shoe: 1, to: hand, face: Face::Up, remaining: Composition::of_packs(6), taken: 0 };
    check(wish, "DO CAFE0001-2 DEAL 1 BOX3.1 UP", "JOB CAFE0001-2 FAIL EMPTY", "failed 2 empty");
}

#[test]
fn an_order_is_not_given_again_once_it_has_ended() {
    let mut bench = Bench::ready();
    bench.wish(deal(2)).asks("DO CAFE0001-2 DEAL 1 DEALER DOWN").answer("JOB CAFE0001-2 CARD As").asks("ST").answer(READY);
    bench.wish(deal(2)).asks("ST");
    bench.wish(deal(1)).answer(READY).asks("ST").answer(READY);
    assert_eq!(bench.events(), ["card 2 As"]);
    bench.wish(deal(3)).asks("DO CAFE0001-3 DEAL 1 DEALER DOWN");
}

#[test]
fn an_order_that_is_not_wanted_any_more_is_called_off_and_its_end_is_told() {
    let check = |answer: &str, event: &str| {
        let mut bench = Bench::ready();
        bench.wish(deal(2)).asks("DO CAFE0001-2 DEAL 1 DEALER DOWN").answer("JOB CAFE0001-2 HELD JAM 3");
        bench.wish(CardWish::Ready).asks("OFF CAFE0001-2").answer(answer);
        assert_eq!(bench.events(), ["fault card-jam", event, "cleared card-jam"]);
    };
    check("JOB CAFE0001-2 FAIL OFF", "failed 2 called-off");
    check("JOB CAFE0001-2 CARD 2c", "card 2 2c");
}

#[test]
fn a_new_order_waits_for_the_end_of_the_one_before() {
    let mut bench = Bench::ready();
    bench.wish(deal(2)).asks("DO CAFE0001-2 DEAL 1 DEALER DOWN").answer("JOB CAFE0001-2 RUN 0");
    bench.wish(CardWish::Shuffle { number: 3, deck: Deck::plain(6) }).asks("OFF CAFE0001-2").answer("JOB CAFE0001-2 RUN 1");
    bench.asks("OFF CAFE0001-2").answer("JOB CAFE0001-2 CARD 9h").asks("ST").answer(READY);
    bench.asks("DO CAFE0001-3 SHUFFLE 6");
    assert_eq!(bench.events(), ["card 2 9h"]);
}

#[test]
fn an_order_of_an_earlier_run_that_nobody_wants_is_called_off_before_anything_else() {
    let mut bench = Bench::new();
    bench.wish(deal(9)).asks("ID").answer("ID 1 CS6 1.0 SN7");
    bench.asks("ST").answer("ST JAM 3 300 CAFE0001-1 CAFE0001-8/HELD");
    bench.asks("OFF CAFE0001-8").answer("JOB CAFE0001-8 FAIL OFF").asks("ST").answer(READY);
    bench.asks("DO CAFE0001-9 DEAL 1 DEALER DOWN");
    assert_eq!(bench.events(), ["card-source-opened", "fault card-jam", "failed 8 called-off", "cleared card-jam"]);
}

#[test]
fn an_order_of_another_host_is_left_alone() {
    let mut bench = Bench::new();
    bench.asks("ID").answer("ID 1 CS6 1.0 SN7").asks("ST").answer("ST SHUFFLING 0 0 - 00000000-8/RUN");
    bench.asks("ST").answer("ST SHUFFLING 0 0 - 00000000-8/RUN").wish(deal(9));
    bench.asks("DO CAFE0001-9 DEAL 1 DEALER DOWN").answer("NO CAFE0001-9 BUSY");
    bench.asks("ST").answer("ST READY 0 312 00000000-8 00000000-8/DONE");
    bench.asks("DO CAFE0001-9 DEAL 1 DEALER DOWN").answer("JOB CAFE0001-9 FAIL SHOE");
    assert_eq!(bench.events(), ["card-source-opened", "failed 9 shoe-gone", "fault shoe-changed"]);
}

#[test]
fn what_became_of_an_order_that_the_machine_calls_old_is_not_known() {
    let mut bench = Bench::ready();
    bench.wish(deal(2)).asks("DO CAFE0001-2 DEAL 1 DEALER DOWN").answer("NO CAFE0001-2 OLD");
    assert_eq!(bench.events(), ["failed 2 unknown"]);
}

#[test]
fn more_packs_than_the_machine_holds_are_not_asked_for() {
    let mut bench = Bench::ready();
    bench.wish(CardWish::Shuffle { number: 2, deck: Deck::plain(9) });
    assert_eq!(bench.events(), ["failed 2 impossible"]);
}

#[test]
fn a_machine_in_service_is_given_no_orders() {
    let mut bench = Bench::ready();
    bench.asks("ST").answer("ST SERVICE 0 312 - -").wish(deal(2));
    bench.asks("ST").answer("ST SERVICE 0 312 - -");
    assert_eq!(bench.events(), ["card-source-closed"]);
    bench.asks("ST").answer(READY).asks("DO CAFE0001-2 DEAL 1 DEALER DOWN");
    assert_eq!(bench.events(), ["card-source-opened"]);
}

#[test]
fn a_shuffle_that_goes_on_is_told_at_its_beginning_and_once_for_each_pack() {
    let mut bench = Bench::ready();
    let shuffle = "DO CAFE0001-2 SHUFFLE 6";
    bench.wish(CardWish::Shuffle { number: 2, deck: Deck::plain(6) });
    let mut told = |cards: &str| {
        bench.asks(shuffle).answer(&format!("JOB CAFE0001-2 RUN 0{cards}"));
        bench.taken()
    };
    let so_far = |cards| [CardSourceEvent::Shuffling { number: 2, cards }];
    assert_eq!(told(""), [], "a machine need not count on the way");
    assert_eq!(told(" 0"), so_far(0));
    assert_eq!(told(" 51"), []);
    assert_eq!(told(" 53"), so_far(53));
    assert_eq!(told(" 52"), [], "it does not go back");
    assert_eq!(told(" 208"), so_far(208));
}
