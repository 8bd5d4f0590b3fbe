//! Who holds a token, and tokens in the moment in which they are made.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::model::{Seat, StaffRole, Who};

/// How many random bytes a token has.
const TOKEN_BYTES: usize = 32;

/// What the holder of a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The player at this seat.
    Seat(Seat),
    /// A person of the house, or the holder of a link of the house.
    Staff {
        /// The name that stands in the journal.
        name: String,
        /// What the person is.
        role: StaffRole,
    },
}

impl Holder {
    /// The holder of an attendant's link.
    #[must_use]
    pub fn attendant(name: impl Into<String>) -> Self {
        Self::Staff { name: name.into(), role: StaffRole::Attendant }
    }

    /// The person as commands name it.
    #[must_use]
    pub fn who(&self) -> Who {
        match self {
            Self::Seat(seat) => Who::Seat(*seat),
            Self::Staff { name, .. } => Who::Attendant(name.clone()),
        }
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => write!(f, "seat-{seat}"),
            Self::Staff { name, .. } => f.write_str(name),
        }
    }
}

/// A holder with the plain token. It exists only where tokens have just been made, so that they can be handed out.
#[derive(Clone)]
pub struct Credential {
    /// What the holder is.
    pub holder: Holder,
    /// The token: 64 hexadecimal digits.
    pub token: String,
}

impl Credential {
    /// The path of the page for this holder with the token in the fragment, which browsers never send: `/seat#TOKEN`.
    #[must_use]
    pub fn link(&self) -> String {
        match self.holder {
            Holder::Seat(_) => format!("/seat#{}", self.token),
            Holder::Staff { .. } => format!("/attendant#{}", self.token),
        }
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credential").field("holder", &self.holder).finish_non_exhaustive()
    }
}

/// A fresh token.
pub(super) fn new_token() -> Result<String, getrandom::Error> {
    let mut random = [0; TOKEN_BYTES];
    getrandom::fill(&mut random)?;
    Ok(hexadecimal(&random))
}

/// What is kept of a token or of a code.
pub(super) fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// The bytes as lower-case hexadecimal digits.
#[must_use]
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of hexadecimal digits, two each.
pub(super) fn bytes(digits: &str) -> Option<Vec<u8>> {
    if !digits.len().is_multiple_of(2) || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    (0..digits.len() / 2).map(|place| u8::from_str_radix(&digits[2 * place..2 * place + 2], 16).ok()).collect()
}
