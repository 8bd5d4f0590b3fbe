//! The wheel's table: where the round stands, and what holds it.

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::holds::Holds;
use crate::model::{NoSpinReason, Pocket, SpinNumber, Timestamp};

/// The state of the table, apart from the bets on it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct Table {
    #[n(0)]
    pub(super) round: u64,
    #[n(1)]
    pub(super) opened_at: Timestamp,
    /// When betting closed; `None` while the bets of the round may still change.
    #[n(2)]
    pub(super) closed_at: Option<Timestamp>,
    #[n(3)]
    pub(super) stage: Stage,
    /// When the stage ends by itself: the countdown, the longest time bets are taken on a running ball, the pause.
    #[n(4)]
    pub(super) ends_at: Option<Timestamp>,
    /// When a spin has taken too long.
    #[n(5)]
    pub(super) spin_ends_at: Option<Timestamp>,
    /// The number of the newest launch asked for.
    #[n(6)]
    pub(super) spin: SpinNumber,
    #[n(7)]
    pub(super) launched_at: Option<Timestamp>,
    #[n(8)]
    pub(super) no_spins: Vec<NoSpinReason>,
    /// What holds the table.
    #[n(9)]
    pub(super) holds: Holds,
    /// The records of this round that hold the wheel's raw lines.
    #[n(10)]
    pub(super) evidence: Vec<u64>,
    /// When what ends at `ends_at` began.
    #[n(11)]
    pub(super) began_at: Option<Timestamp>,
    /// The spin whose result settled the newest round that is recalled; none where that round was voided.
    #[n(12)]
    pub(super) settled_spin: Option<SpinNumber>,
}

/// Where the round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) enum Stage {
    /// Bets are taken and no ball is wanted yet.
    #[n(0)]
    Betting,
    /// The ball is wanted.
    #[n(1)]
    Launching,
    /// The ball runs on the rim.
    #[n(2)]
    OnRim,
    /// No more bets; the ball is about to fall.
    #[n(3)]
    Falling,
    /// A fault ended the spin; what becomes of the round is not decided.
    #[n(4)]
    Broken,
    /// The round is settled, with its outcome, or voided.
    #[n(5)]
    Paid(#[n(0)] Option<Pocket>),
}

impl Table {
    /// A table on which no round has been opened yet.
    pub(super) fn new(at: Timestamp) -> Self {
        Self {
            round: 0,
            opened_at: at,
            closed_at: None,
            stage: Stage::Paid(None),
            ends_at: None,
            spin_ends_at: None,
            spin: 0,
            launched_at: None,
            no_spins: Vec::new(),
            holds: Holds::new(at),
            evidence: Vec::new(),
            began_at: None,
            settled_spin: None,
        }
    }

    /// From `now` on the stage runs until it ends by itself.
    pub(super) const fn run(&mut self, now: Timestamp, ends_at: Timestamp) {
        self.began_at = Some(now);
        self.ends_at = Some(ends_at);
    }

    /// Whether the stage of the round lets its bets change.
    pub(super) fn may_bets_change(&self) -> bool {
        matches!(self.stage, Stage::Betting | Stage::Launching | Stage::OnRim) && self.closed_at.is_none()
    }

    /// Whether a ball is wanted or under way.
    pub(super) fn is_spinning(&self) -> bool {
        matches!(self.stage, Stage::Launching | Stage::OnRim | Stage::Falling)
    }
}
