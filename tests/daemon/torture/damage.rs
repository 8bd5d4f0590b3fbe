//! Damage to one of the two copies of a journal, done while no daemon runs.

use std::fs;
use std::path::{Path, PathBuf};

use super::trouble::Trouble;
use crate::players::Chance;

/// The two copies, as `croupierctl journal rebuild --from-copy` names them, with their folders in the data.
const COPIES: [(&str, &str); 2] = [("store", "journal/sled"), ("mirror", "mirror")];

/// Damages one copy, and says what it did; the name of the other copy, which is whole.
pub(crate) fn damage(data: &Path, trouble: Trouble, chance: &mut Chance) -> (String, &'static str) {
    let damaged = usize::from(chance.below(2) == 0);
    let ((name, folder), (whole, _)) = (COPIES[damaged], COPIES[1 - damaged]);
    let folder = data.join(folder);
    let files = files(&folder);
    // Beside the file with the records there are some that are made anew without a word: mostly the records are hit.
    let of_records: Vec<PathBuf> = files.iter().filter(|file| holds_records(file)).cloned().collect();
    let files = if chance.below(3) > 0 { of_records } else { files };
    let file = &files[usize::try_from(chance.below(files.len() as u64)).expect("few files")];
    match trouble {
        Trouble::FlippedBits => (0..=chance.below(4)).for_each(|_| flip(file, chance)),
        Trouble::CutFile => {
            let length = chance.below(used(file));
            let file = fs::File::options().write(true).open(file).expect("a file of the journal can be opened");
            file.set_len(length).expect("a file can be cut");
        }
        Trouble::LostFile => fs::remove_file(file).expect("a file of the journal can be removed"),
        _ => fs::remove_dir_all(&folder).expect("a copy can be removed"),
    }
    let what = if trouble == Trouble::LostCopy { &folder } else { file };
    (format!("{trouble:?} in the {name}: {}", what.strip_prefix(data).unwrap_or(what).display()), whole)
}

fn holds_records(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name == "db") || file.extension().is_some_and(|extension| extension == "mirror")
}

/// How long a file is without the zeros at its end: room that was made beforehand. A cut in there takes nothing away.
fn used(file: &Path) -> u64 {
    let bytes = fs::read(file).expect("a file of the journal can be read");
    bytes.iter().rposition(|byte| *byte != 0).map_or(1, |last| last as u64 + 1)
}

fn flip(file: &Path, chance: &mut Chance) {
    let mut bytes = fs::read(file).expect("a file of the journal can be read");
    let place = usize::try_from(chance.below(bytes.len() as u64)).expect("a file fits into memory");
    bytes[place] ^= 1 << chance.below(8);
    fs::write(file, bytes).expect("a file of the journal can be written");
}

/// Every file of the copy with something in it, in a fixed order; what an earlier repair has set aside belongs to it no more.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the copy is there") {
        let path = entry.expect("a folder can be read").path();
        if path.to_string_lossy().contains(".broken-") {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.metadata().is_ok_and(|metadata| metadata.len() > 0) {
            found.push(path);
        }
    }
    found.sort();
    found
}
