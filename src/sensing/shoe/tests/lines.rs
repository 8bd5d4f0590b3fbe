//! What is written and read, byte by byte, and what of it may be kept.

use super::*;
use crate::model::Card;

#[test]
fn a_record_shows_everything_but_cards() {
    let recorded = |bytes: &[u8]| Shoe::recorded(bytes.trim_ascii_end());
    let whole = |words: &str| String::from_utf8_lossy(frame(words).trim_ascii_end()).into_owned();
    for words in ["WHO", "WANT CARD 1 BOX3.0 UP", "NAME CAFE0001-1", "TELL 7", "SHOE 1 CS-8 1.0 SN7", READY] {
        assert_eq!(recorded(&frame(words)), whole(words));
    }
    assert_eq!(recorded(&frame("DRAWN CAFE0001-1 9 As")), ":DRAWN CAFE0001-1 9 ??#????????;");
    assert_eq!(recorded(&frame("PEEK As")), "?".repeat(whole("PEEK As").len()));
}

#[test]
fn a_damaged_card_is_not_recorded_either() {
    let card = frame("DRAWN CAFE0001-1 9 As");
    for place in 0..card.len() - 2 {
        let mut damaged = card.clone();
        damaged.remove(place);
        assert!(!Shoe::recorded(&damaged).contains("As"), "byte {place} is missing");
        let mut damaged = card.clone();
        damaged[place] ^= 1;
        assert!(!Shoe::recorded(&damaged).contains("As"), "byte {place} is another one");
    }
}

#[test]
fn no_card_stands_in_what_is_printed() {
    let mut bench = Bench::ready();
    bench.wish(deal(2, 0)).says("DRAWN CAFE0001-1 2 Kd");
    let text = format!("{:?}", bench.shoe);
    assert!(Card::all().all(|card| !text.contains(&format!("({card})"))), "{text}");
}
