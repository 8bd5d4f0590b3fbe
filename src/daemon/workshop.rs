//! What technicians are shown: the devices of the cabinet file with what each says of itself, and what the journal tells of them.

use std::path::PathBuf;

use crate::http;
use crate::journal::MirrorReader;
use crate::model::{DeviceView, PastView, Reading, TableNumber};
use crate::profiles::{CabinetFile, CardSourceKeys, WheelKeys};
use crate::service;

/// Says what a device says of itself now.
pub(super) type Readings = Box<dyn Fn() -> Vec<Reading> + Send + Sync>;

/// A device that says nothing of itself.
pub(super) fn silent() -> Readings {
    Box::new(Vec::new)
}

/// The devices of a cabinet with their readings, and where its mirror is.
pub(super) struct Workshop {
    devices: Vec<(DeviceView, Readings)>,
    mirror: PathBuf,
}

impl Workshop {
    /// Of the wheel and the sources of cards of a cabinet file, in the order of their tables.
    pub(super) fn new(cabinet: &CabinetFile, wheel: Readings, sources: Vec<Readings>, mirror: PathBuf) -> Self {
        let tables = cabinet.card_tables.iter().zip(1..).map(|(table, number)| of_source(&table.source, TableNumber(number)));
        let devices = std::iter::once((of_wheel(&cabinet.wheel), wheel)).chain(tables.zip(sources)).collect();
        Self { devices, mirror }
    }
}

impl http::Workshop for Workshop {
    fn devices(&self) -> Vec<DeviceView> {
        self.devices.iter().map(|(device, readings)| DeviceView { readings: readings(), ..device.clone() }).collect()
    }

    fn past(&self) -> Option<PastView> {
        let past = MirrorReader::open(&self.mirror).and_then(|reader| service::past(&reader));
        past.inspect_err(|error| tracing::error!(%error, "the mirror cannot be read for a technician")).ok()
    }
}

fn of_wheel(keys: &WheelKeys) -> DeviceView {
    let (driver, port) = match keys {
        WheelKeys::Simulated { .. } => ("simulated", None),
        WheelKeys::Serial { port, .. } => ("serial", Some(port.display().to_string())),
        WheelKeys::Lines { driver, .. } => (driver.name(), None),
    };
    DeviceView { table: None, driver, device: Some(keys.device().to_owned()), port, readings: Vec::new() }
}

fn of_source(keys: &CardSourceKeys, table: TableNumber) -> DeviceView {
    let (driver, device, port) = match keys {
        CardSourceKeys::Virtual => ("virtual", None, None),
        CardSourceKeys::Simulated { device, .. } => ("simulated", Some(device.clone()), None),
        CardSourceKeys::Serial { device, port } => ("serial", Some(device.clone()), Some(port.display().to_string())),
    };
    DeviceView { table: Some(table), driver, device, port, readings: Vec::new() }
}
