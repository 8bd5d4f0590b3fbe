//! A damaged store is noted, and made anew from the mirror in steps that may be cut off anywhere: the next start takes them up.
//!
//! A store whose older entries are to go is made anew in the same way; it is no damaged one, and is removed instead of being set aside.
//!
//! The note `sled.damaged` lies beside the store. While it is there the store is taken for damaged. The new one is built in `sled.new`, the
//! damaged one is set aside, the note is removed, and the last step renames the new one into place. So without the note, and without a store,
//! `sled.new` is complete. Here never lives: the decision that a store is to be made anew, which is the table's.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::error::At;
use super::files::{remove_durably, set_aside_with_time, sync_directory, write_whole};
use super::mirror::MirrorReader;
use super::store::{Opened, SledStore, Store, sled_directory};
use super::{Head, JournalError, Link, Paths};

/// How many entries are copied at once.
const COPIED_AT_ONCE: usize = 256;

/// The first line of a note.
const TITLE: &str = "croupier damaged store 1";

/// Why a sound store is made anew, as its note says.
const TRIMMED: &str = "older records were removed from the mirror";

/// What is noted of a damaged store.
pub(super) struct Note {
    /// Where it is noted.
    pub(super) path: PathBuf,
    /// How the damage was noticed.
    pub(super) why: String,
    /// How far the journal had come; the start where the note cannot be read.
    pub(super) reached: Head,
}

/// A store that was made anew.
pub(super) struct Renewed {
    pub(super) store: SledStore,
    /// Entries that were copied from the mirror.
    pub(super) copied: u64,
    /// Where the damaged store was moved to, if there was one.
    pub(super) set_aside: Option<PathBuf>,
}

fn note_path(journal: &Path) -> PathBuf {
    journal.join("sled.damaged")
}

/// Where a store lies that is being removed.
pub(super) fn removed_directory(journal: &Path) -> PathBuf {
    journal.join("sled.removed")
}

fn new_directory(journal: &Path) -> PathBuf {
    journal.join("sled.new")
}

/// Notes durably that the store is damaged, of a journal that has come to `reached`.
pub(super) fn note(journal: &Path, why: &str, reached: Head) -> Result<(), JournalError> {
    write_whole(&note_path(journal), format!("{TITLE}\nreached {reached}\n{why}\n").as_bytes())
}

/// Notes it where this error tells of a damaged store. Where the note cannot be written, the next start has to find the damage itself.
pub(super) fn note_damage(journal: &Path, error: &JournalError, reached: Head) {
    if !error.tells_of_damaged_store() {
        return;
    }
    match note(journal, &error.to_string(), reached) {
        Ok(()) => tracing::error!(%error, "the store is damaged, which is noted: the next start makes it anew from the mirror"),
        Err(failed) => tracing::error!(%error, %failed, "the store is damaged, and that cannot be noted"),
    }
}

/// What is noted of the store; `None` where it is not known to be damaged. A note that cannot be read is one all the same.
pub(super) fn noted(journal: &Path) -> Option<Note> {
    let path = note_path(journal);
    let text = match fs::read(&path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(_) => String::new(),
    };
    let (reached, why) = parse(&text).unwrap_or_else(|| (Head::START, "it is noted as damaged".to_owned()));
    Some(Note { path, why, reached })
}

fn parse(text: &str) -> Option<(Head, String)> {
    let (reached, why) = text.strip_prefix(TITLE)?.strip_prefix("\nreached ")?.split_once('\n')?;
    Some((reached.parse().ok()?, why.trim_end().to_owned()))
}

/// Removes the note and what there is of a new store: the store is believed again, or is wholly gone.
pub(super) fn forget(journal: &Path) -> Result<(), JournalError> {
    remove_new(journal)?;
    remove_note(journal)
}

fn remove_note(journal: &Path) -> Result<(), JournalError> {
    remove_durably(&note_path(journal), |path| fs::remove_file(path))
}

fn remove_new(journal: &Path) -> Result<(), JournalError> {
    remove_durably(&new_directory(journal), |path| fs::remove_dir_all(path))
}

/// Takes the last step of a start that was cut off before it. A sound store that was being made anew is believed as it is.
pub(super) fn take_up(journal: &Path) -> Result<(), JournalError> {
    if noted(journal).is_some_and(|note| note.why == TRIMMED) {
        let (store, moved) = (sled_directory(journal), removed_directory(journal));
        if !store.exists() && moved.exists() {
            fs::rename(&moved, &store).at("rename", &moved)?;
            sync_directory(journal)?;
        }
        if store.exists() {
            forget(journal)?;
        }
    }
    let is_complete = new_directory(journal).exists() && !sled_directory(journal).exists() && !note_path(journal).exists();
    if is_complete {
        tracing::warn!("an earlier start made the store anew from the mirror and was cut off: the new store is put into place");
        put_into_place(journal)?;
    }
    if sled_directory(journal).exists()
        && let Err(error) = remove_durably(&removed_directory(journal), |path| fs::remove_dir_all(path))
    {
        tracing::warn!(%error, "what was left of an earlier store stays");
    }
    Ok(())
}

fn put_into_place(journal: &Path) -> Result<(), JournalError> {
    let path = new_directory(journal);
    fs::rename(&path, sled_directory(journal)).at("rename", &path)?;
    sync_directory(journal)
}

/// Makes the store anew from a mirror that was read through and ends with `end`. The store itself must be closed.
pub(super) fn renew(paths: &Paths, why: &str, end: Head) -> Result<Renewed, JournalError> {
    let journal = &paths.journal;
    if noted(journal).is_none() {
        note(journal, why, end)?;
    }
    let copied = build(paths)?;
    let set_aside = set_damaged_aside(journal)?;
    remove_note(journal)?;
    put_into_place(journal)?;
    Ok(Renewed { store: open(&sled_directory(journal))?, copied, set_aside })
}

/// Makes a sound store anew from a mirror that has fewer entries, and removes the former one. The store itself must be closed.
pub(super) fn renew_trimmed(paths: &Paths, end: Head) -> Result<SledStore, JournalError> {
    let journal = &paths.journal;
    note(journal, TRIMMED, end)?;
    build(paths)?;
    let removed = removed_directory(journal);
    fs::rename(sled_directory(journal), &removed).at("rename", &removed)?;
    sync_directory(journal)?;
    remove_note(journal)?;
    put_into_place(journal)?;
    take_up(journal)?;
    open(&sled_directory(journal))
}

/// Builds a complete, durable store in `sled.new`: how many entries it has.
fn build(paths: &Paths) -> Result<u64, JournalError> {
    remove_new(&paths.journal)?;
    let directory = new_directory(&paths.journal);
    let mut store = open(&directory)?;
    let copied = load_from_mirror(&mut store, &paths.mirror)?;
    store.close()?;
    sync_files(&directory)?;
    Ok(copied)
}

fn open(directory: &Path) -> Result<SledStore, JournalError> {
    match SledStore::open(directory)? {
        Opened::Sound(store) => Ok(store),
        Opened::Broken(why) => {
            let message = format!("a new store cannot be opened either: {why}");
            Err(JournalError::Sled { path: directory.to_owned(), message })
        }
    }
}

/// Not all files of sled are synced by sled.
fn sync_files(directory: &Path) -> Result<(), JournalError> {
    for item in fs::read_dir(directory).at("list", directory)? {
        let path = item.at("list", directory)?.path();
        File::open(&path).and_then(|file| file.sync_all()).at("sync", &path)?;
    }
    sync_directory(directory)
}

/// Moves the damaged store out of the way, under a name that says when it was noted.
fn set_damaged_aside(journal: &Path) -> Result<Option<PathBuf>, JournalError> {
    let (directory, note) = (sled_directory(journal), note_path(journal));
    if !directory.exists() {
        return Ok(None);
    }
    let when = fs::metadata(&note).and_then(|note| note.modified()).at("look at", &note)?;
    set_aside_with_time(&directory, when).map(Some)
}

/// Copies what the store lacks from the mirror, durably: how many entries.
pub(super) fn load_from_mirror(store: &mut SledStore, mirror: &Path) -> Result<u64, JournalError> {
    let mut copied = 0;
    let mut waiting = Vec::with_capacity(COPIED_AT_ONCE);
    let mirror = MirrorReader::open(mirror)?;
    if store.head() == Head::START && mirror.before() != Head::START {
        store.begin_after(mirror.before())?;
    }
    for link in mirror.range(store.head().number + 1, u64::MAX) {
        waiting.push(link?);
        if waiting.len() == COPIED_AT_ONCE {
            copied += load(store, &mut waiting)?;
        }
    }
    copied += load(store, &mut waiting)?;
    store.sync()?;
    Ok(copied)
}

fn load(store: &mut SledStore, waiting: &mut Vec<Link>) -> Result<u64, JournalError> {
    if waiting.is_empty() {
        return Ok(0);
    }
    store
        .head()
        .advance(waiting)
        .map_err(|number| JournalError::Refused { first_bad: number, why: "the mirror does not go on where the store ends".to_owned() })?;
    store.load(waiting)?;
    let copied = waiting.len() as u64;
    waiting.clear();
    Ok(copied)
}
