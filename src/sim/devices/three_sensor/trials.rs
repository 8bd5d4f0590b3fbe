//! Trials of the reader: spins of a wheel that is good, that lies in one way, and that lies in two, each read by the code that reads a real
//! one and compared with where the ball really lies.

use std::collections::BTreeMap;

use super::turned::turned_spin;
use super::{Level, Lie, Recorded, Script, lying_spin, spin};
use crate::model::{Pocket, WheelHappening};
use crate::sensing::three_sensor::{Edge, Parameters, Wheel};
use crate::sim::chance::Chance;

/// What is wrong with the wheel in a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// Nothing, at field or at harsh noise.
    Plain {
        /// Whether the noise is harsh.
        harsh: bool,
    },
    /// Nothing either, but the spin before went the other way round, of the rotor and of the ball.
    Turned {
        /// Whether the noise is harsh.
        harsh: bool,
    },
    /// One lie.
    One(Lie),
    /// Two lies, in the order of their list.
    Two(Lie, Lie),
}

/// Why a condition cannot be tried.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected plain-field, plain-harsh, turned-field, turned-harsh, a lie such as second-mark, or two with a plus sign between; found {0}"
)]
pub struct NoCondition(String);

impl Condition {
    /// Its name: `plain-field`, `plain-harsh`, `turned-field`, `turned-harsh`, a lie's, or two lies' with a plus sign between.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Plain { harsh: false } => "plain-field".into(),
            Self::Plain { harsh: true } => "plain-harsh".into(),
            Self::Turned { harsh: false } => "turned-field".into(),
            Self::Turned { harsh: true } => "turned-harsh".into(),
            Self::One(lie) => lie.name().into(),
            Self::Two(one, other) => format!("{}+{}", one.name(), other.name()),
        }
    }

    /// The condition of this name.
    ///
    /// # Errors
    /// Where there is none.
    pub fn named(name: &str) -> Result<Self, NoCondition> {
        let unknown = || NoCondition(name.into());
        match name.split_once('+') {
            None if name == "plain-field" => Ok(Self::Plain { harsh: false }),
            None if name == "plain-harsh" => Ok(Self::Plain { harsh: true }),
            None if name == "turned-field" => Ok(Self::Turned { harsh: false }),
            None if name == "turned-harsh" => Ok(Self::Turned { harsh: true }),
            None => Lie::named(name).map(Self::One).ok_or_else(unknown),
            Some((one, other)) => Lie::named(one).zip(Lie::named(other)).map(|(one, other)| Self::Two(one, other)).ok_or_else(unknown),
        }
    }

    /// Of ten spins one is of a good wheel at field noise and one at harsh noise, three have one lie and five have two; of forty, two of
    /// those five are of a good wheel that was turned round.
    fn drawn(number: u64, chance: &mut Chance) -> Self {
        let count = Lie::ALL.len() as u64;
        let one = Lie::ALL[chance.below(count) as usize];
        match number % 10 {
            _ if number % 40 == 8 => Self::Turned { harsh: false },
            _ if number % 40 == 18 => Self::Turned { harsh: true },
            0 => Self::Plain { harsh: false },
            1 => Self::Plain { harsh: true },
            2..5 => Self::One(one),
            _ => {
                let other = Lie::ALL[chance.below(count) as usize];
                if one == other || Self::cannot_be_told(one, other) { Self::One(one) } else { Self::Two(one.min(other), one.max(other)) }
            }
        }
    }

    /// A wheel whose own mark nobody has ever seen, and that has another one, is a good wheel with its index elsewhere: only calibration
    /// tells the two apart.
    fn cannot_be_told(one: Lie, other: Lie) -> bool {
        let is_mark = |lie| matches!(lie, Lie::SecondMark | Lie::SecondMarkWeak | Lie::SecondMarkOnTooth);
        let (first, second) = (one.min(other), one.max(other));
        is_mark(first) && second == Lie::IndexAbsent
    }
}

/// What a trial came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// What was wrong with the wheel.
    pub condition: Condition,
    /// The seed and the noise of the spin, by which [`trace`] makes it again.
    pub seed: u64,
    /// The noise.
    pub level: Level,
    /// Where the ball came to rest, if it did.
    pub lies_in: Option<Pocket>,
    /// The number that was told, if one was.
    pub told: Option<Pocket>,
    /// What else was told, in order: the reason of a no-spin, the codes of faults.
    pub said: Vec<&'static str>,
}

impl Trial {
    /// Whether a number was told in which the ball does not lie.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.told.is_some() && self.told != self.lies_in
    }
}

/// The trial of this number of a seed; of this condition, where one is named.
#[must_use]
pub fn trial(parameters: &Parameters, seed: u64, number: u64, condition: Option<Condition>) -> Trial {
    let mut chance = Chance::new(seed, number);
    let spin_seed = chance.below(u64::MAX);
    let drawn = Condition::drawn(number, &mut chance);
    let condition = condition.unwrap_or(drawn);
    let harsh = chance.below(2) == 0;
    let level = match condition {
        Condition::Plain { harsh: false } | Condition::Turned { harsh: false } => Level::Field,
        Condition::Plain { harsh: true } | Condition::Turned { harsh: true } => Level::Harsh,
        _ if harsh => Level::Harsh,
        _ => Level::Field,
    };
    retrial(parameters, condition, level, spin_seed)
}

/// The trial of this condition, noise and spin's seed once more.
#[must_use]
pub fn retrial(parameters: &Parameters, condition: Condition, level: Level, seed: u64) -> Trial {
    let (from, Recorded { edges, truth }) = spins(seed, level, condition);
    let (told, said) = read(parameters, &edges, from);
    Trial { condition, seed, level, lies_in: truth.rested, told, said }
}

/// The spin of a trial, with one before it where it was turned round.
#[must_use]
pub fn trace(seed: u64, level: Level, condition: Condition) -> Recorded {
    spins(seed, level, condition).1
}

/// The same, with the moment from which on it is the spin of the trial, in seconds.
fn spins(seed: u64, level: Level, condition: Condition) -> (f64, Recorded) {
    match condition {
        Condition::Plain { .. } => (0.0, spin(seed, level, Script::Plain)),
        Condition::Turned { .. } => turned_spin(seed, level),
        Condition::One(lie) => (0.0, lying_spin(seed, level, &[lie])),
        Condition::Two(one, other) => (0.0, lying_spin(seed, level, &[one, other])),
    }
}

/// The number that is told of these edges, and what else is said, from this moment on, in seconds.
fn read(parameters: &Parameters, edges: &[Edge], from: f64) -> (Option<Pocket>, Vec<&'static str>) {
    let mut wheel = Wheel::new(parameters.clone());
    let (mut told, mut said) = (None, Vec::new());
    for edge in edges {
        wheel.edge(*edge);
        let is_before = (edge.at_nanoseconds as f64) < from * 1e9;
        while let Some(event) = wheel.poll_event() {
            if is_before {
                continue;
            }
            match event.happening {
                WheelHappening::Result(pocket) => told = told.or(Some(pocket)),
                WheelHappening::NoSpin(reason) => said.push(reason.name()),
                WheelHappening::Fault { code, .. } => said.push(code.name()),
                _ => {}
            }
        }
    }
    (told, said)
}

/// What the trials of one condition came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// How many spins there were.
    pub spins: u64,
    /// In how many the right number was told.
    pub read: u64,
    /// In how many a wrong number was told.
    pub wrong: u64,
    /// How often each first word was said where no number was: the reason of a no-spin, or the code of a fault.
    pub said: BTreeMap<&'static str, u64>,
}

impl Outcome {
    /// Counts a trial.
    pub fn count(&mut self, trial: &Trial) {
        self.spins += 1;
        self.wrong += u64::from(trial.is_wrong());
        self.read += u64::from(trial.told.is_some() && !trial.is_wrong());
        if trial.told.is_none() {
            // Where a spin only had no number, the fault that was named says why.
            let words = trial.said.iter().find(|said| !matches!(**said, "unreadable" | "foreign-object")).or(trial.said.first());
            *self.said.entry(words.copied().unwrap_or("nothing")).or_default() += 1;
        }
    }

    /// Counts what others counted.
    pub fn join(&mut self, other: &Self) {
        self.spins += other.spins;
        self.read += other.read;
        self.wrong += other.wrong;
        other.said.iter().for_each(|(word, times)| *self.said.entry(word).or_default() += times);
    }
}
