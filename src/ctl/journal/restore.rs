//! `croupierctl journal restore`: makes a data folder of a backup. What comes after it was made is lost, so a named person answers for it,
//! as for any journal that goes on without its newest records, and the journal records the name.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::backup::{ACCESS, About, MIRROR, copy_access};
use super::decide;
use crate::ctl::Failure;
use crate::journal::{Head, Journal, Link, MirrorReader, copy_mirror};
use crate::model::JournalStep;

/// Which backup, and where it is to be played on.
#[derive(Debug, Args)]
pub(crate) struct Restoring {
    /// The folder of one backup.
    backup: PathBuf,
    #[command(flatten)]
    decision: decide::Arguments,
}

/// Reads the backup through, copies it, makes the second copy from it, and records who decided.
pub(super) fn run(arguments: &Restoring) -> Result<String, Failure> {
    let place = &arguments.decision.place;
    let (paths, marks) = (place.paths(), place.marks());
    let there = [&paths.journal, &paths.mirror, &place.access_file()].into_iter().find(|path| path.exists()).cloned();
    if let Some(path) = there.or_else(|| marks.sign().map(Path::to_owned)) {
        let path = path.display().to_string();
        let message = format!("{path}: a cabinet was in service here; a backup is restored to a place where none was");
        return Err(Failure::refused("journal-there", message).with("path", path));
    }
    let (about, head) = About::read(&arguments.backup)?;
    let mirror = arguments.backup.join(MIRROR);
    require_head(&mirror, head)?;
    let data = paths.mirror.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(data).map_err(|error| Failure::unwritable(data, &error))?;
    let copied = copy_mirror(&mirror, &paths.mirror)?;
    copy_access(&arguments.backup.join(ACCESS), &place.access_file())?;
    drop(Journal::open(&paths)?);
    decide::decide(&arguments.decision, &marks, JournalStep::GoOn, copied, copied)?;
    let answer = json!({
        "by": arguments.decision.by,
        "from": copied.to_string(),
        "number": copied.number,
        "made_at": about.made_at,
        "release": about.release,
    });
    Ok(format!("{answer}\n"))
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
