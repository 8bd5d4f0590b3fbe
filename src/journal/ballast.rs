//! The ballast: a file that only takes up space, so that there is some to give up when the disk is full. sled cannot even be
//! opened on a full disk.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use super::JournalError;
use super::error::At;
use super::files::sync_directory;

/// The name of its file in the folder of the journal.
pub(super) const BALLAST: &str = "ballast";

/// The size of the ballast in bytes: what a store and a mirror need for a start and for some hours of play.
const BALLAST_BYTES: u64 = 8 << 20;
/// With less than this many bytes free at a start the ballast is given up.
const FREE_LEAST: u64 = 4 << 20;
/// With more than this many bytes free at a start the ballast is made again.
const FREE_PLENTY: u64 = 4 * BALLAST_BYTES;

/// With less than this many bytes free nothing is begun in the store: sled writes half a megabyte at a time, a checkpoint is some hundred
/// kilobytes, and once a write of sled's has failed it takes no other.
const STORE_LEAST: u64 = 2 << 20;

/// What has become of the ballast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ballast {
    /// It is there.
    Kept,
    /// The disk was full at this start, so it was given up. Somebody must free space before the rest is used up too.
    Released,
    /// It is not there, and there is too little space to make it.
    Missing,
}

/// Bytes that can still be written on the disk of `directory`.
///
/// # Errors
/// [`JournalError::Io`] where the system does not say.
pub fn free_bytes(directory: &Path) -> Result<u64, JournalError> {
    let disk = rustix::fs::statvfs(directory).map_err(std::io::Error::from).at("look at the disk of", directory)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Whether so many free bytes suffice for what the store in `directory` writes next.
pub(super) fn store_room(directory: &Path, free_bytes: u64) -> Result<(), JournalError> {
    if free_bytes < STORE_LEAST { Err(JournalError::NoRoom { path: directory.to_owned() }) } else { Ok(()) }
}

/// Gives the ballast in `directory` up where fewer than 4 MiB are free, and makes it where there is plenty.
pub(super) fn prepare(directory: &Path, free_bytes: u64) -> Result<Ballast, JournalError> {
    let path = directory.join(BALLAST);
    let there = fs::metadata(&path).is_ok_and(|ballast| ballast.len() >= BALLAST_BYTES);
    match (there, free_bytes) {
        (true, ..FREE_LEAST) => {
            fs::remove_file(&path).at("remove", &path)?;
            sync_directory(directory)?;
            Ok(Ballast::Released)
        }
        (true, _) => Ok(Ballast::Kept),
        (false, FREE_PLENTY..) => {
            let made = make(&path).and_then(|()| sync_directory(directory));
            if let Err(JournalError::Full { .. }) = made {
                // A quota, say: half a ballast is of no use.
                fs::remove_file(&path).at("remove", &path)?;
                return Ok(Ballast::Missing);
            }
            made.map(|()| Ballast::Kept)
        }
        (false, _) => Ok(Ballast::Missing),
    }
}

/// Writes the ballast. Its bytes are noise, so that no file system can store them in less space.
fn make(path: &Path) -> Result<(), JournalError> {
    let mut file = File::create(path).at("create", path)?;
    let mut state = 1_u64;
    for _ in 0..BALLAST_BYTES >> 16 {
        let noise: Vec<u8> = (0..1 << 13).flat_map(|_| next(&mut state).to_le_bytes()).collect();
        file.write_all(&noise).at("write", path)?;
    }
    file.sync_all().at("sync", path)
}

/// Marsaglia's xorshift: nothing depends on how good it is.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ballast_is_made_kept_given_up_and_made_again() {
        let directory = tempfile::tempdir().expect("tests may write temporary files");
        let check = |free: u64, expected: Ballast, bytes: Option<u64>| {
            assert_eq!(prepare(directory.path(), free).expect("writable"), expected, "{free} bytes free");
            assert_eq!(fs::metadata(directory.path().join("ballast")).ok().map(|file| file.len()), bytes, "{free} bytes free");
        };
        check(FREE_PLENTY - 1, Ballast::Missing, None);
        check(FREE_PLENTY, Ballast::Kept, Some(BALLAST_BYTES));
        check(FREE_LEAST, Ballast::Kept, Some(BALLAST_BYTES));
        check(FREE_LEAST - 1, Ballast::Released, None);
        check(0, Ballast::Missing, None);
        check(u64::MAX, Ballast::Kept, Some(BALLAST_BYTES));
    }

    #[test]
    fn the_store_has_room_while_two_megabytes_are_free_which_is_less_than_a_start_begins_with() {
        let check = |free: u64, has_room: bool| assert_eq!(store_room(Path::new("/data"), free).is_ok(), has_room, "{free} bytes free");
        check(0, false);
        check((2 << 20) - 1, false);
        check(2 << 20, true);
        check(u64::MAX, true);
        check(FREE_LEAST - 1, true);
    }

    #[test]
    fn the_ballast_takes_real_space() {
        use std::os::unix::fs::MetadataExt;
        let directory = tempfile::tempdir().expect("tests may write temporary files");
        prepare(directory.path(), u64::MAX).expect("writable");
        let file = fs::metadata(directory.path().join("ballast")).expect("it was made");
        assert!(file.blocks() * 512 >= BALLAST_BYTES);
    }
}
