//! Trials of the reader: spins of a wheel that is good, that lies in one way, and that lies in two, single ones and sessions of several on one
//! rotor, each read by the code that reads a real one and compared with where the ball really lies.

use std::collections::BTreeMap;

use super::turned::turned_spin;
use super::{Defect, Level, Recorded, Script, Session, lying_session, lying_spin, spin};
use crate::model::{Pocket, WheelHappening};
use crate::sensing::three_sensor::{Edge, Line, Parameters, Wheel};
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
    One(Defect),
    /// Two lies, in the order of their list.
    Two(Defect, Defect),
    /// Nothing, in all spins of a session.
    Session {
        /// Whether the noise is harsh.
        harsh: bool,
    },
    /// One lie, anywhere in a session.
    SessionOne(Defect),
    /// Two lies, in the order of their list, anywhere in a session.
    SessionTwo(Defect, Defect),
}

/// What stands before the names of sessions.
const SESSION: &str = "session-";

/// Why a condition cannot be tried.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected plain-field, plain-harsh, turned-field, turned-harsh, session-field, session-harsh, a lie such as second-mark, two with a plus \
     sign between, or one or two after session-; found {0}"
)]
pub struct NoCondition(String);

impl Condition {
    /// Its name: `plain-field`, `plain-harsh`, `turned-field`, `turned-harsh`, a lie's, or two lies' with a plus sign between; and of sessions
    /// `session-field`, `session-harsh`, or the lies' after `session-`.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Plain { harsh: false } => "plain-field".into(),
            Self::Plain { harsh: true } => "plain-harsh".into(),
            Self::Turned { harsh: false } => "turned-field".into(),
            Self::Turned { harsh: true } => "turned-harsh".into(),
            Self::One(lie) => lie.name().into(),
            Self::Two(one, other) => format!("{}+{}", one.name(), other.name()),
            Self::Session { harsh: false } => format!("{SESSION}field"),
            Self::Session { harsh: true } => format!("{SESSION}harsh"),
            Self::SessionOne(lie) => format!("{SESSION}{}", Self::One(lie).name()),
            Self::SessionTwo(one, other) => format!("{SESSION}{}", Self::Two(one, other).name()),
        }
    }

    /// The condition of this name.
    ///
    /// # Errors
    /// Where there is none.
    pub fn named(name: &str) -> Result<Self, NoCondition> {
        let unknown = || NoCondition(name.into());
        if let Some(rest) = name.strip_prefix(SESSION) {
            return Self::named(&format!("plain-{rest}"))
                .or_else(|_| Self::named(rest))
                .map_err(|_| unknown())?
                .session()
                .ok_or_else(unknown);
        }
        match name.split_once('+') {
            None if name == "plain-field" => Ok(Self::Plain { harsh: false }),
            None if name == "plain-harsh" => Ok(Self::Plain { harsh: true }),
            None if name == "turned-field" => Ok(Self::Turned { harsh: false }),
            None if name == "turned-harsh" => Ok(Self::Turned { harsh: true }),
            None => Defect::named(name).map(Self::One).ok_or_else(unknown),
            Some((one, other)) => {
                Defect::named(one).zip(Defect::named(other)).map(|(one, other)| Self::Two(one, other)).ok_or_else(unknown)
            }
        }
    }

    /// The same in a session; a wheel that is turned round is none of one.
    fn session(self) -> Option<Self> {
        match self {
            Self::Plain { harsh } => Some(Self::Session { harsh }),
            Self::One(lie) => Some(Self::SessionOne(lie)),
            Self::Two(one, other) => Some(Self::SessionTwo(one, other)),
            Self::Turned { .. } | Self::Session { .. } | Self::SessionOne(_) | Self::SessionTwo(..) => None,
        }
    }

    /// Its lies.
    #[must_use]
    pub fn lies(self) -> Vec<Defect> {
        match self {
            Self::Plain { .. } | Self::Turned { .. } | Self::Session { .. } => Vec::new(),
            Self::One(lie) | Self::SessionOne(lie) => vec![lie],
            Self::Two(one, other) | Self::SessionTwo(one, other) => vec![one, other],
        }
    }

    /// What is drawn; of every forty in a row, ten are played as sessions.
    fn drawn(number: u64, chance: &mut Chance) -> Self {
        let spin = Self::spin_drawn(number, chance);
        if number % 40 / 10 == 2 { spin.session().unwrap_or(spin) } else { spin }
    }

    /// Of ten spins one is of a good wheel at field noise and one at harsh noise, three have one lie and five have two; of forty, three of
    /// those with two are of a good wheel that was turned round: one at field noise, and two at harsh noise, where fewer are read.
    fn spin_drawn(number: u64, chance: &mut Chance) -> Self {
        let count = Defect::ALL.len() as u64;
        let one = Defect::ALL[chance.below(count) as usize];
        match number % 10 {
            _ if number % 40 == 8 => Self::Turned { harsh: false },
            _ if matches!(number % 40, 18 | 38) => Self::Turned { harsh: true },
            0 => Self::Plain { harsh: false },
            1 => Self::Plain { harsh: true },
            2..5 => Self::One(one),
            _ => {
                let other = Defect::ALL[chance.below(count) as usize];
                if one == other { Self::One(one) } else { Self::Two(one.min(other), one.max(other)) }
            }
        }
    }
}

/// For so long the wheel is listened to after the last edge, in nanoseconds: not so long that its index and its encoder would seem to be silent.
const SILENT_NANOSECONDS: u64 = 2_900_000_000;

/// What a trial came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// What was wrong with the wheel.
    pub condition: Condition,
    /// The seed and the noise of the spin, by which [`trace`] makes it again.
    pub seed: u64,
    /// The noise.
    pub level: Level,
    /// What was told of its spin, or of each of its session.
    pub spins: Vec<SpinReport>,
}

/// What was told of a spin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpinReport {
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
        self.spins.iter().any(SpinReport::is_wrong)
    }
}

impl SpinReport {
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
        Condition::Plain { harsh } | Condition::Turned { harsh } | Condition::Session { harsh } if harsh => Level::Harsh,
        Condition::Plain { .. } | Condition::Turned { .. } | Condition::Session { .. } => Level::Field,
        _ if harsh => Level::Harsh,
        _ => Level::Field,
    };
    retrial(parameters, condition, level, spin_seed)
}

/// The trial of this condition, noise and spin's seed once more.
#[must_use]
pub fn retrial(parameters: &Parameters, condition: Condition, level: Level, seed: u64) -> Trial {
    let (from, Session { edges, truths }) = spins(seed, level, condition);
    let mut spins: Vec<SpinReport> = truths.iter().map(|truth| SpinReport { lies_in: truth.rested, ..SpinReport::default() }).collect();
    read(parameters, &edges, from, &mut spins);
    Trial { condition, seed, level, spins }
}

/// The edges of a trial: of its spin, with one before it where it was turned round, or of its session.
#[must_use]
pub fn trace(seed: u64, level: Level, condition: Condition) -> Vec<Edge> {
    spins(seed, level, condition).1.edges
}

/// The same with what happened, and the moment from which on the trial is judged, in seconds.
fn spins(seed: u64, level: Level, condition: Condition) -> (f64, Session) {
    let (from, Recorded { edges, truth }) = match condition {
        Condition::Session { .. } | Condition::SessionOne(_) | Condition::SessionTwo(..) => {
            return (0.0, lying_session(seed, level, &condition.lies()));
        }
        Condition::Plain { .. } => (0.0, spin(seed, level, Script::Plain)),
        Condition::Turned { .. } => turned_spin(seed, level),
        Condition::One(_) | Condition::Two(..) => (0.0, lying_spin(seed, level, &condition.lies())),
    };
    (from, Session { edges, truths: vec![truth] })
}

/// Notes what is told of these edges from this moment on, in seconds, each with its spin: the first of them until the second is launched, and
/// so on. A launch ends what was said before; it moves with the times of the edges, where those jump.
fn read(parameters: &Parameters, edges: &[Edge], from: f64, spins: &mut [SpinReport]) {
    let mut wheel = Wheel::new(parameters.clone());
    let mut launches: usize = 0;
    for edge in edges {
        wheel.edge(*edge);
        let is_before = (edge.at_nanoseconds as f64) < from * 1e9;
        let spin = launches.saturating_sub(1).min(spins.len() - 1);
        launches += usize::from(edge.line == Line::Blower && edge.active && !is_before);
        hear(&mut wheel, if is_before { None } else { Some(&mut spins[spin]) });
    }
    // What is decided because nothing more was seen is decided after the last edge.
    let until = edges.last().map_or(0, |edge| edge.at_nanoseconds).saturating_add(SILENT_NANOSECONDS);
    while let Some(due) = wheel.next_wake().filter(|due| *due <= until) {
        wheel.wake(due);
        hear(&mut wheel, spins.last_mut());
    }
}

/// Notes what the wheel has said of this spin, if it was of any.
fn hear(wheel: &mut Wheel, mut spin: Option<&mut SpinReport>) {
    while let Some(event) = wheel.poll_event() {
        let Some(SpinReport { told, said, .. }) = &mut spin else { continue };
        match event.happening {
            WheelHappening::Result(pocket) => *told = told.or(Some(pocket)),
            WheelHappening::NoSpin(reason) => said.push(reason.name()),
            WheelHappening::Fault { code, .. } => said.push(code.name()),
            _ => {}
        }
    }
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
    /// Counts every spin of a trial.
    pub fn count(&mut self, trial: &Trial) {
        trial.spins.iter().for_each(|spin| self.count_spin(spin));
    }

    fn count_spin(&mut self, spin: &SpinReport) {
        self.spins += 1;
        self.wrong += u64::from(spin.is_wrong());
        self.read += u64::from(spin.told.is_some() && !spin.is_wrong());
        if spin.told.is_none() {
            // Where a spin only had no number, the fault that was named says why.
            let words = spin.said.iter().find(|said| !matches!(**said, "unreadable" | "foreign-object")).or(spin.said.first());
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
