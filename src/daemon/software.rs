//! What this start runs: the program's own file, and the files it plays by.

use std::path::Path;

use crate::configuration::{BUILD, file_sha256, software_sha256};
use crate::journal::RELEASE;
use crate::model::{NamedHash, SoftwareIdentity, SoftwareView, fingerprint};

/// The file that the running program was started from, also where another one has been put in its place since.
const OWN_FILE: &str = "/proc/self/exe";

/// The program with these files; nothing where it cannot read its own file. It takes its time: it reads the whole of it.
pub(super) fn identity(files: Vec<NamedHash>) -> Option<SoftwareIdentity> {
    let read = file_sha256(Path::new(OWN_FILE));
    let read = read.inspect_err(|error| tracing::error!(%error, "the program cannot read its own file: the start is recorded without it"));
    let identity = SoftwareIdentity { program_sha256: read.ok()?, files, build: BUILD.map(str::to_owned) };
    tracing::info!(version = RELEASE, fingerprint = fingerprint(&software_sha256(&identity)), "software");
    Some(identity)
}

/// The same for technicians.
pub(super) fn shown(identity: SoftwareIdentity) -> SoftwareView {
    SoftwareView { version: RELEASE, digest: software_sha256(&identity), identity }
}
