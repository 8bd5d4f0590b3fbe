//! The edges of a spin, kept in a few bytes each so that the spin can be decoded again.
//!
//! They begin some turns of the rotor before the ball is blown, so that it is known by then where the rotor stands, and they end with the
//! moment of the spin's end.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::edge::{Edge, Line};

/// The first byte of every evidence of this kind; no text begins with it.
const MARK: u8 = 0xff;

/// How long before the blower it begins, in seconds: two turns of the slowest rotor and a little. And with how many edges at most.
pub(super) const LEAD_IN_SECONDS: f64 = 13.0;
const LEAD_IN_NANOSECONDS: u64 = (LEAD_IN_SECONDS * 1e9) as u64;
const LEAD_IN_MOST: usize = 1_500;

/// The edges of the spin that runs, or the newest ones while none does.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    most: usize,
    edges: Vec<Edge>,
    lead_in: VecDeque<Edge>,
    collecting: bool,
}

impl Evidence {
    pub(super) const fn new(most: usize) -> Self {
        Self { most, edges: Vec::new(), lead_in: VecDeque::new(), collecting: false }
    }

    /// A spin begins. What is kept of the time before begins with how the lines stood then, as `stood` says for that moment.
    pub(super) fn begin(&mut self, now: u64, stood: impl FnOnce(u64) -> Vec<Edge>) {
        // The rotor was another one before it was turned round.
        let turned = self.lead_in.iter().rposition(|edge| edge.line == Line::RotorDirection);
        self.lead_in.drain(..turned.unwrap_or(0));
        let start = self.lead_in.front().map_or(now, |edge| edge.at_nanoseconds);
        self.edges = stood(start);
        self.edges.extend(self.lead_in.drain(..));
        self.collecting = true;
    }

    /// Takes in an edge, if there is room: memory does not grow however long a spin lasts.
    pub(super) fn add(&mut self, edge: Edge) {
        if !self.collecting {
            self.lead_in.push_back(edge);
            let old = |first: &Edge| first.at_nanoseconds.saturating_add(LEAD_IN_NANOSECONDS) < edge.at_nanoseconds;
            while self.lead_in.len() > LEAD_IN_MOST || self.lead_in.front().is_some_and(old) {
                self.lead_in.pop_front();
            }
        } else if self.edges.len() < self.most {
            self.edges.push(edge);
        }
    }

    /// The edges as bytes, which [`decode_evidence`] reads, with `last` for the moment of the end. The spin is over.
    pub(super) fn take(&mut self, last: Edge) -> Vec<u8> {
        self.collecting = false;
        self.edges.push(last);
        encode(self.edges.drain(..))
    }

    /// The newest edges while no spin runs, as [`Evidence::take`] gives those of a spin, with `last` for this moment.
    pub(super) fn at_rest(&self, last: Edge) -> Vec<u8> {
        encode(self.lead_in.iter().copied().chain([last]))
    }
}

fn encode(edges: impl Iterator<Item = Edge>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(edges.size_hint().0 * 5 + 8);
    bytes.push(MARK);
    let mut before = 0;
    for edge in edges {
        let line = Line::ALL.iter().position(|line| *line == edge.line).unwrap_or(0) as u128;
        let since = u128::from(edge.at_nanoseconds.saturating_sub(before));
        before = before.max(edge.at_nanoseconds);
        put(&mut bytes, since << 4 | line << 1 | u128::from(edge.active));
    }
    bytes
}

/// The edges of a spin from the evidence of its event; `None` where these bytes are none.
#[must_use]
pub fn decode_evidence(bytes: &[u8]) -> Option<Vec<Edge>> {
    let (mark, bytes) = bytes.split_first()?;
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
    (*mark == MARK && shift == 0).then_some(edges)
}

/// A number, seven bits a byte, the lowest first.
fn put(bytes: &mut Vec<u8>, mut value: u128) {
    while value > 0x7f {
        bytes.push(value as u8 & 0x7f | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
