//! A raw record of what went over a serial line, in the format of captures.
//!
//! The file is written on a thread of its own: a slow disk must not keep a driver from reading its line.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};

use crate::model::Timestamp;
use crate::sensing::capture::{Direction, head, write_line};

/// How many lines may wait for a slow disk; further ones are counted and left out.
const WAITING_LINES: usize = 4_096;

/// How large a record grows, in bytes. Then it is put aside as `NAME.1`, in place of the one before, and begun anew: a device that talks
/// without end fills twice this much and no more.
const MOST_BYTES: u64 = 64 * 1_024 * 1_024;

/// Where the record at `path` is put when it is full: beside it, as `NAME.1`.
#[must_use]
pub fn put_aside(path: &Path) -> PathBuf {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".1");
    aside.into()
}

/// A record that is being written.
#[derive(Debug)]
pub(super) struct Record {
    lines: SyncSender<(Timestamp, Direction, String)>,
    left_out: u64,
}

impl Record {
    /// Appends to the file at `path`; a comment line says at what moment the times of this record begin.
    pub(super) fn append(path: &Path, start: Timestamp) -> io::Result<Self> {
        let mut file = Bounded::open(path, start, MOST_BYTES)?;
        let (lines, taken) = sync_channel(WAITING_LINES);
        let path = path.to_owned();
        std::thread::Builder::new().name("serial-record".into()).spawn(move || {
            if let Err(error) = write(&mut file, start, &taken) {
                tracing::warn!(path = %path.display(), %error, "the raw record of the line ends here");
            }
        })?;
        Ok(Self { lines, left_out: 0 })
    }

    /// This line of text went over the line.
    pub(super) fn put(&mut self, now: Timestamp, direction: Direction, line: String) {
        if self.left_out > 0 {
            tracing::warn!(lines = self.left_out, "the disk is too slow for the raw record of the line");
            self.left_out = 0;
        }
        if let Err(TrySendError::Full(_)) = self.lines.try_send((now, direction, line)) {
            self.left_out += 1;
        }
    }
}

/// A file that never grows larger than it may.
struct Bounded {
    path: PathBuf,
    start: Timestamp,
    most_bytes: u64,
    file: File,
    bytes: u64,
}

impl Bounded {
    fn open(path: &Path, start: Timestamp, most_bytes: u64) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let bytes = file.metadata()?.len();
        let mut bounded = Self { path: path.to_owned(), start, most_bytes, file, bytes };
        bounded.put(&head(start))?;
        Ok(bounded)
    }

    /// Appends whole lines, to a new file where they have no room in this one.
    fn append(&mut self, text: &str) -> io::Result<()> {
        if self.bytes + text.len() as u64 > self.most_bytes {
            std::fs::rename(&self.path, put_aside(&self.path))?;
            self.file = OpenOptions::new().create(true).append(true).open(&self.path)?;
            self.bytes = 0;
            self.put(&head(self.start))?;
        }
        self.put(text)
    }

    fn put(&mut self, text: &str) -> io::Result<()> {
        self.bytes += text.len() as u64;
        self.file.write_all(text.as_bytes())
    }
}

fn write(file: &mut Bounded, start: Timestamp, lines: &Receiver<(Timestamp, Direction, String)>) -> io::Result<()> {
    let mut text = String::new();
    while let Ok(line) = lines.recv() {
        for (at, direction, line) in std::iter::once(line).chain(lines.try_iter()) {
            write_line(&mut text, at.since(start), direction, &line);
        }
        file.append(&text)?;
        text.clear();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sensing::capture;

    #[test]
    fn a_record_never_grows_larger_than_it_may_and_what_is_kept_is_a_capture() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("wheel.capture");
        let mut record = Bounded::open(&path, Timestamp::from_microseconds(7), 1_000).expect("it can be begun");
        for line in 0..500 {
            record.append(&format!("{line}.000 < *X;2;007;24;0;160;0\n")).expect("it can be written");
        }
        let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("it is there");
        let (before, newest) = (text("wheel.capture.1"), text("wheel.capture"));
        assert!(before.len() <= 1_000 && newest.len() <= 1_000, "{} and {}", before.len(), newest.len());
        assert_eq!(std::fs::read_dir(folder.path()).expect("it can be read").count(), 2);
        for text in [before, newest.clone()] {
            assert!(text.starts_with("# from 7 microseconds") && capture::parse(&text).is_ok(), "{text}");
        }
        assert!(newest.ends_with("499.000 < *X;2;007;24;0;160;0\n"));
        // A record that is continued counts what is there already.
        let mut again = Bounded::open(&path, Timestamp::from_microseconds(8), 1_000).expect("it can be continued");
        again.append(&"#\n".repeat(400)).expect("it can be written");
        assert!(text("wheel.capture").len() <= 1_000);
    }
}
