//! The mechanical limits of the wheel that is driven, as the device file gives them; nothing here has a default.

use serde::Deserialize;

/// The rotor's motor.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Motor {
    /// Which way the rotor turns.
    pub direction: Direction,
    /// The rotor's speed with the motor driven all the time, in turns a minute.
    pub full_rpm: f64,
    /// The strongest that the motor is driven, as a part of all the time.
    pub most_part: f64,
    /// How strongly it is driven against a rotor that still turns the other way, as a part of all the time.
    pub brake_part: f64,
    /// How fast the drive follows a speed that is wrong: the part of the motor's strength a second for a speed wrong by all of `full_rpm`.
    pub gain: f64,
    /// The least speed that is drawn for a spin, in turns a minute.
    pub least_rpm: f64,
    /// The greatest speed that is drawn for a spin, in turns a minute.
    pub most_rpm: f64,
    /// How near its speed the rotor must be for the ball to be launched, in turns a minute.
    pub tolerance_rpm: f64,
    /// How long the rotor may take to reach its speed, in seconds.
    pub spin_up_seconds: f64,
    /// How long the motor rests after it failed to, in seconds.
    pub rest_seconds: f64,
    /// The most the speed is changed after the betting has ended, in turns a minute.
    pub change_most_rpm: f64,
    /// The least time from the end of the betting to that change, in seconds.
    pub change_least_seconds: f64,
    /// The greatest time from the end of the betting to that change, in seconds.
    pub change_most_seconds: f64,
}

/// Which way the rotor turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Clockwise in rounds with an odd number, anticlockwise in the others. A round has its number from the journal, so the rotor
    /// turns one way while its bets stand, however often the ball is launched anew or the program is started.
    Alternate,
    /// Always clockwise seen from above.
    Clockwise,
    /// Always anticlockwise seen from above.
    Anticlockwise,
}

impl Direction {
    /// Whether the rotor turns clockwise seen from above in this round.
    pub(super) const fn is_clockwise_in(self, round: u64) -> bool {
        match self {
            Self::Alternate => round % 2 == 1,
            Self::Clockwise => true,
            Self::Anticlockwise => false,
        }
    }
}

/// How the ball is launched.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Launching {
    /// How long the ball release is open, in seconds.
    pub release_seconds: f64,
    /// From its closing to the blower, in seconds.
    pub settle_seconds: f64,
    /// The weakest that the ball is blown, as a part of full.
    pub blow_least_part: f64,
    /// The strongest that the ball is blown, as a part of full.
    pub blow_most_part: f64,
    /// The shortest that the ball is blown, in seconds.
    pub blow_least_seconds: f64,
    /// The longest that the ball is blown, in seconds.
    pub blow_most_seconds: f64,
    /// From the start of the blower to the ball on the rim, in seconds; then it is blown again.
    pub ball_seconds: f64,
    /// How often the ball is blown again.
    pub retries: u32,
    /// After a launch that failed for good, in seconds, the next one is tried by itself.
    pub again_seconds: f64,
    /// How long a ball takes to come to rest after a spin that was broken off, in seconds.
    pub rest_seconds: f64,
}

/// The door, the lid, the mains and the emergency stop.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guarding {
    /// A switch that is open for this long, in milliseconds, is open.
    pub open_milliseconds: f64,
    /// A switch that is shut for this long, in milliseconds, is shut again.
    pub shut_milliseconds: f64,
}
