//! What happens in a spin, by the script, and what really happened.

use serde::Serialize;

use super::ball::Flight;
use super::noise::Level;
use crate::model::Pocket;

/// What a spin is to be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// Nothing goes wrong.
    Plain,
    /// The ball runs the way the rotor turns.
    SameDirection,
    /// The ball is blown too weakly.
    TooFewLaps,
    /// The ball is blown weakly and runs this many hundredths of a lap, up to 600, from where it is blown to where it leaves the rim.
    Laps(u32),
    /// The ball flies out.
    BallLeftWheel,
    /// The ball hangs on the turning rim for three turns and more.
    BallHung,
    /// Something lies on the rotor beside the ball.
    ForeignObject,
    /// The ball stays where it was.
    LaunchFailed,
    /// The ball is taken out after it came to rest.
    BallTaken,
    /// This sensor, 0 to 2, sees nothing.
    SensorDead(u8),
    /// This sensor, 0 to 2, is active from the middle of the spin on.
    SensorStuck(u8),
    /// This sensor, 0 to 2, stands three pockets from its place.
    SensorMoved(u8),
    /// The rotor stops while the ball runs.
    RotorStops,
    /// The rotor is braked from the launch on.
    RotorSlows,
    /// The rotor races from the launch on.
    RotorRaces,
    /// The rotor turns one turn fast and one slowly.
    RotorVaries,
    /// The rotor turns the other way than it is driven, and the ball runs with it.
    RotorBackwards,
    /// The index falls silent while the ball runs: nothing could contradict a wrong count, so there is no number.
    IndexLost,
    /// The encoder falls silent while the ball runs; the pocket counts all the same.
    EncoderLost,
}

impl Script {
    /// What the spin must come to: `result`, the reason of a no-spin, or the code of a fault.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Plain | Self::EncoderLost | Self::Laps(300..) => "result",
            Self::IndexLost => "unreadable",
            Self::SameDirection => "same-direction",
            Self::TooFewLaps | Self::Laps(_) => "too-few-laps",
            Self::BallLeftWheel => "ball-left-wheel",
            Self::BallHung => "ball-hung",
            Self::ForeignObject => "foreign-object",
            Self::LaunchFailed => "launch-failed",
            Self::BallTaken => "ball-missing",
            Self::SensorDead(_) | Self::SensorStuck(_) | Self::SensorMoved(_) => "sensor",
            Self::RotorStops => "rotor-not-turning",
            Self::RotorSlows => "rotor-too-slow",
            Self::RotorRaces => "rotor-too-fast",
            Self::RotorVaries => "rotor-speed-varies",
            Self::RotorBackwards => "rotor-wrong-way",
        }
    }
}

/// What really happened, with the keys of the JSON beside an edge trace; times in seconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Truth {
    /// What the spin comes to.
    pub kind: &'static str,
    /// The noise on the lines.
    pub level: Level,
    /// Whether the rotor turns clockwise.
    pub clockwise: bool,
    /// When the blower was started.
    pub launch_s: f64,
    /// When the ball left the rim.
    pub left_rim_s: f64,
    /// The laps on the rim.
    pub laps: f64,
    /// The end of each whole lap.
    pub lap_ends_s: Vec<f64>,
    /// The pocket, where one counts.
    pub pocket: Option<Pocket>,
    /// When the trace ends.
    pub end_s: f64,
    /// The pocket in which the ball came to rest, whether or not it counts.
    #[serde(skip)]
    pub rested: Option<Pocket>,
    /// Where on the rim the ball was blown, in degrees clockwise from the index sensor.
    #[serde(skip)]
    pub blown_at_degrees: f64,
    /// Where the ball left the rim, in degrees clockwise from the index sensor.
    #[serde(skip)]
    pub left_at_degrees: f64,
    /// How fast it was there, in turns a second.
    #[serde(skip)]
    pub left_turns_per_second: f64,
    /// Where the ball was on the rim: time and laps, at each sensor.
    #[serde(skip)]
    pub course: Vec<(f64, f64)>,
}

impl Truth {
    pub(super) fn new(script: Script, level: Level, clockwise: bool, flight: &Flight, rested: Option<Pocket>, end: f64) -> Self {
        Self {
            kind: script.kind(),
            level,
            clockwise,
            launch_s: flight.launch,
            left_rim_s: flight.left_rim,
            laps: flight.laps,
            blown_at_degrees: flight.start * 360.0,
            left_at_degrees: flight.left_at * 360.0,
            left_turns_per_second: flight.left_speed,
            lap_ends_s: flight.lap_ends.clone(),
            pocket: rested.filter(|_| script.kind() == "result"),
            end_s: end,
            rested,
            course: flight.course.clone(),
        }
    }

    /// How many laps the ball still ran on the rim from `time` on, in seconds.
    #[must_use]
    pub fn laps_left(&self, time: f64) -> f64 {
        let after = self.course.iter().position(|(at, _)| *at > time).unwrap_or(self.course.len());
        let (before, next) = (after.checked_sub(1).map(|index| self.course[index]), self.course.get(after));
        let (Some((from, laps)), Some((to, then))) = (before, next) else { return if after == 0 { self.laps } else { 0.0 } };
        self.laps - (laps + (then - laps) * (time - from) / (to - from))
    }
}
