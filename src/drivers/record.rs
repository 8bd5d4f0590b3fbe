//! A raw record of what went over a serial line, in the format of captures.
//!
//! The file is written on a thread of its own: a slow disk must not keep a driver from reading its line.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};

use crate::model::Timestamp;
use crate::sensing::capture::{Direction, write_line};

/// How many lines may wait for a slow disk; further ones are counted and left out.
const WAITING_LINES: usize = 4_096;

/// The longest piece of a line that is kept in one.
const LONGEST_LINE_BYTES: usize = 1_024;

/// A record that is being written.
#[derive(Debug)]
pub(super) struct Record {
    lines: SyncSender<(Timestamp, Direction, String)>,
    /// What of a line may be kept.
    kept: fn(&[u8]) -> String,
    left_out: u64,
    from_device: Vec<u8>,
    to_device: Vec<u8>,
}

impl Record {
    /// Appends to the file at `path`; a comment line says at what moment the times of this record begin.
    pub(super) fn append(path: &Path, start: Timestamp, kept: fn(&[u8]) -> String) -> io::Result<Self> {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        writeln!(file, "# from {} microseconds after 1970-01-01", start.microseconds())?;
        let (lines, taken) = sync_channel(WAITING_LINES);
        let path = path.to_owned();
        std::thread::Builder::new().name("serial-record".into()).spawn(move || {
            if let Err(error) = write(file, start, &taken) {
                tracing::warn!(path = %path.display(), %error, "the raw record of the line ends here");
            }
        })?;
        Ok(Self { lines, kept, left_out: 0, from_device: Vec::new(), to_device: Vec::new() })
    }

    /// These bytes went over the line.
    pub(super) fn note(&mut self, direction: Direction, bytes: &[u8], now: Timestamp) {
        for &byte in bytes {
            let line = match direction {
                Direction::From => &mut self.from_device,
                Direction::To => &mut self.to_device,
            };
            match byte {
                b'\r' | b'\n' => {}
                byte => line.push(byte),
            }
            let ended = matches!(byte, b'\r' | b'\n') || line.len() >= LONGEST_LINE_BYTES;
            if ended && !line.is_empty() {
                let line = std::mem::take(line);
                self.put(now, direction, &line);
            }
        }
    }

    /// What has no end yet has none any more: the line is gone.
    pub(super) fn cut(&mut self, now: Timestamp) {
        for direction in [Direction::From, Direction::To] {
            self.note(direction, b"\n", now);
        }
    }

    fn put(&mut self, now: Timestamp, direction: Direction, line: &[u8]) {
        if self.left_out > 0 {
            tracing::warn!(lines = self.left_out, "the disk is too slow for the raw record of the line");
            self.left_out = 0;
        }
        let line = (self.kept)(line);
        if let Err(TrySendError::Full(_)) = self.lines.try_send((now, direction, line)) {
            self.left_out += 1;
        }
    }
}

fn write(mut file: File, start: Timestamp, lines: &Receiver<(Timestamp, Direction, String)>) -> io::Result<()> {
    let mut text = String::new();
    while let Ok(line) = lines.recv() {
        for (at, direction, line) in std::iter::once(line).chain(lines.try_iter()) {
            write_line(&mut text, at.since(start), direction, &line);
        }
        file.write_all(text.as_bytes())?;
        text.clear();
    }
    Ok(())
}
