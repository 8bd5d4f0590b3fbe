//! What can be wrong with certificates and keys.

use std::io;
use std::path::{Path, PathBuf};

/// Why there is no TLS. Each says which file is meant, and what was expected; no key stands in one.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("{}: cannot be written: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// No certificate stands in a file.
    #[error(
        "{}: expected a certificate in PEM (`-----BEGIN CERTIFICATE-----`), the cabinet's own first, then those that it is signed with; found none",
        path.display()
    )]
    NoCertificate {
        /// The file.
        path: PathBuf,
    },
    /// A certificate is damaged.
    #[error("{}: expected an X.509 certificate in PEM: {reason}", path.display())]
    BadCertificate {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// No private key stands in a file.
    #[error("{}: expected a private key in PEM, without a password (`-----BEGIN PRIVATE KEY-----`); found none", path.display())]
    NoKey {
        /// The file.
        path: PathBuf,
    },
    /// A private key is damaged, or of a kind that is not known.
    #[error("{}: expected a private key for ECDSA (P-256, P-384), Ed25519 or RSA (2048 bits or more)", path.display())]
    BadKey {
        /// The file.
        path: PathBuf,
    },
    /// Other accounts could take a key.
    #[error(
        "{}: other accounts can open this key ({mode:04o}): expected 0600, or 0640 for a group that the daemon is in, as `chmod` sets it",
        path.display()
    )]
    OpenKey {
        /// The file.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
    /// A key and a certificate are of two pairs.
    #[error("{}: expected the key of the first certificate in {}; it is another's", key.display(), certificate.display())]
    OtherKey {
        /// The key's file.
        key: PathBuf,
        /// The certificate's file.
        certificate: PathBuf,
    },
    /// No certificate can be made with these names.
    #[error("no certificate can be made for {}: {reason}", names.join(", "))]
    NotMade {
        /// The names.
        names: Vec<String>,
        /// What is wrong.
        reason: String,
    },
    /// The operating system gave no random numbers.
    #[error("the operating system gave no random numbers: {0}")]
    NoChance(#[from] getrandom::Error),
    /// What rustls does not take.
    #[error("TLS cannot be spoken: {0}")]
    Settings(#[from] rustls::Error),
}

impl TlsError {
    /// A file that cannot be read.
    pub(super) fn unreadable(path: &Path, source: io::Error) -> Self {
        Self::Unreadable { path: path.to_owned(), source }
    }

    /// A file that cannot be written.
    pub(super) fn unwritable(path: &Path, source: io::Error) -> Self {
        Self::Unwritable { path: path.to_owned(), source }
    }
}
