//! Why files that are each good do not fit together.

use std::fmt;

use crate::profiles::{CabinetFile, Errors, Place, Profile, ProfileError, ProfileErrors};

/// Why files that are each good do not fit together.
#[derive(Debug, thiserror::Error)]
pub enum TermsError {
    /// The cabinet file is not good.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// A file that the cabinet file names is not good. What is wrong in it is told with its own place, all else with the place of its name.
    #[error("{}{error}", Naming { file, place: *place, key, error })]
    Named {
        /// The cabinet file.
        file: String,
        /// Line and column of the name in it.
        place: Place,
        /// The key that has the name.
        key: String,
        /// What is wrong with the named file.
        error: ProfileError,
    },
    /// A value in one file is outside what another allows.
    #[error("{file}:{place}: `{key}`: expected {expected}, as {because} says")]
    Outside {
        /// The file to change.
        file: String,
        /// Line and column.
        place: Place,
        /// The key in it.
        key: String,
        /// What is allowed.
        expected: String,
        /// The file that allows it.
        because: String,
    },
}

impl TermsError {
    /// The place in the cabinet file that it comes from; `None` where it has none there.
    const fn place(&self) -> Option<Place> {
        match self {
            Self::Profile(ProfileError::Wrong { place, .. }) | Self::Named { place, .. } | Self::Outside { place, .. } => Some(*place),
            Self::Profile(_) => None,
        }
    }
}

/// Writes where a file is named that cannot be read, and nothing where it can.
struct Naming<'a> {
    file: &'a str,
    place: Place,
    key: &'a str,
    error: &'a ProfileError,
}

impl fmt::Display for Naming<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, place, key, error } = self;
        if matches!(error, ProfileError::Wrong { .. }) { Ok(()) } else { write!(f, "{file}:{place}: `{key}`: ") }
    }
}

/// What was read of the file that this key of the cabinet file names.
///
/// # Errors
/// What is wrong with it, with the place of the key.
pub(super) fn named_by<C, T>(cabinet: &Profile<C>, key: &str, read: Result<T, ProfileErrors>) -> Result<T, TermsErrors> {
    let named = |error| TermsError::Named { file: cabinet.name.clone(), place: cabinet.place_of(key), key: key.to_owned(), error };
    read.map_err(|errors| errors.map(named))
}

/// Every reason why files do not fit together.
pub type TermsErrors = Errors<TermsError>;

impl From<ProfileErrors> for TermsErrors {
    fn from(errors: ProfileErrors) -> Self {
        errors.map(TermsError::Profile)
    }
}

/// Collects what is wrong, so that all of it can be told.
pub(super) struct Findings<'a, C = CabinetFile> {
    cabinet: &'a Profile<C>,
    found: Vec<TermsError>,
}

impl<'a, C> Findings<'a, C> {
    /// Nothing yet about this cabinet's file.
    pub(super) const fn of(cabinet: &'a Profile<C>) -> Self {
        Self { cabinet, found: Vec::new() }
    }

    /// What was found good; what is wrong is noted.
    pub(super) fn note<T, E: Into<TermsErrors>>(&mut self, found: Result<T, E>) -> Option<T> {
        found.map_err(|errors| errors.into().into_iter().for_each(|error| self.add(error))).ok()
    }

    /// Notes where it does not hold that the cabinet's file keeps to what `because` allows: the key, and what was expected there.
    pub(super) fn require<B>(&mut self, holds: bool, key: &str, expected: impl FnOnce() -> String, because: &Profile<B>) -> bool {
        if !holds {
            let (file, place) = (self.cabinet.name.clone(), self.cabinet.place_of(key.split(' ').next().unwrap_or(key)));
            let (key, expected, because) = (key.to_owned(), expected(), because.name.clone());
            self.add(TermsError::Outside { file, place, key, expected, because });
        }
        holds
    }

    /// Two tables, or two kinds of bet, may ask for the same, or name the same file.
    fn add(&mut self, error: TermsError) {
        if self.found.iter().all(|found| found.to_string() != error.to_string()) {
            self.found.push(error);
        }
    }

    /// The value that was made, where nothing was noted.
    ///
    /// # Errors
    /// Everything that was noted, in the order of the cabinet's file.
    pub(super) fn or<T>(mut self, value: Option<T>) -> Result<T, TermsErrors> {
        self.found.sort_by_key(TermsError::place);
        Errors::or(self.found, ()).map(|()| value.expect("where nothing is wrong there is a value"))
    }
}

/// What is wrong, without the lines and columns.
#[cfg(test)]
pub(super) fn said(errors: &TermsErrors) -> String {
    let without_place = |error: &TermsError| match error {
        TermsError::Outside { file, place, .. } | TermsError::Named { file, place, .. } => {
            error.to_string().replacen(&format!("{file}:{place}"), file, 1)
        }
        TermsError::Profile(_) => error.to_string(),
    };
    errors.iter().map(without_place).collect::<Vec<_>>().join("\n")
}
