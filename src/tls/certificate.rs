//! A certificate as people and consoles know it.

use std::net::IpAddr;

use rustls::pki_types::CertificateDer;
use sha2::{Digest, Sha256};
use x509_parser::extensions::GeneralName;
use x509_parser::parse_x509_certificate;

use crate::model::Timestamp;

/// A certificate that could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    der: CertificateDer<'static>,
    names: Vec<String>,
    ends_at: Timestamp,
}

impl Certificate {
    /// Reads one.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(super) fn read(der: CertificateDer<'static>) -> Result<Self, String> {
        let (rest, read) = parse_x509_certificate(&der).map_err(|error| error.to_string())?;
        if !rest.is_empty() {
            return Err("more stands behind its end".into());
        }
        let listed = read.subject_alternative_name().map_err(|error| error.to_string())?;
        let names = listed.iter().flat_map(|listed| &listed.value.general_names).filter_map(name).collect();
        let ends = u64::try_from(read.validity().not_after.timestamp()).unwrap_or_default();
        let ends_at = Timestamp::from_microseconds(ends.saturating_mul(1_000_000));
        Ok(Self { names, ends_at, der })
    }

    /// What people compare, as browsers show it: the SHA-256 of the whole certificate, in hexadecimal digits with a colon after each byte.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let bytes = Sha256::digest(&self.der);
        bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(":")
    }

    /// The names and addresses that it is for.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// When it ends.
    #[must_use]
    pub const fn ends_at(&self) -> Timestamp {
        self.ends_at
    }

    /// The day on which it ends, as 2036-12-31.
    #[must_use]
    pub fn ends_on(&self) -> String {
        let end = i64::try_from(self.ends_at.microseconds()).ok().and_then(|end| jiff::Timestamp::from_microsecond(end).ok());
        end.unwrap_or(jiff::Timestamp::MAX).strftime("%Y-%m-%d").to_string()
    }

    /// Whether so many seconds after `now` it has ended.
    #[must_use]
    pub const fn has_ended(&self, now: Timestamp, later_seconds: u64) -> bool {
        self.ends_at.microseconds() <= now.microseconds().saturating_add(later_seconds.saturating_mul(1_000_000))
    }

    /// Its bytes, as they go over a line.
    pub(super) const fn der(&self) -> &CertificateDer<'static> {
        &self.der
    }
}

/// A name as people write it; nothing of a kind that no browser goes to.
fn name(name: &GeneralName<'_>) -> Option<String> {
    match name {
        GeneralName::DNSName(name) => Some(name.to_ascii_lowercase()),
        GeneralName::IPAddress(bytes) => address(bytes).map(|address| address.to_string()),
        _ => None,
    }
}

fn address(bytes: &[u8]) -> Option<IpAddr> {
    let short = <[u8; 4]>::try_from(bytes).ok().map(IpAddr::from);
    short.or_else(|| <[u8; 16]>::try_from(bytes).ok().map(IpAddr::from))
}
