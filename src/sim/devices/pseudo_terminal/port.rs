//! One pseudo-terminal behind a link.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::pty::OpenptFlags;
use rustix::termios::OptionalActions;
use tokio::io::unix::AsyncFd;

use super::PseudoTerminalError;

/// How often a terminal that nobody has open is looked at.
const PEER_CHECK: Duration = Duration::from_millis(20);

/// What the one at the other end does.
pub(super) enum Peer {
    /// It has opened the port.
    There,
    /// It has sent these bytes.
    Bytes(Vec<u8>),
    /// It has closed the port.
    Gone,
}

/// A terminal and the link to it.
pub(super) struct Port {
    master: Master,
    terminal: PathBuf,
    link: PathBuf,
}

/// The device's end of a terminal.
enum Master {
    /// Nobody has the other end open. Waiting for readiness would return at once for ever, so it is looked at now and then.
    Alone(OwnedFd),
    /// Somebody has the other end open.
    Joined(AsyncFd<OwnedFd>),
    /// Between the two, for the length of a function.
    Between,
}

impl Master {
    fn descriptor(&self) -> io::Result<&OwnedFd> {
        match self {
            Self::Alone(descriptor) => Ok(descriptor),
            Self::Joined(watched) => Ok(watched.get_ref()),
            Self::Between => Err(io::Error::other("the terminal has been given up")),
        }
    }

    /// Of what it has seen before, the runtime knows nothing any more.
    fn forgotten_by_runtime(self) -> io::Result<Self> {
        match self {
            Self::Joined(watched) => Ok(Self::Alone(watched.into_inner())),
            Self::Alone(_) | Self::Between => Ok(self),
        }
    }
}

impl Port {
    /// A new terminal behind `link`.
    pub(super) fn open(link: &Path) -> Result<Self, PseudoTerminalError> {
        let (master, terminal) = open_terminal().map_err(io::Error::from)?;
        replace_link(link, &terminal)?;
        Ok(Self { master: Master::Alone(master), terminal, link: link.to_owned() })
    }

    /// The port for the next peer, after one has gone: a new terminal, or this one where the next peer has opened it already.
    pub(super) fn for_next_peer(mut self) -> Result<Self, PseudoTerminalError> {
        let next = Self::open(&self.link)?;
        // Asked after the link points elsewhere, so that nobody can come to this terminal between.
        if !peer_is_there(self.master.descriptor()?)? {
            return Ok(next);
        }
        replace_link(&self.link, &self.terminal)?;
        self.master = std::mem::replace(&mut self.master, Master::Between).forgotten_by_runtime()?;
        Ok(self)
    }

    /// The terminal's own path.
    pub(super) fn terminal(&self) -> &Path {
        &self.terminal
    }

    /// Whether somebody is known to have opened it.
    pub(super) const fn is_joined(&self) -> bool {
        matches!(self.master, Master::Joined(_))
    }

    /// Sends what the line takes, and says how many bytes that were. A line that nobody listens to, or that is full, loses the rest: there is no
    /// flow control.
    pub(super) fn send(&self, bytes: &[u8]) -> usize {
        if let Master::Joined(master) = &self.master { rustix::io::write(master, bytes).unwrap_or(0) } else { 0 }
    }

    /// Waits until the peer comes, sends or goes.
    pub(super) async fn wait(&mut self) -> io::Result<Peer> {
        if let Master::Joined(master) = &self.master {
            return read(master).await;
        }
        let Master::Alone(master) = &self.master else { return Err(io::Error::other("the terminal has been given up")) };
        while !peer_is_there(master)? {
            tokio::time::sleep(PEER_CHECK).await;
        }
        if let Master::Alone(master) = std::mem::replace(&mut self.master, Master::Between) {
            self.master = Master::Joined(registered(master)?);
        }
        Ok(Peer::There)
    }
}

impl Drop for Port {
    /// Removes the link, unless it is somebody else's by now.
    fn drop(&mut self) {
        if std::fs::read_link(&self.link).is_ok_and(|target| target == self.terminal) {
            let _ = std::fs::remove_file(&self.link);
        }
    }
}

/// Deprecated because it trusts a type to keep its descriptor, which an [`OwnedFd`] does; its successor is `unsafe`.
#[allow(deprecated, reason = "the only way to register a descriptor without unsafe code")]
fn registered(master: OwnedFd) -> io::Result<AsyncFd<OwnedFd>> {
    AsyncFd::new(master)
}

/// Whether somebody has the other end open: while nobody has, the terminal says that it was hung up.
fn peer_is_there(master: &OwnedFd) -> io::Result<bool> {
    let mut polled = [PollFd::new(master, PollFlags::IN)];
    poll(&mut polled, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }))?;
    Ok(!polled[0].revents().contains(PollFlags::HUP))
}

async fn read(master: &AsyncFd<OwnedFd>) -> io::Result<Peer> {
    let mut buffer = [0; 512];
    loop {
        let mut ready = master.readable().await?;
        // The runtime never forgets that a peer has gone: with another one come in the meantime it would call a terminal without
        // bytes ready for ever.
        let has_ended = ready.ready().is_read_closed();
        match ready.try_io(|master| Ok(rustix::io::read(master.get_ref().as_fd(), &mut buffer)?)) {
            Ok(Ok(0)) => return Ok(Peer::Gone),
            Ok(Ok(length)) => return Ok(Peer::Bytes(buffer[..length].to_vec())),
            Ok(Err(error)) if error.raw_os_error() == Some(Errno::IO.raw_os_error()) => return Ok(Peer::Gone),
            Ok(Err(error)) => return Err(error),
            Err(_would_block) if has_ended => return Ok(Peer::Gone),
            Err(_would_block) => {}
        }
    }
}

/// A new terminal in raw mode that nobody has open, and the path of its other end.
fn open_terminal() -> Result<(OwnedFd, PathBuf), Errno> {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let master = rustix::pty::openpt(flags)?;
    rustix::pty::grantpt(&master)?;
    rustix::pty::unlockpt(&master)?;
    rustix::io::ioctl_fionbio(&master, true)?;
    // Opened and closed once: from then on the terminal tells whether somebody has it open.
    let peer = rustix::pty::ioctl_tiocgptpeer(&master, flags)?;
    let mut settings = rustix::termios::tcgetattr(&peer)?;
    settings.make_raw();
    rustix::termios::tcsetattr(&peer, OptionalActions::Now, &settings)?;
    let path = rustix::pty::ptsname(&master, Vec::new())?;
    Ok((master, PathBuf::from(path.to_string_lossy().into_owned())))
}

/// Makes `link` point at `target` in one step, so that nobody ever finds nothing there or half a link.
fn replace_link(link: &Path, target: &Path) -> Result<(), PseudoTerminalError> {
    if std::fs::symlink_metadata(link).is_ok_and(|found| !found.file_type().is_symlink()) {
        return Err(PseudoTerminalError::Occupied(link.to_owned()));
    }
    let mut name = link.as_os_str().to_owned();
    name.push(format!(".new-{}", std::process::id()));
    let new = PathBuf::from(name);
    let made = std::os::unix::fs::symlink(target, &new).and_then(|()| std::fs::rename(&new, link));
    made.map_err(|source| PseudoTerminalError::Link { path: link.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::io::Write;

    use super::*;

    #[tokio::test]
    async fn a_peer_that_follows_another_on_the_same_terminal_is_served_there() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let mut port = Port::open(&folder.path().join("wheel")).expect("a terminal can be made");
        let join = |port: &Port| OpenOptions::new().read(true).write(true).open(port.terminal()).expect("the terminal can be opened");
        let first = join(&port);
        assert!(matches!(port.wait().await, Ok(Peer::There)));
        drop(first);
        let Master::Joined(master) = &port.master else { panic!("the first peer was seen") };
        // The runtime has heard of the first peer's end before the second comes.
        master.readable().await.expect("the terminal is watched").retain_ready();
        let mut second = join(&port);
        second.write_all(b"*P 1").expect("the terminal takes bytes");
        let served = async {
            while !matches!(port.wait().await, Ok(Peer::Gone)) {}
            let mut port = port.for_next_peer().expect("a terminal can be made");
            assert!(matches!(port.wait().await, Ok(Peer::There)));
            second.write_all(b"*u 1").expect("the terminal takes bytes");
            port.wait().await.expect("the terminal can be read")
        };
        let heard = tokio::time::timeout(Duration::from_secs(10), served).await.expect("it is not waited for without end");
        assert!(matches!(heard, Peer::Bytes(bytes) if bytes == b"*u 1"), "the second peer is heard");
    }
}
