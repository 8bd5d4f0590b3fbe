//! Where the ball left the rim in many spins, and whether that shows a wheel that does not stand level.

use alloc::vec::Vec;

use super::leaving::{Departure, LEVEL, LeavingSpeed, Left, Speed};
use super::parameters::Parameters;
use super::rim::{Passed, Rim};
use super::tilt::{Pull, Tilt};

/// Fewer spins than this say nothing.
const SPINS_LEAST: usize = 20;

/// A wheel is told to be tilted where a level one would look like that less often than this. It is asked anew after every spin, of the
/// last 200 or so: each of two signs would so be wrong about once in five million spins, for looks at nearly the same spins are nearly one
/// look. The simulated level wheels of the tests give none in 10,000.
pub(super) const CHANCE_MOST: f64 = 1e-6;

/// What one ball showed on the rim.
#[derive(Clone, Debug, PartialEq)]
pub struct RimRun {
    /// Where it was seen last.
    pub departure: Departure,
    /// What its course showed of how the wheel stands, where it was seen often enough.
    pub pull: Option<Pull>,
    /// The radius of its track on the rim, in metres.
    pub radius_metres: f64,
}

impl RimRun {
    pub(super) fn of(rim: &Rim, parameters: &Parameters) -> Self {
        let seen: Vec<Passed> = rim.seen().collect();
        Self {
            departure: rim.departure(&parameters.ball, &parameters.closing),
            pull: Pull::of(&seen, rim.clockwise),
            radius_metres: parameters.ball.rim_radius_metres,
        }
    }
}

/// Where the balls left the rim.
#[derive(Clone, Debug, PartialEq)]
pub struct DropZone {
    /// Each place, in the order of the spins.
    pub places: Vec<Left>,
    /// The speed at which they left, on a level wheel.
    pub speed: Speed,
    /// How likely balls that leave as soon anywhere left as unevenly. This is of what the sensors saw alone: between which two of them the
    /// balls left.
    pub chance: f64,
    /// How the wheel stands, by the courses of the balls.
    pub tilt: Option<Tilt>,
    /// Whether the wheel is told to be tilted; `None` where too few balls ran.
    pub tilted: Option<bool>,
}

impl DropZone {
    /// Of these spins, oldest first.
    #[must_use]
    pub fn of(runs: &[RimRun]) -> Self {
        let pulls: Vec<Pull> = runs.iter().filter_map(|run| run.pull).collect();
        let tilt = runs.last().and_then(|run| Tilt::of(&pulls, run.radius_metres));
        let leans = tilt.filter(Tilt::is_told);
        let pull = leans.map_or(LEVEL, |tilt| tilt.pull);
        let mut leaving = LeavingSpeed::unknown(runs.first().map_or([0.0, 1.0], |run| run.departure.leaving));
        let any = leaving.speed();
        runs.iter().for_each(|run| leaving.learn(&run.departure, pull));
        let speed = leaving.speed();
        let places = runs.iter().map(|run| run.departure.left(&speed, pull)).collect();
        // Balls of either direction leave a tilted wheel on opposite sides, so each direction is looked at for itself.
        let of = |clockwise: bool| runs.iter().map(|run| &run.departure).filter(move |departure| departure.clockwise == clockwise);
        let seen = |clockwise: bool| unevenness(of(clockwise).map(|departure| departure.left(&any, LEVEL).mean_direction));
        let uneven = seen(true) + seen(false);
        let chance = (1.0 + uneven) * libm::exp(-uneven);
        let tilted = (runs.len() >= SPINS_LEAST).then_some(leans.is_some() || chance < CHANCE_MOST);
        Self { places, speed, chance, tilt, tilted }
    }
}

/// Rayleigh's test with weights: each place pulls as strongly as it is certain. The square of what they pull together, over the sum of
/// their squares; on a level wheel it exceeds `q` with a chance of exp(-q).
fn unevenness(directions: impl Iterator<Item = [f64; 2]>) -> f64 {
    let (mut east, mut north, mut squares) = (0.0, 0.0, 0.0);
    for [x, y] in directions {
        (east, north, squares) = (east + x, north + y, squares + x * x + y * y);
    }
    if squares > 0.0 { (east * east + north * north) / squares } else { 0.0 }
}
