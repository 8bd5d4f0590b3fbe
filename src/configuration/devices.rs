//! The devices that a cabinet file names, and whether each goes with its driver.

use super::misfit::{Findings, TermsErrors, named_by};
use crate::profiles::{CabinetFile, Device, Profile, SourceOfTable, WheelKeys, load_device};
use crate::sensing::{shoe, shuffler};

/// What brings the cards of a table, where it is a device.
#[derive(Clone, Debug, PartialEq)]
pub enum CardDevice {
    /// A shuffle machine.
    Shuffler(shuffler::Parameters),
    /// A card-reading shoe.
    Shoe(shoe::Parameters),
}

/// Reads the device file of the wheel.
///
/// # Errors
/// Where it is not good, or does not go with the wheel's driver.
pub(super) fn wheel_device(cabinet: &Profile<CabinetFile>) -> Result<Device, TermsErrors> {
    let wheel = &cabinet.value.wheel;
    let device = named_by(cabinet, "wheel.device", load_device(wheel.device()))?;
    let mut findings = Findings::of(cabinet);
    let expected = match (wheel, &device.value) {
        (_, Device::Shuffler(_) | Device::Shoe(_)) => Some("the file of a wheel"),
        (WheelKeys::Lines { .. }, Device::Slingshot(_)) => Some("the file of a wheel on bare lines; this one is on a serial port"),
        (WheelKeys::Serial { .. }, Device::ThreeSensor(_)) => Some("the file of a wheel on a serial port; this one is on bare lines"),
        _ => None,
    };
    findings.require(expected.is_none(), "wheel.device", || expected.unwrap_or_default().to_owned(), &device);
    findings.or(Some(device.value))
}

/// Reads the device file of a table's source of cards; `None` where it is a virtual deck.
///
/// # Errors
/// Where it is not good, or no cards come from such a device.
pub(super) fn card_device(cabinet: &Profile<CabinetFile>, source: &SourceOfTable<'_>) -> Result<Option<CardDevice>, TermsErrors> {
    let Some(name) = source.keys.device() else { return Ok(None) };
    let key = source.device_key();
    let device = named_by(cabinet, &key, load_device(name))?;
    let mut findings = Findings::of(cabinet);
    let found = match &device.value {
        Device::Shuffler(parameters) => Some(CardDevice::Shuffler(parameters.clone())),
        Device::Shoe(parameters) => Some(CardDevice::Shoe(parameters.clone())),
        Device::Slingshot(_) | Device::ThreeSensor(_) => None,
    };
    findings.require(found.is_some(), &key, || "the file of a shuffle machine or of a card-reading shoe".into(), &device);
    findings.or(Some(found))
}
