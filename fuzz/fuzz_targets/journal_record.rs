//! Any bytes where the journal keeps something: a record, a checkpoint's state, the terms, a segment of the mirror. A value or an
//! error, never a panic; and a record that reads back means the same when it is written again.
//!
//! Input: the first byte chooses what the rest is taken for.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use croupier::cabinet::{Cabinet, Terms};
use croupier::journal::{MirrorReader, Record};
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    tempfile::tempdir_in(place).expect("a folder can be made")
});

fuzz_target!(|data: &[u8]| {
    let Some((choice, bytes)) = data.split_first() else { return };
    match choice % 4 {
        0 => record(bytes),
        1 => drop(Cabinet::from_bytes(bytes).map(|cabinet| (cabinet.outstanding(), cabinet.to_bytes()))),
        2 => drop(Terms::from_bytes(bytes).map(|terms| terms.to_bytes())),
        _ => segment(bytes),
    }
});

fn record(bytes: &[u8]) {
    if let Ok(record) = Record::decode(bytes) {
        let again = Record::decode(&record.encode()).expect("what was written reads back");
        assert_eq!(again, record);
    }
}

fn segment(bytes: &[u8]) {
    std::fs::write(FOLDER.path().join("000001.mirror"), bytes).expect("a file can be written");
    let Ok(mirror) = MirrorReader::open(FOLDER.path()) else { return };
    let read = mirror.range(1, u64::MAX).take_while(Result::is_ok).count();
    if let Ok(head) = mirror.head() {
        assert!(head.number >= read as u64, "{read} entries before a head of {head:?}");
    }
}
