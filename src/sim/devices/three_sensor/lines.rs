//! What the lines show: pulses with their noise, made into edges.

use std::collections::BTreeMap;

use super::noise::Noise;
use super::real;
use super::truth::Script;
use crate::sensing::three_sensor::{Edge, Line};
use crate::sim::chance::Chance;

/// The lines of one spin: when each is active, in seconds.
pub(super) struct Lines {
    noise: Noise,
    chance: Chance,
    pub(super) active: BTreeMap<Line, Vec<(f64, f64)>>,
}

impl Lines {
    pub(super) const fn new(noise: Noise, chance: Chance) -> Self {
        Self { noise, chance, active: BTreeMap::new() }
    }

    /// An output is active without noise.
    pub(super) fn output(&mut self, line: Line, from: f64, until: f64) {
        self.active.entry(line).or_default().push((from, until));
    }

    /// The index passes its sensor.
    pub(super) fn index(&mut self, at: f64) {
        let width = real(&mut self.chance, 0.006, 0.012);
        self.pulse(Line::RotorIndex, at, width);
    }

    /// A ball sensor sees the ball.
    pub(super) fn ball(&mut self, sensor: usize, at: f64, width: f64) {
        self.pulse(Line::Ball(sensor as u8), at, width);
    }

    /// A pulse around `at`, if it is not missed, with its chatter.
    pub(super) fn pulse(&mut self, line: Line, at: f64, width: f64) {
        let (noise, chance) = (self.noise, &mut self.chance);
        let missed = match line {
            Line::RotorEncoder => noise.missed_encoder,
            Line::RotorIndex => noise.missed_index,
            _ => noise.missed_ball,
        };
        if chance.happens(missed) {
            return;
        }
        let at = at + real(chance, -noise.jitter, noise.jitter);
        let (rise, fall) = (at - width / 2.0, at + width / 2.0);
        let mut shown = vec![(rise, fall)];
        if chance.happens(noise.chatter) {
            let end = rise - real(chance, 0.000_05, 0.000_4);
            shown.push((end - real(chance, 0.000_05, 0.000_6), end));
        }
        if chance.happens(noise.chatter) {
            let start = fall + real(chance, 0.000_05, 0.000_4);
            shown.push((start, start + real(chance, 0.000_05, 0.000_6)));
        }
        self.active.entry(line).or_default().extend(shown);
    }

    /// Every edge up to `end`, in the order of time, with what the script does to the lines.
    pub(super) fn edges(&mut self, end: f64, script: Script) -> Vec<Edge> {
        self.disturb(end);
        self.damage(end, script);
        let mut edges = Vec::new();
        for (line, active) in &mut self.active {
            active.retain(|(from, until)| *from > 0.0 && *until < end + 0.1);
            active.sort_by(|a, b| a.0.total_cmp(&b.0));
            for (from, until) in joined(active) {
                let edge = |seconds: f64, active| Edge { at_nanoseconds: (seconds * 1e9) as u64, line: *line, active };
                edges.extend([edge(from, true), edge(until, false)]);
            }
        }
        edges.sort_by_key(|edge| edge.at_nanoseconds);
        edges
    }

    /// Glitches and pulses that nothing causes.
    fn disturb(&mut self, end: f64) {
        for line in [Line::RotorIndex, Line::RotorEncoder, Line::Ball(0), Line::Ball(1), Line::Ball(2)] {
            for (rate, least, most) in [(self.noise.glitches, 0.000_02, 0.000_3), (self.noise.extra_pulses, 0.003, 0.05)] {
                // Whole numbers of chances, ten in a second.
                let chances = (end * 10.0) as u32;
                for chance in 0..chances {
                    if real(&mut self.chance, 0.0, 1.0) < rate / 10.0 {
                        let from = f64::from(chance) / 10.0 + real(&mut self.chance, 0.0, 0.1);
                        let until = from + real(&mut self.chance, least, most);
                        self.active.entry(line).or_default().push((from, until));
                    }
                }
            }
        }
    }

    /// What the script breaks.
    fn damage(&mut self, end: f64, script: Script) {
        let middle = end / 4.0;
        match script {
            Script::SensorDead(sensor) => self.active.entry(Line::Ball(sensor)).or_default().clear(),
            Script::SensorStuck(sensor) => self.active.entry(Line::Ball(sensor)).or_default().push((middle, end)),
            Script::IndexLost => self.active.entry(Line::RotorIndex).or_default().retain(|(from, _)| *from < middle),
            Script::EncoderLost => self.active.entry(Line::RotorEncoder).or_default().retain(|(from, _)| *from < middle),
            _ => {}
        }
    }
}

/// The same times without overlaps.
fn joined(active: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut joined: Vec<(f64, f64)> = Vec::new();
    for &(from, until) in active {
        match joined.last_mut().filter(|last| from <= last.1) {
            Some(last) => last.1 = last.1.max(until),
            None => joined.push((from, until)),
        }
    }
    joined
}
