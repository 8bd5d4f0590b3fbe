//! The line of a simulated card source: frames found in what comes, frames sent with everything that lines do to them.

use std::collections::VecDeque;

use crate::model::Timestamp;
use crate::sim::chance::Chance;

/// The longest frame; what is longer is none.
const FRAME_BYTES: usize = 160;

/// What a line does to what is sent over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineFault {
    /// A byte is another one.
    Garbled,
    /// The head is missing.
    Cut,
    /// It breaks off, and the next one follows in its place.
    Merged,
    /// It does not come.
    Lost,
    /// It comes 0.3 to 0.6 s late.
    Late,
    /// It comes twice.
    Repeated,
    /// Bytes that mean nothing come before it.
    Noise,
}

/// The line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    luck: Chance,
    incoming: Vec<u8>,
    wire: VecDeque<u8>,
    late: VecDeque<(Timestamp, Vec<u8>)>,
}

impl Line {
    /// A line with nothing on it.
    pub(super) fn new(seed: u64) -> Self {
        Self { luck: Chance::new(seed, 3), incoming: Vec::new(), wire: VecDeque::new(), late: VecDeque::new() }
    }

    /// The bodies of the sound frames that are complete with these bytes.
    pub(super) fn bodies(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut bodies = Vec::new();
        for &byte in bytes {
            match byte {
                b':' => self.incoming.clear(),
                b';' => bodies.extend(body(&std::mem::take(&mut self.incoming))),
                _ if self.incoming.len() < FRAME_BYTES => self.incoming.push(byte),
                _ => {}
            }
        }
        bodies
    }

    /// Sends a frame, with these faults.
    pub(super) fn send(&mut self, body: &str, faults: &[LineFault], now: Timestamp) {
        let checked = format!("{body}#");
        let mut bytes = format!(":{checked}{:08X};\r\n", crc32fast::hash(checked.as_bytes())).into_bytes();
        let place = self.luck.below(bytes.len() as u64) as usize;
        for fault in faults {
            match fault {
                LineFault::Lost => return,
                LineFault::Garbled => bytes[place] = self.luck.below(256) as u8,
                LineFault::Cut => drop(bytes.drain(..place.min(bytes.len()))),
                LineFault::Merged => bytes.truncate(place),
                LineFault::Repeated => bytes.extend(bytes.clone()),
                LineFault::Noise => bytes.splice(..0, (0..place).map(|_| self.luck.below(256) as u8).collect::<Vec<_>>()).for_each(drop),
                LineFault::Late => {}
            }
            if bytes.is_empty() {
                return;
            }
        }
        if faults.contains(&LineFault::Late) {
            let at = now.after(self.luck.milliseconds(300, 600));
            let at = self.late.back().map_or(at, |(last, _)| at.max(*last));
            self.late.push_back((at, bytes));
        } else {
            self.wire.extend(bytes);
        }
    }

    /// When something late comes.
    pub(super) fn due(&self) -> Option<Timestamp> {
        self.late.front().map(|(at, _)| *at)
    }

    pub(super) fn wake(&mut self, now: Timestamp) {
        while self.due().is_some_and(|at| at <= now) {
            self.wire.extend(self.late.pop_front().into_iter().flat_map(|(_, bytes)| bytes));
        }
    }

    /// Everything on its way is lost.
    pub(super) fn clear(&mut self) {
        self.incoming.clear();
        self.wire.clear();
        self.late.clear();
    }

    /// The bytes that arrive now.
    pub(super) fn take(&mut self) -> Vec<u8> {
        self.wire.drain(..).collect()
    }
}

/// The body between `:` and `;`, where its check sum is right.
fn body(inside: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(inside).ok()?;
    let (body, sum) = text.split_once('#')?;
    (format!("{:08X}", crc32fast::hash(format!("{body}#").as_bytes())) == sum).then(|| body.to_owned())
}
