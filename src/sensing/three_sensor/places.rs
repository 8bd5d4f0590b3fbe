//! The newest places of the rotor: at which moment it had turned how far.
//!
//! Here never lives how a place is known: that is the rotor's.

use alloc::collections::VecDeque;

/// How many places are kept to look between them.
const KEPT: usize = 16;

/// A moment, and how far the rotor had turned since the middle of pocket 0 faced the index.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: f64,
    turns: f64,
}

/// The newest places, in the order of time and of turns.
#[derive(Clone, Debug, Default)]
pub(super) struct Places(VecDeque<Place>);

impl Places {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps this place, unless it lies before the last one or the rotor has not turned since.
    pub(super) fn push(&mut self, at: f64, turns: f64) {
        if self.0.back().is_some_and(|last| at <= last.at || turns <= last.turns) {
            return;
        }
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(Place { at, turns });
    }

    /// The moment of the newest place.
    pub(super) fn known_until(&self) -> Option<f64> {
        self.0.back().map(|place| place.at)
    }

    /// How far the rotor had turned at `at`, a few seconds before the newest place, at this speed.
    pub(super) fn turns_back_at(&self, at: f64, turns_per_second: f64) -> Option<f64> {
        let last = self.0.back()?;
        Some(last.turns - (last.at - at) * turns_per_second)
    }

    /// How far the rotor had turned at `at`, between two places that are known.
    pub(super) fn turns_at(&self, at: f64) -> Option<f64> {
        let after = self.0.iter().position(|place| place.at >= at)?;
        let (before, after) = (self.0.get(after.checked_sub(1)?)?, self.0.get(after)?);
        let part = (at - before.at) / (after.at - before.at);
        Some(before.turns + part * (after.turns - before.turns))
    }
}
