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

/// Its speed before and after that, in turns a second, and the teeth of its encoder.
const TURNS_PER_SECOND: f64 = 0.28;
const TEETH: f64 = 74.0;

/// The rotor is driven the other way in the last of these two spins; when, in seconds, and both.
#[must_use]
pub(super) fn turned_spin(seed: u64, level: Level) -> (f64, Recorded) {
    let turns_clockwise = |seed| Rotor::new(&mut Chance::new(seed, 0)).clockwise;
    let before = (1..).map(|more| seed.wrapping_add(more)).find(|other| turns_clockwise(*other) != turns_clockwise(seed));
    let (first, second) = (spin(before.unwrap_or(seed), level, Script::Plain), spin(seed, level, Script::Plain));
    let turned_at = first.truth.end_s + 0.2;
    let begins_at = turned_at + 2.0 * SLOWING_SECONDS;
    let later = |edge: &Edge, seconds: f64| Edge { at_nanoseconds: edge.at_nanoseconds + (seconds * 1e9) as u64, ..*edge };
    let mut edges = first.edges;
    // The line that says which way comes first of all; the rotor turns on for a while.
    edges.extend(second.edges.iter().filter(|edge| edge.line == Line::RotorDirection).map(|edge| later(edge, turned_at)));
    edges.extend(reversal().iter().map(|edge| later(edge, turned_at)));
    edges.extend(second.edges.iter().filter(|edge| edge.line != Line::RotorDirection).map(|edge| later(edge, begins_at)));
    edges.sort_by_key(|edge| edge.at_nanoseconds);
    let mut truth = second.truth;
    [&mut truth.launch_s, &mut truth.left_rim_s, &mut truth.end_s].into_iter().for_each(|at| *at += begins_at);
    (turned_at, Recorded { edges, truth })
}

/// What the encoder shows of a rotor that slows down evenly, stands still, and comes to its speed the other way.
fn reversal() -> Vec<Edge> {
    let turns = TURNS_PER_SECOND * SLOWING_SECONDS / 2.0;
    let when = |tooth: f64| SLOWING_SECONDS * (1.0 - (1.0 - tooth / (turns * TEETH)).max(0.0).sqrt());
    let teeth = 1..(turns * TEETH) as u32;
    let pulses = teeth.map(|tooth| [when(f64::from(tooth) - 0.125), when(f64::from(tooth) + 0.125)]);
    let edge = |seconds: f64, active| Edge { at_nanoseconds: (seconds * 1e9) as u64, line: Line::RotorEncoder, active };
    let both_ways = pulses.flat_map(|[rise, fall]| [(rise, fall), (2.0 * SLOWING_SECONDS - fall, 2.0 * SLOWING_SECONDS - rise)]);
    both_ways.flat_map(|(rise, fall)| [edge(rise, true), edge(fall, false)]).collect()
}
