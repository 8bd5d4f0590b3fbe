//! Where the ball left the rim in many spins, as a technician is shown it.

use crate::model::{DropZone, RIM_PARTS, TiltView};
use crate::sensing::three_sensor::{self, Left};

/// What is known to lie within so many standard deviations in nine of ten cases.
const DEVIATIONS: f64 = 1.645;

/// The picture and the verdict of these places.
#[must_use]
pub fn shown(measured: &three_sensor::DropZone) -> DropZone {
    let spins = measured.places.len();
    if spins == 0 {
        return DropZone::default();
    }
    let mut within: Vec<u16> = measured.places.iter().map(|left| (left.within_turns * 360.0).round() as u16).collect();
    within.sort_unstable();
    let [speed, scatter] = [measured.speed.mean, measured.speed.scatter].map(|speed| (speed * 1e3).round() as u32);
    let tilt = measured.tilt.map(|tilt| TiltView {
        centidegrees: (tilt.degrees * 100.0).round() as u32,
        error_centidegrees: (tilt.error_degrees * 100.0).ceil() as u32,
        highest_at_degrees: (tilt.highest_at_turns * 360.0).round() as u16 % 360,
        is_told: tilt.is_told(),
    });
    DropZone {
        spins,
        milliballs: spread(&measured.places),
        within_degrees: within.get(spins / 2).copied(),
        leaving_milliturns: Some((speed, scatter)),
        tilt,
        tilted: measured.tilted,
    }
}

/// How many thousandths of a ball left in each part of the rim, where each is spread as far as its place is uncertain.
fn spread(places: &[Left]) -> Vec<u32> {
    let mut parts = [0.0; RIM_PARTS];
    for left in places {
        let deviation = (left.within_turns / DEVIATIONS).max(0.5 / RIM_PARTS as f64);
        let weights: Vec<f64> = (0..RIM_PARTS).map(|part| weight((part as f64 + 0.5) / RIM_PARTS as f64 - left.turns, deviation)).collect();
        let whole: f64 = weights.iter().sum();
        parts.iter_mut().zip(weights).for_each(|(part, weight)| *part += weight / whole);
    }
    parts.iter().map(|balls| (balls * 1e3).round() as u32).collect()
}

/// How likely a ball lies so far away on the rim, in turns.
fn weight(away: f64, deviation: f64) -> f64 {
    let off = (away - away.round()) / deviation;
    (-off * off / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(degrees: f64, within_degrees: f64) -> Left {
        let (turns, within_turns) = (degrees / 360.0, within_degrees / 360.0);
        Left { turns, within_turns, at_seconds: 0.0, turns_per_second: 0.5, mean_direction: [0.0; 2] }
    }

    /// Over how many parts of the rim a ball at these degrees is spread, and where it is likeliest.
    #[track_caller]
    fn check(degrees: f64, within: f64, parts: std::ops::RangeInclusive<usize>, likeliest: usize) {
        let spread = spread(&[left(degrees, within)]);
        let most = *spread.iter().max().expect("the rim has parts");
        assert_eq!(spread.iter().position(|part| *part == most), Some(likeliest), "{spread:?}");
        assert!(parts.contains(&spread.iter().filter(|part| **part > 10).count()), "{spread:?}");
        assert!(spread.iter().sum::<u32>().abs_diff(1_000) < RIM_PARTS as u32, "{spread:?}");
    }

    #[test]
    fn a_place_is_drawn_as_wide_as_it_is_uncertain() {
        check(12.5, 3.0, 1..=3, 2);
        check(12.5, 20.0, 7..=11, 2);
        check(358.0, 60.0, 22..=32, 71);
    }

    #[test]
    fn no_spins_have_no_zone() {
        assert!(spread(&[]).iter().all(|part| *part == 0));
    }
}
