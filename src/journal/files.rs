//! Where a journal's files are, and the few things done to whole files: writing anew, locking, syncing directories, setting aside.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

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

/// Writes a file anew: whole or not at all, durably, and for the program's own account alone.
///
/// # Errors
/// [`JournalError::Io`] where it cannot be written; then a file that was there is as it was, or the new one where only its name may not last.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), JournalError> {
    let draft = appended(path, ".new");
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        fs::create_dir_all(folder).at("create", folder)?;
    }
    let mut file = File::options().write(true).create(true).truncate(true).mode(0o600).open(&draft).at("create", &draft)?;
    file.write_all(bytes).at("write", &draft)?;
    file.sync_all().at("sync", &draft)?;
    fs::rename(&draft, path).at("rename", &draft)?;
    sync_directory(folder.unwrap_or(Path::new(".")))
}

/// Removes what is at `path`, durably; what is not there is removed already.
pub(super) fn remove_durably(path: &Path, remove: impl FnOnce(&Path) -> std::io::Result<()>) -> Result<(), JournalError> {
    match remove(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed.at("remove", path).and_then(|()| path.parent().map_or(Ok(()), sync_directory)),
    }
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

/// What the name of a file or folder ends with that was set aside, before its number.
pub(super) const SET_ASIDE: &str = ".broken-";

/// Renames `path` to the first free `path.broken-N`, so that nothing is ever deleted that a person may still want to look at.
pub(super) fn set_aside(path: &Path) -> Result<PathBuf, JournalError> {
    set_aside_under(path, path)
}

/// What was so renamed in this folder; nothing where there is no such folder.
pub(super) fn set_aside_in(folder: &Path) -> Vec<PathBuf> {
    let items = fs::read_dir(folder).into_iter().flatten().flatten().map(|item| item.path());
    items.filter(|item| item.file_name().is_some_and(|name| name.to_string_lossy().contains(SET_ASIDE))).collect()
}

/// As [`set_aside`] does, under a name that says when as well: `path.20260131T235959Z.broken-N`.
pub(super) fn set_aside_with_time(path: &Path, when: SystemTime) -> Result<PathBuf, JournalError> {
    let when = jiff::Timestamp::try_from(when).unwrap_or_default();
    set_aside_under(path, &appended(path, &when.strftime(".%Y%m%dT%H%M%SZ").to_string()))
}

fn set_aside_under(path: &Path, name: &Path) -> Result<PathBuf, JournalError> {
    let free = (1_u32..).map(|number| appended(name, &format!("{SET_ASIDE}{number}"))).find(|candidate| !candidate.exists());
    let aside = free.expect("no directory holds four thousand million broken stores");
    fs::rename(path, &aside).at("rename", path)?;
    path.parent().map_or(Ok(()), sync_directory)?;
    Ok(aside)
}

fn appended(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}
