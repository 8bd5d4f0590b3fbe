//! Defects of the kernel and of the cables: times that jump, edges that are lost, lines that are stuck, swapped or inverted.

use super::super::ball::Flight;
use super::super::real;
use super::{Defect, moment};
use crate::sensing::three_sensor::{Edge, Line};
use crate::sim::chance::{Chance, Rate};

/// The lines that are read.
const INPUTS: [Line; 5] = [Line::RotorIndex, Line::RotorEncoder, Line::Ball(0), Line::Ball(1), Line::Ball(2)];

impl Defect {
    /// What happens to the edges.
    pub(super) fn on_edges(self, edges: &mut Vec<Edge>, flight: &Flight, end: f64, chance: &mut Chance) {
        let late = flight.left_rim + 12.0;
        match self {
            Self::ClockForward => jump(edges, moment(late, chance), real(chance, 10.0, 200.0)),
            Self::ClockForwardOften => (0..chance.between(2, 40)).for_each(|_| jump(edges, moment(end, chance), real(chance, 10.0, 200.0))),
            Self::ClockBack => jump(edges, moment(late, chance), -real(chance, 10.0, 200.0)),
            Self::ClockBackSorted => {
                jump(edges, moment(late, chance), -real(chance, 10.0, 200.0));
                edges.sort_by_key(|edge| edge.at_nanoseconds);
            }
            Self::ClockBothWays => {
                (0..chance.between(2, 40)).for_each(|_| jump(edges, moment(end, chance), real(chance, -200.0, 200.0)));
                if chance.below(2) == 0 {
                    edges.sort_by_key(|edge| edge.at_nanoseconds);
                }
            }
            Self::ClockDrifts => drift(edges, chance),
            Self::EdgesLate => {
                (0..chance.between(3, 60)).for_each(|_| hand_over_late(edges, moment(end, chance), real(chance, 0.002, 0.12)))
            }
            Self::EdgesLost => lose(edges, moment(late, chance), real(chance, 0.05, 2.0)),
            Self::EdgesLostOften => (0..chance.between(2, 12)).for_each(|_| lose(edges, moment(end, chance), real(chance, 0.05, 1.0))),
            Self::EdgesLostOfLine => {
                let (line, rate) = (any(chance), Rate::per_million(chance.between(5_000, 200_000) as u32));
                edges.retain(|edge| edge.line != line || !chance.happens(rate));
            }
            Self::LineStuckActive => stick(edges, any(chance), moment(late, chance), real(chance, 0.1, 6.0), true),
            Self::LineStuckInactive => stick(edges, any(chance), moment(late, chance), real(chance, 0.1, 12.0), false),
            Self::LineInverted => {
                let line = any(chance);
                edges.iter_mut().filter(|edge| edge.line == line).for_each(|edge| edge.active = !edge.active);
            }
            Self::BallLinesSwapped => {
                let left = chance.below(3) as u8;
                rename(edges, |line| match line {
                    Line::Ball(ball) if ball != left => Line::Ball(3 - left - ball),
                    line => line,
                });
            }
            Self::BallLinesTurned => {
                let on = 1 + chance.below(2) as u8;
                rename(edges, |line| if let Line::Ball(ball) = line { Line::Ball((ball + on) % 3) } else { line });
            }
            Self::IndexEncoderSwapped => rename(edges, |line| match line {
                Line::RotorIndex => Line::RotorEncoder,
                Line::RotorEncoder => Line::RotorIndex,
                line => line,
            }),
            Self::BallLineDoubled => {
                let one = chance.below(3) as u8;
                let (from, to) = (Line::Ball(one), Line::Ball((one + 1 + chance.below(2) as u8) % 3));
                let doubled = edges.iter().filter(|edge| edge.line == from).map(|edge| Edge { line: to, ..*edge }).collect::<Vec<_>>();
                edges.extend(doubled);
                edges.sort_by_key(|edge| edge.at_nanoseconds);
            }
            _ => {}
        }
    }
}

fn any(chance: &mut Chance) -> Line {
    INPUTS[chance.below(INPUTS.len() as u64) as usize]
}

fn nanoseconds(seconds: f64) -> u64 {
    (seconds.max(0.0) * 1e9) as u64
}

/// From this moment on all times are others. What happened is still told in its order.
fn jump(edges: &mut [Edge], from: f64, milliseconds: f64) {
    let (from, by) = (nanoseconds(from), (milliseconds * 1e6) as i64);
    edges.iter_mut().filter(|edge| edge.at_nanoseconds >= from).for_each(|edge| {
        edge.at_nanoseconds = edge.at_nanoseconds.saturating_add_signed(by);
    });
}

/// The clock runs too fast for a while and too slowly for a while.
fn drift(edges: &mut [Edge], chance: &mut Chance) {
    let (part, period) = (real(chance, 0.002, 0.02), real(chance, 4.0, 60.0));
    let turn = std::f64::consts::TAU / period;
    for edge in edges {
        let at = edge.at_nanoseconds as f64 / 1e9;
        edge.at_nanoseconds = nanoseconds(at + part / turn * (1.0 - (turn * at).cos()));
    }
}

/// What happens in this time is stamped with its end.
fn hand_over_late(edges: &mut [Edge], from: f64, seconds: f64) {
    let (from, until) = (nanoseconds(from), nanoseconds(from + seconds));
    let late = edges.iter_mut().filter(|edge| (from..until).contains(&edge.at_nanoseconds));
    late.for_each(|edge| edge.at_nanoseconds = until);
}

/// What happens in this time is not told.
fn lose(edges: &mut Vec<Edge>, from: f64, seconds: f64) {
    let lost = nanoseconds(from)..nanoseconds(from + seconds);
    edges.retain(|edge| !INPUTS.contains(&edge.line) || !lost.contains(&edge.at_nanoseconds));
}

/// The line stays at this level for so long.
fn stick(edges: &mut Vec<Edge>, line: Line, from: f64, seconds: f64, active: bool) {
    let (from, until) = (nanoseconds(from), nanoseconds(from + seconds));
    let stands = |edge: &Edge, at| edge.line == line && edge.at_nanoseconds < at;
    let after = edges.iter().rev().find(|edge| stands(edge, until)).is_some_and(|edge| edge.active);
    edges.retain(|edge| edge.line != line || !(from..until).contains(&edge.at_nanoseconds));
    edges.push(Edge { at_nanoseconds: from, line, active });
    edges.push(Edge { at_nanoseconds: until, line, active: after });
    edges.sort_by_key(|edge| edge.at_nanoseconds);
}

fn rename(edges: &mut [Edge], other: impl Fn(Line) -> Line) {
    edges.iter_mut().for_each(|edge| edge.line = other(edge.line));
}
