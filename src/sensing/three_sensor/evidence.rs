//! The edges of a spin, kept in a few bytes each so that the spin can be decoded again.

use alloc::vec::Vec;

use super::edge::{Edge, Line};

/// The edges of the spin that runs.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    most: usize,
    edges: Vec<Edge>,
    collecting: bool,
}

impl Evidence {
    pub(super) const fn new(most: usize) -> Self {
        Self { most, edges: Vec::new(), collecting: false }
    }

    /// A spin begins with these edges, which say how the outputs stand.
    pub(super) fn begin(&mut self, outputs: &[Edge]) {
        self.edges.clear();
        self.edges.extend_from_slice(outputs);
        self.collecting = true;
    }

    /// Takes in an edge, if a spin runs and there is room: memory does not grow however long a spin lasts.
    pub(super) fn add(&mut self, edge: Edge) {
        if self.collecting && self.edges.len() < self.most {
            self.edges.push(edge);
        }
    }

    /// The edges as bytes, which [`decode_evidence`] reads. The spin is over.
    pub(super) fn take(&mut self) -> Vec<u8> {
        self.collecting = false;
        let mut bytes = Vec::with_capacity(self.edges.len() * 5);
        let mut before = 0;
        for edge in self.edges.drain(..) {
            let line = Line::ALL.iter().position(|line| *line == edge.line).unwrap_or(0) as u128;
            let since = u128::from(edge.at_nanoseconds.saturating_sub(before));
            before = before.max(edge.at_nanoseconds);
            put(&mut bytes, since << 4 | line << 1 | u128::from(edge.active));
        }
        bytes
    }
}

/// The edges of a spin from the evidence of its event; `None` where these bytes are none.
#[must_use]
pub fn decode_evidence(bytes: &[u8]) -> Option<Vec<Edge>> {
    let (mut edges, mut at, mut value, mut shift) = (Vec::new(), 0_u64, 0_u128, 0_u32);
    for byte in bytes {
        value |= u128::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 != 0 {
            if shift > 70 {
                return None;
            }
            continue;
        }
        at = at.checked_add(u64::try_from(value >> 4).ok()?)?;
        let line = *Line::ALL.get((value >> 1 & 7) as usize)?;
        edges.push(Edge { at_nanoseconds: at, line, active: value & 1 == 1 });
        (value, shift) = (0, 0);
    }
    (shift == 0).then_some(edges)
}

/// A number, seven bits a byte, the lowest first.
fn put(bytes: &mut Vec<u8>, mut value: u128) {
    while value > 0x7f {
        bytes.push(value as u8 & 0x7f | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
