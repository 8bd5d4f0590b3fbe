//! What is written and read, byte by byte.

use super::*;

/// What is found in these bytes, and how many pieces of them are damaged.
#[track_caller]
fn check(bytes: &[u8], bodies: &[&str], damaged: usize) {
    for step in 1..=bytes.len() {
        let mut frames = Frames::new(160);
        let pieces: Vec<Piece> = bytes.chunks(step).flat_map(|chunk| frames.feed(chunk)).collect();
        let found: Vec<&str> =
            pieces.iter().filter_map(|piece| if let Piece::Frame(body) = piece { Some(body.as_str()) } else { None }).collect();
        assert_eq!((found.as_slice(), pieces.len() - found.len()), (bodies, damaged), "in pieces of {step}");
    }
}

#[test]
fn a_frame_is_a_body_and_its_check_sum() {
    assert_eq!(frame("Q001 ID"), b":Q001 ID#25FDFDFA;\r\n");
    check(&frame("Q001 ID"), &["Q001 ID"], 0);
}

#[test]
fn the_check_sum_is_that_of_zip_and_ethernet() {
    // The check value of CRC-32 is that of the nine digits; here the last one is the sign before the sum.
    assert_eq!(crc32fast::hash(b"123456789"), 0xCBF4_3926);
}

#[test]
fn what_is_between_frames_is_damage_and_hides_none() {
    let (one, two) = (frame("A001 EINS"), frame("A002 ZWEI"));
    check(&[&one[..], &two].concat(), &["A001 EINS", "A002 ZWEI"], 0);
    check(&[b"noise", &one[..], b"\xff\xfe\r\n", &two].concat(), &["A001 EINS", "A002 ZWEI"], 2);
    check(&[&one[..5], &two].concat(), &["A002 ZWEI"], 1);
    check(&[b":::", &two[..]].concat(), &["A002 ZWEI"], 3);
    check(&[&[b':'; 1][..], &[b'x'; 300], &two].concat(), &["A002 ZWEI"], 1);
}

#[test]
fn a_sum_in_small_letters_a_missing_digit_and_a_strange_byte_are_damage() {
    let small = frame("Q001 ID").to_ascii_lowercase();
    check(&small, &[], 1);
    check(b":Q001 ID#B3B1C05;", &[], 1);
    check(b":#;", &[], 1);
    check(b":;", &[], 1);
    check(&frame("Q\u{1}"), &[], 1);
}

#[test]
fn a_record_shows_everything_but_cards() {
    let recorded = |bytes: &[u8]| super::super::recorded(bytes.trim_ascii_end());
    assert_eq!(recorded(&frame("Q001 ID")), ":Q001 ID#25FDFDFA;");
    assert_eq!(recorded(&frame("A014 JOB CAFE0001-9 RUN 0")), String::from_utf8_lossy(frame("A014 JOB CAFE0001-9 RUN 0").trim_ascii_end()));
    assert_eq!(recorded(&frame("A014 JOB CAFE0001-9 CARD As")), ":A014 JOB CAFE0001-9 CARD ??#????????;");
    // Words that are not known could hold a card.
    assert_eq!(recorded(&frame("A014 PEEK As")), "?".repeat(23));
    let two = [frame("A014 JOB CAFE0001-9 CARD As").trim_ascii_end(), frame("Q015 ST").trim_ascii_end()].concat();
    assert!(recorded(&two).starts_with(":A014 JOB CAFE0001-9 CARD ??#????????;:Q015 ST#"));
}

#[test]
fn a_damaged_card_is_not_recorded_either() {
    let card = frame("A014 JOB CAFE0001-9 CARD As");
    for place in 0..card.len() - 2 {
        let mut damaged = card.clone();
        damaged.remove(place);
        assert!(!super::super::recorded(&damaged).contains("As"), "byte {place} is missing");
        let mut damaged = card.clone();
        damaged[place] ^= 1;
        assert!(!super::super::recorded(&damaged).contains("As"), "byte {place} is another one");
    }
}
