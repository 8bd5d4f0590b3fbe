//! The access file on the disk: read whole, written whole, and changed by one at a time, daemon or tool.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, fchown};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

use super::edit::Contents;
use super::file::AccessError;

/// Reads the file.
///
/// # Errors
/// Where it cannot be read, or what makes no sense in it.
pub fn read(path: &Path) -> Result<Contents, AccessError> {
    let text = fs::read_to_string(path).map_err(|source| AccessError::Read { path: path.into(), source })?;
    Contents::parse(path, &text)
}

/// Changes the file: reads what stands in it now, and writes it back as `edit` leaves it, with nobody else between. What the edit refuses
/// leaves the file as it was.
///
/// # Errors
/// Where the file cannot be read or written.
pub fn change<T>(path: &Path, edit: impl FnOnce(&mut Contents) -> T) -> Result<(Contents, T), AccessError> {
    let _lock = lock(path)?;
    let before = read(path)?;
    let mut contents = before.clone();
    let done = edit(&mut contents);
    if contents != before {
        write_private(path, &contents.text()).map_err(|source| AccessError::Write { path: path.into(), source })?;
    }
    Ok((contents, done))
}

/// Makes the file with these contents, where there is none; for the account and group of `owner`, where `root` makes it for another one.
///
/// # Errors
/// [`AccessError::Exists`] where there is one, or where it cannot be written.
pub fn make(path: &Path, contents: &Contents, owner: Option<(u32, u32)>) -> Result<(), AccessError> {
    if path.exists() {
        return Err(AccessError::Exists { path: path.into() });
    }
    write_private_for(path, &contents.text(), owner).map_err(|source| AccessError::Write { path: path.into(), source })
}

/// The file that stands ready at `first` comes to stand at `path`, whole or not at all.
///
/// # Errors
/// What makes no sense in it, or that it cannot be moved; then both are as they were.
pub fn take_over(first: &Path, path: &Path) -> Result<(), AccessError> {
    read(first)?;
    let failed = |source| AccessError::Write { path: path.into(), source };
    fs::rename(first, path).map_err(failed)?;
    sync_folder_of(path).map_err(failed)
}

/// Holds the lock until it is dropped. It is a file of its own, since the access file itself is another one after each change.
pub(super) fn lock(path: &Path) -> Result<File, AccessError> {
    let locked = beside(path, ".lock");
    let failed = |source| AccessError::Write { path: locked.clone(), source };
    let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&locked).map_err(failed)?;
    flock(&file, FlockOperation::LockExclusive).map_err(|error| failed(error.into()))?;
    Ok(file)
}

/// Writes a file that only its owner may read, whole or not at all, and makes it durable.
///
/// # Errors
/// Any error of the file system; then a file that was there is as it was.
pub fn write_private(path: &Path, text: &str) -> io::Result<()> {
    write_private_for(path, text, None)
}

fn write_private_for(path: &Path, text: &str, owner: Option<(u32, u32)>) -> io::Result<()> {
    let draft = beside(path, ".new");
    // A draft of a start that was cut short may lie there with other permissions.
    match fs::remove_file(&draft) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft)?;
    file.write_all(text.as_bytes())?;
    if let Some((account, group)) = owner {
        // By the open file, and before it has its name: the folder's owner could put another file there.
        fchown(&file, Some(account), Some(group))?;
    }
    file.sync_all()?;
    fs::rename(&draft, path)?;
    sync_folder_of(path)
}

fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
