//! The keys of a cabinet file's `[wheel]`: which driver reaches it, and what that driver has to know.

use std::path::PathBuf;

use serde::Deserialize;

use super::{LineKeys, Problem};

/// How the wheel is reached.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "WheelFile")]
pub enum WheelKeys {
    /// A simulated wheel, driven by the same code as a real one of its device file.
    Simulated {
        /// The device file.
        device: String,
    },
    /// A wheel on a serial port.
    Serial {
        /// The device file.
        device: String,
        /// The port, by a path that stays the same when other devices are plugged in.
        port: PathBuf,
    },
    /// A wheel on bare lines.
    Lines {
        /// The device file.
        device: String,
        /// What reaches the lines.
        driver: LineDriver,
        /// The lines.
        lines: Box<LineKeys>,
    },
}

/// What reaches bare lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineDriver {
    /// The registers and interrupts of a Raspberry Pi.
    Rppal,
    /// The kernel's character device, on any board.
    CharacterDevice,
}

impl LineDriver {
    /// The driver's name in cabinet files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Driver::of(self).name()
    }
}

/// The table as it stands in the file. Which keys there must be is said by the driver.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WheelFile {
    driver: Driver,
    device: String,
    port: Option<PathBuf>,
    lines: Option<Box<LineKeys>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Driver {
    Simulated,
    Serial,
    Rppal,
    GpioCharacterDevice,
}

impl Driver {
    const fn of(driver: LineDriver) -> Self {
        match driver {
            LineDriver::Rppal => Self::Rppal,
            LineDriver::CharacterDevice => Self::GpioCharacterDevice,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Simulated => "simulated",
            Self::Serial => "serial",
            Self::Rppal => "rppal",
            Self::GpioCharacterDevice => "gpio-character-device",
        }
    }
}

impl TryFrom<WheelFile> for WheelKeys {
    type Error = String;

    fn try_from(table: WheelFile) -> Result<Self, String> {
        let WheelFile { driver, device, port, lines } = table;
        let lines_by = |driver, lines| Self::Lines { device: device.clone(), driver, lines };
        match (driver, port, lines) {
            (Driver::Simulated, None, None) => Ok(Self::Simulated { device }),
            (Driver::Serial, Some(port), None) => Ok(Self::Serial { device, port }),
            (Driver::Rppal, None, Some(lines)) => Ok(lines_by(LineDriver::Rppal, lines)),
            (Driver::GpioCharacterDevice, None, Some(lines)) => Ok(lines_by(LineDriver::CharacterDevice, lines)),
            (Driver::Serial, None, _) => Err("missing field `port`: the driver \"serial\" needs it".into()),
            (Driver::Rppal | Driver::GpioCharacterDevice, _, None) => {
                Err(format!("missing table `lines`: the driver {:?} needs it", driver.name()))
            }
            (_, _, Some(_)) if matches!(driver, Driver::Simulated | Driver::Serial) => {
                Err(format!("unknown table `lines`: the driver {:?} has none", driver.name()))
            }
            _ => Err(format!("unknown field `port`: the driver {:?} has none", driver.name())),
        }
    }
}

impl WheelKeys {
    /// The name of the device file.
    #[must_use]
    pub fn device(&self) -> &str {
        match self {
            Self::Simulated { device } | Self::Serial { device, .. } | Self::Lines { device, .. } => device,
        }
    }

    /// The driver's name in cabinet files.
    #[must_use]
    pub const fn driver(&self) -> &'static str {
        match self {
            Self::Simulated { .. } => Driver::Simulated.name(),
            Self::Serial { .. } => Driver::Serial.name(),
            Self::Lines { driver, .. } => driver.name(),
        }
    }

    /// The values that make no sense.
    pub(super) fn problems(&self) -> Vec<Problem> {
        match self {
            Self::Lines { lines, .. } => lines.problems("wheel.lines"),
            Self::Simulated { .. } | Self::Serial { .. } => Vec::new(),
        }
    }
}
