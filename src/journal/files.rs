//! Where a journal's files are, and the few things done to whole files: locking, syncing directories, setting aside.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use super::JournalError;
use super::error::At;

/// The two directories of a journal. They should be on different disks: then either disk may die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// Where the sled store and the ballast are.
    pub journal: PathBuf,
    /// Where the mirror's segments are.
    pub mirror: PathBuf,
}

/// Makes creations and renamings in a directory durable.
pub(super) fn sync_directory(directory: &Path) -> Result<(), JournalError> {
    File::open(directory).and_then(|file| file.sync_all()).at("sync", directory)
}

/// The right to write in a directory, held until dropped or until the process ends.
pub(super) struct Lock(#[expect(dead_code, reason = "held only for its lock")] File);

impl Lock {
    /// Takes the right to write in `directory`, which is created where it does not exist.
    ///
    /// # Errors
    /// [`JournalError::Locked`] where another process has it.
    pub(super) fn take(directory: &Path) -> Result<Self, JournalError> {
        fs::create_dir_all(directory).at("create", directory)?;
        let path = directory.join("lock");
        let file = File::options().create(true).truncate(false).write(true).open(&path).at("open", &path)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(JournalError::Locked { path }),
            Err(TryLockError::Error(source)) => Err(source).at("lock", &path),
        }
    }
}

/// Renames `path` to the first free `path.broken-N`, so that nothing is ever deleted that a person may still want to look at.
pub(super) fn set_aside(path: &Path) -> Result<PathBuf, JournalError> {
    let free = (1_u32..).map(|number| suffixed(path, number)).find(|candidate| !candidate.exists());
    let aside = free.expect("no directory holds four thousand million broken stores");
    fs::rename(path, &aside).at("rename", path)?;
    path.parent().map_or(Ok(()), sync_directory)?;
    Ok(aside)
}

fn suffixed(path: &Path, number: u32) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".broken-{number}"));
    PathBuf::from(name)
}
