//! No matter what a line does to an answer, there is never another card, and never two.

use super::*;

/// The line carries these bytes in answer to the order for card 2; afterwards the answer comes whole. Only the true card may come, once.
#[track_caller]
fn check(damaged: &[u8]) {
    let mut bench = Bench::ready();
    bench.wish(deal(2)).asks("DO CAFE0001-2 DEAL 1 DEALER DOWN");
    let whole = bench.frame_of("JOB CAFE0001-2 CARD As");
    bench.hears(damaged).hears(&whole).hears(&whole);
    let cards: Vec<String> = bench.events().into_iter().filter(|event| event.starts_with("card ")).collect();
    assert_eq!(cards, ["card 2 As"], "after {:?}", String::from_utf8_lossy(damaged));
}

fn answer() -> Vec<u8> {
    // The third request has number 3: identify and status came before.
    frame("A003 JOB CAFE0001-2 CARD As")
}

#[test]
fn every_byte_can_be_missing_doubled_or_any_other() {
    let answer = answer();
    for place in 0..answer.len() {
        let (before, after) = (&answer[..place], &answer[place + 1..]);
        check(&[before, after].concat());
        check(&[before, &answer[place..=place], &answer[place..]].concat());
        for byte in 0..=u8::MAX {
            check(&[before, &[byte], after].concat());
        }
    }
}

#[test]
fn an_answer_can_be_cut_anywhere_and_merged_with_any_rest_of_another() {
    let answer = answer();
    let other = frame("A003 JOB CAFE0001-2 CARD Kd");
    for head in 0..answer.len() {
        check(&answer[..head]);
        for tail in 1..other.len() {
            let merged = [&answer[..head], &other[tail..]].concat();
            // Where both begin alike, the whole of the other is no damage.
            if merged != other {
                check(&merged);
            }
        }
    }
}

#[test]
fn an_answer_to_another_question_another_order_or_another_host_is_not_taken() {
    for body in [
        "A002 JOB CAFE0001-2 CARD Kd",
        "A004 JOB CAFE0001-2 CARD Kd",
        "A003 JOB CAFE0001-1 CARD Kd",
        "A003 JOB CAFE0001-3 CARD Kd",
        "A003 JOB CAFE0002-2 CARD Kd",
        "A003 JOB 0-2 CARD Kd",
        "A003 JOB CAFE0001-02x CARD Kd",
        "A003 JOB CAFE0001-2 CARD Kd ",
        "A003 JOB CAFE0001-2 CARD 10d",
        "A003 JOB CAFE0001-2 CARD kd",
        "A003 JOB CAFE0001-2 SHUFFLED 52 0 0 0 0",
        "A003 JOB CAFE0001-2 COUNTED 52 0 0 0 0",
        "A003 JOB CAFE0001-2 RUN",
        "A003 JOB CAFE0001-2 RUN +1",
        "A003 JOB CAFE0001-2 RUN 0 52",
        "A003 JOB CAFE0001-2 RUN 0 x",
        "A003  JOB CAFE0001-2 CARD Kd",
        "A03 JOB CAFE0001-2 CARD Kd",
        "Q003 JOB CAFE0001-2 CARD Kd",
        "A003 CARD Kd",
        "A003",
    ] {
        check(&frame(body));
    }
}

#[test]
fn an_old_answer_that_comes_late_brings_nothing() {
    let mut bench = Bench::ready();
    bench.wish(deal(2)).asks("DO CAFE0001-2 DEAL 1 DEALER DOWN");
    let late = bench.frame_of("JOB CAFE0001-2 CARD As");
    bench.answer("JOB CAFE0001-2 CARD As").asks("ST").hears(&late).answer(READY);
    bench.wish(deal(3)).asks("DO CAFE0001-3 DEAL 1 DEALER DOWN").hears(&late).answer("JOB CAFE0001-3 CARD 2c").hears(&late);
    assert_eq!(bench.events(), ["card 2 As", "card 3 2c"]);
}

#[test]
fn noise_behind_an_answer_means_the_same_in_one_read_as_in_two() {
    let read = |split: bool| {
        let mut bench = Bench::new();
        bench.asks("ID");
        let (answer, noise) = (bench.frame_of("ID 1 CS6 1.0 SN7"), b"\xff\r\n");
        if split {
            bench.hears(&answer).hears(noise);
        } else {
            bench.hears(&[&answer[..], noise].concat());
        }
        bench.asks("ST").asks("ST").asks("ST").asks("ID");
        bench.events()
    };
    assert_eq!(read(true), ["fault card-source-garbled"]);
    assert_eq!(read(false), ["fault card-source-garbled"]);
}
