//! The access file as it is written: hashes of tokens and codes, people with the hashes of their PINs, and the changes that the journal does
//! not hold yet.

use std::io;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::attempts::WrongPins;
use super::edit::{Contents, Pairing, Person, Token, person_name};
use super::holder::{Holder, bytes, hexadecimal};
use super::pin;
use crate::model::{AccessChange, Seat, StaffRole};

/// What can be wrong with the access file.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// The file could not be read.
    #[error("{}: cannot read the access file: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file could not be written.
    #[error("{}: cannot write the access file: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is there already, so new tokens would lock their holders out.
    #[error("{}: the access file exists already", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file is not what it must be.
    #[error("{}: {source}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Where and what.
        source: Box<toml::de::Error>,
    },
    /// Something in the file makes no sense.
    #[error("{}: {part} {place}: {what}", path.display())]
    Entry {
        /// The file.
        path: PathBuf,
        /// Which part of the file: `token`, `person`, `pairing`, `change` or `approved_terms`.
        part: &'static str,
        /// Which of them, from 1.
        place: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The operating system gave no random numbers.
    #[error("the operating system gave no random numbers: {0}")]
    Random(#[from] getrandom::Error),
    /// There is no file, because there is no journal: nothing of it can be changed.
    #[error("there is no access file as long as there is no journal")]
    NotKept,
}

/// What stands above the rest.
const HEAD: &str = "# Who is let in: the SHA-256 of each token, and of each PIN its argon2id hash. The tokens and PINs themselves are kept nowhere \
    here.\n# It is changed by `croupierctl access`, also while the cabinet runs.\n\n";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AccessFile {
    /// Whether the two-person rule is on.
    #[serde(default, skip_serializing_if = "is_off")]
    two_persons: bool,
    /// The SHA-256 of the terms that two people have approved last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    approved_terms: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    token: Vec<TokenEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    person: Vec<PersonEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pairing: Vec<PairingEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    change: Vec<ChangeEntry>,
}

/// A token: `role = "seat"` with `seat`, and `console` and `expires` where it was paired; or the role of a person with `name`, for a link.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenEntry {
    role: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    console: Option<String>,
    sha256: String,
    /// Seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PersonEntry {
    name: String,
    role: String,
    pin: String,
    /// Wrong PINs of late, where there were more than a few.
    #[serde(default, skip_serializing_if = "is_zero")]
    wrong_pins: u32,
    /// The addresses that have to wait after theirs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    waiting: Vec<WaitingEntry>,
}

/// An address, or a network of them, that has to wait after so many wrong PINs in a row.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WaitingEntry {
    address: IpAddr,
    wrong_pins: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PairingEntry {
    seat: u8,
    sha256: String,
    /// Seconds since 1970.
    expires: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    wrong_codes: u32,
}

/// A change that is to be recorded in the journal, in the journal's own encoding.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeEntry {
    record: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_off(is_on: &bool) -> bool {
    !*is_on
}

impl Contents {
    /// Reads what a file holds; `path` is for the errors.
    ///
    /// # Errors
    /// [`AccessError::Format`] or [`AccessError::Entry`], with what was found.
    pub(super) fn parse(path: &Path, text: &str) -> Result<Self, AccessError> {
        let file: AccessFile =
            toml::from_str(text).map_err(|source| AccessError::Format { path: path.into(), source: Box::new(source) })?;
        let mut contents = Self { two_persons: file.two_persons, ..Self::default() };
        let wrong = |part, index: usize| move |what| AccessError::Entry { path: path.into(), part, place: index + 1, what };
        if let Some(digits) = &file.approved_terms {
            let approved = hash_of(digits).ok_or("it must be 64 hexadecimal digits").map_err(wrong("approved_terms", 0))?;
            contents.approved_terms = Some(approved);
        }
        for (index, entry) in file.token.iter().enumerate() {
            let wrong = wrong("token", index);
            let token = entry.token().map_err(&wrong)?;
            if contents.tokens.iter().any(|other| other.sha256 == token.sha256) {
                return Err(wrong("the same token stands here twice"));
            }
            contents.tokens.push(token);
        }
        for (index, entry) in file.person.into_iter().enumerate() {
            let wrong = wrong("person", index);
            let person = entry.person().map_err(&wrong)?;
            if contents.is_name_taken(&person.name) {
                return Err(wrong("another one has this name"));
            }
            contents.people.push(person);
        }
        for (index, entry) in file.pairing.iter().enumerate() {
            contents.pairings.push(entry.pairing().map_err(wrong("pairing", index))?);
        }
        for (index, entry) in file.change.iter().enumerate() {
            contents.changes.push(entry.change().ok_or("`record` must be a change in hexadecimal digits").map_err(wrong("change", index))?);
        }
        Ok(contents)
    }

    /// The text of the file.
    pub(super) fn text(&self) -> String {
        let file = AccessFile {
            two_persons: self.two_persons,
            approved_terms: self.approved_terms.map(|sha256| hexadecimal(&sha256)),
            token: self.tokens.iter().map(TokenEntry::of).collect(),
            person: self.people.iter().map(PersonEntry::of).collect(),
            pairing: self.pairings.iter().map(PairingEntry::of).collect(),
            change: self.changes.iter().map(ChangeEntry::of).collect(),
        };
        let text = toml::to_string(&file).expect("strings and small numbers can always be written as TOML");
        format!("{HEAD}{text}")
    }
}

impl TokenEntry {
    fn of(token: &Token) -> Self {
        let (role, seat, name) = match &token.holder {
            Holder::Seat(seat) => ("seat", Some(seat.number()), None),
            Holder::Staff { name, role } => (role.name(), None, Some(name.clone())),
        };
        Self { role: role.into(), seat, name, console: token.console.clone(), sha256: hexadecimal(&token.sha256), expires: token.expires }
    }

    fn token(&self) -> Result<Token, &'static str> {
        let holder = match (self.role.as_str(), self.seat, &self.name) {
            ("seat", Some(seat), None) => Holder::Seat(Seat::new(seat).ok_or("`seat` must be 1 to 6")?),
            ("seat", ..) => return Err("role `seat` needs `seat` and no `name`"),
            (role, seat, name) => {
                let role = StaffRole::named(role).ok_or("`role` must be `seat`, `attendant`, `technician`, `auditor` or `owner`")?;
                let name = name.as_ref().filter(|_| seat.is_none()).ok_or("a role that is no seat's needs `name` and no `seat`")?;
                Holder::Staff { name: link_name(name)?, role }
            }
        };
        if self.console.is_some() && !matches!(holder, Holder::Seat(_)) {
            return Err("only a seat has a `console`");
        }
        if self.expires.is_some() && self.console.is_none() {
            return Err("only a `console` has `expires`");
        }
        let sha256 = hash_of(&self.sha256).ok_or("`sha256` must be 64 hexadecimal digits")?;
        Ok(Token { holder, console: self.console.as_deref().map(link_name).transpose()?, sha256, expires: self.expires })
    }
}

impl PersonEntry {
    fn of(person: &Person) -> Self {
        let Person { name, role, pin, wrong_pins } = person.clone();
        let waiting = wrong_pins.at.into_iter().map(|(address, wrong_pins)| WaitingEntry { address, wrong_pins }).collect();
        Self { name, role: role.name().into(), pin, wrong_pins: wrong_pins.all, waiting }
    }

    fn person(self) -> Result<Person, &'static str> {
        let name =
            person_name(&self.name).ok_or("`name` must be 1 to 40 letters, digits and single spaces, hyphens or dots between them")?;
        let role = StaffRole::named(&self.role).ok_or("`role` must be `attendant`, `technician`, `auditor` or `owner`")?;
        let pin =
            Some(self.pin).filter(|pin| pin::is_hash(pin)).ok_or("`pin` must be an argon2id hash, as `croupierctl access` writes it")?;
        let at = self.waiting.into_iter().map(|waiting| (waiting.address, waiting.wrong_pins)).collect();
        Ok(Person { name, role, pin, wrong_pins: WrongPins { all: self.wrong_pins, at } })
    }
}

impl PairingEntry {
    fn of(pairing: &Pairing) -> Self {
        let Pairing { seat, sha256, expires, wrong_codes } = pairing.clone();
        Self { seat: seat.number(), sha256: hexadecimal(&sha256), expires, wrong_codes }
    }

    fn pairing(&self) -> Result<Pairing, &'static str> {
        let seat = Seat::new(self.seat).ok_or("`seat` must be 1 to 6")?;
        let sha256 = hash_of(&self.sha256).ok_or("`sha256` must be 64 hexadecimal digits")?;
        Ok(Pairing { seat, sha256, expires: self.expires, wrong_codes: self.wrong_codes })
    }
}

impl ChangeEntry {
    fn of(change: &AccessChange) -> Self {
        let bytes = minicbor::to_vec(change).expect("a vector takes everything");
        Self { record: hexadecimal(&bytes) }
    }

    fn change(&self) -> Option<AccessChange> {
        minicbor::decode(&bytes(&self.record)?).ok()
    }
}

fn hash_of(digits: &str) -> Option<[u8; 32]> {
    bytes(digits)?.try_into().ok()
}

/// The name stands in the journal with each of the attendant's commands, so it is kept short and plain.
fn link_name(name: &str) -> Result<String, &'static str> {
    let plain = (1..=40).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_graphic());
    plain.then(|| name.into()).ok_or("`name` must be 1 to 40 visible ASCII characters")
}
