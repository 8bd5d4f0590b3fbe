//! What was done in a run.

use std::collections::BTreeSet;
use std::fmt;

use crate::trouble::Trouble;
use crate::wheel::Wheel;

/// Counts.
#[derive(Default)]
pub(crate) struct Figures {
    /// Lives that ended with a kill, each with its trouble.
    pub(crate) lives: usize,
    /// How often the daemon was killed, in play and while it started.
    pub(crate) kills: usize,
    /// How often `journal verify` passed.
    pub(crate) verified: usize,
    /// Orders that were acknowledged.
    pub(crate) acknowledged: usize,
    /// Of these, those that the journal does not hold under their number.
    pub(crate) lost: usize,
    /// Of these, those that the journal holds more than once.
    pub(crate) doubled: usize,
    /// Orders that were refused.
    pub(crate) refused: usize,
    /// Orders without an answer that had happened when they were asked for again, and that had not.
    pub(crate) unanswered: (usize, usize),
    /// The troubles that were met.
    pub(crate) met: BTreeSet<Trouble>,
    /// The wheels of the houses.
    pub(crate) wheels: BTreeSet<Wheel>,
}

impl Figures {
    /// Adds what another chapter counted.
    pub(crate) fn add(&mut self, other: &Self) {
        self.lives += other.lives;
        self.kills += other.kills;
        self.verified += other.verified;
        self.acknowledged += other.acknowledged;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.refused += other.refused;
        self.unanswered = (self.unanswered.0 + other.unanswered.0, self.unanswered.1 + other.unanswered.1);
        self.met.extend(&other.met);
        self.wheels.extend(&other.wheels);
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lives, kills, verified, acknowledged, lost, doubled, refused, unanswered: (happened, not_happened), .. } = self;
        write!(
            f,
            "{lives} lives, {kills} kills, journal verify passed {verified} times; {acknowledged} orders acknowledged, {lost} lost, "
        )?;
        write!(f, "{doubled} doubled; {refused} refused; without an answer {happened} had happened, {not_happened} had not")
    }
}
