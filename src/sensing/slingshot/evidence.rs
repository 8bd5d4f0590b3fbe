//! The raw lines of a spin, kept so that it can be decoded again.

use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::model::Timestamp;
use crate::sensing::capture::{Direction, write_line};

/// How many lines are kept from before a spin.
const LEAD_IN: usize = 8;

/// The part of the space that unreadable lines may take, as a divisor: noise must not drive out what can be read.
const NOISE_SHARE: usize = 4;

/// What a line is worth as evidence.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Worth {
    /// It can be read.
    Readable,
    /// It cannot.
    Noise,
}

/// The lines of the spin that is running, or the last few while none is.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    lines: VecDeque<(Timestamp, Direction, String)>,
    bytes: usize,
    noise_bytes: usize,
    most_bytes: usize,
    left_out: usize,
    collecting: bool,
}

impl Evidence {
    pub(super) const fn new(most_bytes: usize) -> Self {
        Self { lines: VecDeque::new(), bytes: 0, noise_bytes: 0, most_bytes, left_out: 0, collecting: false }
    }

    /// From here on everything is kept.
    pub(super) fn begin(&mut self) {
        self.collecting = true;
    }

    /// Nothing is to be proved any more.
    pub(super) fn rest(&mut self) {
        self.collecting = false;
        self.left_out = 0;
        self.trim();
    }

    /// Takes in a line.
    pub(super) fn add(&mut self, at: Timestamp, direction: Direction, line: &str, worth: Worth) {
        // A time and a sign stand before every line.
        let size = line.len() + 16;
        let noise = if worth == Worth::Noise { size } else { 0 };
        if self.bytes + size > self.most_bytes || self.noise_bytes + noise > self.most_bytes / NOISE_SHARE {
            self.left_out += 1;
            return;
        }
        self.lines.push_back((at, direction, line.into()));
        self.bytes += size;
        self.noise_bytes += noise;
        if !self.collecting {
            self.trim();
        }
    }

    /// The lines as a capture, which [`crate::sensing::capture::parse`] reads.
    pub(super) fn copy(&self) -> Vec<u8> {
        let Some((start, ..)) = self.lines.front() else { return Vec::new() };
        let mut text = format!("# from {} microseconds after 1970-01-01\n", start.microseconds());
        for (at, direction, line) in &self.lines {
            write_line(&mut text, at.since(*start), *direction, line);
        }
        if self.left_out > 0 {
            text += &format!("# {} lines more were not kept\n", self.left_out);
        }
        text.into_bytes()
    }

    /// The lines as a capture. What is collected from now on is new.
    pub(super) fn take(&mut self) -> Vec<u8> {
        let text = self.copy();
        if !text.is_empty() {
            self.lines.clear();
            self.bytes = 0;
            self.noise_bytes = 0;
            self.left_out = 0;
        }
        text
    }

    fn trim(&mut self) {
        while self.lines.len() > LEAD_IN {
            self.lines.pop_front();
        }
        self.bytes = self.lines.iter().map(|(_, _, line)| line.len() + 16).sum();
        self.noise_bytes = 0;
    }
}
