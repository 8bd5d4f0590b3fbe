//! The heads that are signed while a journal is written, and what a start makes of them.

use std::fs;

use super::{House, entry, unlocked};
use crate::journal::mirror::MirrorReader;
use crate::journal::{
    Head, Journal, JournalError, Marks, PublicKey, Recovery, make_key, mend_signed_heads, set_journal_aside, signed_heads,
};
use crate::model::{JournalDecision, JournalStep, Timestamp};

fn marks(house: &House) -> Marks {
    let folder = house.paths.journal.parent().expect("it has one");
    Marks { files: vec![folder.join("mark")], keys: vec![folder.join("signing-key")], ..Marks::none() }
}

fn house() -> House {
    let house = House::new();
    make_key(&marks(&house), &[7; 32]).expect("writable");
    house
}

fn open(house: &House) -> Result<(Journal, Recovery), JournalError> {
    unlocked(|| Journal::open_marked(&house.paths, &marks(house)), |error| matches!(error, JournalError::Locked { .. }))
}

/// Appends the entries to `to`, sixteen in a commit, and closes: the head.
fn fill(house: &House, to: u64) -> Head {
    let (mut journal, _) = open(house).expect("it can be opened");
    let numbers: Vec<u64> = (journal.head().number + 1..=to).collect();
    for commit in numbers.chunks(16) {
        journal.append(commit.iter().map(|number| entry(*number)).collect()).expect("this disk can be written");
    }
    journal.head()
}

/// The numbers of the signed heads; each must be genuine, by this key, and of the journal's record.
#[track_caller]
fn signed(house: &House) -> Vec<u64> {
    let key: PublicKey = crate::journal::Key::of_marks(&marks(house)).expect("readable").expect("there is a key").public();
    let mirror = MirrorReader::open(&house.paths.mirror).expect("readable");
    let check = |signed: crate::journal::SignedHead| {
        assert!(signed.is_genuine() && signed.key == key, "{signed}");
        let link = mirror.read(signed.head.number).expect("readable").expect("it is there");
        assert_eq!(link.head(), signed.head);
        signed.head.number
    };
    signed_heads(&house.paths.mirror).expect("readable").into_iter().map(|line| check(line.expect("whole"))).collect()
}

#[test]
fn the_head_is_signed_at_an_end_in_good_order() {
    let house = house();
    fill(&house, 20);
    assert_eq!(signed(&house).last(), Some(&20));
    fill(&house, 20);
    assert_eq!(signed(&house).last(), Some(&20));
    assert_eq!(signed(&house).iter().filter(|number| **number == 20).count(), 1, "what is signed is not signed again");
    fill(&house, 21);
    assert_eq!(signed(&house).last(), Some(&21));
}

#[test]
fn a_journal_without_a_key_goes_on_unsigned_and_is_signed_when_it_has_one() {
    let house = House::new();
    fill(&house, 5);
    assert!(signed_heads(&house.paths.mirror).expect("readable").is_empty());
    make_key(&marks(&house), &[7; 32]).expect("writable");
    fill(&house, 5);
    assert_eq!(signed(&house), [5]);
}

#[test]
fn a_key_that_cannot_be_read_stops_no_cabinet() {
    let house = House::new();
    fs::write(&marks(&house).keys[0], "garbage").expect("writable");
    assert_eq!(fill(&house, 5).number, 5);
    assert!(signed_heads(&house.paths.mirror).expect("readable").is_empty());
}

/// Both copies and the mark are those of another history, which fits itself.
fn written_anew(records: u64) -> House {
    let house = house();
    fill(&house, 20);
    set_aside_all_but_signatures(&house);
    let mut journal = unlocked(|| Journal::open(&house.paths), |error| matches!(error, JournalError::Locked { .. })).expect("opened").0;
    for number in 1..=records {
        let mut forged = entry(number);
        forged.payload.push(1);
        journal.append(vec![forged]).expect("appended");
    }
    house
}

fn set_aside_all_but_signatures(house: &House) {
    let signatures = fs::read(house.paths.mirror.join("signed-heads")).expect("there are signatures");
    set_journal_aside(&house.paths).expect("set aside");
    fs::remove_file(&marks(house).files[0]).expect("it is there");
    fs::write(house.paths.mirror.join("signed-heads"), signatures).expect("writable");
}

#[test]
fn a_journal_that_was_written_anew_is_not_gone_on_with_until_a_person_decides() {
    for records in [19, 20, 30] {
        let house = written_anew(records);
        match open(&house).map(|(_, report)| report) {
            Err(JournalError::NotAsMarked { why }) => assert!(why.contains("not the journal that this cabinet has signed"), "{why}"),
            other => panic!("{records}: expected a refusal, got {other:?}"),
        }
        let from = MirrorReader::open(&house.paths.mirror).expect("readable").head().expect("readable");
        let at = Timestamp::from_microseconds(1);
        let decision = JournalDecision {
            by: "Ada".to_owned(),
            step: JournalStep::GoOn,
            number: 20,
            hash: [0; 32],
            at,
            second: None,
            state_sha256: None,
        };
        marks(&house).decide(from, &decision).expect("writable");
        drop(open(&house).expect("a person has decided"));
        assert_eq!(signed(&house), [records]);
        assert!(house.paths.mirror.join("signed-heads.broken-1").exists(), "nothing is deleted");
    }
}

#[test]
fn signed_heads_are_set_aside_with_their_journal() {
    let house = house();
    fill(&house, 20);
    let aside = set_journal_aside(&house.paths).expect("set aside");
    assert!(aside.iter().any(|path| path.ends_with("signed-heads.broken-1")), "{aside:?}");
    assert!(!house.paths.mirror.join("signed-heads").exists());
}

#[test]
fn a_journal_whose_signed_heads_are_lost_is_signed_again() {
    let house = house();
    fill(&house, 20);
    fs::remove_file(house.paths.mirror.join("signed-heads")).expect("it is there");
    fill(&house, 20);
    assert_eq!(signed(&house), [20]);
}

/// As a disk does it, or somebody without the key: a person's `journal rebuild` mends it, for otherwise the journal would verify no more.
#[test]
fn of_damaged_signed_heads_what_is_genuine_is_kept_and_the_file_is_set_aside() {
    let house = house();
    (1..=3).for_each(|part| _ = fill(&house, part * 10));
    let path = house.paths.mirror.join("signed-heads");
    let whole = fs::read(&path).expect("there are signatures");
    let mend = || unlocked(|| mend_signed_heads(&house.paths), |error| matches!(error, JournalError::Locked { .. })).expect("writable");
    assert_eq!((mend(), signed(&house)), (None, vec![10, 20, 30]), "what is whole is left alone");
    let line = whole.len() / 3;
    // The head's number, the signature's last digit, and the end of the line.
    for (place, kept) in [(line + 8, vec![10, 30]), (2 * line - 2, vec![10, 30]), (2 * line - 1, vec![10])] {
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        fs::write(&path, &damaged).expect("writable");
        let aside = mend().expect("it is set aside");
        assert_eq!(fs::read(aside).expect("nothing is deleted"), damaged);
        assert_eq!((signed(&house), mend()), (kept, None), "byte {place}");
    }
    fill(&house, 40);
    assert_eq!(signed(&house).last(), Some(&40), "a later signature covers what the damaged ones said");
}
