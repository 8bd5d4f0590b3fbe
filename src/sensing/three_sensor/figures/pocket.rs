//! The ball in its pocket: how long each sensor saw it, and how far inside the pocket's edges.

use alloc::vec::Vec;

use super::heard::Heard;
use super::turning::Turning;
use super::{Moments, mean, whole};
use crate::model::{POCKETS, Pocket, SpinFigures};
use crate::sensing::three_sensor::parameters::Parameters;
use crate::sensing::three_sensor::reader::place_on_rotor;
use crate::sensing::three_sensor::rim::Pass;

/// Measures the ball that came to rest.
pub(super) fn measure(figures: &mut SpinFigures, heard: &Heard, turning: &Turning, moments: &Moments, parameters: &Parameters) {
    let Some((left_rim, pocket)) = moments.left_rim.zip(moments.pocket) else { return };
    let keys = &parameters.reading;
    let is_long = |pass: &&Pass| (keys.width_least_milliseconds..=keys.width_most_milliseconds).contains(&(pass.width * 1e3));
    let after: Vec<Pass> = heard.ball.iter().filter(|pass| pass.at > left_rim).filter(is_long).copied().collect();
    // The readings that made the number: the newest of each sensor.
    let newest = (0..3_u8).flat_map(|sensor| {
        let own = after.iter().rev().filter(move |pass| pass.sensor == sensor);
        own.take(keys.required_turns as usize).copied().collect::<Vec<_>>()
    });
    let newest: Vec<Pass> = newest.collect();
    for (sensor, of_sensor) in (0..3_u8).zip(&mut figures.sensors) {
        let widths = newest.iter().filter(|pass| pass.sensor == sensor).map(|pass| pass.width);
        of_sensor.pocket_microseconds = mean(widths).map(|seconds| whole(seconds * 1e6));
    }
    let Some(clockwise) = heard.clockwise else { return };
    let places = newest.iter().filter_map(|pass| place(pass, turning, clockwise, parameters));
    let margin = places.map(|place| 0.5 - off(place, pocket).abs()).min_by(f64::total_cmp);
    figures.margin_millipockets = margin.map(|pockets| whole(pockets * 1e3));
}

/// Where on the rotor the ball passed, in pockets clockwise from the middle of zero.
fn place(pass: &Pass, turning: &Turning, clockwise: bool, parameters: &Parameters) -> Option<f64> {
    let turns = turning.turns_since_index(pass.at)?;
    let turns = if clockwise { turns } else { -turns };
    let sensor = parameters.ball.sensor_degrees.get(usize::from(pass.sensor))? / 360.0;
    Some(place_on_rotor(sensor - turns, parameters.reading.offset_pockets))
}

/// How far a place lies from the middle of this pocket, in pockets.
fn off(place: f64, pocket: Pocket) -> f64 {
    let middle = pocket.place() as f64;
    let pockets = POCKETS as f64;
    let off = place - middle;
    off - pockets * libm::round(off / pockets)
}
