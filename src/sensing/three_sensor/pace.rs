//! The pace of the encoder: how long its newest pitches took, and whether a gap is a whole number of them.
//!
//! A pulse that is missed leaves a gap of whole pitches. A rotor that is held up, or a clock that jumps, leaves one of any length.

use alloc::collections::VecDeque;

/// Over how many counted pulses a pitch is measured. The newest so many are compared with as many before, to see whether it changes.
const PULSES: usize = 8;

/// How far a gap may be from a whole number of pitches, as a part of one, while the pace does not change.
const WHOLE_WITHIN_PITCHES: f64 = 0.06;

/// While the pitch changes by more than this part from some pulses to the next, nothing can be said of a gap.
const CHANGING_MOST_PART: f64 = 0.06;

/// While it changes by no more than this part it is even.
const EVEN_PART: f64 = 0.01;

/// The newest of some gaps, and how many in a row before it were like it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GapsAlike {
    gap: f64,
    times: u32,
}

impl GapsAlike {
    /// Adds a gap. How many in a row before it were like it, each within this part of the one before.
    pub(super) fn add(&mut self, gap: f64, part: f64) -> u32 {
        let is_alike = (gap - self.gap).abs() <= self.gap * part;
        *self = Self { gap, times: if is_alike { self.times + 1 } else { 0 } };
        self.times
    }
}

/// The newest pulses that were counted: when, and how many pitches had passed by then.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    newest: VecDeque<(f64, f64)>,
    /// How many pitches were counted since, by pulses that came beside their places.
    passed_over: f64,
}

/// The pace at one moment: the straight line through the newest pulses, for one alone may be early or late.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tempo {
    /// How long a pitch takes, in seconds, and by what part that differs from some pulses before.
    pitch: f64,
    change: f64,
    /// When the newest pulse was due by the others, and how many pitches were counted since.
    newest_due: f64,
    passed_over: f64,
}

impl Pace {
    /// The count was lost.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// A pulse was counted, so many pitches after the one before.
    pub(super) fn add(&mut self, at: f64, steps: f64) {
        let before = self.newest.back().map_or(0.0, |(_, count)| *count);
        if self.newest.len() == 2 * PULSES {
            self.newest.pop_front();
        }
        self.newest.push_back((at, before + self.passed_over + steps));
        self.passed_over = 0.0;
    }

    /// The same by a pulse that came beside its place: it says nothing of the pace.
    pub(super) fn pass_over(&mut self, steps: f64) {
        self.passed_over += steps;
    }

    /// How fast the pitches come by now, where that is known and does not change too much.
    pub(super) fn tempo(&self) -> Option<Tempo> {
        if self.newest.len() < 2 * PULSES {
            return None;
        }
        let (before, _) = self.line(0);
        let (pitch, newest_due) = self.line(PULSES);
        let change = (pitch / before - 1.0).abs();
        (change <= CHANGING_MOST_PART).then_some(Tempo { pitch, change, newest_due, passed_over: self.passed_over })
    }

    /// The straight line through as many pulses as a pitch is measured by, from this one on: its pitch, and when the last of them was due.
    fn line(&self, from: usize) -> (f64, f64) {
        let pulses = || self.newest.range(from..from + PULSES);
        let mean = |sum: f64| sum / PULSES as f64;
        let (at, count) = (mean(pulses().map(|(at, _)| at).sum()), mean(pulses().map(|(_, count)| count).sum()));
        let products: f64 = pulses().map(|(time, pitches)| (time - at) * (pitches - count)).sum();
        let squares: f64 = pulses().map(|(_, pitches)| (pitches - count) * (pitches - count)).sum();
        let (pitch, last) = (products / squares, self.newest[from + PULSES - 1].1);
        (pitch, at + (last - count) * pitch)
    }
}

impl Tempo {
    /// Whether the pitch hardly changes.
    pub(super) fn is_even(self) -> bool {
        self.change <= EVEN_PART
    }

    /// Whether a gap of so many seconds is one in which pulses were missed.
    pub(super) fn is_longer_than_one(self, gap: f64) -> bool {
        gap > 1.5 * self.pitch
    }

    /// How many pitches after the last pulse that was counted this moment is.
    pub(super) fn pitches_since_counted(self, at: f64) -> f64 {
        self.pitches_at(at) - self.passed_over
    }

    /// How many pitches after the newest pulse this moment is.
    fn pitches_at(self, at: f64) -> f64 {
        (at - self.newest_due) / self.pitch
    }

    /// Whether a pulse at this moment comes a whole number of pitches after the newest one.
    pub(super) fn is_whole(self, at: f64) -> bool {
        let pitches = self.pitches_at(at);
        // From the middle of the pulses by which it was measured, the pitch may have gone on changing up to the middle of the gap.
        let changed = self.change * (PULSES as f64 + pitches) / (2.0 * PULSES as f64);
        (pitches - libm::round(pitches)).abs() <= WHOLE_WITHIN_PITCHES + pitches * changed
    }

    /// Whether two pulses that come so many seconds after each other are a whole number of pitches apart. While the rotor hurries they are not.
    pub(super) fn are_pitches(self, gap: f64) -> bool {
        let pitches = gap / self.pitch;
        (pitches - libm::round(pitches)).abs() <= WHOLE_WITHIN_PITCHES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a gap of so many pitches is whole, on a rotor of which each pitch takes longer than the one before by this part.
    #[track_caller]
    fn check(slows_by: f64, pitches: f64, expected: Option<bool>) {
        let (mut pace, mut at, mut pitch) = (Pace::default(), 0.0, 0.05);
        for _ in 0..20 {
            pitch *= 1.0 + slows_by;
            at += pitch;
            pace.add(at, 1.0);
        }
        let gap = (1..=pitches as u32).fold(0.0, |gap, more| gap + pitch * f64::powi(1.0 + slows_by, more as i32));
        assert_eq!(pace.tempo().map(|tempo| tempo.is_whole(at + gap + pitch * pitches.fract())), expected);
    }

    #[test]
    fn a_gap_of_missed_pulses_is_whole_and_one_of_a_rotor_that_was_held_up_is_not() {
        for pitches in 1..6 {
            check(0.0, f64::from(pitches), Some(true));
            check(0.0, f64::from(pitches) + 0.1, Some(false));
        }
    }

    #[test]
    fn a_rotor_that_changes_its_speed_was_not_held_up() {
        check(0.005, 5.0, Some(true));
        check(-0.005, 5.0, Some(true));
        check(0.01, 5.0, None);
    }

    #[test]
    fn before_there_were_pulses_enough_nothing_is_said() {
        assert!(Pace::default().tempo().is_none());
    }
}
