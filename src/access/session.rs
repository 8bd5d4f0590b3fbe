//! Sessions of people who have signed in. They are kept in memory alone, as hashes: a start ends them all.

use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::edit::Contents;
use super::holder::Holder;
use crate::model::{SessionEnd, StaffRole};

/// How many sessions one person may have at a time; the oldest gives way to a new one.
const OF_PERSON_MOST: usize = 8;

/// How long a session lasts, and how long a paired console is let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionTerms {
    /// Without anything that the person does.
    pub idle: Duration,
    /// In any case.
    pub most: Duration,
    /// For how long a console is let in that is paired now.
    pub paired: Duration,
}

impl Default for SessionTerms {
    /// A quarter of an hour, a shift of twelve hours, and a year for a console.
    fn default() -> Self {
        Self {
            idle: Duration::from_secs(15 * 60),
            most: Duration::from_secs(12 * 60 * 60),
            paired: Duration::from_secs(365 * 24 * 60 * 60),
        }
    }
}

/// A person who has signed in.
pub(super) struct Session {
    pub(super) name: String,
    pub(super) role: StaffRole,
    /// The hash of the PIN by which the person signed in: another one ends the session.
    pub(super) pin: String,
    pub(super) sha256: [u8; 32],
    /// Names it among all holders.
    pub(super) place: usize,
    pub(super) began: Instant,
    pub(super) active: Instant,
    /// Is cancelled when it ends.
    pub(super) ended: CancellationToken,
}

impl Session {
    pub(super) fn holder(&self) -> Holder {
        Holder::Staff { name: self.name.clone(), role: self.role }
    }

    /// Why it is over now; nothing where it is not.
    pub(super) fn end(&self, contents: &Contents, terms: SessionTerms, now: Instant) -> Option<SessionEnd> {
        let stands = contents.person(&self.name).is_some_and(|person| person.role == self.role && person.pin == self.pin);
        if !stands {
            Some(SessionEnd::Revoked)
        } else if now.duration_since(self.began) >= terms.most {
            Some(SessionEnd::Lasted)
        } else if now.duration_since(self.active) >= terms.idle {
            Some(SessionEnd::Idle)
        } else {
            None
        }
    }
}

/// Everybody who has signed in.
#[derive(Default)]
pub(super) struct Sessions(pub(super) Vec<Session>);

impl Sessions {
    /// Adds a session. Where the person has too many, the oldest ends: its name is given back.
    pub(super) fn add(&mut self, session: Session) -> Option<String> {
        let own = self.0.iter().filter(|other| other.name == session.name).count();
        let oldest = if own >= OF_PERSON_MOST { self.0.iter().position(|other| other.name == session.name) } else { None };
        let ended = oldest.map(|place| self.remove(place));
        self.0.push(session);
        ended
    }

    /// Ends those that are over, and tells whose they were and why.
    pub(super) fn end_those_over(&mut self, contents: &Contents, terms: SessionTerms, now: Instant) -> Vec<(String, SessionEnd)> {
        let mut ended = Vec::new();
        let mut place = 0;
        while let Some(session) = self.0.get(place) {
            match session.end(contents, terms, now) {
                Some(why) => ended.push((self.remove(place), why)),
                None => place += 1,
            }
        }
        ended
    }

    /// Ends the session of this place among all holders.
    pub(super) fn end(&mut self, place: usize) -> Option<String> {
        let found = self.0.iter().position(|session| session.place == place)?;
        Some(self.remove(found))
    }

    fn remove(&mut self, index: usize) -> String {
        let session = self.0.remove(index);
        session.ended.cancel();
        session.name
    }
}
