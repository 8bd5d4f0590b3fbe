//! Carrying out again what a journal recorded: for a restart, for verification, for arguments.

use super::{Cabinet, Outcome, Step};
use crate::model::{Fact, Input, TableFact};

/// Why a recorded input cannot be carried out again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The first record does not bring the terms.
    TermsMissing,
    /// Its number or its time does not follow the record before.
    OutOfOrder,
    /// The command would now be refused.
    Refused,
    /// The command would now be taken for a repetition.
    Repeated,
    /// A moment that comes before it is not recorded.
    Overdue,
}

impl core::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::TermsMissing => "the first record does not bring the terms",
            Self::OutOfOrder => "its number or its time does not follow the record before",
            Self::Refused => "the command would now be refused",
            Self::Repeated => "the command would now be taken for a repetition",
            Self::Overdue => "a moment that comes before it is not recorded",
        })
    }
}

impl Step {
    /// Whether this is what was recorded. Why a table stood still was recorded in the words of the program's release, and a later one may
    /// have others; the fault is the same one, and what an attendant said stands in the input. What a deal was played as is recorded since
    /// some release; where it is not, it is not asked for.
    #[must_use]
    pub fn confirms(&self, recorded: &[Fact]) -> bool {
        self.facts.len() == recorded.len() && self.facts.iter().zip(recorded).all(|(fact, recorded)| is_same(fact, recorded))
    }
}

fn is_same(fact: &Fact, recorded: &Fact) -> bool {
    match (fact, recorded) {
        (Fact::Held { fault, .. }, Fact::Held { fault: recorded, .. }) => fault == recorded,
        (Fact::Table { table, fact }, Fact::Table { table: of, fact: recorded }) => table == of && is_same_at_table(fact, recorded),
        _ => fact == recorded,
    }
}

fn is_same_at_table(fact: &TableFact, recorded: &TableFact) -> bool {
    match (fact, recorded) {
        (TableFact::Held { fault, .. }, TableFact::Held { fault: recorded, .. }) => fault == recorded,
        (TableFact::Settled { deal, settlement, .. }, TableFact::Settled { deal: number, settlement: recorded, played: None }) => {
            deal == number && settlement == recorded
        }
        (
            TableFact::Voided { deal, reason, settlement, .. },
            TableFact::Voided { deal: number, reason: why, settlement: recorded, played: None },
        ) => deal == number && reason == why && settlement == recorded,
        _ => fact == recorded,
    }
}

/// Carries out a recorded input on the state that the records before it led to, `None` before the first. What the step brings
/// about is to be compared with what was recorded, by [`Step::confirms`].
///
/// # Errors
/// [`ReplayError`]; the state is then as it was.
pub fn replay(cabinet: &mut Option<Cabinet>, input: &Input) -> Result<Step, ReplayError> {
    let Some(state) = cabinet else {
        let (begun, step) = Cabinet::begin(input).map_err(|_| ReplayError::TermsMissing)?;
        *cabinet = Some(begun);
        return Ok(step);
    };
    if input.number != state.number() + 1 || input.at < state.at() {
        return Err(ReplayError::OutOfOrder);
    }
    match state.step(input) {
        Outcome::Done(step) => Ok(step),
        Outcome::Refused(_) => Err(ReplayError::Refused),
        Outcome::Repeated { .. } => Err(ReplayError::Repeated),
        Outcome::Overdue => Err(ReplayError::Overdue),
    }
}
