//! The certificate that the cabinet makes for itself at its first start, and keeps with its key in the folder of the data.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::Path;

use rcgen::{
    CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa, KeyPair, KeyUsagePurpose, PKCS_ECDSA_P256_SHA256,
    SerialNumber, date_time_ymd,
};

use super::certificate::Certificate;
use super::error::TlsError;
use super::supplied::{certificate_in, identity};
use super::{Identity, NOTICE_SECONDS};
use crate::access::write_private;
use crate::model::Timestamp;

/// The certificate's file in the folder of the data.
pub const CERTIFICATE_FILE: &str = "tls-certificate.pem";

/// The key's file in the folder of the data.
pub const KEY_FILE: &str = "tls-key.pem";

/// For how long a certificate is made.
const YEARS: i32 = 10;

/// What is made here holds from the beginning of this year on: the clock of a console may be far behind.
const FIRST_YEAR: i32 = 2020;

/// No board can have run this program before: one that shows an earlier year has lost its clock.
const EARLIEST_YEAR: i32 = 2025;

/// A clock that shows a later year is wrong, too, and the year of a date has four digits.
const LAST_YEAR: i32 = 2400;

/// The average length of a year of the calendar.
const SECONDS_OF_YEAR: u64 = 31_556_952;

/// What a start found of the cabinet's own certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AtStart {
    /// It is the one of the start before.
    Kept,
    /// There was no key: key and certificate are made.
    Made,
    /// The key is kept, and a new certificate is made of it; consoles that know the fingerprint must be told the new one.
    MadeAnew(WhyAnew),
    /// A new certificate is due and could not be written, so the one of the start before is shown; why, and what the disk said.
    StillKept(WhyAnew, String),
}

/// Why a certificate is made anew.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WhyAnew {
    /// It was not there, or nothing of this key could be read in its file.
    #[error("there was no certificate of this key")]
    Lost,
    /// Consoles reach the cabinet by names that it is not for.
    #[error("the former one is not for {}", .0.join(", "))]
    Names(Vec<String>),
    /// It has ended, or ends soon.
    #[error("the former one has ended, or ends within 30 days")]
    Ended,
}

/// The names by which consoles reach the cabinet: those that it was given, `localhost`, its loopback addresses, and these addresses of its own.
#[must_use]
pub fn names(given: &[String], addresses: &[IpAddr]) -> Vec<String> {
    let plain = |name: &String| name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    // An address is written in one way, as it is read back.
    let one_way = |name: String| name.parse::<IpAddr>().map_or(name, |address| address.to_canonical().to_string());
    let given = given.iter().map(plain).map(one_way);
    let loopback = [IpAddr::from(Ipv4Addr::LOCALHOST), IpAddr::from(Ipv6Addr::LOCALHOST)];
    let addresses = loopback.iter().chain(addresses).filter(|address| !address.is_unspecified());
    let addresses = addresses.map(|address| address.to_canonical().to_string());
    let all: BTreeSet<String> = given.chain(["localhost".to_owned()]).chain(addresses).collect();
    all.into_iter().collect()
}

/// The cabinet's own certificate in this folder, with its key. What is not there is made; a certificate that is not for all of `names`, or ends
/// soon, is made anew of the same key. What is made is for `beside` as well, which may be another at each start: where that alone is missing, the
/// certificate stays, for consoles know it.
///
/// # Errors
/// Where a file cannot be read or written, the key's file holds no key, or a name can stand in no certificate.
pub fn kept_identity(folder: &Path, names: &[String], beside: &[String], now: Timestamp) -> Result<(Identity, AtStart), TlsError> {
    let (certificate_path, key_path) = (folder.join(CERTIFICATE_FILE), folder.join(KEY_FILE));
    let (key, is_new) = key(&key_path)?;
    let (former, why) = match identity(&certificate_path, &key_path) {
        Ok(kept) => match out_of_date(kept.certificate(), names, now) {
            None => return Ok((kept, AtStart::Kept)),
            Some(why) => (Some(kept), why),
        },
        Err(error @ TlsError::BadKey { .. }) => return Err(error),
        Err(_) => (None, WhyAnew::Lost),
    };
    let all: BTreeSet<String> = names.iter().chain(beside).cloned().collect();
    let made = make(&key, &all.into_iter().collect::<Vec<String>>(), now)?;
    match (write_private(&certificate_path, &made), former) {
        (Ok(()), _) => {}
        // A full disk keeps no cabinet from opening: stakes may lie.
        (Err(error), Some(former)) => return Ok((former, AtStart::StillKept(why, error.to_string()))),
        (Err(error), None) => return Err(TlsError::unwritable(&certificate_path, error)),
    }
    Ok((identity(&certificate_path, &key_path)?, if is_new { AtStart::Made } else { AtStart::MadeAnew(why) }))
}

/// The cabinet's own certificate in this folder, and its PEM, as a person hands it to a console; `None` where none was made.
///
/// # Errors
/// Where the file cannot be read or holds no certificate.
pub fn kept_certificate(folder: &Path) -> Result<Option<(Certificate, String)>, TlsError> {
    let path = folder.join(CERTIFICATE_FILE);
    let pem = match fs::read_to_string(&path) {
        Ok(pem) => pem,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(TlsError::unreadable(&path, error)),
    };
    Ok(Some((certificate_in(pem.as_bytes(), &path)?, pem)))
}

/// The key of this file, and whether it was made just now.
fn key(path: &Path) -> Result<(KeyPair, bool), TlsError> {
    match fs::read_to_string(path) {
        // What is wrong is not told: a piece of the key could stand in it.
        Ok(pem) => KeyPair::from_pem(&pem).map(|key| (key, false)).map_err(|_| TlsError::BadKey { path: path.to_owned() }),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let key = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256).map_err(|error| not_made(&[], &error))?;
            write_private(path, &key.serialize_pem()).map_err(|error| TlsError::unwritable(path, error))?;
            Ok((key, true))
        }
        Err(error) => Err(TlsError::unreadable(path, error)),
    }
}

fn out_of_date(kept: &Certificate, names: &[String], now: Timestamp) -> Option<WhyAnew> {
    let missing: Vec<String> = names.iter().filter(|name| !kept.names().contains(name)).cloned().collect();
    if !missing.is_empty() {
        return Some(WhyAnew::Names(missing));
    }
    kept.has_ended(now, NOTICE_SECONDS).then_some(WhyAnew::Ended)
}

/// A certificate in PEM.
fn make(key: &KeyPair, names: &[String], now: Timestamp) -> Result<String, TlsError> {
    let mut wanted = CertificateParams::new(names).map_err(|error| not_made(names, &error))?;
    let mut title = DistinguishedName::new();
    title.push(DnType::CommonName, "croupier cabinet");
    wanted.distinguished_name = title;
    wanted.is_ca = IsCa::ExplicitNoCa;
    wanted.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    wanted.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    wanted.not_before = date_time_ymd(FIRST_YEAR, 1, 1);
    wanted.not_after = date_time_ymd(year(now).clamp(EARLIEST_YEAR, LAST_YEAR) + YEARS, 12, 31);
    // Browsers refuse a second certificate of one maker with the same number.
    wanted.serial_number = Some(serial_number()?);
    wanted.self_signed(key).map(|made| made.pem()).map_err(|error| not_made(names, &error))
}

fn not_made(names: &[String], error: &rcgen::Error) -> TlsError {
    TlsError::NotMade { names: names.to_vec(), reason: error.to_string() }
}

/// The year by the wall clock, to within a day.
fn year(now: Timestamp) -> i32 {
    i32::try_from(1970 + now.microseconds() / 1_000_000 / SECONDS_OF_YEAR).unwrap_or(LAST_YEAR)
}

/// A positive number of 16 bytes.
fn serial_number() -> Result<SerialNumber, TlsError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    bytes[0] = bytes[0] & 0x7f | 0x40;
    Ok(SerialNumber::from_slice(&bytes))
}
