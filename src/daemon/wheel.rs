//! The wheel of the cabinet file: a port, and behind it a real wheel or a simulated one.

use std::path::PathBuf;

use anyhow::{Context, bail};

use tokio_util::sync::CancellationToken;

use super::options::Options;
use crate::drivers::wheel::WheelPort;
use crate::profiles::{CabinetFile, Device, WheelKeys, load_device};
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

/// Reads the file of the wheel's device, and refuses what only a simulated wheel can do.
///
/// # Errors
/// Where the device file is not good, or a real wheel is asked to be faster than life.
pub(super) fn device(cabinet: &CabinetFile, options: &Options) -> anyhow::Result<Parameters> {
    anyhow::ensure!(
        is_simulated(cabinet) || options.clock_speed == 1,
        "--clock-speed is only for a simulated wheel: a real one takes its time"
    );
    match load_device(cabinet.wheel.device())?.value {
        Device::Slingshot(parameters) => Ok(parameters),
        Device::Shuffler(_) => bail!("{}: is no wheel", cabinet.wheel.device()),
        Device::ThreeSensor(_) => bail!("{}: a wheel on bare lines is not driven by a serial port", cabinet.wheel.device()),
    }
}

/// Whether the cabinet file names a simulated wheel, as the demo does.
pub(super) fn is_simulated(cabinet: &CabinetFile) -> bool {
    matches!(cabinet.wheel, WheelKeys::Simulated { .. })
}

/// How many times faster than life the house's clock runs.
pub(super) fn clock_speed(cabinet: &CabinetFile, options: &Options) -> u32 {
    if is_simulated(cabinet) { options.clock_speed.max(1) } else { 1 }
}

/// Makes the wheel that the cabinet file names.
///
/// # Errors
/// Where a pseudo-terminal cannot be made.
pub(super) fn make(device: Parameters, cabinet: &CabinetFile, options: &Options) -> anyhow::Result<Wheel> {
    let (port, speed, simulated) = match &cabinet.wheel {
        WheelKeys::Serial { port, .. } => (port.clone(), 1, None),
        WheelKeys::Lines { device, .. } => bail!("{device}: a wheel on bare lines is not driven by a serial port"),
        WheelKeys::Simulated { .. } => {
            let speed = clock_speed(cabinet, options).saturating_mul(options.wheel_speed.max(1));
            let running = simulate(options, speed)?;
            (running.port_path.clone(), speed, Some(running))
        }
    };
    Ok(Wheel { port: WheelPort { port, device, record: options.record.clone(), speed }, simulated })
}

fn simulate(options: &Options, speed: u32) -> anyhow::Result<Running> {
    let link: PathBuf = options.data.join("wheel");
    let seed = match options.wheel_seed {
        Some(seed) => seed,
        None => getrandom::u64().context("the operating system gave no random numbers")?,
    };
    let simulation = pseudo_terminal::Options { link, seed, behaviour: Behaviour::default(), speed, reports: None };
    pseudo_terminal::start(simulation).context("cannot start the simulated wheel")
}

/// Lets a simulated wheel run until `stop`.
///
/// # Errors
/// What ended it before.
pub(super) async fn simulate_until(mut simulated: Running, stop: CancellationToken) -> anyhow::Result<()> {
    tokio::select! {
        ended = simulated.ended() => return ended.context("the simulated wheel cannot go on"),
        () = stop.cancelled() => {}
    }
    simulated.stop().await.context("the simulated wheel could not be put away")
}
