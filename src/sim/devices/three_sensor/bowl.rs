//! The bowl: the speed at which the ball leaves its rim, and what its tilt does to a ball that runs there.

use std::f64::consts::TAU;

use super::real;
use crate::sim::chance::Chance;

/// Gravity, in metres a second each second, and the radius of the ball's track on the rim, in metres.
const GRAVITY: f64 = 9.81;
const RADIUS: f64 = 0.242;

/// A ball that rolls gathers speed as this part of one that slides: the rest goes into its spinning.
const ROLLING_PART: f64 = 5.0 / 7.0;

/// A bowl.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bowl {
    /// The least and the greatest speed at which the ball leaves the rim while the bowl stands level, in turns a second; each ball has one
    /// of its own between them.
    pub leave_turns_per_second: [f64; 2],
    /// How far the bowl is tilted, in degrees.
    pub tilt_degrees: f64,
    /// Where its rim is highest, in degrees clockwise from the index sensor.
    pub highest_at_degrees: f64,
    /// How often a ball that has left the rim passes the next sensor so high that it is seen there once more, as a part of all.
    pub seen_falling_part: f64,
}

impl Default for Bowl {
    fn default() -> Self {
        Self { leave_turns_per_second: [0.45, 0.6], tilt_degrees: 0.0, highest_at_degrees: 0.0, seen_falling_part: 0.0 }
    }
}

impl Bowl {
    /// The speed at which one ball leaves the level rim.
    pub(super) fn leave(&self, chance: &mut Chance) -> f64 {
        let [least, most] = self.leave_turns_per_second;
        real(chance, least, most)
    }

    /// The speed at which a ball that leaves the level rim at `leave` leaves this one, `turns` clockwise from the index sensor: the slope
    /// under it is steeper on the high side.
    pub(super) fn leave_at(&self, leave: f64, turns: f64) -> f64 {
        let slope = ((leave * TAU).powi(2) * RADIUS / GRAVITY).atan();
        let here = slope + self.tilt_degrees.to_radians() * self.angle(turns).cos();
        (GRAVITY * here.tan().max(0.0) / RADIUS).sqrt() / TAU
    }

    /// How much gravity quickens a ball that runs clockwise there, in turns a second each second.
    pub(super) fn pull(&self, turns: f64) -> f64 {
        ROLLING_PART * GRAVITY * self.tilt_degrees.to_radians().sin() * self.angle(turns).sin() / (TAU * RADIUS)
    }

    /// Whether a ball that has left the rim is seen once more. A bowl where none is draws no chance.
    pub(super) fn shows_falling(&self, chance: &mut Chance) -> bool {
        self.seen_falling_part > 0.0 && real(chance, 0.0, 1.0) < self.seen_falling_part
    }

    /// How far on from the highest place, as an angle.
    fn angle(&self, turns: f64) -> f64 {
        (turns - self.highest_at_degrees / 360.0) * TAU
    }
}
