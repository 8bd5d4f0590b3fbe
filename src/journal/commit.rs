//! The journal as the daemon uses it: append, read, checkpoint.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use super::ballast::{self, free_bytes};
use super::files::Lock;
use super::mirror::{MirrorReader, MirrorWriter};
use super::recovery::{Recovered, recover};
use super::store::Store;
use super::{Checkpoint, Entry, Head, JournalError, Link, PAYLOAD_MOST, Paths, Recovery};

/// How many entries are read from the mirror at once where the store cannot be read.
const FROM_MIRROR_AT_ONCE: u64 = 256;

/// An open journal. There is one for a directory at a time, in all processes.
pub struct Journal {
    store: Box<dyn Store>,
    mirror: MirrorThread,
    head: Head,
    /// The failure that stopped it.
    stopped: Option<String>,
    paths: Paths,
    _locks: [Lock; 2],
}

impl Journal {
    /// Opens the journal, compares its two copies and repairs what can be repaired. Only ends are read, so the time does not
    /// depend on how long the journal is, except where a copy must be rebuilt.
    ///
    /// # Errors
    /// [`JournalError::Locked`] where another process has it; [`JournalError::Refused`] where the copies contradict each other or
    /// are both damaged; others where the disk refuses.
    pub fn open(paths: &Paths) -> Result<(Self, Recovery), JournalError> {
        let locks = [Lock::take(&paths.journal)?, Lock::take(&paths.mirror)?];
        let ballast = ballast::prepare(&paths.journal, free_bytes(&paths.journal)?)?;
        let Recovered { store, mirror, mut report } = recover(paths)?;
        report.ballast = Some(ballast);
        let journal = Self {
            head: store.head(),
            store: Box::new(store),
            mirror: MirrorThread::start(mirror),
            stopped: None,
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
        let in_mirror = self.mirror.begin(Arc::clone(&links));
        let in_store = self.store.append(&links);
        // The mirror's answer is waited for whatever the store says: nothing may be under way when this returns.
        let in_mirror = in_mirror.and_then(|()| self.mirror.finish());
        in_store.and(in_mirror).inspect_err(|error| self.stopped = Some(error.to_string()))?;
        self.head = last;
        Ok(last)
    }

    /// Makes room in the mirror for what is to come and packs what the store holds singly, so that no commit has to: to be called
    /// now and then while nothing waits to be appended. What goes wrong is the error of the next [`Journal::append`].
    pub fn prepare(&mut self) {
        if self.stopped.is_some() {
            return;
        }
        self.mirror.prepare();
        self.stopped = self.store.prepare().err().map(|error| error.to_string());
    }

    /// The link with this number; `None` beyond the head.
    ///
    /// # Errors
    /// [`JournalError::Damaged`] where it does not read back as it was written.
    pub fn read(&self, number: u64) -> Result<Option<Link>, JournalError> {
        Ok(self.run(number)?.into_iter().next())
    }

    /// The links from `from` to `to`, both included, as far as there are any; each is proved to follow the one before it. Memory
    /// use does not depend on how many.
    #[must_use]
    pub fn range(&self, from: u64, to: u64) -> Run<'_> {
        Run { journal: self, next: from.max(1), to, before: None, waiting: Vec::new().into_iter() }
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
    /// As [`Journal::append`].
    pub fn checkpoint(&mut self, bytes: Vec<u8>) -> Result<(), JournalError> {
        if let Some(because) = &self.stopped {
            return Err(JournalError::Stopped { because: because.clone() });
        }
        let checkpoint = Checkpoint { head: self.head, bytes };
        self.store.keep_checkpoint(&checkpoint).inspect_err(|error| self.stopped = Some(error.to_string()))
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
    /// Make room; there is no answer.
    Prepare,
}

/// The mirror on a thread of its own, so that both copies are written and synced at the same time.
struct MirrorThread {
    jobs: Option<SyncSender<Job>>,
    answers: Receiver<Result<(), JournalError>>,
    thread: Option<JoinHandle<()>>,
}

impl MirrorThread {
    fn start(mut mirror: MirrorWriter) -> Self {
        let (jobs, orders) = sync_channel(1);
        let (answer, answers) = sync_channel(1);
        let work = move || {
            let mut prepared = Ok(());
            for job in orders {
                match job {
                    Job::Prepare => prepared = prepared.and_then(|()| mirror.prepare()),
                    Job::Commit(links) => {
                        let committed = std::mem::replace(&mut prepared, Ok(())).and_then(|()| mirror.commit(&links));
                        if answer.send(committed).is_err() {
                            return;
                        }
                    }
                }
            }
        };
        let thread = std::thread::Builder::new().name("mirror".to_owned()).spawn(work).expect("a program can start one more thread");
        Self { jobs: Some(jobs), answers, thread: Some(thread) }
    }

    /// Begins to write; [`MirrorThread::finish`] must follow.
    fn begin(&self, links: Arc<Vec<Link>>) -> Result<(), JournalError> {
        let sent = self.jobs.as_ref().is_some_and(|jobs| jobs.send(Job::Commit(links)).is_ok());
        if sent { Ok(()) } else { Err(gone()) }
    }

    /// Lets it make room, and waits for nothing: where it is gone, or still busy, there is nothing to prepare.
    fn prepare(&self) {
        if let Some(jobs) = &self.jobs {
            drop(jobs.try_send(Job::Prepare));
        }
    }

    /// Waits until what was begun is durable.
    fn finish(&self) -> Result<(), JournalError> {
        self.answers.recv().unwrap_or_else(|_| Err(gone()))
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
