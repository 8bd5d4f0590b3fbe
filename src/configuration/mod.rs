//! From a cabinet file and the files it names to the terms in force, or to everything that is wrong with them; and what names the
//! software that plays by them.
//!
//! Here lives what of one file another narrows or forbids. Here never live: the reading of one file (`profiles`), an option of a program, a
//! device that is opened.

mod bench;
mod card_terms;
mod devices;
mod misfit;
mod named;
mod player_terms;
mod software;
mod terms;

pub use bench::{is_demo, require_alike};
pub use devices::CardDevice;
pub use misfit::{TermsError, TermsErrors};
pub use software::{BUILD, file_sha256, software_sha256};
pub use terms::terms_of;

use sha2::{Digest, Sha256};

use crate::cabinet::Terms;
use crate::profiles::{CabinetFile, Device, Profile, read_cabinet};
use devices::{card_device, wheel_device};
use misfit::Findings;

/// A cabinet file with what the files that it names come to.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// The cabinet file.
    pub file: Profile<CabinetFile>,
    /// The terms.
    pub terms: Terms,
    /// The wheel's device.
    pub wheel: Device,
    /// What brings the cards of each table that the seats share, in the order of [`CabinetFile::card_sources`]; `None` for a virtual deck.
    pub card_devices: Vec<Option<CardDevice>>,
}

/// The SHA-256 of terms as the journal holds them: of every rule, limit and setting that the cabinet plays by. By which name a file was called
/// makes no difference, only what stands in it.
#[must_use]
pub fn terms_sha256(terms: &Terms) -> [u8; 32] {
    let mut nameless = terms.clone();
    nameless.files.iter_mut().for_each(|file| file.name.clear());
    Sha256::digest(nameless.to_bytes()).into()
}

impl Configuration {
    /// Reads a cabinet file, a shipped name or a path, and every file that it names.
    ///
    /// # Errors
    /// Everything that is wrong with any of them.
    pub fn read(name_or_file: &str) -> Result<Self, TermsErrors> {
        let file = read_cabinet(name_or_file).map_err(named::errors_of)?;
        let mut findings = Findings::of(&file);
        let terms = findings.note(terms_of(&file));
        let wheel = findings.note(wheel_device(&file));
        let sources = file.value.card_sources();
        let card_devices: Vec<_> = sources.filter_map(|source| findings.note(card_device(&file, &source))).collect();
        let (terms, wheel) = findings.or(terms.zip(wheel))?;
        Ok(Self { file, terms, wheel, card_devices })
    }
}
