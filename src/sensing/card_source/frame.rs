//! Frames of card sources: `:BODY#CRC;`, found in the bytes that come.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

/// How many digits the check sum has.
const CRC_DIGITS: usize = 8;

/// What was found in a stream of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The body of a sound frame.
    Frame(String),
    /// Bytes that are no sound frame.
    Damaged,
}

/// The frame of a body, with its line end.
#[must_use]
pub fn frame(body: &str) -> Vec<u8> {
    let crc = crc32fast::hash(format!("{body}#").as_bytes());
    format!(":{body}#{crc:08X};\r\n").into_bytes()
}

/// Finds frames in a stream of bytes.
#[derive(Clone, Debug)]
pub struct Frames {
    longest: usize,
    /// What came since a `:`; none outside of a frame.
    inside: Option<Vec<u8>>,
    /// Whether something came outside of frames that was not said to be damaged yet.
    noise: bool,
}

impl Frames {
    /// A stream whose frames have at most `longest` bytes.
    #[must_use]
    pub const fn new(longest: usize) -> Self {
        Self { longest, inside: None, noise: false }
    }

    /// Takes in bytes and gives what is complete with them.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for &byte in bytes {
            match (byte, &mut self.inside) {
                (b':', inside) => {
                    let torn = inside.replace(Vec::new()).is_some();
                    if torn || mem::take(&mut self.noise) {
                        pieces.push(Piece::Damaged);
                    }
                }
                (b';', Some(inside)) => {
                    pieces.push(body_of(inside).map_or(Piece::Damaged, |body| Piece::Frame(body.into())));
                    self.inside = None;
                }
                (_, Some(inside)) if inside.len() < self.longest => inside.push(byte),
                (_, Some(_)) => {
                    self.inside = None;
                    self.noise = true;
                }
                (b'\r' | b'\n', None) => {
                    if mem::take(&mut self.noise) {
                        pieces.push(Piece::Damaged);
                    }
                }
                (_, None) => self.noise = true,
            }
        }
        pieces
    }

    /// Forgets a frame that was begun: when the device is gone, what is left of it is a torn tail.
    pub fn forget(&mut self) {
        self.inside = None;
        self.noise = false;
    }
}

/// The body of what stands between `:` and `;`, where its check sum is right.
pub(super) fn body_of(inside: &[u8]) -> Option<&str> {
    let text = core::str::from_utf8(inside).ok()?;
    let (body, crc) = text.split_once('#')?;
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'A'..=b'F').contains(&byte);
    let is_sound = crc.len() == CRC_DIGITS && crc.bytes().all(is_digit) && body.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
    let said = u32::from_str_radix(crc, 16).ok().filter(|_| is_sound)?;
    (said == crc32fast::hash(&inside[..=body.len()])).then_some(body)
}
