//! What technicians may see.

use serde::Serialize;
use utoipa::ToSchema;

use super::hold::fault_codes;
use crate::model::{DeviceView, DropZone, FaultCode, LeftRim, NoSpinReason, PastFault, PastView, Reading, RoundTrace, Timestamp};

/// The devices, and what the last rounds have shown of them.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Service {
    /// The wheel, then the sources of cards.
    devices: Vec<Device>,
    /// What the last rounds have shown; null where the journal cannot be read.
    #[schema(required)]
    past: Option<Past>,
}

impl Service {
    /// What is known of the devices now, and what was read of the past, where it could be read.
    pub(in crate::http) fn new(devices: &[DeviceView], past: Option<PastView>) -> Self {
        Self { devices: devices.iter().map(Device::from).collect(), past: past.as_ref().map(Past::from) }
    }
}

/// A device and what it says of itself now.
#[derive(Serialize, ToSchema)]
struct Device {
    /// The card table that it is the source of; null for the wheel.
    #[schema(required, example = 2)]
    table: Option<u8>,
    /// How it is driven, as in the cabinet file.
    #[schema(example = "serial")]
    driver: &'static str,
    /// Its device file; null where there is no device.
    #[schema(required, example = "slingshot-2")]
    device: Option<String>,
    /// The port that it is on; null where it is on none, or is simulated.
    #[schema(required, example = "/dev/serial/by-id/usb-wheel")]
    port: Option<String>,
    /// What it says of itself; empty where it says nothing.
    readings: Vec<DeviceReading>,
}

impl From<&DeviceView> for Device {
    fn from(view: &DeviceView) -> Self {
        Self {
            table: view.table.map(|table| table.0),
            driver: view.driver,
            device: view.device.clone(),
            port: view.port.clone(),
            readings: view.readings.iter().map(DeviceReading::from).collect(),
        }
    }
}

/// One thing that is known of a device now.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"name": "rotor_rpm", "value": "24.6"}))]
struct DeviceReading {
    /// What it is.
    name: &'static str,
    /// What it reads: a number, or a word of the device.
    value: String,
}

impl From<&Reading> for DeviceReading {
    fn from(reading: &Reading) -> Self {
        Self { name: reading.name, value: reading.value.clone() }
    }
}

/// What the last rounds have shown of the devices.
#[derive(Serialize, ToSchema)]
struct Past {
    /// The last rounds, newest first, at most 200.
    rounds: Vec<Trace>,
    /// The faults that came in these rounds, newest first, at most 100.
    faults: Vec<FaultLine>,
    /// Where the ball left the rim.
    drop_zone: Zone,
}

impl From<&PastView> for Past {
    fn from(past: &PastView) -> Self {
        Self {
            rounds: past.rounds.iter().map(Trace::from).collect(),
            faults: past.faults.iter().map(FaultLine::from).collect(),
            drop_zone: Zone::from(&past.drop_zone),
        }
    }
}

/// What became of a round.
#[derive(Serialize, ToSchema)]
struct Trace {
    /// The round.
    #[schema(example = 11)]
    round: u64,
    /// When betting opened.
    #[schema(required)]
    opened_at: Option<u64>,
    /// When it was settled or voided.
    #[schema(required)]
    settled_at: Option<u64>,
    /// Where the ball lay.
    #[schema(required, maximum = 36)]
    pocket: Option<u8>,
    /// Why it was voided, if it was.
    #[schema(required, example = "attendant")]
    voided: Option<&'static str>,
    /// The spins that did not count.
    #[schema(value_type = Vec<String>, example = json!(["same-direction"]))]
    no_spins: Vec<NoSpinReason>,
    /// Where the ball left the rim, each time.
    left_rim: Vec<Left>,
}

impl From<&RoundTrace> for Trace {
    fn from(trace: &RoundTrace) -> Self {
        Self {
            round: trace.round,
            opened_at: trace.opened_at.map(Timestamp::microseconds),
            settled_at: trace.settled_at.map(Timestamp::microseconds),
            pocket: trace.pocket.map(|pocket| pocket.number()),
            voided: trace.voided,
            no_spins: trace.no_spins.clone(),
            left_rim: trace.left_rim.iter().map(Left::from).collect(),
        }
    }
}

/// Where the ball left the rim.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"degrees": 214, "rotor_pocket": 17}))]
struct Left {
    /// Clockwise from the index sensor, 0 to 359.
    degrees: u16,
    /// The pocket of the rotor that was there.
    #[schema(required)]
    rotor_pocket: Option<u8>,
}

impl From<&LeftRim> for Left {
    fn from(left: &LeftRim) -> Self {
        Self { degrees: left.degrees, rotor_pocket: left.rotor_pocket }
    }
}

/// A fault that came, and perhaps went.
#[derive(Serialize, ToSchema)]
struct FaultLine {
    /// The card table of whose source it was; null for the wheel's.
    #[schema(required)]
    table: Option<u8>,
    /// Which.
    #[schema(schema_with = fault_codes)]
    code: FaultCode,
    /// What was seen.
    #[schema(example = "ball-2 has been on for 4 s")]
    detail: String,
    /// What the fault means.
    meaning: &'static str,
    /// What to look at first.
    what_to_check: &'static str,
    /// When it came.
    since: u64,
    /// When the device said that it was over; null where it did not, or where an attendant's decision ended it.
    #[schema(required)]
    until: Option<u64>,
}

impl From<&PastFault> for FaultLine {
    fn from(fault: &PastFault) -> Self {
        Self {
            table: fault.table.map(|table| table.0),
            code: fault.code,
            detail: fault.detail.clone(),
            meaning: fault.code.meaning(),
            what_to_check: fault.code.what_to_check(),
            since: fault.since.microseconds(),
            until: fault.until.map(Timestamp::microseconds),
        }
    }
}

/// Where the ball left the rim in these rounds. On a level wheel that is anywhere; on one that is not level mostly on one side.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"spins": 60, "sectors": [9, 8, 6, 4, 3, 2, 2, 3, 4, 5, 6, 8], "mostly_at_degrees": 12, "tilted": false}))]
struct Zone {
    /// In how many spins.
    spins: usize,
    /// How often in each part of 30 degrees, clockwise from the index sensor.
    sectors: Vec<u32>,
    /// The middle of the places, in degrees; null where there are too few.
    #[schema(required)]
    mostly_at_degrees: Option<u16>,
    /// Whether a level wheel would hardly ever show as much; null where there are too few.
    #[schema(required)]
    tilted: Option<bool>,
}

impl From<&DropZone> for Zone {
    fn from(zone: &DropZone) -> Self {
        Self { spins: zone.spins, sectors: zone.sectors.to_vec(), mostly_at_degrees: zone.mostly_at_degrees, tilted: zone.tilted }
    }
}
