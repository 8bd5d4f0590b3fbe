//! What really happened on a simulated wheel, no matter what its line said.

use super::behaviour::Fault;
use crate::model::{Pocket, Timestamp};

/// One game of a simulated wheel, from the start to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpinTruth {
    /// The number of the game: the first is 1.
    pub launch: u64,
    /// When the wheel was told to start, or started by itself.
    pub started_at: Timestamp,
    /// When the ball came up to the rim for good; `None` where it never did.
    pub rim_at: Option<Timestamp>,
    /// When it was over.
    pub ended_at: Timestamp,
    /// The spin counter the wheel showed at its end.
    pub counter: u16,
    /// What went wrong in it, on the wheel and on the line, in order; a fault that came several times stands several times.
    pub faults: Vec<Fault>,
    /// How it ended.
    pub end: SpinEnd,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpinEnd {
    /// The ball came to rest in this pocket.
    Result(Pocket),
    /// The ball came to rest in this pocket, but it ran the way the rotor turned: the game must not count.
    SameDirection(Pocket),
    /// The host voided it.
    Voided,
    /// The host switched the wheel off.
    SwitchedOff,
    /// The wheel stopped itself, or lost its power.
    Stopped,
}

impl SpinEnd {
    /// The name of the end in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Result(_) => "result",
            Self::SameDirection(_) => "same-direction",
            Self::Voided => "voided",
            Self::SwitchedOff => "switched-off",
            Self::Stopped => "stopped",
        }
    }

    /// The pocket in which the ball came to rest, if it did.
    #[must_use]
    pub const fn pocket(self) -> Option<Pocket> {
        match self {
            Self::Result(pocket) | Self::SameDirection(pocket) => Some(pocket),
            Self::Voided | Self::SwitchedOff | Self::Stopped => None,
        }
    }
}
