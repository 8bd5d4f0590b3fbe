//! The figures of a spin, for technicians.

use serde::Serialize;
use utoipa::ToSchema;

use crate::model::{Figure, FigureLimits, RotorLineFigures, SensorFigures, SpinTrace};

/// The figures of one spin, as far as its raw lines hold them; what they do not hold is null.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"round": 11, "record": 482, "lap_milliseconds": [640, 701, 1420], "ball_at_close_milliturns": 945, "ball_at_drop_milliturns": 505,
    "rotor_at_launch_centirpm": 1687, "rotor_at_close_centirpm": 1667, "rotor_at_drop_centirpm": 1653, "rotor_at_end_centirpm": 1635,
    "sensors": [], "rotor_lines": null, "margin_millipockets": 441}))]
pub(super) struct SpinLine {
    /// The round that it was of.
    round: u64,
    /// The record with its evidence.
    record: u64,
    /// How long each lap of the ball on the rim took, in the order of time.
    lap_milliseconds: Vec<u32>,
    /// How fast the ball was when the betting had to end, in thousandths of a turn a second.
    #[schema(required)]
    ball_at_close_milliturns: Option<u32>,
    /// How fast it was where it left the rim.
    #[schema(required)]
    ball_at_drop_milliturns: Option<u32>,
    /// The rotor's speed when the ball ran, in hundredths of a turn a minute.
    #[schema(required)]
    rotor_at_launch_centirpm: Option<u32>,
    /// When the betting had to end.
    #[schema(required)]
    rotor_at_close_centirpm: Option<u32>,
    /// When the ball left the rim.
    #[schema(required)]
    rotor_at_drop_centirpm: Option<u32>,
    /// At the end of the spin.
    #[schema(required)]
    rotor_at_end_centirpm: Option<u32>,
    /// What each ball sensor showed; empty where the wheel does not say.
    sensors: Vec<SensorLine>,
    /// What index and encoder showed of each other.
    #[schema(required)]
    rotor_lines: Option<RotorLines>,
    /// How far inside the edge of its pocket the ball lay at the least, in thousandths of a pocket; 500 is the middle.
    #[schema(required, maximum = 500)]
    margin_millipockets: Option<u32>,
}

impl From<&SpinTrace> for SpinLine {
    fn from(trace: &SpinTrace) -> Self {
        let figures = &trace.figures;
        Self {
            round: trace.round,
            record: trace.record,
            lap_milliseconds: figures.lap_milliseconds.clone(),
            ball_at_close_milliturns: figures.ball_at_close_milliturns,
            ball_at_drop_milliturns: figures.ball_at_drop_milliturns,
            rotor_at_launch_centirpm: figures.rotor_at_launch_centirpm,
            rotor_at_close_centirpm: figures.rotor_at_close_centirpm,
            rotor_at_drop_centirpm: figures.rotor_at_drop_centirpm,
            rotor_at_end_centirpm: figures.rotor_at_end_centirpm,
            sensors: figures.sensors.iter().map(SensorLine::from).collect(),
            rotor_lines: figures.rotor_lines.as_ref().map(RotorLines::from),
            margin_millipockets: figures.margin_millipockets,
        }
    }
}

/// Between which values a figure is in order.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"figure": "missed-passes", "unit": "permille", "least": null, "most": 200}))]
pub(super) struct FigureLimit {
    /// Which, as in the history of the figures.
    figure: &'static str,
    /// The unit of its limits; a thousandth of a unit is `milli`, a hundredth `centi`.
    unit: &'static str,
    /// The least value that is in order; null where nothing is too little.
    #[schema(required)]
    least: Option<u32>,
    /// The greatest value that is in order; null where nothing is too much.
    #[schema(required)]
    most: Option<u32>,
}

impl FigureLimit {
    pub(super) const fn new(figure: Figure, FigureLimits { least, most }: FigureLimits) -> Self {
        Self { figure: figure.name(), unit: figure.unit().name(), least, most }
    }
}

/// What a ball sensor showed in a spin.
#[derive(Serialize, ToSchema)]
struct SensorLine {
    /// How often it saw the ball on the rim.
    passes: u32,
    /// How often the ball passed it there unseen.
    missed: u32,
    /// The arc of the rim over which it saw the ball, on average, in hundredths of a degree.
    #[schema(required)]
    arc_centidegrees: Option<u32>,
    /// How long its pulses of the ball in a pocket were, on average.
    #[schema(required)]
    pocket_microseconds: Option<u32>,
    /// How far its pulses lay beside the ball's smooth course, as a standard deviation.
    #[schema(required)]
    jitter_microseconds: Option<u32>,
}

impl From<&SensorFigures> for SensorLine {
    fn from(figures: &SensorFigures) -> Self {
        Self {
            passes: figures.passes,
            missed: figures.missed,
            arc_centidegrees: figures.arc_centidegrees,
            pocket_microseconds: figures.pocket_microseconds,
            jitter_microseconds: figures.jitter_microseconds,
        }
    }
}

/// What index and encoder showed of each other in a spin.
#[derive(Serialize, ToSchema)]
struct RotorLines {
    /// Pulses of the index.
    index_pulses: u32,
    /// Turns without one, by the encoder.
    index_missed: u32,
    /// Pulses of the index less than half a turn after another.
    index_extra: u32,
    /// Pulses of the encoder that were missing.
    encoder_missed: u32,
    /// Pulses of the encoder that came too soon.
    encoder_extra: u32,
    /// How far an index lay from where the encoder expected it, at the most, in thousandths of the encoder's pitch.
    #[schema(required)]
    index_off_millipitches: Option<u32>,
    /// How long the pulses of the index were, on average.
    #[schema(required)]
    index_microseconds: Option<u32>,
    /// How long those of the encoder were.
    #[schema(required)]
    encoder_microseconds: Option<u32>,
    /// How far the encoder's pulses lay beside an even turning, as a standard deviation.
    #[schema(required)]
    encoder_jitter_microseconds: Option<u32>,
}

impl From<&RotorLineFigures> for RotorLines {
    fn from(figures: &RotorLineFigures) -> Self {
        Self {
            index_pulses: figures.index_pulses,
            index_missed: figures.index_missed,
            index_extra: figures.index_extra,
            encoder_missed: figures.encoder_missed,
            encoder_extra: figures.encoder_extra,
            index_off_millipitches: figures.index_off_millipitches,
            index_microseconds: figures.index_microseconds,
            encoder_microseconds: figures.encoder_microseconds,
            encoder_jitter_microseconds: figures.encoder_jitter_microseconds,
        }
    }
}
