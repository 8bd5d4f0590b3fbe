//! The start: the newest checkpoint, and the records after it stepped again. What they bring about must be what is recorded.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::cabinet::{Cabinet, replay};
use crate::journal::{Checkpoint, Head, Journal, JournalError, Link, Record};
use crate::model::Fact;

/// Why the cabinet cannot be restored from its journal.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A record does not lead to what it says it led to.
    #[error("record {number} cannot be carried out again: {why}")]
    Record {
        /// The record.
        number: u64,
        /// What does not agree.
        why: String,
    },
}

/// The cabinet as the journal has it; `None` where the journal is empty.
///
/// # Errors
/// [`RestoreError`] with the number of the first record that does not agree.
pub fn restore(journal: &Journal) -> Result<Option<Cabinet>, RestoreError> {
    let checkpoints = journal.checkpoints()?.into_iter().chain(journal.base()?.map(|base| base.state));
    let (mut cabinet, mut head) = (None, Head::START);
    for checkpoint in checkpoints {
        if let Some(state) = state_of(&checkpoint) {
            (cabinet, head) = (Some(state), checkpoint.head);
            break;
        }
    }
    if cabinet.is_none() && journal.before() != Head::START {
        let why = "the records before it were removed, and this release cannot read the state in their place".to_owned();
        return Err(RestoreError::Record { number: journal.before().number + 1, why });
    }
    if let Some(cabinet) = cabinet.as_mut().filter(|cabinet| cabinet.lacks_disputes())
        && let Err(error) = find_disputes(cabinet, journal)
    {
        tracing::warn!(%error, "the oldest disputes cannot be read; their games can be disputed once more");
    }
    for link in journal.range(head.number + 1, u64::MAX) {
        let link = link?;
        if link.entry.number == head.number + 1 && head != Head::START && !head.is_followed_by(&link) {
            return Err(RestoreError::Record { number: link.entry.number, why: "it does not follow the checkpoint".to_owned() });
        }
        carry_out(&mut cabinet, &link)?;
    }
    Ok(cabinet)
}

/// The cabinet in this state; `None` where this release cannot read it.
pub(super) fn state_of(checkpoint: &Checkpoint) -> Option<Cabinet> {
    Cabinet::from_state(&checkpoint.bytes, checkpoint.head.number)
}

/// Tells a cabinet from a checkpoint that lacks some what was disputed before.
fn find_disputes(cabinet: &mut Cabinet, journal: &Journal) -> Result<(), JournalError> {
    for link in journal.range(1, cabinet.number()) {
        for fact in Record::decode(&link?.entry.payload)?.facts {
            if let Fact::DisputeOpened { seat, game, .. } = fact {
                cabinet.note_disputed(seat, game);
            }
        }
    }
    Ok(())
}

/// Carries out a record on the state that the records before it led to.
pub(super) fn carry_out(cabinet: &mut Option<Cabinet>, link: &Link) -> Result<(), RestoreError> {
    let number = link.entry.number;
    let record = Record::decode(&link.entry.payload)?;
    let wrong = |why: String| RestoreError::Record { number, why };
    // A record that cannot be stepped must be named, not take the program down again and again.
    let stepped = catch_unwind(AssertUnwindSafe(|| replay(cabinet, &record.input)));
    let step = stepped.map_err(|_| wrong("the cabinet panics on it".to_owned()))?.map_err(|error| wrong(error.to_string()))?;
    if step.confirms(&record.facts) { Ok(()) } else { Err(wrong("it now leads to something else".to_owned())) }
}
