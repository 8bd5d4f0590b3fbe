//! What technicians may see.

use serde::Serialize;
use utoipa::ToSchema;

use super::figures::{FigureLimit, SpinLine};
use super::journal::Journal;
use super::software::Software;
use crate::model::{
    CertificateView, DeviceView, DropZone, JournalView, LeftRim, NoSpinReason, PastView, Reading, RoundTrace, SigningKeyView, SoftwareView,
    TiltView, Timestamp,
};

/// The devices, and what the last rounds have shown of them.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Diagnostics {
    /// The wheel, then the sources of cards.
    devices: Vec<Device>,
    /// What the last rounds have shown; null where the journal cannot be read.
    #[schema(required)]
    past: Option<Past>,
    /// The journal.
    journal: Journal,
    /// The key by which the cabinet signs the journal; null where it is lost or cannot be read, and nothing is signed.
    #[schema(required)]
    signing_key: Option<SigningKey>,
    /// The certificate by which consoles know the cabinet; null where it speaks plain HTTP.
    #[schema(required)]
    certificate: Option<Certificate>,
    /// The program and the files that it runs with; null where it cannot read its own file.
    #[schema(required)]
    software: Option<Software>,
}

/// The cabinet's certificate for TLS.
#[derive(Serialize, ToSchema)]
struct Certificate {
    /// What people compare: its SHA-256, as browsers show it.
    #[schema(example = "3F:5A:0C:9B:71:D2:44:E8:16:AF:93:0D:62:C7:B8:1E:55:20:FA:8C:4B:D9:07:61:3E:A4:98:12:CF:76:0B:E5")]
    fingerprint: String,
    /// When it ends, by the wall clock.
    ends_at: u64,
}

impl From<&CertificateView> for Certificate {
    fn from(view: &CertificateView) -> Self {
        Self { fingerprint: view.fingerprint.clone(), ends_at: view.ends_at.microseconds() }
    }
}

/// The public part of the cabinet's signing key.
#[derive(Serialize, ToSchema)]
struct SigningKey {
    /// What `croupierctl journal verify FILE --key` takes.
    #[schema(example = "ed25519:d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")]
    key: String,
    /// What people compare.
    #[schema(example = "21fe-31df-a154-a261-626b-f854-046f-d227")]
    fingerprint: String,
}

impl From<SigningKeyView> for SigningKey {
    fn from(view: SigningKeyView) -> Self {
        Self { key: view.key, fingerprint: view.fingerprint }
    }
}

impl Diagnostics {
    /// What is known of the devices now, and what was read of the past, where it could be read.
    pub(in crate::http) fn new(
        devices: &[DeviceView],
        past: Option<PastView>,
        journal: &JournalView,
        key: Option<SigningKeyView>,
        certificate: Option<&CertificateView>,
        software: Option<&SoftwareView>,
    ) -> Self {
        Self {
            devices: devices.iter().map(Device::from).collect(),
            past: past.as_ref().map(Past::from),
            journal: journal.into(),
            signing_key: key.map(SigningKey::from),
            certificate: certificate.map(Certificate::from),
            software: software.map(Software::from),
        }
    }
}

/// A device and what it reports about itself now.
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
    /// What it reports about itself; empty where it says nothing.
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
    /// Where the ball left the rim.
    drop_zone: Zone,
    /// The figures of the last spins, newest first, at most 20.
    spins: Vec<SpinLine>,
    /// Between which values figures of spins and of the wheel are in order, by the wheel's device file; those that nothing judges are missing.
    limits: Vec<FigureLimit>,
}

impl From<&PastView> for Past {
    fn from(past: &PastView) -> Self {
        Self {
            rounds: past.rounds.iter().map(Trace::from).collect(),
            drop_zone: Zone::from(&past.drop_zone),
            spins: past.spins.iter().map(SpinLine::from).collect(),
            limits: past.limits.iter().map(|(figure, limits)| FigureLimit::new(*figure, *limits)).collect(),
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
#[schema(example = json!({"degrees": 214, "within_degrees": 18, "rotor_pocket": 17}))]
struct Left {
    /// Clockwise from the index sensor, 0 to 359.
    degrees: u16,
    /// How far from there it may have been, either way, in nine of ten cases; null where that was not said.
    #[schema(required)]
    within_degrees: Option<u16>,
    /// The pocket of the rotor that was there.
    #[schema(required)]
    rotor_pocket: Option<u8>,
}

impl From<&LeftRim> for Left {
    fn from(left: &LeftRim) -> Self {
        Self { degrees: left.degrees, within_degrees: left.within_degrees, rotor_pocket: left.rotor_pocket }
    }
}

/// Where the ball left the rim in these rounds. On a level wheel that is anywhere; on one that is not level mostly on one side.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"spins": 60, "milliballs": [830, 840], "within_degrees": 16, "leaving_milliturns": 505, "scatter_milliturns": 4,
    "tilt": {"centidegrees": 31, "error_centidegrees": 1, "highest_at_degrees": 200, "is_told": true}, "tilted": true}))]
struct Zone {
    /// In how many spins.
    spins: usize,
    /// How many thousandths of a ball left in each of 72 parts of the rim, clockwise from the index sensor; each ball is spread as far as
    /// its place is uncertain. Empty where there are no spins.
    milliballs: Vec<u32>,
    /// How exactly a place is known, in degrees either way, in nine of ten cases; null where there are no spins.
    #[schema(required)]
    within_degrees: Option<u16>,
    /// The speed at which balls leave the rim, in thousandths of a turn a second; null where there are no spins.
    #[schema(required)]
    leaving_milliturns: Option<u32>,
    /// How far that differs from ball to ball, as a standard deviation.
    #[schema(required)]
    scatter_milliturns: Option<u32>,
    /// How the wheel stands, by the course of the balls on the rim; null where too few ran.
    #[schema(required)]
    tilt: Option<TiltLine>,
    /// Whether a level wheel would hardly ever show as much; null where there are too few.
    #[schema(required)]
    tilted: Option<bool>,
}

impl From<&DropZone> for Zone {
    fn from(zone: &DropZone) -> Self {
        Self {
            spins: zone.spins,
            milliballs: zone.milliballs.clone(),
            within_degrees: zone.within_degrees,
            leaving_milliturns: zone.leaving_milliturns.map(|(mean, _)| mean),
            scatter_milliturns: zone.leaving_milliturns.map(|(_, scatter)| scatter),
            tilt: zone.tilt.as_ref().map(TiltLine::from),
            tilted: zone.tilted,
        }
    }
}

/// How the wheel stands.
#[derive(Serialize, ToSchema)]
struct TiltLine {
    /// How far it is tilted, in hundredths of a degree, on a rim of the usual size.
    centidegrees: u32,
    /// How exactly that is known, as a standard deviation.
    error_centidegrees: u32,
    /// Where its rim is highest, in degrees clockwise from the index sensor.
    highest_at_degrees: u16,
    /// Whether that is told surely enough, and is enough to matter.
    is_told: bool,
}

impl From<&TiltView> for TiltLine {
    fn from(tilt: &TiltView) -> Self {
        Self {
            centidegrees: tilt.centidegrees,
            error_centidegrees: tilt.error_centidegrees,
            highest_at_degrees: tilt.highest_at_degrees,
            is_told: tilt.is_told,
        }
    }
}
