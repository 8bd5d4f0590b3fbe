//! The wall clock beside a scenario: at random moments somebody sets it, forwards and backwards, by seconds or by years.
//!
//! The house's own time orders everything, so no order and no amount may depend on it. What a step is to the cabinet, shown or a fault, is
//! reckoned here once more.

use super::run::{Scenario, Trouble};
use crate::model::{Event, FaultCode, Span, Timestamp, What};
use crate::sim::chance::Chance;

const YEAR_SECONDS: i64 = 31_557_600;

/// The furthest that the clock may be behind and ahead, in seconds: back to 1970, where a board without a battery begins, and a century on.
const BEHIND_MOST: i64 = 1_803_000_000;
const AHEAD_MOST: i64 = 100 * YEAR_SECONDS;

/// A difference of so much is that of two good clocks, and steps between these two are no fault, in seconds.
const SAME_MOST: i64 = 9;
const NO_FAULT: core::ops::RangeInclusive<i64> = -60..=3_600;

/// By how much the clock is set, in seconds.
const SMALL: [i64; 8] = [-60, -33, -10, -9, 9, 10, 300, 3_600];
const LARGE: [i64; 8] = [-57 * YEAR_SECONDS, -11 * YEAR_SECONDS, -86_400, -61, 3_601, 86_400, 10 * YEAR_SECONDS, 60 * YEAR_SECONDS];

/// What the clock does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    /// Nobody tells what it shows, as beside a house that is faster than life.
    Untold,
    /// It is set by so little that it is no fault.
    Small,
    /// It is set by anything.
    Any,
}

/// The clock.
#[derive(Clone, Debug)]
pub(super) struct Wall {
    chance: Chance,
    steps: Steps,
    /// By how much it is ahead of the house's own time, and by how much the cabinet must show that it is, in seconds.
    ahead: i64,
    shown: i64,
    next_at: Timestamp,
}

impl Wall {
    /// The clock of a scenario, which has a chance of its own: what else happens in the scenario is not drawn anew for it.
    pub(super) fn new(mut chance: Chance, now: Timestamp) -> Self {
        let steps = [Steps::Untold, Steps::Small, Steps::Any][chance.below(3) as usize];
        Self { chance, steps, ahead: 0, shown: 0, next_at: now }
    }

    fn is_due(&self, now: Timestamp) -> bool {
        self.steps != Steps::Untold && self.next_at <= now
    }

    /// Somebody sets it.
    fn set(&mut self, now: Timestamp) {
        let is_small = self.steps == Steps::Small || self.chance.below(2) == 0;
        let by = if is_small { SMALL } else { LARGE }[self.chance.below(8) as usize];
        self.ahead = (self.shown + by).clamp(-BEHIND_MOST, AHEAD_MOST);
        self.next_at = now.after(Span::from_seconds(self.chance.between(5, 200)));
    }

    /// What it shows; nothing where nobody tells.
    fn shows(&self, now: Timestamp) -> Option<Timestamp> {
        let shows = now.microseconds().saturating_add_signed(self.ahead * 1_000_000);
        (self.steps != Steps::Untold).then(|| Timestamp::from_microseconds(shows))
    }

    /// The cabinet was told: whether that is a fault.
    fn told(&mut self) -> bool {
        let step = self.ahead - self.shown;
        if step.abs() <= SAME_MOST {
            return false;
        }
        self.shown = self.ahead;
        !NO_FAULT.contains(&step)
    }
}

impl Scenario {
    /// Somebody sets the wall clock, where it is time for that. It is told by itself, between everything else that is told.
    pub(super) fn set_wall_clock(&mut self) -> Result<(), Trouble> {
        let is_overdue = self.cabinet.outstanding().wake_at.is_some_and(|wake_at| wake_at <= self.now);
        if self.calm || is_overdue || !self.wall.is_due(self.now) {
            return Ok(());
        }
        self.wall.set(self.now);
        self.count("wall clock set");
        let wall = self.wall.shows(self.now).expect("it is told where it is due");
        self.tell_wall_clock(Event::WallClock { wall })
    }

    /// The program starts again. Meanwhile somebody may have set the clock.
    pub(super) fn start_again(&mut self) -> Result<(), Trouble> {
        if self.wall.is_due(self.now) {
            self.wall.set(self.now);
            self.count("wall clock set");
        }
        self.tell_wall_clock(Event::Started {
            version: "simulated".into(),
            wall: self.wall.shows(self.now),
            unproved_after: None,
            practice: Event::PRACTICE,
            identity: None,
        })
    }

    /// Steps an event that tells the wall clock: a step of it is a fault that stands where it must, and every time is shown by it.
    fn tell_wall_clock(&mut self, event: Event) -> Result<(), Trouble> {
        let stood = self.has_clock_fault();
        let is_fault = self.wall.told();
        if is_fault {
            self.count("clock faults");
        }
        self.take_alone(What::Event(event))?;
        let stands = self.has_clock_fault();
        let shown = self.now.microseconds().saturating_add_signed(self.wall.shown * 1_000_000);
        let shows = self.shown.cabinet.at.microseconds();
        if stands != (stood || is_fault) || shows != shown {
            let what =
                format!("the clock fault stands: {stands}, after {stood} and {is_fault}; {shows} is shown at {shown}: {:?}", self.wall);
            return Err(self.wrong(self.cabinet.number(), what));
        }
        Ok(())
    }

    fn has_clock_fault(&self) -> bool {
        self.shown.cabinet.faults.iter().any(|fault| fault.code == FaultCode::ClockStepped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::scenario::run::play;
    use crate::sim::scenario::{Report, Unwatched};

    /// The scenario of this seed beside a clock that does this.
    fn beside(seed: u64, steps: Steps) -> Report {
        let mut scenario = Scenario::begin(seed, None).expect("the rules can be played");
        scenario.wall.steps = steps;
        play(scenario, 4, &mut Unwatched).unwrap_or_else(|trouble| panic!("{trouble}"))
    }

    #[test]
    fn nothing_but_what_is_shown_depends_on_a_wall_clock_that_is_set_by_little() {
        let mut set = 0;
        for seed in 1..=16 {
            let (mut with, without) = (beside(seed, Steps::Small).counts, beside(seed, Steps::Untold).counts);
            let times = with.remove("wall clock set").unwrap_or(0);
            // Those that were told at a start took no input of their own.
            let inputs = with.insert("inputs".into(), without["inputs"]).expect("there were inputs");
            assert!((without["inputs"]..=without["inputs"] + times).contains(&inputs), "seed {seed}: {inputs} of {without:?}");
            assert_eq!(with, without, "seed {seed}");
            set += times;
        }
        assert!(set > 80, "set {set} times, it proved nothing");
    }

    #[test]
    fn a_clock_that_is_set_by_years_is_a_fault_and_the_books_stay_right() {
        let counts = |seed| beside(seed, Steps::Any).counts;
        let faults: u64 = (1..=10).map(|seed| counts(seed).get("clock faults").copied().unwrap_or(0)).sum();
        assert!(faults > 20, "{faults} faults, they proved nothing");
    }
}
