//! The ball on the rim: which way it runs, how fast, how many laps, and how many are left.

use alloc::vec::Vec;

use super::fit::{BallPath, POINTS};
use super::leaving::Departure;
use super::parameters::{Ball, Closing};

/// With this many pulses on a smooth course the ball is followed.
pub(super) const FIRST_POINTS: usize = 4;

/// How many laps a ball may run unseen until it counts as fallen: past three sensors and a little, and past two and a little. While it is too
/// fast to leave the rim, past five.
const LAPS_UNSEEN_FAST: f64 = 1.4;
const LAPS_UNSEEN_SLOW: f64 = 0.8;
const LAPS_UNSEEN_TOO_FAST: f64 = 2.1;

/// Speeds of one ball that differ by less than this factor are alike.
const SPEEDS_ALIKE: f64 = 1.15;

/// While a ball gathers speed, its mean speed from one sensor to the next is at least this part of what it comes to.
const GATHERING_PART: f64 = 0.4;

/// The least time in which a ball that leaves the rim comes to a pocket, in seconds: it rolls down the bowl from rest.
const FALL_LEAST_SECONDS: f64 = 0.25;

/// A sensor saw the ball.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    /// The sensor, 0 to 2.
    pub(super) sensor: u8,
    /// The middle of the pulse, in seconds.
    pub(super) at: f64,
    /// The length of the pulse, in seconds.
    pub(super) width: f64,
}

/// A pass of the ball on the rim, and how far it had run by then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passed {
    pub(super) pass: Pass,
    /// In turns in the ball's direction, from the index sensor.
    pub(super) turns: f64,
}

/// A ball that is followed on the rim. Turns are counted in the ball's direction, from the index sensor.
#[derive(Clone, Debug)]
pub(super) struct Rim {
    /// Whether it runs clockwise.
    pub(super) clockwise: bool,
    /// Its passes before it was followed on one smooth course, and those on it.
    before: Vec<Passed>,
    track: Vec<Passed>,
    course: BallPath,
    /// The course without the newest pass.
    course_before: BallPath,
    /// What makes laps of the turns at a pass: less the turns at the first pass, and the laps that were run before that one.
    laps_before: f64,
    /// How many passes there were.
    pub(super) passes: u32,
    /// How often in a row each sensor has missed the ball, and how often in all.
    pub(super) missed: [u32; 3],
    pub(super) missed_in_all: [u32; 3],
}

impl Rim {
    /// Follows the ball where the newest passes lie on a smooth course. Of two courses the slower one is believed: the faster one
    /// is the same passes seen the wrong way round.
    pub(super) fn find(passes: &[Pass], ball: &Ball, closing: &Closing) -> Option<Self> {
        let newest = passes.get(passes.len().checked_sub(FIRST_POINTS)?..)?;
        let courses = [true, false].map(|clockwise| Some((clockwise, course(newest, clockwise, ball, closing)?)));
        let (clockwise, _) = courses.into_iter().flatten().min_by(|(_, a), (_, b)| a.speed.total_cmp(&b.speed))?;
        let track = track(newest, clockwise, ball);
        let course = course_through(&track)?;
        let first = track.first()?.turns;
        Some(Self {
            clockwise,
            before: Vec::new(),
            track,
            course,
            course_before: course,
            laps_before: -first,
            passes: FIRST_POINTS as u32,
            missed: [0; 3],
            missed_in_all: [0; 3],
        })
    }

    /// Counts the way that the ball ran before it was followed, by the passes before those it was found by, newest last: first the way
    /// between passes while it gathered speed, then the least way from where it is blown to the first of them.
    pub(super) fn look_back(&mut self, passes: &[Pass], ball: &Ball) {
        let Some(Passed { pass: Pass { mut at, .. }, mut turns }) = self.track.first().copied() else { return };
        let fastest = self.course.speed_at(at) * SPEEDS_ALIKE;
        for pass in passes.iter().rev() {
            let before = turns_before(turns, pass.sensor, self.clockwise, ball);
            let speed = (turns - before) / (at - pass.at);
            // What would have had it run at another speed was not the ball.
            if (fastest * GATHERING_PART..=fastest).contains(&speed) {
                (at, turns) = (pass.at, before);
                self.before.insert(0, Passed { pass: *pass, turns });
            }
        }
        self.laps_before = least_way_from_blower(turns, self.clockwise, ball) - turns;
    }

    /// Follows the same ball anew where it was followed wrongly, as after a pulse that was not the ball's.
    pub(super) fn find_again(&mut self, passes: &[Pass], ball: &Ball, closing: &Closing) -> bool {
        let Some(found) = Self::find(passes, ball, closing) else { return false };
        let last = found.last_at();
        // A ball does not turn round and does not speed up; and one that may have fallen is not found again.
        let slowed = found.course.speed_at(last) <= self.course.speed_at(last) * SPEEDS_ALIKE;
        let runs = found.course.speed_at(last) > closing.leave_most_turns_per_second;
        if found.clockwise != self.clockwise || !slowed || !runs {
            return false;
        }
        // What both have seen is not counted twice, and what neither has is not counted at all.
        let (last_at, last_turns) = self.last();
        let first = found.track[0];
        let joined = found.track.iter().rfind(|seen| seen.pass.at <= last_at).unwrap_or(&first).turns;
        let moved = libm::round(last_turns - joined);
        let before = self.seen().filter(|seen| seen.pass.at < first.pass.at);
        let before = before.map(|seen| Passed { turns: seen.turns - moved, ..seen }).collect();
        *self = Self {
            before,
            laps_before: self.laps_before + last_turns - joined,
            passes: self.passes + found.passes,
            missed_in_all: self.missed_in_all,
            ..found
        };
        true
    }

    /// Takes in a pass where it is where the ball must be by now; says whether it was.
    pub(super) fn follow(&mut self, pass: Pass, ball: &Ball) -> bool {
        let (last_at, last) = self.last();
        let speed = self.course.speed_at(pass.at);
        if speed < ball.least_turns_per_second || pass.at <= last_at || !is_arc(pass.width * speed, ball) {
            return false;
        }
        let expected = self.course.at(pass.at);
        let next = next_turns(last, pass.sensor, self.clockwise, ball);
        let turns = next + libm::round(expected - next).max(0.0);
        if (turns - expected).abs() > ball.next_tolerance_turns {
            return false;
        }
        self.track.push(Passed { pass, turns });
        let Some(course) = course_through(&self.track).filter(|course| course.residual <= ball.course_tolerance_turns) else {
            self.track.pop();
            return false;
        };
        self.note_missed(pass.sensor, last, turns, ball);
        (self.course, self.course_before) = (course, self.course);
        self.passes += 1;
        true
    }

    /// Notes which sensors the ball has passed unseen since the last pass.
    fn note_missed(&mut self, seen: u8, last: f64, turns: f64, ball: &Ball) {
        for sensor in (0..3_u8).filter(|sensor| *sensor != seen) {
            let next = next_turns(last, sensor, self.clockwise, ball);
            if next < turns {
                self.missed[usize::from(sensor)] += 1;
                self.missed_in_all[usize::from(sensor)] += 1;
            }
        }
        self.missed[usize::from(seen)] = 0;
    }

    /// Every pass that was the ball's, in the order of time.
    pub(super) fn seen(&self) -> impl Iterator<Item = Passed> {
        self.before.iter().chain(&self.track).copied()
    }

    /// How many of these it gave before it was followed.
    pub(super) const fn gathered(&self) -> usize {
        self.before.len()
    }

    /// When it was first seen.
    pub(super) fn first_at(&self) -> f64 {
        self.seen().next().map_or(0.0, |seen| seen.pass.at)
    }

    /// The newest pass: time and turns.
    fn last(&self) -> (f64, f64) {
        self.track.last().map(|seen| (seen.pass.at, seen.turns)).unwrap_or_default()
    }

    /// When the ball was last seen on the rim.
    pub(super) fn last_at(&self) -> f64 {
        self.last().0
    }

    /// The laps that the ball certainly ran. They begin where it is blown, or with the first pass where that place is not known. They
    /// end with the pass before the newest, for the newest may be something else that was seen where a ball that had just left the rim
    /// would have been; or later, where the ball was still faster than any that leaves the rim. What it ran unseen is not counted.
    pub(super) fn laps(&self, ball: &Ball, closing: &Closing) -> f64 {
        let Some(Passed { pass, turns }) = self.track.len().checked_sub(2).map(|index| self.track[index]) else { return 0.0 };
        let too_fast = laps_to_leave(&self.course_before, self.course_before.speed_at(pass.at), closing).max(0.0);
        (turns + too_fast).min(self.next(ball)) + self.laps_before
    }

    /// When at the latest the ball must have been seen again if it still runs on the rim. A fast ball may be missed by all three
    /// sensors; a slow one that two have missed has fallen.
    pub(super) fn left_due(&self, ball: &Ball, closing: &Closing) -> f64 {
        let speed = self.course.speed_at(self.last_at()).max(ball.least_turns_per_second);
        let slow = speed < closing.leave_most_turns_per_second * SPEEDS_ALIKE;
        let due = if slow { LAPS_UNSEEN_SLOW } else { LAPS_UNSEEN_FAST } / speed;
        let too_fast = self.too_fast_seconds(closing).min(LAPS_UNSEEN_TOO_FAST / speed);
        self.last_at() + due.max(too_fast)
    }

    /// For how long after it was last seen the ball is at least too fast to leave the rim, in seconds.
    fn too_fast_seconds(&self, closing: &Closing) -> f64 {
        let too_fast = self.course.speed_at(self.last_at()) - closing.leave_most_turns_per_second;
        too_fast.max(0.0) / greatest_deceleration(&self.course, closing)
    }

    /// The last that was seen of the ball.
    pub(super) fn departure(&self, ball: &Ball, closing: &Closing) -> Departure {
        let (_, last) = self.last();
        let next = self.next(ball);
        let after = (0..3_u8).map(|sensor| next_turns(next, sensor, self.clockwise, ball)).fold(f64::INFINITY, f64::min);
        Departure {
            clockwise: self.clockwise,
            newest: newest_of(&self.track, POINTS + 1),
            ahead_turns: [next - last, after - last, 1.0],
            decelerations: [closing.deceleration_least, closing.deceleration_most],
            leaving: closing.leaving_limits(ball),
        }
    }

    /// Whether the ball is still too fast to have left the rim when it was last seen.
    pub(super) fn cannot_have_left(&self, closing: &Closing) -> bool {
        self.course.speed_at(self.last_at()) > closing.leave_most_turns_per_second
    }

    /// When at the earliest the ball may lie in a pocket: it was last seen on the rim, perhaps too fast to leave it, and has to fall.
    pub(super) fn lies_from(&self, closing: &Closing) -> f64 {
        self.last_at() + self.too_fast_seconds(closing) + FALL_LEAST_SECONDS
    }

    /// How many laps the ball will at least run on the rim from `now`.
    pub(super) fn laps_left(&self, now: f64, closing: &Closing) -> f64 {
        let speed = self.course.speed_at(self.last_at()) - greatest_deceleration(&self.course, closing) * (now - self.last_at());
        laps_to_leave(&self.course, speed, closing)
    }

    /// Where the ball comes to a sensor next after the newest pass, in turns.
    fn next(&self, ball: &Ball) -> f64 {
        let (_, last) = self.last();
        (0..3_u8).map(|sensor| next_turns(last, sensor, self.clockwise, ball)).fold(f64::INFINITY, f64::min)
    }
}

/// How many laps a ball of this speed on this course will at least run until it may leave the rim; negative where it is slower than that.
fn laps_to_leave(course: &BallPath, speed: f64, closing: &Closing) -> f64 {
    let leave = closing.leave_most_turns_per_second;
    (speed * speed.abs() - leave * leave) / (2.0 * greatest_deceleration(course, closing))
}

/// How much a ball on this course may slow down at most, by what was seen, in turns a second each second.
fn greatest_deceleration(course: &BallPath, closing: &Closing) -> f64 {
    let error = 2.0 * closing.noise_turns * course.deceleration_error;
    let slowest = closing.deceleration_least;
    (course.deceleration.max(slowest) + error).clamp(slowest, closing.deceleration_most)
}

/// A smooth course through these passes in this direction, if there is one that a ball can run.
fn course(passes: &[Pass], clockwise: bool, ball: &Ball, closing: &Closing) -> Option<BallPath> {
    let course = course_through(&track(passes, clockwise, ball))?;
    let slack = closing.noise_turns * course.deceleration_error * 3.0;
    let slows = (-slack..=closing.deceleration_most * 3.0 + slack).contains(&course.deceleration);
    let runs = course.speed >= ball.least_turns_per_second && course.speed_at(passes.first()?.at) <= ball.most_turns_per_second;
    let arcs = passes.iter().all(|pass| is_arc(pass.width * course.speed_at(pass.at), ball));
    (slows && runs && arcs && course.residual <= ball.course_tolerance_turns).then_some(course)
}

/// How far these passes lie from the courses of one ball, in turns: in the mean over all that seven passes in a row make, and the way round in
/// which it is less. `None` where no ball could run so.
pub(super) fn misfit(passes: &[Pass], ball: &Ball) -> Option<f64> {
    let possible = ball.least_turns_per_second..=ball.most_turns_per_second;
    let of_run = |run: &[Pass], clockwise| {
        let course = course_through(&track(run, clockwise, ball))?;
        (possible.contains(&course.speed) && course.deceleration > 0.0).then_some(course.residual)
    };
    let mean = |clockwise| {
        let residuals: Option<Vec<f64>> = passes.windows(POINTS).map(|run| of_run(run, clockwise)).collect();
        residuals.filter(|all| !all.is_empty()).map(|all| all.iter().sum::<f64>() / all.len() as f64)
    };
    [true, false].into_iter().filter_map(mean).min_by(f64::total_cmp)
}

/// The course through the newest of these passes.
fn course_through(track: &[Passed]) -> Option<BallPath> {
    BallPath::through(&newest_of(track, POINTS))
}

/// So many of the newest of these passes, as times and turns.
fn newest_of(track: &[Passed], count: usize) -> Vec<(f64, f64)> {
    track[track.len().saturating_sub(count)..].iter().map(|seen| (seen.pass.at, seen.turns)).collect()
}

/// The passes with their turns, each the next time that a ball of this direction comes to that sensor.
fn track(passes: &[Pass], clockwise: bool, ball: &Ball) -> Vec<Passed> {
    let mut turns = passes.first().map_or(0.0, |pass| place(pass.sensor, clockwise, ball));
    let each = passes.iter().enumerate().map(|(index, pass)| {
        if index > 0 {
            turns = next_turns(turns, pass.sensor, clockwise, ball);
        }
        Passed { pass: *pass, turns }
    });
    each.collect()
}

/// The first turns after `last` at which a ball of this direction comes to this sensor.
fn next_turns(last: f64, sensor: u8, clockwise: bool, ball: &Ball) -> f64 {
    let ahead = place(sensor, clockwise, ball) - last;
    let part = ahead - libm::floor(ahead);
    // The same sensor again is one lap on, no matter what the rounding of its angle.
    let nothing = !(1e-6..=1.0 - 1e-6).contains(&part);
    if nothing { libm::round(last + 1.0 - place(sensor, clockwise, ball)) + place(sensor, clockwise, ball) } else { last + part }
}

/// The last turns before `next` at which a ball of this direction came to this sensor.
fn turns_before(next: f64, sensor: u8, clockwise: bool, ball: &Ball) -> f64 {
    // Seen the other way round it is the next one.
    -next_turns(-next, sensor, !clockwise, ball)
}

/// The least way that a ball of this direction has run from where it is blown to these turns, in laps; at most one lap.
fn least_way_from_blower(turns: f64, clockwise: bool, ball: &Ball) -> f64 {
    let (at, within) = (ball.blown_at_degrees / 360.0, ball.blown_within_degrees / 360.0);
    let ahead = turns - if clockwise { at } else { -at };
    let way = ahead - libm::floor(ahead);
    // Blown a little earlier it would have come there with a lap less.
    if way + within < 1.0 { (way - within).max(0.0) } else { 0.0 }
}

/// Where a sensor stands, in turns in the direction of the ball.
fn place(sensor: u8, clockwise: bool, ball: &Ball) -> f64 {
    let degrees = ball.sensor_degrees.get(usize::from(sensor)).copied().unwrap_or(0.0);
    if clockwise { degrees / 360.0 } else { -degrees / 360.0 }
}

/// Whether a pulse over this part of a turn may be a ball on the rim.
fn is_arc(turns: f64, ball: &Ball) -> bool {
    (ball.arc_least_degrees..=ball.arc_most_degrees).contains(&(turns * 360.0))
}
