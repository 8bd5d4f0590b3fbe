//! The store on sled 0.34.
//!
//! What is known of sled shapes this file: its `flush` does not survive a power cut, so its file is synced here as well; it may
//! panic on damage, so every call is caught; and what it returns is believed only where the chain of hashes agrees.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::keys::{self, BLOCK, CHECKPOINT, COMMIT, FORMAT, PART_MOST, ROUNDS};
use super::rounds::{GROUP, Rounds};
use super::sled_reader::{Blocks, SledReader};
use super::{History, Store};
use crate::journal::ballast::{free_bytes, store_room};
use crate::journal::codec::{self, Reader};
use crate::journal::error::At;
use crate::journal::files::sync_directory;
use crate::journal::{Checkpoint, Hash, Head, JournalError, Link, block};

/// How this version lays out the store.
const FORMAT_VERSION: &[u8] = b"croupier journal 1";
/// The same, of a store whose older entries were removed; the head that its first one follows comes after it. A release that knows no such store
/// refuses it.
const FORMAT_AFTER: &[u8] = b"croupier journal 1 after ";
/// Bytes of pages that sled may keep in memory.
const CACHE_BYTES: u64 = 16 << 20;
/// Checkpoints that are kept.
const CHECKPOINTS: usize = 2;

/// How often, and after which pause, a store that is being closed is asked for again: five seconds in all.
const CLOSING_TRIES: u32 = 2_500;
const CLOSING_PAUSE: Duration = Duration::from_millis(2);

/// Entries in sled: the older ones packed in blocks, the newest ones single.
pub(in crate::journal) struct SledStore {
    reader: SledReader,
    /// sled's own file, for syncing.
    file: File,
    /// The newest entries, which are not in blocks yet; in memory as well as in sled.
    tail: Vec<Link>,
    /// The values that the tail is stored in, one for each commit: the number of its first entry, and its size in bytes.
    commits: Vec<(u64, usize)>,
    /// The head before the tail.
    packed: Head,
    /// The head before the first entry.
    before: Head,
}

/// What was found on opening.
pub(in crate::journal) enum Opened {
    /// A store whose end is proved to be sound; it may have no entries.
    Sound(SledStore),
    /// A store that cannot be opened or whose end does not agree with itself, and why.
    Broken(String),
}

/// Where sled's files are.
pub(in crate::journal) fn sled_directory(journal: &Path) -> PathBuf {
    journal.join("sled")
}

impl SledStore {
    /// Opens the store in `path`, which is created where it does not exist. What is wrong with what sled finds there is
    /// [`Opened::Broken`].
    ///
    /// # Errors
    /// Where the directory cannot be written at all, or the disk is full: then nothing is said about the store.
    pub(in crate::journal) fn open(path: &Path) -> Result<Opened, JournalError> {
        std::fs::create_dir_all(path).at("create", path)?;
        match Self::try_open(path) {
            Ok(store) => Ok(Opened::Sound(store)),
            Err(JournalError::Sled { message, .. }) => Ok(Opened::Broken(message)),
            Err(error @ JournalError::Damaged { .. }) => Ok(Opened::Broken(error.to_string())),
            Err(error) => Err(error),
        }
    }

    fn try_open(path: &Path) -> Result<Self, JournalError> {
        wait_until_closed(&path.join("db"))?;
        let config = sled::Config::new().path(path).flush_every_ms(None).cache_capacity(CACHE_BYTES);
        let db = guarded(path, || config.open())?;
        sync_directory(path)?;
        path.parent().map_or(Ok(()), sync_directory)?;
        let database = path.join("db");
        let file = File::open(&database).at("open", &database)?;
        let reader = SledReader { path: path.to_owned(), db };
        let mut store = Self { reader, file, tail: Vec::new(), commits: Vec::new(), packed: Head::START, before: Head::START };
        store.before = store.read_format()?;
        store.packed = store.last_block()?;
        store.read_tail()?;
        Ok(store)
    }

    /// Closes the store: when this returns sled writes no more, and its directory may be renamed.
    pub(in crate::journal) fn close(self) -> Result<(), JournalError> {
        let database = self.reader.path.join("db");
        drop(self);
        wait_until_closed(&database)
    }

    /// The number of the first entry of the last commit; `None` where it is in a block already, which is only while nothing is under way.
    pub(in crate::journal) fn last_commit(&self) -> Option<u64> {
        self.commits.last().map(|(first, _)| *first)
    }

    /// Marks a new store with its format, and refuses one of another format: the head that the first entry follows.
    fn read_format(&mut self) -> Result<Head, JournalError> {
        let key = keys::key(FORMAT, 0, 0);
        match guarded(&self.reader.path, || self.reader.db.get(key))? {
            Some(format) if format.as_ref() == FORMAT_VERSION => Ok(Head::START),
            Some(format) => {
                let before = format.strip_prefix(FORMAT_AFTER).and_then(|head| std::str::from_utf8(head).ok()?.parse().ok());
                before.ok_or_else(|| self.reader.broken("its format is of another version"))
            }
            None if self.reader.db.is_empty() => {
                guarded(&self.reader.path, || self.reader.db.insert(key, FORMAT_VERSION))?;
                self.sync().map(|()| Head::START)
            }
            None => Err(self.reader.broken("it holds something, but not the mark of a journal")),
        }
    }

    /// Lets a store that has no entry begin after `before`, durably.
    pub(in crate::journal) fn begin_after(&mut self, before: Head) -> Result<(), JournalError> {
        assert_eq!(self.head(), self.before, "only a store without an entry may begin elsewhere");
        let format = [FORMAT_AFTER, before.to_string().as_bytes()].concat();
        guarded(&self.reader.path, || self.reader.db.insert(keys::key(FORMAT, 0, 0), format))?;
        self.sync()?;
        (self.before, self.packed) = (before, before);
        Ok(())
    }

    /// The head at the end of the last block.
    fn last_block(&self) -> Result<Head, JournalError> {
        let Some(first) = self.reader.last_number(BLOCK, u64::MAX)? else { return Ok(self.before) };
        let (before, links) = self.reader.block(first)?;
        Ok(links.last().map_or(before, Link::head))
    }

    /// Reads the entries that are not in blocks, and proves that they follow the last block.
    fn read_tail(&mut self) -> Result<(), JournalError> {
        let mut values: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
        guarded(&self.reader.path, || {
            for part in self.reader.db.scan_prefix([COMMIT]) {
                let (key, bytes) = part?;
                values.entry(keys::number(&key).unwrap_or_default()).or_default().extend_from_slice(&bytes);
            }
            Ok(())
        })?;
        for (first, value) in values {
            let expected = self.head().number + 1;
            let links = decode_commit(first, &value).ok_or_else(|| self.reader.damaged(expected, "a commit does not read back"))?;
            self.head().advance(&links).map_err(|number| self.reader.damaged(number, "it does not follow the entry before it"))?;
            self.commits.push((first, value.len()));
            self.tail.extend(links);
        }
        Ok(())
    }

    /// How full the block is that the tail would make, in quarters.
    fn tail_quarters(&self) -> usize {
        let payload_bytes: usize = self.tail.iter().map(|link| link.entry.payload.len()).sum();
        (4 * self.tail.len() / block::ENTRIES_MOST).max(4 * payload_bytes / block::PAYLOAD_BYTES_MOST)
    }

    /// Adds to `batch` what turns the tail and the links `after` it into blocks, in one indivisible change.
    fn pack_tail(&self, batch: &mut sled::Batch, after: &[Link]) -> Result<(), JournalError> {
        for (first, length) in &self.commits {
            keys::remove(batch, COMMIT, *first, *length);
        }
        let links: Vec<Link> = self.tail.iter().chain(after).cloned().collect();
        self.insert_blocks(batch, self.packed, &links)
    }

    /// What was the tail, and perhaps more, is in blocks up to `packed`.
    fn tail_was_packed(&mut self, packed: Head) {
        self.packed = packed;
        self.tail.clear();
        self.commits.clear();
    }

    /// Adds `links` to `batch` as blocks, and notes their rounds.
    fn insert_blocks(&self, batch: &mut sled::Batch, mut previous: Head, mut links: &[Link]) -> Result<(), JournalError> {
        let mut groups: BTreeMap<u64, Rounds> = BTreeMap::new();
        while !links.is_empty() {
            let (now, later) = links.split_at(block::take(links));
            keys::insert(batch, BLOCK, previous.number + 1, &block::pack(previous, now));
            for link in now.iter().filter(|link| link.entry.round != 0) {
                let rounds = match groups.entry(link.entry.round / GROUP) {
                    Entry::Vacant(vacant) => vacant.insert(self.rounds(link.entry.round / GROUP)?),
                    Entry::Occupied(occupied) => occupied.into_mut(),
                };
                rounds.note(link.entry.round, link.entry.number);
            }
            previous = now.last().map_or(previous, Link::head);
            links = later;
        }
        for (group, rounds) in groups {
            keys::insert(batch, ROUNDS, group, &rounds.encode());
        }
        Ok(())
    }

    fn rounds(&self, group: u64) -> Result<Rounds, JournalError> {
        let value = self.reader.value(ROUNDS, group)?;
        Rounds::decode(&value).ok_or_else(|| self.reader.broken("the index of rounds does not read back"))
    }

    fn apply(&self, batch: sled::Batch) -> Result<(), JournalError> {
        guarded(&self.reader.path, || self.reader.db.apply_batch(batch))
    }

    /// What was read of a checkpoint, if it could be: one that cannot be read is as good as none, for the journal itself holds
    /// everything.
    fn believed<T>(&self, read: Result<T, JournalError>) -> Option<T> {
        read.inspect_err(|error| tracing::warn!(path = %self.reader.path.display(), %error, "a checkpoint cannot be read")).ok()
    }
}

impl Store for SledStore {
    fn head(&self) -> Head {
        self.tail.last().map_or(self.packed, Link::head)
    }

    fn before(&self) -> Head {
        self.before
    }

    fn room(&self) -> Result<(), JournalError> {
        store_room(&self.reader.path, free_bytes(&self.reader.path)?)
    }

    fn append(&mut self, links: &[Link]) -> Result<(), JournalError> {
        let pack = self.tail_quarters() >= 4;
        let first = self.head().number + 1;
        let value = encode_commit(links);
        if pack || value.len() > PART_MOST {
            let mut batch = sled::Batch::default();
            if pack {
                self.pack_tail(&mut batch, &[])?;
            }
            keys::insert(&mut batch, COMMIT, first, &value);
            self.apply(batch)?;
        } else {
            // One value needs no batch, and a batch costs a wait for the disk more: sled writes the head of it by itself.
            guarded(&self.reader.path, || self.reader.db.insert(keys::key(COMMIT, first, 0), value.as_slice()))?;
        }
        self.sync()?;
        if pack {
            self.tail_was_packed(self.head());
        }
        self.commits.push((first, value.len()));
        self.tail.extend_from_slice(links);
        Ok(())
    }

    fn prepare(&mut self) -> Result<(), JournalError> {
        if self.tail_quarters() < 3 {
            return Ok(());
        }
        self.load(&[])?;
        self.sync()
    }

    fn load(&mut self, links: &[Link]) -> Result<(), JournalError> {
        let mut batch = sled::Batch::default();
        self.pack_tail(&mut batch, links)?;
        self.apply(batch)?;
        self.tail_was_packed(links.last().map_or(self.head(), Link::head));
        Ok(())
    }

    fn sync(&mut self) -> Result<(), JournalError> {
        guarded(&self.reader.path, || self.reader.db.flush())?;
        self.file.sync_data().at("sync", &self.reader.path)
    }

    fn history(&self) -> History {
        Box::new(Blocks::new(self.reader.clone(), self.before, self.packed))
    }

    fn run(&self, number: u64) -> Result<Vec<Link>, JournalError> {
        if number <= self.before.number || number > self.head().number {
            return Ok(Vec::new());
        }
        if number > self.packed.number {
            return Ok(self.tail.iter().filter(|link| link.entry.number >= number).cloned().collect());
        }
        let missing = || self.reader.damaged(number, "no block holds it");
        let first = self.reader.last_number(BLOCK, number)?.ok_or_else(missing)?;
        let (_, mut links) = self.reader.block(first)?;
        links.retain(|link| link.entry.number >= number);
        if links.is_empty() { Err(missing()) } else { Ok(links) }
    }

    fn round(&self, round: u64) -> Result<Option<(u64, u64)>, JournalError> {
        if round == 0 {
            return Ok(None);
        }
        let mut rounds = self.rounds(round / GROUP)?;
        for link in self.tail.iter().filter(|link| link.entry.round == round) {
            rounds.note(round, link.entry.number);
        }
        Ok(rounds.get(round))
    }

    fn keep_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), JournalError> {
        let mut batch = sled::Batch::default();
        let mut older: BTreeMap<u64, Vec<sled::IVec>> = BTreeMap::new();
        guarded(&self.reader.path, || {
            for key in self.reader.db.scan_prefix([CHECKPOINT]).keys() {
                let key = key?;
                older.entry(keys::number(&key).unwrap_or_default()).or_default().push(key);
            }
            Ok(())
        })?;
        let again = older.remove(&checkpoint.head.number).into_iter().flatten();
        let forgotten = older.into_values().rev().skip(CHECKPOINTS - 1).flatten();
        again.chain(forgotten).for_each(|key| batch.remove(key));
        keys::insert(&mut batch, CHECKPOINT, checkpoint.head.number, &checkpoint.encode());
        self.apply(batch)?;
        self.sync()
    }

    fn checkpoints(&self) -> Vec<Checkpoint> {
        let mut found = Vec::new();
        let mut most = Some(u64::MAX);
        while let Some(number) = most.and_then(|most| self.believed(self.reader.last_number(CHECKPOINT, most)).flatten()) {
            found.extend(self.believed(self.reader.value(CHECKPOINT, number)).and_then(|value| Checkpoint::decode(&value)));
            most = number.checked_sub(1);
        }
        found
    }
}

/// The entries of a commit as a value: of each its hash, then the entry.
fn encode_commit(links: &[Link]) -> Vec<u8> {
    let mut value = Vec::new();
    for link in links {
        value.extend(link.hash.0);
        codec::put_entry(&mut value, &link.entry);
    }
    value
}

/// The entries in a value; whether the hashes are right is the chain's question.
fn decode_commit(first: u64, value: &[u8]) -> Option<Vec<Link>> {
    let mut reader = Reader::new(value);
    let mut links = Vec::new();
    while !reader.is_empty() {
        let hash = Hash(reader.array()?);
        let entry = reader.entry(first.checked_add(links.len() as u64)?)?;
        links.push(Link { entry, hash });
    }
    (!links.is_empty()).then_some(links)
}

/// Waits until a store that this process has just dropped has let go of its file: sled finishes on threads of its own. No other
/// process can have it, because the journal's lock is held.
fn wait_until_closed(database: &Path) -> Result<(), JournalError> {
    let Ok(file) = File::open(database) else { return Ok(()) };
    for _ in 0..CLOSING_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(CLOSING_PAUSE),
            Err(TryLockError::Error(source)) => return Err(source).at("lock", database),
        }
    }
    Err(JournalError::Locked { path: database.to_owned() })
}

/// Does something with sled, and turns its errors and its panics into an error that names the path.
pub(super) fn guarded<T>(path: &Path, work: impl FnOnce() -> sled::Result<T>) -> Result<T, JournalError> {
    let failed = |message: String| JournalError::Sled { path: path.to_owned(), message };
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(sled::Error::Io(source))) if tells_of_damage(source.kind()) => Err(failed(source.to_string())),
        Ok(Err(sled::Error::Io(source))) => Err(source).at("use", path),
        Ok(Err(error)) => Err(failed(error.to_string())),
        Err(panic) => {
            let said = panic.downcast_ref::<String>().cloned().or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            Err(failed(format!("it panicked: {}", said.unwrap_or_default())))
        }
    }
}

/// Whether an error of the operating system's kind comes from what stands in sled's files, not from the disk they are on.
fn tells_of_damage(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::UnexpectedEof | ErrorKind::InvalidData | ErrorKind::InvalidInput)
}
