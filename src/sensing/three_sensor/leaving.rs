//! Where the ball left the rim. No sensor sees that: the ball was seen at one sensor and not at the next. Between them it left where it
//! had slowed down to the speed at which balls leave this rim, and that speed is learnt from many spins.

use core::f64::consts::{FRAC_1_SQRT_2, TAU};

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::fit::{BallPath, POINTS};

/// How many speeds are weighed as the mean speed at which balls leave this rim.
const MEANS: usize = 64;

/// What is weighed as the scatter of one ball's speed around that mean, as a standard deviation in turns a second.
const SCATTERS: [f64; 7] = [0.001, 0.003, 0.006, 0.012, 0.025, 0.05, 0.1];

/// How exactly the speed of a ball is known where it leaves, as a standard deviation in turns a second: a ball on the rim of a real bowl
/// does not slow down quite evenly.
const SPEED_ERROR: f64 = 0.005;

/// What is weighed as the part of the balls that the next sensor sees once more after they have left the rim: they run on nearly as fast, a
/// little farther in, so that this looks like one more pass on the rim.
const SEEN_FALLING: [f64; 4] = [0.0, 0.1, 0.3, 0.6];

/// A course is known by so many points at least.
const COURSE_LEAST: usize = 4;

/// How often a sensor misses a ball on the rim, at the most that is usual, and how often something else is taken for its last pass.
const MISSED: f64 = 0.05;
const MISTAKEN: f64 = 0.03;

/// What a spin tells is forgotten by and by: after a hundred others it counts a third. The rim wears and balls are changed.
const KEPT: f64 = 0.99;

/// One place after another is weighed, this far apart, in turns.
const STEP: f64 = 1.0 / 180.0;

/// How likely any place before the next sensor is at the least, beside the likeliest one.
const FLOOR: f64 = 1e-6;

/// How much of what is possible lies within the uncertainty that is said.
const SURE: f64 = 0.9;

/// What a pull of one does to the square of the speed at which balls leave, in all: it slows the ball on its way up, and makes the slope
/// under it steeper there. On a rim from which balls leave at half a turn a second; at other speeds a little less or more.
const PULL_IN_ALL: f64 = 3.5;

/// A level wheel pulls no ball.
pub(super) const LEVEL: [f64; 2] = [0.0; 2];

/// The last that was seen of a ball on the rim. Places are in turns in the direction of the ball, from the index sensor.
#[derive(Clone, Debug, PartialEq)]
pub struct Departure {
    /// Whether it ran clockwise.
    pub clockwise: bool,
    /// Its newest passes: seconds and turns, oldest first; one more than a course is drawn through.
    pub(super) newest: Vec<(f64, f64)>,
    /// How far ahead of the last pass the next three sensors stand; the third is the same one again.
    pub(super) ahead_turns: [f64; 3],
    /// The least and the greatest deceleration of a ball on this rim, in turns a second each second.
    pub(super) decelerations: [f64; 2],
    /// The least and the greatest speed at which a ball leaves it, in turns a second.
    pub(super) leaving: [f64; 2],
}

/// Where a ball left the rim, as far as it can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Left {
    /// In turns clockwise from the index sensor, 0 to 1.
    pub turns: f64,
    /// Nine of ten such balls left within so many turns of there, either way.
    pub within_turns: f64,
    /// When, in seconds.
    pub at_seconds: f64,
    /// How fast it was there, in turns a second.
    pub turns_per_second: f64,
    /// The mean of the directions in which it may have left: eastwards (a quarter turn clockwise) and northwards (at the index sensor). Its
    /// length is 1 where the place is certain, and nothing where it may be any.
    pub mean_direction: [f64; 2],
}

/// The speed at which balls leave one rim, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct LeavingSpeed {
    least: f64,
    most: f64,
    /// How likely each mean with each scatter and each part that is seen falling has made what was seen, as a logarithm.
    weights: Box<[[[f64; SEEN_FALLING.len()]; SCATTERS.len()]; MEANS]>,
}

/// The speed at which balls leave a rim, in turns a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// Of the mean ball.
    pub mean: f64,
    /// How exactly that is known, as a standard deviation.
    pub error: f64,
    /// How far single balls lie from it, as a standard deviation.
    pub scatter: f64,
    /// Which part of the balls was seen once more after they had left the rim.
    pub seen_falling_part: f64,
}

impl LeavingSpeed {
    /// Nothing is known but these limits, as the device file gives them, in turns a second.
    #[must_use]
    pub fn unknown([least, most]: [f64; 2]) -> Self {
        Self { least, most: most.max(least), weights: Box::new([[[0.0; SEEN_FALLING.len()]; SCATTERS.len()]; MEANS]) }
    }

    /// Learns from a ball that has left the rim of a wheel that pulls it so: eastwards and northwards, in turns a second each second.
    pub(super) fn learn(&mut self, departure: &Departure, pull: [f64; 2]) {
        let on_rim = departure.slowing(pull).bounds();
        let [seen, next, _] = departure.without_last().map_or([0.0; 3], |before| before.slowing(pull).bounds());
        for index in 0..MEANS {
            let mean = self.mean(index);
            for (of_scatter, scatter) in self.weights[index].iter_mut().zip(SCATTERS) {
                let [left_since, left_before] = [likelihood(on_rim, mean, scatter), left_between(seen, next, mean, scatter)];
                for (weight, part) in of_scatter.iter_mut().zip(SEEN_FALLING) {
                    let both = (1.0 - part) * left_since + part * left_before;
                    *weight = *weight * KEPT + libm::log(MISTAKEN + (1.0 - MISTAKEN) * both);
                }
            }
        }
    }

    /// What is known of it.
    #[must_use]
    pub fn speed(&self) -> Speed {
        let greatest = self.weights.iter().flatten().flatten().fold(f64::NEG_INFINITY, |greatest, weight| greatest.max(*weight));
        let (mut whole, mut sum, mut squares, mut variance, mut falling) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for (index, of_mean) in self.weights.iter().enumerate() {
            let mean = self.mean(index);
            for (of_scatter, scatter) in of_mean.iter().zip(SCATTERS) {
                for (weight, part) in of_scatter.iter().zip(SEEN_FALLING) {
                    let weight = libm::exp(weight - greatest);
                    whole += weight;
                    sum += weight * mean;
                    squares += weight * mean * mean;
                    variance += weight * scatter * scatter;
                    falling += weight * part;
                }
            }
        }
        let mean = sum / whole;
        // What lies between two of the speeds that are weighed is not told apart.
        let step = (self.most - self.least) / (MEANS - 1) as f64;
        let error = libm::sqrt((squares / whole - mean * mean).max(0.0) + step * step / 12.0);
        Speed { mean, error, scatter: libm::sqrt(variance / whole), seen_falling_part: falling / whole }
    }

    fn mean(&self, index: usize) -> f64 {
        self.least + (self.most - self.least) * index as f64 / (MEANS - 1) as f64
    }
}

/// How likely balls with this mean and scatter leave between these bounds: the speeds where the ball was last seen, and where it would have
/// come to the next sensor and the one after that.
fn likelihood([seen, next, after]: [f64; 3], mean: f64, scatter: f64) -> f64 {
    left_between(seen, next, mean, scatter) + MISSED * left_between(next, after, mean, scatter)
}

/// How likely they leave between these two speeds.
fn left_between(from: f64, to: f64, mean: f64, scatter: f64) -> f64 {
    let deviation = libm::hypot(scatter, SPEED_ERROR);
    below(from, mean, deviation) - below(to, mean, deviation)
}

/// How many of the balls with this mean and deviation leave below a speed.
fn below(speed: f64, mean: f64, deviation: f64) -> f64 {
    0.5 * libm::erfc((mean - speed) / deviation * FRAC_1_SQRT_2)
}

/// A ball that slows down from its last pass on.
struct Slowing<'a> {
    departure: &'a Departure,
    /// How far it is by then, in turns, and its speed and deceleration there on the smooth course without the pull.
    turns: f64,
    speed: f64,
    deceleration: f64,
    pull: [f64; 2],
}

impl Departure {
    /// When the ball was last seen, in seconds, and where.
    fn last(&self) -> (f64, f64) {
        self.newest.last().copied().unwrap_or_default()
    }

    /// What was seen of the ball before its last pass, where that is enough for a course.
    fn without_last(&self) -> Option<Self> {
        let [before @ .., _] = &self.newest[..] else { return None };
        let passed = self.last().1 - before.last()?.1;
        let ahead_turns = [passed, passed + self.ahead_turns[0], 1.0];
        (before.len() >= COURSE_LEAST).then(|| Self { newest: before.to_vec(), ahead_turns, ..self.clone() })
    }

    /// Its course on a wheel that pulls it so: eastwards and northwards, in turns a second each second.
    fn slowing(&self, pull: [f64; 2]) -> Slowing<'_> {
        let (at, turns) = self.last();
        let newest = &self.newest[self.newest.len().saturating_sub(POINTS)..];
        let seen = BallPath::through(newest).unwrap_or_default();
        let straight = |(at, turns): &(f64, f64)| {
            let speed = seen.speed_at(*at).max(self.leaving[0]);
            (*at, turns - displacement(*turns, speed, pull, self.clockwise))
        };
        let points: Vec<(f64, f64)> = newest.iter().map(straight).collect();
        let course = BallPath::through(&points).unwrap_or_default();
        let [least, most] = self.decelerations;
        let (speed, deceleration) = (course.speed_at(at).max(self.leaving[0]), course.deceleration.clamp(least, most));
        Slowing { departure: self, turns, speed, deceleration, pull }
    }

    /// Where the ball left the rim, if balls leave it at this speed, on a wheel that pulls them so.
    pub(super) fn left(&self, speed: &Speed, pull: [f64; 2]) -> Left {
        let slowing = self.slowing(pull);
        let mut places = slowing.places(speed);
        let before = self.without_last();
        let passed = before.as_ref().map_or(0.0, |before| self.last().1 - before.last().1);
        let falling = before.map_or_else(Vec::new, |before| before.slowing(pull).places(speed));
        let part = speed.seen_falling_part;
        places.iter_mut().for_each(|(_, weight)| *weight *= 1.0 - part);
        let before = falling.into_iter().take_while(|(place, _)| *place < passed);
        places.extend(before.map(|(place, weight)| (place - passed, weight * part)));
        let sum = |of: &dyn Fn(f64) -> f64| places.iter().map(|(place, weight)| of(*place) * weight).sum::<f64>();
        let whole = sum(&|_| 1.0);
        let [sine, cosine] = [sum(&|place| libm::sin(place * TAU)), sum(&|place| libm::cos(place * TAU))];
        let ran = libm::atan2(sine, cosine) / TAU;
        let ran = ran - libm::floor(ran + passed);
        let is_sure = |within: &f64| sum(&|place| f64::from(u8::from(apart_turns(place, ran) <= *within))) >= SURE * whole;
        let within_turns = (1..90).map(|steps| f64::from(steps) * STEP).find(is_sure).unwrap_or(0.5);
        let (length, here) = (libm::hypot(sine, cosine) / whole, slowing.speed_after(ran));
        let turns = if self.clockwise { slowing.turns + ran } else { -(slowing.turns + ran) };
        Left {
            turns: turns - libm::floor(turns),
            within_turns,
            at_seconds: self.last().0 + 2.0 * ran / (slowing.speed + here),
            turns_per_second: here,
            mean_direction: [length * libm::sin(turns * TAU), length * libm::cos(turns * TAU)],
        }
    }
}

impl Slowing<'_> {
    /// Place after place up to a lap on, each with how likely the ball left there, if balls leave at this speed.
    fn places(&self, speed: &Speed) -> Vec<(f64, f64)> {
        let deviation = libm::sqrt(speed.error * speed.error + speed.scatter * speed.scatter + SPEED_ERROR * SPEED_ERROR);
        let mut above = below(self.leaving_after(0.0), speed.mean, deviation);
        let weight = |(place, slowest): (f64, f64)| {
            let still = below(slowest, speed.mean, deviation);
            let passed = self.departure.ahead_turns.iter().filter(|ahead| **ahead <= place).count();
            let leaves = (above - still) * libm::pow(MISSED, passed as f64);
            above = still;
            // A ball that left at a speed at which none leaves is as likely to have left anywhere before the next sensor.
            (place, leaves + if passed == 0 { FLOOR } else { 0.0 })
        };
        self.slowest().map(weight).collect()
    }

    /// How fast the ball is so many turns on; nothing where it never comes so far.
    fn speed_after(&self, turns: f64) -> f64 {
        libm::sqrt(self.square_after(turns, 2.0).max(0.0))
    }

    /// How fast a ball on a level rim is that is as near to leaving.
    fn leaving_after(&self, turns: f64) -> f64 {
        libm::sqrt(self.square_after(turns, PULL_IN_ALL).max(0.0))
    }

    /// The square of its speed, where a pull counts so often.
    fn square_after(&self, turns: f64, pull_counts: f64) -> f64 {
        let uphill = height(self.turns + turns, self.pull, self.departure.clockwise) / TAU;
        self.speed * self.speed - 2.0 * self.deceleration * turns - pull_counts * uphill
    }

    /// Place after place up to a lap on, each with how near the ball has been to leaving by its end, as the speed on a level rim. Where
    /// gravity quickens it, it does not come nearer.
    fn slowest(&self) -> impl Iterator<Item = (f64, f64)> {
        let mut slowest = self.leaving_after(0.0);
        (0..(1.0 / STEP) as u32).map(move |index| {
            let end = f64::from(index + 1) * STEP;
            slowest = self.leaving_after(end).min(slowest);
            (end - STEP / 2.0, slowest)
        })
    }

    /// The same where it was last seen, and by the next sensor, and by the one after that.
    fn bounds(&self) -> [f64; 3] {
        let by = |turns: f64| self.slowest().take_while(|(place, _)| *place <= turns).last().map_or(0.0, |(_, slowest)| slowest);
        let [next, after, _] = self.departure.ahead_turns;
        [self.leaving_after(0.0), by(next), by(after)]
    }
}

/// How far a pull has moved a ball from its smooth course at this place, in turns in its direction.
pub(super) fn displacement(turns: f64, speed: f64, [east, north]: [f64; 2], clockwise: bool) -> f64 {
    let (sine, cosine) = (libm::sin(turns * TAU), libm::cos(turns * TAU));
    let towards = if clockwise { 1.0 } else { -1.0 };
    -(north * sine - towards * east * cosine) / (TAU * speed * TAU * speed)
}

/// How high the rim is there beside its mean, as the pull that it is worth.
fn height(turns: f64, [east, north]: [f64; 2], clockwise: bool) -> f64 {
    let towards = if clockwise { 1.0 } else { -1.0 };
    north * libm::cos(turns * TAU) + towards * east * libm::sin(turns * TAU)
}

/// How far apart two places on the rim are, in turns.
fn apart_turns(a: f64, b: f64) -> f64 {
    let apart = a - b;
    (apart - libm::round(apart)).abs()
}
