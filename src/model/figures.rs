//! What a technician looks at first of one spin: figures of the ball, the rotor and the sensors. Whole numbers, with their units in their
//! names; a thousandth of a unit is `milli`, a hundredth `centi`.

use alloc::vec::Vec;

use serde::Serialize;

/// The figures of a spin, as far as its raw lines hold them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SpinFigures {
    /// How long each lap of the ball on the rim took, in the order of time.
    pub lap_milliseconds: Vec<u32>,
    /// How fast the ball was when the betting had to end, in thousandths of a turn a second.
    pub ball_at_close_milliturns: Option<u32>,
    /// How fast it was where it left the rim.
    pub ball_at_drop_milliturns: Option<u32>,
    /// The rotor's speed when the ball ran, in hundredths of a turn a minute.
    pub rotor_at_launch_centirpm: Option<u32>,
    /// When the betting had to end.
    pub rotor_at_close_centirpm: Option<u32>,
    /// When the ball left the rim.
    pub rotor_at_drop_centirpm: Option<u32>,
    /// At the end of the spin.
    pub rotor_at_end_centirpm: Option<u32>,
    /// What each ball sensor showed; empty where the wheel does not say.
    pub sensors: Vec<SensorFigures>,
    /// What index and encoder showed of each other; `None` where the wheel does not say.
    pub rotor_lines: Option<RotorLineFigures>,
    /// How far inside the edge of its pocket the ball lay at the least, in thousandths of a pocket; 500 is the middle.
    pub margin_millipockets: Option<u32>,
}

/// What a ball sensor showed in a spin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SensorFigures {
    /// How often it saw the ball on the rim.
    pub passes: u32,
    /// How often the ball passed it there unseen.
    pub missed: u32,
    /// The arc of the rim over which it saw the ball, on average, in hundredths of a degree.
    pub arc_centidegrees: Option<u32>,
    /// How long its pulses of the ball in a pocket were, on average, in microseconds.
    pub pocket_microseconds: Option<u32>,
    /// How far its pulses lay beside the ball's smooth course, as a standard deviation in microseconds.
    pub jitter_microseconds: Option<u32>,
}

/// A sensor of a wheel on bare lines, as monitors know it. The names say nothing of a rotor, for who watches it could foretell where balls fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SensorLine {
    /// The index.
    Index,
    /// The encoder.
    Encoder,
    /// The first ball sensor.
    Ball1,
    /// The second.
    Ball2,
    /// The third.
    Ball3,
}

impl SensorLine {
    /// The ball sensors, in the order of [`SpinFigures::sensors`].
    pub const BALLS: [Self; 3] = [Self::Ball1, Self::Ball2, Self::Ball3];

    /// The sensor's name in what monitors collect.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Index => "index",
            Self::Encoder => "encoder",
            Self::Ball1 => "ball-1",
            Self::Ball2 => "ball-2",
            Self::Ball3 => "ball-3",
        }
    }
}

/// How a sensor of a wheel on bare lines did in the spins since the program started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorView {
    /// Which.
    pub line: SensorLine,
    /// How often it saw the ball on the rim; `None` of index and encoder, for that would tell how fast the rotor turned.
    pub seen: Option<u64>,
    /// How many of its pulses were missing.
    pub missed: u64,
    /// How many were too much; `None` of a ball sensor.
    pub extra: Option<u64>,
    /// How far its pulses lay beside their even course in the newest spin that shows it, as a standard deviation in microseconds.
    pub jitter_microseconds: Option<u32>,
}

impl SensorView {
    /// Of a sensor that no spin has shown yet.
    #[must_use]
    pub const fn new(line: SensorLine) -> Self {
        Self { line, seen: None, missed: 0, extra: None, jitter_microseconds: None }
    }
}

/// What index and encoder showed of each other in a spin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RotorLineFigures {
    /// Pulses of the index.
    pub index_pulses: u32,
    /// Turns without one, by the encoder.
    pub index_missed: u32,
    /// Pulses of the index less than half a turn after another.
    pub index_extra: u32,
    /// Pulses of the encoder that were missing.
    pub encoder_missed: u32,
    /// Pulses of the encoder that came too soon.
    pub encoder_extra: u32,
    /// How far an index lay from where the encoder expected it by the one before, at the most, in thousandths of the encoder's pitch.
    pub index_off_millipitches: Option<u32>,
    /// How long the pulses of the index were, on average, in microseconds.
    pub index_microseconds: Option<u32>,
    /// How long those of the encoder were.
    pub encoder_microseconds: Option<u32>,
    /// How far the encoder's pulses lay beside an even turning, as a standard deviation in microseconds.
    pub encoder_jitter_microseconds: Option<u32>,
}
