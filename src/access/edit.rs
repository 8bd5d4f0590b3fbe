//! What the access file holds, and everything that can be changed of it. Each change notes itself for the journal, so that both are on the
//! disk together or neither is.

use std::time::Duration;

use subtle::ConstantTimeEq;

use super::attempts::WrongPins;
use super::holder::{Credential, Holder, hash, hexadecimal};
use crate::model::{AccessChange, AccessStep, Changer, Seat, StaffRole, Timestamp};

/// How long the code of a pairing is good for, in seconds.
pub const PAIRING_SECONDS: u64 = 5 * 60;

/// So many wrong codes, at any seat, void a code.
const WRONG_CODES_MOST: u32 = 5;

/// How many digits the code of a pairing has.
const CODE_DIGITS: u32 = 8;

/// How many tokens, and how many people, are let in at most.
const ENTRIES_MOST: usize = 64;

/// The most characters of a person's name.
const NAME_MOST: usize = 40;

/// What the access file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    pub(super) tokens: Vec<Token>,
    pub(super) people: Vec<Person>,
    pub(super) pairings: Vec<Pairing>,
    /// Whether the two-person rule is on.
    pub(super) two_persons: bool,
    /// The SHA-256 of the terms that two people have approved last.
    pub(super) approved_terms: Option<[u8; 32]>,
    /// What the journal does not hold yet, oldest first.
    pub(super) changes: Vec<AccessChange>,
}

/// A token's hash with who holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) holder: Holder,
    /// The name of the console that was paired; none of a link.
    pub(super) console: Option<String>,
    pub(super) sha256: [u8; 32],
    /// When a paired console's time is over, in seconds since 1970 by the board's clock; none of a link, and of a console that was paired by a
    /// release that knew no end.
    pub(super) expires: Option<u64>,
}

impl Token {
    /// Whether its time is over.
    pub(super) fn is_over(&self, now: Timestamp) -> bool {
        self.expires.is_some_and(|expires| expires <= seconds(now))
    }

    /// The name by which it is revoked: of the console, or of the link's holder.
    pub(super) fn name(&self) -> String {
        self.console.clone().unwrap_or_else(|| self.holder.to_string())
    }
}

/// A person of the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Person {
    pub(super) name: String,
    pub(super) role: StaffRole,
    /// The argon2id hash of the PIN.
    pub(super) pin: String,
    /// The wrong PINs that were more than a few.
    pub(super) wrong_pins: WrongPins,
}

/// A code by which a console can be paired with a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    pub(super) seat: Seat,
    pub(super) sha256: [u8; 32],
    /// In seconds since 1970, by the board's clock.
    pub(super) expires: u64,
    pub(super) wrong_codes: u32,
}

impl Pairing {
    /// A code whose end lies further ahead than any is made for was made before the clock was set back: it is over.
    fn is_open(&self, now: Timestamp) -> bool {
        let now = seconds(now);
        now < self.expires && self.expires - now <= PAIRING_SECONDS
    }
}

/// Why a change is not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The name has other characters, or too many.
    #[error("a name is 1 to 40 letters and digits, with single spaces, hyphens, dots or apostrophes between them")]
    NotAName,
    /// Somebody has the name, in upper or lower case, or it is one that consoles have.
    #[error("another person, link or console has this name")]
    NameTaken,
    /// Nobody has the name.
    #[error("there is no person, link or console of this name")]
    Unknown,
    /// There are as many as there may be.
    #[error("64 are let in already; revoke one first")]
    TooMany,
    /// No pairing has this code, or it is over.
    #[error("this code is wrong or its time is over")]
    WrongCode,
    /// Nobody has the name, or the PIN is another.
    #[error("a name or a PIN is wrong")]
    WrongPin,
    /// The person's role may not do this.
    #[error("this person may not do this: an owner may, and an attendant may have a console paired")]
    NotEntitled,
    /// The two-person rule is on, and one person alone asks.
    #[error("the two-person rule is on: name two people, `--by NAME --and NAME`")]
    NeedsTwo,
    /// The two-person rule is on, and without this person no two would be left.
    #[error("the two-person rule is on, and without this person no two would be left: let another person in first")]
    LastTwo,
    /// They are not two people who may answer for something together.
    #[error("two different people are needed, one of them an owner and none an auditor")]
    NotTwo,
}

/// Somebody or something that is let in, as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letting {
    /// The name by which it is revoked.
    pub name: String,
    /// What it is.
    pub holder: Holder,
    /// How it comes in: `person`, `link` or `console`.
    pub by: &'static str,
    /// When its time is over; only of a console.
    pub expires_at: Option<Timestamp>,
}

/// The moment of a change, and who makes it.
pub(super) type By<'a> = (Timestamp, &'a Changer);

impl Contents {
    /// Everybody and everything that is let in: links, consoles, people.
    #[must_use]
    pub fn lettings(&self) -> Vec<Letting> {
        let by = |token: &Token| if token.console.is_some() { "console" } else { "link" };
        let at = |seconds: u64| Timestamp::from_microseconds(seconds.saturating_mul(1_000_000));
        let tokens = self.tokens.iter().map(|token| Letting {
            name: token.name(),
            holder: token.holder.clone(),
            by: by(token),
            expires_at: token.expires.map(at),
        });
        let person = |person: &Person| Holder::Staff { name: person.name.clone(), role: person.role };
        let people =
            self.people.iter().map(|each| Letting { name: each.name.clone(), holder: person(each), by: "person", expires_at: None });
        tokens.chain(people).collect()
    }

    /// Lets a person in. `pin` is the hash of the PIN.
    ///
    /// # Errors
    /// [`Refused`], and nothing has changed.
    pub fn add_person(&mut self, name: &str, role: StaffRole, pin: String, at: Timestamp, by: &Changer) -> Result<(), Refused> {
        let name = person_name(name).ok_or(Refused::NotAName)?;
        if self.is_name_taken(&name) || lower(&name).starts_with("seat-") {
            return Err(Refused::NameTaken);
        }
        if self.people.len() >= ENTRIES_MOST {
            return Err(Refused::TooMany);
        }
        self.people.push(Person { name: name.clone(), role, pin, wrong_pins: WrongPins::default() });
        self.note((at, by), AccessStep::PersonAdded { name, role });
        Ok(())
    }

    /// Gives a person another PIN, and takes off what wrong ones were counted.
    ///
    /// # Errors
    /// [`Refused::Unknown`].
    pub fn set_pin(&mut self, name: &str, pin: String, at: Timestamp, by: &Changer) -> Result<(), Refused> {
        let person = self.people.iter_mut().find(|person| lower(&person.name) == lower(name)).ok_or(Refused::Unknown)?;
        (person.pin, person.wrong_pins) = (pin, WrongPins::default());
        let name = person.name.clone();
        self.note((at, by), AccessStep::PinSet { name });
        Ok(())
    }

    /// Lets a person, a link or a console in no more, nor who knows a code that is open: it may be theirs.
    ///
    /// # Errors
    /// [`Refused::Unknown`] or [`Refused::LastTwo`].
    pub fn revoke(&mut self, name: &str, at: Timestamp, by: &Changer) -> Result<(), Refused> {
        self.revoke_token(name, at, by).or_else(|_| {
            let found = self.people.iter().position(|person| lower(&person.name) == lower(name)).ok_or(Refused::Unknown)?;
            let person = &self.people[found];
            if self.two_persons && person.role != StaffRole::Auditor && !self.are_two_left_without(&person.name) {
                return Err(Refused::LastTwo);
            }
            let name = self.people.remove(found).name;
            self.pairings.clear();
            self.note((at, by), AccessStep::PersonRevoked { name });
            Ok(())
        })
    }

    /// Lets a link or a console in no more, but no person.
    ///
    /// # Errors
    /// [`Refused::Unknown`].
    pub fn revoke_token(&mut self, name: &str, at: Timestamp, by: &Changer) -> Result<(), Refused> {
        let before = self.tokens.len();
        self.tokens.retain(|token| token.name() != name);
        if self.tokens.len() == before {
            return Err(Refused::Unknown);
        }
        self.pairings.clear();
        self.note((at, by), AccessStep::ConsoleRevoked { console: name.to_owned() });
        Ok(())
    }

    /// Makes a code by which a console can be paired with this seat, once and for five minutes. A former one of the seat is void.
    ///
    /// # Errors
    /// Where the operating system gives no random numbers.
    pub fn offer_pairing(&mut self, seat: Seat, at: Timestamp, by: &Changer) -> Result<String, getrandom::Error> {
        let code = new_code()?;
        self.pairings.retain(|other| other.seat != seat && other.is_open(at));
        self.pairings.push(Pairing { seat, sha256: hash(&code), expires: seconds(at) + PAIRING_SECONDS, wrong_codes: 0 });
        self.note((at, by), AccessStep::PairingOffered { seat });
        Ok(code)
    }

    /// Pairs the console that shows this code. A wrong one counts against every open pairing, for it may have been meant for any. Spaces are
    /// taken out of it. It is let in for `most`.
    pub(super) fn pair(&mut self, code: &str, token: &str, at: Timestamp, most: Duration) -> Result<Credential, Refused> {
        self.pairings.retain(|pairing| pairing.is_open(at));
        let typed = hash(&code.split_whitespace().collect::<String>());
        let found = self.pairings.iter().position(|pairing| bool::from(pairing.sha256.ct_eq(&typed)));
        let Some(found) = found else {
            self.count_wrong_code(at);
            return Err(Refused::WrongCode);
        };
        if self.tokens.len() >= ENTRIES_MOST {
            return Err(Refused::TooMany);
        }
        let Pairing { seat, .. } = self.pairings.remove(found);
        let sha256 = hash(token);
        // What a hash begins with tells nothing of its token, and no other console has it.
        let console = format!("seat-{seat}-{}", hexadecimal(&sha256[..4]));
        let holder = Holder::Seat(seat);
        let expires = Some(seconds(at).saturating_add(most.as_secs()));
        self.tokens.push(Token { holder: holder.clone(), console: Some(console.clone()), sha256, expires });
        self.note((at, &Changer::Console), AccessStep::ConsolePaired { seat, console });
        Ok(Credential { holder, token: token.to_owned() })
    }

    /// Whether the time of a console is over.
    pub(super) fn has_expired(&self, now: Timestamp) -> bool {
        self.tokens.iter().any(|token| token.is_over(now))
    }

    /// Lets consoles in no more whose time is over.
    pub(super) fn expire(&mut self, at: Timestamp) {
        let (over, kept) = core::mem::take(&mut self.tokens).into_iter().partition(|token| token.is_over(at));
        self.tokens = kept;
        let over: Vec<Token> = over;
        over.iter().for_each(|token| self.note((at, &Changer::Cabinet), AccessStep::ConsoleExpired { console: token.name() }));
    }

    fn count_wrong_code(&mut self, at: Timestamp) {
        self.pairings.iter_mut().for_each(|pairing| pairing.wrong_codes += 1);
        let is_void = |pairing: &Pairing| pairing.wrong_codes >= WRONG_CODES_MOST;
        let void: Vec<Seat> = self.pairings.iter().filter(|pairing| is_void(pairing)).map(|pairing| pairing.seat).collect();
        self.pairings.retain(|pairing| !is_void(pairing));
        void.into_iter().for_each(|seat| self.note((at, &Changer::Cabinet), AccessStep::PairingVoided { seat }));
    }

    /// Whether a code is open.
    pub(super) fn is_pairing(&self, now: Timestamp) -> bool {
        self.pairings.iter().any(|pairing| pairing.is_open(now))
    }

    pub(super) fn person(&self, name: &str) -> Option<&Person> {
        let name = lower(name);
        self.people.iter().find(|person| lower(&person.name) == name)
    }

    pub(super) fn set_wrong_pins(&mut self, name: &str, wrong_pins: WrongPins) {
        if let Some(person) = self.people.iter_mut().find(|person| lower(&person.name) == lower(name)) {
            person.wrong_pins = wrong_pins;
        }
    }

    pub(super) fn is_name_taken(&self, name: &str) -> bool {
        self.person(name).is_some() || self.tokens.iter().any(|token| lower(&token.name()) == lower(name))
    }

    /// The journal holds this change now.
    pub(super) fn recorded(&mut self, change: &AccessChange) {
        if let Some(place) = self.changes.iter().position(|other| other == change) {
            self.changes.remove(place);
        }
    }

    pub(super) fn note(&mut self, (at, by): By<'_>, what: AccessStep) {
        self.changes.push(AccessChange { at, by: by.clone(), what });
    }
}

/// Names that differ in upper and lower case alone are one.
pub(super) fn lower(name: &str) -> String {
    name.to_lowercase()
}

/// A person's name, where it is one. It stands in the journal with each of the person's commands, so it is short and plain; letters may be of
/// any alphabet.
pub fn person_name(name: &str) -> Option<String> {
    let mut letters = name.chars();
    let ends = letters.next()?.is_alphanumeric() && name.chars().next_back()?.is_alphanumeric();
    let joins = |letter: char| matches!(letter, ' ' | '-' | '.' | '\'' | '_');
    let plain = name.chars().all(|letter| letter.is_alphanumeric() || joins(letter));
    let pairs = name.chars().zip(name.chars().skip(1));
    let single = pairs.into_iter().all(|(letter, next)| !(joins(letter) && joins(next)));
    (ends && plain && single && name.chars().count() <= NAME_MOST).then(|| name.to_owned())
}

const fn seconds(at: Timestamp) -> u64 {
    at.microseconds() / 1_000_000
}

/// A fresh code: digits that a person reads off one screen and types at another. Every code is as likely as any other.
fn new_code() -> Result<String, getrandom::Error> {
    let codes = 10_u32.pow(CODE_DIGITS);
    let fair = u32::MAX - u32::MAX % codes;
    loop {
        let drawn = getrandom::u32()?;
        if drawn < fair {
            return Ok(format!("{:08}", drawn % codes));
        }
    }
}
