//! The mark follows the journal, and a start compares the two before it changes anything.

use std::fs;
use std::path::PathBuf;

use super::recovering::flip;
use super::{House, check_holds, entry, unlocked};
use crate::journal::renewal;
use crate::journal::{Copy, Entry, Head, Journal, JournalError, Marked, Marks, Record, Recovery, key_at_start, rebuild};
use crate::model::{ClockOffset, Event, Input, JournalDecision, JournalStep, Timestamp, What};

fn marks(house: &House) -> Marks {
    let files: Vec<PathBuf> = ["mark", "board/mark"].map(|name| house.paths.journal.with_file_name(name)).into();
    let mut marks = Marks::none();
    marks.files = files;
    marks
}

fn open(house: &House) -> Result<(Journal, Recovery), JournalError> {
    unlocked(|| Journal::open_marked(&house.paths, &marks(house)), |error| matches!(error, JournalError::Locked { .. }))
}

/// Appends the entries to `to` one commit each, marked, and closes.
fn fill(house: &House, to: u64) -> Marked {
    let (mut journal, report) = open(house).expect("it can be opened");
    for number in journal.head().number + 1..=to {
        journal.append(vec![entry(number)]).expect("this disk can be written");
    }
    report.marked
}

#[track_caller]
fn check_refused(opened: Result<(Journal, Recovery), JournalError>, words: &str) {
    match opened.map(|(_, report)| report) {
        Err(JournalError::NotAsMarked { why }) => assert!(why.contains(words), "{why}"),
        other => panic!("expected a refusal, got {other:?}"),
    }
}

#[test]
fn the_first_entry_is_marked_at_once_and_the_last_at_the_end() {
    let house = House::new();
    let (mut journal, report) = open(&house).expect("it can be opened");
    assert_eq!((report.marked, marks(&house).reached()), (Marked::Fresh, None));
    let first = journal.append(vec![entry(1)]).expect("appended");
    assert_eq!(marks(&house).reached(), Some(first));
    let last = (2..=30).map(|number| journal.append(vec![entry(number)]).expect("appended")).last();
    drop(journal);
    assert_eq!(marks(&house).reached(), last);
    assert_eq!(fill(&house, 31), Marked::Holds);
}

#[test]
fn a_mark_behind_the_journal_is_no_reason_for_anything() {
    let house = House::new();
    fill(&house, 10);
    house.fill(20);
    assert_eq!(marks(&house).reached().map(|head| head.number), Some(10));
    assert_eq!(fill(&house, 20), Marked::Holds);
    assert_eq!(marks(&house).reached().map(|head| head.number), Some(20));
}

#[test]
fn one_mark_of_several_is_enough_and_the_farthest_counts() {
    let house = House::new();
    fill(&house, 20);
    fs::remove_file(&marks(&house).files[0]).expect("it is there");
    fs::write(&marks(&house).files[0], "garbage").expect("writable");
    fs::remove_dir_all(&house.paths.journal).expect("it is there");
    fs::remove_dir_all(&house.paths.mirror).expect("it is there");
    house.fill(19);
    check_refused(open(&house), "records 20 to 20 are missing in both copies");
}

#[test]
fn a_mark_that_cannot_be_read_still_tells_that_there_was_a_journal() {
    let house = House::new();
    fs::write(&marks(&house).files[0], "garbage").expect("writable");
    check_refused(open(&house), "has been in service");
    // Beside a journal it may hide that records are missing: an older copy of all would pass for the newest.
    house.fill(5);
    check_refused(open(&house), "cannot be read, so nobody can tell whether the journal, which ends with record 5, is the newest");
    assert_eq!(fs::read(&marks(&house).files[0]).expect("it is there"), b"garbage", "nothing is changed");
}

/// An entry whose record says that this release wrote it.
fn written_by(number: u64, release: Option<&str>) -> Entry {
    let at = Timestamp::from_microseconds(number * 1_000);
    let input = Input { number, at, what: What::Event(Event::Wake) };
    let record = Record { release: release.map(str::to_owned), ..Record::new(input, Vec::new(), [0; 32], ClockOffset::default()) };
    Entry { number, at, round: 0, payload: record.encode() }
}

/// A house without a mark, with a record of each of these releases.
fn unmarked(releases: &[Option<&str>]) -> House {
    let house = House::new();
    let (mut journal, _) = house.open();
    for (number, release) in (1..).zip(releases) {
        journal.append(vec![written_by(number, *release)]).expect("appended");
    }
    house
}

/// Asserts that a journal with a record of each of these releases is taken without a mark, or why it is not.
#[track_caller]
fn check_unmarked(releases: &[Option<&str>], has_sign: bool, refused: Option<&str>) {
    let house = unmarked(releases);
    let mut marks = marks(&house);
    marks.signs = vec![house.paths.journal.with_file_name("access.toml")];
    if has_sign {
        fs::write(&marks.signs[0], "").expect("writable");
    }
    let opened = unlocked(|| Journal::open_marked(&house.paths, &marks), |error| matches!(error, JournalError::Locked { .. }));
    let Some(words) = refused else {
        assert_eq!(opened.expect("it is taken").1.marked, Marked::Made);
        assert_eq!(marks.reached().map(|head| head.number), Some(releases.len() as u64));
        return;
    };
    check_refused(opened, words);
    assert!(marks.files.iter().all(|mark| !mark.exists()), "nothing is changed");
}

/// Records name their release since 0.1.3, and each release since then has kept a mark beside them.
#[test]
fn a_mark_that_is_missing_is_asked_for_where_the_newest_record_names_its_release() {
    let (older, newer) = (None, Some("0.1.6"));
    let missing = "mark is missing, which release 0.1.6 kept beside the journal that it wrote, so nobody can tell whether";
    for has_sign in [true, false] {
        check_unmarked(&[older], has_sign, None);
        check_unmarked(&[older, older], has_sign, None);
        check_unmarked(&[newer, newer], has_sign, Some(missing));
        check_unmarked(&[older, newer], has_sign, Some(missing));
        // A former release went on with the journal; it may be one that kept no mark.
        check_unmarked(&[newer, older], has_sign, None);
    }
    // The power went between the first record and the mark of a release that made the mark second.
    check_unmarked(&[newer], false, None);
    check_unmarked(&[newer], true, Some(missing));
}

#[test]
fn the_mark_is_there_before_the_first_record() {
    let house = House::new();
    drop(open(&house).expect("it can be opened"));
    assert!(marks(&house).files.iter().all(|mark| mark.exists()));
    // As a power cut leaves it after the first record, and a disk that takes no later mark after the second.
    for number in 1..=2 {
        house.open().0.append(vec![written_by(number, Some("0.1.7"))]).expect("appended");
        let before: Vec<Vec<u8>> = marks(&house).files.iter().map(|mark| fs::read(mark).expect("it is there")).collect();
        assert_eq!(open(&house).expect("it is taken").1.marked, Marked::Made);
        marks(&house).files.iter().zip(before).for_each(|(mark, bytes)| fs::write(mark, bytes).expect("writable"));
    }
}

/// What the marks say while the program runs.
fn running_marks(house: &House) -> Vec<Vec<u8>> {
    let journal = open(house).expect("it goes on").0;
    let said = marks(house).files.iter().map(|mark| fs::read(mark).expect("it is there")).collect();
    drop(journal);
    said
}

/// The marks say what they said while the program ran: it was killed.
fn say_again(house: &House, running: &[Vec<u8>]) {
    marks(house).files.iter().zip(running).for_each(|(mark, bytes)| fs::write(mark, bytes).expect("writable"));
}

/// The journal had 19 records when its mark was last written, and then 20; the program ended in good order, or was killed. Then something of
/// the copies was lost. After which record others may be missing.
#[track_caller]
fn check_end(is_killed: bool, lost: impl FnOnce(&House), unproved_after: Option<u64>) {
    let house = House::new();
    fill(&house, 19);
    let running = running_marks(&house);
    fill(&house, 20);
    if is_killed {
        say_again(&house, &running);
    }
    lost(&house);
    assert_eq!(open(&house).expect("one copy is enough").0.unproved_after(), unproved_after);
    // The start was cut off before it recorded anything.
    let (mut journal, _) = open(&house).expect("both are whole again");
    assert_eq!(journal.unproved_after(), unproved_after);
    journal.start_is_recorded().expect("writable");
    assert_eq!(journal.unproved_after(), None);
    drop(journal);
    assert_eq!(open(&house).expect("both are whole").0.unproved_after(), None);
}

/// Commits two entries more, as a program without marks would, and takes them and what was not taken before from the mirror.
fn lose_last_of_two_entries(house: &House) {
    let mirror = house.paths.mirror.join("000001.mirror");
    let before = fs::read(&mirror).expect("there is a mirror");
    let (mut journal, _) = house.open();
    let next = journal.head().number + 1;
    journal.append(vec![entry(next), entry(next + 1)]).expect("appended");
    drop(journal);
    fs::write(mirror, before).expect("writable");
}

#[test]
fn the_end_of_the_only_copy_is_proved_by_an_end_in_good_order_alone() {
    let lose_store = |house: &House| fs::remove_dir_all(&house.paths.journal).expect("it is there");
    let lose_mirror = |house: &House| fs::remove_dir_all(&house.paths.mirror).expect("it is there");
    check_end(false, lose_store, None);
    check_end(false, lose_mirror, None);
    check_end(true, |_| {}, None);
    check_end(true, lose_store, Some(20));
    check_end(true, lose_mirror, Some(20));
    // What was cut off after the newest mark is not missed by its number.
    let lose_end_too = |house: &House| {
        lose_store(house);
        cut(house);
    };
    check_end(true, lose_end_too, Some(19));
    // A copy may lack the commit that was under way, and no more.
    let lose_commits = |most: usize| move |house: &House| (0..most).for_each(|_| cut(house));
    check_end(true, lose_commits(1), None);
    check_end(true, lose_last_of_two_entries, None);
    check_end(true, |house| (0..2).for_each(|_| lose_last_of_two_entries(house)), Some(24));
    check_end(true, lose_commits(2), Some(20));
    check_end(false, lose_commits(2), None);
    let damage_and_lose_commits = |house: &House| {
        lose_commits(2)(house);
        flip(house, 200);
    };
    check_end(true, damage_and_lose_commits, Some(20));
    check_end(true, |house| flip(house, 200), None);
}

/// A start that lacks a copy, of a program that was killed at record 20, is cut off before it has recorded anything.
fn start_is_cut_off(house: &House) {
    fill(house, 19);
    let running = running_marks(house);
    fill(house, 20);
    say_again(house, &running);
    fs::remove_dir_all(&house.paths.mirror).expect("it is there");
    drop(open(house).expect("one copy is enough"));
}

/// What happens next, and after which record others may be missing then.
#[track_caller]
fn check_noted(next: impl FnOnce(&House), unproved_after: Option<u64>) {
    let house = House::new();
    start_is_cut_off(&house);
    next(&house);
    assert_eq!(open(&house).expect("it goes on").0.unproved_after(), unproved_after);
}

#[test]
fn an_unproved_end_is_noted_until_a_start_has_recorded_it() {
    check_noted(|_| {}, Some(20));
    // The earliest end counts: what was recorded after it is whole, and what was lost before it stays lost.
    check_noted(
        |house| {
            house.fill(25);
            fs::remove_dir_all(house.paths.journal.join("sled")).expect("it is there");
        },
        Some(20),
    );
    let note = |house: &House| house.paths.journal.join("end.unproved");
    check_noted(|house| fs::write(note(house), "garbage").expect("writable"), Some(0));
    let decide = |house: &House| {
        let head = marks(house).reached().expect("it is marked");
        let decision = JournalDecision {
            by: "Anna".to_owned(),
            step: JournalStep::GoOn,
            number: head.number,
            hash: head.hash.0,
            at: Timestamp::from_microseconds(1),
            second: None,
            state_sha256: None,
        };
        marks(house).decide(head, &decision).expect("writable");
    };
    check_noted(decide, None);
}

#[test]
fn a_copy_that_a_person_makes_anew_does_not_prove_the_end() {
    let house = House::new();
    fill(&house, 19);
    let running = running_marks(&house);
    say_again(&house, &running);
    for (lost, source) in [(&house.paths.mirror, Copy::Store), (&house.paths.journal, Copy::Mirror)] {
        fs::remove_dir_all(lost).expect("it is there");
        rebuild(&house.paths, &marks(&house), source).expect("the other copy is whole");
        let mut journal = open(&house).expect("both are whole").0;
        assert_eq!(journal.unproved_after(), Some(19), "{source:?}");
        journal.start_is_recorded().expect("writable");
        drop(journal);
        say_again(&house, &running);
    }
}

/// A start of a cabinet that signs: its key is found or made before the journal is opened.
fn start(house: &House) -> Result<(Journal, Recovery), JournalError> {
    let key = house.paths.journal.with_file_name("board/signing-key");
    let marks = Marks { keys: vec![key], ..marks(house) }.heeding_leftovers(&house.paths);
    key_at_start(&marks, &house.paths, &[7; 32]).expect("there is a key, or it can be made");
    unlocked(|| Journal::open_marked(&house.paths, &marks), |error| matches!(error, JournalError::Locked { .. }))
}

#[test]
fn a_signing_key_without_a_mark_tells_that_there_was_a_journal() {
    let house = House::new();
    start(&house).expect("a first start").0.append(vec![entry(1)]).expect("appended");
    marks(&house).files.iter().for_each(|mark| fs::remove_file(mark).expect("it is there"));
    fs::remove_dir_all(&house.paths.journal).expect("it is there");
    fs::remove_dir_all(&house.paths.mirror).expect("it is there");
    check_refused(start(&house), "this cabinet has been in service, as ");
    check_refused(start(&house), "board/signing-key shows, and there is no journal");
    assert!(marks(&house).files.iter().all(|mark| !mark.exists()), "nothing is changed");
}

/// Without a mark each of these alone tells that there was a journal, with everything else taken away.
#[test]
fn what_a_journal_leaves_behind_tells_that_there_was_one() {
    for left in ["mirror/signed-heads", "mirror/000001.mirror.broken-1", "journal/sled.broken-1", "journal/ballast", "mirror.broken-1"] {
        let house = House::new();
        let path = house.paths.journal.with_file_name(left);
        fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("writable");
        fs::write(&path, "left behind").expect("writable");
        check_refused(start(&house), &format!("this cabinet has been in service, as {} shows", path.display()));
        assert!(marks(&house).files.iter().all(|mark| !mark.exists()), "nothing is changed");
    }
}

/// As a power cut leaves it after the key was made, and before there is a journal.
#[test]
fn a_first_start_that_was_cut_off_is_begun_again() {
    let house = House::new();
    let marks = Marks { keys: vec![house.paths.journal.with_file_name("board/signing-key")], ..marks(&house) };
    key_at_start(&marks, &house.paths, &[7; 32]).expect("it can be made");
    assert!(!house.paths.journal.exists() && marks.files.iter().all(|mark| mark.exists()));
    assert_eq!(start(&house).expect("it is begun").1.marked, Marked::Fresh);
}

/// A folder that somebody has made for the journal is none.
#[test]
fn a_first_start_in_folders_that_are_there_already_is_one() {
    let house = House::new();
    [&house.paths.journal, &house.paths.mirror].into_iter().for_each(|folder| fs::create_dir_all(folder).expect("writable"));
    assert_eq!(start(&house).expect("it is begun").1.marked, Marked::Fresh);
}

#[test]
fn without_a_single_mark_that_can_be_made_nothing_is_begun() {
    let house = House::new();
    let [_, other] = [0, 1].map(|index| marks(&house).files[index].with_extension("new"));
    fs::create_dir_all(&other).expect("writable");
    drop(open(&house).expect("one mark suffices"));
    let house = House::new();
    let [one, other] = [0, 1].map(|index| marks(&house).files[index].with_extension("new"));
    [&one, &other].into_iter().for_each(|path| fs::create_dir_all(path).expect("writable"));
    assert!(matches!(open(&house), Err(JournalError::Io { .. })));
    check_holds(&house.open().0, 0);
}

/// A journal whose copies contradict each other needs a person for that first: he is asked for the mark at the next start.
#[test]
fn a_person_rebuilds_a_copy_without_a_mark_and_the_next_start_asks_for_it() {
    let house = unmarked(&[Some("0.1.6"); 4]);
    for source in [Copy::Mirror, Copy::Store] {
        assert_eq!(rebuild(&house.paths, &marks(&house), source).expect("it is rebuilt").head.number, 4);
        check_refused(open(&house), "mark is missing");
    }
}

/// Takes the last commit from the mirror.
fn cut(house: &House) {
    let path = house.paths.mirror.join("000001.mirror");
    let mut bytes = fs::read(&path).expect("there is a mirror");
    let last = bytes.windows(4).rposition(|word| word == b"CMT1").expect("there are commits");
    bytes[last..].fill(0);
    fs::write(path, bytes).expect("writable");
}

/// The mark may be seconds behind; the note that the store is damaged is not, so nothing acknowledged is lost with the store.
#[test]
fn the_note_of_a_damaged_store_is_a_mark_too() {
    let house = House::new();
    fill(&house, 10);
    house.fill(20);
    let head = house.open().0.head();
    renewal::note(&house.paths.journal, "Read corrupted data", head).expect("writable");
    cut(&house);
    check_refused(open(&house), "records 20 to 20 are missing in both copies");
    check_refused(open(&house), "sled.damaged says that record 20 was reached");
    // As where a person answers for it.
    check_holds(&Journal::open(&house.paths).expect("unmarked it is a journal of 19").0, 19);
    assert_eq!(fill(&house, 20), Marked::Holds);
}

/// Whichever copy a start would go on from, it must hold what the mark knows of; where it does not, nothing is changed.
#[test]
fn whichever_copy_is_gone_on_from_is_compared() {
    let house = House::new();
    fill(&house, 20);
    cut(&house);
    assert_eq!(open(&house).expect("the store has it").1.copied, 1);

    let house = House::new();
    fill(&house, 20);
    fs::remove_dir_all(house.paths.journal.join("sled")).expect("it is there");
    cut(&house);
    check_refused(open(&house), "records 20 to 20 are missing in both copies");
    let rebuilt = rebuild(&house.paths, &marks(&house), Copy::Mirror);
    assert!(matches!(rebuilt, Err(JournalError::NotAsMarked { .. })), "{rebuilt:?}");
    check_holds(&Journal::open(&house.paths).expect("unmarked it is a journal of 19").0, 19);
}

#[test]
fn a_head_is_told_and_read_as_its_number_and_its_hash() {
    let house = House::new();
    house.fill(7);
    let head = house.open().0.head();
    assert_eq!(head.to_string().parse(), Ok(head));
    assert_eq!(head.to_string(), format!("7:{}", head.hash));
    for bad in ["", "7", "7:", ":", "x:00", &format!("7:{}0", head.hash), &format!("7{}", head.hash), &head.to_string()[..60]] {
        assert!(bad.parse::<Head>().is_err(), "{bad}");
    }
}
