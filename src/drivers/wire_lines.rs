//! The lines of text that bytes on a serial line make up.

use crate::sensing::capture::Direction;

/// The longest piece of a line that is kept in one.
const LONGEST_LINE_BYTES: usize = 1_024;

/// What has come of a line, each way, without its end.
#[derive(Debug, Default)]
pub(super) struct WireLines {
    from_device: Vec<u8>,
    to_device: Vec<u8>,
}

impl WireLines {
    /// These bytes went over the line: gives each line of text that they end.
    pub(super) fn note(&mut self, direction: Direction, bytes: &[u8], mut ended: impl FnMut(Direction, &[u8])) {
        let line = match direction {
            Direction::From => &mut self.from_device,
            Direction::To => &mut self.to_device,
        };
        for &byte in bytes {
            let is_end = matches!(byte, b'\r' | b'\n');
            if !is_end {
                line.push(byte);
            }
            if (is_end || line.len() >= LONGEST_LINE_BYTES) && !line.is_empty() {
                ended(direction, line);
                line.clear();
            }
        }
    }

    /// What has no end yet has none any more: the line is gone.
    pub(super) fn cut(&mut self, mut ended: impl FnMut(Direction, &[u8])) {
        for direction in [Direction::From, Direction::To] {
            self.note(direction, b"\n", &mut ended);
        }
    }
}
