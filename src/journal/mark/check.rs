//! What the marks say is compared with what a start finds, before anything is changed.

use std::path::{Path, PathBuf};

use super::Marks;
use super::file::{self, Found};
use crate::journal::renewal::Note;
use crate::journal::{Head, JournalError, Link, Record};
use crate::model::{JournalDecision, JournalStep};

/// What a person can do where records are missing.
fn what_to_do(marks: &Marks) -> String {
    format!(
        "Look for the newer copy, the other disk or a backup, and put it back. Where it is lost for good a person answers for going on, as the \
         account that owns the data: `{}` goes on from what is there, `{}` sets everything aside and begins a new journal without credit; \
         either is recorded with the name",
        marks.command(JournalStep::GoOn),
        marks.command(JournalStep::Begin)
    )
}

/// What the marks had to say of a journal that was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marked {
    /// Nobody asked them.
    Unasked,
    /// There was no sign of an earlier journal: the first one is begun.
    Fresh,
    /// The journal holds what they say.
    Holds,
    /// There was a journal and no mark, as a release before marks left it, or a first start that was cut off. It is marked from now on.
    Made,
}

/// What is known of the journal from outside it.
#[derive(Debug, Default)]
pub(in crate::journal) struct Known {
    /// Whether anybody watches over this journal.
    is_watched: bool,
    /// The farthest that a mark says, and which.
    reached: Option<(Head, PathBuf)>,
    decision: Option<JournalDecision>,
    /// Where every mark says that the program ended in good order.
    ended: Option<Head>,
    /// Where what is noted of a damaged store says that the program stopped. The mirror may have what was under way then besides.
    stopped: Option<Head>,
    /// Something that is there only where a journal has been.
    sign: Option<PathBuf>,
    /// A mark that is there and cannot be read.
    damaged: Option<PathBuf>,
    /// Where the first mark should be, where none can be read.
    lacking: Option<PathBuf>,
    /// What a person can do where records are missing.
    what_to_do: String,
}

impl Known {
    /// Reads all marks. A damaged mark shows only that there was a journal; beside a readable mark it is made anew.
    pub(in crate::journal) fn read(marks: &Marks) -> Self {
        let mut known = Self { is_watched: !marks.files.is_empty(), what_to_do: what_to_do(marks), ..Self::default() };
        let (mut missing, mut ends) = (Vec::new(), Vec::new());
        for path in &marks.files {
            match file::read(path) {
                Found::Nothing => missing.push(path),
                Found::Mark(mark) => {
                    let head = mark.said.head;
                    if known.reached.as_ref().is_none_or(|(reached, _)| reached.number < head.number) {
                        known.reached = Some((head, path.clone()));
                    }
                    ends.push(mark.said.has_ended.then_some(head));
                    known.decision = known.decision.or(mark.decision);
                }
                Found::Damaged(why) => {
                    tracing::error!(path = %path.display(), "the mark of the journal cannot be read: {why}");
                    known.damaged = Some(path.clone());
                }
            }
        }
        known.ended = ends.first().copied().flatten().filter(|end| ends.iter().all(|other| *other == Some(*end)));
        if let Some((_, other)) = &known.reached {
            let say = |path: &&PathBuf| {
                tracing::warn!(path = %path.display(), other = %other.display(), "a mark of the journal is missing, and is made anew from the other: \
                    it is new, or was lost with its disk");
            };
            missing.iter().for_each(say);
        }
        known.lacking = marks.files.first().filter(|_| known.reached.is_none()).cloned();
        known.sign = known.damaged.clone().or_else(|| marks.sign().map(Path::to_owned));
        known
    }

    /// What is noted of a damaged store tells how far the journal had come, as a mark does.
    #[must_use]
    pub(in crate::journal) fn heeding(mut self, note: Option<Note>) -> Self {
        self.stopped = note.as_ref().map(|note| note.reached);
        let is_farther = |note: &Note| self.reached.as_ref().is_none_or(|(reached, _)| reached.number < note.reached.number);
        if let Some(note) = note.filter(is_farther) {
            self.reached = Some((note.reached, note.path));
        }
        self
    }

    /// For what a person does to the copies, which no start goes on from without asking for the mark: without one, what is known is all that
    /// there is to compare.
    #[must_use]
    pub(in crate::journal) fn for_a_person(mut self) -> Self {
        self.lacking = None;
        self
    }

    /// The farthest that the journal is known to have come.
    pub(in crate::journal) fn reached(&self) -> Option<Head> {
        self.reached.as_ref().map(|(reached, _)| *reached).filter(|reached| reached.number > 0)
    }

    /// Whether anything tells that nothing was recorded after `end`: an end in good order, or a person who answers for it.
    pub(in crate::journal) fn proves_end(&self, end: Head) -> bool {
        let was_stopped_before = self.stopped.is_some_and(|stopped| stopped.number > 0 && stopped.number <= end.number);
        !self.is_watched || self.is_answered_for() || self.ended == Some(end) || was_stopped_before
    }

    /// Whether a person answers for records that may be lost.
    pub(in crate::journal) fn is_answered_for(&self) -> bool {
        self.decision.as_ref().is_some_and(|decision| decision.step.answers_for_losses())
    }

    /// What a person has decided and no start has recorded yet.
    pub(in crate::journal) fn decision(&self) -> Option<&JournalDecision> {
        self.decision.as_ref()
    }

    /// Compares with a journal that ends at `end`; `link_at` gives the link with a number.
    pub(in crate::journal) fn check(
        &self,
        end: Head,
        link_at: impl Fn(u64) -> Result<Option<Link>, JournalError>,
    ) -> Result<Marked, JournalError> {
        if !self.is_watched {
            return Ok(Marked::Unasked);
        }
        self.require_mark(end, &link_at)?;
        let Some((reached, path)) = self.reached.as_ref().filter(|(reached, _)| reached.number > 0) else { return self.without(end) };
        let (number, path, todo) = (reached.number, path.display(), &self.what_to_do);
        let why = if end.number == 0 {
            format!("this cabinet has been in service: {path} says that its journal had {number} records, and there is none. {todo}")
        } else if end.number < number {
            let first = end.number + 1;
            format!("records {first} to {number} are missing in both copies: {path} says that record {number} was reached. {todo}")
        } else if link_at(number)?.map(|link| link.head()) != Some(*reached) {
            format!("this is another journal than the one that {path} was written for: record {number} differs. {todo}")
        } else {
            return Ok(Marked::Holds);
        };
        Err(JournalError::NotAsMarked { why })
    }

    /// Whether a journal that ends at `end` holds the head that this cabinet has signed. Where it does not, and a person has decided about the
    /// journal, the signature is of the one that was given up.
    ///
    /// # Errors
    /// [`JournalError::NotAsMarked`] where nobody has decided.
    pub(in crate::journal) fn check_signed(
        &self,
        signed: Head,
        end: Head,
        link_at: impl Fn(u64) -> Result<Option<Link>, JournalError>,
    ) -> Result<bool, JournalError> {
        let number = signed.number;
        let holds = number == 0 || (number <= end.number && link_at(number)?.map(|link| link.head()) == Some(signed));
        if holds || self.is_answered_for() {
            return Ok(holds);
        }
        let todo = &self.what_to_do;
        let why = format!("this is not the journal that this cabinet has signed: record {number} was {signed}. {todo}");
        Err(JournalError::NotAsMarked { why })
    }

    /// A journal has a mark that can be read, or was written before there were marks: without one an older copy of all would pass for the
    /// newest.
    fn require_mark(&self, end: Head, link_at: impl Fn(u64) -> Result<Option<Link>, JournalError>) -> Result<(), JournalError> {
        let Some(mark) = self.lacking.as_ref().filter(|_| end.number > 0) else { return Ok(()) };
        let (number, todo) = (end.number, &self.what_to_do);
        let lacks = match &self.damaged {
            Some(damaged) => format!("{} cannot be read", damaged.display()),
            // A release before this one marked its first record after it was written: the power may have gone in between.
            None if number == 1 && self.sign.is_none() => return Ok(()),
            None => {
                let newest = link_at(number)?.and_then(|link| Record::decode(&link.entry.payload).ok());
                let Some(release) = newest.filter(Record::is_of_marked_journal).and_then(|record| record.release) else { return Ok(()) };
                format!("{} is missing, which release {release} kept beside the journal that it wrote", mark.display())
            }
        };
        let why = format!("{lacks}, so nobody can tell whether the journal, which ends with record {number}, is the newest. {todo}");
        Err(JournalError::NotAsMarked { why })
    }

    /// Where no mark says how far the journal had come.
    fn without(&self, end: Head) -> Result<Marked, JournalError> {
        let may_begin = self.decision.as_ref().is_some_and(|decision| decision.step == JournalStep::Begin);
        match &self.sign {
            _ if end.number > 0 => Ok(Marked::Made),
            Some(sign) if !may_begin => {
                let (sign, todo) = (sign.display(), &self.what_to_do);
                Err(JournalError::NotAsMarked {
                    why: format!("this cabinet has been in service, as {sign} shows, and there is no journal. {todo}"),
                })
            }
            _ => Ok(Marked::Fresh),
        }
    }
}
