//! How the figures of the devices went over the last hour, day and month. Whole numbers in the unit of their figure; a thousandth of a unit is
//! `milli`, a hundredth `centi`.
//!
//! Here never lives how a figure is read, or where it is kept.

use alloc::vec::Vec;

use strum::VariantArray;

use super::{Span, TableNumber, Timestamp};

/// A figure that is kept over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray)]
pub enum Figure {
    /// The rotor's speed, looked at every few seconds.
    RotorSpeed,
    /// The time of one lap of the ball on the rim.
    LapTime,
    /// The ball's speed when the betting had to end.
    BallAtClose,
    /// The ball's speed where it left the rim.
    BallAtDrop,
    /// The rotor's speed when the ball ran.
    RotorAtLaunch,
    /// The rotor's speed when the betting had to end.
    RotorAtClose,
    /// The rotor's speed when the ball left the rim.
    RotorAtDrop,
    /// The rotor's speed at the end of the spin.
    RotorAtEnd,
    /// How far inside the edge of its pocket the ball lay at the least.
    PocketMargin,
    /// The part of the ball's passes on the rim that a sensor did not see.
    MissedPasses,
    /// The arc of the rim over which a sensor saw the ball.
    SensorArc,
    /// The width of a sensor's pulses of the ball in a pocket.
    PocketPulse,
    /// The scatter of a sensor's pulses around the ball's smooth course.
    SensorJitter,
    /// Turns without a pulse of the index, in a spin.
    IndexMissed,
    /// Pulses of the index too many, in a spin.
    IndexExtra,
    /// How far the index lay from where the encoder expected it, at the most in a spin.
    IndexOffset,
    /// The width of the index's pulses.
    IndexPulse,
    /// Pulses of the encoder that were missing, in a spin.
    EncoderMissed,
    /// Pulses of the encoder that came too soon, in a spin.
    EncoderExtra,
    /// The width of the encoder's pulses.
    EncoderPulse,
    /// The scatter of the encoder's pulses around an even turning.
    EncoderJitter,
    /// Changes of the index's line.
    IndexChanges,
    /// Changes of the encoder's line.
    EncoderChanges,
    /// Changes of a ball sensor's line.
    BallChanges,
    /// Changes of the door's line.
    DoorChanges,
    /// Changes of the lid's line.
    LidChanges,
    /// Changes of the line of the mains.
    MainsChanges,
    /// Changes of the line of the emergency stop.
    EmergencyStopChanges,
    /// Status lines of the wheel.
    StatusLines,
    /// Lines of the wheel that could not be read.
    UnreadableLines,
    /// Lines of the wheel that its next line contradicted.
    DoubtedLines,
    /// Results of the wheel without the bare number that should stand beside them.
    ResultsWithoutNumber,
    /// Frames of a card device that were understood.
    UnderstoodFrames,
    /// Questions that a card device, or the wheel on its serial line, had to be asked again; the wheel's orders, too.
    RepeatedQuestions,
    /// Frames of a card device that were damaged.
    DamagedFrames,
    /// How long a card device, or the wheel on its serial line, took to answer a question; the wheel's orders, too.
    AnswerTime,
}

/// The unit that a figure is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureUnit {
    /// Hundredths of a turn a minute.
    Centirpm,
    /// Thousandths of a turn a second.
    Milliturns,
    /// Milliseconds.
    Milliseconds,
    /// Microseconds.
    Microseconds,
    /// Thousandths of a pocket.
    Millipockets,
    /// Thousandths of the encoder's pitch.
    Millipitches,
    /// Hundredths of a degree.
    Centidegrees,
    /// Thousandths of a whole.
    Permille,
    /// Times in a spin.
    TimesASpin,
    /// Times in a minute.
    TimesAMinute,
}

impl Figure {
    /// Every figure, in the order in which they are shown.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The figure's name in messages and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RotorSpeed => "rotor-speed",
            Self::LapTime => "lap-time",
            Self::BallAtClose => "ball-at-close",
            Self::BallAtDrop => "ball-at-drop",
            Self::RotorAtLaunch => "rotor-at-launch",
            Self::RotorAtClose => "rotor-at-close",
            Self::RotorAtDrop => "rotor-at-drop",
            Self::RotorAtEnd => "rotor-at-end",
            Self::PocketMargin => "pocket-margin",
            Self::MissedPasses => "missed-passes",
            Self::SensorArc => "sensor-arc",
            Self::PocketPulse => "pocket-pulse",
            Self::SensorJitter => "sensor-jitter",
            Self::IndexMissed => "index-missed",
            Self::IndexExtra => "index-extra",
            Self::IndexOffset => "index-offset",
            Self::IndexPulse => "index-pulse",
            Self::EncoderMissed => "encoder-missed",
            Self::EncoderExtra => "encoder-extra",
            Self::EncoderPulse => "encoder-pulse",
            Self::EncoderJitter => "encoder-jitter",
            Self::IndexChanges => "index-changes",
            Self::EncoderChanges => "encoder-changes",
            Self::BallChanges => "ball-changes",
            Self::DoorChanges => "door-changes",
            Self::LidChanges => "lid-changes",
            Self::MainsChanges => "mains-changes",
            Self::EmergencyStopChanges => "emergency-stop-changes",
            Self::StatusLines => "status-lines",
            Self::UnreadableLines => "unreadable-lines",
            Self::DoubtedLines => "doubted-lines",
            Self::ResultsWithoutNumber => "results-without-number",
            Self::UnderstoodFrames => "understood-frames",
            Self::RepeatedQuestions => "repeated-questions",
            Self::DamagedFrames => "damaged-frames",
            Self::AnswerTime => "answer-time",
        }
    }

    /// The figure of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|figure| figure.name() == name)
    }

    /// What it is counted in.
    #[must_use]
    pub const fn unit(self) -> FigureUnit {
        match self {
            Self::RotorSpeed | Self::RotorAtLaunch | Self::RotorAtClose | Self::RotorAtDrop | Self::RotorAtEnd => FigureUnit::Centirpm,
            Self::BallAtClose | Self::BallAtDrop => FigureUnit::Milliturns,
            Self::LapTime | Self::AnswerTime => FigureUnit::Milliseconds,
            Self::PocketPulse | Self::SensorJitter | Self::IndexPulse | Self::EncoderPulse | Self::EncoderJitter => {
                FigureUnit::Microseconds
            }
            Self::PocketMargin => FigureUnit::Millipockets,
            Self::IndexOffset => FigureUnit::Millipitches,
            Self::SensorArc => FigureUnit::Centidegrees,
            Self::MissedPasses => FigureUnit::Permille,
            Self::IndexMissed | Self::IndexExtra | Self::EncoderMissed | Self::EncoderExtra => FigureUnit::TimesASpin,
            Self::IndexChanges
            | Self::EncoderChanges
            | Self::BallChanges
            | Self::DoorChanges
            | Self::LidChanges
            | Self::MainsChanges
            | Self::EmergencyStopChanges
            | Self::StatusLines
            | Self::UnreadableLines
            | Self::DoubtedLines
            | Self::ResultsWithoutNumber
            | Self::UnderstoodFrames
            | Self::RepeatedQuestions
            | Self::DamagedFrames => FigureUnit::TimesAMinute,
        }
    }
}

impl FigureUnit {
    /// The unit's name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Centirpm => "centirpm",
            Self::Milliturns => "milliturns",
            Self::Milliseconds => "milliseconds",
            Self::Microseconds => "microseconds",
            Self::Millipockets => "millipockets",
            Self::Millipitches => "millipitches",
            Self::Centidegrees => "centidegrees",
            Self::Permille => "permille",
            Self::TimesASpin => "times-a-spin",
            Self::TimesAMinute => "times-a-minute",
        }
    }
}

/// Over how long a figure is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureSpan {
    /// The last hour, minute by minute.
    Hour,
    /// The last day, by quarters of an hour.
    Day,
    /// The last 30 days, by quarters of a day.
    Month,
}

impl FigureSpan {
    /// Every span, the shortest first.
    pub const ALL: [Self; 3] = [Self::Hour, Self::Day, Self::Month];

    /// The span's name in requests and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hour => "hour",
            Self::Day => "day",
            Self::Month => "month",
        }
    }

    /// How long one step of it is, in whole seconds.
    #[must_use]
    pub const fn step_seconds(self) -> u64 {
        match self {
            Self::Hour => 60,
            Self::Day => 900,
            Self::Month => 21_600,
        }
    }

    /// How many steps it has.
    #[must_use]
    pub const fn steps(self) -> u64 {
        match self {
            Self::Hour => 60,
            Self::Day => 96,
            Self::Month => 120,
        }
    }

    /// How long one step of it is.
    #[must_use]
    pub const fn step(self) -> Span {
        Span::from_seconds(self.step_seconds())
    }
}

/// Between which values a figure is in order, in its unit; `None` where nothing is wrong on that side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FigureLimits {
    /// The least.
    pub least: Option<u32>,
    /// The most.
    pub most: Option<u32>,
}

/// How the figures went over a span of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureHistoryView {
    /// Over how long.
    pub span: FigureSpan,
    /// Up to when, by the clock that people are shown, as all moments here.
    pub until: Timestamp,
    /// Every figure that was read in this time.
    pub figures: Vec<FigureLine>,
}

/// How one figure went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureLine {
    /// Which.
    pub figure: Figure,
    /// The card table of whose source it is; `None` for the wheel's.
    pub table: Option<TableNumber>,
    /// The ball sensor that it is of, from 1 on; `None` where it is of none.
    pub sensor: Option<u8>,
    /// Between which values it is in order.
    pub limits: FigureLimits,
    /// The steps in which it was read, oldest first; the others are missing.
    pub steps: Vec<FigureStep>,
}

/// What a figure was in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureStep {
    /// When the step began.
    pub at: Timestamp,
    /// How often it was read.
    pub count: u32,
    /// The least of that.
    pub least: u32,
    /// The mean, rounded to the nearest whole number.
    pub mean: u32,
    /// The most.
    pub most: u32,
}
