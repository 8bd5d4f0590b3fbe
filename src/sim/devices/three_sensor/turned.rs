//! Two spins on one wheel, of which the second is launched the other way round, as the croupiers of a hand-spun wheel alternate them: the
//! rotor slows down to a standstill and turns back, and the ball runs against it again.

use super::noise::Level;
use super::rotor::Rotor;
use super::truth::Script;
use super::{Recorded, spin};
use crate::sensing::three_sensor::{Edge, Line};
use crate::sim::chance::Chance;

/// How long a rotor takes to stand still, and to come to its speed again, in seconds.
const SLOWING_SECONDS: f64 = 4.0;

/// The teeth of its encoder, and how much of a pitch each is wide on either side of its middle.
const TEETH: f64 = 74.0;
const HALF_TOOTH: f64 = 0.125;

/// The rotor is driven the other way in the last of these two spins; when, in seconds, and both.
#[must_use]
pub(super) fn turned_spin(seed: u64, level: Level) -> (f64, Recorded) {
    let rotor = |seed| Rotor::new(&mut Chance::new(seed, 0));
    let before = (1..).map(|more| seed.wrapping_add(more)).find(|other| rotor(*other).clockwise != rotor(seed).clockwise);
    let before = before.unwrap_or(seed);
    let (first, second) = (spin(before, level, Script::Plain), spin(seed, level, Script::Plain));
    let turned_at = first.truth.end_s + 0.2;
    let begins_at = turned_at + 2.0 * SLOWING_SECONDS;
    let later = |edge: &Edge, seconds: f64| Edge { at_nanoseconds: edge.at_nanoseconds + (seconds * 1e9) as u64, ..*edge };
    let mut edges = first.edges;
    // The line that says which way comes first of all; the rotor turns on for a while.
    edges.extend(second.edges.iter().filter(|edge| edge.line == Line::RotorDirection).map(|edge| later(edge, turned_at)));
    edges.extend(reversal((&rotor(before), turned_at), (&rotor(seed), 0.0)).iter().map(|edge| later(edge, turned_at)));
    edges.extend(second.edges.iter().filter(|edge| edge.line != Line::RotorDirection).map(|edge| later(edge, begins_at)));
    edges.sort_by_key(|edge| edge.at_nanoseconds);
    let mut truth = second.truth;
    [&mut truth.launch_s, &mut truth.left_rim_s, &mut truth.end_s].into_iter().for_each(|at| *at += begins_at);
    (turned_at, Recorded { edges, truth })
}

/// What the encoder shows of a rotor that slows down evenly, stands still, and comes to its speed the other way: first as it was at one
/// moment, and in the end as it is at another. Its speed and its teeth go on as they were: a rotor leaps nowhere.
fn reversal(before: (&Rotor, f64), after: (&Rotor, f64)) -> Vec<Edge> {
    let end = 2.0 * SLOWING_SECONDS;
    let slows = teeth_of_slowing(before.0.turns(before.1), before.0.turns_per_second(before.1));
    // Seen backwards in time it slows down as well.
    let gathers = teeth_of_slowing(-after.0.turns(after.1), after.0.turns_per_second(after.1));
    let gathers = gathers.into_iter().map(|(rise, fall)| (end - fall, end - rise)).rev();
    let edge = |seconds: f64, active| Edge { at_nanoseconds: (seconds * 1e9) as u64, line: Line::RotorEncoder, active };
    slows.into_iter().chain(gathers).flat_map(|(rise, fall)| [edge(rise, true), edge(fall, false)]).collect()
}

/// When each tooth comes and goes while the rotor slows down evenly from this speed to a standstill, having turned so far.
fn teeth_of_slowing(turned: f64, turns_per_second: f64) -> Vec<(f64, f64)> {
    let all = turns_per_second * SLOWING_SECONDS / 2.0;
    let when = |tooth: f64| SLOWING_SECONDS * (1.0 - (1.0 - (tooth / TEETH - turned) / all).max(0.0).sqrt());
    let first = (turned * TEETH + HALF_TOOTH).ceil() as i64;
    let last = ((turned + all) * TEETH - HALF_TOOTH).floor() as i64;
    (first..=last).map(|tooth| [tooth as f64 - HALF_TOOTH, tooth as f64 + HALF_TOOTH].map(when)).map(|[rise, fall]| (rise, fall)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pitch longer than this, in seconds, is that of a rotor which nearly stands still.
    const SLOW_PITCH: f64 = 0.08;

    /// Every gap is a whole number of pitches, also where one spin goes over into the other.
    #[test]
    fn a_rotor_that_is_turned_round_never_leaps() {
        for seed in 0..40 {
            let (_, Recorded { edges, .. }) = turned_spin(seed, Level::Clean);
            let rises: Vec<f64> = edges
                .iter()
                .filter(|edge| edge.line == Line::RotorEncoder && edge.active)
                .map(|edge| edge.at_nanoseconds as f64 / 1e9)
                .collect();
            let mut pitch = rises[1] - rises[0];
            for pair in rises.windows(2) {
                let gap = pair[1] - pair[0];
                // Nearly at a standstill each pitch is far longer than the one before, and none is missing.
                let pitches = if pitch > SLOW_PITCH { 1.0 } else { (gap / pitch).round().max(1.0) };
                assert!(pitch > SLOW_PITCH || (gap / pitch - pitches).abs() < 0.1, "seed {seed}: {pair:?} after {pitch}");
                pitch = gap / pitches;
            }
        }
    }
}
