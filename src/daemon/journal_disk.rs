//! How much room the journal and what is kept beside it take, and how much there is on their disks.

use std::fs;
use std::path::{Path, PathBuf};

use super::options::Options;
use crate::diagnostics::FIGURES_FILE;
use crate::journal::{MirrorReader, free_bytes};
use crate::model::JournalDiskView;

/// Where the journal and what is kept beside it lie.
pub(super) struct JournalDisk {
    data: PathBuf,
    store: PathBuf,
    mirror: PathBuf,
    milestones: PathBuf,
    figures: PathBuf,
}

impl JournalDisk {
    /// Of a daemon with these options.
    pub(super) fn of(options: &Options) -> Self {
        Self {
            data: options.data.clone(),
            store: options.paths().journal,
            mirror: options.mirror(),
            milestones: options.milestones().folder().to_owned(),
            figures: options.data.join(FIGURES_FILE),
        }
    }

    /// The folder of the mirror.
    pub(super) fn mirror(&self) -> &Path {
        &self.mirror
    }

    /// How it is now; nothing where a disk cannot be read.
    pub(super) fn look(&self) -> Option<JournalDiskView> {
        Some(JournalDiskView {
            store_bytes: bytes_in(&self.store),
            mirror_bytes: MirrorReader::open(&self.mirror).ok()?.bytes(),
            milestones_bytes: bytes_in(&self.milestones),
            figures_bytes: fs::metadata(&self.figures).map_or(0, |file| file.len()),
            free_bytes: free_bytes(&self.mirror).ok()?,
            data_free_bytes: free_bytes(&self.data).ok()?,
        })
    }
}

/// The lengths of all files in a folder together; what goes while it is looked at counts nothing.
fn bytes_in(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let bytes = |entry: fs::DirEntry| match entry.metadata() {
        Ok(found) if found.is_dir() => bytes_in(&entry.path()),
        Ok(found) => found.len(),
        Err(_) => 0,
    };
    entries.flatten().map(bytes).sum()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::journal::Journal;

    #[test]
    fn what_the_journal_takes_is_told_part_by_part() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let data = folder.path().to_str().expect("its name is text");
        let options = Options::parse_from(["croupierd", "--data", data]);
        let disk = JournalDisk::of(&options);
        assert_eq!(disk.look(), None, "there is no mirror yet");
        drop(Journal::open(&options.paths()).expect("a journal can be begun"));
        fs::create_dir(folder.path().join("milestones")).expect("a folder can be made");
        fs::write(folder.path().join("milestones/16384"), [0; 700]).expect("this disk can be written");
        fs::write(folder.path().join(FIGURES_FILE), [0; 30]).expect("this disk can be written");
        let seen = disk.look().expect("its disks can be read");
        assert_eq!((seen.milestones_bytes, seen.figures_bytes), (700, 30));
        assert_eq!(seen.store_bytes, bytes_in(&folder.path().join("journal")));
        assert!(seen.store_bytes > 0 && seen.mirror_bytes > 0, "{seen:?}");
    }
}
