//! The spins that were made: of a journal, or of a list.

use crate::ctl::Failure;
use crate::journal::{JournalError, MirrorReader};
use crate::model::Pocket;
use crate::service::rounds;

/// Past spins. Those of a session follow each other.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Past {
    pub(super) sessions: Vec<Vec<Pocket>>,
    /// Spins that did not count, which a list does not tell of.
    pub(super) no_spins: usize,
}

impl Past {
    /// The newest `last` rounds of a journal. All are one session: which ball fell before which is known.
    pub(super) fn of_journal(reader: &MirrorReader, last: usize) -> Result<Self, JournalError> {
        let rounds = rounds(reader, last)?;
        let no_spins = rounds.iter().map(|round| round.no_spins.len()).sum();
        Ok(Self { sessions: vec![rounds.iter().rev().filter_map(|round| round.pocket).collect()], no_spins })
    }

    /// Those of a file.
    pub(super) fn import(file: &str) -> Result<Self, Failure> {
        let text = std::fs::read_to_string(file).map_err(|error| Failure::unreadable(file, &error))?;
        Self::parse(file, &text)
    }

    /// Those of this text, in lines of numbers from 0 to 36.
    pub(super) fn parse(file: &str, text: &str) -> Result<Self, Failure> {
        let lines = (1_usize..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let session = |(number, line): (usize, &str)| {
            let pocket = |word: &str| word.trim().parse().ok().and_then(Pocket::new).ok_or_else(|| unknown(file, number, word.trim()));
            line.split(',').map(pocket).collect()
        };
        Ok(Self { sessions: lines.map(session).collect::<Result<_, _>>()?, no_spins: 0 })
    }
}

fn unknown(file: &str, line: usize, found: &str) -> Failure {
    let expected = "numbers from 0 to 36 with commas between them";
    Failure::refused("bad-spins", format!("{file}, line {line}: expected {expected}; found {found:?}"))
        .with("file", file)
        .with("line", line)
}
