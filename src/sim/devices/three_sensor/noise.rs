//! How much the lines lie.

use serde::Serialize;

use crate::sim::chance::Rate;

/// The noise on the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// None at all.
    Clean,
    /// As measured on a working wheel.
    Field,
    /// Loose contacts and dirty sensors.
    Harsh,
}

/// The numbers of a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noise {
    /// How often an edge is accompanied by a short pulse of its own.
    pub(super) chatter: Rate,
    /// How often a pulse of each kind of line is missing.
    pub(super) missed_encoder: Rate,
    pub(super) missed_index: Rate,
    pub(super) missed_ball: Rate,
    /// Glitches on each line, in a second.
    pub(super) glitches: f64,
    /// Whole pulses that nothing causes, on each line, in a second.
    pub(super) extra_pulses: f64,
    /// How far a pulse may lie from its true time, in seconds.
    pub(super) jitter: f64,
}

impl Noise {
    pub(super) const fn new(level: Level) -> Self {
        let [chatter, missed_encoder, missed_index, missed_ball] = match level {
            Level::Clean => [0, 0, 0, 0],
            Level::Field => [150_000, 5_000, 5_000, 20_000],
            Level::Harsh => [350_000, 20_000, 30_000, 60_000],
        };
        let (glitches, extra_pulses, jitter) = match level {
            Level::Clean => (0.0, 0.0, 0.0),
            Level::Field => (0.1, 0.0, 0.000_4),
            Level::Harsh => (2.0, 0.01, 0.000_8),
        };
        Self {
            chatter: Rate::per_million(chatter),
            missed_encoder: Rate::per_million(missed_encoder),
            missed_index: Rate::per_million(missed_index),
            missed_ball: Rate::per_million(missed_ball),
            glitches,
            extra_pulses,
            jitter,
        }
    }
}
