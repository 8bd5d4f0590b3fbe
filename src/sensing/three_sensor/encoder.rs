//! The encoder of the rotor: how far it has counted, at what pitch, and when that count means nothing any more.
//!
//! The encoder only counts. Where the turns begin, the index says, and what the two say together is no matter of this file.

use alloc::collections::VecDeque;

use super::pace::{GapsAlike, Pace, Tempo};
use super::parameters::RotorKeys;
use super::wobble::Wobble;

/// How many moments are kept at which the encoder had been silent for too long to be counted on.
const SILENCES: usize = 8;

/// How many gaps must be like the one before until the pitch is believed.
const GAPS_ALIKE: u32 = 3;

/// A rotor that has stood still shows so many gaps in a row that are too long for one that turns, and gathers speed after them so smoothly that
/// each gap is at least this part of the one before, and no longer than this part of it. Somebody may have moved its mark meanwhile, and nothing
/// on the lines tells. An encoder that shows few of its pulses shows such gaps as well, and the next is a pitch.
const SLOW_GAPS_OF_STANDSTILL: u32 = 6;
const SMOOTHLY: core::ops::RangeInclusive<f64> = 0.72..=1.2;

/// So many pulses may be missed meanwhile: the gap is about twice as long.
const MISSED_WHILE_STARTING: u32 = 2;
const MISSED_ONE: core::ops::RangeInclusive<f64> = 1.6..=2.2;

/// So many gaps in a row that are alike and are not the pitch prove that the pitch is another one.
const GAPS_OF_OTHER_PITCH: u32 = 8;

/// Of a gap of up to so many pitches it can be told whether it is a whole number of them; where the pace is not known, within this part of
/// one. A gap of so many at least is not made by a single pulse that was missed and another that nothing caused.
const HELD_UP_MOST_PITCHES: f64 = 12.0;
const HELD_UP_PITCHES: f64 = 0.08;
const HELD_UP_LEAST_PITCHES: f64 = 3.0;

/// A rotor that hurries does not bring a pulse farther than this beside its place, in pitches, without one a little less before.
const HURRIED_MOST_PITCHES: f64 = 0.15;

/// A disc that runs out of true by more than so many teeth may show an index that is late by most of a tooth as if it stood at the next.
const WOBBLE_MOST_TEETH: f64 = 0.04;

/// A rotor of so many times the slowest turn nearly stands still.
const STILL_TURNS: f64 = 1.5;

/// While the newest gap differs by more than this part from those before, the rotor gathers or loses speed so fast that it is not known
/// between two pulses where a pulse of the index stood: that proves nothing, for the mark or against it.
const HURRYING_PART: f64 = 0.06;

/// A pulse that came beside its place: when, and the pace up to the last one that was counted.
#[derive(Clone, Copy, Debug)]
struct Astray {
    at: f64,
    tempo: Tempo,
}

/// A rotor that gathers speed after a standstill: its newest gap, and how many pulses were missed.
#[derive(Clone, Copy, Debug)]
struct Start {
    gap: f64,
    missed: u32,
}

impl Start {
    /// What it is after this gap; `None` where that comes too suddenly for a rotor that gathers speed.
    fn followed_by(self, gap: f64) -> Option<Self> {
        let part = gap / self.gap;
        if SMOOTHLY.contains(&part) {
            return Some(Self { gap, ..self });
        }
        let is_missed = MISSED_ONE.contains(&part) && self.missed < MISSED_WHILE_STARTING;
        is_missed.then_some(Self { gap: self.gap, missed: self.missed + 1 })
    }
}

/// What a pulse of the encoder says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Counted {
    pub(super) step: Step,
    /// Before it the encoder paused for a time that is no whole number of its pitches, as it does where pulses are missed.
    pub(super) was_held_up: bool,
    /// By it the rotor turns again, after a standstill.
    pub(super) has_stood: bool,
}

/// How far the rotor has come by a pulse of the encoder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// It is not known: the pulse is the first, or beside its place.
    Unknown,
    /// About one pitch, but the pitch is not known yet.
    Learnt,
    /// So many pitches.
    Pitches(f64),
    /// The count is lost.
    Lost,
    /// The count is lost, for the rotor nearly stands still.
    NearlyStill,
}

/// The encoder.
#[derive(Clone, Debug)]
pub(super) struct Encoder {
    keys: RotorKeys,
    /// The newest pulse, counted or not; and the gap before it, where that is no pitch, with how many before were like it.
    newest_at: Option<f64>,
    other: GapsAlike,
    /// The last pulse that was counted, the time between two, and how many were counted.
    counted_at: Option<f64>,
    pitch: Option<f64>,
    counted: f64,
    /// The newest time between two that were counted.
    gap: Option<f64>,
    /// How fast the pulses that were counted came.
    pace: Pace,
    /// The newest pulse, where it came beside its place.
    astray: Option<Astray>,
    /// When it was heard again after it had been silent for too long to be counted on.
    silences: VecDeque<f64>,
    /// While the pitch is not known: the last gap, and how many before it were like it.
    trial: GapsAlike,
    /// The last gap, where it was one of a rotor that nearly stands still. It says how slow the rotor is, and nothing is counted by it.
    slow_gap: Option<f64>,
    /// How many of these have come in a row.
    slow_gaps: u32,
    /// While the rotor gathers speed after a standstill.
    start: Option<Start>,
    /// How far the disc runs out of true.
    wobble: Wobble,
    /// By how many teeth the rotor turned unevenly before the count was lost, where that was known.
    uneven: Option<f64>,
}

impl Encoder {
    pub(super) fn new(keys: RotorKeys) -> Self {
        Self {
            keys,
            newest_at: None,
            other: GapsAlike::default(),
            counted_at: None,
            pitch: None,
            counted: 0.0,
            gap: None,
            pace: Pace::default(),
            astray: None,
            silences: VecDeque::with_capacity(SILENCES),
            trial: GapsAlike::default(),
            slow_gap: None,
            slow_gaps: 0,
            start: None,
            wobble: Wobble::new(keys.encoder_pulses),
            uneven: None,
        }
    }

    /// The same disc, of which nothing was counted yet.
    pub(super) fn anew(&self) -> Self {
        Self { uneven: self.uneven_teeth(), ..Self::new(self.keys) }
    }

    /// A pulse, by its middle. A single one beside its place is a spark only once the index was seen: until then it may be the first sign
    /// of another pitch.
    pub(super) fn pulse(&mut self, at: f64, index_was_seen: bool) -> Counted {
        let is_other_pitch = self.shows_other_pitch(at);
        let astray = self.astray.take();
        let is_astray_again = astray.is_some_and(|astray| !astray.tempo.is_whole(at));
        // A pulse that nothing causes leaves the next one in its place. A rotor that was held up does not, and turns on at its pace; one that
        // hurries does not keep it.
        let was_held_up = is_astray_again && astray.is_some_and(|astray| astray.tempo.are_pitches(at - astray.at));
        if is_astray_again && !was_held_up {
            self.pace.clear();
        }
        let counted = |step| Counted { step, was_held_up, has_stood: false };
        let Some(before) = self.counted_at else {
            self.counted_at = Some(at);
            return counted(Step::Unknown);
        };
        let gap = at - before;
        let before_it = self.slow_gap;
        if self.nearly_stands_still(at, gap) {
            let slow_gaps = self.slow_gaps + 1;
            *self = Self { counted_at: Some(at), slow_gap: Some(gap), slow_gaps, ..Self::new(self.keys) };
            return counted(Step::NearlyStill);
        }
        if core::mem::take(&mut self.slow_gaps) >= SLOW_GAPS_OF_STANDSTILL {
            self.start = before_it.map(|gap| Start { gap, missed: 0 });
        }
        self.start = self.start.take().and_then(|start| start.followed_by(gap));
        let Some(pitch) = self.pitch else {
            self.counted_at = Some(at);
            self.learn_pitch(gap);
            let has_stood = self.pitch.is_some() && self.start.take().is_some();
            return Counted { step: Step::Learnt, was_held_up, has_stood };
        };
        let steps = libm::round(gap / pitch);
        let off = gap / pitch - steps;
        let is_too_long = steps > f64::from(self.keys.encoder_gap_pulses) + 1.0;
        let tempo = self.pace.tempo().filter(|_| steps <= HELD_UP_MOST_PITCHES);
        let is_astray = tempo.is_some_and(|tempo| !tempo.is_whole(at) && !tempo.are_pitches(gap));
        let may_be_astray = index_was_seen && is_astray && !is_astray_again;
        self.astray = tempo.map(|tempo| Astray { at, tempo }).filter(|_| may_be_astray);
        let is_no_number_of_pitches = steps <= HELD_UP_MOST_PITCHES && tempo.map_or(off.abs() > HELD_UP_PITCHES, |_| is_astray);
        let is_held_up = is_too_long && is_no_number_of_pitches || steps >= HELD_UP_LEAST_PITCHES && may_be_astray;
        if is_other_pitch || is_too_long || was_held_up || is_held_up {
            if is_too_long && !is_held_up {
                self.note_silence(at);
            }
            self.astray = None;
            return Counted { step: self.lose_pitch(at), was_held_up: was_held_up || is_held_up, has_stood: false };
        }
        counted(if self.astray.is_some() && off.abs() > HURRIED_MOST_PITCHES {
            // Until now the pace was even: it is a spark, or a tooth that a spark made wider, or two that it made one. The next pulse says
            // whether the rotor was held up instead.
            Step::Unknown
        } else if steps >= 1.0 && off.abs() <= self.keys.encoder_tolerance_pitches {
            self.count(at, gap / steps, steps)
        } else if steps >= 2.0 {
            // Neither one nor two pitches: the pitch itself may be wrong, as it is when the first two pulses were one too many.
            self.lose_pitch(at)
        } else {
            Step::Unknown
        })
    }

    /// Notes the gap before every pulse, counted or not. Whether they prove another pitch: counted by one that is half as long again, every
    /// third pulse would fit for ever, and by one that is half as long, as noise can make it, every pulse would as the second.
    fn shows_other_pitch(&mut self, at: f64) -> bool {
        let Some(before) = self.newest_at.replace(at) else { return false };
        let (gap, tolerance) = (at - before, self.keys.encoder_tolerance_pitches);
        if self.pitch.is_none_or(|pitch| (gap / pitch - 1.0).abs() <= tolerance) {
            self.other = GapsAlike::default();
            return false;
        }
        self.other.add(gap, tolerance) >= GAPS_OF_OTHER_PITCH
    }

    /// Whether this gap between two pulses and the one before are longer than those of the slowest rotor by far. One in which pulses were
    /// missed, while the pace was even, says nothing.
    fn nearly_stands_still(&mut self, at: f64, gap: f64) -> bool {
        let misses_pulses = |tempo: Tempo| tempo.is_longer_than_one(gap) && tempo.is_whole(at);
        if self.pace.tempo().is_some_and(misses_pulses) {
            return false;
        }
        let is_slow = gap * f64::from(self.keys.encoder_pulses) > STILL_TURNS * 60.0 / self.keys.least_rpm;
        core::mem::replace(&mut self.slow_gap, is_slow.then_some(gap)).is_some() && is_slow
    }

    /// The pitch is believed when several gaps in a row are alike: one that is missing a pulse, or has one too many, is not.
    fn learn_pitch(&mut self, gap: f64) {
        if self.trial.add(gap, self.keys.encoder_tolerance_pitches) >= GAPS_ALIKE {
            self.pitch = Some(gap);
        }
    }

    fn note_silence(&mut self, at: f64) {
        if self.silences.len() == SILENCES {
            self.silences.pop_front();
        }
        self.silences.push_back(at);
    }

    fn lose_pitch(&mut self, at: f64) -> Step {
        self.counted_at = Some(at);
        (self.pitch, self.gap) = (None, None);
        self.trial = GapsAlike::default();
        Step::Lost
    }

    /// It has advanced by so many pitches, each as long as this gap.
    fn count(&mut self, at: f64, gap: f64, steps: f64) -> Step {
        self.counted_at = Some(at);
        self.gap = Some(gap);
        self.pitch = self.pitch.map(|pitch| pitch + (gap - pitch) * 0.2);
        self.counted += steps;
        self.wobble.add(at, steps);
        if self.astray.is_some() {
            self.pace.pass_over(steps);
        } else {
            self.pace.add(at, steps);
        }
        Step::Pitches(steps)
    }

    /// The count means nothing any more. The pitch stays known.
    pub(super) fn lose_count(&mut self) {
        self.counted = 0.0;
        self.uneven = self.uneven_teeth();
        self.wobble.clear();
        self.pace.clear();
    }

    /// How many pulses were counted, and when the last of them came.
    pub(super) const fn counted(&self) -> f64 {
        self.counted
    }

    pub(super) const fn counted_at(&self) -> Option<f64> {
        self.counted_at
    }

    /// How far it has come at `at`, in pulses, and whether the pace is so even that this is exact.
    pub(super) fn count_at(&self, at: f64) -> Option<(f64, bool)> {
        let (counted_at, pitch) = (self.counted_at?, self.pitch?);
        let exact = self.tempo_of_even_pace().map(|tempo| tempo.pitches_since_counted(at));
        Some((self.counted + exact.unwrap_or((at - counted_at) / pitch), exact.is_some()))
    }

    /// Whether the pitch hardly changes, so that several pulses say how far it has come better than the last one.
    pub(super) fn is_even(&self) -> bool {
        self.tempo_of_even_pace().is_some()
    }

    fn tempo_of_even_pace(&self) -> Option<Tempo> {
        self.pace.tempo().filter(|tempo| tempo.is_even())
    }

    /// Whether the rotor gathers or loses speed too fast to say how far it has come since the last pulse.
    pub(super) fn hurries(&self) -> bool {
        self.pitch.zip(self.gap).is_none_or(|(pitch, gap)| (gap / pitch - 1.0).abs() > HURRYING_PART)
    }

    /// How long a turn takes by the pitch, in seconds.
    pub(super) fn turn_seconds(&self) -> Option<f64> {
        self.pitch.map(|pitch| self.seconds_of_turn(pitch))
    }

    /// The same, and where the rotor nearly stands still, by its last gap.
    pub(super) fn turn_seconds_or_slow(&self) -> Option<f64> {
        self.pitch.or(self.slow_gap).map(|pitch| self.seconds_of_turn(pitch))
    }

    fn seconds_of_turn(&self, pitch: f64) -> f64 {
        pitch * f64::from(self.keys.encoder_pulses)
    }

    /// How often it was silent since this moment for too long to be counted on, and heard again.
    pub(super) fn silences_since(&self, from: f64) -> usize {
        self.silences.iter().filter(|at| **at >= from).count()
    }

    /// How far the rotor was before or behind its mean course at the most, in teeth: now, or before the count was lost. `None` where it was
    /// never counted for long enough.
    pub(super) fn uneven_teeth(&self) -> Option<f64> {
        self.wobble.teeth_most().or(self.uneven)
    }

    /// How far a tooth of its disc stands from its place where it is farthest, in teeth, where a tooth does not tell a late index from one in time
    /// any more.
    pub(super) fn out_of_true(&self) -> Option<f64> {
        self.wobble.teeth().filter(|teeth| *teeth > WOBBLE_MOST_TEETH)
    }
}
