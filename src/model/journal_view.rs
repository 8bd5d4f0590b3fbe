//! The journal as officials and technicians see it.

use alloc::string::String;
use alloc::vec::Vec;

use super::Timestamp;

/// Where the journal stands, and what was found when its history was read through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JournalView {
    /// The head after the newest input, as `NUMBER:HASH`: somebody who keeps it can prove later what stood before it. Empty where there is none.
    pub head: String,
    /// Up to which record both copies were last read through, and when by the wall clock; `None` where they have not been since the start.
    pub read_through: Option<(u64, Timestamp)>,
    /// The damage that was found then, or is found in the reading that is under way.
    pub damage: Vec<JournalDamage>,
}

/// The public part of the key by which the cabinet signs its journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SigningKeyView {
    /// The public key, as text.
    pub key: String,
    /// What people compare.
    pub fingerprint: String,
}

/// The certificate by which consoles know the cabinet, where it speaks TLS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateView {
    /// What people compare: its SHA-256, as browsers show it.
    pub fingerprint: String,
    /// When it ends, by the wall clock.
    pub ends_at: Timestamp,
}

/// Damage in the history of one copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalDamage {
    /// The copy: `store` or `mirror`.
    pub copy: &'static str,
    /// What is wrong, with the record.
    pub message: String,
}

/// The disks of the journal, and what it takes of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalDiskView {
    /// How many bytes the folder of the store takes, its ballast with it.
    pub store_bytes: u64,
    /// How many bytes the mirror takes.
    pub mirror_bytes: u64,
    /// How many bytes the milestones take.
    pub milestones_bytes: u64,
    /// How many bytes the figures of the devices take.
    pub figures_bytes: u64,
    /// How many bytes are free on the mirror's disk.
    pub free_bytes: u64,
    /// How many bytes are free on the disk of the data folder, where the store lies.
    pub data_free_bytes: u64,
}
