//! The pulses of a spin, line by line.

use alloc::vec::Vec;

use crate::sensing::three_sensor::edge::{Edge, Line};
use crate::sensing::three_sensor::parameters::Parameters;
use crate::sensing::three_sensor::pulses::Debouncer;
use crate::sensing::three_sensor::rim::Pass;

/// The input lines, in the order of their debouncers.
const INPUTS: [Line; 5] = [Line::RotorIndex, Line::RotorEncoder, Line::Ball(0), Line::Ball(1), Line::Ball(2)];

/// A pulse of the rotor, by its middle and its length in seconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct RotorPulse {
    pub(super) at: f64,
    pub(super) width: f64,
    pub(super) is_index: bool,
}

/// What was heard of the lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Heard {
    /// Which way the rotor was driven at the end.
    pub(super) clockwise: Option<bool>,
    /// Its pulses since it is driven that way, in the order in which they ended.
    pub(super) rotor: Vec<RotorPulse>,
    /// The passes of the ball since then.
    pub(super) ball: Vec<Pass>,
}

impl Heard {
    pub(super) fn of(edges: &[Edge], parameters: &Parameters) -> Self {
        let (mut heard, mut inputs) = (Self::default(), [Debouncer::new(&parameters.pulses); 5]);
        let mut now = 0;
        for edge in edges {
            now = edge.at_nanoseconds.max(now);
            heard.take(&mut inputs, now);
            if edge.line == Line::RotorDirection && heard.clockwise != Some(edge.active) {
                heard = Self { clockwise: Some(edge.active), ..Self::default() };
            }
            if let Some(place) = INPUTS.iter().position(|line| *line == edge.line) {
                inputs[place].edge(now, edge.active);
            }
        }
        heard.take(&mut inputs, u64::MAX);
        heard
    }

    fn take(&mut self, inputs: &mut [Debouncer; 5], now: u64) {
        for (line, input) in INPUTS.into_iter().zip(inputs) {
            let Some(pulse) = input.take(now) else { continue };
            match line {
                Line::Ball(sensor) => self.ball.push(Pass { sensor, at: pulse.middle(), width: pulse.width() }),
                line => self.rotor.push(RotorPulse { at: pulse.middle(), width: pulse.width(), is_index: line == Line::RotorIndex }),
            }
        }
    }
}
