//! Who may open what is kept on the disk: the program's own account alone. A journal holds the cards that lie face down, and other
//! accounts on the board run a browser.

use std::fmt;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::Mode;
use rustix::process::{geteuid, umask};

use super::files::{SET_ASIDE, set_aside_in};

/// The permissions of everybody but the owner.
const OF_OTHERS: u32 = 0o077;

/// The permission of everybody but the owner to make, rename and remove what is in a folder, and the one by which only the owner of each item may.
const WRITE_OF_OTHERS: u32 = 0o022;
const OWN_ITEMS_ALONE: u32 = 0o1000;
/// The same permission of every account, its group's left out.
const WRITE_OF_ALL: u32 = 0o002;

/// From now on everything that this process makes is for its own account alone: folders have the mode 0700, files 0600.
pub fn keep_private() {
    umask(Mode::from_raw_mode(OF_OTHERS));
}

/// The account that this folder belongs to, where it is not the one of this process: what the one makes there the other cannot open. `None`
/// also where there is no such folder.
#[must_use]
pub fn other_owner(folder: &Path) -> Option<u32> {
    let owner = fs::metadata(folder).ok()?.uid();
    (owner != geteuid().as_raw()).then_some(owner)
}

/// Something that other accounts could open.
#[derive(Debug)]
pub struct Loose {
    /// The file or folder.
    pub path: PathBuf,
    /// The permissions that it was found with.
    pub mode: u32,
    /// Why it is as it was; `None` where it is closed to others now.
    pub failed: Option<io::Error>,
}

impl fmt::Display for Loose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&path_and_mode(&self.path, self.mode))?;
        self.failed.as_ref().map_or(Ok(()), |error| write!(f, " cannot be closed: {error}"))
    }
}

/// Takes from others what they may do with this file, or with this folder and everything in it; nothing where it does not exist. It may be a
/// link to another disk, which is followed; links in it are not. The folder is closed before what is in it, so that nobody comes in meanwhile.
#[must_use]
pub fn close_to_others(path: &Path) -> Vec<Loose> {
    let mut found = Vec::new();
    let linked = if path.is_symlink() { fs::canonicalize(path).ok() } else { None };
    close(linked.as_deref().unwrap_or(path), &mut found);
    found
}

/// Takes from others what lets them put another file in the place of one in this folder, where it is the folder of this process' account; they
/// may go on looking into it. A folder in which each may touch only his own is left as it is, as `/tmp` is one.
#[must_use]
pub fn close_to_writers(folder: &Path) -> Option<Loose> {
    let mode = mode_where_open(folder, WRITE_OF_OTHERS)?;
    let failed = fs::set_permissions(folder, Permissions::from_mode(mode & !WRITE_OF_OTHERS)).err();
    Some(Loose { path: folder.to_owned(), mode, failed })
}

/// The folder and its permissions in words, where every account may put another item in the place of one in it; `None` also where each may touch
/// only his own.
#[must_use]
pub fn open_to_all(folder: &Path) -> Option<String> {
    mode_where_open(folder, WRITE_OF_ALL).map(|mode| path_and_mode(folder, mode))
}

/// The permissions of a folder in which `writers` may put another item in the place of any.
fn mode_where_open(folder: &Path, writers: u32) -> Option<u32> {
    let mode = fs::metadata(folder).ok()?.permissions().mode() & 0o7777;
    (mode & writers != 0 && mode & OWN_ITEMS_ALONE == 0).then_some(mode)
}

fn path_and_mode(path: &Path, mode: u32) -> String {
    format!("{} ({mode:04o})", path.display())
}

/// What lies beside this folder of a journal as a copy of it that was set aside, by this release or an earlier one: `NAME.broken-1`, or with a
/// time in between. Where the folder is a link to another disk, also what lies beside it there.
#[must_use]
pub fn set_aside_beside(folder: &Path) -> Vec<PathBuf> {
    let linked = if folder.is_symlink() { fs::canonicalize(folder).ok() } else { None };
    linked.as_deref().into_iter().chain([folder]).flat_map(copies_beside).collect()
}

fn copies_beside(folder: &Path) -> Vec<PathBuf> {
    let (Some(parent), Some(name)) = (folder.parent(), folder.file_name().and_then(|name| name.to_str())) else { return Vec::new() };
    let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    let rest = |item: &PathBuf| Some(item.file_name()?.to_str()?.strip_prefix(name)?.to_owned());
    set_aside_in(parent)
        .into_iter()
        .filter(|item| rest(item).is_some_and(|rest| rest.starts_with('.') && rest.contains(SET_ASIDE)))
        .collect()
}

fn close(path: &Path, found: &mut Vec<Loose>) {
    let Ok(kind) = fs::symlink_metadata(path) else { return };
    if !kind.is_dir() && !kind.is_file() {
        return;
    }
    found.extend(close_one(path, kind.permissions().mode() & 0o7777));
    if kind.is_dir() {
        // A folder that cannot be listed is one that nobody else can close either.
        fs::read_dir(path).into_iter().flatten().flatten().for_each(|item| close(&item.path(), found));
    }
}

/// Closes the file or folder alone, and says so where it was open.
#[must_use]
pub fn close_alone(path: &Path) -> Option<Loose> {
    let mode = fs::metadata(path).ok()?.permissions().mode() & 0o7777;
    close_one(path, mode)
}

fn close_one(path: &Path, mode: u32) -> Option<Loose> {
    let is_loose = mode & OF_OTHERS != 0;
    is_loose.then(|| {
        let failed = fs::set_permissions(path, Permissions::from_mode(mode & !OF_OTHERS)).err();
        Loose { path: path.to_owned(), mode, failed }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_and_everything_in_it_is_closed_and_what_a_link_leads_to_is_left_alone() {
        let home = tempfile::tempdir().expect("a folder can be made");
        let path = |name: &str| home.path().join(name);
        let make = |name: &str, mode: u32| {
            if name.contains('.') {
                fs::write(path(name), "").expect("writable")
            } else {
                fs::create_dir(path(name)).expect("writable")
            }
            fs::set_permissions(path(name), Permissions::from_mode(mode)).expect("it is ours");
        };
        make("data", 0o755);
        make("data/sled", 0o700);
        make("data/sled/db.file", 0o640);
        make("data/own.file", 0o600);
        make("other.file", 0o644);
        std::os::unix::fs::symlink(path("other.file"), path("data/link")).expect("writable");
        let mut found: Vec<String> = close_to_others(&path("data")).iter().map(ToString::to_string).collect();
        found.sort();
        let expected = [("data", "0755"), ("data/sled/db.file", "0640")];
        assert_eq!(found, expected.map(|(name, mode)| format!("{} ({mode})", path(name).display())));
        let mode = |name: &str| fs::metadata(path(name)).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(
            ["data", "data/sled", "data/sled/db.file", "data/own.file", "other.file"].map(mode),
            [0o700, 0o700, 0o600, 0o600, 0o644]
        );
        assert!(close_to_others(&path("data")).is_empty() && close_to_others(&path("nothing")).is_empty());
        let (one, none) = (close_to_others(&path("data/link")).len(), close_to_others(&path("data/link")).len());
        assert_eq!((one, none, mode("other.file")), (1, 0, 0o600), "what is itself a link may lie on another disk");
    }
}
