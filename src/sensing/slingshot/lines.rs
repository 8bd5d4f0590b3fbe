//! From bytes to lines, no matter what the bytes are.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

/// What stands for a byte that no line of the wheel contains. A line with one in it can never be read as a status or a number.
const DAMAGE: char = char::REPLACEMENT_CHARACTER;

/// Cuts a stream of bytes into lines. CR and LF end a line; a `*` begins one wherever it stands, because that is how lines merge
/// when bytes between them are lost.
#[derive(Clone, Debug)]
pub struct Lines {
    line: Vec<u8>,
    longest: usize,
    /// The line that is coming in is longer than any line can be; its rest is thrown away.
    overlong: bool,
}

impl Lines {
    /// A stream whose lines have at most `longest` bytes.
    #[must_use]
    pub const fn new(longest: usize) -> Self {
        Self { line: Vec::new(), longest, overlong: false }
    }

    /// Takes in bytes and gives the lines that are complete with them, without their ends and never empty.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut complete = Vec::new();
        for &byte in bytes {
            match byte {
                b'\r' | b'\n' => self.end(&mut complete),
                b'*' => {
                    self.end(&mut complete);
                    self.line.push(b'*');
                }
                _ if self.overlong => {}
                _ if self.line.len() >= self.longest => {
                    self.line.clear();
                    self.overlong = true;
                }
                _ => self.line.push(byte),
            }
        }
        complete
    }

    /// Forgets a line that was begun: when the device is gone, what is left of it is a torn tail.
    pub fn forget(&mut self) {
        self.line.clear();
        self.overlong = false;
    }

    fn end(&mut self, complete: &mut Vec<String>) {
        self.overlong = false;
        if !self.line.is_empty() {
            complete.push(mem::take(&mut self.line).into_iter().map(readable).collect());
        }
    }
}

/// The lines that one logged line consists of: a host's log may hold merged lines.
pub(super) fn split_logged(line: &str) -> Vec<String> {
    let clean = |part: &str| -> String { part.chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { DAMAGE }).collect() };
    let starts = line.char_indices().filter(|&(at, c)| c == '*' && at > 0).map(|(at, _)| at);
    let mut parts = Vec::new();
    let mut from = 0;
    for start in starts {
        parts.push(clean(&line[from..start]));
        from = start;
    }
    parts.push(clean(&line[from..]));
    parts.retain(|part| !part.is_empty());
    parts
}

fn readable(byte: u8) -> char {
    if byte == b' ' || byte.is_ascii_graphic() { char::from(byte) } else { DAMAGE }
}
