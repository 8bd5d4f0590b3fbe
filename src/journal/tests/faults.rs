//! Faults injected into one copy. Survivable is what hits only one of the two, because every acknowledged entry is durable in
//! both: a torn write, a flipped bit anywhere, a lost file, garbage. Not survivable, and therefore refused, is the same entry
//! hit in both; `recovering` has those. After a survivable fault nothing acknowledged may be missing or different.

use std::fs;
use std::path::PathBuf;

use super::recovering::copy as copy_folder;
use super::{House, check_holds, entry, unlocked};
use crate::journal::{Action, Behind, Copy, Entry, Head, Journal, JournalError, MirrorReader, Verified, verify};

/// A mirror of some commits as bytes, so that a copy can be damaged again and again.
struct Sample {
    house: House,
    segment: PathBuf,
    sound: Vec<u8>,
    /// Where each commit begins, and where the last ends.
    starts: Vec<usize>,
}

impl Sample {
    fn new() -> Self {
        let house = House::new();
        let segment = house.paths.mirror.join("000001.mirror");
        let mut starts = Vec::new();
        let (mut journal, _) = house.open();
        for commit in [vec![entry(1)], vec![entry(2), entry(3)], vec![entry(4)]] {
            starts.push(end_of(&fs::read(&segment).expect("readable")));
            journal.append(commit).expect("appended");
        }
        let mut sound = fs::read(&segment).expect("readable");
        starts.push(end_of(&sound));
        // The rest of the segment is zeros; a short one makes thousands of copies cheap.
        sound.truncate(starts[3] + 64);
        Self { house, segment, sound, starts }
    }

    /// What the mirror yields when its segment holds `bytes`: the entries up to the first error.
    fn read(&self, bytes: &[u8]) -> (Vec<Entry>, Option<JournalError>) {
        fs::write(&self.segment, bytes).expect("written");
        let mut entries = Vec::new();
        for link in MirrorReader::open(&self.house.paths.mirror).expect("readable").range(1, u64::MAX) {
            match link {
                Ok(link) => entries.push(link.entry),
                Err(error) => return (entries, Some(error)),
            }
        }
        (entries, None)
    }
}

/// Where the zeros at the end begin.
fn end_of(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1)
}

#[test]
fn a_mirror_write_cut_at_any_byte_loses_that_commit_only() {
    let sample = Sample::new();
    let [_, _, last, end] = sample.starts[..] else { panic!("three commits were made") };
    for cut in last..end {
        let mut bytes = sample.sound.clone();
        bytes[cut..end].fill(0);
        let (entries, error) = sample.read(&bytes);
        assert!(error.is_none(), "cut at {cut}: {error:?}");
        assert_eq!(entries, (1..=3).map(entry).collect::<Vec<_>>(), "cut at {cut}");
        bytes.truncate(cut);
        assert_eq!(sample.read(&bytes).0.len(), 3, "file ends at {cut}");
    }
}

#[test]
fn a_cut_write_is_repaired_from_the_store_and_leaves_nothing_behind() {
    let sample = Sample::new();
    let [_, _, last, end] = sample.starts[..] else { panic!("three commits were made") };
    for cut in (last..end).step_by(7) {
        let mut bytes = sample.sound.clone();
        bytes[cut..end].fill(0);
        fs::write(&sample.segment, &bytes).expect("written");
        let (journal, report) = sample.house.open();
        assert_eq!((report.action, report.copied), (Action::ExtendMirror, 1), "cut at {cut}");
        assert_eq!(report.torn_bytes as usize, end_of(&bytes[last..]), "cut at {cut}");
        check_holds(&journal, 4);
        drop(journal);
        assert_eq!(sample.read(&fs::read(&sample.segment).expect("readable")).0.len(), 4);
    }
}

#[test]
fn no_flipped_bit_in_the_mirror_ever_yields_a_wrong_entry() {
    let sample = Sample::new();
    let right: Vec<Entry> = (1..=4).map(entry).collect();
    for bit in 0..sample.sound.len() * 8 {
        let mut bytes = sample.sound.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let (entries, error) = sample.read(&bytes);
        assert!(right.starts_with(&entries), "bit {bit}");
        let commit = sample.starts.iter().filter(|start| **start <= bit / 8).count();
        match commit {
            // In the segment's header, or in a commit that others follow: noticed.
            0..=2 => assert!(error.is_some(), "bit {bit} was not noticed"),
            // In the last commit: as a torn write. Behind it: nothing is lost.
            3 => assert!(error.is_none() && entries.len() == 3, "bit {bit}: {error:?}"),
            _ => assert!(entries.len() == 4, "bit {bit}"),
        }
    }
}

#[test]
fn any_flipped_bit_in_the_mirror_is_repaired_from_the_store() {
    let sample = Sample::new();
    for bit in (0..sample.starts[3] * 8).step_by(397) {
        let mut bytes = sample.sound.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&sample.segment, &bytes).expect("written");
        let (journal, report) = sample.house.open();
        assert!(matches!(report.action, Action::ExtendMirror | Action::RepairMirror), "bit {bit}: {report:?}");
        check_holds(&journal, 4);
        drop(journal);
        assert_eq!(sample.house.open().1.action, Action::Use, "bit {bit}");
    }
}

#[test]
fn a_flipped_bit_in_sleds_file_never_yields_a_wrong_entry() {
    let house = House::new();
    house.fill(300);
    house.open().0.checkpoint(vec![42; 20_000]).expect("kept");
    let database = house.paths.journal.join("sled/db");
    let sled = house.paths.journal.join("sled");
    let kept: Vec<(PathBuf, Vec<u8>)> = files(&sled);
    let bits = fs::metadata(&database).expect("it exists").len() as usize * 8;
    let mut repaired = 0;
    for sample in 0..60 {
        let bit = sample * (bits / 60) + sample % 8;
        fs::remove_dir_all(&sled).expect("removed");
        kept.iter().for_each(|(path, bytes)| restore(path, bytes));
        let mut bytes = fs::read(&database).expect("readable");
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&database, bytes).expect("written");
        let (journal, report) = house.open();
        assert_eq!(report.head.number, 300, "bit {bit}");
        repaired += usize::from(report.action != Action::Use);
        check_all_right(&journal, bit);
        drop(journal);
        assert_eq!(house.open().1.action, Action::Use, "bit {bit}: what a start repairs stays repaired");
    }
    assert!(repaired > 0, "none of the flipped bits lay where sled looks");
}

/// Every entry reads back right, from whichever copy.
fn check_all_right(journal: &Journal, bit: usize) {
    for number in (1..=300).step_by(17) {
        let link = journal.read(number).expect("the mirror is whole").expect("it is not beyond the head");
        assert_eq!(link.entry, entry(number), "bit {bit}");
    }
    let all = journal.range(1, 300).map(|link| link.expect("the mirror is whole").entry);
    assert!(all.eq((1..=300).map(entry)), "bit {bit}");
    let checkpoints = journal.checkpoints().expect("a damaged one is as good as none");
    assert!(checkpoints.iter().all(|checkpoint| checkpoint.bytes == [42; 20_000]), "bit {bit}");
}

fn files(directory: &std::path::Path) -> Vec<(PathBuf, Vec<u8>)> {
    let items = fs::read_dir(directory).expect("readable").map(|item| item.expect("readable").path());
    items.filter(|path| path.is_file()).map(|path| (path.clone(), fs::read(path).expect("readable"))).collect()
}

fn restore(path: &std::path::Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().expect("it is in a directory")).expect("created");
    fs::write(path, bytes).expect("written");
}

#[test]
fn garbage_of_any_kind_in_the_store_is_set_aside() {
    let house = House::new();
    house.fill(20);
    let garbage: [(&str, &[u8]); 5] =
        [("db", b""), ("db", &[0xFF; 70_000]), ("db", &[0; 600_000]), ("conf", b"segment_size: 7\n????"), ("conf", &[0xFE; 90])];
    for (file, bytes) in garbage {
        let path = house.paths.journal.join("sled").join(file);
        fs::write(&path, bytes).expect("written");
        let (journal, report) = house.open();
        assert!(report.action != Action::Begin, "{file}: {report:?}");
        check_holds(&journal, 20);
    }
}

#[test]
fn a_damaged_checkpoint_gives_way_to_the_older_one() {
    let house = House::new();
    house.fill(5);
    let (mut journal, _) = house.open();
    journal.checkpoint(b"first".to_vec()).expect("kept");
    journal.append(vec![entry(6)]).expect("appended");
    journal.checkpoint(b"second".to_vec()).expect("kept");
    drop(journal);
    let states = |journal: &Journal| -> Vec<Vec<u8>> {
        journal.checkpoints().expect("readable").into_iter().map(|checkpoint| checkpoint.bytes).collect()
    };
    assert_eq!(states(&house.open().0), [b"second".to_vec(), b"first".to_vec()]);
    let db = house.open_sled();
    let (key, value) = db.scan_prefix(b"c").next_back().expect("it is there").expect("readable");
    let mut changed = value.to_vec();
    *changed.last_mut().expect("it is not empty") ^= 1;
    db.insert(key, changed).expect("written");
    db.flush().expect("flushed");
    drop(db);
    assert_eq!(states(&house.open().0), [b"first".to_vec()]);
}

#[test]
fn verification_names_the_copy_and_the_first_number_that_does_not_agree() {
    let house = House::new();
    house.fill(300);
    let mut seen = 0;
    let verified = verify(&house.paths, |link| {
        seen = link.entry.number;
        Ok(())
    });
    let verified = verified.expect("all is well");
    assert_eq!((verified.head.number, verified.store, seen), (300, true, 300));
    let (journal, _) = house.open();
    let meanwhile = verify(&house.paths, |_| Ok(())).expect("the mirror can be read meanwhile");
    assert_eq!((meanwhile.store, meanwhile.is_held), (false, true));
    drop(journal);

    let segment = house.paths.mirror.join("000001.mirror");
    let sound = fs::read(&segment).expect("readable");
    let mut bytes = sound.clone();
    bytes[end_of(&sound) / 2] ^= 1;
    fs::write(&segment, bytes).expect("written");
    let error = verify(&house.paths, |_| Ok(())).expect_err("a bit is wrong");
    assert!(matches!(error, JournalError::Damaged { copy: "the mirror", number: 100..200, .. }), "{error}");

    fs::write(&segment, &sound[..end_of(&sound) - 1]).expect("written");
    let torn = verify(&house.paths, |_| Ok(())).expect("a torn last commit is what the other copy is for");
    assert_eq!((torn.head, torn.behind), (verified.head, Some(Behind { copy: Copy::Mirror, entries: 1 })));
    assert_eq!((verified.is_held, verified.is_torn, torn.is_torn), (false, false, true));
}

/// The power fails between the two writes of a commit of two entries: first the mirror has it, then the store.
#[test]
fn a_copy_that_lacks_the_last_commit_is_normal_after_a_power_cut_and_one_that_lacks_more_is_not() {
    let commit = |house: &House, from: u64| house.open().0.append(vec![entry(from), entry(from + 1)]).expect("appended");
    for copy in [Copy::Store, Copy::Mirror] {
        let house = House::new();
        house.fill(9);
        let kept = |house: &House| if copy == Copy::Store { house.paths.journal.join("sled") } else { house.paths.mirror.clone() };
        let older = house.paths.journal.with_file_name("older");
        copy_folder(&kept(&house), &older);
        for (from, behind) in [(10, Some(Behind { copy, entries: 2 })), (12, None)] {
            let head = commit(&house, from);
            let newer = house.paths.journal.with_file_name("newer");
            fs::rename(kept(&house), &newer).expect("it is there");
            copy_folder(&older, &kept(&house));
            let verified = unlocked(|| verify(&house.paths, |_| Ok(())), |error| matches!(error, JournalError::Sled { .. }));
            match behind {
                Some(_) => {
                    let sound = Verified { before: Head::START, head, store: true, is_held: false, is_torn: false, behind };
                    assert_eq!(verified.expect("this is normal"), sound);
                }
                None => assert!(matches!(verified, Err(JournalError::Damaged { number: 10 | 12, .. })), "{verified:?}"),
            }
            fs::remove_dir_all(kept(&house)).expect("it is there");
            fs::rename(newer, kept(&house)).expect("it is there");
        }
        assert_eq!(verify(&house.paths, |_| Ok(())).expect("both are whole").behind, None);
    }
}
