//! The newest records read back where they are written: what a self-test of the journal finds.

use std::fs;

use super::House;
use crate::journal::JournalError;

/// So many entries that the store has several blocks.
const ENTRIES: u64 = 700;

fn read_back(house: &House, count: u64) -> Result<u64, String> {
    let (journal, _) = house.open();
    journal.read_back(count).map_err(|error| {
        assert!(matches!(error, JournalError::Damaged { .. }), "{error}");
        error.to_string()
    })
}

#[test]
fn so_many_of_the_newest_are_read_as_are_asked_for_and_there_are() {
    let house = House::new();
    assert_eq!(read_back(&house, 10), Ok(0));
    house.fill(ENTRIES);
    for (count, read) in [(1, 1), (10, 10), (300, 300), (ENTRIES, ENTRIES), (ENTRIES + 1, ENTRIES), (u64::MAX, ENTRIES)] {
        assert_eq!(read_back(&house, count), Ok(read));
    }
}

#[test]
fn damage_in_the_mirror_is_found_while_the_journal_is_open() {
    let house = House::new();
    house.fill(ENTRIES);
    let (journal, _) = house.open();
    let segment = house.paths.mirror.join("000001.mirror");
    let mut bytes = fs::read(&segment).expect("there is a mirror");
    let commits: Vec<usize> = bytes.windows(4).enumerate().filter(|(_, word)| word == b"CMT1").map(|(start, _)| start).collect();
    bytes[commits[commits.len() / 2] + 30] ^= 1;
    fs::write(segment, bytes).expect("writable");
    let error = journal.read_back(ENTRIES).expect_err("a byte is another").to_string();
    assert!(error.contains("the mirror"), "{error}");
}

#[test]
fn a_mirror_that_lacks_the_newest_record_is_found() {
    let house = House::new();
    house.fill(ENTRIES);
    let (journal, _) = house.open();
    let segment = house.paths.mirror.join("000001.mirror");
    let bytes = fs::read(&segment).expect("there is a mirror");
    let last = bytes.windows(4).rposition(|word| word == b"CMT1").expect("a commit");
    fs::write(segment, &bytes[..last]).expect("writable");
    let error = journal.read_back(10).expect_err("a record is gone").to_string();
    assert!(error.contains("the mirror") && error.contains("700"), "{error}");
}

#[test]
fn damage_in_the_store_is_found() {
    let house = House::new();
    house.fill(ENTRIES);
    {
        let db = house.open_sled();
        let blocks: Vec<_> = db.scan_prefix(b"b").map(|item| item.expect("readable")).collect();
        let (key, value) = &blocks[1];
        let mut changed = value.to_vec();
        let middle = changed.len() / 2;
        changed[middle] ^= 1;
        db.insert(key, changed).expect("writable");
        db.flush().expect("writable");
    }
    let error = read_back(&house, ENTRIES).expect_err("a byte is another");
    assert!(error.contains("store"), "{error}");
}
