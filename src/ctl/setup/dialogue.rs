//! Questions and answers, a line each. An answer that will not do is asked for again, with what was expected.

use std::fmt::Display;
use std::io::{self, BufRead, Write};

use crate::ctl::Failure;

/// A talk with the person who sets up a cabinet.
pub(super) struct Dialogue<'a> {
    answers: &'a mut dyn BufRead,
    questions: &'a mut dyn Write,
    have_answers_ended: bool,
}

impl<'a> Dialogue<'a> {
    /// A talk in which answers are read here and questions are written there.
    pub(super) fn new(answers: &'a mut dyn BufRead, questions: &'a mut dyn Write) -> Self {
        Self { answers, questions, have_answers_ended: false }
    }

    /// Says a line.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub(super) fn say(&mut self, line: impl Display) -> Result<(), Failure> {
        writeln!(self.questions, "{line}").map_err(|error| unwritten(&error))
    }

    /// Asks until the answer can be read. An empty answer is the usual one, where there is one.
    ///
    /// # Errors
    /// Where the answers end.
    pub(super) fn ask<T>(
        &mut self,
        question: &str,
        usual: Option<&str>,
        mut read: impl FnMut(&str) -> Result<T, String>,
    ) -> Result<T, Failure> {
        let usual_words = usual.map(|usual| format!(" [{usual}]")).unwrap_or_default();
        loop {
            write!(self.questions, "{question}{usual_words}: ").and_then(|()| self.questions.flush()).map_err(|error| unwritten(&error))?;
            let answer = self.answer(question)?;
            match read(if answer.is_empty() { usual.unwrap_or_default() } else { &answer }) {
                Ok(value) => return Ok(value),
                Err(expected) => self.say(format!("  expected {expected}"))?,
            }
        }
    }

    /// The same, but where the answers end it is the usual one.
    ///
    /// # Errors
    /// Where the question cannot be written.
    pub(super) fn ask_at_end<T>(
        &mut self,
        question: &str,
        usual: &str,
        mut read: impl FnMut(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Failure> {
        match self.ask(question, Some(usual), &mut read) {
            Ok(value) => Ok(Some(value)),
            Err(_) if self.have_answers_ended => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Lists what can be chosen, each with its number from 1.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub(super) fn list(&mut self, among: &[String]) -> Result<(), Failure> {
        (1..).zip(among).try_for_each(|(number, each): (u32, _)| self.say(format!("  {number}) {each}")))
    }

    /// Asks for one of these, by its number from 1 or as it stands there. Returns its place from 0.
    ///
    /// # Errors
    /// Where the answers end.
    pub(super) fn choose(&mut self, question: &str, among: &[String], usual: Option<usize>) -> Result<usize, Failure> {
        self.list(among)?;
        let usual = usual.map(|place| (place + 1).to_string());
        self.ask(question, usual.as_deref(), |answer| {
            chosen(answer, among).ok_or_else(|| format!("a number from 1 to {}, or one of these as it stands there", among.len()))
        })
    }

    /// Asks for any number of these, each by its number from 1 or as it stands there; usually none. Returns their places from 0.
    ///
    /// # Errors
    /// Where the answers end.
    pub(super) fn choose_several(&mut self, question: &str, among: &[String]) -> Result<Vec<usize>, Failure> {
        self.list(among)?;
        self.ask(&format!("{question}, several with spaces between them, or none"), Some("none"), |answer| {
            let words = answer.split([' ', ',']).filter(|word| !word.is_empty() && *word != "none");
            let places: Option<Vec<usize>> = words.map(|word| chosen(word, among)).collect();
            places.ok_or_else(|| format!("numbers from 1 to {}, with spaces between them, or none", among.len()))
        })
    }

    /// Asks for yes or no.
    ///
    /// # Errors
    /// Where the answers end.
    pub(super) fn agree(&mut self, question: &str, usual: bool) -> Result<bool, Failure> {
        self.ask(question, Some(if usual { "yes" } else { "no" }), |answer| match answer.to_lowercase().as_str() {
            "y" | "yes" => Ok(true),
            "n" | "no" => Ok(false),
            _ => Err("yes or no".to_owned()),
        })
    }

    fn answer(&mut self, question: &str) -> Result<String, Failure> {
        let mut line = String::new();
        let read = self.answers.read_line(&mut line).map_err(|error| Failure::ours("input", format!("cannot read an answer: {error}")))?;
        if read == 0 {
            self.have_answers_ended = true;
            return Err(Failure::refused("setup-unfinished", format!("the answers ended at `{question}`; nothing was written")));
        }
        Ok(line.trim().to_owned())
    }
}

/// The place of what was chosen.
pub(super) fn chosen(answer: &str, among: &[String]) -> Option<usize> {
    let by_number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1)).filter(|place| *place < among.len());
    by_number.or_else(|| among.iter().position(|each| each == answer))
}

fn unwritten(error: &io::Error) -> Failure {
    Failure::ours("output", format!("cannot write a question: {error}"))
}
