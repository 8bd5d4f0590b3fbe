//! The ball on the rim: quadratic drag while it is fast, near constant deceleration when it is slow.

use super::bowl::Bowl;
use super::truth::Script;
use super::{SENSORS, real};
use crate::sim::chance::Chance;

/// The step of the integration, in seconds.
const STEP: f64 = 0.005;

/// Above this speed the air brakes the ball as well, in turns a second.
const DRAG_FROM: f64 = 1.2;

/// The farthest that a weakly blown ball runs while it gathers speed, in laps.
const GATHERING_LAPS: f64 = 0.25;

/// The ball from the blower to where it leaves the rim; times in seconds.
#[derive(Clone, Debug, Default)]
pub(super) struct Flight {
    pub(super) launch: f64,
    /// Where on the rim it was blown, in turns clockwise from the index sensor.
    pub(super) start: f64,
    pub(super) left_rim: f64,
    /// Where it left the rim, in turns clockwise from the index sensor, and how fast it was there.
    pub(super) left_at: f64,
    pub(super) left_speed: f64,
    pub(super) laps: f64,
    pub(super) lap_ends: Vec<f64>,
    /// Sensor, time of the middle, and length of each pulse on the rim.
    pub(super) passes: Vec<(usize, f64, f64)>,
    /// Time and laps at each step of a tenth of a second, and at the end.
    pub(super) course: Vec<(f64, f64)>,
}

impl Flight {
    pub(super) fn new(chance: &mut Chance, script: Script, bowl: &Bowl, rotor_clockwise: bool) -> Self {
        let launch = real(chance, 2.5, 4.0);
        let clockwise = rotor_clockwise == (script == Script::SameDirection);
        let deceleration = real(chance, 0.045, 0.1);
        let leave = bowl.leave(chance);
        let few_laps = real(chance, 0.8, 2.3);
        // A ball that is blown too weakly leaves the rim at the usual speed, only sooner.
        let weak = |laps: f64| (leave * leave + 2.0 * deceleration * laps.max(0.0)).sqrt();
        let fastest = match script {
            Script::TooFewLaps => weak(few_laps),
            Script::Laps(hundredths) => weak(f64::from(hundredths) / 100.0 - GATHERING_LAPS),
            _ => real(chance, 1.1, 2.0),
        };
        let leaves_at = match script {
            Script::BallLeftWheel => real(chance, 4.0, 8.0),
            Script::Laps(hundredths) => f64::from(hundredths) / 100.0,
            _ => f64::INFINITY,
        };
        let start = real(chance, 0.0, 1.0);
        let mut flight = Self { launch, start, left_rim: launch, ..Self::default() };
        if script == Script::LaunchFailed {
            return flight;
        }
        let acceleration = fastest / real(chance, 0.3, 0.5);
        let (mut time, mut turns, mut speed, mut running) = (launch, 0.0_f64, 0.0_f64, false);
        let mut steps = 0_u32;
        let place = |turns: f64| if clockwise { start + turns } else { start - turns };
        let is_slow = |speed: f64, turns: f64| speed < bowl.leave_at(leave, place(turns)) && !matches!(script, Script::Laps(_));
        while !(running && is_slow(speed, turns)) && turns < leaves_at {
            running |= speed >= fastest;
            let drag = if speed > DRAG_FROM { 0.45 * deceleration * (speed * speed - DRAG_FROM * DRAG_FROM) } else { 0.0 };
            let pull = bowl.pull(place(turns)) * if clockwise { 1.0 } else { -1.0 };
            speed += if running { pull - deceleration - drag } else { acceleration } * STEP;
            let next = turns + speed * STEP;
            flight.passes_between(chance, (time, turns, next), speed, start, clockwise);
            if next.floor() > turns.floor() {
                flight.lap_ends.push(time + STEP);
            }
            (time, turns, steps) = (time + STEP, next, steps + 1);
            if steps.is_multiple_of(20) {
                flight.course.push((time, turns));
            }
        }
        flight.course.push((time, turns));
        if bowl.shows_falling(chance) {
            flight.pass_falling(chance, (time, place(turns)), speed, clockwise);
        }
        Self { left_rim: time, left_at: place(turns).rem_euclid(1.0), left_speed: speed, laps: turns, ..flight }
    }

    /// The ball has left the rim at this time and place and passes the next sensor a little farther in, where it runs round faster or is braked.
    fn pass_falling(&mut self, chance: &mut Chance, (time, place): (f64, f64), speed: f64, clockwise: bool) {
        let ahead = |angle: f64| if clockwise { angle - place } else { place - angle }.rem_euclid(1.0);
        let sensors = SENSORS.into_iter().enumerate().map(|(sensor, angle)| (sensor, ahead(angle)));
        let (sensor, ahead) = sensors.min_by(|(_, one), (_, other)| one.total_cmp(other)).expect("there are sensors");
        let (falling, width) = (speed * real(chance, 0.85, 1.15), real(chance, 0.008, 0.02));
        self.passes.push((sensor, time + ahead / falling, width / falling));
    }

    /// The same, so many seconds later.
    pub(super) fn later(mut self, seconds: f64) -> Self {
        self.launch += seconds;
        self.left_rim += seconds;
        self.lap_ends.iter_mut().for_each(|at| *at += seconds);
        self.passes.iter_mut().for_each(|(_, at, _)| *at += seconds);
        self.course.iter_mut().for_each(|(at, _)| *at += seconds);
        self
    }

    /// Which sensors the ball passes in this step.
    fn passes_between(&mut self, chance: &mut Chance, (time, turns, next): (f64, f64, f64), speed: f64, start: f64, clockwise: bool) {
        for (sensor, angle) in SENSORS.into_iter().enumerate() {
            let stands = if clockwise { angle - start } else { start - angle };
            let ahead = (stands - turns).rem_euclid(1.0);
            if ahead < next - turns {
                let width = real(chance, 0.0092, 0.0146) / speed.max(0.3);
                self.passes.push((sensor, time + STEP * ahead / (next - turns), width));
            }
        }
    }
}
