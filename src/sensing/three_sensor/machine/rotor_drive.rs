//! The rotor's motor: brought to a speed, held there, turned round, and given a rest where it cannot follow.

use alloc::format;
use alloc::string::String;

use super::keys::Motor;
use crate::model::FaultCode;

/// How often the drive is adjusted, in seconds.
const ADJUSTED_EACH: f64 = 0.2;

/// For how long the speed must have been right, in seconds, to be called steady.
const STEADY_SECONDS: f64 = 2.5;

/// A rotor that came to its speed this often without staying there does not lack speed or have too much of it: its speed varies.
const TIMES_RIGHT_OF_VARYING: u32 = 2;

/// A speed that is wrong by more than this part of what it should be is a rotor that still gathers speed: the drive hardly follows it.
const NEAR_PART: f64 = 0.15;

/// What is being done with the motor; times in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    Off,
    /// Driven against its old direction.
    Braking {
        since: f64,
    },
    /// Driven. When it was last steady, or was told to be, since when it has been right without a break, and how often it has
    /// come to be right since then.
    Driven {
        hoped_from: f64,
        right_since: Option<f64>,
        times_right: u32,
    },
    /// It could not follow.
    Resting {
        until: f64,
    },
}

impl Stage {
    /// Driven, and not right yet.
    const fn hoping_from(now: f64) -> Self {
        Self::Driven { hoped_from: now, right_since: None, times_right: 0 }
    }
}

/// What is wrong with the rotor, and what was seen of it.
type Trouble = (FaultCode, String);

/// The drive of the rotor.
#[derive(Clone, Debug)]
pub(super) struct RotorDrive {
    keys: Motor,
    clockwise: bool,
    target_rpm: f64,
    part: f64,
    stage: Stage,
    adjusted_at: f64,
}

impl RotorDrive {
    /// A motor that is off, and turns for this round when it is driven.
    pub(super) fn new(keys: Motor, round: u64) -> Self {
        let clockwise = keys.direction.is_clockwise_in(round);
        let target_rpm = (keys.least_rpm + keys.most_rpm) / 2.0;
        Self { keys, clockwise, target_rpm, part: 0.0, stage: Stage::Off, adjusted_at: 0.0 }
    }

    /// Whether the motor may run, from `now` on.
    pub(super) fn allow(&mut self, runs: bool, now: f64) {
        match (runs, self.stage) {
            (false, _) => self.stop(Stage::Off),
            (true, Stage::Off) => self.start(now),
            (true, _) => {}
        }
    }

    /// The speed that is wanted from `now` on.
    pub(super) fn aim(&mut self, rpm: f64, now: f64) {
        self.part = self.limited(self.part + (rpm - self.target_rpm) / self.keys.full_rpm);
        self.target_rpm = rpm;
        if let Stage::Driven { .. } = self.stage {
            self.stage = Stage::hoping_from(now);
        }
    }

    /// Turns for this round from `now` on.
    pub(super) fn turn_for(&mut self, round: u64, now: f64) {
        let clockwise = self.keys.direction.is_clockwise_in(round);
        if core::mem::replace(&mut self.clockwise, clockwise) != clockwise && self.stage != Stage::Off {
            self.stage = Stage::Braking { since: now };
        }
    }

    /// Looks at the speed, in turns a minute, and at whether the rotor all but stands still, where that is due. Says what is wrong with a
    /// rotor that does not follow.
    pub(super) fn adjust(&mut self, rpm: f64, is_nearly_still: bool, now: f64) -> Option<Trouble> {
        if self.next_wake().is_none_or(|due| now < due) {
            return None;
        }
        let passed = (now - self.adjusted_at).min(2.0 * ADJUSTED_EACH);
        self.adjusted_at = now;
        match self.stage {
            Stage::Off => None,
            Stage::Braking { .. } if is_nearly_still => {
                self.start(now);
                None
            }
            Stage::Braking { since } => {
                self.rest_after(since, FaultCode::RotorTooFast, "the rotor does not slow down to turn the other way", now)
            }
            Stage::Driven { hoped_from, right_since, times_right } => {
                self.follow(rpm, passed);
                let is_right = (self.target_rpm - rpm).abs() <= self.keys.tolerance_rpm;
                let times_right = times_right + u32::from(is_right && right_since.is_none());
                let right_since = if is_right { right_since.or(Some(now)) } else { None };
                self.stage = Stage::Driven { hoped_from, right_since, times_right };
                if self.is_steady(now) {
                    self.stage = Stage::Driven { hoped_from: now, right_since, times_right: 0 };
                    return None;
                }
                let code = self.what_is_wrong(rpm, is_nearly_still, times_right);
                let what = format!("the rotor turns {rpm:.1} times a minute and not steadily {:.1}", self.target_rpm);
                self.rest_after(hoped_from, code, &what, now)
            }
            Stage::Resting { until } => {
                if now >= until {
                    self.start(now);
                }
                None
            }
        }
    }

    /// Drives the rotor a little more or less strongly, towards the speed that is wanted.
    fn follow(&mut self, rpm: f64, passed: f64) {
        let wrong = self.target_rpm - rpm;
        let gain = if wrong.abs() <= NEAR_PART * self.target_rpm { self.keys.gain } else { self.keys.gain / 10.0 };
        self.part = self.limited(self.part + gain * passed * wrong / self.keys.full_rpm);
    }

    /// What is wrong with a rotor that was not brought to its speed in time.
    fn what_is_wrong(&self, rpm: f64, is_nearly_still: bool, times_right: u32) -> FaultCode {
        if is_nearly_still {
            FaultCode::RotorNotTurning
        } else if times_right >= TIMES_RIGHT_OF_VARYING {
            FaultCode::RotorSpeedVaries
        } else if rpm < self.target_rpm {
            FaultCode::RotorTooSlow
        } else {
            FaultCode::RotorTooFast
        }
    }

    fn rest_after(&mut self, since: f64, code: FaultCode, what: &str, now: f64) -> Option<Trouble> {
        if now - since < self.keys.spin_up_seconds {
            return None;
        }
        self.stop(Stage::Resting { until: now + self.keys.rest_seconds });
        Some((code, format!("{what}, {} s after it was driven to", self.keys.spin_up_seconds)))
    }

    fn start(&mut self, now: f64) {
        self.part = self.limited(self.target_rpm / self.keys.full_rpm);
        self.stage = Stage::hoping_from(now);
        self.adjusted_at = now;
    }

    fn stop(&mut self, stage: Stage) {
        self.part = 0.0;
        self.stage = stage;
    }

    fn limited(&self, part: f64) -> f64 {
        part.clamp(0.0, self.keys.most_part)
    }

    /// When to look at the speed next, in seconds.
    pub(super) fn next_wake(&self) -> Option<f64> {
        (self.stage != Stage::Off).then_some(self.adjusted_at + ADJUSTED_EACH)
    }

    /// Whether the rotor has had the speed that is wanted for a while.
    pub(super) fn is_steady(&self, now: f64) -> bool {
        matches!(self.stage, Stage::Driven { right_since: Some(since), .. } if now - since >= STEADY_SECONDS)
    }

    /// The speed that is wanted, in turns a minute.
    pub(super) const fn target_rpm(&self) -> f64 {
        self.target_rpm
    }

    /// Whether it is driven clockwise.
    pub(super) const fn clockwise(&self) -> bool {
        self.clockwise
    }

    /// How strongly it is driven, as a part of all the time.
    pub(super) fn part(&self) -> f64 {
        match self.stage {
            Stage::Off | Stage::Resting { .. } => 0.0,
            Stage::Braking { .. } => self.keys.brake_part,
            Stage::Driven { .. } => self.part,
        }
    }
}
