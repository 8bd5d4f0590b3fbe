//! Where the ball left the rim in many spins. On a wheel that stands level that is anywhere; on one that does not it is mostly on one
//! side, long before the numbers show anything.

use crate::model::{DropZone, SECTORS};

/// Fewer spins than this say nothing.
const SPINS_LEAST: usize = 20;

/// A wheel is said to be tilted where a level one would look like that less often than this.
const CHANCE_MOST: f64 = 0.001;

/// What the places show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Where they were, and whether the wheel is tilted.
    pub zone: DropZone,
    /// From 0, all round, to 1, all at one place.
    pub concentration: f64,
    /// How likely a level wheel shows as much.
    pub chance: f64,
}

/// Rayleigh's test: were the places points on a circle, how far from its middle would their centre lie?
#[must_use]
pub fn of(degrees: &[u16]) -> Measured {
    let mut sectors = [0_u32; SECTORS];
    let (mut east, mut north) = (0.0, 0.0);
    for degrees in degrees {
        sectors[usize::from(*degrees) * SECTORS / 360 % SECTORS] += 1;
        let (sine, cosine) = f64::from(*degrees).to_radians().sin_cos();
        (east, north) = (east + sine, north + cosine);
    }
    let spins = degrees.len() as f64;
    let concentration = east.hypot(north) / spins.max(1.0);
    let chance = (-spins * concentration * concentration).exp();
    let enough = degrees.len() >= SPINS_LEAST;
    let mostly_at = || east.atan2(north).to_degrees().rem_euclid(360.0).round() as u16 % 360;
    let zone = DropZone {
        spins: degrees.len(),
        sectors,
        mostly_at_degrees: enough.then(mostly_at),
        tilted: enough.then_some(chance < CHANCE_MOST),
    };
    Measured { zone, concentration, chance }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(degrees: &[u16], tilted: Option<bool>, mostly_at: Option<u16>) {
        let zone = of(degrees).zone;
        assert_eq!((zone.tilted, zone.mostly_at_degrees), (tilted, mostly_at), "{zone:?}");
    }

    #[test]
    fn places_all_round_the_rim_are_those_of_a_level_wheel() {
        let all_round: Vec<u16> = (0..360).step_by(10).collect();
        let zone = of(&all_round).zone;
        assert_eq!((zone.tilted, zone.sectors), (Some(false), [3; SECTORS]), "{zone:?}");
    }

    #[test]
    fn places_on_one_side_are_those_of_a_tilted_wheel() {
        let one_side: Vec<u16> = (0..30).map(|spin| 320 + spin * 4).map(|degrees| degrees % 360).collect();
        check(&one_side, Some(true), Some(18));
    }

    #[test]
    fn a_few_spins_say_nothing() {
        check(&[90; 19], None, None);
    }
}
