//! `croupierctl access ...`: who is let in, and changing that, also while the cabinet runs. A PIN is read from the terminal or from standard
//! input, never from an argument, and printed nowhere.

use std::fs::DirBuilder;
use std::io::{self, BufRead, IsTerminal, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use rustix::process::getuid;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use serde_json::{Value, json};

use super::Failure;
use super::journal::{Place, require_owner};
use super::port::now;
use super::two_persons::{self, Both};
use crate::access::{self, ACCESS_FILE, AccessError, Contents, FIRST_ACCESS_FILE, Holder, Letting, PAIRING_SECONDS, Pin, Refused};
use crate::model::{Changer, Seat, StaffRole, Timestamp};

/// What can be done about who is let in.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Lets a person in, with a role and a PIN, which is asked for.
    Add {
        /// The person's name, as the journal is to hold it.
        name: String,
        /// What the person is.
        #[arg(long, value_enum)]
        role: Role,
        #[command(flatten)]
        both: Both,
        #[command(flatten)]
        place: Place,
    },
    /// Everybody and everything that is let in: links, paired consoles, people. One JSON object a line.
    List {
        #[command(flatten)]
        place: Place,
    },
    /// Makes a code by which a console can be paired with a seat, once and for five minutes.
    Pair {
        /// The seat, 1 to 6.
        #[arg(value_parser = clap::value_parser!(u8).range(1..=6))]
        seat: u8,
        #[command(flatten)]
        answering: Answering,
        #[command(flatten)]
        place: Place,
    },
    /// Gives a person another PIN, which is asked for, and lets the person try again after too many wrong ones.
    Pin {
        /// The person's name.
        name: String,
        #[command(flatten)]
        both: Both,
        #[command(flatten)]
        place: Place,
    },
    /// Lets a person, a link or a paired console in no more.
    Revoke {
        /// The name, as `list` tells it.
        name: String,
        #[command(flatten)]
        answering: Answering,
        #[command(flatten)]
        place: Place,
    },
    /// The two-person rule: sets it on or off, and approves other rules and settings by it.
    #[command(subcommand)]
    TwoPersons(two_persons::Command),
}

/// Who answers for a change.
#[derive(Debug, Args)]
pub(crate) struct Answering {
    /// The name of the person who does this, whose PIN is asked for; without it the account at the board is recorded.
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

/// What a person is.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Role {
    /// Takes money in and out, holds and voids, pairs consoles and revokes those of seats.
    Attendant,
    /// Looks at the devices and at what they have done, has their lines captured and parts test themselves.
    Technician,
    /// Looks at everything that is kept, and changes nothing.
    Auditor,
    /// Does what an attendant does, and revokes every console and link.
    Owner,
}

impl From<Role> for StaffRole {
    fn from(role: Role) -> Self {
        match role {
            Role::Attendant => Self::Attendant,
            Role::Technician => Self::Technician,
            Role::Auditor => Self::Auditor,
            Role::Owner => Self::Owner,
        }
    }
}

impl Command {
    pub(crate) fn run(&self) -> Result<String, Failure> {
        match self {
            Self::Add { name, role, both, place } => {
                let role = StaffRole::from(*role);
                let (by, pin) = (proven(place, |contents| both.prove_where_asked(contents))?, hash(&new_pin()?)?);
                guarded(place, by, |contents, at, by| contents.add_person(name, role, pin, at, by))?;
                Ok(line(&json!({"added": name, "role": role.name()})))
            }
            Self::List { place } => {
                let contents = access::read(&place.access_file())?;
                Ok(contents.lettings().iter().map(|letting| line(&listed(letting))).collect())
            }
            Self::Pair { seat, answering, place } => {
                let seat = Seat::new(*seat).ok_or_else(|| Failure::refused("no-such-seat", "a seat is 1 to 6"))?;
                let by = answering.proven(place, &[StaffRole::Owner, StaffRole::Attendant])?;
                let code = changed(place, |contents| contents.offer_pairing(seat, now(), &by))?.map_err(AccessError::from)?;
                Ok(line(&json!({"seat": seat.number(), "code": code, "seconds": PAIRING_SECONDS})))
            }
            Self::Pin { name, both, place } => {
                let (by, pin) = (proven(place, |contents| both.prove_where_asked(contents))?, hash(&new_pin()?)?);
                guarded(place, by, |contents, at, by| contents.set_pin(name, pin, at, by))?;
                Ok(line(&json!({"pin_set": name})))
            }
            Self::Revoke { name, answering, place } => {
                let by = answering.proven(place, &[StaffRole::Owner])?;
                changed(place, |contents| contents.revoke(name, now(), &by))?.map_err(refused)?;
                Ok(line(&json!({"revoked": name})))
            }
            Self::TwoPersons(command) => command.run(),
        }
    }
}

fn listed(Letting { name, holder, by, expires_at }: &Letting) -> Value {
    match holder {
        Holder::Seat(seat) => {
            let expires_at = expires_at.map(Timestamp::microseconds);
            json!({"name": name, "by": by, "role": "seat", "seat": seat.number(), "expires_at": expires_at})
        }
        Holder::Staff { role, .. } => json!({"name": name, "by": by, "role": role.name()}),
    }
}

fn line(value: &Value) -> String {
    format!("{value}\n")
}

impl Answering {
    /// The person, who is of one of these roles; the account where nobody is named.
    fn proven(&self, place: &Place, roles: &[StaffRole]) -> Result<Changer, Failure> {
        let by = proven(place, |contents| two_persons::prove_one(contents, self.by.as_deref(), roles))?;
        Ok(by.unwrap_or_else(|| Changer::Account(account())))
    }
}

/// Who changes who is let in, once the PINs are shown; nobody where nobody is named and none is needed.
fn proven(place: &Place, prove: impl FnOnce(&Contents) -> Result<Option<Changer>, Failure>) -> Result<Option<Changer>, Failure> {
    place.require_owner()?;
    let file = place.access_file();
    // Without a file there is nobody yet, and nothing to change.
    if file.exists() { prove(&access::read(&file)?) } else { Ok(None) }
}

/// Changes the file by these people, or by the account where none is needed: nobody alone makes himself a second person, and the rule may have been
/// set on while a PIN was asked for.
fn guarded(
    place: &Place,
    by: Option<Changer>,
    edit: impl FnOnce(&mut Contents, Timestamp, &Changer) -> Result<(), Refused>,
) -> Result<(), Failure> {
    let by = by.unwrap_or_else(|| Changer::Account(account()));
    let is_alone = !matches!(by, Changer::Two(..));
    let changed = changed(place, |contents| {
        let is_refused = is_alone && contents.asks_for_two();
        if is_refused { Err(Refused::NeedsTwo) } else { edit(contents, now(), &by) }
    })?;
    changed.map_err(refused)
}

/// Why the access file was not changed, or a person was not taken for one who may.
pub(super) fn refused(refused: Refused) -> Failure {
    Failure::refused("access-refused", refused.to_string())
}

/// The first owner, who is to be let in before the cabinet has ever run.
pub(super) struct FirstOwner {
    contents: Contents,
    data: PathBuf,
}

impl FirstOwner {
    /// Asks for the PIN, at a terminal until it will do, once everything else is known to be good.
    ///
    /// # Errors
    /// Where the name is none, the data belong to another account and this is not `root`, or the PIN cannot be read or, off a terminal, will not
    /// do.
    pub(super) fn ask(name: &str, data: &Path) -> Result<Self, Failure> {
        if !getuid().is_root() {
            require_owner(data)?;
        }
        Self::with(name, String::new(), data)?;
        loop {
            match new_pin() {
                Ok(pin) => return Self::with(name, hash(&pin)?, data),
                Err(failure) if io::stdin().is_terminal() => eprintln!("  {}", failure.message()),
                Err(failure) => return Err(failure),
            }
        }
    }

    fn with(name: &str, pin: String, data: &Path) -> Result<Self, Failure> {
        let mut contents = Contents::default();
        let let_in = contents.add_person(name, StaffRole::Owner, pin, now(), &Changer::Account(account()));
        let_in.map_err(refused)?;
        Ok(Self { contents, data: data.to_owned() })
    }

    /// Lets the owner in at the first start of the cabinet. The folder of its data is made where it is missing.
    ///
    /// # Errors
    /// Where the file cannot be written, or the cabinet has been started meanwhile.
    pub(super) fn let_in(self) -> Result<(), Failure> {
        let Self { contents, data } = self;
        let unmade = |error: io::Error| Failure::unwritable(&data, &error);
        DirBuilder::new().recursive(true).mode(0o700).create(&data).map_err(unmade)?;
        if data.join(ACCESS_FILE).exists() {
            let message = format!("{}: the cabinet has been started; `croupierctl access add` lets people in", data.display());
            return Err(Failure::refused("access-refused", message));
        }
        let folder = data.metadata().map_err(unmade)?;
        let owner = getuid().is_root().then(|| (folder.uid(), folder.gid()));
        Ok(access::make(&data.join(FIRST_ACCESS_FILE), &contents, owner)?)
    }
}

/// Changes the access file of a cabinet, which must be there.
pub(super) fn changed<T>(place: &Place, edit: impl FnOnce(&mut Contents) -> T) -> Result<T, Failure> {
    place.require_owner()?;
    let file = place.access_file();
    if !file.exists() {
        let message = format!("{}: there is no access file; croupierd makes it at its first start", file.display());
        return Err(Failure::refused("no-access-file", message));
    }
    Ok(access::change(&file, edit)?.1)
}

/// The account at the board, with the one that it was taken on from by `sudo`. The account can call itself what it likes: what the
/// operating system knows stands first.
fn account() -> String {
    let number = getuid().as_raw();
    let sudo = std::env::var("SUDO_USER").ok().filter(|name| name.chars().all(|letter| letter.is_ascii_graphic()) && name.len() <= 40);
    sudo.map_or_else(|| format!("account {number}"), |name| format!("account {number}, by sudo from {name}"))
}

impl From<AccessError> for Failure {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Format { .. } | AccessError::Entry { .. } | AccessError::Read { .. } => {
                Self::refused("access-file", error.to_string())
            }
            _ => Self::ours("access-file", error.to_string()),
        }
    }
}

fn hash(pin: &Pin) -> Result<String, Failure> {
    pin.hash().map_err(|error| Failure::ours("no-random-numbers", error.to_string()))
}

/// A new PIN: at a terminal asked for twice, otherwise the first line of standard input.
fn new_pin() -> Result<Pin, Failure> {
    let refused = |message: &str| Failure::refused("pin-refused", message);
    if !io::stdin().is_terminal() {
        return Pin::new(&read_line()?).map_err(|error| refused(&error.to_string()));
    }
    let typed = ask("New PIN: ")?;
    let pin = Pin::new(&typed).map_err(|error| refused(&error.to_string()))?;
    if ask("The same again: ")? != typed {
        return Err(refused("the two PINs differ"));
    }
    Ok(pin)
}

/// What a person types as the PIN: at a terminal asked for, otherwise the next line of standard input.
pub(super) fn typed_pin(name: &str) -> Result<String, Failure> {
    if io::stdin().is_terminal() { ask(&format!("PIN of {name}: ")) } else { read_line() }
}

/// Asks at the terminal, which shows nothing of what is typed.
fn ask(question: &str) -> Result<String, Failure> {
    let no_terminal = |error: io::Error| Failure::ours("terminal", format!("the terminal cannot be kept from showing the PIN: {error}"));
    let quiet = Quiet::begin().map_err(no_terminal)?;
    eprint!("{question}");
    let _ = io::stderr().flush();
    let typed = read_line();
    drop(quiet);
    eprintln!();
    typed
}

fn read_line() -> Result<String, Failure> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).map_err(|error| Failure::refused("pin-refused", format!("no PIN can be read: {error}")))?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// A terminal that shows nothing of what is typed, for as long as this lives.
struct Quiet {
    before: Termios,
}

impl Quiet {
    fn begin() -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut quiet = before.clone();
        quiet.local_modes.remove(LocalModes::ECHO);
        tcsetattr(io::stdin(), OptionalActions::Flush, &quiet)?;
        Ok(Self { before })
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        // Where the terminal is gone there is nothing to put back.
        let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &self.before);
    }
}
