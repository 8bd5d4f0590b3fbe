//! Whether the wheel stands level, by how gravity quickens and slows the ball on its way round.
//!
//! On a tilted rim the ball is pulled back on one side and on in the other. That moves it at each sensor by so much from its smooth course:
//! the pull over the square of the angular speed. A sensor that stands off its angle moves it too, but by as much at every speed. Over
//! many spins both are found at once, by least squares, and how far the spins disagree says how exactly.

use core::f64::consts::TAU;

use alloc::vec::Vec;

use super::drop_zone::CHANCE_MOST;
use super::fit::BallPath;
use super::leaving::displacement;
use super::rim::Passed;

/// What is looked for: the pull's two components, and how far two sensors stand off beside the third.
const WANTED: usize = 4;

/// A smooth course is place, speed, deceleration, and how that changes.
const SMOOTH: usize = 4;

/// A ball shows something where it passes so often, not faster than this, in turns a second. Faster, the air brakes it unevenly.
const PASSES_LEAST: usize = 12;
const SPEED_MOST: f64 = 1.15;

/// No ball stays on a rim that is slower than this, in turns a second.
const SPEED_LEAST: f64 = 0.2;

/// Passes do not lie nearer to their course than this, as a standard deviation in turns: one spin that fits by chance must not outweigh all.
const NOISE_LEAST: f64 = 0.000_3;

/// Fewer spins say nothing.
const SPINS_LEAST: usize = 8;

/// A smaller tilt than this, in degrees, is none that matters, however surely it is seen.
const LEAST_DEGREES: f64 = 0.1;

/// Gravity in metres a second each second, and the part of the pull that quickens a ball that rolls. By them and by the rim's radius a pull
/// is told as an angle.
const GRAVITY: f64 = 9.81;
const ROLLING_PART: f64 = 5.0 / 7.0;

type Vector = [f64; WANTED];
type Matrix = [Vector; WANTED];

/// What one ball showed of the pull: the normal equations of its least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pull {
    matrix: Matrix,
    right: Vector,
}

/// How a wheel stands, by many balls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tilt {
    /// The pull uphill, eastwards (towards a quarter turn clockwise of the index sensor) and northwards (towards it), in turns a second each
    /// second.
    pub(super) pull: [f64; 2],
    /// How far it is tilted, in degrees.
    pub degrees: f64,
    /// How exactly that is known, as a standard deviation in degrees.
    pub error_degrees: f64,
    /// Where its rim is highest, in turns clockwise from the index sensor.
    pub highest_at_turns: f64,
    /// How likely a level wheel shows as much.
    pub chance: f64,
    /// How many balls showed it.
    pub spins: usize,
}

impl Pull {
    /// What the passes of a ball on the rim show, where there are enough.
    pub(super) fn of(seen: &[Passed], clockwise: bool) -> Option<Self> {
        let slow = slow_part(seen);
        if slow.len() < PASSES_LEAST {
            return None;
        }
        let middle = slow[slow.len() / 2];
        // Its speed is that of the smooth course: between two passes it is mostly that of a moment before or after.
        let course = BallPath::through(&slow.iter().map(|passed| (passed.pass.at, passed.turns)).collect::<Vec<_>>())?;
        let span = (slow[slow.len() - 1].pass.at - slow[0].pass.at).max(1e-3);
        // The columns: the powers of time first, then what is looked for, then where the ball was.
        let mut columns = [const { Vec::new() }; SMOOTH + WANTED + 1];
        for passed in slow {
            let time = (passed.pass.at - middle.pass.at) / span;
            let speed = course.speed_at(passed.pass.at).max(SPEED_LEAST);
            let wanted = regressors(passed, speed, clockwise);
            let row = [1.0, time, time * time, time * time * time].into_iter().chain(wanted).chain([passed.turns - middle.turns]);
            columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
        }
        for power in 0..SMOOTH {
            let (done, rest) = columns.split_at_mut(power + 1);
            let smooth = &done[power];
            let square = dot(smooth, smooth).max(1e-12);
            for column in rest {
                let part = dot(smooth, column) / square;
                column.iter_mut().zip(smooth).for_each(|(value, smooth)| *value -= part * smooth);
            }
        }
        let (wanted, place) = (&columns[SMOOTH..SMOOTH + WANTED], &columns[SMOOTH + WANTED]);
        let noise = (dot(place, place) / slow.len() as f64).max(NOISE_LEAST * NOISE_LEAST);
        let matrix = core::array::from_fn(|row| core::array::from_fn(|column| dot(&wanted[row], &wanted[column]) / noise));
        Some(Self { matrix, right: core::array::from_fn(|row| dot(&wanted[row], place) / noise) })
    }
}

impl Tilt {
    /// Whether it is told surely enough, and is enough to matter.
    #[must_use]
    pub fn is_told(&self) -> bool {
        self.chance < CHANCE_MOST && self.degrees >= LEAST_DEGREES
    }

    /// How the wheel stands on whose rim the ball's track has this radius, in metres; `None` where too few balls have shown it.
    #[must_use]
    pub fn of(pulls: &[Pull], radius_metres: f64) -> Option<Self> {
        if pulls.len() < SPINS_LEAST {
            return None;
        }
        let (mut matrix, mut right) = ([[0.0; WANTED]; WANTED], [0.0; WANTED]);
        for pull in pulls {
            for row in 0..WANTED {
                right[row] += pull.right[row];
                (0..WANTED).for_each(|column| matrix[row][column] += pull.matrix[row][column]);
            }
        }
        let inverse = inverse(matrix)?;
        let found = times(&inverse, &right);
        // How far each ball alone pulls what was found from nothing left over: what they disagree by.
        let mut covariance = [[0.0; 2]; 2];
        for pull in pulls {
            let explained = times(&pull.matrix, &found);
            let left_over = core::array::from_fn(|row| pull.right[row] - explained[row]);
            let [east, north, ..] = times(&inverse, &left_over);
            covariance[0][0] += east * east;
            covariance[0][1] += east * north;
            covariance[1][1] += north * north;
        }
        let [cosine, sine, ..] = found;
        let spins = pulls.len() as f64;
        let determinant = covariance[0][0] * covariance[1][1] - covariance[0][1] * covariance[0][1];
        if determinant.is_nan() || determinant <= 0.0 {
            return None;
        }
        let square =
            (cosine * cosine * covariance[1][1] - 2.0 * cosine * sine * covariance[0][1] + sine * sine * covariance[0][0]) / determinant;
        let degree = ROLLING_PART * GRAVITY / (TAU * radius_metres) * TAU / 360.0;
        let highest = libm::atan2(sine, cosine) / TAU;
        Some(Self {
            pull: [sine, cosine],
            degrees: libm::hypot(cosine, sine) / degree,
            error_degrees: libm::sqrt((covariance[0][0] + covariance[1][1]) / 2.0) / degree,
            highest_at_turns: highest - libm::floor(highest),
            // Hotelling's test of two components: the tail of its F distribution has this closed form.
            chance: libm::pow(1.0 + square / (spins - 1.0), (WANTED as f64 - spins) / 2.0),
            spins: pulls.len(),
        })
    }
}

/// The newest passes that are slow enough.
fn slow_part(seen: &[Passed]) -> &[Passed] {
    let fast = (1..seen.len()).rev().find(|index| {
        let (before, after) = (seen[index - 1], seen[*index]);
        (after.turns - before.turns) / (after.pass.at - before.pass.at).max(1e-6) > SPEED_MOST
    });
    &seen[fast.unwrap_or(0)..]
}

/// By how much the place of this pass is moved, for one of each thing that is looked for. Turns are in the direction of the ball.
fn regressors(passed: &Passed, speed: f64, clockwise: bool) -> Vector {
    let moved = |pull: [f64; 2]| displacement(passed.turns, speed, pull, clockwise);
    let towards = if clockwise { 1.0 } else { -1.0 };
    let off = match passed.pass.sensor {
        0 => [1.0, 0.0],
        1 => [0.0, 1.0],
        _ => [-1.0, -1.0],
    };
    [moved([0.0, 1.0]), moved([1.0, 0.0]), towards * off[0], towards * off[1]]
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn times(matrix: &Matrix, vector: &Vector) -> Vector {
    core::array::from_fn(|row| dot(&matrix[row], vector))
}

/// The inverse by Gauss and Jordan with pivots; `None` where there is none.
fn inverse(mut matrix: Matrix) -> Option<Matrix> {
    let mut inverse: Matrix = core::array::from_fn(|row| core::array::from_fn(|column| f64::from(u8::from(row == column))));
    for pivot in 0..WANTED {
        let best = (pivot..WANTED).max_by(|a, b| matrix[*a][pivot].abs().total_cmp(&matrix[*b][pivot].abs()))?;
        matrix.swap(pivot, best);
        inverse.swap(pivot, best);
        let by = matrix[pivot][pivot];
        if by.is_nan() || by.abs() < 1e-9 {
            return None;
        }
        (0..WANTED).for_each(|column| {
            matrix[pivot][column] /= by;
            inverse[pivot][column] /= by;
        });
        for row in (0..WANTED).filter(|row| *row != pivot) {
            let by = matrix[row][pivot];
            for column in 0..WANTED {
                matrix[row][column] -= by * matrix[pivot][column];
                inverse[row][column] -= by * inverse[pivot][column];
            }
        }
    }
    Some(inverse)
}
