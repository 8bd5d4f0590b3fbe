//! How the rotor turned: its encoder counted as it comes, and its index beside it.

use alloc::vec::Vec;

use super::heard::RotorPulse;
use super::{mean, whole};
use crate::model::RotorLineFigures;
use crate::sensing::three_sensor::parameters::Parameters;

/// Over how long the speed is taken, either way, in seconds.
const AROUND_SECONDS: f64 = 0.5;

/// A pulse that comes sooner than this, in pitches, is one too many.
const TOO_SOON_PITCHES: f64 = 0.6;

/// After a gap of so many pitches the encoder was silent rather than missed.
const SILENT_PITCHES: f64 = 20.0;

/// The rotor's pulses, counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Turning {
    pulses_a_turn: f64,
    /// When, and how many pitches the encoder had gone by then.
    counted: Vec<(f64, f64)>,
    index: Vec<f64>,
    missed: u32,
    extra: u32,
    /// How long the pulses of the index and of the encoder were on average, in seconds.
    index_width: Option<f64>,
    encoder_width: Option<f64>,
}

impl Turning {
    pub(super) fn of(pulses: &[RotorPulse], parameters: &Parameters) -> Self {
        let mut turning = Self { pulses_a_turn: f64::from(parameters.rotor.encoder_pulses), ..Self::default() };
        let mut encoder: Vec<f64> = pulses.iter().filter(|pulse| !pulse.is_index).map(|pulse| pulse.at).collect();
        turning.index = pulses.iter().filter(|pulse| pulse.is_index).map(|pulse| pulse.at).collect();
        let width = |is_index: bool| mean(pulses.iter().filter(|pulse| pulse.is_index == is_index).map(|pulse| pulse.width));
        (turning.index_width, turning.encoder_width) = (width(true), width(false));
        encoder.sort_by(f64::total_cmp);
        turning.index.sort_by(f64::total_cmp);
        turning.count(&encoder);
        turning
    }

    fn count(&mut self, encoder: &[f64]) {
        let Some(mut pitch) = usual_gap(encoder) else { return };
        self.counted.push((encoder[0], 0.0));
        for at in &encoder[1..] {
            let Some((last, count)) = self.counted.last().copied() else { return };
            let gap = (at - last) / pitch;
            if gap < TOO_SOON_PITCHES {
                self.extra += 1;
                continue;
            }
            let steps = libm::round(gap).max(1.0);
            if gap > SILENT_PITCHES {
                // What was before says nothing of what is now.
                self.counted.clear();
                self.index.retain(|index| index >= at);
            } else {
                self.missed += steps as u32 - 1;
                pitch += ((at - last) / steps - pitch) * 0.2;
            }
            self.counted.push((*at, count + steps));
        }
    }

    /// How far the encoder had gone at `at`, in pitches.
    fn count_at(&self, at: f64) -> Option<f64> {
        let after = self.counted.partition_point(|(time, _)| *time < at);
        let ((from, before), (to, then)) = (self.counted.get(after.checked_sub(1)?)?, self.counted.get(after)?);
        Some(before + (then - before) * (at - from) / (to - from))
    }

    /// How far it had turned since the nearest index, before or after, in turns.
    pub(super) fn turns_since_index(&self, at: f64) -> Option<f64> {
        let nearest = self.index.iter().min_by(|a, b| (**a - at).abs().total_cmp(&(**b - at).abs()))?;
        Some((self.count_at(at)? - self.count_at(*nearest)?) / self.pulses_a_turn)
    }

    /// How fast it turned around `at`, in turns a minute; near the ends of what is known, on one side of it.
    pub(super) fn rpm_at(&self, at: f64) -> Option<f64> {
        let ((first, _), (last, _)) = (self.counted.first()?, self.counted.last()?);
        let (from, to) = ((at - AROUND_SECONDS).max(*first), (at + AROUND_SECONDS).min(*last));
        let speed = (self.count_at(to)? - self.count_at(from).or(Some(0.0).filter(|_| from <= *first))?) / (to - from);
        (to - from > AROUND_SECONDS / 2.0).then_some(speed / self.pulses_a_turn * 60.0)
    }

    /// What index and encoder showed of each other; `None` where neither was heard.
    pub(super) fn lines(&self) -> Option<RotorLineFigures> {
        if self.counted.is_empty() && self.index.is_empty() {
            return None;
        }
        let mut figures = RotorLineFigures {
            index_pulses: self.index.len() as u32,
            encoder_missed: self.missed,
            encoder_extra: self.extra,
            index_microseconds: self.index_width.map(|width| whole(width * 1e6)),
            encoder_microseconds: self.encoder_width.map(|width| whole(width * 1e6)),
            encoder_jitter_microseconds: self.encoder_jitter().map(|jitter| whole(jitter * 1e6)),
            ..RotorLineFigures::default()
        };
        let mut counts = self.index.iter().filter_map(|at| self.count_at(*at));
        let Some(mut before) = counts.next() else { return Some(figures) };
        let mut off_most = None;
        for count in counts {
            let passed = count - before;
            let turns = libm::round(passed / self.pulses_a_turn);
            if turns < 1.0 {
                figures.index_extra += 1;
                continue;
            }
            figures.index_missed = figures.index_missed.saturating_add(turns as u32 - 1);
            off_most = Some((passed - turns * self.pulses_a_turn).abs().max(off_most.unwrap_or(0.0)));
            before = count;
        }
        figures.index_off_millipitches = off_most.map(|pitches| whole(pitches * 1_000.0));
        Some(figures)
    }
}

impl Turning {
    /// How far the encoder's pulses lie beside an even turning, as a standard deviation in seconds: a pulse that lies off the middle of its two
    /// neighbours does so by as much as itself and half of each of them.
    fn encoder_jitter(&self) -> Option<f64> {
        let beside = self.counted.windows(3).filter_map(|three| {
            let [(before, first), (at, count), (after, last)] = three else { return None };
            let (part, is_one) = ((count - first) / (last - first), last - first == 2.0);
            is_one.then(|| at - before - (after - before) * part)
        });
        mean(beside.map(|beside| beside * beside)).map(|square| libm::sqrt(square / 1.5))
    }
}

/// The gap in the middle of all.
fn usual_gap(times: &[f64]) -> Option<f64> {
    let mut gaps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    gaps.sort_by(f64::total_cmp);
    gaps.get(gaps.len() / 2).copied().filter(|gap| *gap > 0.0)
}
