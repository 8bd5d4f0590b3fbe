//! Trimming: records that were exported are removed from both copies, and the journal goes on from a base in their place.
//!
//! A person's decision stands in the marks, and the base beside both copies, before the first record is removed. What is cut off then is taken up
//! by the next start: segments of the mirror are removed one by one, the oldest first, and the store is made anew from what is left of the mirror.
//! Here never lives: which records may go, and that they were exported, which the caller answers for.

use super::files::Lock;
use super::mark::Known;
use super::mirror::{self, MirrorReader};
use super::recovery::Recovered;
use super::renewal::{renew_trimmed, take_up};
use super::signing::Signer;
use super::store::{Opened, SledStore, Store, sled_directory};
use super::{Base, Hash, Head, JournalError, Marks, Paths, base};
use crate::model::{JournalDecision, JournalStep};

/// Lets the journal go on from this base, by a person's decision: the next time it is opened, the records that led to it are removed.
///
/// # Errors
/// [`JournalError::Refused`] where the state is not one of this journal, or another decision is not recorded yet; [`JournalError::Locked`] where the
/// daemon has the journal; others where a file cannot be read or written. Then nothing is removed, now or later, unless [`Marks::decision`] tells of
/// this decision all the same.
pub fn begin_trimming(paths: &Paths, marks: &Marks, base: &Base, decision: &JournalDecision) -> Result<(), JournalError> {
    let _locks = [Lock::take(&paths.journal)?, Lock::take(&paths.mirror)?];
    let mirror = MirrorReader::open(&paths.mirror)?;
    let (number, end) = (base.head().number, mirror.head()?);
    if number >= end.number || mirror.read(number)?.map(|link| link.head()) != Some(base.head()) {
        return Err(refused(number, "the journal cannot begin after this record"));
    }
    if marks.decision().is_some_and(|decision| has_come_about(&decision, paths)) {
        return Err(refused(number, "a decision about the journal is not recorded yet: start the cabinet once, and trim then"));
    }
    // A start holds the journal to the newest head that was signed, which must be one that stays.
    let signed = Signer::of(marks, &paths.mirror).map_or(0, |signer| signer.newest().number);
    if (1..=number).contains(&signed) {
        return Err(refused(number, "nothing after this record is signed: start the cabinet and stop it once, and trim then"));
    }
    if number <= begins_after(paths)?.max(mirror.before().number) {
        return Err(refused(number, "the journal begins after this record, or later, already"));
    }
    // The decision comes last: a base that nobody has decided removes nothing.
    base::replace(paths, base)?;
    marks.decide(end, decision)
}

/// The last record before those that the store has.
fn begins_after(paths: &Paths) -> Result<u64, JournalError> {
    let directory = sled_directory(&paths.journal);
    match SledStore::open(&directory)? {
        Opened::Sound(store) => {
            let before = store.before().number;
            store.close().map(|()| before)
        }
        Opened::Broken(message) => Err(JournalError::Sled { path: directory, message }),
    }
}

/// Whether what was decided has been done. A trimming that was cut off before it began has not.
pub(super) fn has_come_about(decision: &JournalDecision, paths: &Paths) -> bool {
    decision.step != JournalStep::Trim || base::of(paths).ok().flatten().is_some_and(|base| is_decided(&base, decision))
}

/// Whether a person has decided that the journal goes on from this base.
pub(super) fn is_decided(base: &Base, decision: &JournalDecision) -> bool {
    let JournalDecision { step, number, hash, state_sha256, .. } = decision;
    let head = Head { number: *number, hash: Hash(*hash) };
    (*step, head, *state_sha256) == (JournalStep::Trim, base.head(), Some(base.sha256()))
}

fn refused(number: u64, why: &str) -> JournalError {
    JournalError::Refused { first_bad: number, why: why.to_owned() }
}

/// Removes from both copies, which are whole and equal, what lies before their base: from the mirror only by a decision that no start has recorded
/// yet, from the store what the mirror does not have.
pub(super) fn finish(recovered: Recovered, paths: &Paths, base: &Base, known: &Known) -> Result<Recovered, JournalError> {
    let is_beside_both = base::is_beside_both(paths, base);
    if is_beside_both && known.decision().is_some_and(|decision| is_decided(base, decision)) {
        mirror::remove_before(&paths.mirror, base.head())?;
    }
    let before = MirrorReader::open(&paths.mirror)?.before();
    if !is_beside_both || recovered.store.before().number >= before.number {
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
    let error = match renew_trimmed(paths, end) {
        Ok(mut store) => {
            let mut kept = checkpoints.iter().rev().filter(|checkpoint| checkpoint.head.number > before.number);
            return kept.try_for_each(|checkpoint| store.keep_checkpoint(checkpoint)).map(|()| store);
        }
        Err(error) => error,
    };
    let directory = sled_directory(&paths.journal);
    if !directory.exists() {
        return Err(error);
    }
    tracing::warn!(%error, "older records stay in the store for now; a later start removes them");
    take_up(&paths.journal)?;
    match SledStore::open(&directory)? {
        Opened::Sound(store) => Ok(store),
        Opened::Broken(message) => Err(JournalError::Sled { path: directory, message }),
    }
}
