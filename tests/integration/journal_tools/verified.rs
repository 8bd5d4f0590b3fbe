//! `journal verify` says in a sentence what was read, what was not, and what of that is normal.

use std::fs;

use serde_json::Value;

use super::{house, json_without};

#[track_caller]
fn check_meaning(told: &Value, words: &[&str]) {
    assert!(told["meaning"].as_str().is_some_and(|meaning| words.iter().all(|word| meaning.contains(word))), "{words:?}: {told}");
}

#[test]
fn what_was_read_is_told_in_a_sentence() {
    let house = house();
    check_meaning(&house.lines("journal verify")[0], &["both copies", "compared", "every step was computed again"]);
    check_meaning(&house.lines("journal verify --chain-only")[0], &["both copies", "no step was computed again"]);
}

#[test]
fn a_mirror_without_its_store_is_told_as_what_it_is() {
    let house = house();
    let whole = house.lines("journal verify")[0].clone();
    fs::remove_dir_all(house.data().join("journal/sled")).expect("it is there");
    let verified = &house.lines("journal verify")[0];
    assert_eq!((&verified["store"], &verified["head"]), (&false.into(), &whole["head"]));
    check_meaning(verified, &["the mirror was read", "there is no store in this place", "such as a backup"]);
}

/// The power failed while a commit was being written to the mirror; the store does not have it either.
#[test]
fn a_commit_that_was_cut_short_is_told_as_what_it_is() {
    let house = house();
    let whole = house.lines("journal verify")[0].clone();
    let mut segment = fs::read(house.segment()).expect("readable");
    let end = end_of_commits(&segment);
    // The head of a commit with a body of 100 bytes, of which a few were written.
    segment[end..end + 8].copy_from_slice(b"CMT1\0\0\0\x64");
    segment[end + 8..end + 40].fill(7);
    fs::write(house.segment(), segment).expect("written");
    let verified = house.lines("journal verify")[0].clone();
    assert_eq!(verified["torn"]["copy"], "the mirror");
    check_meaning(&verified["torn"], &["a power cut", "nothing is lost"]);
    assert_eq!(json_without(verified, "torn"), whole);
}

/// Where the last commit of a segment ends. The segment's head has 60 bytes, a commit's has 24, with the length of the rest in four of them.
fn end_of_commits(segment: &[u8]) -> usize {
    let mut end = 60;
    while segment[end..].starts_with(b"CMT1") {
        let length: [u8; 4] = segment[end + 4..end + 8].try_into().expect("four bytes");
        end += 24 + u32::from_be_bytes(length) as usize;
    }
    end
}
