//! The line of a simulated machine: requests found in what comes, answers with everything that lines do to them.

use std::collections::VecDeque;

use super::behaviour::Fault;
use crate::model::Timestamp;
use crate::sim::chance::Chance;

/// The longest request; what is longer is none.
const REQUEST_BYTES: usize = 160;

/// A request that came whole.
pub(super) struct Request {
    /// Its sequence number as it was written.
    pub(super) sequence: String,
    pub(super) words: Vec<String>,
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

    /// The requests that are complete with these bytes.
    pub(super) fn requests(&mut self, bytes: &[u8]) -> Vec<Request> {
        let mut requests = Vec::new();
        for &byte in bytes {
            match byte {
                b':' => self.incoming.clear(),
                b';' => requests.extend(request(&std::mem::take(&mut self.incoming))),
                _ if self.incoming.len() < REQUEST_BYTES => self.incoming.push(byte),
                _ => {}
            }
        }
        requests
    }

    /// Sends an answer, with these faults.
    pub(super) fn send(&mut self, body: &str, faults: &[Fault], now: Timestamp) {
        let checked = format!("{body}#");
        let mut bytes = format!(":{checked}{:08X};\r\n", crc32fast::hash(checked.as_bytes())).into_bytes();
        let place = self.luck.below(bytes.len() as u64) as usize;
        for fault in faults {
            match fault {
                Fault::AnswerLost => return,
                Fault::Garbled => bytes[place] = self.luck.below(256) as u8,
                Fault::Cut => drop(bytes.drain(..place.min(bytes.len()))),
                Fault::Merged => bytes.truncate(place),
                Fault::Repeated => bytes.extend(bytes.clone()),
                Fault::Noise => bytes.splice(..0, (0..place).map(|_| self.luck.below(256) as u8).collect::<Vec<_>>()).for_each(drop),
                _ => {}
            }
            if bytes.is_empty() {
                return;
            }
        }
        if faults.contains(&Fault::AnswerLate) {
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

/// The request between `:` and `;`, where its check sum is right.
fn request(inside: &[u8]) -> Option<Request> {
    let text = std::str::from_utf8(inside).ok()?;
    let (body, sum) = text.split_once('#')?;
    if format!("{:08X}", crc32fast::hash(format!("{body}#").as_bytes())) != sum {
        return None;
    }
    let (sequence, words) = body.strip_prefix('Q')?.split_once(' ')?;
    Some(Request { sequence: sequence.to_owned(), words: words.split(' ').map(str::to_owned).collect() })
}
