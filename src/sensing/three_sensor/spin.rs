//! One spin, from the blower to its end.

use alloc::vec::Vec;

use super::lying::Lying;
use super::parameters::Closing;
use super::reader::Reader;
use super::rim::{Pass, Rim};
use crate::model::SpinNumber;

/// How many of the newest passes are kept, to find the ball among them and to look back to where it was launched.
const NEWEST: usize = 12;

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
    /// The newest passes that may be of a ball on the rim.
    pub(super) newest: Vec<Pass>,
    /// How many passes of each sensor may have been of a ball on the rim, while none is followed.
    pub(super) rim_like: [u32; 3],
    /// The ball on the rim, once it is followed; it stays what it was when the ball has left.
    pub(super) rim: Option<Rim>,
    pub(super) reader: Reader,
    /// Whether the end of the betting was said.
    pub(super) closed: bool,
    /// Pulses that fitted no ball while the ball was on the rim.
    pub(super) strays: u32,
    /// What lay on the rotor while the ball could not lie there.
    pub(super) lying: Lying,
    /// When the ball was last seen by any sensor.
    pub(super) seen_at: f64,
    /// The mark of the index was seen at two places, one after the other: which of them is right is not known, however often the second is
    /// seen, in this spin or in those after it.
    pub(super) mark_has_moved: bool,
    /// Whether its end was a fault.
    pub(super) failed: bool,
}

impl Spin {
    pub(super) fn new(number: Option<SpinNumber>, started_at: f64) -> Self {
        Self {
            number,
            phase: Phase::Launching,
            started_at,
            newest: Vec::new(),
            rim_like: [0; 3],
            rim: None,
            reader: Reader::new(),
            closed: false,
            strays: 0,
            lying: Lying::default(),
            seen_at: started_at,
            mark_has_moved: false,
            failed: false,
        }
    }

    /// Keeps a pass that may be of a ball on the rim.
    pub(super) fn keep(&mut self, pass: Pass) {
        if self.newest.len() == NEWEST {
            self.newest.remove(0);
        }
        self.newest.push(pass);
    }

    /// How many passes may have been of a ball on the rim, while none is followed.
    pub(super) fn rim_like(&self) -> u32 {
        self.rim_like.iter().sum()
    }

    /// When the ball was last on the rim.
    pub(super) fn rim_until(&self) -> f64 {
        self.rim.as_ref().map_or(self.started_at, Rim::last_at)
    }

    /// From when on the ball may lie in a pocket, once it is followed.
    pub(super) fn lies_from(&self, closing: &Closing) -> f64 {
        self.rim.as_ref().map_or(self.started_at, |rim| rim.lies_from(closing))
    }
}
