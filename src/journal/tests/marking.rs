//! The mark follows the journal, and a start compares the two before it changes anything.

use std::fs;
use std::path::PathBuf;

use super::{House, check_holds, entry, unlocked};
use crate::journal::renewal;
use crate::journal::{Copy, Head, Journal, JournalError, Marked, Marks, Recovery, rebuild};

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
