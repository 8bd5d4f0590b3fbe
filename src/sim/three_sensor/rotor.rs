//! The rotor: a speed that runs down a little, its index and its encoder.

use super::lines::Lines;
use super::real;
use crate::sensing::three_sensor::Line;
use crate::sim::chance::Chance;

/// Encoder pulses in one turn.
const ENCODER: f64 = 74.0;

/// The rotor of one spin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rotor {
    pub(super) clockwise: bool,
    /// Turns since the index, at the start.
    start: f64,
    /// Turns a second at the start, and how much less each second.
    speed: f64,
    deceleration: f64,
}

impl Rotor {
    pub(super) fn new(chance: &mut Chance) -> Self {
        Self {
            clockwise: chance.below(2) == 0,
            start: real(chance, 0.0, 1.0),
            speed: real(chance, 14.0, 20.0) / 60.0,
            deceleration: real(chance, 0.0, 0.0006),
        }
    }

    /// How far the rotor has turned by `time`.
    fn turns(&self, time: f64) -> f64 {
        self.start + self.speed * time - self.deceleration / 2.0 * time * time
    }

    /// How long a turn takes, at the start.
    pub(super) fn seconds_a_turn(&self) -> f64 {
        1.0 / self.speed
    }

    /// When it has turned so far.
    fn time(&self, turns: f64) -> f64 {
        let ahead = turns - self.start;
        2.0 * ahead / (self.speed + (self.speed * self.speed - 2.0 * self.deceleration * ahead).max(0.0).sqrt())
    }

    /// The times at which the rotor stands turned clockwise by `angle`, in turns, or whole turns more.
    pub(super) fn passes(&self, angle: f64, from: f64, until: f64) -> Vec<f64> {
        let angle = if self.clockwise { angle } else { -angle };
        let first = (self.turns(from) - angle).ceil();
        let times = (0..).map(|turn| self.time(angle + first + f64::from(turn)));
        times.take_while(|time| *time < until).collect()
    }

    /// Shows index and encoder up to `until`. A pulse lasts a quarter of a pitch.
    pub(super) fn show(&self, lines: &mut Lines, until: f64) {
        for turn in 0.. {
            let at = self.time(f64::from(turn) + 1.0);
            if at > until {
                break;
            }
            lines.index(at);
        }
        for pulse in 0_u32.. {
            let at = self.time((self.start * ENCODER).ceil() / ENCODER + f64::from(pulse) / ENCODER);
            if at > until {
                break;
            }
            lines.pulse(Line::RotorEncoder, at, 0.25 / ENCODER / self.speed);
        }
    }
}
