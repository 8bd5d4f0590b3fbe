//! The wheel of the cabinet file: a port, and behind it a real wheel or a simulated one.

use std::path::PathBuf;

use anyhow::Context;

use super::options::Options;
use crate::drivers::wheel::WheelPort;
use crate::profiles::{CabinetFile, Kind, WheelKeys, load};
use crate::sensing::slingshot::Parameters;
use crate::sim::pseudo_terminal::{self, Running};
use crate::sim::slingshot::Behaviour;

/// The port to drive, and the simulated wheel behind it where it is one.
pub(super) struct Wheel {
    /// What the driver is to open.
    pub(super) port: WheelPort,
    /// The simulated wheel; it ends when this is dropped.
    pub(super) simulated: Option<Running>,
}

/// Makes the wheel that the cabinet file names.
///
/// # Errors
/// Where the device file is not good or a pseudo-terminal cannot be made.
pub(super) fn make(cabinet: &CabinetFile, options: &Options) -> anyhow::Result<Wheel> {
    let device = load::<Parameters>(Kind::Device, cabinet.wheel.device())?.value;
    let simulated = match &cabinet.wheel {
        WheelKeys::Simulated { .. } => Some(simulate(options)?),
        WheelKeys::Serial { .. } => None,
    };
    let port = match (&cabinet.wheel, &simulated) {
        (WheelKeys::Serial { port, .. }, _) => port.clone(),
        (WheelKeys::Simulated { .. }, running) => running.as_ref().map(|running| running.port_path.clone()).unwrap_or_default(),
    };
    Ok(Wheel { port: WheelPort { port, device, record: options.record.clone(), speed: speed(&cabinet.wheel, options) }, simulated })
}

/// A real wheel plays at the speed of life, whatever was asked for.
fn speed(wheel: &WheelKeys, options: &Options) -> u32 {
    if matches!(wheel, WheelKeys::Simulated { .. }) { options.wheel_speed } else { 1 }
}

fn simulate(options: &Options) -> anyhow::Result<Running> {
    let link: PathBuf = options.data.join("wheel");
    let seed = match options.wheel_seed {
        Some(seed) => seed,
        None => getrandom::u64().context("the operating system gave no random numbers")?,
    };
    let simulation = pseudo_terminal::Options { link, seed, behaviour: Behaviour::default(), speed: options.wheel_speed, reports: None };
    pseudo_terminal::start(simulation).context("cannot start the simulated wheel")
}
