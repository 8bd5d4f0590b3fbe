//! The physical wheel on bare lines: a ball that runs, falls, scatters and comes to rest, a rotor that runs down, and what their
//! sensors show of it, all from a seed.
//!
//! Here never lives anything that reads a sensor: that is `sensing`, and it is told nothing of what really happened.

mod ball;
mod bowl;
#[cfg(test)]
mod drop_zone_tests;
#[cfg(test)]
mod figures_tests;
#[cfg(test)]
mod lap_tests;
mod lies;
#[cfg(test)]
mod lies_tests;
mod lines;
mod live;
#[cfg(test)]
mod live_tests;
mod moods;
mod noise;
mod on_lines;
mod rotor;
#[cfg(test)]
mod tests;
pub mod trials;
mod truth;
mod turned;

pub use bowl::Bowl;
pub use lies::{Lie, Plausibility, lying_spin};
pub use live::{Live, Mishaps, RotorMishap};
pub use moods::Moods;
pub use noise::Level;
pub use on_lines::lines;
pub use truth::{Script, Truth};

use ball::Flight;
use lines::Lines;
use noise::Noise;
use rotor::Rotor;

use crate::model::{POCKETS, Pocket, WHEEL_ORDER};
use crate::sensing::three_sensor::{Edge, Line};
use crate::sim::chance::Chance;

/// Where the ball sensors stand, in turns clockwise from the index sensor.
const SENSORS: [f64; 3] = [20.0 / 360.0, 145.0 / 360.0, 265.0 / 360.0];

/// A spin as its lines showed it, and what really happened.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The edges, in the order of time.
    pub edges: Vec<Edge>,
    /// What happened.
    pub truth: Truth,
}

/// One spin of a wheel that stands level, with balls of every speed: the same seed, level and script give the same spin.
#[must_use]
pub fn spin(seed: u64, level: Level, script: Script) -> Recorded {
    spin_in(&Bowl::default(), seed, level, script)
}

/// One spin in this bowl: the same bowl, seed, level and script give the same spin.
#[must_use]
pub fn spin_in(bowl: &Bowl, seed: u64, level: Level, script: Script) -> Recorded {
    let mut chance = Chance::new(seed, 0);
    let mut rotor = Rotor::new(&mut chance);
    // The jet is chosen by the line that turns the rotor.
    let driven_clockwise = rotor.clockwise != (script == Script::RotorBackwards);
    let flight = Flight::new(&mut chance, script, bowl, driven_clockwise);
    rotor.suffer(script, &flight);
    let mut show = Show { lines: Lines::new(Noise::new(level), Chance::new(seed, 1)), chance, rotor, flight, script };
    let (pocket, end) = show.play();
    let truth = Truth::new(script, level, show.rotor.clockwise, &show.flight, pocket, end);
    let mut edges = vec![Edge { at_nanoseconds: 0, line: Line::RotorDirection, active: driven_clockwise }];
    edges.extend(show.lines.edges(end, script));
    Recorded { edges, truth }
}

/// A random number of `least..most`.
fn real(chance: &mut Chance, least: f64, most: f64) -> f64 {
    const STEPS: u64 = 1 << 53;
    least + (most - least) * (chance.below(STEPS) as f64 / STEPS as f64)
}

/// A spin while it is shown on the lines.
struct Show {
    chance: Chance,
    rotor: Rotor,
    flight: Flight,
    lines: Lines,
    script: Script,
}

impl Show {
    /// Shows the whole spin; the pocket in which the ball came to rest, if it did, and when the trace ends.
    fn play(&mut self) -> (Option<Pocket>, f64) {
        let launch = self.flight.launch;
        self.lines.output(Line::Blower, launch, launch + real(&mut self.chance, 0.8, 1.2));
        for (sensor, at, width) in self.flight.passes.clone() {
            self.lines.ball(sensor, at, width);
        }
        let left = self.flight.left_rim;
        let settled = left + real(&mut self.chance, 1.2, 4.5);
        let end = match self.script {
            Script::BallLeftWheel | Script::LaunchFailed => left + 30.0,
            _ => settled + real(&mut self.chance, 21.0, 25.0),
        };
        let pocket = self.come_to_rest(left, settled, end);
        if self.script == Script::ForeignObject {
            let place = real(&mut self.chance, 0.0, 37.0);
            self.carried(place, (15.0, 90.0), launch + 2.0, end);
        }
        let rotor_end = if self.script == Script::RotorStops { left - 2.0 } else { end };
        self.rotor.show(&mut self.lines, rotor_end);
        (pocket, end)
    }

    /// The ball falls, scatters and comes to rest; the pocket in which it lies.
    fn come_to_rest(&mut self, left: f64, settled: f64, end: f64) -> Option<Pocket> {
        if matches!(self.script, Script::LaunchFailed | Script::BallLeftWheel) {
            return None;
        }
        self.scatter(left, settled);
        let place = self.chance.below(POCKETS as u64) as usize;
        let rest = place as f64 + real(&mut self.chance, -0.25, 0.25);
        let until = if self.script == Script::BallTaken { settled + 1.35 * self.rotor.seconds_a_turn() } else { end };
        match self.script {
            Script::BallHung => {
                let between = place as f64 + 0.5 + real(&mut self.chance, -0.08, 0.08);
                let width = if self.chance.below(2) == 0 { (40.0, 55.0) } else { (14.0, 25.0) };
                let fell = settled + real(&mut self.chance, 3.7, 4.2) * self.rotor.seconds_a_turn();
                self.carried(between, width, settled, fell);
                self.carried(rest, (35.0, 55.0), fell, end);
            }
            _ => self.carried(rest, (35.0, 55.0), settled, until),
        }
        Pocket::new(WHEEL_ORDER[place])
    }

    /// The ball bounces among the deflectors and out of pockets again: a few pulses at any sensor.
    fn scatter(&mut self, left: f64, settled: f64) {
        for _ in 0..self.chance.below(4) {
            let at = real(&mut self.chance, left + 0.3, settled);
            let width = real(&mut self.chance, 0.005, 0.05);
            let sensor = self.chance.below(3) as usize;
            self.lines.ball(sensor, at, width);
        }
    }

    /// Something lies on the rotor at this place, in pockets, and is seen whenever it passes a sensor; widths in milliseconds.
    fn carried(&mut self, place: f64, widths: (f64, f64), from: f64, until: f64) {
        for (sensor, angle) in SENSORS.into_iter().enumerate() {
            // A sensor that was moved reads all its pockets wrongly.
            let moved = if self.script == Script::SensorMoved(sensor as u8) { 3.0 / 37.0 } else { 0.0 };
            for at in self.rotor.passes(angle + moved - place / POCKETS as f64, from, until) {
                let width = real(&mut self.chance, widths.0, widths.1) / 1e3;
                self.lines.ball(sensor, at, width);
            }
        }
    }
}
