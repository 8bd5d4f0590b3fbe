//! The keys of a wheel on bare lines: which chip and line each input and output is, and how it is read or driven.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, de::value::MapAccessDeserializer};

use super::Problem;
use crate::sensing::three_sensor::{Input, Output};

/// The longest that a line may be debounced by whose times say where the ball lies, in microseconds: in so long a rotor of 30 turns a minute
/// turns by less than a twentieth of a pocket.
const DEBOUNCE_MOST_MICROSECONDS: u32 = 2_000;

/// How the lines are read and driven, and which line is which: `[wheel.lines]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LineKeys {
    /// How all inputs are read.
    pub reading: ReadingKeys,
    /// How all outputs are driven.
    pub driving: DrivingKeys,
    rotor_index: InputKeys,
    rotor_encoder: InputKeys,
    ball_1: InputKeys,
    ball_2: InputKeys,
    ball_3: InputKeys,
    door: Wired,
    lid: Wired,
    mains: Wired,
    emergency_stop: Wired,
    rotor_motor: OutputKeys,
    rotor_direction: OutputKeys,
    blower: OutputKeys,
    ball_release: OutputKeys,
}

/// How all inputs are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadingKeys {
    /// How long one wait for a change may last, in milliseconds; 1 to 100.
    pub wait_milliseconds: u32,
    /// How long a change is held back so that one that happened before it and is told after it can still be put before it, in
    /// milliseconds; 1 to 200. What is told later than that is a fault.
    pub hold_back_milliseconds: u32,
}

/// How all outputs are driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrivingKeys {
    /// When nobody has said for this long how the outputs are to be driven they go safe, in milliseconds; 50 to 10000.
    pub alive_milliseconds: u32,
}

/// One input.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputKeys {
    /// The chip: its path, such as `/dev/gpiochip0`, or its label or name, which stay the same no matter what the kernel finds first.
    pub chip: String,
    /// The line on that chip.
    pub line: LineName,
    /// Whether the line is active while it is low.
    pub active_low: bool,
    /// What holds the line while nothing drives it.
    pub bias: Bias,
    /// How long the kernel waits for the line to be stable before it tells a change, in microseconds; 0 for not at all.
    pub debounce_microseconds: u32,
}

/// One output.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutputKeys {
    /// The chip, as for an input.
    pub chip: String,
    /// The line on that chip.
    pub line: LineName,
    /// Whether the line is active while it is low.
    pub active_low: bool,
    /// How often a second the line is switched on and off again where it is driven with less than full strength; 0 where it can only
    /// be on and off. The program switches it, so keep it low: 1 to 1000.
    pub pwm_hertz: u32,
}

/// An input of the cabinet that a builder may leave out, and has to say so: `"not-wired"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wired {
    /// It is there.
    Yes(InputKeys),
    /// There is no such line.
    No,
}

/// A line by its number on the chip, or by the name the board gives it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineName {
    /// The number, from 0.
    Offset(u32),
    /// The name.
    Name(String),
}

/// What holds a line while nothing drives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bias {
    /// Nothing, or what is on the board.
    Disabled,
    /// A resistor to the supply.
    PullUp,
    /// A resistor to ground.
    PullDown,
}

impl LineKeys {
    /// The inputs there are, in the order of [`Input::ALL`].
    pub fn inputs(&self) -> impl Iterator<Item = (Input, &InputKeys)> {
        Input::ALL.into_iter().filter_map(move |input| {
            let keys = match input {
                Input::RotorIndex => &self.rotor_index,
                Input::RotorEncoder => &self.rotor_encoder,
                Input::Ball(0) => &self.ball_1,
                Input::Ball(1) => &self.ball_2,
                Input::Ball(_) => &self.ball_3,
                Input::Door => self.door.keys()?,
                Input::Lid => self.lid.keys()?,
                Input::Mains => self.mains.keys()?,
                Input::EmergencyStop => self.emergency_stop.keys()?,
            };
            Some((input, keys))
        })
    }

    /// The outputs, in the order of [`Output::ALL`].
    pub fn outputs(&self) -> impl Iterator<Item = (Output, &OutputKeys)> {
        Output::ALL.into_iter().map(|output| {
            let keys = match output {
                Output::RotorMotor => &self.rotor_motor,
                Output::RotorDirection => &self.rotor_direction,
                Output::Blower => &self.blower,
                Output::BallRelease => &self.ball_release,
            };
            (output, keys)
        })
    }

    /// Where every line is, inputs first: its name, its chip, and which of its lines.
    pub(super) fn places(&self) -> impl Iterator<Item = (&'static str, &str, &LineName)> {
        let inputs = self.inputs().map(|(input, keys)| (input.name(), &*keys.chip, &keys.line));
        inputs.chain(self.outputs().map(|(output, keys)| (output.name(), &*keys.chip, &keys.line)))
    }

    /// The values that make no sense, below the key `at`.
    pub(super) fn problems(&self, at: &str) -> Vec<Problem> {
        let mut found = Vec::new();
        let mut expect = |holds: bool, key: &str, expected: &str| {
            if !holds {
                found.push(Problem { key: format!("{at}.{key}"), expected: expected.to_owned() });
            }
        };
        let hold_back = self.reading.hold_back_milliseconds;
        expect((1..=100).contains(&self.reading.wait_milliseconds), "reading.wait_milliseconds", "1 to 100 milliseconds");
        expect((1..=200).contains(&hold_back), "reading.hold_back_milliseconds", "1 to 200 milliseconds");
        let alive = (50..=10_000).contains(&self.driving.alive_milliseconds);
        expect(alive, "driving.alive_milliseconds", "50 to 10000 milliseconds");
        for (input, keys) in self.inputs() {
            // A line that is debounced for longer would stand otherwise than its changes say.
            let short = keys.debounce_microseconds < hold_back.saturating_mul(1_000);
            expect(short, &format!("{}.debounce_microseconds", input.name()), "less than reading.hold_back_milliseconds");
            // One line that is told so much later than another shows the ball, or the rotor, elsewhere.
            let in_time = input.line().is_none() || keys.debounce_microseconds <= DEBOUNCE_MOST_MICROSECONDS;
            expect(
                in_time,
                &format!("{}.debounce_microseconds", input.name()),
                "at most 2000 microseconds, for where the ball lies is read by this line's times",
            );
        }
        for (output, keys) in self.outputs() {
            let (range, expected) = match output {
                Output::RotorMotor => (1..=1_000, "1 to 1000 times a second"),
                Output::Blower => (0..=1_000, "0 (on and off only) to 1000 times a second"),
                Output::RotorDirection | Output::BallRelease => (0..=0, "0: this line is on or off"),
            };
            expect(range.contains(&keys.pwm_hertz), &format!("{}.pwm_hertz", output.name()), expected);
        }
        self.expect_own_places(expect);
        found
    }

    /// No two names may stand for one line.
    fn expect_own_places(&self, mut expect: impl FnMut(bool, &str, &str)) {
        let mut taken = BTreeMap::new();
        for (name, chip, line) in self.places() {
            expect(!chip.trim().is_empty(), &format!("{name}.chip"), "a path such as \"/dev/gpiochip0\", or a chip's label");
            if let Some(other) = taken.insert((chip, line), name) {
                expect(false, &format!("{name}.line"), &format!("a line that is not the one of {other}"));
            }
        }
    }
}

impl Wired {
    const fn keys(&self) -> Option<&InputKeys> {
        match self {
            Self::Yes(keys) => Some(keys),
            Self::No => None,
        }
    }
}

impl fmt::Display for LineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Offset(offset) => write!(f, "{offset}"),
            Self::Name(name) => write!(f, "{name:?}"),
        }
    }
}

impl<'de> Deserialize<'de> for LineName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = LineName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the line's number on its chip, or its name")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<LineName, E> {
                let number = u32::try_from(number).map_err(|_| E::invalid_value(de::Unexpected::Signed(number), &self))?;
                Ok(LineName::Offset(number))
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<LineName, E> {
                if name.is_empty() { Err(E::invalid_value(de::Unexpected::Str(name), &self)) } else { Ok(LineName::Name(name.to_owned())) }
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl<'de> Deserialize<'de> for Wired {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Wired;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table with chip and line, or \"not-wired\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Wired, E> {
                if text == "not-wired" { Ok(Wired::No) } else { Err(E::invalid_value(de::Unexpected::Str(text), &self)) }
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<Wired, M::Error> {
                InputKeys::deserialize(MapAccessDeserializer::new(map)).map(Wired::Yes)
            }
        }
        deserializer.deserialize_any(Either)
    }
}
