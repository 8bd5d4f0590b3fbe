//! A mirror of several segments, one of which is lost or damaged.

use std::fs;
use std::path::PathBuf;

use super::House;
use super::recovering::copy as copy_folder;
use crate::journal::{Action, Copy, Entry, JournalError, Marks, Recovery, rebuild, verify};
use crate::model::Timestamp;

/// Entries so large that twenty of them need three segments.
pub(super) fn large(number: u64) -> Entry {
    Entry { number, at: Timestamp::from_microseconds(number), round: number, payload: vec![number as u8; 1_000_000] }
}

pub(super) const ENTRIES: u64 = 20;

pub(super) fn house() -> House {
    let house = House::new();
    let (mut journal, _) = house.open();
    for number in 1..=ENTRIES {
        journal.append(vec![large(number)]).expect("appended");
    }
    drop(journal);
    assert_eq!(fs::read_dir(&house.paths.mirror).expect("readable").count(), 4, "three segments and the lock");
    house
}

pub(super) fn segment(house: &House, sequence: u32) -> PathBuf {
    house.paths.mirror.join(format!("{sequence:06}.mirror"))
}

pub(super) fn flip(house: &House, sequence: u32, offset: usize) {
    let mut bytes = fs::read(segment(house, sequence)).expect("readable");
    bytes[offset] ^= 16;
    fs::write(segment(house, sequence), bytes).expect("written");
}

/// Opens, expects that these many segments were set aside, and that both copies are whole again.
fn check_repaired(house: &House, set_aside: usize) -> Recovery {
    let (journal, report) = house.open();
    assert_eq!((report.action, report.set_aside.len()), (Action::RepairMirror, set_aside), "{report:?}");
    drop(journal);
    check_whole(house);
    report
}

fn check_whole(house: &House) {
    let verified = verify(&house.paths, |link| {
        assert_eq!(link.entry, large(link.entry.number));
        Ok(())
    });
    let verified = verified.expect("both copies are whole");
    assert_eq!((verified.head.number, verified.store), (ENTRIES, true));
}

#[test]
fn a_lost_segment_is_repaired_from_the_store() {
    let house = house();
    fs::remove_file(segment(&house, 2)).expect("removed");
    check_repaired(&house, 1);
}

#[test]
fn a_lost_first_segment_is_repaired_from_the_store() {
    let house = house();
    fs::remove_file(segment(&house, 1)).expect("removed");
    check_repaired(&house, 2);
}

#[test]
fn a_damaged_header_is_repaired_from_the_store() {
    for sequence in 1..=3 {
        let house = house();
        flip(&house, sequence, 20);
        check_repaired(&house, 4 - sequence as usize);
    }
}

#[test]
fn a_segment_whose_creation_was_cut_short_does_not_count() {
    let house = house();
    fs::write(house.paths.mirror.join("000004.unfinished"), b"half").expect("written");
    assert_eq!(house.open().1.action, Action::Use);
    check_whole(&house);
}

#[test]
fn damage_in_an_old_segment_is_found_by_verification_and_repaired_by_a_rebuild() {
    let house = house();
    flip(&house, 1, 5_000_000);
    assert_eq!(house.open().1.action, Action::Use, "a start reads the ends only");
    let error = verify(&house.paths, |_| Ok(())).expect_err("a bit is wrong");
    assert!(matches!(error, JournalError::Damaged { copy: "the mirror", number: 5, .. }), "{error}");
    assert!(rebuild(&house.paths, &Marks::none(), Copy::Mirror).is_err(), "nothing is rebuilt from a damaged copy");
    assert_eq!(rebuild(&house.paths, &Marks::none(), Copy::Store).expect("rebuilt").copied, ENTRIES);
    check_whole(&house);
    assert_eq!(rebuild(&house.paths, &Marks::none(), Copy::Mirror).expect("rebuilt").copied, ENTRIES);
    check_whole(&house);
}

/// The mirror is not whole, so the store that lost its end is not made anew: its beginning is the only whole one.
#[test]
fn a_store_that_lost_its_end_is_extended_where_the_mirror_is_damaged_in_its_history() {
    let house = house();
    let older = house.paths.journal.with_file_name("older");
    copy_folder(&house.paths.journal, &older);
    let (mut journal, _) = house.open();
    for number in ENTRIES + 1..=ENTRIES + 2 {
        journal.append(vec![large(number)]).expect("appended");
    }
    drop(journal);
    fs::remove_dir_all(&house.paths.journal).expect("it is there");
    fs::rename(older, &house.paths.journal).expect("it is there");
    flip(&house, 1, 5_000_000);
    let (journal, report) = house.open();
    assert_eq!((report.action, report.copied, report.set_aside.len()), (Action::ExtendStore, 2, 0), "{report:?}");
    assert!(report.details.iter().any(|detail| detail.contains("entry 5 is damaged in the mirror")), "{report:?}");
    assert!((1..=ENTRIES + 2).all(|number| journal.read(number).is_ok_and(|link| link.is_some_and(|link| link.entry == large(number)))));
}
