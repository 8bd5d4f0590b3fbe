//! What a wheel on bare lines is wired to: the inputs it is read by, and the outputs it is driven by.

use alloc::string::String;

use super::edge::{Edge, Line};
use crate::model::FaultCode;

/// A line that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Input {
    /// The rotor's index: one pulse a turn, while the middle of pocket 0 faces it.
    RotorIndex,
    /// The rotor's encoder: evenly spaced pulses, the first together with the index.
    RotorEncoder,
    /// Ball sensor 1, 2 or 3, by its place 0, 1 or 2.
    Ball(u8),
    /// The cabinet's door: active while it is open.
    Door,
    /// The lid over the wheel: active while it is open.
    Lid,
    /// The mains: active while they are lost and the cabinet lives on its battery.
    Mains,
    /// The emergency stop: active while it is pressed.
    EmergencyStop,
}

impl Input {
    /// Every input, in the order of the cabinet file.
    pub const ALL: [Self; 9] = [
        Self::RotorIndex,
        Self::RotorEncoder,
        Self::Ball(0),
        Self::Ball(1),
        Self::Ball(2),
        Self::Door,
        Self::Lid,
        Self::Mains,
        Self::EmergencyStop,
    ];

    /// The line's name in cabinet files and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match (self, self.line()) {
            (_, Some(line)) => line.name(),
            (Self::Door, None) => "door",
            (Self::Lid, None) => "lid",
            (Self::Mains, None) => "mains",
            (_, None) => "emergency-stop",
        }
    }

    /// The line of the wheel that this is, where it is one that a spin is read by.
    #[must_use]
    pub const fn line(self) -> Option<Line> {
        match self {
            Self::RotorIndex => Some(Line::RotorIndex),
            Self::RotorEncoder => Some(Line::RotorEncoder),
            Self::Ball(sensor) => Some(Line::Ball(sensor)),
            Self::Door | Self::Lid | Self::Mains | Self::EmergencyStop => None,
        }
    }
}

/// A line that is driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Output {
    /// The rotor's motor, by its strength.
    RotorMotor,
    /// Which way the rotor is driven: active is clockwise seen from above.
    RotorDirection,
    /// The blower that launches the ball, by its strength, or on and off where it can do no more.
    Blower,
    /// What lets the ball go: active is open.
    BallRelease,
}

impl Output {
    /// Every output, in the order of the cabinet file.
    pub const ALL: [Self; 4] = [Self::RotorMotor, Self::RotorDirection, Self::Blower, Self::BallRelease];

    /// The line's name in cabinet files and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RotorMotor => "rotor-motor",
            Self::RotorDirection => Line::RotorDirection.name(),
            Self::Blower => Line::Blower.name(),
            Self::BallRelease => "ball-release",
        }
    }

    /// The output of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|output| output.name() == name)
    }
}

/// A line of the wheel as a technician looks at it: first what is read, then what is driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// An input.
    In(Input),
    /// An output.
    Out(Output),
}

impl Lane {
    /// Every lane, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        Input::ALL.into_iter().map(Self::In).chain(Output::ALL.into_iter().map(Self::Out))
    }

    /// Its place among all.
    #[must_use]
    pub fn place(self) -> usize {
        Self::all().take_while(|lane| *lane != self).count()
    }

    /// The line's name in cabinet files and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::In(input) => input.name(),
            Self::Out(output) => output.name(),
        }
    }

    /// The line of edge traces that it is, if it is one.
    #[must_use]
    pub fn line(self) -> Option<Line> {
        Line::named(self.name())
    }
}

/// How strongly an output is driven, in thousandths: 0 is off, 1000 is all the time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duty(u16);

impl Duty {
    /// Not at all.
    pub const OFF: Self = Self(0);
    /// All the time.
    pub const FULL: Self = Self(1_000);

    /// So many thousandths of the time; more than 1000 is all the time.
    #[must_use]
    pub const fn from_thousandths(thousandths: u16) -> Self {
        if thousandths > 1_000 { Self::FULL } else { Self(thousandths) }
    }

    /// Thousandths of the time, 0 to 1000.
    #[must_use]
    pub const fn thousandths(self) -> u16 {
        self.0
    }
}

/// How all outputs are driven. The default is the safe one: the motor, the blower and the ball release are off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drive {
    /// The rotor's motor.
    pub rotor_motor: Duty,
    /// Whether the rotor is driven clockwise seen from above.
    pub rotor_clockwise: bool,
    /// The blower. Where its line can only be on and off, anything above [`Duty::OFF`] is on.
    pub blower: Duty,
    /// Whether the ball is let go.
    pub ball_release: bool,
}

impl Drive {
    /// Nothing moves, nothing blows.
    pub const SAFE: Self = Self { rotor_motor: Duty::OFF, rotor_clockwise: false, blower: Duty::OFF, ball_release: false };

    /// How strongly this output is driven.
    #[must_use]
    pub const fn duty(&self, output: Output) -> Duty {
        const fn on_or_off(on: bool) -> Duty {
            if on { Duty::FULL } else { Duty::OFF }
        }
        match output {
            Output::RotorMotor => self.rotor_motor,
            Output::RotorDirection => on_or_off(self.rotor_clockwise),
            Output::Blower => self.blower,
            Output::BallRelease => on_or_off(self.ball_release),
        }
    }
}

/// An input became active or inactive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// When, in nanoseconds of a clock that does not run backwards and is the same for all inputs.
    pub at_nanoseconds: u64,
    /// Which input.
    pub input: Input,
    /// Whether it is active from now on.
    pub active: bool,
}

impl Change {
    /// The edge of the wheel that this is, where it is one that a spin is read by.
    #[must_use]
    pub const fn edge(self) -> Option<Edge> {
        match self.input.line() {
            Some(line) => Some(Edge { at_nanoseconds: self.at_nanoseconds, line, active: self.active }),
            None => None,
        }
    }
}

/// What the inputs gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signal {
    /// An input changed.
    Change(Change),
    /// Something happened and is not known: changes were lost, or came with times that cannot be. What was being read of the
    /// wheel proves nothing any more.
    Lost {
        /// When that was noticed, in nanoseconds of the same clock.
        at_nanoseconds: u64,
        /// The fault that it is: [`FaultCode::DeviceLost`] for changes that are missing, [`FaultCode::TimesOutOfOrder`] for times that cannot
        /// be.
        code: FaultCode,
        /// What was noticed, for the technician.
        detail: String,
    },
}

impl Signal {
    /// When it was, in nanoseconds.
    #[must_use]
    pub const fn at_nanoseconds(&self) -> u64 {
        match self {
            Self::Change(change) => change.at_nanoseconds,
            Self::Lost { at_nanoseconds, .. } => *at_nanoseconds,
        }
    }
}
