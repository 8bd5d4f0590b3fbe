//! A segment of the mirror that is made ahead: what it is for, and what a crash leaves of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{House, check_holds, entry};
use crate::journal::{Action, Entry, JournalError};

/// Entries so large that eight of them need more than one segment.
fn large(number: u64) -> Entry {
    Entry { payload: vec![number as u8; 1 << 20], ..entry(number) }
}

#[test]
fn a_segment_made_ahead_is_taken_into_use_and_one_left_over_is_taken_for_nothing() {
    let house = House::new();
    let unfinished = house.paths.mirror.join("000002.unfinished");
    let segment = house.paths.mirror.join("000002.mirror");
    let (mut journal, _) = house.open();
    let mut append = |to: u64| {
        for number in journal.head().number + 1..=to {
            journal.append(vec![large(number)]).expect("appended");
            journal.prepare();
        }
    };
    append(3);
    assert!(!unfinished.exists(), "the first is not half full");
    // The mirror's thread does one thing after the other: with the sixth commit done, what was prepared after the fifth is there.
    append(6);
    assert!(unfinished.exists() && !segment.exists(), "it is ready");
    append(8);
    assert!(segment.exists() && !unfinished.exists(), "it has become a segment");
    drop(journal);
    for left_over in [b"".as_slice(), b"CROUPMR1 and what not", &[0; 100]] {
        std::fs::write(house.paths.mirror.join("000003.unfinished"), left_over).expect("written");
        let (journal, report) = house.open();
        assert_eq!((report.action, journal.head().number), (Action::Use, 8));
        assert_eq!(journal.range(1, 8).filter(Result::is_ok).count(), 8);
    }
    let (mut journal, _) = house.open();
    for number in 9..=20 {
        journal.append(vec![large(number)]).expect("appended");
        journal.prepare();
    }
    drop(journal);
    let (journal, report) = house.open();
    assert_eq!((report.action, journal.head().number), (Action::Use, 20));
    assert_eq!(journal.range(1, 20).filter(Result::is_ok).count(), 20);
}

#[test]
fn room_that_cannot_be_made_is_asked_for_again_and_nothing_is_in_doubt() {
    let house = House::new();
    let unfinished = house.paths.mirror.join("000002.unfinished");
    std::fs::create_dir_all(&unfinished).expect("a folder can be made");
    let (mut journal, _) = house.open();
    for number in 1..=7 {
        journal.append(vec![large(number)]).expect("appended");
        journal.prepare();
    }
    for _ in 0..3 {
        let error = journal.make_room(&[large(8)]).expect_err("something is in the way");
        assert!(error.to_string().contains("000002.unfinished"), "{error}");
        journal.prepare();
    }
    assert_eq!(journal.head().number, 7, "nothing was written");
    std::fs::remove_dir(&unfinished).expect("it is empty");
    journal.make_room(&[large(8)]).expect("nothing is in the way");
    journal.append(vec![large(8)]).expect("appended");
    drop(journal);
    let (journal, report) = house.open();
    assert_eq!((report.action, journal.head().number), (Action::Use, 8));
    assert_eq!(journal.range(1, 8).filter(Result::is_ok).count(), 8);
}

#[test]
fn what_is_packed_in_an_idle_moment_stays_what_it_was() {
    let house = House::new();
    let blocks = || house.open_sled().scan_prefix(b"b").count();
    let (mut journal, _) = house.open();
    for (last, is_packed) in [(95, false), (96, true), (100, true)] {
        for number in journal.head().number + 1..=last {
            journal.append(vec![entry(number)]).expect("appended");
        }
        journal.prepare();
        drop(journal);
        assert_eq!(blocks() > 0, is_packed, "{last} entries");
        let report;
        (journal, report) = house.open();
        assert_eq!(report.action, Action::Use);
        check_holds(&journal, last);
    }
}

#[test]
fn a_store_without_room_is_asked_again_and_packed_as_soon_as_there_is_some() {
    let house = House::new();
    let is_full = Arc::new(AtomicBool::new(false));
    let (mut journal, _) = house.open();
    journal.narrow(Arc::clone(&is_full));
    for number in 1..=96 {
        journal.append(vec![entry(number)]).expect("appended");
    }
    is_full.store(true, Ordering::Relaxed);
    for _ in 0..3 {
        journal.prepare();
        let error = journal.make_room(&[entry(97)]).expect_err("the disk is full");
        assert!(matches!(error, JournalError::NoRoom { .. }), "{error}");
    }
    is_full.store(false, Ordering::Relaxed);
    journal.prepare();
    journal.make_room(&[entry(97)]).expect("there is room");
    journal.append(vec![entry(97)]).expect("nothing has stopped it");
    drop(journal);
    assert!(house.open_sled().scan_prefix(b"b").count() > 0, "it was packed");
    let (journal, report) = house.open();
    assert_eq!(report.action, Action::Use);
    check_holds(&journal, 97);
}
