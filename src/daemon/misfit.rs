//! Why files that are each good do not fit together.

use crate::profiles::{Profile, ProfileError};

/// Why files that are each good do not fit together.
#[derive(Debug, thiserror::Error)]
pub enum TermsError {
    /// One of the files is not good.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// A value in one file is outside what another allows.
    #[error("{file}: `{key}`: expected {expected}, as {because} says")]
    Outside {
        /// The file to change.
        file: String,
        /// The key in it.
        key: String,
        /// What is allowed.
        expected: String,
        /// The file that allows it.
        because: String,
    },
}

/// Nothing where `holds`; otherwise that `key` of `file` is outside what `because` allows.
pub(super) fn require<A, B>(
    holds: bool,
    file: &Profile<A>,
    key: &str,
    expected: impl FnOnce() -> String,
    because: &Profile<B>,
) -> Result<(), TermsError> {
    if holds { Ok(()) } else { Err(outside(file, key, expected(), because)) }
}

/// That `key` of `file` is outside what `because` allows.
pub(super) fn outside<A, B>(file: &Profile<A>, key: &str, expected: String, because: &Profile<B>) -> TermsError {
    TermsError::Outside { file: file.name.clone(), key: key.to_owned(), expected, because: because.name.clone() }
}
