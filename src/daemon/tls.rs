//! TLS as the command line asks for it: which certificate is shown to the consoles, and what people are told of it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::clock::wall;
use super::links::reachable;
use super::options::Options;
use crate::http::Tls;
use crate::model::{CertificateView, Timestamp};
use crate::tls::{AtStart, Certificate, Identity, NOTICE_SECONDS, TlsError, kept_identity, names, supplied_identity};

/// How often it is looked whether the certificate ends soon.
const LOOK: Duration = Duration::from_secs(24 * 60 * 60);

/// For so long, a year, browsers come no other way than over TLS where the house has supplied a certificate.
const INSISTS_SECONDS: u32 = 365 * 24 * 60 * 60;

/// For so long where it is the cabinet's own: when that is made anew, they let nobody pass their warning as long as this holds.
const OWN_INSISTS_SECONDS: u32 = 24 * 60 * 60;

/// The certificate that the house brings along, where it does.
///
/// # Errors
/// Where the certificate or its key cannot be used.
pub(super) fn supplied(options: &Options) -> Result<Option<Identity>, TlsError> {
    let (Some(certificate), Some(key)) = (&options.tls_certificate, &options.tls_key) else { return Ok(None) };
    let identity = supplied_identity(certificate, key)?;
    tracing::info!(fingerprint = identity.certificate().fingerprint(), "TLS is spoken with the certificate that was supplied");
    Ok(Some(identity))
}

/// The certificate that the cabinet makes for itself, where it is to speak TLS at all. Where plain HTTP crosses a network with nothing before it,
/// that is warned of.
///
/// # Errors
/// Where the certificate or its key cannot be read or made.
pub(super) fn own(options: &Options, address: SocketAddr) -> Result<Option<Identity>, TlsError> {
    if !options.tls {
        if !address.ip().is_loopback() && options.trusted_proxy.is_empty() {
            tracing::warn!(
                "PINs, tokens and credits go over the network in plain HTTP, where others can read them: start the daemon with `--tls`, or put a \
                 proxy that speaks TLS before it and name it by `--trusted-proxy`"
            );
        }
        return Ok(None);
    }
    let required = names(&options.host, &[address.ip()]);
    // Which of the board's addresses leads out may be another at each start, such as before the router has come up.
    let guessed = reachable(address).ip().to_canonical().to_string();
    let (identity, found) = kept_identity(&options.data, &required, std::slice::from_ref(&guessed), wall())?;
    if !identity.certificate().names().contains(&guessed) {
        tracing::warn!(
            address = guessed,
            "the cabinet's certificate is not for the address by which it is reached now: consoles that name it are warned by their browsers; \
             `--host` with that address has another certificate made"
        );
    }
    let (fingerprint, names) = (identity.certificate().fingerprint(), identity.certificate().names().join(", "));
    match found {
        AtStart::Kept => tracing::info!(fingerprint, names, "TLS is spoken with the cabinet's own certificate"),
        AtStart::Made => tracing::info!(
            fingerprint,
            names,
            "this start made the cabinet's certificate and its key; a console that shall trust it is told the fingerprint"
        ),
        AtStart::StillKept(why, error) => tracing::error!(
            fingerprint,
            names,
            "the cabinet's certificate should be made anew, for {why}, and cannot be written: {error}; the former one is shown"
        ),
        AtStart::MadeAnew(why) => tracing::warn!(
            fingerprint,
            names,
            "the cabinet's certificate is made anew of the same key, for {why}; consoles that trust the former one must be told the new \
             fingerprint"
        ),
    }
    Ok(Some(identity))
}

/// How TLS is spoken, and what technicians are shown of it.
///
/// # Errors
/// Where rustls takes no such settings.
pub(super) fn shown(identity: &Identity, is_supplied: bool) -> Result<Tls, TlsError> {
    let certificate = identity.certificate();
    let certificate = CertificateView { fingerprint: certificate.fingerprint(), ends_at: certificate.ends_at() };
    let insists_seconds = if is_supplied { INSISTS_SECONDS } else { OWN_INSISTS_SECONDS };
    Ok(Tls { settings: Arc::new(identity.server()?), certificate, insists_seconds })
}

/// Warns every day of a certificate that ends soon, or has ended, until told to stop. It is shown all the same.
pub(super) async fn watch(identity: Option<Identity>, stop: CancellationToken) {
    let watching = async {
        let Some(identity) = identity else { return stop.cancelled().await };
        loop {
            if let Some(warning) = end_warning(identity.certificate(), wall()) {
                tracing::warn!("{warning}");
            }
            sleep(LOOK).await;
        }
    };
    let _ = stop.run_until_cancelled(watching).await;
}

/// What is to be said of the end of a certificate; nothing while it is far away.
fn end_warning(certificate: &Certificate, now: Timestamp) -> Option<String> {
    let day = certificate.ends_on();
    let end = if certificate.has_ended(now, 0) {
        format!("the certificate has ended on {day}, and browsers refuse it")
    } else if certificate.has_ended(now, NOTICE_SECONDS) {
        format!("the certificate ends on {day}, and browsers refuse it after that")
    } else {
        return None;
    };
    Some(format!("{end}: start the daemon with another one; one of the cabinet's own is made anew at a start"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY_MICROSECONDS: u64 = 24 * 60 * 60 * 1_000_000;

    #[test]
    fn an_end_is_warned_of_from_thirty_days_before_it_on() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        // 2026-01-31.
        let made_at = Timestamp::from_microseconds(1_769_817_600_000_000);
        let (identity, _) = kept_identity(folder.path(), &["localhost".to_owned()], &[], made_at).expect("it is made");
        let end = identity.certificate().ends_at().microseconds();
        let check = |now: u64, expected: Option<&str>| {
            let said = end_warning(identity.certificate(), Timestamp::from_microseconds(now));
            assert_eq!(said.as_deref().and_then(|said| said.split(':').next()), expected);
        };
        check(end - 31 * DAY_MICROSECONDS, None);
        check(end - 30 * DAY_MICROSECONDS, Some("the certificate ends on 2036-12-31, and browsers refuse it after that"));
        check(end - 1, Some("the certificate ends on 2036-12-31, and browsers refuse it after that"));
        check(end, Some("the certificate has ended on 2036-12-31, and browsers refuse it"));
    }
}
