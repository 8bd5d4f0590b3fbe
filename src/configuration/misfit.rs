//! Why files that are each good do not fit together.

use crate::profiles::{CabinetFile, Errors, Place, Profile, ProfileError, ProfileErrors};

/// Why files that are each good do not fit together.
#[derive(Debug, thiserror::Error)]
pub enum TermsError {
    /// One of the files is not good.
    #[error(transparent)]
    Profile(#[from] ProfileError),
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

/// Every reason why files do not fit together.
pub type TermsErrors = Errors<TermsError>;

impl From<ProfileErrors> for TermsErrors {
    fn from(errors: ProfileErrors) -> Self {
        errors.map(TermsError::Profile)
    }
}

/// Collects what is wrong, so that all of it can be told.
pub(super) struct Findings<'a> {
    cabinet: &'a Profile<CabinetFile>,
    found: Vec<TermsError>,
}

impl<'a> Findings<'a> {
    /// Nothing yet about this cabinet's file.
    pub(super) const fn of(cabinet: &'a Profile<CabinetFile>) -> Self {
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
    /// Everything that was noted.
    pub(super) fn or<T>(self, value: Option<T>) -> Result<T, TermsErrors> {
        Errors::or(self.found, ()).map(|()| value.expect("where nothing is wrong there is a value"))
    }
}

/// What is wrong, without the lines and columns.
#[cfg(test)]
pub(super) fn said(errors: &TermsErrors) -> String {
    let without_place = |error: &TermsError| match error {
        TermsError::Outside { file, place, .. } => error.to_string().replacen(&format!("{file}:{place}"), file, 1),
        TermsError::Profile(_) => error.to_string(),
    };
    errors.iter().map(without_place).collect::<Vec<_>>().join("\n")
}
