//! `croupierctl certificate`: the certificate that the cabinet has made for itself. Its key is not read.

use std::io::stdout;

use clap::Args;
use serde_json::json;

use super::Failure;
use super::journal::Place;
use super::reader::is_person;
use crate::tls::kept_certificate;

/// Whose certificate, and in which form.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Prints the certificate itself, in PEM, as a browser imports it.
    #[arg(long)]
    pem: bool,
    #[command(flatten)]
    place: Place,
}

/// The fingerprint, the names and the end of the certificate; or the certificate.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let kept = kept_certificate(arguments.place.data()).map_err(|error| Failure::refused("no-certificate", error.to_string()))?;
    let (certificate, pem) = kept.ok_or_else(|| {
        let folder = arguments.place.data().display();
        Failure::refused(
            "no-certificate",
            format!("{folder}: no certificate was made here; the daemon makes one when it is started with `--tls`"),
        )
    })?;
    if arguments.pem {
        return Ok(pem);
    }
    let (fingerprint, names, ends_on) = (certificate.fingerprint(), certificate.names(), certificate.ends_on());
    if is_person(&stdout()) {
        return Ok(format!("fingerprint  SHA-256 {fingerprint}\nnames        {}\nends on      {ends_on}\n", names.join(", ")));
    }
    Ok(format!("{}\n", json!({"fingerprint": fingerprint, "names": names, "ends_on": ends_on})))
}
