//! TLS: the certificate that the consoles know the cabinet by, its key, and what is said on a connection before HTTP is.
//!
//! Here lives making, keeping and reading certificates and keys, and the settings of rustls made of them. Here never lives a connection
//! (`http`), and no key leaves this room but for its own file.

mod certificate;
mod error;
mod kept;
mod pinned;
mod supplied;
#[cfg(test)]
mod tests;

pub use certificate::Certificate;
pub use error::TlsError;
pub use kept::{AtStart, CERTIFICATE_FILE, KEY_FILE, WhyAnew, kept_certificate, kept_identity, names};
pub use pinned::pinned_client;
pub use supplied::{read_certificate, supplied_identity};

use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::{CryptoProvider, ring};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::version::{TLS12, TLS13};

/// So long before its end a certificate is made anew where it is the cabinet's own, and warned of where it was supplied: 30 days.
pub const NOTICE_SECONDS: u64 = 30 * 24 * 60 * 60;

/// The one HTTP that the cabinet speaks, as it is agreed on in a handshake.
const HTTP1: &[u8] = b"http/1.1";

/// What the cabinet proves who it is by: a certificate, with the key that it is of.
pub struct Identity {
    certificate: Certificate,
    certified: Arc<CertifiedKey>,
}

impl Identity {
    /// The certificate.
    #[must_use]
    pub const fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// How a server with this identity speaks TLS.
    ///
    /// # Errors
    /// [`TlsError::Settings`] where rustls takes no such settings.
    pub fn server(&self) -> Result<ServerConfig, TlsError> {
        let versions = ServerConfig::builder_with_provider(provider()).with_protocol_versions(&[&TLS13, &TLS12])?;
        let identity = SingleCertAndKey::from(self.certified.clone());
        let mut settings = versions.with_no_client_auth().with_cert_resolver(Arc::new(identity));
        settings.alpn_protocols = vec![HTTP1.to_vec()];
        Ok(settings)
    }
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}
