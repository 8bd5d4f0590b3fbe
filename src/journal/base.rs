//! The base: the state after which a journal goes on whose older records were exported and removed.
//!
//! It is kept in a file of its own beside each of the two copies, durable before the first record is removed. Where one of the two is
//! lost, a start makes it anew from the other. Without a base a journal goes on from its first record. Here never lives: the decision which
//! records are removed.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::checkpoint::Checkpoint;
use super::error::At;
use super::files::{Lock, remove_durably, set_aside, write_whole};
use super::mirror::MirrorReader;
use super::{Hash, Head, JournalError, Paths};

/// What takes the place of the records that were removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// The hash of the journal's very first record, by which others know the journal.
    pub origin: Hash,
    /// Whether the removed records left the two-person rule on.
    pub asks_for_two: bool,
    /// The state after the last record that was removed.
    pub state: Checkpoint,
}

impl Base {
    /// The head of the last record that was removed.
    #[must_use]
    pub const fn head(&self) -> Head {
        self.state.head
    }

    /// The SHA-256 of all of it but the head.
    #[must_use]
    pub fn sha256(&self) -> [u8; 32] {
        Sha256::digest(self.body()).into()
    }

    fn body(&self) -> Vec<u8> {
        [&self.origin.0[..], &[u8::from(self.asks_for_two)], &self.state.bytes].concat()
    }

    fn encode(&self) -> Vec<u8> {
        Checkpoint { head: self.head(), bytes: self.body() }.encode()
    }

    fn decode(whole: &[u8]) -> Option<Self> {
        let Checkpoint { head, bytes } = Checkpoint::decode(whole)?;
        let (origin, rest) = bytes.split_first_chunk::<32>()?;
        let (asks_for_two, state) = rest.split_first()?;
        Some(Self { origin: Hash(*origin), asks_for_two: *asks_for_two == 1, state: Checkpoint { head, bytes: state.to_vec() } })
    }
}

/// The file's name.
const BASE: &str = "base";

fn path(folder: &Path) -> PathBuf {
    folder.join(BASE)
}

/// The base in this folder; `None` where there is none.
///
/// # Errors
/// [`JournalError::Damaged`] where it does not read back as it was written.
pub(super) fn read(folder: &Path) -> Result<Option<Base>, JournalError> {
    let path = path(folder);
    let whole = match fs::read(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        read => read.at("read", &path)?,
    };
    let message = || format!("{} does not read back as it was written", path.display());
    Base::decode(&whole).map(Some).ok_or_else(|| JournalError::Damaged { copy: "the base", number: 1, message: message() })
}

/// The entries up to `removed` are not there, and in this folder lies no state in their place.
pub(super) fn missing(removed: Head, folder: &Path) -> JournalError {
    let message = format!(
        "the entries up to this one are missing. If they were removed on purpose, the file `base` in {} stood for them: put it back. If not, that copy has lost them",
        folder.display()
    );
    JournalError::Damaged { copy: "the base", number: removed.number, message }
}

/// Writes the base into this folder, durably.
///
/// # Errors
/// [`JournalError::Io`] where it cannot be written; then a base that was there is as it was.
pub(super) fn write(folder: &Path, base: &Base) -> Result<(), JournalError> {
    write_whole(&path(folder), &base.encode())
}

/// The base of a journal: the newer of those that lie beside both copies; `None` where there is none.
///
/// # Errors
/// [`JournalError::Damaged`] where one is damaged and there is no other; [`JournalError::Refused`] where they contradict each other.
pub(super) fn of(paths: &Paths) -> Result<Option<Base>, JournalError> {
    let [store, mirror] = [&paths.journal, &paths.mirror].map(|folder| read(folder));
    match (store, mirror) {
        (Ok(Some(store)), Ok(Some(mirror))) if store.head().number == mirror.head().number && store != mirror => {
            let why = format!("{} and {} contradict each other", path(&paths.journal).display(), path(&paths.mirror).display());
            Err(JournalError::Refused { first_bad: store.head().number, why })
        }
        (Ok(Some(store)), Ok(Some(mirror))) => Ok(Some(if store.head().number > mirror.head().number { store } else { mirror })),
        (Ok(Some(base)), _) | (_, Ok(Some(base))) => Ok(Some(base)),
        (Err(error), _) | (_, Err(error)) => Err(error),
        (Ok(None), Ok(None)) => Ok(None),
    }
}

/// Lays the base of this journal beside both copies, where it is not: whether it lies beside both now.
pub(super) fn is_beside_both(paths: &Paths, base: &Base) -> bool {
    let lies_in = |folder: &PathBuf| {
        if matches!(read(folder), Ok(Some(found)) if found == *base) {
            return true;
        }
        tracing::warn!(folder = %folder.display(), number = base.head().number, "the base that the journal goes on from is written anew here");
        write(folder, base).inspect_err(|error| tracing::warn!(%error, "it cannot be written, and lies beside one copy alone")).is_ok()
    };
    [&paths.journal, &paths.mirror].map(lies_in) == [true, true]
}

/// Lays another base beside both copies, or leaves what was there.
///
/// # Errors
/// [`JournalError::Io`] where it cannot be written; [`JournalError::Damaged`] where the former one cannot be read.
pub(super) fn replace(paths: &Paths, base: &Base) -> Result<(), JournalError> {
    let former = of(paths)?;
    write(&paths.journal, base)?;
    write(&paths.mirror, base).inspect_err(|_| {
        let undone = match &former {
            Some(former) => write(&paths.journal, former),
            None => remove_durably(&path(&paths.journal), |path| fs::remove_file(path)),
        };
        undone.unwrap_or_else(|error| tracing::error!(%error, "a base that nothing was removed for lies beside the store"));
    })
}

/// Sets aside what lies as a base beside either copy and is none of this mirror, by a person's decision to go on from it.
///
/// # Errors
/// [`JournalError::Locked`] where the daemon has the journal; [`JournalError::Io`] where one cannot be read or moved.
pub fn set_other_bases_aside(paths: &Paths) -> Result<Vec<PathBuf>, JournalError> {
    let _locks = [Lock::take(&paths.journal)?, Lock::take(&paths.mirror)?];
    let mirror = MirrorReader::open(&paths.mirror)?;
    let is_other = |folder: &Path| match read(folder) {
        Ok(Some(base)) => mirror.has(base.head()).map(|has| !has),
        Ok(None) => Ok(false),
        Err(JournalError::Damaged { .. }) => Ok(true),
        Err(error) => Err(error),
    };
    let mut aside = Vec::new();
    for folder in [&paths.journal, &paths.mirror] {
        if is_other(folder)? {
            aside.push(set_aside(&path(folder))?);
        }
    }
    Ok(aside)
}

/// Sets the base aside beside both copies, of a journal that is given up.
pub(super) fn set_both_aside(paths: &Paths) -> Result<Vec<PathBuf>, JournalError> {
    let there = [&paths.journal, &paths.mirror].map(|folder| path(folder)).into_iter().filter(|path| path.exists());
    there.map(|path| set_aside(&path)).collect()
}
