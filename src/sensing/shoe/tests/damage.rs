//! No matter what a line does to what the shoe says, there is never another card, and never two.

use super::*;

/// The line carries these bytes where the first card should be said; then the shoe is asked and says it whole. Only the true card may
/// come, once.
#[track_caller]
fn check(damaged: &[u8]) {
    let mut bench = Bench::ready();
    bench.wish(deal(2, 0)).hears(damaged);
    // What was torn off ends with the next line.
    bench.says("STATE READY CAFE0001-1 2 1 -").says("STATE READY CAFE0001-1 2 1 -");
    bench.says("DRAWN CAFE0001-1 1 As").says("DRAWN CAFE0001-1 1 As").wish(deal(3, 1));
    let cards: Vec<String> = bench.events().into_iter().filter(|event| event.starts_with("card ") || event.starts_with("un")).collect();
    assert_eq!(cards, ["card 2 As"], "after {:?}", String::from_utf8_lossy(damaged));
}

#[test]
fn every_byte_can_be_missing_doubled_or_any_other() {
    let line = frame("DRAWN CAFE0001-1 1 As");
    for place in 0..line.len() {
        let (before, after) = (&line[..place], &line[place + 1..]);
        check(&[before, after].concat());
        check(&[before, &line[place..=place], &line[place..]].concat());
        for byte in 0..=u8::MAX {
            check(&[before, &[byte], after].concat());
        }
    }
}

#[test]
fn a_line_can_be_cut_anywhere_and_merged_with_any_rest_of_another() {
    let line = frame("DRAWN CAFE0001-1 1 As");
    let other = frame("DRAWN CAFE0001-1 1 Kd");
    for head in 0..line.len() {
        check(&line[..head]);
        for tail in 1..other.len() {
            let merged = [&line[..head], &other[tail..]].concat();
            // Where both begin alike, the whole of the other is no damage.
            if merged != other {
                check(&merged);
            }
        }
    }
}

#[test]
fn what_is_no_line_of_a_drawn_card_is_not_taken_for_one() {
    for body in [
        "DRAWN CAFE0001-1 0 Kd",
        "DRAWN CAFE0001-1 501 Kd",
        "DRAWN CAFE0001-1 +1 Kd",
        "DRAWN CAFE0001-1 1 10d",
        "DRAWN CAFE0001-1 1 kd",
        "DRAWN CAFE0001-1 1 Kd ",
        "DRAWN CAFE0001-1 1",
        "DRAWN  CAFE0001-1 1 Kd",
        "DRAWN CAFE0001-2 1 Kd",
        "DRAWN CAFE0002-1 1 Kd",
        "DRAWN - 1 Kd",
        "DRAWN 1-1 1 Kd",
        "CARD CAFE0001-1 1 Kd",
        "STATE READY CAFE0001-1 9 1 -",
        "STATE READY CAFE0001-1 2 0 1",
        "",
    ] {
        check(&frame(body));
    }
}
