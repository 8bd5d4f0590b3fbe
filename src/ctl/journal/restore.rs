//! `croupierctl journal restore`: makes a data folder of a backup. What comes after it was made is lost, so a named person answers for it,
//! as for any journal that goes on without its newest records, and the journal records the name.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Args;
use serde_json::json;

use super::backup::{ACCESS, About, MIRROR, copy_access};
use super::decide;
use crate::ctl::Failure;
use crate::journal::{Head, Journal, Link, MirrorReader, Paths, copy_mirror};

/// Which backup, and where it is to be played on.
#[derive(Debug, Args)]
pub(crate) struct Restoring {
    /// The folder of one backup.
    backup: PathBuf,
    #[command(flatten)]
    decision: decide::Arguments,
}

/// Reads the backup through, copies it, makes the second copy from it, and records who decided. All is made beside its place and then put there,
/// so that one that was cut off leaves nothing that passes for a cabinet; the next one removes it.
pub(super) fn run(arguments: &Restoring) -> Result<String, Failure> {
    let place = &arguments.decision.place;
    place.require_owner()?;
    let (paths, marks) = (place.paths(), place.marks());
    let there = [&paths.journal, &paths.mirror, &place.access_file()].into_iter().find(|path| path.exists()).cloned();
    if let Some(path) = there.or_else(|| marks.made().or(marks.sign()).map(Path::to_owned)) {
        let path = path.display().to_string();
        let message = format!("{path}: a cabinet was in service here; a backup is restored to a place where none was");
        return Err(Failure::refused("journal-there", message).with("path", path));
    }
    let (about, head) = About::read(&arguments.backup)?;
    let mirror = arguments.backup.join(MIRROR);
    require_head(&mirror, head)?;
    // The people of the cabinet that was backed up: here nobody is known yet.
    let people = arguments.decision.people(&arguments.backup.join(ACCESS), &mirror)?;
    let made = Paths { journal: beside(&paths.journal), mirror: beside(&paths.mirror) };
    [&made.journal, &made.mirror].into_iter().try_for_each(|folder| clear(folder))?;
    let copied = copy_mirror(&mirror, &made.mirror)?;
    drop(Journal::open(&made)?);
    put(&made.mirror, &paths.mirror)?;
    put(&made.journal, &paths.journal)?;
    copy_access(&arguments.backup.join(ACCESS), &place.access_file())?;
    decide::go_on_from(&people, &marks, &paths, (copied, copied))?;
    let restored = json!({
        "from": copied.to_string(),
        "number": copied.number,
        "made_at": about.made_at,
        "release": about.release,
    });
    Ok(decide::line(&people, restored))
}

/// Where a folder is made before it is put into its place.
fn beside(folder: &Path) -> PathBuf {
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(".restoring");
    folder.with_file_name(name)
}

/// Removes what one that was cut off has left here, and makes the folder that it is made in.
fn clear(made: &Path) -> Result<(), Failure> {
    match fs::remove_dir_all(made) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(Failure::unwritable(made, &error)),
        _ => {}
    }
    let around = made.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(around).map_err(|error| Failure::unwritable(around, &error))
}

/// Puts what was made into its place, for good.
fn put(made: &Path, folder: &Path) -> Result<(), Failure> {
    let around = made.parent().filter(|around| *around != Path::new("")).unwrap_or(Path::new("."));
    let put = fs::rename(made, folder).and_then(|()| fs::File::open(around)?.sync_all());
    put.map_err(|error| Failure::unwritable(folder, &error))
}

/// The history in the backup must be the one that it says it is.
fn require_head(mirror: &Path, head: Head) -> Result<(), Failure> {
    let found = MirrorReader::open(mirror)?.read(head.number)?.as_ref().map(Link::head);
    if found == Some(head) {
        return Ok(());
    }
    let message = format!("{}: record {} is not the one with which the backup says that it ends", mirror.display(), head.number);
    Err(Failure::refused("bad-backup", message).with("number", head.number))
}
