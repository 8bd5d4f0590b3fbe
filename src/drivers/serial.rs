//! Opening a serial port, and opening it again after it was gone.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio_serial::{DataBits, FlowControl, Parity, SerialPortBuilderExt, SerialStream, StopBits};

/// The wait before a port that was gone is opened again for the first time.
const FIRST_WAIT: Duration = Duration::from_millis(250);
/// The longest wait between two attempts.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Why a serial port could not be opened or used on.
#[derive(Debug, thiserror::Error)]
pub enum SerialError {
    /// Nothing is there.
    #[error("{path}: there is no such port; is the device plugged in and switched on?")]
    NotThere {
        /// The port as it was named.
        path: PathBuf,
    },
    /// Somebody else has it open, and a serial line has room for one.
    #[error("{path}: the port is in use by another program")]
    InUse {
        /// The port as it was named.
        path: PathBuf,
    },
    /// It was there and is gone.
    #[error("{path}: the port is gone: {source}")]
    Gone {
        /// The port as it was named.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// It cannot be used.
    #[error("{path}: the port cannot be used: {source}")]
    Unusable {
        /// The port as it was named.
        path: PathBuf,
        /// What the system said.
        source: tokio_serial::Error,
    },
}

impl SerialError {
    /// The error's name in messages to programs.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::NotThere { .. } => "port-not-there",
            Self::InUse { .. } => "port-in-use",
            Self::Gone { .. } => "port-gone",
            Self::Unusable { .. } => "port-unusable",
        }
    }
}

/// Opens a port raw, 8 data bits, no parity, 1 stop bit, no flow control, for this process alone.
///
/// Who writes to it must not take a successful `flush` as a sign that anything arrived: on a port that is gone it succeeds too.
///
/// # Errors
/// Where the port is not there, is in use, or is no serial port.
pub fn open(path: &Path, baud: u32) -> Result<SerialStream, SerialError> {
    let settings = tokio_serial::new(path.to_string_lossy(), baud)
        .data_bits(DataBits::Eight)
        .parity(Parity::None)
        .stop_bits(StopBits::One)
        .flow_control(FlowControl::None);
    settings.open_native_async().map_err(|source| {
        let path = path.to_owned();
        // A port that is in use and one that is not there are the same kind of error for the library.
        match (path.exists(), source.kind()) {
            (false, _) => SerialError::NotThere { path },
            (true, tokio_serial::ErrorKind::NoDevice) => SerialError::InUse { path },
            (true, _) => SerialError::Unusable { path, source },
        }
    })
}

/// How long to wait before the next attempt: short at first, then longer and longer.
#[derive(Debug)]
pub struct BackOff {
    next: Duration,
}

impl BackOff {
    /// Nothing has failed yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { next: FIRST_WAIT }
    }

    /// The wait after one more failure.
    pub fn wait(&mut self) -> Duration {
        let wait = self.next;
        self.next = (wait * 2).min(LONGEST_WAIT);
        wait
    }
}

impl Default for BackOff {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_become_rarer_up_to_one_in_five_seconds() {
        let mut back_off = BackOff::new();
        let waits: Vec<_> = (0..7).map(|_| back_off.wait().as_millis()).collect();
        assert_eq!(waits, [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
    }

    #[tokio::test]
    async fn a_port_that_is_not_there_and_one_that_is_none_are_told_apart() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("file");
        std::fs::write(&file, "").expect("a file can be written");
        let reason = |path: &Path| open(path, 9_600).err().map(|error| error.reason());
        assert_eq!(reason(&folder.path().join("nothing")), Some("port-not-there"));
        assert_eq!(reason(&file), Some("port-unusable"));
    }
}
