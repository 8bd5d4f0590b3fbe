//! Defects that show as pulses on a line: marks, hum, crosstalk, and pulses that are missing.

use super::super::lines::Lines;
use super::super::{Show, real};
use super::Defect;
use super::moment;
use crate::sensing::three_sensor::Line;
use crate::sim::chance::{Chance, Rate};

/// The index is late by less than a tooth: by a whole one, within what a mark may stand beside its tooth, it looks as if it were in time.
const LATE_MOST_TEETH: f64 = 0.9;

/// The mark is seen for so long at the least, in seconds, before something happens to it: what nobody ever saw there was not there.
const MARK_SEEN_SECONDS: f64 = 14.0;

/// A pulse of the index so near to a pass of its own mark is of that, in seconds.
const OF_MARK_SECONDS: f64 = 0.012;

/// When a line is active, in seconds.
type Active = (f64, f64);

impl Defect {
    /// What happens to the pulses of the lines.
    pub(super) fn on_lines(self, show: &mut Show, end: f64, chance: &mut Chance) {
        match self {
            Self::SecondMark => mark(show, real(chance, 0.01, 0.99), real(chance, 0.9, 1.0), end, chance),
            Self::SecondMarkWeak => mark(show, real(chance, 0.01, 0.99), real(chance, 0.15, 0.9), end, chance),
            Self::SecondMarkOnTooth => {
                let tooth = chance.between(1, 73) as f64 + real(chance, -0.1, 0.1);
                mark(show, tooth / 74.0, real(chance, 0.3, 1.0), end, chance);
            }
            Self::TwoMarks => (0..2).for_each(|_| mark(show, real(chance, 0.01, 0.99), real(chance, 0.5, 1.0), end, chance)),
            Self::IndexFades => fade(&mut show.lines, Line::RotorIndex, real(chance, 0.05, 0.4), chance),
            Self::IndexMissing => silence(&mut show.lines, Line::RotorIndex, real(chance, 8.0, end - 3.0), end),
            Self::IndexAbsent => silence(&mut show.lines, Line::RotorIndex, 0.0, end),
            Self::IndexBlocks => blocks(&mut show.lines, Line::RotorIndex, (2.0, 12.0), end, chance),
            Self::IndexLate => {
                let most = show.rotor.seconds_a_turn() / 74.0 * LATE_MOST_TEETH;
                late(&mut show.lines, Line::RotorIndex, real(chance, 0.002, 0.036).min(most));
            }
            Self::MarkFades => {
                let (from, seen) = (real(chance, MARK_SEEN_SECONDS, end), real(chance, 0.0, 0.4));
                show.hide_mark(from, end, |_| !happens(seen, chance));
            }
            Self::MarkFallsOff => show.hide_mark(real(chance, MARK_SEEN_SECONDS, end), end, |_| true),
            Self::EncoderWeak => {
                for _ in 0..chance.between(1, 4) {
                    let from = moment(end, chance);
                    let until = from + real(chance, 1.0, 12.0);
                    let every = chance.between(0, 10) as usize;
                    weaken(&mut show.lines, Line::RotorEncoder, (from, until), every, real(chance, 0.6, 0.95), chance);
                }
            }
            Self::IndexDoubled => {
                let after = real(chance, 0.008, 0.06);
                let of = pulses(&show.lines, Line::RotorIndex);
                let again = of.iter().map(|(from, _)| (from + after, from + after + 0.006)).collect();
                add(&mut show.lines, Line::RotorIndex, again, real(chance, 0.3, 1.0), chance);
            }
            Self::IndexHum => hum(&mut show.lines, Line::RotorIndex, end, chance),
            Self::IndexNoise => noise(&mut show.lines, Line::RotorIndex, end, chance),
            Self::IndexHearsEncoder => hear(&mut show.lines, Line::RotorIndex, &[Line::RotorEncoder], real(chance, 0.01, 0.6), chance),
            Self::IndexHearsBalls => {
                let ball = Line::Ball(chance.below(3) as u8);
                hear(&mut show.lines, Line::RotorIndex, &[ball], real(chance, 0.2, 1.0), chance);
            }
            Self::IndexHearsMotor => bursts(&mut show.lines, Line::RotorIndex, end, chance),
            Self::EncoderMissing => silence(&mut show.lines, Line::RotorEncoder, real(chance, 2.0, end - 3.0), end),
            Self::EncoderAbsent => silence(&mut show.lines, Line::RotorEncoder, 0.0, end),
            Self::EncoderBlocks => blocks(&mut show.lines, Line::RotorEncoder, (0.1, 3.0), end, chance),
            Self::EncoderDirty => fade(&mut show.lines, Line::RotorEncoder, real(chance, 0.03, 0.33), chance),
            Self::EncoderDoubled => {
                let after = real(chance, 0.008, 0.04);
                let of = pulses(&show.lines, Line::RotorEncoder);
                let again = of.iter().map(|(from, _)| (from + after, from + after + 0.004)).collect();
                add(&mut show.lines, Line::RotorEncoder, again, real(chance, 0.02, 1.0), chance);
            }
            Self::EncoderHum => hum(&mut show.lines, Line::RotorEncoder, end, chance),
            Self::EncoderHearsIndex => {
                let of = [Line::RotorIndex, Line::Ball(0), Line::Ball(1), Line::Ball(2)];
                hear(&mut show.lines, Line::RotorEncoder, &of, real(chance, 0.2, 1.0), chance);
            }
            Self::BallSensorBlind => silence(&mut show.lines, any_ball(chance), 0.0, end),
            Self::BallSensorWeak => fade(&mut show.lines, any_ball(chance), real(chance, 0.1, 0.7), chance),
            Self::BallSensorLate => late(&mut show.lines, any_ball(chance), real(chance, 0.003, 0.04)),
            Self::BallSensorMoved => {
                let turns = real(chance, 3.0, 12.0) / 360.0;
                late(&mut show.lines, any_ball(chance), turns * show.rotor.seconds_a_turn());
            }
            Self::BallHum => hum(&mut show.lines, any_ball(chance), end, chance),
            Self::BallHearsIndex => {
                hear(&mut show.lines, any_ball(chance), &[Line::RotorIndex, Line::RotorEncoder], real(chance, 0.02, 0.5), chance);
            }
            Self::BallHearsBall => {
                let one = chance.below(3) as u8;
                hear(&mut show.lines, Line::Ball(one), &[Line::Ball((one + 1) % 3)], real(chance, 0.1, 1.0), chance);
            }
            _ => {}
        }
    }
}

impl Show {
    /// Pulses of the index's own mark are missing from some moment on, those of other marks are not.
    fn hide_mark(&mut self, from: f64, end: f64, mut is_missing: impl FnMut(f64) -> bool) {
        let passes = self.rotor.passes(0.0, 0.0, end + 1.0);
        let is_of_mark = |at: f64| passes.iter().any(|pass| (pass - at).abs() < OF_MARK_SECONDS);
        let index = self.lines.active.entry(Line::RotorIndex).or_default();
        index.retain(|(at, until)| *at < from || !is_of_mark(f64::midpoint(*at, *until)) || !is_missing(*at));
    }
}

fn any_ball(chance: &mut Chance) -> Line {
    Line::Ball(chance.below(3) as u8)
}

fn happens(part: f64, chance: &mut Chance) -> bool {
    Rate::from_part(part.clamp(0.0, 1.0)).is_some_and(|rate| chance.happens(rate))
}

fn pulses(lines: &Lines, line: Line) -> Vec<Active> {
    lines.active.get(&line).cloned().unwrap_or_default()
}

/// These pulses are seen on the line as well, each with this chance.
fn add(lines: &mut Lines, line: Line, pulses: Vec<Active>, part: f64, chance: &mut Chance) {
    let seen = pulses.into_iter().filter(|_| happens(part, chance)).collect::<Vec<_>>();
    lines.active.entry(line).or_default().extend(seen);
}

/// The index sensor sees another mark at this place of the rotor, in turns from its own one.
fn mark(show: &mut Show, place: f64, strength: f64, end: f64, chance: &mut Chance) {
    let seconds_wide = real(chance, 0.0022, 0.02);
    for at in show.rotor.passes(place, 0.1, end - 0.1) {
        if happens(strength, chance) {
            show.lines.pulse(Line::RotorIndex, at, seconds_wide);
        }
    }
}

/// A part of the pulses is missing.
fn fade(lines: &mut Lines, line: Line, part: f64, chance: &mut Chance) {
    lines.active.entry(line).or_default().retain(|_| !happens(part, chance));
}

/// For a while only every `every`th pulse is seen; where `every` is 2 or less, each is missing with this chance.
fn weaken(lines: &mut Lines, line: Line, (from, until): Active, every: usize, missing: f64, chance: &mut Chance) {
    let mut pulses = 0;
    lines.active.entry(line).or_default().retain(|(at, _)| {
        if !(from..until).contains(at) {
            return true;
        }
        pulses += 1;
        if every > 2 { pulses % every == 0 } else { !happens(missing, chance) }
    });
}

/// Nothing is heard of the line.
fn silence(lines: &mut Lines, line: Line, from: f64, until: f64) {
    lines.active.entry(line).or_default().retain(|(at, _)| !(from..until).contains(at));
}

/// The line is silent for a while, a few times.
fn blocks(lines: &mut Lines, line: Line, (least, most): (f64, f64), end: f64, chance: &mut Chance) {
    for _ in 0..chance.between(1, 4) {
        let from = moment(end, chance);
        silence(lines, line, from, from + real(chance, least, most));
    }
}

/// Everything on the line comes later.
fn late(lines: &mut Lines, line: Line, seconds: f64) {
    lines.active.entry(line).or_default().iter_mut().for_each(|(from, until)| (*from, *until) = (*from + seconds, *until + seconds));
}

/// Half waves of the mains, of which some are strong enough.
fn hum(lines: &mut Lines, line: Line, end: f64, chance: &mut Chance) {
    let period = if chance.below(2) == 0 { 0.02 } else { 0.01 };
    let part = [0.01, 0.03, 0.1, 0.4, 1.0][chance.below(5) as usize];
    let width = real(chance, 0.002, 0.008);
    let from = if chance.below(2) == 0 { 0.1 } else { moment(end, chance) };
    let until = if chance.below(2) == 0 { end } else { (from + real(chance, 0.5, 15.0)).min(end) };
    let waves = ((until - from) / period) as u32;
    let shown = (0..waves).map(|wave| from + f64::from(wave) * period).map(|at| (at, at + width)).collect();
    add(lines, line, shown, part, chance);
}

/// Single pulses, up to one in two seconds.
fn noise(lines: &mut Lines, line: Line, end: f64, chance: &mut Chance) {
    let count = (real(chance, 0.02, 0.5) * end) as u64;
    for _ in 0..=count {
        let from = real(chance, 0.1, end - 0.1);
        lines.active.entry(line).or_default().push((from, from + real(chance, 0.002, 0.03)));
    }
}

/// Pulses of other lines are seen on this one.
fn hear(lines: &mut Lines, line: Line, others: &[Line], part: f64, chance: &mut Chance) {
    let heard = others.iter().flat_map(|other| pulses(lines, *other)).collect();
    add(lines, line, heard, part, chance);
}

/// Bursts of short pulses.
fn bursts(lines: &mut Lines, line: Line, end: f64, chance: &mut Chance) {
    for _ in 0..chance.between(1, 12) {
        let mut at = moment(end, chance);
        for _ in 0..chance.between(2, 30) {
            let width = real(chance, 0.001, 0.006);
            lines.active.entry(line).or_default().push((at, at + width));
            at += width + real(chance, 0.001, 0.05);
        }
    }
}
