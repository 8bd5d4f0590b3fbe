//! Who is let in now: what the access file said last, and the sessions of those who have signed in.

use std::fmt;
use std::fs;
use std::net::IpAddr;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::attempts::{Attempts, Noted, WrongPins};
use super::edit::{Contents, Letting, Refused, Token, lower};
use super::file::AccessError;
use super::holder::{Credential, Holder, hash, new_token};
use super::pin;
use super::session::{Session, SessionTerms, Sessions};
use super::store;
use crate::model::{AccessChange, AccessStep, Changer, Seat, SessionEnd, Timestamp};

/// How many sign-ins and sign-outs wait at most for the journal to take them.
const WAITING_MOST: usize = 1_024;

/// Who is let in.
pub struct Access {
    /// The file; none where everything is kept in memory alone.
    path: Option<PathBuf>,
    terms: SessionTerms,
    inner: Mutex<Inner>,
    /// Held while the file is read or written and taken over, so that nothing older is taken over last.
    following: Mutex<()>,
    /// Held while a PIN is tried: were many tried at a time, they would all come before the wait.
    trying: Mutex<()>,
    /// Rings when the journal is to take something.
    bell: Notify,
}

struct Inner {
    contents: Contents,
    /// How the file looked when it was read last.
    seen: Option<Seen>,
    /// For each token of the contents its place among all holders, and what is cancelled when it counts no more.
    tokens: Vec<(usize, CancellationToken)>,
    sessions: Sessions,
    attempts: Attempts,
    next_place: usize,
    /// What the journal is to take and the file does not keep.
    waiting: Vec<AccessChange>,
    /// What the journal holds and the file still does.
    recorded: Vec<AccessChange>,
}

/// A file's inner number, size and time of change: another where it was written anew.
type Seen = (u64, u64, i64, i64);

/// The holder of a token that counts.
#[derive(Clone)]
pub struct Known {
    /// Who it is.
    pub holder: Holder,
    /// Names the holder among all that there ever were since the start.
    pub place: usize,
    /// Is cancelled when the token counts no more.
    pub ended: CancellationToken,
}

/// Somebody has signed in.
pub struct SignedIn {
    /// The session's token.
    pub credential: Credential,
    /// How long the session lasts.
    pub terms: SessionTerms,
}

/// A console was paired.
pub struct Paired {
    /// Its token, for its seat.
    pub credential: Credential,
}

/// Why somebody is not signed in.
#[derive(Debug, thiserror::Error)]
pub enum SignInRefused {
    /// The name or the PIN is wrong.
    #[error("the name or the PIN is wrong")]
    Wrong,
    /// There were too many wrong PINs for this name, at this address or from everywhere.
    #[error("too many wrong PINs; the next try is taken in {} seconds", .0.as_secs().max(1))]
    Wait(Duration),
    /// We failed.
    #[error(transparent)]
    Failed(#[from] AccessError),
}

impl Access {
    /// Reads the file, or makes it where there is none: then the plain tokens are returned, this one time.
    ///
    /// # Errors
    /// As [`Self::load`] and [`Self::create`].
    pub fn open(path: &Path) -> Result<(Self, Option<Vec<Credential>>), AccessError> {
        if path.exists() {
            return Ok((Self::load(path)?, None));
        }
        let (access, credentials) = Self::create(path)?;
        Ok((access, Some(credentials)))
    }

    /// Makes one token for each seat and one for `attendant-1`, writes their hashes and returns the plain tokens, this one time.
    ///
    /// # Errors
    /// [`AccessError::Exists`] where there is a file already, [`AccessError::Write`] where it cannot be written,
    /// [`AccessError::Random`] where there is no randomness.
    pub fn create(path: &Path) -> Result<(Self, Vec<Credential>), AccessError> {
        let (access, credentials) = Self::make()?;
        store::make(path, &access.inner().contents, None)?;
        Ok((Self { path: Some(path.into()), ..access }, credentials))
    }

    /// Makes one token for each seat and one for `attendant-1`, and keeps them nowhere.
    ///
    /// # Errors
    /// [`AccessError::Random`] where there is no randomness.
    pub fn make() -> Result<(Self, Vec<Credential>), AccessError> {
        let holders = Seat::all().map(Holder::Seat).chain([Holder::attendant("attendant-1")]);
        let credentials = holders.map(|holder| Ok(Credential { holder, token: new_token()? })).collect::<Result<Vec<_>, AccessError>>()?;
        Ok((Self::of(&credentials), credentials))
    }

    /// Reads the file.
    ///
    /// # Errors
    /// [`AccessError::Read`], [`AccessError::Format`] or [`AccessError::Entry`], each with what was found.
    pub fn load(path: &Path) -> Result<Self, AccessError> {
        let seen = seen(path);
        let access = Self::with(store::read(path)?);
        access.inner().seen = seen;
        Ok(Self { path: Some(path.into()), ..access })
    }

    /// The access of exactly these credentials, without a file.
    #[must_use]
    pub fn of(credentials: &[Credential]) -> Self {
        let token = |credential: &Credential| Token {
            holder: credential.holder.clone(),
            console: None,
            sha256: hash(&credential.token),
            expires: None,
        };
        Self::with(Contents { tokens: credentials.iter().map(token).collect(), ..Contents::default() })
    }

    fn with(contents: Contents) -> Self {
        let mut inner = Inner {
            contents: Contents::default(),
            seen: None,
            tokens: Vec::new(),
            sessions: Sessions::default(),
            attempts: Attempts::default(),
            next_place: 0,
            waiting: Vec::new(),
            recorded: Vec::new(),
        };
        inner.install(contents);
        let now = Instant::now();
        for person in &inner.contents.people {
            inner.attempts.restore(&lower(&person.name), &person.wrong_pins, now);
        }
        Self {
            path: None,
            terms: SessionTerms::default(),
            inner: Mutex::new(inner),
            following: Mutex::new(()),
            trying: Mutex::new(()),
            bell: Notify::new(),
        }
    }

    /// The same with sessions of these terms.
    #[must_use]
    pub fn with_sessions(self, terms: SessionTerms) -> Self {
        Self { terms, ..self }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // Every change is made whole, so what a panic leaves is right.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether somebody holds this token.
    #[must_use]
    pub fn lets_in(&self, token: &str) -> bool {
        self.find(token, false).is_some()
    }

    /// Whose token this is. Every hash is compared in full, so the time taken tells nothing. `is_deed` says that the person does something, which
    /// keeps a session from its end.
    #[must_use]
    pub fn find(&self, token: &str, is_deed: bool) -> Option<Known> {
        let presented = hash(token);
        let mut inner = self.inner();
        let tokens = inner.contents.tokens.iter().map(|token| token.sha256);
        let sessions = inner.sessions.0.iter().map(|session| session.sha256);
        let mut found = u64::MAX;
        for (place, sha256) in (0_u64..).zip(tokens.chain(sessions)) {
            let same: Choice = sha256.ct_eq(&presented);
            found.conditional_assign(&place, same);
        }
        let found = usize::try_from(found).ok()?;
        if let Some(token) = inner.contents.tokens.get(found) {
            if token.is_over(wall()) {
                return None;
            }
            let (place, ended) = inner.tokens[found].clone();
            return Some(Known { holder: token.holder.clone(), place, ended });
        }
        let of_tokens = inner.contents.tokens.len();
        let found = found.checked_sub(of_tokens)?;
        let now = Instant::now();
        // Only this one must not be over; the others are looked after once in a while, and not at each request.
        if inner.sessions.0.get(found)?.end(&inner.contents, self.terms, now).is_some() {
            self.end_sessions(&mut inner);
            return None;
        }
        let session = &mut inner.sessions.0[found];
        if is_deed {
            session.active = now;
        }
        Some(Known { holder: session.holder(), place: session.place, ended: session.ended.clone() })
    }

    /// Ends the sessions that are over.
    pub fn end_those_over(&self) {
        self.end_sessions(&mut self.inner());
    }

    /// Lets consoles in no more whose time is over; their WebSockets are closed at once.
    ///
    /// # Errors
    /// Where the file cannot be written: they are let in no more all the same, but what they have open stays open.
    pub fn expire_consoles(&self) -> Result<(), AccessError> {
        let has_expired = self.inner().contents.has_expired(wall());
        if has_expired { self.change(|contents| contents.expire(wall())) } else { Ok(()) }
    }

    fn end_sessions(&self, inner: &mut Inner) {
        let Inner { sessions, contents, .. } = inner;
        let ended = sessions.end_those_over(contents, self.terms, Instant::now());
        for (name, why) in ended {
            self.tell(inner, &Changer::Cabinet, AccessStep::SignedOut { name, why });
        }
    }

    /// Signs a person in who asks from this address. It takes its time: the PIN is hashed, and one is tried at a time.
    ///
    /// # Errors
    /// [`SignInRefused`].
    pub fn sign_in(&self, typed_name: &str, typed_pin: &str, address: IpAddr) -> Result<SignedIn, SignInRefused> {
        let _trying = self.trying.lock().unwrap_or_else(PoisonError::into_inner);
        // A name that is longer than any is nobody's, and is not to fill the memory.
        let name: String = lower(typed_name.trim()).chars().take(64).collect();
        let kept = {
            let inner = self.inner();
            let wait = inner.attempts.wait(&name, address, Instant::now());
            if wait > Duration::ZERO {
                return Err(SignInRefused::Wait(wait));
            }
            inner.contents.person(&name).map(|person| person.pin.clone())
        };
        let is_right = pin::is_right(typed_pin, kept.as_deref());
        match kept {
            Some(kept) if is_right => self.begin_session(&name, &kept, address),
            _ => Err(self.note_wrong_pin(&name, address)),
        }
    }

    fn begin_session(&self, name: &str, kept: &str, address: IpAddr) -> Result<SignedIn, SignInRefused> {
        let token = new_token().map_err(AccessError::from)?;
        let mut inner = self.inner();
        // A person who was revoked or got another PIN meanwhile is not let in.
        let person = inner.contents.person(name).filter(|person| person.pin == kept).ok_or(SignInRefused::Wrong)?;
        let (name, role, former) = (person.name.clone(), person.role, person.wrong_pins.clone());
        let (place, now) = (inner.new_place(), Instant::now());
        let wrong_pins = inner.attempts.note_right(&lower(&name), address, now);
        let session = Session {
            name: name.clone(),
            role,
            pin: kept.to_owned(),
            sha256: hash(&token),
            place,
            began: now,
            active: now,
            ended: CancellationToken::new(),
        };
        let holder = session.holder();
        if let Some(name) = inner.sessions.add(session) {
            self.tell(&mut inner, &Changer::Cabinet, AccessStep::SignedOut { name, why: SessionEnd::Revoked });
        }
        self.tell(&mut inner, &Changer::Person(name.clone()), AccessStep::SignedIn { name: name.clone(), role });
        drop(inner);
        if former.at.iter().any(|(waiting, _)| *waiting == address) {
            self.keep_wrong_pins(&name, wrong_pins);
        }
        Ok(SignedIn { credential: Credential { holder, token }, terms: self.terms })
    }

    fn note_wrong_pin(&self, typed: &str, address: IpAddr) -> SignInRefused {
        let mut inner = self.inner();
        let known = inner.contents.person(typed).map(|person| person.name.clone());
        let Noted { count, wait, kept } = inner.attempts.note_wrong(typed, address, known.is_some(), Instant::now());
        // A name that nobody has is not for the journal: a person may have typed a PIN there.
        if let Some(name) = known {
            if !wait.is_zero() {
                let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX);
                self.tell(&mut inner, &Changer::Cabinet, AccessStep::LockedOut { name: name.clone(), wrong_pins: count, seconds });
            }
            drop(inner);
            kept.into_iter().for_each(|kept| self.keep_wrong_pins(&name, kept));
        }
        if wait.is_zero() { SignInRefused::Wrong } else { SignInRefused::Wait(wait) }
    }

    /// Keeps the counts over a start. Where that cannot be written they stand in memory all the same.
    fn keep_wrong_pins(&self, name: &str, wrong_pins: WrongPins) {
        if let Err(error) = self.change(|contents| contents.set_wrong_pins(name, wrong_pins)) {
            tracing::error!(%error, "wrong PINs are counted in memory alone");
        }
    }

    /// Ends the session of this place; nothing where it is none.
    pub fn sign_out(&self, known: &Known) {
        let mut inner = self.inner();
        if let Some(name) = inner.sessions.end(known.place) {
            self.tell(&mut inner, &Changer::Person(name.clone()), AccessStep::SignedOut { name, why: SessionEnd::Asked });
        }
    }

    /// How many minutes without a deed end the holder's session; nothing where it is no session.
    #[must_use]
    pub fn idle_of(&self, known: &Known) -> Option<Duration> {
        self.inner().sessions.0.iter().any(|session| session.place == known.place).then_some(self.terms.idle)
    }

    /// Everybody and everything that is let in.
    #[must_use]
    pub fn lettings(&self) -> Vec<Letting> {
        self.inner().contents.lettings()
    }

    /// Makes a code by which a console can be paired with this seat.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub fn offer_pairing(&self, seat: Seat, by: &Changer) -> Result<String, AccessError> {
        Ok(self.change(|contents| contents.offer_pairing(seat, wall(), by))??)
    }

    /// Pairs the console that shows this code.
    ///
    /// # Errors
    /// Where the file cannot be written; within, where the code is wrong.
    pub fn pair(&self, code: &str) -> Result<Result<Paired, Refused>, AccessError> {
        // Without an open code there is nothing to count, and nothing to write.
        if !self.inner().contents.is_pairing(wall()) {
            return Ok(Err(Refused::WrongCode));
        }
        let token = new_token()?;
        let paired = self.change(|contents| contents.pair(code, &token, wall(), self.terms.paired))?;
        Ok(paired.map(|credential| Paired { credential }))
    }

    /// Lets a link or a console in no more; its WebSockets are closed at once.
    ///
    /// # Errors
    /// Where the file cannot be written; within, where there is none of this name.
    pub fn revoke_token(&self, name: &str, by: &Changer) -> Result<Result<(), Refused>, AccessError> {
        self.change(|contents| contents.revoke_token(name, wall(), by))
    }

    /// Changes the file, and what counts now with it.
    fn change<T>(&self, edit: impl FnOnce(&mut Contents) -> T) -> Result<T, AccessError> {
        let path = self.path.as_deref().ok_or(AccessError::NotKept)?;
        let _following = self.following.lock().unwrap_or_else(PoisonError::into_inner);
        let (contents, done) = store::change(path, edit)?;
        let mut inner = self.inner();
        inner.install(contents);
        self.end_sessions(&mut inner);
        drop(inner);
        self.bell.notify_one();
        Ok(done)
    }

    /// Takes over what others have written into the file. A file that makes no sense changes nothing: what was read last stays in force.
    ///
    /// # Errors
    /// What is wrong with the file. It is said once for each time that it was written.
    pub fn follow_file(&self) -> Result<(), AccessError> {
        let Some(path) = self.path.as_deref() else { return Ok(()) };
        if self.inner().seen == seen(path) {
            return Ok(());
        }
        let _following = self.following.lock().unwrap_or_else(PoisonError::into_inner);
        let _lock = store::lock(path)?;
        let now_seen = seen(path);
        let read = store::read(path);
        let mut inner = self.inner();
        inner.seen = now_seen;
        inner.install(read?);
        self.end_sessions(&mut inner);
        Ok(())
    }

    /// Waits until the journal may have something to take.
    pub async fn rung(&self) {
        self.bell.notified().await;
    }

    /// What the journal does not hold yet, oldest first.
    #[must_use]
    pub fn unrecorded(&self) -> Vec<AccessChange> {
        let inner = self.inner();
        let kept = inner.contents.changes.iter().filter(|change| !inner.recorded.contains(change));
        kept.chain(&inner.waiting).cloned().collect()
    }

    /// The journal holds this change now.
    pub fn note_recorded(&self, change: &AccessChange) {
        let mut inner = self.inner();
        match inner.waiting.iter().position(|other| other == change) {
            Some(place) => drop(inner.waiting.remove(place)),
            None => inner.recorded.push(change.clone()),
        }
    }

    /// Takes what the journal holds out of the file.
    ///
    /// # Errors
    /// Where the file cannot be written: then it is recorded once more after the next start, unless this succeeds before.
    pub fn tidy(&self) -> Result<(), AccessError> {
        let recorded = self.inner().recorded.clone();
        if recorded.is_empty() {
            return Ok(());
        }
        self.change(|contents| recorded.iter().for_each(|change| contents.recorded(change)))?;
        self.inner().recorded.retain(|change| !recorded.contains(change));
        Ok(())
    }

    fn tell(&self, inner: &mut Inner, by: &Changer, what: AccessStep) {
        if inner.waiting.len() >= WAITING_MOST {
            tracing::error!(change = what.name(), "too much waits for the journal; this change of access is not recorded");
            return;
        }
        inner.waiting.push(AccessChange { at: wall(), by: by.clone(), what });
        self.bell.notify_one();
    }
}

#[cfg(test)]
impl Access {
    /// The same, kept in a file that is written now.
    pub(crate) fn kept_in(self, path: &Path) -> Self {
        store::write_private(path, &self.inner().contents.text()).expect("the file can be written");
        Self { path: Some(path.into()), ..self }
    }

    /// Lets a person in with this PIN.
    pub(crate) fn add(&self, name: &str, role: crate::model::StaffRole, pin: &str) {
        let pin = super::Pin::new(pin).expect("a PIN").hash().expect("random numbers");
        let added = self.change(|contents| contents.add_person(name, role, pin, wall(), &Changer::Cabinet));
        added.expect("the file can be written").expect("the name is free");
    }

    /// Lets all sessions have begun, and been used last, so long ago.
    pub(crate) fn age_sessions(&self, by: Duration) {
        for session in &mut self.inner().sessions.0 {
            (session.began, session.active) = (session.began - by, session.active - by);
        }
    }
}

impl Inner {
    fn new_place(&mut self) -> usize {
        self.next_place += 1;
        self.next_place - 1
    }

    /// Puts other contents in force: tokens that were there keep their places, those that are gone count no more. A person who
    /// is new or has another PIN waits no more.
    fn install(&mut self, contents: Contents) {
        let mut former: Vec<([u8; 32], Holder, (usize, CancellationToken))> = Vec::new();
        for (token, kept) in self.contents.tokens.drain(..).zip(self.tokens.drain(..)) {
            former.push((token.sha256, token.holder, kept));
        }
        for token in &contents.tokens {
            let found = former.iter().position(|(sha256, holder, _)| *sha256 == token.sha256 && *holder == token.holder);
            let kept = match found {
                Some(found) => former.swap_remove(found).2,
                None => (self.new_place(), CancellationToken::new()),
            };
            self.tokens.push(kept);
        }
        former.into_iter().for_each(|(_, _, (_, ended))| ended.cancel());
        for person in &contents.people {
            if self.contents.person(&person.name).is_none_or(|former| former.pin != person.pin) {
                self.attempts.forget(&lower(&person.name));
            }
        }
        self.contents = contents;
    }
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.inner().contents.lettings().iter().map(|letting| &letting.name)).finish()
    }
}

fn seen(path: &Path) -> Option<Seen> {
    let file = fs::metadata(path).ok()?;
    Some((file.ino(), file.size(), file.mtime(), file.mtime_nsec()))
}

/// What the board's clock shows.
fn wall() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_microseconds(u64::try_from(since.as_micros()).unwrap_or(u64::MAX))
}
