//! The physical wheel on bare lines: a ball that runs, falls, scatters and comes to rest, a rotor that runs down, and what their
//! sensors show of it, all from a seed.
//!
//! Here never lives anything that reads a sensor: that is `sensing`, and it is told nothing of what really happened.

mod ball;
mod bowl;
#[cfg(test)]
mod calibration_tests;
mod defects;
#[cfg(test)]
mod defects_tests;
#[cfg(test)]
mod drop_zone_tests;
#[cfg(test)]
mod figures_tests;
#[cfg(test)]
mod lap_tests;
mod lines;
mod live;
#[cfg(test)]
mod live_tests;
mod moods;
mod noise;
mod on_lines;
mod planned;
mod rotor;
mod session;
#[cfg(test)]
mod tests;
pub mod trials;
#[cfg(test)]
mod trials_tests;
mod truth;
mod turned;

pub use bowl::Bowl;
pub use defects::{Defect, Plausibility, lying_calibration, lying_spin};
pub use live::{Live, Mishaps, RotorMishap};
pub use moods::Moods;
pub use noise::Level;
pub use on_lines::{LiveOnLines, lines};
pub use session::{SESSION_SPINS, Session, lying_session};
pub use truth::{Script, Truth};

use lines::Lines;
use noise::Noise;
use planned::Planned;
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
    let spin = Planned::new(&mut chance, script, bowl, driven_clockwise, 0.0);
    rotor.suffer(script, &spin);
    let lines = Lines::new(Noise::new(level), Chance::new(seed, 1));
    let mut show = Show { lines, chance, rotor, spins: vec![spin], rests: Vec::new(), script };
    show.play();
    let end = show.end();
    let mut edges = vec![Edge { at_nanoseconds: 0, line: Line::RotorDirection, active: driven_clockwise }];
    edges.extend(show.lines.edges(end, script));
    let (spin, rest) = (&show.spins[0], show.rests[0]);
    let truth = Truth::new(script, level, show.rotor.clockwise, &spin.flight, rest.map(|rest| rest.pocket), end);
    Recorded { edges, truth }
}

/// A random number of `least..most`.
fn real(chance: &mut Chance, least: f64, most: f64) -> f64 {
    const STEPS: u64 = 1 << 53;
    least + (most - least) * (chance.below(STEPS) as f64 / STEPS as f64)
}

/// Where a ball came to rest.
#[derive(Clone, Copy, Debug)]
struct Rest {
    pocket: Pocket,
    /// Where on the rotor, in pockets.
    place: f64,
}

/// One spin, or several of one rotor, while they are shown on the lines.
struct Show {
    chance: Chance,
    rotor: Rotor,
    lines: Lines,
    /// In the order of time.
    spins: Vec<Planned>,
    /// Where the ball of each spin came to rest, if it did, once they were played.
    rests: Vec<Option<Rest>>,
    script: Script,
}

impl Show {
    /// Shows every spin.
    fn play(&mut self) {
        self.rests = (0..self.spins.len()).map(|spin| self.play_ball(&self.spins[spin].clone())).collect();
        let stops = self.spins.iter().find(|spin| spin.script == Script::RotorStops);
        let rotor_end = stops.map_or(self.end(), |spin| spin.flight.left_rim - 2.0);
        self.rotor.show(&mut self.lines, rotor_end);
    }

    /// When the trace ends.
    fn end(&self) -> f64 {
        self.spins.last().map_or(0.0, |spin| spin.end)
    }

    /// Shows the ball of this spin; where it came to rest, if it did.
    fn play_ball(&mut self, spin: &Planned) -> Option<Rest> {
        let launch = spin.flight.launch;
        self.lines.output(Line::Blower, launch, launch + spin.blown_seconds);
        for (sensor, at, width) in &spin.flight.passes {
            self.lines.ball(*sensor, *at, *width);
        }
        let rest = self.come_to_rest(spin);
        if spin.script == Script::ForeignObject {
            let place = real(&mut self.chance, 0.0, 37.0);
            self.carried(place, (15.0, 90.0), launch + 2.0, spin.end);
        }
        rest
    }

    /// The ball falls, scatters and comes to rest; where it lies.
    fn come_to_rest(&mut self, spin: &Planned) -> Option<Rest> {
        let (settled, end) = (spin.settled, spin.end);
        if matches!(spin.script, Script::LaunchFailed | Script::BallLeftWheel) {
            return None;
        }
        self.scatter(spin.flight.left_rim, settled);
        let place = self.chance.below(POCKETS as u64) as usize;
        let rest = place as f64 + real(&mut self.chance, -0.25, 0.25);
        let until = if spin.script == Script::BallTaken { settled + 1.35 * self.rotor.seconds_a_turn() } else { end };
        match spin.script {
            Script::BallHung => {
                let between = place as f64 + 0.5 + real(&mut self.chance, -0.08, 0.08);
                let width = if self.chance.below(2) == 0 { (40.0, 55.0) } else { (14.0, 25.0) };
                let fell = settled + real(&mut self.chance, 3.7, 4.2) * self.rotor.seconds_a_turn();
                self.carried(between, width, settled, fell);
                self.carried(rest, (35.0, 55.0), fell, end);
            }
            _ => self.carried(rest, (35.0, 55.0), settled, until),
        }
        Pocket::new(WHEEL_ORDER[place]).map(|pocket| Rest { pocket, place: rest })
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
