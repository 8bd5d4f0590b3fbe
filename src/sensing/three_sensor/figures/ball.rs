//! The ball on the rim: its laps, its speed, and what each sensor showed of it.

use alloc::vec::Vec;

use super::{mean, whole};
use crate::model::{SensorFigures, SpinFigures};
use crate::sensing::three_sensor::drop_zone::DropZone;
use crate::sensing::three_sensor::fit::BallPath;
use crate::sensing::three_sensor::rim::{Passed, Rim};
use crate::sensing::three_sensor::wheel::Wheel;

/// A pass is compared with a course through so many passes on either side of it.
const BESIDE: usize = 3;

/// A ball that was seen by fewer passes than this of one sensor shows none of its jitter.
const JITTER_PASSES: usize = 3;

/// Measures the ball that this wheel has followed last.
pub(super) fn measure(figures: &mut SpinFigures, wheel: &Wheel, closed: Option<f64>) {
    let Some(rim) = wheel.spin.as_ref().and_then(|spin| spin.rim.as_ref()) else { return };
    let seen: Vec<Passed> = rim.seen().collect();
    figures.lap_milliseconds = laps(&seen).into_iter().map(|seconds| whole(seconds * 1e3)).collect();
    figures.ball_at_close_milliturns = closed.and_then(|at| speed_at(&seen, at)).map(|speed| whole(speed * 1e3));
    if let Some(run) = wheel.rim_run() {
        let zone = DropZone::of(&[run]);
        figures.ball_at_drop_milliturns = zone.places.first().map(|left| whole(left.turns_per_second * 1e3));
    }
    figures.sensors = (0..3).map(|sensor| of_sensor(sensor, rim, &seen)).collect();
}

/// How long each lap took, in seconds, by the sensor that saw the ball most often. Laps between which it missed the ball are alike.
fn laps(seen: &[Passed]) -> Vec<f64> {
    let count = |sensor: u8| seen.iter().filter(|passed| passed.pass.sensor == sensor).count();
    let Some(best) = (0..3).max_by_key(|sensor| count(*sensor)) else { return Vec::new() };
    let own: Vec<&Passed> = seen.iter().filter(|passed| passed.pass.sensor == best).collect();
    let mut laps = Vec::new();
    for pair in own.windows(2) {
        let turns = libm::round(pair[1].turns - pair[0].turns).max(1.0);
        laps.extend(core::iter::repeat_n((pair[1].pass.at - pair[0].pass.at) / turns, turns as usize));
    }
    laps
}

/// The course of the ball around its pass number `index`, without that pass itself.
fn course_beside(seen: &[Passed], index: usize) -> Option<BallPath> {
    let around = index.saturating_sub(BESIDE)..(index + BESIDE + 1).min(seen.len());
    let points: Vec<(f64, f64)> = around.filter(|other| *other != index).map(|other| (seen[other].pass.at, seen[other].turns)).collect();
    BallPath::through(&points)
}

/// How fast the ball was at `at`, in turns a second.
fn speed_at(seen: &[Passed], at: f64) -> Option<f64> {
    let nearest = (0..seen.len()).min_by(|a, b| (seen[*a].pass.at - at).abs().total_cmp(&(seen[*b].pass.at - at).abs()))?;
    course_beside(seen, nearest).map(|course| course.speed_at(at))
}

fn of_sensor(sensor: u8, rim: &Rim, seen: &[Passed]) -> SensorFigures {
    let own = || (0..seen.len()).filter(move |index| seen[*index].pass.sensor == sensor);
    let with_course = || own().filter_map(|index| Some((seen[index], course_beside(seen, index)?)));
    let arc = mean(with_course().map(|(passed, course)| passed.pass.width * course.speed_at(passed.pass.at) * 360.0));
    // Only where a smooth course lies on either side: neither where the ball gathers speed, nor at the last pass, which may be a bounce.
    let smooth = rim.gathered() + 2 * BESIDE..seen.len().saturating_sub(BESIDE + 1);
    let between = own().filter(|index| smooth.contains(index));
    let late: Vec<f64> = between.filter_map(|index| late(seen[index], &course_beside(seen, index)?)).collect();
    SensorFigures {
        passes: own().count() as u32,
        missed: rim.missed_in_all[usize::from(sensor)],
        arc_centidegrees: arc.map(|degrees| whole(degrees * 100.0)),
        pocket_microseconds: None,
        jitter_microseconds: jitter(&late).map(|seconds| whole(seconds * 1e6)),
    }
}

/// How much later the pass came than its course has it, in seconds.
fn late(passed: Passed, course: &BallPath) -> Option<f64> {
    let speed = course.speed_at(passed.pass.at);
    (speed > 0.0).then(|| (course.at(passed.pass.at) - passed.turns) / speed)
}

/// The standard deviation around their mean: a sensor that stands off its angle is always late and does not jitter.
fn jitter(late: &[f64]) -> Option<f64> {
    let middle = mean(late.iter().copied()).filter(|_| late.len() >= JITTER_PASSES)?;
    let squares: f64 = late.iter().map(|late| (late - middle) * (late - middle)).sum();
    Some(libm::sqrt(squares / (late.len() - 1) as f64))
}
