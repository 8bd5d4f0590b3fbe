//! A damaged store is noted, and made anew by the next start: from each state that a start which is cut off can leave, and never from a mirror
//! that is not whole.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::recovering::{copy, flip};
use super::segments;
use super::{House, check_holds, entry};
use crate::journal::renewal::{self, noted};
use crate::journal::store::{History, Store};
use crate::journal::{Action, Checkpoint, Copy, Head, Journal, JournalError, Link, Marks, rebuild, set_journal_aside};

fn path(house: &House, name: &str) -> PathBuf {
    house.paths.journal.join(name)
}

/// Notes that the store is damaged, as a journal does that has come to its present end.
fn note(house: &House) {
    let head = house.open().0.head();
    renewal::note(&house.paths.journal, "Read corrupted data", head).expect("writable");
}

/// The new store is complete.
fn build(house: &House) {
    copy(&path(house, "sled"), &path(house, "sled.new"));
}

fn write(house: &House, name: &str, bytes: &[u8]) {
    fs::write(path(house, name), bytes).expect("writable");
}

/// Brings the state about, opens, and expects this action and so many stores set aside, that nothing is lost or left over, and that the next
/// start finds all well.
#[track_caller]
fn check(bring_about: impl FnOnce(&House), action: Action, set_aside: usize) {
    let house = House::new();
    house.fill(20);
    bring_about(&house);
    let (mut journal, report) = house.open();
    assert_eq!((report.action, report.set_aside.len()), (action, set_aside), "{report:?}");
    assert!(report.set_aside.iter().all(|path| is_named_by_time(path) && path.join("db").exists()), "{report:?}");
    assert!(noted(&house.paths.journal).is_none() && !path(&house, "sled.new").exists());
    check_holds(&journal, 20);
    journal.append(vec![entry(21)]).expect("it goes on");
    drop(journal);
    let (journal, again) = house.open();
    assert_eq!(again.action, Action::Use);
    check_holds(&journal, 21);
}

/// Such as `sled.20260131T235959Z.broken-1`.
fn is_named_by_time(path: &Path) -> bool {
    let name = path.file_name().expect("it has a name").to_string_lossy();
    let time = name.strip_prefix("sled.").and_then(|name| name.strip_suffix("Z.broken-1")).unwrap_or_default();
    time.len() == 15 && time.chars().enumerate().all(|(place, letter)| if place == 8 { letter == 'T' } else { letter.is_ascii_digit() })
}

#[test]
fn a_store_that_is_noted_as_damaged_is_made_anew_and_one_that_is_not_is_used() {
    check(|_| {}, Action::Use, 0);
    check(note, Action::RebuildStore, 1);
    // The note itself was cut off: it is whole or not there.
    check(|house| write(house, "sled.damaged.new", b"croupier dam"), Action::Use, 0);
    // What cannot be read is a note all the same.
    check(|house| write(house, "sled.damaged", b""), Action::RebuildStore, 1);
    check(|house| write(house, "sled.damaged", &[0xFF; 40]), Action::RebuildStore, 1);
}

#[test]
fn a_start_that_was_cut_off_at_any_step_is_taken_up() {
    let begun = |house: &House| {
        note(house);
        fs::create_dir(path(house, "sled.new")).expect("writable");
    };
    let half_built = |house: &House| {
        begun(house);
        write(house, "sled.new/db", &[0x5A; 70_000]);
    };
    let built = |house: &House| {
        note(house);
        build(house);
    };
    let out_of_the_way = |house: &House| {
        built(house);
        fs::rename(path(house, "sled"), path(house, "sled.20260131T235959Z.broken-1")).expect("it is there");
    };
    let without_note = |house: &House| fs::rename(path(house, "sled"), path(house, "sled.new")).expect("it is there");
    check(begun, Action::RebuildStore, 1);
    check(half_built, Action::RebuildStore, 1);
    check(built, Action::RebuildStore, 1);
    check(out_of_the_way, Action::RebuildStore, 0);
    check(without_note, Action::Use, 0);
}

/// Opens twice, expects these words, and that nothing has changed.
#[track_caller]
fn check_refused(house: &House, words: &str) {
    let state = || {
        let mut names: Vec<_> =
            fs::read_dir(&house.paths.journal).expect("readable").map(|item| item.expect("readable").file_name()).collect();
        names.sort();
        (names, fs::read(path(house, "sled/db")).expect("it is there"), fs::read(path(house, "sled.damaged")).expect("it is there"))
    };
    let before = state();
    for _ in 0..2 {
        let error = house.try_open().map(|(_, report)| report).expect_err("there is nothing to make the store anew from");
        assert!(error.to_string().contains(words), "{error}");
        assert!(state() == before, "something has changed");
    }
}

#[test]
fn with_a_damaged_mirror_nothing_is_changed() {
    let noted = || {
        let house = House::new();
        house.fill(20);
        note(&house);
        house
    };
    let house = noted();
    flip(&house, 300);
    check_refused(&house, "the store and the mirror are both damaged");
    let house = noted();
    fs::remove_dir_all(&house.paths.mirror).expect("it is there");
    check_refused(&house, "the store is damaged and the mirror is lost");
    // A start reads the ends of a sound journal alone; here it reads all of the mirror.
    let house = segments::house();
    note(&house);
    segments::flip(&house, 1, 5_000_000);
    check_refused(&house, "entry 5 is damaged in the mirror");
}

#[test]
fn a_person_decides_all_the_same_which_copy_is_believed() {
    let noted = || {
        let house = House::new();
        house.fill(20);
        note(&house);
        house
    };
    let check = |house: &House, source, action, set_aside| {
        let report = rebuild(&house.paths, &Marks::none(), source).expect("that copy is whole");
        assert_eq!((report.action, report.set_aside.len(), report.copied), (action, set_aside, 20), "{report:?}");
        let (journal, again) = house.open();
        assert_eq!(again.action, Action::Use);
        check_holds(&journal, 20);
    };
    check(&noted(), Copy::Mirror, Action::RebuildStore, 1);
    let house = noted();
    fs::remove_dir_all(&house.paths.mirror).expect("it is there");
    check(&house, Copy::Store, Action::RebuildMirror, 0);
    let house = noted();
    build(&house);
    assert_eq!(set_journal_aside(&house.paths).expect("writable").len(), 2);
    assert_eq!(house.open().1.action, Action::Begin, "nothing is left of the former store");
}

/// A store that fails no matter what is asked of it.
struct Failing {
    head: Head,
    error: fn() -> JournalError,
}

impl Store for Failing {
    fn head(&self) -> Head {
        self.head
    }
    fn before(&self) -> Head {
        Head::START
    }
    fn room(&self) -> Result<(), JournalError> {
        Ok(())
    }
    fn append(&mut self, _: &[Link]) -> Result<(), JournalError> {
        Err((self.error)())
    }
    fn prepare(&mut self) -> Result<(), JournalError> {
        Err((self.error)())
    }
    fn load(&mut self, _: &[Link]) -> Result<(), JournalError> {
        Err((self.error)())
    }
    fn sync(&mut self) -> Result<(), JournalError> {
        Err((self.error)())
    }
    fn history(&self) -> History {
        Box::new(std::iter::empty())
    }
    fn run(&self, _: u64) -> Result<Vec<Link>, JournalError> {
        Err((self.error)())
    }
    fn round(&self, _: u64) -> Result<Option<(u64, u64)>, JournalError> {
        Err((self.error)())
    }
    fn keep_checkpoint(&mut self, _: &Checkpoint) -> Result<(), JournalError> {
        Err((self.error)())
    }
    fn checkpoints(&self) -> Vec<Checkpoint> {
        Vec::new()
    }
}

/// In the middle of a life the store fails with this error: each way that stops the journal notes it, or none does.
#[track_caller]
fn check_noted(error: fn() -> JournalError, is_noted: bool) {
    let append: fn(&mut Journal) = |journal| drop(journal.append(vec![entry(21)]));
    let prepare: fn(&mut Journal) = |journal| journal.prepare();
    let checkpoint: fn(&mut Journal) = |journal| drop(journal.checkpoint(vec![1]));
    for (way, entries) in [(append, 21), (prepare, 20), (checkpoint, 20)] {
        let house = House::new();
        house.fill(20);
        let (mut journal, _) = house.open();
        let head = journal.head();
        drop(journal.use_store(Box::new(Failing { head, error })));
        way(&mut journal);
        assert!(matches!(journal.append(vec![entry(21)]), Err(JournalError::Stopped { .. })), "{}", error());
        drop(journal);
        let found = noted(&house.paths.journal);
        assert_eq!(found.as_ref().map(|note| (note.reached, note.why.clone())), is_noted.then(|| (head, error().to_string())));
        if let Some(note) = found {
            assert_eq!(fs::metadata(note.path).expect("it is there").permissions().mode() & 0o777, 0o600);
        }
        // What the mirror alone has of the commit that failed is not lost either.
        let (journal, report) = house.open();
        assert_eq!(report.action == Action::RebuildStore, is_noted, "{report:?}");
        check_holds(&journal, entries);
    }
}

#[test]
fn damage_in_the_middle_of_a_life_is_noted_and_a_disk_that_refuses_is_not() {
    check_noted(|| JournalError::Sled { path: "/sled".into(), message: "Read corrupted data at file offset None".to_owned() }, true);
    check_noted(|| JournalError::Sled { path: "/sled".into(), message: "it panicked: index out of bounds".to_owned() }, true);
    check_noted(|| JournalError::Damaged { copy: "the sled store", number: 7, message: "no block holds it".to_owned() }, true);
    check_noted(|| JournalError::Full { path: "/sled".into() }, false);
    check_noted(|| JournalError::Io { what: "use", path: "/sled".into(), source: std::io::ErrorKind::PermissionDenied.into() }, false);
    check_noted(|| JournalError::Damaged { copy: "the mirror", number: 7, message: "it is torn".to_owned() }, false);
}
