//! A certificate that the house brings along, with its key.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;

use super::certificate::Certificate;
use super::error::TlsError;
use super::{Identity, provider};

/// The permissions that a key's file must not give: any to others, and to its group that of writing.
const TOO_OPEN: u32 = 0o027;

/// Reads a supplied certificate, or a chain that begins with it, and its key, both in PEM.
///
/// # Errors
/// The file that is wrong, and what was expected of it.
pub fn supplied_identity(certificate: &Path, key: &Path) -> Result<Identity, TlsError> {
    let mode = fs::metadata(key).map_err(|error| TlsError::unreadable(key, error))?.permissions().mode() & 0o7777;
    if mode & TOO_OPEN != 0 {
        return Err(TlsError::OpenKey { path: key.to_owned(), mode });
    }
    identity(certificate, key)
}

/// The same without a look at who else may open the key.
pub(super) fn identity(certificate: &Path, key: &Path) -> Result<Identity, TlsError> {
    let chain = chain(&read(certificate)?, certificate)?;
    let first = first(&chain, certificate)?;
    let certified = Arc::new(CertifiedKey::new(chain, provider().key_provider.load_private_key(private_key(key)?).map_err(|_| bad(key))?));
    match certified.keys_match() {
        Ok(()) => Ok(Identity { certificate: first, certified }),
        Err(rustls::Error::InconsistentKeys(_)) => Err(TlsError::OtherKey { key: key.to_owned(), certificate: certificate.to_owned() }),
        Err(error) => Err(TlsError::BadCertificate { path: certificate.to_owned(), reason: error.to_string() }),
    }
}

/// Reads the first certificate of a PEM file.
///
/// # Errors
/// What is wrong with the file.
pub fn read_certificate(path: &Path) -> Result<Certificate, TlsError> {
    certificate_in(&read(path)?, path)
}

/// The first certificate in this PEM, which stands in the file.
pub(super) fn certificate_in(pem: &[u8], path: &Path) -> Result<Certificate, TlsError> {
    first(&chain(pem, path)?, path)
}

fn read(path: &Path) -> Result<Vec<u8>, TlsError> {
    fs::read(path).map_err(|error| TlsError::unreadable(path, error))
}

/// All certificates of a file; there is one at least.
fn chain(pem: &[u8], path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    let chain = chain.map_err(|error| TlsError::BadCertificate { path: path.to_owned(), reason: error.to_string() })?;
    if chain.is_empty() { Err(TlsError::NoCertificate { path: path.to_owned() }) } else { Ok(chain) }
}

/// The first certificate of a chain, which is the cabinet's own.
fn first(chain: &[CertificateDer<'static>], path: &Path) -> Result<Certificate, TlsError> {
    let first = chain.first().ok_or_else(|| TlsError::NoCertificate { path: path.to_owned() })?;
    Certificate::read(first.clone()).map_err(|reason| TlsError::BadCertificate { path: path.to_owned(), reason })
}

fn private_key(path: &Path) -> Result<PrivateKeyDer<'static>, TlsError> {
    PrivateKeyDer::pem_slice_iter(&read(path)?)
        .next()
        .ok_or_else(|| TlsError::NoKey { path: path.to_owned() })?
        // What is wrong is not told: a piece of the key could stand in it.
        .map_err(|_| bad(path))
}

fn bad(path: &Path) -> TlsError {
    TlsError::BadKey { path: path.to_owned() }
}
