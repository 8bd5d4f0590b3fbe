//! Who may come in: bearer tokens with their roles, kept on disk only as SHA-256 hashes.
//!
//! Here never lives a plain token for longer than the moment in which it is made or compared.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use crate::model::{Seat, Who};

/// How many random bytes a token has.
const TOKEN_BYTES: usize = 32;

/// What the holder of a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// The player at this seat.
    Seat(Seat),
    /// An attendant of this name.
    Attendant(String),
}

impl Role {
    /// The person as commands name it.
    #[must_use]
    pub fn who(&self) -> Who {
        match self {
            Self::Seat(seat) => Who::Seat(*seat),
            Self::Attendant(name) => Who::Attendant(name.clone()),
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => write!(f, "seat-{seat}"),
            Self::Attendant(name) => f.write_str(name),
        }
    }
}

/// A role with its plain token. It exists only where tokens have just been made, so that they can be handed out.
#[derive(Clone)]
pub struct Credential {
    /// What the holder is.
    pub role: Role,
    /// The token: 64 hexadecimal digits.
    pub token: String,
}

impl Credential {
    /// The path of the page for this role with the token in the fragment, which browsers never send: `/seat#TOKEN`.
    #[must_use]
    pub fn link(&self) -> String {
        match self.role {
            Role::Seat(_) => format!("/seat#{}", self.token),
            Role::Attendant(_) => format!("/attendant#{}", self.token),
        }
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credential").field("role", &self.role).finish_non_exhaustive()
    }
}

/// What can be wrong with the file of tokens.
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
    /// A token in the file makes no sense.
    #[error("{}: token {place}: {what}", path.display())]
    Token {
        /// The file.
        path: PathBuf,
        /// Which token of the file, from 1.
        place: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The operating system gave no random numbers.
    #[error("the operating system gave no random numbers: {0}")]
    Random(getrandom::Error),
}

/// The tokens that are let in.
#[derive(Clone)]
pub struct Access {
    holders: Vec<Holder>,
}

/// A token's hash with the role of who holds it.
#[derive(Clone)]
struct Holder {
    role: Role,
    sha256: [u8; 32],
}

/// The file as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AccessFile {
    #[serde(default)]
    token: Vec<TokenEntry>,
}

/// A token of the file: `role = "seat"` with `seat`, or `role = "attendant"` with `name`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenEntry {
    role: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    sha256: String,
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
        if path.exists() {
            return Err(AccessError::Exists { path: path.into() });
        }
        let (access, credentials) = Self::make()?;
        let text = toml::to_string(&access.file()).expect("strings and small numbers can always be written as TOML");
        let text =
            format!("# The bearer tokens that are let in, as SHA-256 of each. The tokens themselves are kept nowhere here.\n\n{text}");
        write_private(path, &text).map_err(|source| AccessError::Write { path: path.into(), source })?;
        Ok((access, credentials))
    }

    /// Makes one token for each seat and one for `attendant-1`, and keeps them nowhere.
    ///
    /// # Errors
    /// [`AccessError::Random`] where there is no randomness.
    pub fn make() -> Result<(Self, Vec<Credential>), AccessError> {
        let roles = Seat::all().map(Role::Seat).chain([Role::Attendant("attendant-1".into())]);
        let credentials = roles.map(|role| Ok(Credential { role, token: new_token()? })).collect::<Result<Vec<_>, AccessError>>()?;
        Ok((Self::of(&credentials), credentials))
    }

    /// Reads the file.
    ///
    /// # Errors
    /// [`AccessError::Read`], [`AccessError::Format`] or [`AccessError::Token`], each with what was found.
    pub fn load(path: &Path) -> Result<Self, AccessError> {
        let text = fs::read_to_string(path).map_err(|source| AccessError::Read { path: path.into(), source })?;
        let file: AccessFile =
            toml::from_str(&text).map_err(|source| AccessError::Format { path: path.into(), source: Box::new(source) })?;
        let mut holders: Vec<Holder> = Vec::new();
        for (index, entry) in file.token.iter().enumerate() {
            let wrong = |what| AccessError::Token { path: path.into(), place: index + 1, what };
            let holder = entry.holder().map_err(wrong)?;
            if holders.iter().any(|other| other.sha256 == holder.sha256) {
                return Err(wrong("the same token stands here twice"));
            }
            holders.push(holder);
        }
        Ok(Self { holders })
    }

    /// The access of exactly these credentials, without a file.
    #[must_use]
    pub fn of(credentials: &[Credential]) -> Self {
        let holders = credentials.iter().map(|credential| Holder { role: credential.role.clone(), sha256: hash(&credential.token) });
        Self { holders: holders.collect() }
    }

    /// Whether somebody holds this token.
    #[must_use]
    pub fn lets_in(&self, token: &str) -> bool {
        self.holder(token).is_some()
    }

    /// Whose token this is, with the holder's place in the file. Every hash is compared in full, so the time taken tells nothing.
    pub(super) fn holder(&self, token: &str) -> Option<(usize, &Role)> {
        let presented = hash(token);
        let mut found = u64::MAX;
        for (place, holder) in (0_u64..).zip(&self.holders) {
            let same: Choice = holder.sha256.ct_eq(&presented);
            found.conditional_assign(&place, same);
        }
        let place = usize::try_from(found).ok()?;
        self.holders.get(place).map(|holder| (place, &holder.role))
    }

    fn file(&self) -> AccessFile {
        let token = self.holders.iter().map(|holder| {
            let (role, seat, name) = match &holder.role {
                Role::Seat(seat) => ("seat", Some(seat.number()), None),
                Role::Attendant(name) => ("attendant", None, Some(name.clone())),
            };
            TokenEntry { role: role.into(), seat, name, sha256: hexadecimal(&holder.sha256) }
        });
        AccessFile { token: token.collect() }
    }
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.holders.iter().map(|holder| &holder.role)).finish()
    }
}

impl TokenEntry {
    fn holder(&self) -> Result<Holder, &'static str> {
        let role = match (self.role.as_str(), self.seat, &self.name) {
            ("seat", Some(seat), None) => Role::Seat(Seat::new(seat).ok_or("`seat` must be 1 to 6")?),
            ("attendant", None, Some(name)) => Role::Attendant(attendant_name(name)?),
            ("seat", ..) => return Err("role `seat` needs `seat` and no `name`"),
            ("attendant", ..) => return Err("role `attendant` needs `name` and no `seat`"),
            _ => return Err("`role` must be `seat` or `attendant`"),
        };
        let sha256 = bytes(&self.sha256).ok_or("`sha256` must be 64 hexadecimal digits")?;
        Ok(Holder { role, sha256 })
    }
}

/// The name stands in the journal with each of the attendant's commands, so it is kept short and plain.
fn attendant_name(name: &str) -> Result<String, &'static str> {
    let plain = (1..=40).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_graphic());
    plain.then(|| name.into()).ok_or("`name` must be 1 to 40 visible ASCII characters")
}

/// Writes a file that only its owner may read, whole or not at all, and makes it durable.
///
/// # Errors
/// Any error of the file system; then a file that was there is as it was.
pub fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    let draft = PathBuf::from(draft);
    // A draft of a start that was cut short may lie there with other permissions.
    match fs::remove_file(&draft) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&draft, path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

fn new_token() -> Result<String, AccessError> {
    let mut random = [0; TOKEN_BYTES];
    getrandom::fill(&mut random).map_err(AccessError::Random)?;
    Ok(hexadecimal(&random))
}

fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// The bytes as lower-case hexadecimal digits.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(digits: &str) -> Option<[u8; 32]> {
    if digits.len() != 64 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; 32];
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * place..2 * place + 2], 16).ok()?;
    }
    Some(bytes)
}
