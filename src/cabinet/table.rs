//! The wheel's table: where the round stands, and what holds it.

use alloc::vec::Vec;

use minicbor::decode::{self, Decoder};
use minicbor::{Decode, Encode};

use super::lifecycle::{Lifecycle, decode_table};
use crate::model::{NoSpinReason, Pocket, SpinNumber, Timestamp};

/// The state of the table, apart from the bets on it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct WheelTable {
    #[n(0)]
    pub(super) round: u64,
    #[n(1)]
    pub(super) opened_at: Timestamp,
    /// When betting closed; `None` while the bets of the round may still change.
    #[n(2)]
    pub(super) closed_at: Option<Timestamp>,
    #[n(3)]
    pub(super) stage: Stage,
    /// The number of the newest launch asked for.
    #[n(6)]
    pub(super) spin: SpinNumber,
    #[n(7)]
    pub(super) launched_at: Option<Timestamp>,
    #[n(8)]
    pub(super) no_spins: Vec<NoSpinReason>,
    /// The records of this round that hold the wheel's raw lines.
    #[n(10)]
    pub(super) evidence: Vec<u64>,
    /// The spin whose result settled the newest round that is recalled; none where that round was voided.
    #[n(12)]
    pub(super) settled_spin: Option<SpinNumber>,
    #[cbor(default)]
    #[n(13)]
    pub(super) lifecycle: Lifecycle,
    /// How many rounds in a row, up to the newest that is over, had no bet.
    #[cbor(default)]
    #[n(14)]
    pub(super) empty_rounds: u32,
}

/// Decodes a table of this release or an older one.
pub(super) fn decode<'b, C>(d: &mut Decoder<'b>, context: &mut C) -> Result<WheelTable, decode::Error> {
    decode_table(d, context, |table: &mut WheelTable| &mut table.lifecycle, [11, 4, 5, 9])
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

impl WheelTable {
    /// A table on which no round has been opened yet.
    pub(super) fn new(at: Timestamp) -> Self {
        Self {
            round: 0,
            opened_at: at,
            closed_at: None,
            stage: Stage::Paid(None),
            spin: 0,
            launched_at: None,
            no_spins: Vec::new(),
            evidence: Vec::new(),
            settled_spin: None,
            lifecycle: Lifecycle::new(at),
            empty_rounds: 0,
        }
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
