//! Trimming: records that were exported are removed from both copies, and the journal goes on from a base in their place.
//!
//! A person's decision stands in the marks, and the base beside both copies, before the first record is removed. What is cut off then is taken up
//! by the next start: segments of the mirror are removed one by one, the oldest first, and the store is made anew from what is left of the mirror.
//! Here never lives: which records may go, and that they were exported, which the caller answers for.

use std::fs;

use super::files::{Lock, remove_durably};
use super::mirror::{self, MirrorReader};
use super::recovery::Recovered;
use super::renewal::{self, Renewed, renew};
use super::signing::Signer;
use super::store::{Opened, SledStore, Store, sled_directory};
use super::{Base, Head, Journal, JournalError, Marks, Paths, base};
use crate::model::JournalDecision;

/// Lets the journal go on from this base and removes the records that led to it, by a person's decision: the head that the first record of each
/// copy follows now, the store's and the mirror's. The store keeps them where its disk has no room to make it anew; a later start tries again.
///
/// # Errors
/// [`JournalError::Refused`] where the state is not one of this journal, or another decision is not recorded yet; [`JournalError::Locked`] where the
/// daemon has the journal; others as of [`Journal::open_marked`]. Nothing is removed before the state lies beside both copies.
pub fn trim(paths: &Paths, marks: &Marks, base: &Base, decision: &JournalDecision) -> Result<[Head; 2], JournalError> {
    {
        let _locks = [Lock::take(&paths.journal)?, Lock::take(&paths.mirror)?];
        let mirror = MirrorReader::open(&paths.mirror)?;
        let (number, end) = (base.head().number, mirror.head()?);
        if number >= end.number || mirror.read(number)?.map(|link| link.head()) != Some(base.head()) {
            return Err(refused(number, "the journal cannot begin after this record"));
        }
        if marks.decision().is_some_and(|decision| decision.step.answers_for_losses()) {
            return Err(refused(number, "a decision about the journal is not recorded yet: start the cabinet once, and trim then"));
        }
        // A start holds the journal to the newest head that was signed, which must be one that stays.
        let signed = Signer::of(marks, &paths.mirror).map_or(0, |signer| signer.newest().number);
        if (1..=number).contains(&signed) {
            return Err(refused(number, "nothing after this record is signed: start the cabinet and stop it once, and trim then"));
        }
        marks.decide(end, decision)?;
        base::write(&paths.mirror, base)?;
        base::write(&paths.journal, base)?;
    }
    let (journal, _) = Journal::open_marked(paths, marks)?;
    Ok([journal.before(), MirrorReader::open(&paths.mirror)?.before()])
}

fn refused(number: u64, why: &str) -> JournalError {
    JournalError::Refused { first_bad: number, why: why.to_owned() }
}

/// Removes from both copies, which are whole and equal, what lies before the base.
pub(super) fn finish(recovered: Recovered, paths: &Paths, base: Head) -> Result<Recovered, JournalError> {
    if let Err(error) = mirror::remove_before(&paths.mirror, base) {
        tracing::warn!(%error, "older records stay in the mirror for now; a later start removes them");
    }
    let before = MirrorReader::open(&paths.mirror)?.before();
    if recovered.store.before().number >= before.number {
        return Ok(recovered);
    }
    let Recovered { store, mirror, report } = recovered;
    let store = renewed(store, paths, before)?;
    Ok(Recovered { store, mirror, report })
}

/// The store without what the mirror does not have any more. Where it cannot be made, the store stays as it is: it has more than is needed.
fn renewed(store: SledStore, paths: &Paths, before: Head) -> Result<SledStore, JournalError> {
    let (end, checkpoints) = (store.head(), store.checkpoints());
    store.close()?;
    match renew(paths, "older records were removed from the mirror", end) {
        Ok(Renewed { mut store, set_aside, .. }) => {
            let mut kept = checkpoints.iter().rev().filter(|checkpoint| checkpoint.head.number > before.number);
            kept.try_for_each(|checkpoint| store.keep_checkpoint(checkpoint))?;
            set_aside.map_or(Ok(()), |former| remove_durably(&former, |former| fs::remove_dir_all(former)))?;
            Ok(store)
        }
        Err(error) if sled_directory(&paths.journal).exists() => {
            tracing::warn!(%error, "older records stay in the store for now; a later start removes them");
            renewal::forget(&paths.journal)?;
            match SledStore::open(&sled_directory(&paths.journal))? {
                Opened::Sound(store) => Ok(store),
                Opened::Broken(message) => Err(JournalError::Sled { path: sled_directory(&paths.journal), message }),
            }
        }
        Err(error) => Err(error),
    }
}
