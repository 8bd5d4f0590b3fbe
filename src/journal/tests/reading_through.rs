//! The history read through beside the journal that is open: damage that a start does not see is found, in the copy that has it.

use std::fs;

use super::{House, check_holds, entry};
use crate::journal::{Copy, JournalError};

/// So many entries that the store has several blocks.
const ENTRIES: u64 = 700;

fn found(house: &House) -> Vec<(Copy, String)> {
    let (mut journal, _) = house.open();
    let history = journal.history().expect("it can be read");
    assert_eq!(history.end(), journal.head());
    // What is written meanwhile is not looked at.
    let next = journal.head().number + 1;
    journal.append(vec![entry(next)]).expect("appended");
    let found = history.filter_map(Result::err).map(|(copy, error)| {
        assert!(matches!(error, JournalError::Damaged { .. }), "{error}");
        (copy, error.to_string())
    });
    found.collect()
}

fn damage_mirror(house: &House) {
    let segment = house.paths.mirror.join("000001.mirror");
    let mut bytes = fs::read(&segment).expect("there is a mirror");
    let commits: Vec<usize> = bytes.windows(4).enumerate().filter(|(_, word)| word == b"CMT1").map(|(start, _)| start).collect();
    // The second half is sound, so the damage is far from the end; but a start reads the whole of the last segment.
    bytes[commits[commits.len() / 2] + 30] ^= 1;
    fs::write(segment, bytes).expect("writable");
}

fn damage_store(house: &House) {
    let db = house.open_sled();
    let blocks: Vec<_> = db.scan_prefix(b"b").map(|item| item.expect("readable")).collect();
    let (key, value) = &blocks[1];
    let mut changed = value.to_vec();
    let middle = changed.len() / 2;
    changed[middle] ^= 1;
    db.insert(key, changed).expect("written");
    db.flush().expect("flushed");
}

#[test]
fn a_sound_history_is_read_to_its_end_and_nothing_is_found() {
    let house = House::new();
    house.fill(ENTRIES);
    assert_eq!(found(&house), []);
    assert_eq!(found(&House::new()), []);
}

#[test]
fn damage_in_a_block_of_the_store_is_found_and_the_mirror_is_read_all_the_same() {
    let house = House::new();
    house.fill(ENTRIES);
    damage_store(&house);
    let found = found(&house);
    assert!(matches!(&found[..], [(Copy::Store, message)] if message.contains("the sled store")), "{found:?}");
    check_holds(&house.open().0, ENTRIES + 1);
}

#[test]
fn damage_in_the_mirror_while_the_journal_is_open_is_found() {
    let house = House::new();
    house.fill(ENTRIES);
    let (journal, _) = house.open();
    damage_mirror(&house);
    let found: Vec<Copy> = journal.history().expect("it can be read").filter_map(Result::err).map(|(copy, _)| copy).collect();
    assert_eq!(found, [Copy::Mirror]);
}
