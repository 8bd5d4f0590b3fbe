//! What was done in a run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::trouble::Trouble;
use super::wheel::Wheel;

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
    /// In how many lives each trouble was made.
    pub(crate) met: BTreeMap<Trouble, usize>,
    /// How often each effect of one was seen.
    pub(crate) effects: BTreeMap<&'static str, usize>,
    /// Faults that were told of devices that do not lie, by their codes.
    pub(crate) honest_faults: BTreeMap<String, usize>,
    /// The wheels of the houses.
    pub(crate) wheels: BTreeSet<Wheel>,
}

impl Figures {
    /// The faults of devices that did not lie which nothing here brings about. A simulated machine that brings cards ends with the process: after a
    /// kill it is another shoe, and its hopper is empty until somebody puts the cards in.
    pub(crate) fn unexpected_faults(&self) -> BTreeMap<&str, usize> {
        let of_a_kill = |code: &str| ["card-hopper-empty", "shoe-changed"].contains(&code);
        self.honest_faults.iter().map(|(code, times)| (code.as_str(), *times)).filter(|(code, _)| !of_a_kill(code)).collect()
    }

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
        for (trouble, lives) in &other.met {
            *self.met.entry(*trouble).or_default() += lives;
        }
        for (effect, times) in &other.effects {
            *self.effects.entry(effect).or_default() += times;
        }
        for (code, times) in &other.honest_faults {
            *self.honest_faults.entry(code.clone()).or_default() += times;
        }
        self.wheels.extend(&other.wheels);
    }
}

impl Figures {
    /// An effect of a trouble was seen.
    pub(crate) fn saw(&mut self, effect: &'static str) {
        *self.effects.entry(effect).or_default() += 1;
    }

    /// The effects that were never seen, of all troubles.
    pub(crate) fn unseen(&self) -> Vec<&'static str> {
        let all = Trouble::ALL.into_iter().flat_map(|trouble| trouble.effects());
        all.copied().filter(|effect| !self.effects.contains_key(effect)).collect()
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lives, kills, verified, acknowledged, lost, doubled, refused, unanswered: (happened, not_happened), .. } = self;
        write!(
            f,
            "{lives} lives, {kills} kills, journal verify passed {verified} times; {acknowledged} orders acknowledged, {lost} lost, "
        )?;
        writeln!(f, "{doubled} doubled; {refused} refused; without an answer {happened} had happened, {not_happened} had not")?;
        for (trouble, lives) in &self.met {
            let seen = |effect: &&'static str| format!("{effect} {}", self.effects.get(effect).copied().unwrap_or_default());
            writeln!(f, "    {trouble:?} in {lives} lives: {}", trouble.effects().iter().map(seen).collect::<Vec<_>>().join(", "))?;
        }
        write!(f, "    faults of devices that did not lie: {:?}", self.honest_faults)
    }
}
