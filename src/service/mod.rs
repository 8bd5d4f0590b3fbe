//! What a technician asks of the past: what became of the last rounds, where the ball left the rim, which faults came and went.
//!
//! Here lives what the journal's records say of devices, added up for people. Here never lives a device, a decision about money or
//! anything of a card: no record of one is looked into beyond the faults of its source.

mod drop_zone;
mod faults;
mod rounds;

pub use drop_zone::{Measured, of as drop_zone};
pub use rounds::rounds;

use crate::journal::{JournalError, MirrorReader};
use crate::model::PastView;

/// How many rounds of faults and spins are shown to a technician.
const ROUNDS: usize = 200;

/// What the last rounds have shown of the devices.
///
/// # Errors
/// Where the mirror cannot be read.
pub fn past(reader: &MirrorReader) -> Result<PastView, JournalError> {
    let mut faults = faults::Gathered::default();
    let rounds = rounds::read(reader, ROUNDS, |entry, record| faults.take(entry.at, &record.input.what))?;
    let degrees: Vec<u16> = rounds.iter().flat_map(|round| &round.left_rim).map(|left| left.degrees).collect();
    Ok(PastView { drop_zone: drop_zone::of(&degrees).zone, faults: faults.newest_first(), rounds })
}
