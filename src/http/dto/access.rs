//! Signing in, pairing consoles, and who is let in.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::names::names;
use super::secret::secret;
use crate::access::{Holder, Letting};
use crate::model::{StaffRole, Timestamp};

/// A person's name and PIN.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Anna", "pin": "482915"}))]
pub(in crate::http) struct SignInForm {
    /// The name; upper and lower case are the same.
    // Somebody may type the PIN in its place.
    #[serde(deserialize_with = "secret")]
    pub(in crate::http) name: String,
    /// The PIN.
    #[serde(deserialize_with = "secret")]
    pub(in crate::http) pin: String,
}

impl fmt::Debug for SignInForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignInForm")
    }
}

/// A session that has begun.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct SignedIn {
    /// The session's bearer token.
    pub(in crate::http) token: String,
    /// The name that stands in the journal.
    pub(in crate::http) name: String,
    /// What the person is.
    #[schema(schema_with = roles)]
    pub(in crate::http) role: &'static str,
    /// After how many seconds without an order the session ends.
    pub(in crate::http) idle_seconds: u64,
    /// After how many seconds it ends in any case.
    pub(in crate::http) most_seconds: u64,
}

fn roles() -> utoipa::openapi::schema::Object {
    names(StaffRole::ALL.map(StaffRole::name)).description(Some("What the person is.")).build()
}

/// Something was done of which nothing else is to be said.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct AccessDone {
    /// Always true; otherwise the answer is a problem.
    pub(in crate::http) done: bool,
}

/// The code of a pairing, as it is typed at the console.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "4829 1577"}))]
pub(in crate::http) struct PairForm {
    /// The code; spaces do not count.
    #[serde(deserialize_with = "secret")]
    pub(in crate::http) code: String,
}

/// A console that was paired.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct PairedConsole {
    /// The seat that it is the console of.
    pub(in crate::http) seat: u8,
    /// Its bearer token.
    pub(in crate::http) token: String,
}

/// A code by which a console can be paired, once.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct PairingCode {
    /// The code: 8 digits.
    pub(in crate::http) code: String,
    /// For how many seconds it is good.
    pub(in crate::http) seconds: u64,
}

/// What is revoked.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "seat-3"}))]
pub(in crate::http) struct RevokeForm {
    /// The name of a console or a link, as `/api/v1/access` tells it.
    pub(in crate::http) name: String,
}

/// Who is let in.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct AccessList {
    /// Links, paired consoles and people.
    let_in: Vec<LetIn>,
}

/// Somebody or something that is let in.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct LetIn {
    /// The name by which it is revoked.
    name: String,
    /// `seat`, or the role of a person.
    role: &'static str,
    /// The seat, where it is one.
    seat: Option<u8>,
    /// How it comes in: `link`, `console` or `person`.
    by: &'static str,
    /// When a console must be paired anew, in microseconds since 1970 by the board's clock; nothing of links and people.
    expires_at: Option<u64>,
}

impl From<Vec<Letting>> for AccessList {
    fn from(lettings: Vec<Letting>) -> Self {
        let let_in = lettings.into_iter().map(|Letting { name, holder, by, expires_at }| {
            let expires_at = expires_at.map(Timestamp::microseconds);
            match holder {
                Holder::Seat(seat) => LetIn { name, role: "seat", seat: Some(seat.number()), by, expires_at },
                Holder::Staff { role, .. } => LetIn { name, role: role.name(), seat: None, by, expires_at },
            }
        });
        Self { let_in: let_in.collect() }
    }
}
