//! The wheel's rest: while nobody plays its rotor stands still, until somebody does.
//!
//! Here never lives how a wheel is stopped: its driver knows that.

use minicbor::{Decode, Encode};

use super::Cabinet;
use super::table::Stage;
use crate::model::{Span, Timestamp};

/// When an idle wheel rests, and what wakes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct WheelRest {
    /// After how many rounds in a row without a bet, from 1 on. Where the countdown waits for a bet, the time in which bets are taken counts as a
    /// round.
    #[n(0)]
    pub after_empty_rounds: u32,
    /// What wakes it.
    #[n(1)]
    pub woken_by: WokenBy,
}

/// What wakes a wheel that rests. A bet always does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum WokenBy {
    /// A bet.
    #[n(0)]
    Bet,
    /// Credit that is put on a seat, or a bet.
    #[n(1)]
    Credit,
}

/// Whether the wheel rests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) enum Rest {
    /// It does not.
    #[default]
    #[n(0)]
    Awake,
    /// It is off, or about to be.
    #[n(1)]
    Resting,
    /// It was called, and has yet to say that it runs.
    #[n(2)]
    Waking,
}

impl Cabinet {
    /// Lets the wheel rest where nobody has bet for as many rounds as the house says.
    pub(super) fn rest_after_empty_rounds(&mut self) {
        if self.terms.wheel_rest.is_some_and(|rest| self.table.empty_rounds >= rest.after_empty_rounds) {
            self.rest_wheel();
        }
    }

    /// The time is over for which the countdown waited for a bet.
    pub(super) fn rest_after_waiting(&mut self) {
        if self.terms.wheel_rest.is_some() {
            self.rest_wheel();
        }
    }

    fn rest_wheel(&mut self) {
        // After a spin that did not count the ball may run still.
        let is_idle = self.table.stage == Stage::Betting && self.table.no_spins.is_empty() && !self.has_bets();
        if is_idle && !self.table.lifecycle.holds.is_held() {
            self.table.lifecycle.holds.rest_device();
            self.table.lifecycle.stop();
        }
    }

    /// Until when the countdown waits for a bet before the wheel rests; `None` where it does not wait, or the wheel never rests.
    pub(super) fn waits_until(&self) -> Option<Timestamp> {
        let round = self.terms.roulette.round.betting_seconds;
        let seconds = u64::from(self.terms.wheel_rest?.after_empty_rounds) * u64::from(round);
        let holds = &self.table.lifecycle.holds;
        (!holds.is_held() && !holds.device_rests()).then(|| self.at.after(Span::from_seconds(seconds)))
    }

    /// Credit was put on a seat.
    pub(super) fn wake_wheel_for_credit(&mut self) {
        if self.terms.wheel_rest.is_some_and(|rest| rest.woken_by == WokenBy::Credit) {
            self.call_wheel();
        }
    }

    /// New terms are in force: where they know no rest, it is over.
    pub(super) fn wake_wheel_for_terms(&mut self) {
        if self.terms.wheel_rest.is_none() && self.table.lifecycle.holds.device_rests() {
            self.call_wheel();
        }
    }

    fn call_wheel(&mut self) {
        self.wake_wheel();
        self.start_countdown();
    }

    /// Somebody plays: a wheel that rests is called.
    pub(super) fn wake_wheel(&mut self) {
        self.table.empty_rounds = 0;
        self.table.lifecycle.holds.wake_device();
    }
}
