//! A copy of the mirror, made while the daemon writes. What is copied is read through before it is called a copy.
//!
//! Here never lives a mark or a key: a copy must be known for one, and cannot sign for the cabinet.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use super::base;
use super::error::At;
use super::files::{sync_directory, write_whole};
use super::mirror::MirrorReader;
use super::signing::SIGNED_HEADS;
use super::{Head, JournalError};

/// How often a copy is tried. One that is written to while it is read may show a commit of which the one before it is not yet there.
const TRIES: u8 = 3;

/// Copies the mirror at `from` into the folder `to`, which does not exist yet, for the program's own account alone, with the signed heads
/// and the base beside it: the head of the copy. The copy holds at least what the mirror held when this was called.
///
/// # Errors
/// [`JournalError::Damaged`] where the mirror is damaged anywhere, or has no entries; [`JournalError::Io`] where a file cannot be read or
/// written.
pub fn copy_mirror(from: &Path, to: &Path) -> Result<Head, JournalError> {
    let held = MirrorReader::open(from)?.read_through()?;
    fs::DirBuilder::new().mode(0o700).create(to).at("create", to)?;
    let mut tries = 1;
    loop {
        copy_signed_heads(from, to)?;
        copy_base(from, to)?;
        MirrorReader::open(from)?.files().try_for_each(|file| copy_file(file, to))?;
        sync_directory(to)?;
        let copy = MirrorReader::open(to)?;
        match copy.read_through().and_then(|head| copy.base().map(|_| head)) {
            Ok(head) if head.number >= held.number => return Ok(head),
            Err(JournalError::Damaged { .. }) | Ok(_) if tries < TRIES => tries += 1,
            Ok(head) => return Err(cut_short(held, head)),
            Err(error) => return Err(error),
        }
    }
}

fn cut_short(held: Head, head: Head) -> JournalError {
    let message = format!("the copy ends at entry {}, and the mirror held entry {} before", head.number, held.number);
    JournalError::Damaged { copy: "the copy of the mirror", number: head.number + 1, message }
}

/// Only whole lines: the newest may be half written.
fn copy_signed_heads(from: &Path, to: &Path) -> Result<(), JournalError> {
    let path = from.join(SIGNED_HEADS);
    let bytes = match fs::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        read => read.at("read", &path)?,
    };
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    write_whole(&to.join(SIGNED_HEADS), &bytes[..whole])
}

/// The state in place of the entries that were removed.
fn copy_base(from: &Path, to: &Path) -> Result<(), JournalError> {
    base::read(from)?.map_or(Ok(()), |base| base::write(to, &base))
}

fn copy_file(path: &Path, to: &Path) -> Result<(), JournalError> {
    let target = to.join(path.file_name().unwrap_or_default());
    let mut source = File::open(path).at("read", path)?;
    let mut copy = File::options().write(true).create(true).truncate(true).mode(0o600).open(&target).at("create", &target)?;
    io::copy(&mut source, &mut copy).at("write", &target)?;
    copy.sync_all().at("sync", &target)
}
