//! `croupierctl journal backup`: a copy of the history, made while the cabinet is played at, from which `journal restore` makes a cabinet.
//!
//! Here never lives what would let a copy pass for the cabinet: neither its mark nor the key by which it signs.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Place;
use crate::ctl::Failure;
use crate::journal::{Head, RELEASE, copy_mirror};

/// The mirror in a backup, and the file of those who are let in.
pub(super) const MIRROR: &str = "mirror";
pub(super) const ACCESS: &str = "access.toml";

/// The description of a backup. It is written last: a folder without it is no backup.
const ABOUT: &str = "backup.json";

/// How a backup's name begins; the moment it was made follows.
const NAME: &str = "croupier-";

/// Where to.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The folder of backups, best on another disk. Each becomes a folder of its own in it, named after the moment it was made.
    folder: PathBuf,
    /// Keeps so many, the newest, and deletes older ones. Without this none is ever deleted.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    keep: Option<u16>,
    #[command(flatten)]
    place: Place,
}

/// The description of a backup.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct About {
    /// The head of its history.
    pub(super) head: String,
    /// When it was made.
    pub(super) made_at: String,
    /// The release that made it.
    pub(super) release: String,
}

impl About {
    /// The description of the backup in this folder, and its head.
    ///
    /// # Errors
    /// Where this is no backup, or one that was never finished.
    pub(super) fn read(backup: &Path) -> Result<(Self, Head), Failure> {
        let path = backup.join(ABOUT);
        let text = fs::read_to_string(&path).map_err(|error| Failure::unreadable(&path.display().to_string(), &error))?;
        let unusable = |message: String| Failure::refused("bad-backup", format!("{}: {message}", path.display()));
        let about: Self = serde_json::from_str(&text).map_err(|error| unusable(error.to_string()))?;
        let head = about.head.parse().map_err(|_| unusable(format!("`{}` is no head of a journal", about.head)))?;
        Ok((about, head))
    }
}

/// Makes a backup, and says how far it goes and what was deleted.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    arguments.place.reader()?;
    let now = jiff::Timestamp::now();
    let path = arguments.folder.join(format!("{NAME}{}", now.strftime("%Y%m%dT%H%M%S%3fZ")));
    if path.exists() {
        return Err(in_the_way(&path));
    }
    fs::create_dir_all(&arguments.folder).map_err(|error| Failure::unwritable(&arguments.folder, &error))?;
    let head = fill(&path, &arguments.place, now).inspect_err(|_| drop(fs::remove_dir_all(draft_of(&path))))?;
    let deleted = arguments.keep.map_or(Ok(Vec::new()), |keep| delete_older(&arguments.folder, usize::from(keep)))?;
    let answer = json!({"backup": path.display().to_string(), "head": head.to_string(), "number": head.number, "deleted": deleted});
    Ok(format!("{answer}\n"))
}

/// Nothing is called a backup before all of it is on the disk and was read through.
fn fill(path: &Path, place: &Place, now: jiff::Timestamp) -> Result<Head, Failure> {
    let draft = draft_of(path);
    fs::create_dir(&draft).map_err(|error| Failure::unwritable(&draft, &error))?;
    let head = copy_mirror(&place.paths().mirror, &draft.join(MIRROR))?;
    copy_access(&place.access_file(), &draft.join(ACCESS))?;
    let about = About { head: head.to_string(), made_at: now.to_string(), release: RELEASE.to_owned() };
    let text = serde_json::to_string(&about).map_err(|error| Failure::ours("backup-failed", error.to_string()))?;
    let written = fs::write(draft.join(ABOUT), format!("{text}\n"));
    let kept = written.and_then(|()| sync_all_in(&draft)).and_then(|()| fs::rename(&draft, path));
    kept.map_err(|error| Failure::unwritable(path, &error))?;
    fs::File::open(path.parent().unwrap_or(Path::new(".")))
        .and_then(|folder| folder.sync_all())
        .map_err(|error| Failure::unwritable(path, &error))?;
    Ok(head)
}

/// Copies the file of those who are let in, where there is one.
pub(super) fn copy_access(from: &Path, to: &Path) -> Result<(), Failure> {
    match fs::copy(from, to) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        copied => copied.map(drop).map_err(|error| Failure::unwritable(to, &error)),
    }
}

fn draft_of(path: &Path) -> PathBuf {
    path.with_extension("unfinished")
}

fn sync_all_in(folder: &Path) -> std::io::Result<()> {
    for file in fs::read_dir(folder)? {
        fs::File::open(file?.path())?.sync_all()?;
    }
    fs::File::open(folder)?.sync_all()
}

/// Deletes all backups but the newest; their names are in the order of their moments. What is no finished backup stays.
fn delete_older(folder: &Path, keep: usize) -> Result<Vec<String>, Failure> {
    let read = fs::read_dir(folder).map_err(|error| Failure::unwritable(folder, &error))?;
    let is_backup = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with(NAME) && name.ends_with('Z') && path.join(ABOUT).is_file()
    };
    let mut backups: Vec<PathBuf> = read.filter_map(|entry| Some(entry.ok()?.path())).filter(is_backup).collect();
    backups.sort();
    backups.truncate(backups.len().saturating_sub(keep));
    for backup in &backups {
        fs::remove_dir_all(backup).map_err(|error| Failure::unwritable(backup, &error))?;
    }
    Ok(backups.iter().map(|backup| backup.display().to_string()).collect())
}

fn in_the_way(path: &Path) -> Failure {
    Failure::refused("backup-there", format!("{}: is there already", path.display())).with("path", path.display().to_string())
}
