//! The cabinet's signing key at a start. Play does not depend on it.

use crate::journal::{KeyAtStart, Marks, Paths, key_at_start};

/// Finds the key or makes it, and says what there is.
pub(super) fn find_key(marks: &Marks, paths: &Paths) {
    // A journal without a key was made by a release that signed nothing, or its key and its signatures were taken away.
    let is_first_start = !paths.mirror.exists();
    let mut chance = [0; 32];
    if let Err(error) = getrandom::fill(&mut chance) {
        tracing::error!(%error, "the operating system gave no random numbers for a signing key");
        return;
    }
    match key_at_start(marks, paths, &chance) {
        Ok(KeyAtStart::There(key)) => tracing::info!(%key, fingerprint = key.fingerprint(), "the journal is signed"),
        Ok(KeyAtStart::Made(key, path)) if is_first_start => tracing::info!(
            %key,
            fingerprint = key.fingerprint(),
            path = %path.display(),
            "the first start made this cabinet's signing key; tell the auditors its fingerprint"
        ),
        Ok(KeyAtStart::Made(key, path)) => tracing::warn!(
            %key,
            fingerprint = key.fingerprint(),
            path = %path.display(),
            "there is a journal, and this cabinet had no signing key: one is made, and signs the journal from now on; tell the auditors its \
             fingerprint"
        ),
        Ok(KeyAtStart::Lost) => tracing::error!(
            "the signing key is lost, with which this journal was signed: the journal goes on without signatures. Put the key's file back from where \
            it was kept; or have a new key made by `croupierctl journal key --make-new`, and tell the auditors"
        ),
        Ok(KeyAtStart::Unasked) => {}
        Err(error) => tracing::error!(%error, "the signing key cannot be used: the journal goes on without signatures"),
    }
}
