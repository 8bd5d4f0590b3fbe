//! The people who answer for something, alone or two together: their names from the command line, their PINs from the terminal or from standard input.

use clap::{Args, Subcommand};
use serde_json::json;

use super::Failure;
use super::access::{changed, refused, typed_pin};
use super::journal::{Place, hex};
use super::port::now;
use crate::access::{self, Contents, Shown, Two};
use crate::configuration::{Configuration, terms_sha256};
use crate::model::{Changer, StaffRole};

/// Who answers for something, and who else.
#[derive(Debug, Args)]
pub(super) struct Both {
    /// The name of a person who answers for this, whose PIN is asked for; needed where the two-person rule is on.
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    /// The name of the second person. The PINs of both are asked for.
    #[arg(long, value_name = "NAME", requires = "by")]
    and: Option<String>,
}

impl Both {
    /// The two, once both have shown their PINs.
    ///
    /// # Errors
    /// Where two are needed and not named, or are not the ones.
    fn must_prove(&self, contents: &Contents) -> Result<Two, Failure> {
        let named = self.by.as_deref().zip(self.and.as_deref());
        named.map_or_else(|| Err(needed()), |(by, and)| prove(contents, by, and))
    }

    /// Who answers for a change of who is let in: these two; where the rule is off also one owner, or nobody, where nobody is named.
    pub(super) fn prove_where_asked(&self, contents: &Contents) -> Result<Option<Changer>, Failure> {
        match (&self.by, &self.and) {
            (by, None) if !contents.asks_for_two() => prove_one(contents, by.as_deref(), &[StaffRole::Owner]),
            _ => Ok(Some(self.must_prove(contents)?.into())),
        }
    }
}

/// A person of one of these roles, who has shown the PIN; nobody where nobody is named.
pub(super) fn prove_one(contents: &Contents, by: Option<&str>, roles: &[StaffRole]) -> Result<Option<Changer>, Failure> {
    let Some(by) = by else { return Ok(None) };
    let pin = typed_pin(by)?;
    let name = contents.one(Shown { name: by, pin: &pin }, roles).map_err(refused)?;
    Ok(Some(Changer::Person(name)))
}

/// What two people can decide about the two-person rule, and by it.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// From now on two people are needed to give up, trim or restore a journal, to play by other rules and settings, and to let people in.
    On(Deciding),
    /// One person suffices again.
    Off(Deciding),
    /// Two people approve a cabinet file with all files that it names; the daemon starts with it then.
    Approve {
        /// The cabinet file: a path, or a shipped name such as `demo`.
        cabinet: String,
        #[command(flatten)]
        deciding: Deciding,
    },
}

/// Who decides, and where.
#[derive(Debug, Args)]
pub(super) struct Deciding {
    #[command(flatten)]
    both: Both,
    #[command(flatten)]
    place: Place,
}

impl Command {
    pub(super) fn run(&self) -> Result<String, Failure> {
        let said = match self {
            Self::On(deciding) => deciding.set(true)?,
            Self::Off(deciding) => deciding.set(false)?,
            Self::Approve { cabinet, deciding } => {
                let terms_sha256 = terms_sha256(&Configuration::read(cabinet)?.terms);
                let two = deciding.decide(|contents, two| contents.approve(terms_sha256, two, now()))?;
                json!({"approved": hex(&terms_sha256), "by": two.first, "second": two.second})
            }
        };
        Ok(format!("{said}\n"))
    }
}

impl Deciding {
    fn set(&self, is_on: bool) -> Result<serde_json::Value, Failure> {
        let two = self.decide(|contents, two| contents.ask_for_two(is_on, two, now()))?;
        Ok(json!({"two_persons": is_on, "by": two.first, "second": two.second}))
    }

    /// Proves the two and changes the file; who they are.
    fn decide(&self, edit: impl FnOnce(&mut Contents, Two)) -> Result<Two, Failure> {
        self.place.require_owner()?;
        let two = self.both.must_prove(&access::read(&self.place.access_file())?)?;
        changed(&self.place, |contents| edit(contents, two.clone()))?;
        Ok(two)
    }
}

/// What the two-person rule asks for where a journal is given up or restored: `by` alone suffices where it is off. The journal may know that it is
/// on where the access file does not, or is not there.
///
/// # Errors
/// Where two are needed and not named, or are not the ones.
pub(super) fn second_of(contents: Option<&Contents>, is_on: bool, by: &str, and: Option<&str>) -> Result<Option<Two>, Failure> {
    match (contents, and) {
        (Some(contents), Some(and)) => prove(contents, by, and).map(Some),
        (Some(contents), None) if is_on || contents.asks_for_two() => Err(needed()),
        (None, and) if is_on || and.is_some() => {
            Err(Failure::refused("no-access-file", "two people are needed, and there is no access file that knows their PINs"))
        }
        (_, None) | (None, Some(_)) => Ok(None),
    }
}

fn prove(contents: &Contents, by: &str, and: &str) -> Result<Two, Failure> {
    let [first, second] = [typed_pin(by)?, typed_pin(and)?];
    let two = contents.two(Shown { name: by, pin: &first }, Shown { name: and, pin: &second });
    two.map_err(|refused| Failure::refused("two-persons-refused", refused.to_string()))
}

fn needed() -> Failure {
    let message = "this needs two people: name both, `--by NAME --and NAME`, one of them an owner; both PINs are asked for";
    Failure::refused("two-persons-needed", message)
}
