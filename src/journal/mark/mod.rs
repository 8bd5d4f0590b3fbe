//! The mark: a small file outside both copies that says how far the journal had come, so that a cabinet which has been in service never
//! begins anew by itself, and never goes on from an older journal as if nothing had been after it.
//!
//! It follows the journal by a few seconds and is never ahead of it. So it proves that records were lost, or that the journal is another
//! one. That the last few seconds are there it proves after an end in good order alone, which it says; after any other the two copies assure
//! each other of those, and where one of them is lost, nobody does. Who writes on the disk can
//! change the mark too; against that there are heads that leave the board (`croupierctl journal head`).

mod check;
mod file;
mod marker;

use std::path::{Path, PathBuf};

pub(super) use check::Known;
pub use check::Marked;
pub(super) use marker::Marker;

use super::ballast::BALLAST;
use super::files::set_aside_in;
use super::signing::SIGNED_HEADS;
use super::store::sled_directory;
use super::{Head, JournalError, MirrorReader, Paths, set_aside_beside};
use crate::model::{JournalDecision, JournalStep};
use file::{Mark, Said};

/// Where marks are kept, and what else tells that a cabinet has been in service.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The files of the mark: the same in each, so that one may be lost with its disk.
    pub files: Vec<PathBuf>,
    /// Files that are made only after the journal has begun, so that each is a sign of a cabinet in service.
    pub signs: Vec<PathBuf>,
    /// Where the cabinet's signing key is looked for, in this order; it is made in the first of these places.
    pub keys: Vec<PathBuf>,
    /// What tells `croupierctl` where all of this is, in a command that a person can copy.
    pub(super) place: String,
}

impl Marks {
    /// For a journal that nobody watches over, such as a copy that is looked at.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// The mark of a data folder, whose journal is kept here, with further files of it elsewhere.
    #[must_use]
    pub fn of_data(data: &Path, paths: &Paths, elsewhere: &[PathBuf]) -> Self {
        let files = std::iter::once(data.join("mark")).chain(elsewhere.iter().cloned()).collect();
        let usual = [("--journal", &paths.journal, "journal"), ("--mirror", &paths.mirror, "mirror")];
        let others = usual.into_iter().filter(|(_, path, name)| **path != data.join(name)).map(|(key, path, _)| (key, path.as_path()));
        let marks = elsewhere.iter().map(|path| ("--mark", path.as_path()));
        let place = std::iter::once(("--data", data)).chain(others).chain(marks).map(|(key, path)| format!(" {key} {}", word(path)));
        let beside = elsewhere.iter().rev().filter_map(|mark| mark.parent()).map(|folder| folder.join("signing-key"));
        let keys = beside.chain([data.join("signing-key")]).collect();
        Self { files, signs: ["access.toml", "links.txt"].map(|name| data.join(name)).into(), keys, place: place.collect() }
    }

    /// The whole command by which a person takes this step with this journal. One that forgets a mark decides nothing: that mark goes on
    /// telling of the former journal.
    #[must_use]
    pub fn command(&self, step: JournalStep) -> String {
        format!("croupierctl journal {} --by NAME{}", step.name(), self.place)
    }

    /// The farthest that the journal is known to have come; `None` where no mark says.
    #[must_use]
    pub fn reached(&self) -> Option<Head> {
        Known::read(self).reached()
    }

    /// A person's decision that no start has recorded yet.
    #[must_use]
    pub fn decision(&self) -> Option<JournalDecision> {
        Known::read(self).decision().cloned()
    }

    /// The same, where without any mark everything is a sign that a journal leaves behind: a signing key, signed heads, what was set aside, the
    /// ballast. A first start makes its marks before all of these. To be asked before a start makes a key.
    #[must_use]
    pub fn heeding_leftovers(mut self, paths: &Paths) -> Self {
        if !self.files.iter().any(|mark| mark.exists()) {
            let made = [paths.mirror.join(SIGNED_HEADS), paths.journal.join(BALLAST)];
            let aside =
                [&paths.journal, &paths.mirror].into_iter().flat_map(|folder| [set_aside_in(folder), set_aside_beside(folder)].concat());
            self.signs.extend(self.keys.iter().cloned().chain(made).chain(aside).filter(|left| left.exists()));
        }
        self
    }

    /// The first sign that the cabinet has been in service; `None` where there is none.
    #[must_use]
    pub fn sign(&self) -> Option<&Path> {
        self.signs.iter().map(PathBuf::as_path).find(|sign| sign.exists())
    }

    /// The first mark that is there; `None` where there is none.
    #[must_use]
    pub fn made(&self) -> Option<&Path> {
        self.files.iter().map(PathBuf::as_path).find(|mark| mark.exists())
    }

    /// Makes the marks of a cabinet that has neither a journal nor a sign of one: what a first start makes next tells of no earlier journal.
    ///
    /// # Errors
    /// Where not one mark can be made, or the mirror cannot be read.
    pub(super) fn make_at_first_start(&self, paths: &Paths) -> Result<(), JournalError> {
        let has_journal = sled_directory(&paths.journal).exists() || !MirrorReader::open(&paths.mirror)?.starts().is_empty();
        if has_journal || self.sign().is_some() { Ok(()) } else { self.make(Head::START) }
    }

    /// Makes every mark that is not there, of a journal that has come to `head`. It is made before the first record, so that no record is ever
    /// without a mark.
    ///
    /// # Errors
    /// Where not one mark can be made: then nothing may be recorded.
    pub(super) fn make(&self, head: Head) -> Result<(), JournalError> {
        let made =
            |path: &PathBuf| if path.exists() { Ok(()) } else { file::create(path, &Mark { said: Said::reached(head), decision: None }) };
        let made: Vec<Result<(), JournalError>> = self.files.iter().map(made).collect();
        if made.iter().any(Result::is_ok) { Ok(()) } else { made.into_iter().collect() }
    }

    /// Writes a person's decision into every mark: the next start goes on from `from`, and records the decision.
    ///
    /// # Errors
    /// Where a mark cannot be written; then the decision stands nowhere, or not everywhere, and is to be made again.
    pub fn decide(&self, from: Head, decision: &JournalDecision) -> Result<(), JournalError> {
        let mark = Mark { said: Said::reached(from), decision: Some(decision.clone()) };
        self.files.iter().try_for_each(|path| file::create(path, &mark))
    }
}

/// The path as one word of a shell.
fn word(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string();
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+:@%,=".contains(letter);
    if path.chars().all(is_plain) { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(data: &str, journal: &str, mirror: &str, elsewhere: &[&str], expected: &str) {
        let paths = Paths { journal: journal.into(), mirror: mirror.into() };
        let elsewhere: Vec<PathBuf> = elsewhere.iter().map(PathBuf::from).collect();
        assert_eq!(Marks::of_data(Path::new(data), &paths, &elsewhere).command(JournalStep::Begin), expected);
    }

    #[test]
    fn a_command_names_every_place_that_is_not_the_usual_one() {
        check("/d", "/d/journal", "/d/mirror", &[], "croupierctl journal begin --by NAME --data /d");
        let unit = "croupierctl journal begin --by NAME --data /var/lib/croupier --mark /var/lib/croupier-mark/mark";
        check("/var/lib/croupier", "/var/lib/croupier/journal", "/var/lib/croupier/mirror", &["/var/lib/croupier-mark/mark"], unit);
        check("/d", "/j", "/m", &[], "croupierctl journal begin --by NAME --data /d --journal /j --mirror /m");
        check("/my d", "/my d/journal", "/it's", &[], r"croupierctl journal begin --by NAME --data '/my d' --mirror '/it'\''s'");
    }
}
