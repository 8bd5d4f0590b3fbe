//! A client that knows the cabinet by its certificate and by nothing else: names and dates do not count, every signature does.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::version::{TLS12, TLS13};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, SignatureScheme};

use super::certificate::Certificate;
use super::error::TlsError;
use super::provider;

/// How a client speaks TLS with who proves to hold the key of this very certificate.
///
/// # Errors
/// [`TlsError::Settings`] where rustls takes no such settings.
pub fn pinned_client(certificate: &Certificate) -> Result<ClientConfig, TlsError> {
    let provider = provider();
    let pinned = Pinned { der: certificate.der().clone(), provider: provider.clone() };
    let versions = ClientConfig::builder_with_provider(provider).with_protocol_versions(&[&TLS13, &TLS12])?;
    Ok(versions.dangerous().with_custom_certificate_verifier(Arc::new(pinned)).with_no_client_auth())
}

/// The one certificate that is taken.
#[derive(Debug)]
struct Pinned {
    der: CertificateDer<'static>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Pinned {
    fn verify_server_cert(
        &self,
        shown: &CertificateDer<'_>,
        _others: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if *shown == self.der { Ok(ServerCertVerified::assertion()) } else { Err(CertificateError::ApplicationVerificationFailure.into()) }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
