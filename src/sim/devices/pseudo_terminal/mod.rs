//! A simulated device on a pseudo-terminal: for the real serial driver a port like any other.
//!
//! A terminal serves one opening of the port. When the peer closes it, another terminal takes its place behind the same link:
//! the kernel keeps the first one locked to its last user, and keeps old bytes for the next, which no serial port does.

mod port;
mod time;

use std::io;
use std::path::PathBuf;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use self::port::{Peer, Port};
pub use self::time::DeviceClock;
use super::SimulatedDevice;
use crate::drivers::pace::Pace;
use crate::model::{Span, Timestamp};

/// What is simulated, and where.
#[derive(Debug)]
pub struct Options<D: SimulatedDevice> {
    /// The path under which the port is to be found: a symbolic link, replaced in one step, removed at the end. What stands
    /// there already is replaced only if it is a symbolic link.
    pub link: PathBuf,
    /// The device.
    pub device: D,
    /// How many times faster than life the device's time runs, as far as the host keeps up; 0 counts as 1.
    pub speed: u32,
    /// Where to say what happens; `None` to say nothing.
    pub reports: Option<mpsc::UnboundedSender<Report<D::Truth>>>,
}

/// Something that happened in a simulation. Times are the device's, from the start of the simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report<T> {
    /// The port can be opened (again); behind the link stands this terminal.
    PortThere(Span, PathBuf),
    /// The port has been pulled out.
    PortGone(Span),
    /// The port has been opened.
    Opened(Span),
    /// The port has been closed by the one who had opened it.
    Closed(Span),
    /// A command has come in these bytes.
    Received(Span, Vec<u8>),
    /// Something is over, and this is what really happened; the moments in it count from [`START`].
    Truth(T),
}

/// The device's moment at which a simulation starts.
pub const START: Timestamp = Timestamp::from_microseconds(1_000_000);

/// Why a pseudo-terminal could not be had.
#[derive(Debug, thiserror::Error)]
pub enum PseudoTerminalError {
    /// The system gives none.
    #[error("no pseudo-terminal can be had: {0}")]
    Terminal(#[from] io::Error),
    /// The link cannot be made or replaced.
    #[error("the link {path} cannot be made: {source}")]
    Link {
        /// The link.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Something that is not a symbolic link stands where the link is to be.
    #[error("{0} is there already and is not a symbolic link; it stays as it is")]
    Occupied(PathBuf),
}

/// A running simulation. It ends when this is dropped.
#[derive(Debug)]
pub struct Running {
    /// The path at which the port is opened; stable while terminals behind it come and go.
    pub port_path: PathBuf,
    /// The device's time. A driver in the same process goes by it: on a busy machine they are late together then.
    pub clock: DeviceClock,
    stop: DropGuard,
    task: JoinHandle<Result<(), PseudoTerminalError>>,
}

impl Running {
    /// Ends the simulation and waits until the link is gone.
    ///
    /// # Errors
    /// What ended the simulation before, if something did.
    pub async fn stop(self) -> Result<(), PseudoTerminalError> {
        drop(self.stop);
        self.task.await.unwrap_or_else(|failure| Err(io::Error::other(failure).into()))
    }

    /// Waits until the simulation ends by itself, which it does only when it cannot go on.
    ///
    /// # Errors
    /// What it could not do.
    pub async fn ended(&mut self) -> Result<(), PseudoTerminalError> {
        (&mut self.task).await.unwrap_or_else(|failure| Err(io::Error::other(failure).into()))
    }
}

/// Starts a device on a pseudo-terminal, as a task of the current tokio runtime. When this returns, the port can be opened.
///
/// # Errors
/// Where no terminal or no link can be made.
pub fn start<D>(options: Options<D>) -> Result<Running, PseudoTerminalError>
where
    D: SimulatedDevice<Truth: Send> + Send + 'static,
{
    let port_path = options.link.clone();
    let port = Port::open(&port_path)?;
    let stop = CancellationToken::new();
    let clock = DeviceClock::starting(options.speed);
    let simulation = Simulation { device: options.device, link: options.link, clock: clock.clone(), reports: options.reports };
    let task = tokio::spawn(simulation.run(port, stop.clone()));
    Ok(Running { port_path, clock, stop: stop.drop_guard(), task })
}

struct Simulation<D: SimulatedDevice> {
    device: D,
    link: PathBuf,
    clock: DeviceClock,
    reports: Option<mpsc::UnboundedSender<Report<D::Truth>>>,
}

/// What ended a wait.
enum Woken {
    Stop,
    Time,
    Peer(Peer),
}

impl<D: SimulatedDevice> Simulation<D> {
    async fn run(mut self, port: Port, stop: CancellationToken) -> Result<(), PseudoTerminalError> {
        self.report(Report::PortThere(self.passed(), port.terminal().to_owned()));
        let mut port = Some(port);
        loop {
            let now = self.clock.advance();
            self.device.wake(now);
            self.device.take_truth().into_iter().for_each(|truth| self.report(Report::Truth(truth)));
            self.plug_or_pull(&mut port)?;
            let bytes = self.device.poll_send();
            if let Some(port) = port.as_ref().filter(|_| !bytes.is_empty()) {
                self.clock.said(port.send(&bytes));
            }
            match self.wait(port.as_mut(), &stop).await? {
                Woken::Stop => return Ok(()),
                Woken::Time => {}
                Woken::Peer(Peer::There) => self.report(Report::Opened(self.passed())),
                Woken::Peer(Peer::Gone) => {
                    self.clock.cut();
                    self.report(Report::Closed(self.passed()));
                    port = port.map(Port::for_next_peer).transpose()?;
                }
                Woken::Peer(Peer::Bytes(bytes)) => {
                    self.clock.read(bytes.len());
                    self.device.received(&bytes, self.clock.advance());
                    self.report(Report::Received(self.passed(), bytes));
                }
            }
        }
    }

    /// Pulls the port out where the device's line is gone, and plugs it in where it is back.
    fn plug_or_pull(&self, port: &mut Option<Port>) -> Result<(), PseudoTerminalError> {
        if self.device.connected() == port.is_some() {
            return Ok(());
        }
        self.clock.cut();
        *port = if self.device.connected() { Some(Port::open(&self.link)?) } else { None };
        self.report(match port {
            Some(port) => Report::PortThere(self.passed(), port.terminal().to_owned()),
            None => Report::PortGone(self.passed()),
        });
        Ok(())
    }

    async fn wait(&mut self, port: Option<&mut Port>, stop: &CancellationToken) -> Result<Woken, PseudoTerminalError> {
        let (clock, next) = (self.clock.clone(), self.device.next_wake());
        let is_heard = port.as_ref().is_some_and(|port| port.is_joined());
        let time = async move {
            if is_heard {
                clock.quiet().await;
            }
            tokio::time::sleep_until(clock.wake_at(next)).await;
        };
        let peer = async {
            match port {
                Some(port) => port.wait().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            // What the peer has sent comes before more time passes.
            biased;
            () = stop.cancelled() => Ok(Woken::Stop),
            woken = peer => Ok(Woken::Peer(woken?)),
            () = time => Ok(Woken::Time),
        }
    }

    /// The device's time passed since the start.
    fn passed(&self) -> Span {
        self.clock.come().since(START)
    }

    fn report(&self, report: Report<D::Truth>) {
        if let Some(reports) = &self.reports {
            // Who does not listen any more does not want to know.
            let _ = reports.send(report);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::io::{BufRead, BufReader, Write};
    use std::path::Path;
    use std::time::Duration;

    use super::*;
    use crate::sim::devices::slingshot::{Behaviour, Fault, Moment, SimulatedWheel};

    /// What the peer reads until a line starts with `wanted` or the port is gone.
    fn read_until(link: PathBuf, command: &'static str, wanted: &'static str) -> Vec<String> {
        let mut port = OpenOptions::new().read(true).write(true).open(link).expect("the port can be opened");
        port.write_all(command.as_bytes()).expect("the port takes a command");
        let mut lines = Vec::new();
        for line in BufReader::new(port).lines() {
            let Ok(line) = line else { break };
            let found = line.starts_with(wanted);
            lines.push(line);
            if found {
                break;
            }
        }
        lines
    }

    async fn peer(link: &Path, command: &'static str, wanted: &'static str) -> Vec<String> {
        let link = link.to_owned();
        let reading = tokio::task::spawn_blocking(move || read_until(link, command, wanted));
        tokio::time::timeout(Duration::from_secs(10), reading).await.expect("the wheel answers in time").expect("the peer does not fail")
    }

    fn options(link: &Path) -> Options<SimulatedWheel> {
        Options { link: link.to_owned(), device: SimulatedWheel::new(1, Behaviour::default()), speed: 100, reports: None }
    }

    #[tokio::test]
    async fn the_port_can_be_opened_again_and_again_and_the_wheel_goes_on() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let link = folder.path().join("wheel");
        let running = start(options(&link)).expect("the simulation starts");
        assert_eq!(running.port_path, link);
        let lines = peer(&link, "*P 1\r\n", "*X;2").await;
        assert!(lines.iter().any(|line| line == "*P OK"), "{lines:?}");
        let lines = peer(&link, "*u 1\r\n", "*X;5").await;
        assert!(lines.iter().all(|line| !line.starts_with("*X;1")), "nothing old is read after opening: {lines:?}");
        peer(&link, "", "*X;").await;
        running.stop().await.expect("nothing went wrong");
        assert!(std::fs::symlink_metadata(&link).is_err(), "the link is removed");
    }

    #[tokio::test]
    async fn a_lost_line_takes_the_port_away_and_brings_it_back() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let link = folder.path().join("wheel");
        let (reports, mut said) = mpsc::unbounded_channel();
        let script = vec![(Moment::of_launch(1), Fault::LineLost)];
        let behaviour = Behaviour { script, running: true, ..Behaviour::default() };
        let running = start(Options { device: SimulatedWheel::new(1, behaviour), reports: Some(reports), ..options(&link) })
            .expect("the simulation starts");
        let lines = peer(&link, "*u 1\r\n", "nothing starts with this").await;
        assert!(!lines.is_empty(), "the line worked before");
        let mut happened = Vec::new();
        while happened.iter().filter(|name| **name == "there").count() < 2 {
            let report = tokio::time::timeout(Duration::from_secs(10), said.recv()).await.expect("in time").expect("the simulation runs");
            match report {
                Report::PortThere(..) => happened.push("there"),
                Report::PortGone(_) => happened.push("gone"),
                _ => {}
            }
        }
        assert_eq!(happened, ["there", "gone", "there"]);
        peer(&link, "", "*X;").await;
        running.stop().await.expect("nothing went wrong");
    }

    #[tokio::test]
    async fn what_is_not_a_link_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("wheel");
        std::fs::write(&file, "precious").expect("a file can be written");
        assert!(matches!(start(options(&file)), Err(PseudoTerminalError::Occupied(path)) if path == file));
        assert_eq!(std::fs::read_to_string(&file).expect("the file is there"), "precious");
        let nowhere = folder.path().join("no/such/folder");
        assert!(matches!(start(options(&nowhere)), Err(PseudoTerminalError::Link { .. })));
    }
}
