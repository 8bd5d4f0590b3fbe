//! `croupierctl spins drop-zone`: where the ball left the rim in the last rounds. On a wheel that stands level that is anywhere; on one that
//! does not it is mostly on one side, long before the numbers show anything.

use clap::Args;
use serde_json::{Value, json};

use super::Place;
use super::list::{LeftRim, start};
use crate::ctl::Failure;
use crate::journal::Record;

/// The rim in parts of 30 degrees.
const SECTORS: usize = 12;

/// Fewer spins than this say nothing.
const SPINS_LEAST: usize = 20;

/// A wheel is said to be tilted where a level one would look like that less often than this.
const CHANCE_MOST: f64 = 0.001;

/// Which spins to look at.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Over how many rounds, the newest of all.
    #[arg(long, value_name = "COUNT", default_value_t = 1_000)]
    last: usize,
    #[command(flatten)]
    place: Place,
}

/// One JSON object: how often in each part of the rim, towards where, and how likely that is by chance alone.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let reader = arguments.place.reader()?;
    let mut left = Vec::new();
    for link in reader.range(start(&reader, arguments.last)?, u64::MAX) {
        let entry = link?.entry;
        if let Some(left_rim) = LeftRim::of(&Record::decode(&entry.payload)?.input.what) {
            left.push((entry.round, left_rim.degrees));
        }
    }
    let newest = left.last().map_or(0, |(round, _)| *round);
    let first = newest.saturating_sub(arguments.last.saturating_sub(1) as u64);
    let degrees: Vec<u16> = left.iter().filter(|(round, _)| *round >= first).map(|(_, degrees)| *degrees).collect();
    Ok(format!("{}\n", summary(&degrees)))
}

/// Rayleigh's test: were the places points on a circle, how far from its middle would their centre lie?
fn summary(degrees: &[u16]) -> Value {
    let mut sectors = [0_u32; SECTORS];
    let (mut east, mut north) = (0.0, 0.0);
    for degrees in degrees {
        sectors[usize::from(*degrees) * SECTORS / 360 % SECTORS] += 1;
        let (sine, cosine) = f64::from(*degrees).to_radians().sin_cos();
        (east, north) = (east + sine, north + cosine);
    }
    let spins = degrees.len() as f64;
    let length = east.hypot(north) / spins.max(1.0);
    let chance = (-spins * length * length).exp();
    let enough = degrees.len() >= SPINS_LEAST;
    json!({
        "spins": degrees.len(),
        "sectors_of_30_degrees": sectors,
        "mostly_at_degrees": enough.then(|| (east.atan2(north).to_degrees().rem_euclid(360.0)).round()),
        "concentration": (length * 1e3).round() / 1e3,
        "chance_on_a_level_wheel": chance,
        "tilted": enough.then_some(chance < CHANCE_MOST),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(degrees: &[u16], tilted: Value, mostly_at: Value) {
        let summary = summary(degrees);
        assert_eq!((&summary["tilted"], &summary["mostly_at_degrees"]), (&tilted, &mostly_at), "{summary}");
    }

    #[test]
    fn places_all_round_the_rim_are_those_of_a_level_wheel() {
        let all_round: Vec<u16> = (0..360).step_by(10).collect();
        let summary = summary(&all_round);
        assert_eq!((&summary["tilted"], &summary["sectors_of_30_degrees"]), (&json!(false), &json!(vec![3; 12])), "{summary}");
    }

    #[test]
    fn places_on_one_side_are_those_of_a_tilted_wheel() {
        let one_side: Vec<u16> = (0..30).map(|spin| 320 + spin * 4).map(|degrees| degrees % 360).collect();
        check(&one_side, json!(true), json!(18.0));
    }

    #[test]
    fn a_few_spins_say_nothing() {
        check(&[90; 19], Value::Null, Value::Null);
    }
}
