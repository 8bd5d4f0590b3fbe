//! What a sound journal does.

use super::{House, check_holds, entry};
use crate::journal::{Action, Entry, JournalError, MirrorReader, PAYLOAD_MOST};
use crate::model::Timestamp;

#[test]
fn what_was_appended_is_there_after_any_number_of_starts() {
    let house = House::new();
    for to in [1, 2, 130, 131, 700] {
        house.fill(to);
        let (journal, report) = house.open();
        assert_eq!(report.action, Action::Use);
        check_holds(&journal, to);
        let mirror: Vec<Entry> =
            MirrorReader::open(&house.paths.mirror).expect("readable").range(1, u64::MAX).map(|link| link.expect("sound").entry).collect();
        assert_eq!(mirror, (1..=to).map(entry).collect::<Vec<_>>());
    }
}

#[test]
fn entries_appended_together_are_one_commit() {
    let house = House::new();
    let (mut journal, report) = house.open();
    assert_eq!(report.action, Action::Begin);
    journal.append((1..=8).map(entry).collect()).expect("appended");
    journal.append((9..=300).map(entry).collect()).expect("appended");
    journal.append(vec![]).expect("nothing to do");
    check_holds(&journal, 300);
    drop(journal);
    check_holds(&house.open().0, 300);
}

#[test]
fn a_gap_a_repetition_and_a_giant_are_refused_and_change_nothing() {
    let house = House::new();
    house.fill(3);
    let (mut journal, _) = house.open();
    for bad in [vec![entry(5)], vec![entry(3)], vec![entry(4), entry(6)]] {
        assert!(matches!(journal.append(bad), Err(JournalError::NotNext { .. })));
    }
    let giant = Entry { payload: vec![7; PAYLOAD_MOST + 1], ..entry(4) };
    assert!(matches!(journal.append(vec![giant]), Err(JournalError::TooLarge { number: 4, .. })));
    journal.append(vec![entry(4)]).expect("the journal goes on");
    check_holds(&journal, 4);
}

#[test]
fn large_entries_are_stored_in_parts_and_never_as_blobs() {
    let house = House::new();
    let noise = |number: u64, length: usize| -> Entry {
        let mut state = number;
        let payload = (0..length).map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        });
        Entry { number, at: Timestamp::default(), round: number, payload: payload.collect() }
    };
    let entries: Vec<Entry> =
        (1..=60).map(|number| noise(number, if number == 7 { PAYLOAD_MOST } else { number as usize * 900 })).collect();
    let (mut journal, _) = house.open();
    for entry in &entries {
        journal.append(vec![entry.clone()]).expect("appended");
    }
    journal.checkpoint(vec![9; 300_000]).expect("kept");
    drop(journal);
    let (journal, _) = house.open();
    assert!(journal.range(1, 99).map(|link| link.expect("sound").entry).eq(entries));
    let blobs = house.paths.journal.join("sled/blobs");
    assert_eq!(std::fs::read_dir(blobs).expect("sled makes this directory").count(), 0);
}

#[test]
fn the_two_newest_checkpoints_are_kept() {
    let house = House::new();
    house.fill(10);
    let (mut journal, _) = house.open();
    let numbers = |journal: &crate::journal::Journal| -> Vec<(u64, usize)> {
        let found = journal.checkpoints().expect("readable");
        found.iter().map(|checkpoint| (checkpoint.head.number, checkpoint.bytes.len())).collect()
    };
    assert_eq!(numbers(&journal), vec![]);
    for (number, length) in [(11, 9_000), (12, 0), (13, 50_000)] {
        journal.append(vec![entry(number)]).expect("appended");
        journal.checkpoint(vec![5; length]).expect("kept");
    }
    journal.checkpoint(vec![6; 4_000]).expect("kept again for the same entry");
    assert_eq!(numbers(&journal), vec![(13, 4_000), (12, 0)]);
    drop(journal);
    assert_eq!(numbers(&house.open().0), vec![(13, 4_000), (12, 0)]);
}

#[test]
fn only_one_may_write() {
    let house = House::new();
    let (journal, _) = house.open();
    let second = crate::journal::Journal::open(&house.paths);
    assert!(matches!(second, Err(JournalError::Locked { path }) if path == house.paths.journal.join("lock")));
    drop(journal);
    house.open();
}
