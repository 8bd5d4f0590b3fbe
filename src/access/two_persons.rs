//! The two-person rule: what two people of the house answer for together, each of them with a PIN.
//!
//! Here lives whether the rule is on, who counts as the two, and which rules they have approved. Here never lives what needs two people: the
//! tool asks for them before it gives a journal up or restores one, and the daemon before it plays by other rules.

use super::edit::{Contents, Person, Refused};
use super::pin;
use crate::model::{AccessStep, Changer, StaffRole, Timestamp};

/// A person's name and what was typed as the PIN.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The name, in upper or lower case.
    pub name: &'a str,
    /// What was typed.
    pub pin: &'a str,
}

/// Two people who have shown their PINs, by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Two {
    /// Who answers.
    pub first: String,
    /// Who answers as well.
    pub second: String,
}

impl From<Two> for Changer {
    fn from(two: Two) -> Self {
        Self::Two(two.first, two.second)
    }
}

impl Contents {
    /// Whether the two-person rule is on.
    #[must_use]
    pub const fn asks_for_two(&self) -> bool {
        self.two_persons
    }

    /// Whether two people have approved the terms with this SHA-256.
    #[must_use]
    pub fn has_approved(&self, terms_sha256: [u8; 32]) -> bool {
        self.approved_terms == Some(terms_sha256)
    }

    /// Two people, one of them an owner and none an auditor, who changes nothing.
    ///
    /// # Errors
    /// [`Refused::NotTwo`] or [`Refused::WrongPin`].
    pub fn two(&self, first: Shown<'_>, second: Shown<'_>) -> Result<Two, Refused> {
        // Both are looked at before either is refused.
        let both = [self.proven(first), self.proven(second)];
        let [Ok(first), Ok(second)] = both else { return Err(Refused::WrongPin) };
        let roles = [first.role, second.role];
        if first.name == second.name || !roles.contains(&StaffRole::Owner) || roles.contains(&StaffRole::Auditor) {
            return Err(Refused::NotTwo);
        }
        Ok(Two { first: first.name.clone(), second: second.name.clone() })
    }

    /// One person of one of these roles: the name.
    ///
    /// # Errors
    /// [`Refused::WrongPin`] or [`Refused::NotEntitled`].
    pub fn one(&self, shown: Shown<'_>, roles: &[StaffRole]) -> Result<String, Refused> {
        let person = self.proven(shown)?;
        if roles.contains(&person.role) { Ok(person.name.clone()) } else { Err(Refused::NotEntitled) }
    }

    /// The person of this name, where the PIN is right.
    fn proven(&self, shown: Shown<'_>) -> Result<&Person, Refused> {
        let person = self.person(shown.name.trim());
        // A PIN is compared where nobody has the name, too, so that the time says nothing.
        let is_right = pin::is_right(shown.pin, person.map(|person| person.pin.as_str()));
        person.filter(|_| is_right).ok_or(Refused::WrongPin)
    }

    /// From now on two people are asked for, or no more. Rules that were approved before count no longer.
    pub fn ask_for_two(&mut self, is_on: bool, two: Two, at: Timestamp) {
        (self.two_persons, self.approved_terms) = (is_on, None);
        self.note((at, &two.into()), AccessStep::TwoPersonsSet { is_on });
    }

    /// The cabinet may play by the terms with this SHA-256.
    pub fn approve(&mut self, terms_sha256: [u8; 32], two: Two, at: Timestamp) {
        self.approved_terms = Some(terms_sha256);
        self.note((at, &two.into()), AccessStep::TermsApproved { sha256: terms_sha256 });
    }

    /// Whether two people are left who can answer for something together once this person is let in no more.
    pub(super) fn are_two_left_without(&self, name: &str) -> bool {
        let mut left = self.people.iter().filter(|person| person.name != name && person.role != StaffRole::Auditor);
        left.clone().count() > 1 && left.any(|person| person.role == StaffRole::Owner)
    }
}
