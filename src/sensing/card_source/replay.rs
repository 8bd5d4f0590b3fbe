//! A capture of a card source's line, read again by the very machine that drives the source. What is asked stands in the capture: the
//! machine sends nothing, and its own time is the capture's.
//!
//! The cards were taken out before the capture was written. That a card came is understood; which one it was nobody knows, and what
//! follows from it alone is not told. So it is with a capture that has cards in it all the same: no card is read here, and none is told.

use alloc::string::String;
use alloc::vec::Vec;

use super::frame::{Frames, Piece};
use super::record::{Part, parts, recorded_again};
use super::source::{CardDialect, Taken, overhear, take};
use crate::model::{CardSourceEvent, Span, Timestamp};
use crate::sensing::SerialMachine;
use crate::sensing::capture::{CaptureLine, Direction};

/// Something that a capture has told. No card stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// When, from the start of the capture.
    pub at: Span,
    /// The line of the file, from 1; none where it came of the time that passed between two lines.
    pub line: Option<usize>,
    /// What.
    pub told: Told,
}

/// What a capture tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// The cabinet has asked something.
    Asked {
        /// The body of its frame.
        body: String,
        /// Whether it was asked once more, because no answer had come.
        is_repeated: bool,
    },
    /// The source has said something that was understood.
    Said {
        /// The body of its frame, without the card where it named one.
        body: String,
        /// Whether what it said of a card was left out, and with it whether that card could be read.
        is_card_left_out: bool,
        /// How long after the question it came, in milliseconds, where it was the answer to one.
        answer_milliseconds: Option<u64>,
    },
    /// Something went over the line that cannot be understood.
    Doubted {
        /// Which way it went.
        direction: Direction,
    },
    /// What the driver understood from all of that.
    Event(CardSourceEvent),
    /// The line of the file is none of a capture, and was passed over.
    BadLine {
        /// What was expected there.
        expected: &'static str,
    },
}

/// Reads a capture, line by line as [`crate::sensing::capture::rows`] gives them, by this device, of which nothing is known yet. The
/// device's timers run between the lines, and stop with the last one: what would have happened after it is not known.
pub fn replay<D: CardDialect>(device: D, rows: impl IntoIterator<Item = (usize, Result<CaptureLine, &'static str>)>) -> Vec<Replayed> {
    let mut replay = Replay { device, at: Span::ZERO, line: None, told: Vec::new() };
    replay.device.source_mut().is_overheard = true;
    replay.device.device_found(replay.now());
    for (line, row) in rows {
        match row {
            Ok(said) => replay.hear(line, &said),
            Err(expected) => replay.told.push(Replayed { at: replay.at, line: Some(line), told: Told::BadLine { expected } }),
        }
    }
    replay.told
}

/// A capture that is being read.
struct Replay<D> {
    device: D,
    at: Span,
    line: Option<usize>,
    told: Vec<Replayed>,
}

impl<D: CardDialect> Replay<D> {
    fn now(&self) -> Timestamp {
        Timestamp::default().after(self.at)
    }

    fn hear(&mut self, line: usize, said: &CaptureLine) {
        self.pass_until(said.at);
        self.line = Some(line);
        match said.direction {
            Direction::To => self.asked(&said.line),
            Direction::From => self.said(&recorded_again(&said.line, D::recorded)),
        }
        self.line = None;
    }

    /// Time passes: what is due by then is done when it is due.
    fn pass_until(&mut self, at: Span) {
        let until = Timestamp::default().after(at);
        while let Some(due) = self.device.next_wake().filter(|due| *due <= until) {
            self.at = self.at.max(due.since(Timestamp::default()));
            self.device.wake(due);
            self.tell_events();
        }
        self.at = at;
    }

    fn asked(&mut self, line: &str) {
        for piece in Frames::new(line.len()).feed(&with_end(line)) {
            let Piece::Frame(body) = piece else {
                self.tell(Told::Doubted { direction: Direction::To });
                continue;
            };
            let now = self.now();
            let told = match overhear(&mut self.device, &body, now) {
                Some(is_repeated) => Told::Asked { body, is_repeated },
                None => Told::Doubted { direction: Direction::To },
            };
            self.tell(told);
            self.tell_events();
        }
    }

    /// The source has said this, of which no more is left than what a record keeps.
    fn said(&mut self, line: &str) {
        for part in parts(line) {
            match part {
                Part::Text(text) => self.said_bytes(text.as_bytes()),
                Part::WithoutCard(body) => {
                    // A frame begins here, and ends what came before it.
                    self.said_bytes(b":");
                    self.device.source_mut().frames.forget();
                    self.understand(body, true, |device, now| device.understand_without_card(body, now));
                }
            }
        }
        self.said_bytes(b"\r\n");
    }

    fn said_bytes(&mut self, bytes: &[u8]) {
        for piece in self.device.source_mut().frames.feed(bytes) {
            match piece {
                Piece::Frame(body) => self.understand(&body, false, |device, now| device.understand(&body, now)),
                Piece::Damaged => self.understand("", false, |_, _| false),
            }
        }
    }

    fn understand(&mut self, body: &str, is_card_left_out: bool, understand: impl FnOnce(&mut D, Timestamp) -> bool) {
        let now = self.now();
        let Taken { is_understood, answer_milliseconds } = take(&mut self.device, now, |device| understand(device, now));
        self.tell(match is_understood {
            true => Told::Said { body: body.into(), is_card_left_out, answer_milliseconds },
            false => Told::Doubted { direction: Direction::From },
        });
        self.tell_events();
    }

    fn tell(&mut self, told: Told) {
        self.told.push(Replayed { at: self.at, line: self.line, told });
    }

    fn tell_events(&mut self) {
        while let Some(event) = self.device.poll_event() {
            self.tell(Told::Event(event));
        }
    }
}

/// A line with the end that it had on the wire.
fn with_end(line: &str) -> Vec<u8> {
    [line.as_bytes(), b"\r\n"].concat()
}
