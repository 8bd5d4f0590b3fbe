//! The wheel's table: where the round stands, and what holds it.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use crate::model::{FaultCode, NoSpinReason, Pocket, SpinNumber, Timestamp};

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
    /// An attendant's hold.
    #[n(9)]
    pub(super) attendant_hold: Option<AttendantHold>,
    #[n(10)]
    pub(super) faults: Vec<StandingFault>,
    /// Whether the wheel is known to be running.
    #[n(11)]
    pub(super) wheel_is_open: bool,
    /// The records of this round that hold the wheel's raw lines.
    #[n(12)]
    pub(super) evidence: Vec<u64>,
    /// Since when the wheel is not running.
    #[n(13)]
    pub(super) wheel_closed_at: Timestamp,
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

/// An attendant's hold.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct AttendantHold {
    #[n(0)]
    pub(super) reason: String,
    #[n(1)]
    pub(super) since: Timestamp,
}

/// A fault that is not over.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct StandingFault {
    #[n(0)]
    pub(super) code: FaultCode,
    #[n(1)]
    pub(super) detail: String,
    #[n(2)]
    pub(super) since: Timestamp,
    /// Whether only an attendant's decision ends it.
    #[n(3)]
    pub(super) needs_attendant: bool,
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
            attendant_hold: None,
            faults: Vec::new(),
            wheel_is_open: false,
            evidence: Vec::new(),
            wheel_closed_at: at,
        }
    }

    /// The wheel is off, or nothing is known of it any more.
    pub(super) fn close_wheel(&mut self, at: Timestamp) {
        if core::mem::take(&mut self.wheel_is_open) {
            self.wheel_closed_at = at;
        }
    }

    /// Whether the table stands still.
    pub(super) fn is_held(&self) -> bool {
        self.attendant_hold.is_some() || !self.faults.is_empty() || !self.wheel_is_open
    }

    /// Whether the stage of the round lets its bets change.
    pub(super) fn may_bets_change(&self) -> bool {
        matches!(self.stage, Stage::Betting | Stage::Launching | Stage::OnRim) && self.closed_at.is_none()
    }

    /// Whether a ball is wanted or under way.
    pub(super) fn is_spinning(&self) -> bool {
        matches!(self.stage, Stage::Launching | Stage::OnRim | Stage::Falling)
    }

    /// Notes a fault, once for each code.
    pub(super) fn raise(&mut self, fault: StandingFault) {
        match self.faults.iter_mut().find(|standing| standing.code == fault.code) {
            Some(standing) => standing.needs_attendant |= fault.needs_attendant,
            None => self.faults.push(fault),
        }
    }

    /// An attendant has decided: the faults that waited for that are over.
    pub(super) fn clear_decided(&mut self) {
        self.faults.retain(|fault| !fault.needs_attendant);
    }
}
