//! Records that were exported are removed: from each state that a trimming which is cut off can leave, and with what may be lost afterwards.

use std::fs;
use std::path::PathBuf;

use super::recovering::copy as copy_folder;
use super::segments::{ENTRIES, flip, house, large, segment};
use super::{House, unlocked};
use crate::journal::{
    Action, Base, Checkpoint, Copy, Head, Journal, JournalError, Key, Marks, MirrorReader, Paths, Recovery, SignedHead, base,
    begin_trimming, copy_mirror, make_key, rebuild, renewal, set_journal_aside, set_other_bases_aside, verify,
};
use crate::model::{JournalDecision, JournalStep, Timestamp};

/// The last entries of the first two segments.
const FIRST: u64 = 8;
const SECOND: u64 = 16;

fn head_at(house: &House, number: u64) -> Head {
    let mirror = MirrorReader::open(&house.paths.mirror).expect("readable");
    mirror.read(number).expect("readable").expect("it is there").head()
}

fn base_at(house: &House, number: u64) -> Base {
    let state = Checkpoint { head: head_at(house, number), bytes: format!("the state after {number}").into_bytes() };
    Base { origin: Head::START.link(large(1)).hash, asks_for_two: false, state }
}

fn decision(base: &Base) -> JournalDecision {
    JournalDecision {
        by: "Ada".to_owned(),
        step: JournalStep::Trim,
        number: base.head().number,
        hash: base.head().hash.0,
        at: Timestamp::from_microseconds(1),
        second: None,
        state_sha256: Some(base.sha256()),
    }
}

fn marks(house: &House) -> Marks {
    Marks { files: vec![house.paths.journal.with_file_name("mark")], ..Marks::none() }
}

fn is_locked(error: &JournalError) -> bool {
    matches!(error, JournalError::Locked { .. })
}

fn try_open(house: &House) -> Result<(Journal, Recovery), JournalError> {
    unlocked(|| Journal::open_marked(&house.paths, &marks(house)), is_locked)
}

#[track_caller]
fn open(house: &House) -> (Journal, Recovery) {
    try_open(house).expect("this journal can be opened")
}

/// Begins a trimming, and opens: the heads that the first record of each copy follows then, the store's and the mirror's.
fn try_trim(house: &House, base: &Base) -> Result<[Head; 2], JournalError> {
    unlocked(|| begin_trimming(&house.paths, &marks(house), base, &decision(base)), is_locked)?;
    let (journal, _) = try_open(house)?;
    Ok([journal.before(), MirrorReader::open(&house.paths.mirror)?.before()])
}

/// The next start has recorded what was decided.
fn record_decision(house: &House) {
    open(house).0.start_is_recorded().expect("writable");
}

/// A house whose entries up to this one were removed.
fn trimmed(number: u64) -> House {
    let house = house();
    let base = base_at(&house, number);
    assert_eq!(try_trim(&house, &base).expect("trimmed"), [base.head(); 2]);
    record_decision(&house);
    house
}

/// Expects that both copies have the entries after `removed` and no other, to the last one, and go on.
#[track_caller]
fn check(house: &House, removed: u64, action: Action) {
    let (mut journal, report) = open(house);
    assert_eq!(report.action, action, "{report:?}");
    let last = journal.head().number;
    check_read(&journal, removed, last);
    journal.append(vec![large(last + 1)]).expect("it goes on");
    drop(journal);
    let (journal, report) = open(house);
    assert_eq!(report.action, Action::Use, "{report:?}");
    check_read(&journal, removed, last + 1);
    assert!(journal.history().expect("readable").all(|piece| piece.is_ok()), "both copies are whole");
    drop(journal);
    let mut next = removed;
    let verified = verify(&house.paths, |link| {
        next += 1;
        assert_eq!(link.entry, large(next));
        Ok(())
    });
    let verified = verified.expect("both copies are the same");
    assert_eq!((verified.before.number, verified.head.number, verified.store), (removed, last + 1, true));
}

#[track_caller]
fn check_read(journal: &Journal, removed: u64, last: u64) {
    assert_eq!((journal.before().number, journal.head().number), (removed, last));
    let numbers: Vec<u64> = journal.range(1, u64::MAX).map(|link| link.expect("readable").entry.number).collect();
    assert_eq!(numbers, (removed + 1..=last).collect::<Vec<_>>());
    assert_eq!(journal.read(removed).expect("nothing is damaged"), None);
    assert_eq!(journal.of_round(removed).expect("nothing is damaged"), []);
    assert_eq!(journal.of_round(removed + 1).expect("readable").len(), 1);
    let base = journal.base().expect("readable").expect("it is there");
    assert_eq!((base.head().number, base.state.bytes), (removed, format!("the state after {removed}").into_bytes()));
}

fn files(house: &House) -> Vec<String> {
    let names = fs::read_dir(&house.paths.mirror).expect("readable").map(|item| item.expect("readable").file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_trimmed_journal_has_only_what_follows_and_goes_on() {
    for (removed, kept) in
        [(FIRST, vec!["000002.mirror", "000003.mirror", "base", "lock"]), (SECOND, vec!["000003.mirror", "base", "lock"])]
    {
        let house = trimmed(removed);
        assert_eq!(files(&house), kept);
        check(&house, removed, Action::Use);
    }
}

#[test]
fn a_journal_is_trimmed_again() {
    let house = trimmed(FIRST);
    let base = base_at(&house, SECOND);
    try_trim(&house, &base).expect("trimmed");
    check(&house, SECOND, Action::Use);
}

#[test]
fn a_trimmed_store_is_smaller_and_keeps_its_newest_checkpoint() {
    let house = house();
    let bytes = |house: &House| fs::metadata(house.paths.journal.join("sled/db")).expect("it is there").len();
    let kept = Checkpoint { head: head_at(&house, ENTRIES), bytes: b"the newest".to_vec() };
    open(&house).0.checkpoint(kept.bytes.clone()).expect("kept");
    let before = bytes(&house);
    try_trim(&house, &base_at(&house, SECOND)).expect("trimmed");
    assert!(bytes(&house) * 2 < before, "{} of {before} bytes are left", bytes(&house));
    assert_eq!(open(&house).0.checkpoints().expect("readable"), [kept]);
    let left: Vec<_> = fs::read_dir(&house.paths.journal).expect("readable").map(|item| item.expect("readable").file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().contains("broken")), "{left:?}");
}

/// Leaves what a trimming does that is cut off, opens, and expects that it is taken up.
#[track_caller]
fn check_cut_off(leave: impl FnOnce(&House, &Base), removed: u64, action: Action) {
    let house = house();
    let base = base_at(&house, SECOND);
    leave(&house, &base);
    check(&house, removed, action);
    let left = fs::read_dir(&house.paths.journal).expect("readable").map(|item| item.expect("readable").file_name());
    let mut left: Vec<_> = left.map(|name| name.to_string_lossy().into_owned()).collect();
    left.sort();
    assert_eq!(left, ["ballast", "base", "lock", "sled"], "nothing is left over");
}

#[test]
fn a_trimming_that_is_cut_off_at_any_step_is_taken_up() {
    let in_mirror = |house: &House, base: &Base| {
        marks(house).decide(head_at(house, ENTRIES), &decision(base)).expect("writable");
        base::write(&house.paths.mirror, base).expect("writable");
    };
    let in_both = |house: &House, base: &Base| {
        in_mirror(house, base);
        base::write(&house.paths.journal, base).expect("writable");
    };
    let one_removed = |house: &House, base: &Base| {
        in_both(house, base);
        fs::remove_file(segment(house, 1)).expect("it is there");
    };
    let all_removed = |house: &House, base: &Base| {
        one_removed(house, base);
        fs::remove_file(segment(house, 2)).expect("it is there");
    };
    let store_begun = |house: &House, base: &Base| {
        all_removed(house, base);
        let end = head_at(house, ENTRIES);
        renewal::note(&house.paths.journal, "older records were removed from the mirror", end).expect("writable");
        fs::create_dir(house.paths.journal.join("sled.new")).expect("writable");
    };
    let store_moved = |house: &House, base: &Base| {
        store_begun(house, base);
        fs::rename(house.paths.journal.join("sled"), house.paths.journal.join("sled.removed")).expect("it is there");
    };
    check_cut_off(in_mirror, SECOND, Action::Use);
    check_cut_off(in_both, SECOND, Action::Use);
    check_cut_off(one_removed, SECOND, Action::Use);
    check_cut_off(all_removed, SECOND, Action::Use);
    check_cut_off(store_begun, SECOND, Action::Use);
    check_cut_off(store_moved, SECOND, Action::Use);
}

#[test]
fn a_store_that_cannot_be_made_anew_keeps_what_was_removed_until_it_can() {
    let house = house();
    let base = base_at(&house, SECOND);
    // No note can be written, as on a disk that is full.
    let in_the_way = house.paths.journal.join("sled.damaged.new");
    fs::create_dir(&in_the_way).expect("writable");
    assert_eq!(try_trim(&house, &base).expect("the mirror is trimmed"), [Head::START, base.head()]);
    let (journal, report) = open(&house);
    assert_eq!((report.action, journal.before(), journal.head().number), (Action::Use, Head::START, ENTRIES));
    drop(journal);
    fs::remove_dir(&in_the_way).expect("it is there");
    check(&house, SECOND, Action::Use);
}

/// Loses something of a trimmed journal, opens, and expects that all of it is there again.
#[track_caller]
fn check_lost(lose: impl FnOnce(&House), action: Action) {
    let house = trimmed(FIRST);
    lose(&house);
    check(&house, FIRST, action);
}

fn base_of(folder: &std::path::Path) -> PathBuf {
    folder.join("base")
}

#[test]
fn what_is_lost_of_a_trimmed_journal_comes_back_from_the_other_copy() {
    check_lost(|house| fs::remove_dir_all(house.paths.journal.join("sled")).expect("it is there"), Action::RebuildStore);
    check_lost(|house| fs::remove_dir_all(&house.paths.journal).expect("it is there"), Action::RebuildStore);
    check_lost(|house| fs::remove_dir_all(&house.paths.mirror).expect("it is there"), Action::RebuildMirror);
    check_lost(|house| fs::remove_file(segment(house, 2)).expect("it is there"), Action::RepairMirror);
    check_lost(|house| fs::remove_file(segment(house, 3)).expect("it is there"), Action::ExtendMirror);
    check_lost(|house| flip(house, 2, 20), Action::RepairMirror);
    for folder in [|paths: &Paths| paths.journal.clone(), |paths: &Paths| paths.mirror.clone()] {
        check_lost(|house| fs::remove_file(base_of(&folder(&house.paths))).expect("it is there"), Action::Use);
        check_lost(|house| fs::write(base_of(&folder(&house.paths)), "garbage").expect("writable"), Action::Use);
    }
}

#[test]
fn without_the_state_that_a_trimmed_journal_begins_with_nothing_is_changed() {
    let house = trimmed(FIRST);
    let [journal, mirror] = [&house.paths.journal, &house.paths.mirror].map(|folder| base_of(folder));
    fs::remove_file(&journal).expect("it is there");
    fs::write(&mirror, "garbage").expect("writable");
    let before = files(&house);
    let error = try_open(&house).map(|(_, report)| report).expect_err("the money of its seats is not known");
    assert!(matches!(error, JournalError::Damaged { copy: "the base", .. }), "{error}");
    fs::remove_file(&mirror).expect("it is there");
    let error = try_open(&house).map(|(_, report)| report).expect_err("the money of its seats is not known");
    assert!(error.to_string().contains("the file `base`"), "{error}");
    assert_eq!(files(&house), before.into_iter().filter(|name| name != "base").collect::<Vec<_>>());
}

#[test]
fn a_base_of_which_all_that_followed_is_lost_begins_no_journal() {
    let house = trimmed(FIRST);
    fs::remove_dir_all(house.paths.journal.join("sled")).expect("it is there");
    [2, 3].into_iter().for_each(|sequence| fs::remove_file(segment(&house, sequence)).expect("it is there"));
    let error = try_open(&house).map(|(_, report)| report).expect_err("it is not a new cabinet");
    assert!(matches!(error, JournalError::NotAsMarked { .. }), "{error}");
    fs::remove_file(marks(&house).files[0].clone()).expect("it is there");
    let error = house.try_open().map(|(_, report)| report).expect_err("it is not a new cabinet");
    assert!(matches!(error, JournalError::Refused { first_bad, .. } if first_bad == FIRST), "{error}");
}

/// A start finds that, too; a cabinet that runs for months reads its journal through.
#[test]
fn a_mirror_that_loses_its_beginning_is_found_by_reading_through_trimmed_or_not() {
    for (house, lost) in [(house(), 1), (trimmed(FIRST), 2)] {
        let (journal, _) = open(&house);
        assert!(journal.history().expect("readable").all(|piece| piece.is_ok()));
        fs::remove_file(segment(&house, lost)).expect("it is there");
        let found: Vec<Copy> = journal.history().expect("readable").filter_map(Result::err).map(|(copy, _)| copy).collect();
        assert_eq!(found, [Copy::Mirror]);
    }
}

#[test]
fn a_stray_base_lets_no_mirror_pass_that_has_lost_its_beginning() {
    let house = house();
    let base = base_at(&house, SECOND);
    [&house.paths.journal, &house.paths.mirror].into_iter().for_each(|folder| base::write(folder, &base).expect("writable"));
    fs::remove_file(segment(&house, 1)).expect("it is there");
    let (journal, report) = open(&house);
    assert_eq!((report.action, journal.before(), report.copied), (Action::RepairMirror, Head::START, ENTRIES));
}

/// The mirror of before, which is whole, was put back after a start had recorded the trimming.
#[test]
fn a_mirror_that_begins_before_a_trimmed_store_verifies() {
    let house = house();
    let older = house.paths.mirror.with_file_name("older");
    copy_folder(&house.paths.mirror, &older);
    try_trim(&house, &base_at(&house, SECOND)).expect("trimmed");
    record_decision(&house);
    fs::remove_dir_all(&house.paths.mirror).expect("it is there");
    fs::rename(older, &house.paths.mirror).expect("it is there");
    let (journal, report) = open(&house);
    assert_eq!((report.action, journal.before().number), (Action::Use, SECOND));
    drop(journal);
    let verified = verify(&house.paths, |_| Ok(())).expect("what both have is the same");
    assert_eq!((verified.before, verified.head.number, verified.store), (Head::START, ENTRIES, true));
    let earlier = try_trim(&house, &base_at(&house, FIRST));
    assert!(matches!(earlier, Err(JournalError::Refused { .. })), "the store begins later: {earlier:?}");
}

#[test]
fn each_copy_of_a_trimmed_journal_is_made_anew_from_the_other() {
    for (source, action) in [(Copy::Store, Action::RebuildMirror), (Copy::Mirror, Action::RebuildStore)] {
        let house = trimmed(FIRST);
        let report = rebuild(&house.paths, &Marks::none(), source).expect("the source is whole");
        assert_eq!((report.action, report.copied), (action, ENTRIES - FIRST));
        check(&house, FIRST, Action::Use);
    }
}

#[test]
fn a_backup_of_a_trimmed_journal_is_one_of_all_that_it_has() {
    let house = trimmed(FIRST);
    let other = House::new();
    let head = copy_mirror(&house.paths.mirror, &other.paths.mirror).expect("copied");
    assert_eq!(head.number, ENTRIES);
    check(&other, FIRST, Action::RebuildStore);
}

#[test]
fn an_older_copy_from_before_the_trimming_does_not_pass_for_the_journal() {
    let house = house();
    let older = house.paths.mirror.with_file_name("older");
    copy_folder(&house.paths.mirror, &older);
    try_trim(&house, &base_at(&house, FIRST)).expect("trimmed");
    let (mut journal, _) = open(&house);
    journal.append(vec![large(ENTRIES + 1)]).expect("appended");
    drop(journal);
    // The mirror of before is whole, and lacks what was written since: it is trimmed and extended.
    fs::remove_dir_all(&house.paths.mirror).expect("it is there");
    fs::rename(older, &house.paths.mirror).expect("it is there");
    check(&house, FIRST, Action::ExtendMirror);
}

#[test]
fn a_trimmed_journal_that_is_given_up_leaves_no_base_to_the_next() {
    let house = trimmed(FIRST);
    let aside = set_journal_aside(&house.paths).expect("writable");
    assert_eq!(aside.iter().filter(|path| path.to_string_lossy().ends_with("base.broken-1")).count(), 2, "{aside:?}");
    let (mut journal, report) = house.open();
    assert_eq!((report.action, journal.before(), journal.base().expect("readable")), (Action::Begin, Head::START, None));
    journal.append(vec![large(1)]).expect("appended");
}

#[test]
fn only_a_state_of_this_journal_before_its_end_may_take_the_place_of_records() {
    let house = house();
    let refused = |base: &Base| {
        let error = try_trim(&house, base).expect_err("it is refused");
        assert!(matches!(error, JournalError::Refused { .. }), "{error}");
        assert_eq!(files(&house).len(), 4, "nothing is removed");
    };
    refused(&base_at(&house, ENTRIES));
    let base = base_at(&house, SECOND);
    let elsewhere = |number: u64| {
        let state = Checkpoint { head: Head { number, ..base.head() }, ..base.state.clone() };
        refused(&Base { state, ..base });
    };
    [FIRST, ENTRIES + 1].into_iter().for_each(elsewhere);
    let locked = open(&house).0;
    let base = base_at(&house, FIRST);
    let error = begin_trimming(&house.paths, &marks(&house), &base, &decision(&base));
    assert!(matches!(error, Err(JournalError::Locked { .. })), "{error:?}");
    drop(locked);
}

#[test]
fn the_decision_waits_to_be_recorded_and_answers_for_no_loss() {
    let house = house();
    drop(open(&house));
    let (older, base) = (House::new(), base_at(&house, SECOND));
    try_trim(&house, &base).expect("trimmed");
    let copies = [(&house.paths.journal, &older.paths.journal), (&house.paths.mirror, &older.paths.mirror)];
    copies.iter().for_each(|(from, to)| copy_folder(from, to));
    let (mut journal, _) = open(&house);
    assert_eq!(journal.decision(), Some(&decision(&base)));
    journal.append(vec![large(ENTRIES + 1)]).expect("appended");
    drop(journal);
    // The newest record is lost in both copies: nobody has answered for that.
    for (to, from) in copies {
        fs::remove_dir_all(to).expect("it is there");
        copy_folder(from, to);
    }
    let error = try_open(&house).map(|(_, report)| report).expect_err("a record is missing");
    assert!(matches!(error, JournalError::NotAsMarked { .. }), "{error}");
}

#[test]
fn a_decision_whose_trimming_never_began_is_not_recorded() {
    let house = house();
    drop(open(&house));
    let base = base_at(&house, SECOND);
    marks(&house).decide(head_at(&house, ENTRIES), &decision(&base)).expect("writable");
    assert_eq!(open(&house).0.decision(), None);
    try_trim(&house, &base).expect("trimmed");
    assert_eq!(open(&house).0.decision(), Some(&decision(&base)));
}

#[test]
fn nothing_is_trimmed_while_another_decision_is_not_recorded() {
    let refuses = |house: &House| {
        let refused = try_trim(house, &base_at(house, SECOND));
        assert!(matches!(refused, Err(JournalError::Refused { .. })), "{refused:?}");
    };
    let losing = house();
    drop(open(&losing));
    let went_on = JournalDecision { step: JournalStep::GoOn, ..decision(&base_at(&losing, SECOND)) };
    marks(&losing).decide(head_at(&losing, ENTRIES), &went_on).expect("writable");
    refuses(&losing);
    assert_eq!(marks(&losing).decision(), Some(went_on));
    let trimmed_before = house();
    let first = base_at(&trimmed_before, FIRST);
    try_trim(&trimmed_before, &first).expect("trimmed");
    refuses(&trimmed_before);
    assert_eq!(marks(&trimmed_before).decision(), Some(decision(&first)));
}

/// A trimming that was cut off before its decision leaves one, and another can be begun.
#[test]
fn a_base_that_nobody_has_decided_removes_nothing_and_is_in_nobodys_way() {
    let house = house();
    let base = base_at(&house, SECOND);
    [&house.paths.journal, &house.paths.mirror].into_iter().for_each(|folder| base::write(folder, &base).expect("writable"));
    let (journal, _) = open(&house);
    assert_eq!((journal.before(), journal.range(1, u64::MAX).count() as u64), (Head::START, ENTRIES));
    drop(journal);
    assert_eq!(files(&house).len(), 5, "all segments, the base and the lock");
    // One that is decided, and another in its place.
    let other = Base { asks_for_two: true, ..base.clone() };
    marks(&house).decide(head_at(&house, ENTRIES), &decision(&other)).expect("writable");
    assert_eq!(open(&house).0.before(), Head::START);
    try_trim(&house, &base).expect("trimmed");
    check(&house, SECOND, Action::Use);
}

#[test]
fn a_base_of_another_journal_or_beyond_the_end_is_refused_and_changes_nothing() {
    let foreign = |number: u64, house: &House| {
        let base = base_at(house, SECOND);
        Base { state: Checkpoint { head: Head { number, ..base.head() }, bytes: b"of another".to_vec() }, ..base }
    };
    for number in [SECOND - 1, ENTRIES + 100] {
        for lies in [|house: &House| house.paths.journal.clone(), |house: &House| house.paths.mirror.clone()] {
            let house = house();
            drop(open(&house));
            let base = foreign(number, &house);
            marks(&house).decide(head_at(&house, ENTRIES), &decision(&base)).expect("writable");
            base::write(&lies(&house), &base).expect("writable");
            let error = try_open(&house).map(|(_, report)| report).expect_err("it is of another journal");
            assert!(matches!(error, JournalError::Refused { first_bad, .. } if first_bad == number), "{error}");
            let bases = [&house.paths.journal, &house.paths.mirror].map(|folder| base_of(folder).exists());
            assert_eq!(bases.into_iter().filter(|exists| *exists).count(), 1, "the other folder has none");
            // A person who goes on from this mirror puts it away.
            assert_eq!(set_other_bases_aside(&house.paths).expect("writable").len(), 1);
            assert_eq!(open(&house).0.head().number, ENTRIES);
        }
    }
}

#[test]
fn two_bases_of_one_number_that_differ_are_refused() {
    let house = trimmed(FIRST);
    let base = Base { asks_for_two: true, ..base_at(&house, FIRST + 1) };
    let changed =
        Base { state: Checkpoint { head: MirrorReader::open(&house.paths.mirror).expect("readable").before(), ..base.state }, ..base };
    base::write(&house.paths.mirror, &changed).expect("writable");
    let error = try_open(&house).map(|(_, report)| report).expect_err("one of them was changed");
    assert!(error.to_string().contains("contradict each other"), "{error}");
}

#[test]
fn a_copy_that_ends_before_the_other_begins_is_for_a_person_to_decide() {
    let house = house();
    let older = House::new();
    older.fill(0);
    let (mut journal, _) = older.open();
    (1..FIRST).for_each(|number| _ = journal.append(vec![large(number)]).expect("appended"));
    drop(journal);
    try_trim(&house, &base_at(&house, FIRST)).expect("trimmed");
    fs::remove_dir_all(house.paths.journal.join("sled")).expect("it is there");
    copy_folder(&older.paths.journal.join("sled"), &house.paths.journal.join("sled"));
    let error = try_open(&house).map(|(_, report)| report).expect_err("the store ends before the mirror begins");
    assert!(error.to_string().contains("cannot be compared"), "{error}");
    rebuild(&house.paths, &marks(&house), Copy::Mirror).expect("the mirror is whole");
    check(&house, FIRST, Action::Use);
}

#[test]
fn a_backup_without_the_base_is_none() {
    let house = trimmed(FIRST);
    fs::remove_file(base_of(&house.paths.mirror)).expect("it is there");
    let other = House::new();
    let error = copy_mirror(&house.paths.mirror, &other.paths.mirror).expect_err("nothing could go on from it");
    assert!(matches!(error, JournalError::Damaged { copy: "the base", .. }), "{error}");
}

/// A start holds the journal to it.
#[test]
fn nothing_is_removed_that_the_newest_signature_is_of() {
    let house = house();
    let marks = Marks { keys: vec![house.paths.journal.with_file_name("signing-key")], ..marks(&house) };
    make_key(&marks, &[7; 32]).expect("writable");
    let key = Key::of_marks(&marks).expect("readable").expect("it was made");
    let sign = |number: u64| {
        let head = head_at(&house, number);
        let signed = SignedHead { head, key: key.public(), signature: key.sign_head(head) };
        fs::write(house.paths.mirror.join("signed-heads"), format!("{signed}\n")).expect("writable");
    };
    let base = base_at(&house, SECOND);
    let begin = || unlocked(|| begin_trimming(&house.paths, &marks, &base, &decision(&base)), is_locked);
    sign(SECOND);
    assert!(matches!(begin(), Err(JournalError::Refused { .. })));
    sign(SECOND + 1);
    begin().expect("a record that stays is signed");
    let opened = unlocked(|| Journal::open_marked(&house.paths, &marks), is_locked);
    assert_eq!(opened.expect("it is the journal that was signed").0.before().number, SECOND);
}

/// The mirror could not be segmented alike, because it was made anew in between.
#[test]
fn a_base_inside_a_file_of_the_mirror_is_begun_from_only_where_it_is_of_this_journal() {
    let house = trimmed(FIRST);
    let within = FIRST + 3;
    let base = base_at(&house, within);
    base::write(&house.paths.mirror, &base).expect("writable");
    let mirror = || MirrorReader::open(&house.paths.mirror).expect("readable");
    assert_eq!(mirror().base().expect("it is of this journal"), Some(base.clone()));
    let state = Checkpoint { head: Head { number: within + 1, ..base.head() }, ..base.state.clone() };
    base::write(&house.paths.mirror, &Base { state, ..base }).expect("writable");
    assert!(matches!(mirror().base(), Err(JournalError::Damaged { copy: "the base", .. })));
}
