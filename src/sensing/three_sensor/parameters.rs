//! Every number of the three-sensor wheel, as the device file gives it. Only the rim has a size where the file has none: no
//! number of a spin hangs on it.

use serde::Deserialize;

use super::machine::{Guarding, Launching, Motor};
use crate::sensing::Dialect;

/// What one three-sensor wheel is like. The keys are those of `device-profiles/devices/three-sensor-gpio.toml`, where each is explained.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Says that the file is one of a three-sensor wheel.
    pub dialect: Dialect,
    /// What is a pulse and what is noise.
    pub pulses: Pulses,
    /// The rotor, its index and its encoder.
    pub rotor: RotorKeys,
    /// The ball on the rim.
    pub ball: Ball,
    /// When the betting has to end.
    pub closing: Closing,
    /// When a pocket is read.
    pub reading: Reading,
    /// How long things may take.
    pub limits: Limits,
    /// The rotor's motor.
    pub motor: Motor,
    /// How the ball is launched.
    pub launch: Launching,
    /// The door, the lid, the mains and the emergency stop.
    pub guards: Guarding,
    /// From when on a part wears out; nothing is judged where the file has no such table.
    #[serde(default)]
    pub wear: Wear,
}

/// What is a pulse and what is noise.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pulses {
    /// A gap up to this long does not end a pulse, in milliseconds.
    pub bridged_gap_milliseconds: f64,
    /// A pulse shorter than this is none, in milliseconds.
    pub shortest_milliseconds: f64,
}

/// The rotor, its index and its encoder.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RotorKeys {
    /// Encoder pulses in one turn.
    pub encoder_pulses: u32,
    /// The slowest turn that is no fault, in turns a minute.
    pub least_rpm: f64,
    /// The fastest turn that is no fault, in turns a minute.
    pub most_rpm: f64,
    /// How long the speed may be wrong before the motor is at fault, and right before it is well again, in seconds.
    pub wrong_seconds: f64,
    /// Without any pulse of the rotor for this long, in seconds, it does not turn.
    pub still_seconds: f64,
    /// How much one turn may differ from the one before, as a part of it.
    pub varies_part: f64,
    /// How far an encoder pulse may lie from its place, in encoder pitches.
    pub encoder_tolerance_pitches: f64,
    /// How many encoder pulses may be missing in a row before the count is lost.
    pub encoder_gap_pulses: u32,
    /// How far the index may lie from where the encoder expects it, in encoder pitches.
    pub index_tolerance_pitches: f64,
    /// How far one turn by the index alone may differ from the one before, as a part of it.
    pub index_tolerance_part: f64,
    /// For how many turns the encoder alone is trusted after the last index.
    pub encoder_alone_turns: f64,
}

/// The ball on the rim.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ball {
    /// Where the sensors stand, in degrees clockwise from the index sensor.
    pub sensor_degrees: [f64; 3],
    /// The least arc of the rim over which a sensor sees the ball, in degrees.
    pub arc_least_degrees: f64,
    /// The greatest arc of the rim over which a sensor sees the ball, in degrees.
    pub arc_most_degrees: f64,
    /// The slowest ball on the rim, in turns a second.
    pub least_turns_per_second: f64,
    /// The fastest ball on the rim, in turns a second.
    pub most_turns_per_second: f64,
    /// How far pulses may lie from one smooth course before the ball is followed, in turns.
    pub course_tolerance_turns: f64,
    /// How far the next pulse may lie from its expected place, in turns.
    pub next_tolerance_turns: f64,
    /// How many passes in a row one sensor may miss while the others see the ball.
    pub silent_passes: u32,
    /// How many laps the ball must have run for the spin to count.
    pub least_laps: f64,
    /// Where on the rim the ball is blown, in degrees clockwise from the index sensor.
    pub blown_at_degrees: f64,
    /// How far from there it may be blown, either way, in degrees; 180 where it may be anywhere.
    pub blown_within_degrees: f64,
    /// From this many pulses on the ball's direction is certain.
    pub direction_pulses: u32,
    /// The radius of the ball's track on the rim, in metres: by it the pull of a wheel that does not stand level is told in degrees.
    #[serde(default = "usual_rim_radius_metres")]
    pub rim_radius_metres: f64,
}

/// The radius of the ball's track on the rim of a wheel of 32 inches, in metres.
const fn usual_rim_radius_metres() -> f64 {
    0.242
}

/// When the betting has to end.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// How many laps before the ball leaves the rim the betting ends at the latest.
    pub laps: f64,
    /// How many laps earlier than that it is ended, because the prediction is not exact.
    pub margin_laps: f64,
    /// The greatest speed at which the ball leaves the rim, in turns a second.
    pub leave_most_turns_per_second: f64,
    /// The least deceleration of the ball on the rim, in turns a second each second.
    pub deceleration_least: f64,
    /// The greatest deceleration of the ball on the rim, in turns a second each second.
    pub deceleration_most: f64,
    /// How exactly a pulse shows where the ball is, as a standard deviation in turns.
    pub noise_turns: f64,
}

impl Closing {
    /// The least and the greatest speed at which the ball leaves the rim, in turns a second.
    pub(super) const fn leaving_limits(&self, ball: &Ball) -> [f64; 2] {
        [ball.least_turns_per_second, self.leave_most_turns_per_second]
    }
}

/// When a pocket is read.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// What is added to every reading, in pockets clockwise; found by calibration with the ball fixed in zero.
    pub offset_pockets: f64,
    /// How often each of the three sensors must have read the pocket, with no other reading in between.
    pub required_turns: u32,
    /// How far inside the edges of its pocket the ball must be, in pockets.
    pub margin_pockets: f64,
    /// How far readings of one resting ball may differ, in pockets.
    pub agreement_pockets: f64,
    /// The shortest pulse of a ball in a pocket, in milliseconds.
    pub width_least_milliseconds: f64,
    /// The longest pulse of a ball in a pocket, in milliseconds.
    pub width_most_milliseconds: f64,
    /// For how many turns of the rotor the ball may be carried round outside the pockets.
    pub hung_turns: f64,
    /// How many pulses that fit no ball are taken for a foreign object.
    pub foreign_pulses: u32,
}

/// How long things may take.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// From the start of the blower to the ball on the rim, in seconds.
    pub launch_seconds: f64,
    /// The ball on the rim, in seconds.
    pub rim_seconds: f64,
    /// From the last pulse on the rim to the pocket, in seconds.
    pub reading_seconds: f64,
    /// Without any pulse of the ball for this long after it left the rim, in seconds, it is lost.
    pub ball_lost_seconds: f64,
    /// A ball sensor that is active for this long, in seconds, is stuck.
    pub stuck_seconds: f64,
    /// The edges of a spin that are kept as evidence, at most.
    pub evidence_edges: usize,
}

/// The most that figures come to while all parts are in order. More stops no wheel and changes no number: it shows a technician what wears out. A
/// figure whose key is missing is not judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Wear {
    /// The part of the ball's passes in a spin that a sensor misses.
    pub missed_passes_part: Option<f64>,
    /// The scatter of a sensor's pulses around the ball's smooth course, in milliseconds.
    pub sensor_jitter_milliseconds: Option<f64>,
    /// The scatter of the encoder's pulses around an even turning, in milliseconds.
    pub encoder_jitter_milliseconds: Option<f64>,
    /// Turns without a pulse of the index, in a spin.
    pub index_missed: Option<u32>,
    /// Pulses of the index too many, in a spin.
    pub index_extra: Option<u32>,
    /// Pulses of the encoder that are missing, in a spin.
    pub encoder_missed: Option<u32>,
    /// Pulses of the encoder that come too soon, in a spin.
    pub encoder_extra: Option<u32>,
}
