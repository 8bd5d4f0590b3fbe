//! `croupierctl play`: rounds as a croupier would tell them, played on a cabinet. `tests/rounds/*.round` are such rounds.
//!
//! Here never live: a rule of a game, a decision of the cabinet. What is expected stands in the round's text, never here.

mod action;
mod bets;
mod card_questions;
mod cards;
mod laid_out;
mod limits;
mod phrase;
mod questions;
mod reports;
mod script;
mod table;
mod tables;
mod wheel;
mod words;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use clap::Args;
use table::PlayedTable;

pub use bets::{bets, name_of, position};

use super::Failure;
use crate::cabinet::Cabinet;

/// Why a round was not played to its end, or not as it expects.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// A line is not understood, or cannot be done.
    #[error("line {line}: {why}")]
    NotUnderstood {
        /// The line, from 1.
        line: usize,
        /// Why, in words.
        why: String,
    },
    /// Something else happened than was expected.
    #[error("line {line}: expected {expected:?}, but {is}; told was: {told}")]
    NotAsExpected {
        /// The line, from 1.
        line: usize,
        /// What was expected.
        expected: String,
        /// What is the case instead.
        is: String,
        /// What the action brought about.
        told: String,
    },
}

/// A round that was played as it expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Every action with what it brought about, and the money at the end.
    pub transcript: String,
    /// The rules files it was played under.
    pub rules: Vec<String>,
    /// How many expectations it holds.
    pub expectations: usize,
    /// The sentences of the language that it uses.
    pub sentences: BTreeSet<&'static str>,
}

/// Every sentence of the language, with blanks in capitals: what can be done, and what may be expected of it.
#[must_use]
pub fn language() -> (Vec<&'static str>, Vec<&'static str>) {
    (script::sentences().collect(), questions::sentences().collect())
}

/// The sentences that a line is understood by, its action's first.
///
/// # Errors
/// What is not understood.
pub fn understood(line: &str) -> Result<Vec<&'static str>, String> {
    let mut understood = Vec::new();
    for line in script::read(line).map_err(|(_, why)| why)? {
        understood.extend(line.read_by);
        for expected in line.expected {
            let sentence = questions::sentence_told(expected).or_else(|| questions::sentence_asked(expected));
            understood.push(sentence.ok_or_else(|| format!("{expected:?} cannot be expected"))?);
        }
    }
    Ok(understood)
}

/// Plays a golden round from its text.
///
/// # Errors
/// The first [`PlayError`]; a refusal that no expectation names is one.
pub fn play(text: &str) -> Result<Played, PlayError> {
    let lines = script::read(text).map_err(|(line, why)| PlayError::NotUnderstood { line, why })?;
    let mut played = Played { transcript: String::new(), rules: Vec::new(), expectations: 0, sentences: BTreeSet::new() };
    let mut table = PlayedTable::new();
    let mut told = table::ActionReport::default();
    for line in &lines {
        if let Some(action::Action::Rules(name)) = &line.action {
            played.rules.push(name.clone());
        }
        if let Some(action) = line.action.clone() {
            told = table.act(action).map_err(|why| PlayError::NotUnderstood { line: line.number, why })?;
            write_told(&mut played.transcript, line.text, &told.sentences);
        }
        for expected in &line.expected {
            played.sentences.insert(expect(&table, &told, line.number, expected)?);
        }
        played.sentences.extend(&line.read_by);
        played.expectations += line.expected.len();
        if let Some(refusal) = told.refused.filter(|_| line.action.is_some())
            && !line.expected.contains(&format!("refused {}", refusal.name()).as_str())
        {
            let is = format!("it was refused: {}", refusal.sentence());
            return Err(PlayError::NotAsExpected {
                line: line.number,
                expected: "not to be refused".into(),
                is,
                told: told.sentences.join("; "),
            });
        }
    }
    if let Some(cabinet) = table.cabinet() {
        write_money(&mut played.transcript, cabinet);
    }
    Ok(played)
}

/// The sentence by which `expected` was told, or else holds of the state.
fn expect(table: &PlayedTable, told: &table::ActionReport, line: usize, expected: &str) -> Result<&'static str, PlayError> {
    let is_told = told.sentences.iter().any(|sentence| sentence == expected) || (expected == "nothing" && told.sentences.is_empty());
    let asked = match (questions::sentence_told(expected), table.cabinet()) {
        (Some(sentence), _) if is_told => Ok(sentence),
        (_, Some(cabinet)) => questions::ask(cabinet, table.here(), expected),
        (_, None) => Err("no rules are in force yet".into()),
    };
    asked.map_err(|is| PlayError::NotAsExpected { line, expected: expected.into(), is, told: told.sentences.join("; ") })
}

fn write_told(transcript: &mut String, action: &str, sentences: &[String]) {
    let action = action.split('=').next().unwrap_or_default().trim();
    writeln!(transcript, "{action}").expect("writing to memory cannot fail");
    for sentence in sentences {
        writeln!(transcript, "    {sentence}").expect("writing to memory cannot fail");
    }
}

fn write_money(transcript: &mut String, cabinet: &Cabinet) {
    let official = cabinet.views(cabinet.rules_view().into()).official;
    for line in official.seats.iter().filter(|line| line.meters.credit_in.is_positive()) {
        let meters = &line.meters;
        writeln!(
            transcript,
            "seat {}: credit {}, on the layout {}, in {}, out {}, staked {}, returned {}, games {}, voids {}",
            line.seat,
            line.credit,
            line.staked,
            meters.credit_in,
            meters.credit_out,
            meters.staked,
            meters.returned,
            meters.games,
            meters.voids
        )
        .expect("writing to memory cannot fail");
    }
}

/// What to play.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The golden round.
    #[arg(required_unless_present = "words")]
    file: Option<String>,
    /// Only lists the sentences that a golden round is written in: what can be done, and after `=` what may be expected.
    #[arg(long, conflicts_with = "file")]
    words: bool,
}

/// Plays the file and prints what happened, and the money at the end.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let Some(file) = arguments.file.as_deref() else { return Ok(list()) };
    let text = std::fs::read_to_string(file).map_err(|error| Failure::unreadable(file, &error))?;
    play(&text).map(|played| played.transcript).map_err(|error| {
        let (reason, line) = match &error {
            PlayError::NotUnderstood { line, .. } => ("round-not-understood", *line),
            PlayError::NotAsExpected { line, .. } => ("not-as-expected", *line),
        };
        Failure::refused(reason, format!("{file}: {error}")).with("file", file).with("line", line)
    })
}

fn list() -> String {
    let (actions, expectations) = language();
    actions
        .into_iter()
        .map(String::from)
        .chain(expectations.into_iter().map(|sentence| format!("= {sentence}")))
        .fold(String::new(), |list, sentence| list + &sentence + "\n")
}
