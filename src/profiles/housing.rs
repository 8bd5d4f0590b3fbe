//! The keys of a cabinet's own doors and of its lamp: which chip and line each is, in the words of a wheel on bare lines.

use serde::Deserialize;

use super::{InputKeys, OutputKeys, Problem};
use crate::model::TestedPart;

/// The most characters of a door's name.
const NAME_MOST: usize = 40;

/// A door: `[[door]]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "DoorFile")]
pub struct DoorKeys {
    /// Its name, as people of the house see it.
    pub name: String,
    /// The line of its switch, active while the door is open; `None` of a simulated door.
    pub input: Option<InputKeys>,
}

/// The lamp that shows from afar that somebody waits: `[lamp]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "LampFile")]
pub struct LampKeys {
    /// Its line, active while the lamp is lit; `None` of a simulated lamp.
    pub output: Option<OutputKeys>,
}

/// What reaches a door or the lamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Driver {
    Simulated,
    GpioCharacterDevice,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DoorFile {
    name: String,
    driver: Driver,
    input: Option<InputKeys>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LampFile {
    driver: Driver,
    output: Option<OutputKeys>,
}

/// The line where the driver has one, and only there.
fn line_of<T>(driver: Driver, line: Option<T>, key: &str) -> Result<Option<T>, String> {
    match (driver, &line) {
        (Driver::GpioCharacterDevice, None) => Err(format!("missing table `{key}`: the driver \"gpio-character-device\" needs it")),
        (Driver::Simulated, Some(_)) => Err(format!("unknown table `{key}`: the driver \"simulated\" has none")),
        _ => Ok(line),
    }
}

impl TryFrom<DoorFile> for DoorKeys {
    type Error = String;

    fn try_from(DoorFile { name, driver, input }: DoorFile) -> Result<Self, String> {
        Ok(Self { name, input: line_of(driver, input, "input")? })
    }
}

impl TryFrom<LampFile> for LampKeys {
    type Error = String;

    fn try_from(LampFile { driver, output }: LampFile) -> Result<Self, String> {
        Ok(Self { output: line_of(driver, output, "output")? })
    }
}

/// The driver's name in cabinet files, of what has a line or none.
const fn driver_of(has_line: bool) -> &'static str {
    if has_line { "gpio-character-device" } else { "simulated" }
}

impl DoorKeys {
    /// The driver's name in cabinet files.
    #[must_use]
    pub const fn driver(&self) -> &'static str {
        driver_of(self.input.is_some())
    }
}

impl LampKeys {
    /// The driver's name in cabinet files.
    #[must_use]
    pub const fn driver(&self) -> &'static str {
        driver_of(self.output.is_some())
    }

    /// The values that make no sense.
    pub(super) fn problems(&self) -> Option<Problem> {
        let is_dimmed = self.output.as_ref().is_some_and(|output| output.pwm_hertz != 0);
        is_dimmed.then(|| Problem { key: "lamp.output.pwm_hertz".to_owned(), expected: "0: this line is on or off".to_owned() })
    }
}

/// The values of doors that make no sense.
pub(super) fn problems_of_doors(doors: &[DoorKeys]) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut expect = |holds: bool, key: String, expected: &str| {
        if !holds {
            found.push(Problem { key, expected: expected.to_owned() });
        }
    };
    expect(doors.len() <= usize::from(TestedPart::DOORS_MOST), "door".to_owned(), "at most 16 doors");
    for (place, DoorKeys { name, input }) in doors.iter().enumerate() {
        let is_name = !name.trim().is_empty() && name.chars().count() <= NAME_MOST && !name.chars().any(char::is_control);
        expect(is_name, format!("door[{place}].name"), "a name of at most 40 characters");
        let is_own = doors[..place].iter().all(|other| other.name != *name);
        expect(is_own, format!("door[{place}].name"), "a name that no other door has");
        let is_alike = input.is_some() == doors[0].input.is_some();
        expect(is_alike, format!("door[{place}].driver"), "the driver of the first door");
        let debounce = input.as_ref().is_none_or(|input| (1_000..=1_000_000).contains(&input.debounce_microseconds));
        expect(debounce, format!("door[{place}].input.debounce_microseconds"), "1000 to 1000000 microseconds");
    }
    found
}
