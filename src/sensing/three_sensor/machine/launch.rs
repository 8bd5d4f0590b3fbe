//! The launch of one ball, step by step, each with its own time: rotor at speed, release, blow, ball on the rim, again.

use super::draw::{Draw, Drawn};
use super::keys::Launching;
use crate::model::SpinNumber;

/// Where the launch stands; times in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stage {
    /// No ball is wanted.
    Idle,
    /// A ball is wanted, and something has to be over or ready first.
    Waiting,
    /// The ball is let go.
    Releasing { until: f64 },
    /// It rolls to where it is blown.
    Settling { until: f64 },
    /// It is blown.
    Blowing { until: f64, since: f64 },
    /// It should run by now.
    Awaiting { since: f64 },
    /// It runs, or fell; the reading of the wheel says how it ends.
    Running,
    /// It was blown as often as it may be and did not run, or something went wrong before it did.
    Failed { again_at: f64 },
}

/// What the reading of the wheel shows of the ball that is launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// Nothing yet.
    Nothing,
    /// It runs, or has left the rim.
    Runs,
    /// The spin has had its end, and it was a fault.
    Failed,
    /// The spin has had its end.
    Ended,
}

/// The launch.
#[derive(Clone, Debug)]
pub(super) struct Launch {
    keys: Launching,
    stage: Stage,
    /// The newest launch that the cabinet asked for.
    number: SpinNumber,
    draw: Draw,
    attempt: u32,
    /// Whether the ball of this number has run: then it is never launched again.
    has_run: bool,
    /// Until when the ball of a spin that was broken off may still run.
    rests_until: f64,
}

impl Launch {
    pub(super) fn new(keys: Launching) -> Self {
        Self { keys, stage: Stage::Idle, number: 0, draw: Draw::default(), attempt: 0, has_run: false, rests_until: 0.0 }
    }

    /// The ball is wanted, as this number. The same number again changes nothing; whether it was a new one.
    pub(super) fn want(&mut self, number: SpinNumber, draw: Draw) -> bool {
        if number == self.number {
            if self.stage == Stage::Idle && !self.has_run {
                self.stage = Stage::Waiting;
            }
            return false;
        }
        (self.number, self.draw, self.has_run) = (number, draw, false);
        self.stage = Stage::Waiting;
        true
    }

    /// No ball is wanted, or it must not be launched now.
    pub(super) fn break_off(&mut self, now: f64) {
        if matches!(self.stage, Stage::Blowing { .. } | Stage::Awaiting { .. } | Stage::Running) {
            self.rests_until = now + self.keys.rest_seconds;
        }
        self.stage = Stage::Idle;
    }

    /// What stood in the way is over: a launch that failed may be tried at once.
    pub(super) fn retry(&mut self) {
        if let Stage::Failed { .. } = self.stage {
            self.stage = Stage::Waiting;
        }
    }

    /// Takes in what the wheel shows.
    pub(super) fn follow(&mut self, shown: Shown, now: f64) {
        // Before the ball is blown for the first time, what is shown is the spin before.
        let before_first = matches!(self.stage, Stage::Releasing { .. } | Stage::Settling { .. }) && self.attempt == 0;
        if before_first || matches!(self.stage, Stage::Idle | Stage::Waiting | Stage::Failed { .. }) {
            return;
        }
        match shown {
            Shown::Nothing => {}
            Shown::Runs => {
                self.has_run = true;
                self.stage = Stage::Running;
            }
            Shown::Failed if !self.has_run => self.stage = Stage::Failed { again_at: now + self.keys.again_seconds },
            Shown::Failed | Shown::Ended => {
                self.has_run = true;
                self.stage = Stage::Idle;
            }
        }
    }

    /// Goes on where the time of a stage is over, and where the rotor is `ready`.
    pub(super) fn go_on(&mut self, ready: bool, now: f64) {
        self.stage = match self.stage {
            Stage::Waiting if ready && now >= self.rests_until => {
                self.attempt = 0;
                Stage::Releasing { until: now + self.keys.release_seconds }
            }
            Stage::Releasing { until } if now >= until => Stage::Settling { until: now + self.keys.settle_seconds },
            Stage::Settling { until } if now >= until => {
                let seconds =
                    self.draw.between(Drawn::BlowSeconds(self.attempt), self.keys.blow_least_seconds, self.keys.blow_most_seconds);
                Stage::Blowing { until: now + seconds, since: now }
            }
            Stage::Blowing { until, since } if now >= until => Stage::Awaiting { since },
            Stage::Awaiting { since } if now >= since + self.keys.ball_seconds && self.attempt < self.keys.retries => {
                self.attempt += 1;
                Stage::Releasing { until: now + self.keys.release_seconds }
            }
            Stage::Failed { again_at } if now >= again_at => Stage::Waiting,
            stage => stage,
        };
    }

    /// When the stage is over by time alone, in seconds.
    pub(super) fn next_wake(&self) -> Option<f64> {
        match self.stage {
            Stage::Releasing { until } | Stage::Settling { until } | Stage::Blowing { until, .. } => Some(until),
            Stage::Awaiting { since } if self.attempt < self.keys.retries => Some(since + self.keys.ball_seconds),
            Stage::Failed { again_at } => Some(again_at),
            Stage::Idle | Stage::Waiting | Stage::Awaiting { .. } | Stage::Running => None,
        }
    }

    pub(super) const fn stage(&self) -> Stage {
        self.stage
    }

    pub(super) const fn number(&self) -> SpinNumber {
        self.number
    }

    pub(super) const fn draw(&self) -> &Draw {
        &self.draw
    }

    /// Whether the ball was blown and has not been seen to run yet.
    pub(super) const fn is_blown(&self) -> bool {
        matches!(self.stage, Stage::Blowing { .. } | Stage::Awaiting { .. })
    }

    /// How strongly it is blown now, as a part of full.
    pub(super) fn blow_part(&self) -> f64 {
        match self.stage {
            Stage::Blowing { .. } => self.draw.between(Drawn::BlowPart(self.attempt), self.keys.blow_least_part, self.keys.blow_most_part),
            _ => 0.0,
        }
    }

    /// Whether the ball is let go now.
    pub(super) const fn releases(&self) -> bool {
        matches!(self.stage, Stage::Releasing { .. })
    }
}
