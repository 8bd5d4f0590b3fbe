//! The wheel of the cabinet file: a port, and behind it a real wheel or a simulated one.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::Clock;
use super::opening::Opened;
use super::options::Options;
use super::readings;
use super::tasks::Tasks;
use super::wheel_defect::WheelDefect;
use super::workshop::Readings;
use crate::drivers::analyser::LogicAnalyser;
use crate::drivers::gpio::{self, LineError, Lines};
use crate::drivers::line_wheel::{self, LineWheel, Wanted};
use crate::drivers::wheel::{self, WheelPort};
use crate::model::{Pocket, SpinNumber, Timestamp, WheelEvent, WheelWish};
use crate::profiles::{CabinetFile, Device, WheelKeys};
use crate::sensing::slingshot::Status;
use crate::sensing::three_sensor::{Draw, Parameters};
use crate::sim::chance::Chance;
use crate::sim::devices::pseudo_terminal::{self, Running};
use crate::sim::devices::slingshot::{Behaviour, SimulatedWheel};
use crate::sim::devices::three_sensor::{Level, Live, LiveOnLines, Mishaps, Moods};

/// How long one wait for a simulated line may last.
const SIMULATED_WAIT: Duration = Duration::from_millis(5);

/// The first stream of chance for the moods of a simulated wheel on bare lines; each opening of its lines takes the next.
const MOODS_STREAM: u64 = 16;

/// Opens the lines of a wheel.
type Open = Box<dyn FnMut() -> Result<Lines, LineError> + Send>;
/// Draws what chance has to say of one launch.
type DrawOne = Box<dyn FnMut() -> Result<Draw, String> + Send>;

/// The wheel that is to be driven.
pub(super) enum Wheel {
    /// One on a serial port, with the simulated wheel behind it where it is one.
    Serial(Box<WheelPort>, Option<Running>),
    /// One on bare lines, with the defect that a simulated one may be given.
    Lines(Box<LineWheel<Open, DrawOne>>, Option<WheelDefect>),
}

/// What the wheel's driver is connected to.
pub(super) struct Connections {
    /// What the cabinet wants of the wheel.
    pub(super) wishes: watch::Receiver<WheelWish>,
    /// The round that the wheel turns for.
    pub(super) rounds: watch::Receiver<u64>,
    /// What the wheel says.
    pub(super) events: mpsc::Sender<WheelEvent>,
    /// Ends the driver.
    pub(super) stop: CancellationToken,
}

/// Refuses what only a simulated wheel can do, or one on a serial port.
///
/// # Errors
/// Where a real wheel is asked to be faster than life or to fail, one on a serial port to have a dead line, or one on bare lines to keep a raw
/// record.
pub(super) fn check_options(cabinet: &CabinetFile, device: &Device, options: &Options) -> anyhow::Result<()> {
    anyhow::ensure!(
        may_hurry(cabinet) || options.clock_speed == 1,
        "--clock-speed is only for simulated devices: real ones take their time"
    );
    anyhow::ensure!(
        options.wheel_faults == 0 || is_simulated(cabinet),
        "--wheel-faults is only for a simulated wheel: a real one has its own"
    );
    anyhow::ensure!(
        options.wheel_defect.is_none() || is_simulated(cabinet) && matches!(device, Device::ThreeSensor(_)),
        "--wheel-defect is only for a simulated wheel on bare lines"
    );
    anyhow::ensure!(
        options.record.is_none() || !matches!(device, Device::ThreeSensor(_)),
        "--record is for a wheel on a serial port; the edges of each spin stand in the journal (croupierctl spins evidence)"
    );
    Ok(())
}

/// Whether the cabinet file names a simulated wheel, as the demo does.
pub(super) fn is_simulated(cabinet: &CabinetFile) -> bool {
    matches!(cabinet.wheel, WheelKeys::Simulated { .. })
}

/// Whether no device of the cabinet is real.
fn may_hurry(cabinet: &CabinetFile) -> bool {
    is_simulated(cabinet) && cabinet.card_sources().all(|source| source.keys.is_simulated())
}

/// How many times faster than life the house's clock runs.
pub(super) fn clock_speed(cabinet: &CabinetFile, options: &Options) -> u32 {
    if may_hurry(cabinet) { options.clock_speed.max(1) } else { 1 }
}

/// Makes the wheel that the cabinet file names. Its driver's clock runs as fast as the wheel. It is held to what was settled until another
/// ball runs: one on a serial port goes on showing it, and in one on bare lines the ball lies there. The latter shows nothing else by itself,
/// and is told what somebody has to look at.
///
/// # Errors
/// Where a pseudo-terminal cannot be made, or there is no chance.
pub(super) fn make(device: Device, cabinet: &CabinetFile, options: &Options, clock: &Clock, opened: &Opened) -> anyhow::Result<Wheel> {
    let settled = opened.settled();
    let speed = clock_speed(cabinet, options).saturating_mul(if is_simulated(cabinet) { options.wheel_speed.max(1) } else { 1 });
    match (device, &cabinet.wheel) {
        (Device::Slingshot(device), WheelKeys::Serial { port, .. }) => {
            let port = WheelPort { port: port.clone(), device, record: options.record.clone(), analyser: None, speed: 1, settled };
            Ok(Wheel::Serial(Box::new(port), None))
        }
        (Device::Slingshot(device), WheelKeys::Simulated { .. }) => {
            let running = simulate(options, speed)?;
            let port = running.port_path.clone();
            let port = WheelPort { port, device, record: options.record.clone(), analyser: None, speed, settled };
            Ok(Wheel::Serial(Box::new(port), Some(running)))
        }
        (Device::ThreeSensor(device), WheelKeys::Lines { driver, lines, .. }) => {
            let (driver, lines) = (*driver, lines.clone());
            let wait = Duration::from_millis(lines.reading.wait_milliseconds.into());
            let wheel = on_lines(*device, opened, wait, Box::new(move || gpio::open(driver, &lines)), Box::new(draw));
            Ok(Wheel::Lines(Box::new(wheel), None))
        }
        (Device::ThreeSensor(device), WheelKeys::Simulated { .. }) => {
            simulate_on_lines(*device, opened, options, clock.faster(speed / clock.speed()))
        }
        (Device::Slingshot(_), WheelKeys::Lines { .. })
        | (Device::ThreeSensor(_), WheelKeys::Serial { .. })
        | (Device::Shuffler(_) | Device::Shoe(_), _) => {
            bail!("{}: the device does not go with its driver", cabinet.wheel.device())
        }
    }
}

fn on_lines(parameters: Parameters, opened: &Opened, wait: Duration, open: Open, draw: DrawOne) -> LineWheel<Open, DrawOne> {
    LineWheel {
        parameters,
        faults_to_look_at: opened.faults_to_look_at(),
        settled: settled_on_lines(opened),
        open,
        wait,
        draw,
        analyser: Arc::default(),
    }
}

/// The newest result, which the ball of a wheel on bare lines must show still; none where that ball may have been blown since.
fn settled_on_lines(opened: &Opened) -> Option<(SpinNumber, Pocket)> {
    opened.settled().filter(|_| !opened.wanted_ball()).map(|settled| (settled.spin, settled.pocket))
}

/// Chance for one launch, from the operating system.
fn draw() -> Result<Draw, String> {
    let mut draw = Draw::default();
    getrandom::fill(&mut draw.0).map_err(|error| error.to_string())?;
    Ok(draw)
}

/// A simulated wheel on bare lines. With a seed, what is drawn for its launches is repeated as well.
fn simulate_on_lines(device: Parameters, opened: &Opened, options: &Options, clock: Clock) -> anyhow::Result<Wheel> {
    let seed = seed(options)?;
    let (started, faults) = (clock.now(), options.wheel_faults);
    let mut live = Live::new(seed, Level::Field, Mishaps::default());
    if let Some((_, pocket)) = settled_on_lines(opened) {
        live.fix_ball(pocket.place() as f64);
    }
    let wheel = LiveOnLines::new(live);
    let defect = options.wheel_defect.clone().map(|file| WheelDefect::new(file, wheel.clone()));
    let mut openings = 0;
    let open = move || {
        let clock = clock.clone();
        let running = move || Timestamp::from_microseconds(clock.now().since(started).microseconds());
        if faults > 0 {
            // Lines that were given back because they babble must not babble in the same way again.
            wheel.change(|live| live.be_moody(Moods::new(Chance::new(seed, MOODS_STREAM + openings), faults)));
            openings += 1;
        }
        Ok(wheel.lines(running))
    };
    let mut chance = Chance::new(seed, 3);
    let seeded = move || {
        let mut draw = Draw::default();
        draw.0.iter_mut().for_each(|byte| *byte = chance.below(256) as u8);
        Ok(draw)
    };
    let draw: DrawOne = if options.wheel_seed.is_some() { Box::new(seeded) } else { Box::new(draw) };
    Ok(Wheel::Lines(Box::new(on_lines(device, opened, SIMULATED_WAIT, Box::new(open), draw)), defect))
}

fn seed(options: &Options) -> anyhow::Result<u64> {
    match options.wheel_seed {
        Some(seed) => Ok(seed),
        None => getrandom::u64().context("the operating system gave no random numbers"),
    }
}

fn simulate(options: &Options, speed: u32) -> anyhow::Result<Running> {
    let link: PathBuf = options.data.join("wheel");
    let device = SimulatedWheel::new(seed(options)?, Behaviour::harsh(options.wheel_faults));
    let simulation = pseudo_terminal::Options { link, device, speed, reports: None };
    pseudo_terminal::start(simulation).context("cannot start the simulated wheel")
}

impl Wheel {
    /// The house's clock, which keeps pace with a simulated wheel on a port.
    pub(super) fn pace(&self, clock: Clock, options: &Options) -> Clock {
        match self {
            Self::Serial(_, Some(simulated)) => clock.keeping_pace_with(simulated.clock.clone(), options.wheel_speed),
            Self::Serial(_, None) | Self::Lines(..) => clock,
        }
    }

    /// Starts the driver, and the simulated wheel where there is one. What the wheel reports about itself can be read from then on.
    /// What goes over its lines is shown by the analyser.
    pub(super) fn start(self, clock: &Clock, connections: Connections, tasks: &mut Tasks) -> (Readings, Arc<LogicAnalyser>) {
        let Connections { wishes, rounds, events, stop } = connections;
        match self {
            Self::Serial(port, simulated) => {
                let (status, known) = watch::channel(Status::default());
                let warnings = port.device.warnings;
                // What the driver tells carries no time, so its clock may run as fast as its wheel.
                let time = clock.of_device(simulated.as_ref().map(|simulated| simulated.clock.clone()));
                let analyser = Arc::new(LogicAnalyser::default());
                let port = WheelPort { analyser: Some(analyser.clone()), ..*port };
                let driven = wheel::run(port, wishes, events, status, time, stop.clone());
                watch_driver(tasks, driven, stop.clone());
                if let Some(simulated) = simulated {
                    tasks.watch("simulated wheel", simulate_until(simulated, stop));
                }
                (Box::new(move || readings::of_wheel(&known.borrow(), warnings)), analyser)
            }
            Self::Lines(wheel, defect) => {
                if let Some(defect) = defect {
                    let followed = defect.follow(stop.clone());
                    tasks.watch("simulated wheel", async move {
                        followed.await;
                        Ok(())
                    });
                }
                let (status, known) = watch::channel(line_wheel::Status::default());
                let analyser = wheel.analyser.clone();
                watch_driver(tasks, line_wheel::run(*wheel, Wanted { wishes, rounds }, events, status, stop.clone()), stop);
                (Box::new(move || readings::of_lines(&known.borrow())), analyser)
            }
        }
    }
}

fn watch_driver<E: std::error::Error + Send + Sync + 'static>(
    tasks: &mut Tasks,
    driven: impl Future<Output = Result<(), E>> + Send + 'static,
    stop: CancellationToken,
) {
    tasks.watch("wheel driver", async move {
        match driven.await {
            // At the end the others may be gone before the driver has noticed that it is over.
            Err(_) if stop.is_cancelled() => Ok(()),
            ended => ended.context("the wheel cannot be driven"),
        }
    });
}

/// Lets a simulated device run until `stop`.
///
/// # Errors
/// What ended it before.
pub(super) async fn simulate_until(mut simulated: Running, stop: CancellationToken) -> anyhow::Result<()> {
    tokio::select! {
        ended = simulated.ended() => return ended.context("the simulation cannot go on"),
        () = stop.cancelled() => {}
    }
    simulated.stop().await.context("the simulated device could not be put away")
}
