//! The marks are followed up, and heads are signed, on a thread of their own: no commit waits for it.

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::Marks;
use super::file::{self, Mark, Said};
use crate::journal::signing::Signer;
use crate::journal::{Head, JournalError};

/// How far behind the journal the marks may be. Each time costs one short sync, where something was recorded at all: a board that plays
/// all day is not worn by it, and what can go unnoticed is a few seconds of play.
const BEHIND_MOST: Duration = Duration::from_secs(5);

/// After how many records a head is signed.
const SIGN_AFTER: u64 = 512;

/// How many times the marks are looked at before a head is signed that is not: ten minutes. A cabinet that hardly plays wears its disk by some
/// thirty thousand bytes of signatures a day.
const SIGN_AT_LATEST: u32 = 120;

/// Follows a journal with its marks.
pub(in crate::journal) struct Marker {
    files: Vec<PathBuf>,
    shared: Arc<Shared>,
    /// Whether every mark was written once since the start.
    is_made: bool,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    reached: Head,
    stops: bool,
    /// Something was to be recorded and was not, or perhaps: the end is none in good order.
    has_failed: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A head is written in one piece, so what a thread that panicked left is as good as any.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Marker {
    /// Follows a journal that stands at `head`. A journal without entries is not marked: it has not begun.
    pub(in crate::journal) fn start(marks: &Marks, head: Head, signer: Option<Signer>) -> Option<Self> {
        if marks.files.is_empty() {
            return None;
        }
        let shared = Arc::new(Shared {
            state: Mutex::new(State { reached: Head::START, stops: false, has_failed: false }),
            changed: Condvar::new(),
        });
        let (watched, files) = (Arc::clone(&shared), marks.files.clone());
        let work = move || follow(&files, &watched, Signing { signer, waited: SIGN_AT_LATEST });
        let thread = std::thread::Builder::new().name("marker".to_owned()).spawn(work).expect("a program can start one more thread");
        let mut marker = Self { files: marks.files.clone(), shared, is_made: false, thread: Some(thread) };
        marker.reached(head);
        Some(marker)
    }

    /// The journal is durable up to `head`. The first time it is marked at once, so that no journal is ever without a mark; then
    /// nothing is waited for.
    pub(in crate::journal) fn reached(&mut self, head: Head) {
        if head.number == 0 {
            return;
        }
        if !self.is_made {
            self.is_made = true;
            write(&self.files, Said::reached(head));
        }
        self.shared.lock().reached = head;
    }

    /// Nothing more is recorded, for something went wrong with it.
    pub(in crate::journal) fn fail(&self) {
        self.shared.lock().has_failed = true;
    }

    /// What a person decided is recorded: the marks need not say it any more.
    pub(in crate::journal) fn decision_is_recorded(&self) -> Result<(), JournalError> {
        let state = self.shared.lock();
        let mark = Mark { said: Said::reached(state.reached), decision: None };
        // The lock is held: the thread must not write meanwhile.
        self.files.iter().try_for_each(|path| file::create(path, &mark))
    }
}

impl Drop for Marker {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.stops = true;
        state.has_failed |= std::thread::panicking();
        drop(state);
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // The marks of a thread that panicked stay where they are, which is behind.
            drop(thread.join());
        }
    }
}

/// Whose signature is due.
struct Signing {
    signer: Option<Signer>,
    /// How often the marks were looked at since the last signature. The first head after a start is signed at once.
    waited: u32,
}

impl Signing {
    /// Signs `head`, which is durable, where that is due. What cannot be written is tried again the next time; play goes on.
    fn go_on(&mut self, head: Head, stops: bool) {
        self.waited = self.waited.saturating_add(1);
        let Some(signer) = &mut self.signer else { return };
        let records = head.number.saturating_sub(signer.newest().number);
        if records == 0 || !(stops || records >= SIGN_AFTER || self.waited >= SIGN_AT_LATEST) {
            return;
        }
        match signer.sign(head) {
            Ok(()) => self.waited = 0,
            Err(error) => tracing::warn!(%error, "the journal's head cannot be signed"),
        }
    }
}

fn follow(files: &[PathBuf], shared: &Shared, mut signing: Signing) {
    let mut written = Head::START;
    let mut state = shared.lock();
    loop {
        let (reached, stops) = (state.reached, state.stops);
        // Nobody who commits waits for this lock longer than a commit itself takes, and that once in a while.
        drop(state);
        if reached != written {
            written = reached;
            write(files, Said::reached(written));
        }
        signing.go_on(written, stops);
        state = shared.lock();
        if stops && state.reached == written {
            if !state.has_failed && written.number > 0 {
                write(files, Said { head: written, has_ended: true });
            }
            return;
        }
        if !state.stops {
            let waited = shared.changed.wait_timeout(state, BEHIND_MOST);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Lets every mark say this. One that cannot be written stays behind, which is said; play goes on, for the journal itself is whole.
fn write(files: &[PathBuf], said: Said) {
    for path in files {
        if let Err(error) = file::say(path, said) {
            tracing::warn!(path = %path.display(), %error, "the mark of the journal cannot be written");
        }
    }
}
