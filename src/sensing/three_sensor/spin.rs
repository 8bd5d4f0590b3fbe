//! One spin, from the blower to its end.

use alloc::vec::Vec;

use super::reader::Reader;
use super::rim::{Pass, Rim};
use crate::model::SpinNumber;

/// How many passes are kept until the ball is followed.
const EARLY: usize = 16;

/// Where the ball is in its course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The blower was started; the ball is not followed yet.
    Launching,
    /// The ball is followed on the rim.
    OnRim,
    /// The ball has left the rim.
    Fallen,
    /// The spin has had its end.
    Over,
}

/// A spin.
#[derive(Clone, Debug)]
pub(super) struct Spin {
    /// The launch it belongs to, where somebody asked for it.
    pub(super) number: Option<SpinNumber>,
    pub(super) phase: Phase,
    /// When the blower was last started before the ball ran, in seconds.
    pub(super) started_at: f64,
    /// The newest passes while the ball is not followed.
    pub(super) early: Vec<Pass>,
    /// Passes of the launch that may be a ball on the rim.
    pub(super) rim_like: u32,
    /// The ball on the rim, once it is followed; it stays what it was when the ball has left.
    pub(super) rim: Option<Rim>,
    pub(super) reader: Reader,
    /// Whether the end of the betting was said.
    pub(super) closed: bool,
    /// When to look again whether the betting has to end, in seconds.
    pub(super) close_due: Option<f64>,
    /// Pulses that fitted no ball while the ball was on the rim.
    pub(super) strays: u32,
    /// When the ball was last seen by any sensor.
    pub(super) seen_at: f64,
}

impl Spin {
    pub(super) fn new(number: Option<SpinNumber>, started_at: f64) -> Self {
        Self {
            number,
            phase: Phase::Launching,
            started_at,
            early: Vec::new(),
            rim_like: 0,
            rim: None,
            reader: Reader::new(),
            closed: false,
            close_due: None,
            strays: 0,
            seen_at: started_at,
        }
    }

    /// Keeps a pass while the ball is not followed.
    pub(super) fn keep_early(&mut self, pass: Pass) {
        if self.early.len() == EARLY {
            self.early.remove(0);
        }
        self.early.push(pass);
    }

    /// When the ball was last on the rim.
    pub(super) fn rim_until(&self) -> f64 {
        self.rim.as_ref().map_or(self.started_at, Rim::last_at)
    }
}
