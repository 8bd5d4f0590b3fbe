//! The journal as the daemon uses it: append, read, checkpoint.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use super::ballast::{self, free_bytes};
use super::base;
use super::files::Lock;
use super::mark::{Known, Marker, Marks};
use super::mirror::{MirrorReader, MirrorWriter, frame_bytes};
use super::recovery::{Recovered, recover};
use super::renewal;
use super::signing::Signer;
use super::store::Store;
use super::trimming::has_come_about;
use super::unproved;
use super::{Base, Checkpoint, Entry, Hash, Head, History, JournalError, Link, PAYLOAD_MOST, Paths, Recovery};
use crate::model::JournalDecision;

/// How many calls of [`Journal::prepare`] pass after one that failed: a disk that is nearly full is not filled and freed without end.
const PAUSE_AFTER_FAILURE: u32 = 25;

/// How many entries are read from the mirror at once where the store cannot be read.
const FROM_MIRROR_AT_ONCE: u64 = 256;

/// An open journal. There is one for a directory at a time, in all processes.
pub struct Journal {
    store: Box<dyn Store>,
    mirror: MirrorThread,
    head: Head,
    /// The failure that stopped it.
    stopped: Option<String>,
    /// Whether the store had no room when it was to be prepared last.
    lacks_room: bool,
    paths: Paths,
    marker: Option<Marker>,
    /// A person's decision about this journal that it does not hold yet.
    decision: Option<JournalDecision>,
    /// The record after which others may be missing that nobody can tell of, until that is recorded.
    unproved_after: Option<u64>,
    _locks: [Lock; 2],
}

impl Journal {
    /// Opens a journal that no mark watches over, as [`Journal::open_marked`] does.
    ///
    /// # Errors
    /// As there.
    pub fn open(paths: &Paths) -> Result<(Self, Recovery), JournalError> {
        Self::open_marked(paths, &Marks::none())
    }

    /// Opens the journal, compares its two copies and repairs what can be repaired. Only ends are read, so the time does not
    /// depend on how long the journal is, except where a copy must be rebuilt. From now on the marks follow it, and its head is signed now and then.
    ///
    /// # Errors
    /// [`JournalError::Locked`] where another process has it; [`JournalError::Refused`] where the copies contradict each other or
    /// are both damaged; [`JournalError::Damaged`] where the store must be made anew and the mirror is damaged in its history;
    /// [`JournalError::NotAsMarked`] where records are missing that the marks know of, and then nothing is changed, or where this is not the
    /// journal that the cabinet has signed; others where the disk refuses.
    pub fn open_marked(paths: &Paths, marks: &Marks) -> Result<(Self, Recovery), JournalError> {
        let locks = [Lock::take(&paths.journal)?, Lock::take(&paths.mirror)?];
        let ballast = ballast::prepare(&paths.journal, free_bytes(&paths.journal)?)?;
        let known = Known::read(marks).heeding(renewal::noted(&paths.journal));
        let Recovered { store, mirror, mut report } = recover(paths, &known)?;
        report.ballast = Some(ballast);
        let mut signer = Signer::of(marks, &paths.mirror);
        if let Some(signer) = &mut signer
            && !known.check_signed(signer.newest(), store.head(), |number| Ok(store.run(number)?.into_iter().next()))?
        {
            signer.begin_anew()?;
        }
        marks.make(store.head())?;
        let journal = Self {
            head: store.head(),
            marker: Marker::start(marks, store.head(), signer),
            decision: known.decision().filter(|decision| has_come_about(decision, paths)).cloned(),
            unproved_after: report.unproved_after,
            store: Box::new(store),
            mirror: MirrorThread::start(mirror),
            stopped: None,
            lacks_room: false,
            paths: paths.clone(),
            _locks: locks,
        };
        Ok((journal, report))
    }

    /// Where the journal's files are.
    #[must_use]
    pub fn paths(&self) -> &Paths {
        &self.paths
    }

    /// The last entry's number and hash.
    #[must_use]
    pub fn head(&self) -> Head {
        self.head
    }

    /// The head that the first entry of the store follows: the start, unless older ones were removed.
    #[must_use]
    pub fn before(&self) -> Head {
        self.store.before()
    }

    /// Makes sure that both copies have room for these entries in one commit, for which the mirror now and then takes a new file. Where it
    /// fails nothing was written of them anywhere, and it may be tried again until it succeeds; only then may anything be appended.
    ///
    /// # Errors
    /// What the disk or the system says.
    pub fn make_room(&mut self, entries: &[Entry]) -> Result<(), JournalError> {
        // A journal that has stopped says so when something is appended.
        if entries.is_empty() || self.stopped.is_some() {
            return Ok(());
        }
        self.store.room()?;
        self.mirror.make_room(frame_bytes(entries))
    }

    /// Appends entries together; they are durable in both copies when this returns, and either all of them are or none.
    /// Blocks for as long as the disk takes.
    ///
    /// # Errors
    /// [`JournalError::NotNext`] and [`JournalError::TooLarge`] change nothing. After any other error nothing more can be
    /// appended ([`JournalError::Stopped`]): a failed write is never tried again, because what reached the disk is unknown.
    pub fn append(&mut self, entries: Vec<Entry>) -> Result<Head, JournalError> {
        if let Some(because) = &self.stopped {
            return Err(JournalError::Stopped { because: because.clone() });
        }
        let links = chain(self.head, entries)?;
        let Some(last) = links.last().map(Link::head) else { return Ok(self.head) };
        let links = Arc::new(links);
        let begun = self.mirror.begin(Job::Commit(Arc::clone(&links)));
        let in_store = self.store.append(&links);
        // The mirror's answer is waited for no matter what the store says: nothing may be under way when this returns.
        let in_mirror = if begun { self.mirror.finish() } else { Err(gone()) };
        in_store.and(in_mirror).inspect_err(|error| self.stop(error))?;
        self.head = last;
        if let Some(marker) = &mut self.marker {
            marker.reached(last);
        }
        Ok(last)
    }

    /// What [`Recovery::unproved_after`] says, until [`Journal::start_is_recorded`].
    #[must_use]
    pub const fn unproved_after(&self) -> Option<u64> {
        self.unproved_after
    }

    /// What a person has decided about this journal, until [`Journal::start_is_recorded`].
    #[must_use]
    pub fn decision(&self) -> Option<&JournalDecision> {
        self.decision.as_ref()
    }

    /// What this start found stands in the journal: that its end is unproved need not be noted any more, and a person's decision need not stand in
    /// the marks.
    ///
    /// # Errors
    /// Where a note or a mark cannot be written; then the next start records it once more.
    pub fn start_is_recorded(&mut self) -> Result<(), JournalError> {
        self.unproved_after = None;
        unproved::forget(&self.paths.journal)?;
        match (self.decision.take(), &self.marker) {
            (Some(_), Some(marker)) => marker.decision_is_recorded(),
            _ => Ok(()),
        }
    }

    /// Makes room in the mirror for what is to come and packs what the store holds singly, so that no commit has to: to be called
    /// now and then while nothing waits to be appended. Room that cannot be made is tried again later, at the latest by
    /// [`Journal::make_room`]; anything else that goes wrong is the error of the next [`Journal::append`].
    pub fn prepare(&mut self) {
        if self.stopped.is_some() {
            return;
        }
        self.mirror.prepare();
        if self.store_has_room()
            && let Err(error) = self.store.prepare()
        {
            self.stop(&error);
        }
    }

    /// Whether the store may be prepared: a write that finds no room is the end of it until the next start, so none is begun. It is said once
    /// that there is no room, and once that there is again.
    fn store_has_room(&mut self) -> bool {
        let room = self.store.room();
        match (&room, self.lacks_room) {
            (Err(error), false) => tracing::warn!(%error, "the store cannot be packed ahead of time; it is tried again"),
            (Ok(()), true) => tracing::info!("there is room for the store again"),
            _ => {}
        }
        self.lacks_room = room.is_err();
        room.is_ok()
    }

    /// Nothing more is written after this error. Damage of the store is noted, for the next start to make it anew.
    fn stop(&mut self, error: &JournalError) {
        renewal::note_damage(&self.paths.journal, error, self.head);
        self.stopped = Some(error.to_string());
        self.marker.iter().for_each(Marker::fail);
    }

    /// Puts another store in the place of this one, which is handed out.
    #[cfg(test)]
    pub(super) fn use_store(&mut self, store: Box<dyn Store>) -> Box<dyn Store> {
        std::mem::replace(&mut self.store, store)
    }

    /// The link with this number; `None` beyond the head, and where it was removed.
    ///
    /// # Errors
    /// [`JournalError::Damaged`] where it does not read back as it was written.
    pub fn read(&self, number: u64) -> Result<Option<Link>, JournalError> {
        Ok(self.run(number)?.into_iter().next())
    }

    /// The state from which the journal goes on where older records were removed; `None` where it has its first record.
    ///
    /// # Errors
    /// [`JournalError::Damaged`] where it does not read back as it was written.
    pub fn base(&self) -> Result<Option<Base>, JournalError> {
        if self.store.before() == Head::START { Ok(None) } else { base::of(&self.paths) }
    }

    /// The hash of the very first record, which names the journal for ever; `None` where it is empty.
    ///
    /// # Errors
    /// Where the first record, or what has taken its place, cannot be read.
    pub fn origin(&self) -> Result<Option<Hash>, JournalError> {
        match self.base()? {
            Some(base) => Ok(Some(base.origin)),
            None => Ok(self.read(1)?.map(|link| link.hash)),
        }
    }

    /// The links from `from` to `to`, both included, as far as there are any; each is proved to follow the one before it. Memory
    /// use does not depend on how many.
    #[must_use]
    pub fn range(&self, from: u64, to: u64) -> Run<'_> {
        let first = self.store.before().number + 1;
        Run { journal: self, next: from.max(first), to, before: None, waiting: Vec::new().into_iter() }
    }

    /// Links from `number` on that lie together: from the store, or where the store is damaged from the mirror.
    fn run(&self, number: u64) -> Result<Vec<Link>, JournalError> {
        self.store.run(number).or_else(|error| {
            tracing::warn!(number, %error, "reading from the mirror; rebuild the store when the table is closed");
            let links = MirrorReader::open(&self.paths.mirror)?.range(number, number.saturating_add(FROM_MIRROR_AT_ONCE - 1));
            let links: Vec<Link> = links.collect::<Result<_, _>>()?;
            if links.is_empty() { Err(error) } else { Ok(links) }
        })
    }

    /// The history of both copies as far as the journal has come, to be read through beside it.
    ///
    /// # Errors
    /// [`JournalError::Io`] where the mirror cannot be opened.
    pub fn history(&self) -> Result<History, JournalError> {
        let (before, mirror) = (self.store.before(), MirrorReader::open(&self.paths.mirror)?);
        // A mirror that begins elsewhere has lost its beginning, and is read as one that differs.
        let removed = base::of(&self.paths)?.map_or(Head::START, |base| base.head());
        let begins = if [Head::START, before, removed].contains(&mirror.before()) { mirror.before() } else { before };
        Ok(History::new([before, begins], self.head, self.store.history(), &mirror))
    }

    /// The links of a round, in order.
    ///
    /// # Errors
    /// As [`Journal::read`].
    pub fn of_round(&self, round: u64) -> Result<Vec<Link>, JournalError> {
        let Some((first, last)) = self.store.round(round)? else { return Ok(Vec::new()) };
        self.range(first, last).filter(|link| link.as_ref().map_or(true, |link| link.entry.round == round)).collect()
    }

    /// Keeps a state as the checkpoint after the newest entry. The two newest checkpoints are kept.
    ///
    /// # Errors
    /// [`JournalError::NoRoom`] changes nothing; others as [`Journal::append`].
    pub fn checkpoint(&mut self, bytes: Vec<u8>) -> Result<(), JournalError> {
        if let Some(because) = &self.stopped {
            return Err(JournalError::Stopped { because: because.clone() });
        }
        self.store.room()?;
        let checkpoint = Checkpoint { head: self.head, bytes };
        self.store.keep_checkpoint(&checkpoint).inspect_err(|error| self.stop(error))
    }

    /// The checkpoints that can be believed, newest first: they read back as they were written, and name an entry of this
    /// journal by its hash.
    ///
    /// # Errors
    /// As [`Journal::read`].
    pub fn checkpoints(&self) -> Result<Vec<Checkpoint>, JournalError> {
        let mut believed = Vec::new();
        for checkpoint in self.store.checkpoints() {
            let head = checkpoint.head;
            if head == Head::START || self.read(head.number)?.is_some_and(|link| link.head() == head) {
                believed.push(checkpoint);
            }
        }
        Ok(believed)
    }
}

/// The entries as links that follow `head`.
fn chain(mut head: Head, entries: Vec<Entry>) -> Result<Vec<Link>, JournalError> {
    let mut links = Vec::with_capacity(entries.len());
    for entry in entries {
        if entry.number != head.number + 1 {
            return Err(JournalError::NotNext { given: entry.number, head: head.number });
        }
        if entry.payload.len() > PAYLOAD_MOST {
            return Err(JournalError::TooLarge { number: entry.number, bytes: entry.payload.len() });
        }
        let link = head.link(entry);
        head = link.head();
        links.push(link);
    }
    Ok(links)
}

/// Links in order, read a block at a time.
pub struct Run<'a> {
    journal: &'a Journal,
    next: u64,
    to: u64,
    before: Option<Head>,
    waiting: std::vec::IntoIter<Link>,
}

impl Run<'_> {
    fn step(&mut self) -> Result<Option<Link>, JournalError> {
        if self.next > self.to {
            return Ok(None);
        }
        if self.waiting.len() == 0 {
            self.waiting = self.journal.run(self.next)?.into_iter();
        }
        let Some(link) = self.waiting.next() else { return Ok(None) };
        if self.before.is_some_and(|before| !before.is_followed_by(&link)) {
            let message = "it does not follow the entry before it".to_owned();
            return Err(JournalError::Damaged { copy: "the journal", number: self.next, message });
        }
        self.before = Some(link.head());
        self.next += 1;
        Ok(Some(link))
    }
}

impl Iterator for Run<'_> {
    type Item = Result<Link, JournalError>;

    fn next(&mut self) -> Option<Self::Item> {
        let step = self.step();
        if step.is_err() {
            self.next = u64::MAX;
            self.to = 0;
        }
        step.transpose()
    }
}

/// What the mirror's thread is to do.
enum Job {
    /// Write these, and answer.
    Commit(Arc<Vec<Link>>),
    /// Go on in a segment that has room for so many bytes, and answer.
    NextSegment(u64),
    /// Make room; there is no answer.
    Prepare,
}

/// How many bytes of frames still go into the segment, or what went wrong.
type Answer = Result<u64, JournalError>;

/// The mirror on a thread of its own, so that both copies are written and synced at the same time.
struct MirrorThread {
    jobs: Option<SyncSender<Job>>,
    answers: Receiver<Answer>,
    /// How many bytes of frames still go into the segment.
    room: u64,
    thread: Option<JoinHandle<()>>,
}

impl MirrorThread {
    fn start(mut mirror: MirrorWriter) -> Self {
        let (jobs, orders) = sync_channel(1);
        let (answer, answers) = sync_channel(1);
        let room = mirror.room();
        let work = move || {
            let mut pause = 0;
            for job in orders {
                let done = match job {
                    Job::Prepare => {
                        prepare(&mut mirror, &mut pause);
                        continue;
                    }
                    Job::NextSegment(bytes) => mirror.next_segment(bytes),
                    Job::Commit(links) => mirror.commit(&links),
                };
                if answer.send(done.map(|()| mirror.room())).is_err() {
                    return;
                }
            }
        };
        let thread = std::thread::Builder::new().name("mirror".to_owned()).spawn(work).expect("a program can start one more thread");
        Self { jobs: Some(jobs), answers, room, thread: Some(thread) }
    }

    /// Waits until there is room for a frame of so many bytes.
    fn make_room(&mut self, bytes: u64) -> Result<(), JournalError> {
        // A thread that is gone is what the next commit fails by.
        if bytes <= self.room || !self.begin(Job::NextSegment(bytes)) { Ok(()) } else { self.finish() }
    }

    /// Begins a job that is answered; [`MirrorThread::finish`] must follow. Says whether there is somebody to do it.
    fn begin(&self, job: Job) -> bool {
        self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok())
    }

    /// Lets it make room, and waits for nothing: where it is gone, or still busy, there is nothing to prepare.
    fn prepare(&self) {
        if let Some(jobs) = &self.jobs {
            drop(jobs.try_send(Job::Prepare));
        }
    }

    /// Waits until what was begun is done, a commit durable.
    fn finish(&mut self) -> Result<(), JournalError> {
        self.room = self.answers.recv().unwrap_or_else(|_| Err(gone()))?;
        Ok(())
    }
}

/// Makes room ahead of time, unless that failed a moment ago.
fn prepare(mirror: &mut MirrorWriter, pause: &mut u32) {
    *pause = pause.saturating_sub(1);
    if *pause > 0 {
        return;
    }
    if let Err(error) = mirror.prepare() {
        tracing::warn!(%error, "the mirror's next segment cannot be made ahead of time; it is tried again");
        *pause = PAUSE_AFTER_FAILURE;
    }
}

fn gone() -> JournalError {
    JournalError::Stopped { because: "the thread that writes the mirror has ended".to_owned() }
}

impl Drop for MirrorThread {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A panic there has already been reported as a failed commit.
            drop(thread.join());
        }
    }
}
