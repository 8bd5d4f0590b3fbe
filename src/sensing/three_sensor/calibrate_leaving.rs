//! Calibration: the speed at which balls leave this rim, by spins in which they did. No sensor sees a ball leave; between which two of them
//! it left says how fast it can have been, and many spins together say it exactly.

use core::fmt;

use alloc::vec::Vec;

use super::drop_zone::{DropZone, RimRun};
use super::edge::Edge;
use super::leaving::Speed;
use super::parameters::Parameters;
use super::wheel::Wheel;
use crate::model::WheelHappening;

/// Fewer balls than this say nothing.
const SPINS_LEAST: usize = 20;

/// The speed is not known where its standard error is greater, in turns a second: balls left where no sensor could tell.
const ERROR_MOST: f64 = 0.02;

/// Every speed up to this one is looked at, in turns a second, no matter what the device file has: it may be the one that is wrong.
const LEAVING_MOST: f64 = 1.0;

/// So many standard deviations above the mean no ball of many leaves, and so many of its error say how exactly the mean is known in 99 of
/// 100 cases.
const SURE_DEVIATIONS: f64 = 2.6;

/// Takes in spins of one wheel.
#[derive(Clone, Debug)]
pub struct LeavingCalibration {
    parameters: Parameters,
    wheel: Wheel,
    runs: Vec<RimRun>,
}

/// The speed at which balls leave a rim, and what it stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibratedLeaving {
    /// The speed, in turns a second.
    pub speed: Speed,
    /// How many balls it stands on.
    pub spins: usize,
}

impl CalibratedLeaving {
    /// The true mean lies within so many turns a second of the one that was found, in 99 of 100 cases.
    #[must_use]
    pub fn sure_within(&self) -> f64 {
        SURE_DEVIATIONS * self.speed.error
    }

    /// No ball of a hundred leaves faster than this, in turns a second: the value for `closing.leave_most_turns_per_second`.
    #[must_use]
    pub fn most_turns_per_second(&self) -> f64 {
        self.speed.mean + SURE_DEVIATIONS * libm::hypot(self.speed.error, self.speed.scatter)
    }
}

/// Why the speed is not known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LeavingError {
    /// Too few balls were seen to leave the rim.
    TooFewSpins {
        /// How many were.
        spins: usize,
    },
    /// The balls were seen, and do not show it exactly enough.
    NotKnown {
        /// How many there were.
        spins: usize,
        /// The standard error of the mean, in turns a second.
        error: f64,
    },
}

impl fmt::Display for LeavingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewSpins { spins } => {
                write!(f, "not enough spins: {spins} balls were seen to leave the rim; {SPINS_LEAST} are needed")
            }
            Self::NotKnown { spins, error } => {
                write!(f, "not enough spins: by {spins} of them the speed is known to {error:.3} turns a second; {ERROR_MOST} is needed")
            }
        }
    }
}

impl LeavingCalibration {
    /// No spin has been seen yet.
    #[must_use]
    pub fn new(parameters: &Parameters) -> Self {
        let mut parameters = parameters.clone();
        parameters.closing.leave_most_turns_per_second = LEAVING_MOST;
        Self { wheel: Wheel::new(parameters.clone()), parameters, runs: Vec::new() }
    }

    /// What a wheel is like of which every speed is looked at, no matter what the device file has.
    #[must_use]
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// How many balls were seen to leave the rim so far.
    #[must_use]
    pub const fn spins(&self) -> usize {
        self.runs.len()
    }

    /// The ball has just left the rim of this wheel, which has [`LeavingCalibration::parameters`].
    pub fn left_rim(&mut self, wheel: &Wheel) {
        self.runs.extend(wheel.rim_run());
    }

    /// The next edges are of the same wheel at another time: what was read of its lines so far says nothing beside them.
    pub fn begin_anew(&mut self) {
        self.wheel = Wheel::new(self.parameters.clone());
    }

    /// A line has changed; edges come in the order of time.
    pub fn edge(&mut self, edge: Edge) {
        self.wheel.edge(edge);
        while let Some(event) = self.wheel.poll_event() {
            if let WheelHappening::LeftRim { .. } = event.happening {
                self.runs.extend(self.wheel.rim_run());
            }
        }
    }

    /// What the spins so far say.
    ///
    /// # Errors
    /// Where they do not say it.
    pub fn outcome(&self) -> Result<CalibratedLeaving, LeavingError> {
        let spins = self.runs.len();
        if spins < SPINS_LEAST {
            return Err(LeavingError::TooFewSpins { spins });
        }
        let DropZone { speed, .. } = DropZone::of(&self.runs);
        if speed.error > ERROR_MOST {
            return Err(LeavingError::NotKnown { spins, error: speed.error });
        }
        Ok(CalibratedLeaving { speed, spins })
    }
}
