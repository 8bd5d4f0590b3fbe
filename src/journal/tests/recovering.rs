//! Each case of the table, brought about on disk.

use std::fs;
use std::path::Path;

use super::{House, check_holds, entry};
use crate::journal::{Action, Entry, JournalError, Recovery};

pub(super) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("writable");
    for item in fs::read_dir(from).expect("readable") {
        let item = item.expect("readable").path();
        let target = to.join(item.file_name().expect("it has a name"));
        if item.is_dir() { copy(&item, &target) } else { fs::copy(&item, &target).map(drop).expect("copied") }
    }
}

/// A house with 20 entries, of which a copy of the store or the mirror was kept after 10.
struct Old {
    house: House,
    old: House,
}

impl Old {
    fn new() -> Self {
        Self::of(10)
    }

    /// A copy was kept after so many entries.
    fn of(entries: u64) -> Self {
        let (house, old) = (House::new(), House::new());
        house.fill(entries);
        copy(&house.paths.journal, &old.paths.journal);
        copy(&house.paths.mirror, &old.paths.mirror);
        house.fill(20);
        Self { house, old }
    }

    fn old_store(&self) {
        fs::remove_dir_all(&self.house.paths.journal).expect("removed");
        copy(&self.old.paths.journal, &self.house.paths.journal);
    }

    fn old_mirror(&self) {
        fs::remove_dir_all(&self.house.paths.mirror).expect("removed");
        copy(&self.old.paths.mirror, &self.house.paths.mirror);
    }
}

/// Opens, expects this action and these many copied entries, and that nothing is lost and the next start finds all well.
fn check(house: &House, action: Action, copied: u64) -> Recovery {
    let (mut journal, report) = house.open();
    assert_eq!((report.action, report.copied), (action, copied), "{report:?}");
    check_holds(&journal, 20);
    journal.append(vec![entry(21)]).expect("it goes on");
    drop(journal);
    let (journal, again) = house.open();
    assert_eq!(again.action, Action::Use);
    check_holds(&journal, 21);
    report
}

fn check_refused(house: &House, first_bad: u64, words: &str) {
    for _ in 0..2 {
        match house.try_open().map(|(_, report)| report) {
            Err(JournalError::Refused { first_bad: found, why }) => {
                assert_eq!(found, first_bad);
                assert!(why.contains(words), "{why}");
            }
            other => panic!("expected a refusal, got {other:?}"),
        }
    }
}

fn break_store(house: &House) {
    fs::write(house.paths.journal.join("sled/db"), [0xA5; 5_000]).expect("written");
    let snapshots = fs::read_dir(house.paths.journal.join("sled")).expect("readable");
    for snapshot in snapshots.map(|item| item.expect("readable").path()) {
        if snapshot.file_name().is_some_and(|name| name.to_string_lossy().starts_with("snap")) {
            fs::write(snapshot, b"garbage").expect("written");
        }
    }
}

/// Flips a bit in the mirror's segment, so many bytes from its start.
pub(super) fn flip(house: &House, offset: usize) {
    let segment = house.paths.mirror.join("000001.mirror");
    let mut bytes = fs::read(&segment).expect("readable");
    bytes[offset] ^= 4;
    fs::write(segment, bytes).expect("written");
}

#[test]
fn a_mirror_that_is_behind_is_extended() {
    let old = Old::new();
    old.old_mirror();
    check(&old.house, Action::ExtendMirror, 10);
}

#[test]
fn a_store_that_lacks_the_last_commit_is_extended() {
    let old = Old::of(19);
    old.old_store();
    check(&old.house, Action::ExtendStore, 1);
}

#[test]
fn a_store_that_lacks_more_than_that_is_set_aside_and_made_anew() {
    for entries in [1, 10, 18] {
        let old = Old::of(entries);
        old.old_store();
        let report = check(&old.house, Action::RebuildStore, 20);
        assert_eq!(report.set_aside.len(), 1, "{report:?}");
    }
}

#[test]
fn a_lost_mirror_is_made_anew() {
    let old = Old::new();
    fs::remove_dir_all(&old.house.paths.mirror).expect("removed");
    check(&old.house, Action::RebuildMirror, 20);
}

#[test]
fn a_lost_store_is_made_anew() {
    let old = Old::new();
    fs::remove_dir_all(&old.house.paths.journal).expect("removed");
    check(&old.house, Action::RebuildStore, 20);
}

#[test]
fn a_store_that_cannot_be_opened_is_set_aside_and_made_anew() {
    let old = Old::new();
    break_store(&old.house);
    let report = check(&old.house, Action::RebuildStore, 20);
    assert_eq!(report.set_aside.len(), 1, "{report:?}");
    assert!(report.set_aside[0].join("db").exists());
}

#[test]
fn a_damaged_mirror_is_set_aside_and_made_anew() {
    let old = Old::new();
    flip(&old.house, 300);
    let report = check(&old.house, Action::RepairMirror, 20);
    assert_eq!(report.set_aside, vec![old.house.paths.mirror.join("000001.mirror.broken-1")]);
}

#[test]
fn with_one_copy_lost_and_the_other_damaged_the_journal_is_refused() {
    let old = Old::new();
    flip(&old.house, 300);
    fs::remove_dir_all(&old.house.paths.journal).expect("removed");
    check_refused(&old.house, 2, "the store is lost and the mirror is damaged");
    let old = Old::new();
    break_store(&old.house);
    fs::remove_dir_all(&old.house.paths.mirror).expect("removed");
    check_refused(&old.house, 1, "the store is damaged and the mirror is lost");
}

#[test]
fn with_both_copies_damaged_the_journal_is_refused() {
    let old = Old::new();
    flip(&old.house, 300);
    break_store(&old.house);
    check_refused(&old.house, 2, "both damaged");
}

#[test]
fn a_damaged_mirror_that_once_had_more_than_the_store_is_refused() {
    let old = Old::new();
    old.old_store();
    flip(&old.house, 300);
    check_refused(&old.house, 11, "once had entries that the store does not have");
}

#[test]
fn copies_that_contradict_each_other_are_refused() {
    let old = Old::new();
    let (mut journal, _) = old.old.open();
    let other = Entry { round: 99, ..entry(11) };
    journal.append(vec![other]).expect("appended");
    drop(journal);
    fs::remove_dir_all(&old.house.paths.mirror).expect("removed");
    copy(&old.old.paths.mirror, &old.house.paths.mirror);
    check_refused(&old.house, 11, "contradict each other");
}
