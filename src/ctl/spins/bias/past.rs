//! The spins that were made: of a journal, or of a list.

use serde_json::{Value, json};

use super::wheel::Wheel;
use crate::ctl::Failure;
use crate::diagnostics::rounds;
use crate::journal::{JournalError, MirrorReader};
use crate::model::Pocket;

/// So many wrong words of a list are told, and how many more there are.
const TOLD_MOST: usize = 100;

/// Past spins, each by its pocket's place on the wheel. Those of a session follow each other.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Past {
    pub(super) wheel: Wheel,
    pub(super) sessions: Vec<Vec<usize>>,
    /// Spins that did not count, which a list does not tell of.
    pub(super) no_spins: usize,
    /// Where the ball lay in those of them of which the wheel said it.
    pub(super) no_spin_places: Vec<usize>,
}

impl Past {
    /// The newest `last` rounds of a journal. All are one session: which ball fell before which is known.
    pub(super) fn of_journal(reader: &MirrorReader, last: usize) -> Result<Self, JournalError> {
        let rounds = rounds(reader, last)?;
        Ok(Self {
            wheel: Wheel::SingleZero,
            sessions: vec![rounds.iter().rev().filter_map(|round| round.pocket).map(Pocket::place).collect()],
            no_spins: rounds.iter().map(|round| round.no_spins.len()).sum(),
            no_spin_places: rounds.iter().flat_map(|round| &round.no_spin_pockets).map(|pocket| pocket.place()).collect(),
        })
    }

    /// Those of a file.
    pub(super) fn import(file: &str, wheel: Wheel) -> Result<Self, Failure> {
        let text = std::fs::read_to_string(file).map_err(|error| Failure::unreadable(file, &error))?;
        Self::parse(file, &text, wheel)
    }

    /// Those of this text, in lines of pockets with commas between them; or everything that is none.
    pub(super) fn parse(file: &str, text: &str, wheel: Wheel) -> Result<Self, Failure> {
        let mut wrong = Vec::new();
        let mut sessions = Vec::new();
        for (line, session) in (1_usize..).zip(text.lines()).filter(|(_, session)| !session.trim().is_empty()) {
            let words = session.split(',').map(str::trim);
            let place = |word| {
                wheel.place_of(word).or_else(|| {
                    wrong.push(Wrong { line, found: word });
                    None
                })
            };
            sessions.push(words.filter_map(place).collect());
        }
        if !wrong.is_empty() {
            return Err(refused(file, wheel, &wrong));
        }
        Ok(Self { wheel, sessions, no_spins: 0, no_spin_places: Vec::new() })
    }
}

/// A word of a list that is no pocket.
struct Wrong<'a> {
    line: usize,
    found: &'a str,
}

fn refused(file: &str, wheel: Wheel, wrong: &[Wrong]) -> Failure {
    let expected = wheel.expected();
    let told = || wrong.iter().take(TOLD_MOST);
    let mut lines: Vec<String> =
        told().map(|Wrong { line, found }| format!("{file}, line {line}: expected {expected}; found {found:?}")).collect();
    if wrong.len() > TOLD_MOST {
        lines.push(format!("{file}: {} more words that are no pockets", wrong.len() - TOLD_MOST));
    }
    let problems: Vec<Value> =
        told().map(|Wrong { line, found }| json!({"file": file, "line": line, "expected": expected, "found": found})).collect();
    Failure::refused("bad-spins", lines.join("\n")).with("file", file).with("line", wrong[0].line).with("problems", problems)
}
