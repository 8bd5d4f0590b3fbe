//! What happens because nothing happens: silence, and states that last too long.

use alloc::format;

use super::faults::{Cure, WAITING};
use super::spin::Spin;
use super::wheel::Wheel;
use crate::model::{FaultCode, Span, Timestamp, WheelHappening};
use crate::sensing::LinkState;

impl Wheel {
    pub(super) fn catch_up(&mut self, now: Timestamp) {
        loop {
            let silence = self.silence_due().filter(|due| *due <= now);
            let limit = self.limit_due().filter(|due| *due <= now);
            match (silence, limit) {
                (None, None) => return,
                (Some(silence), limit) if limit.is_none_or(|limit| silence <= limit) => self.silent(silence),
                (_, Some(limit)) => self.stalled(limit),
                (Some(silence), None) => self.silent(silence),
            }
        }
    }

    pub(super) fn silence_due(&self) -> Option<Timestamp> {
        let since = match self.status.link {
            LinkState::Heard => self.status.heard_at,
            LinkState::Unknown => self.found_at,
            LinkState::Silent | LinkState::Lost => None,
        };
        let limits = &self.parameters.limits;
        // A number that was shown once is confirmed by the lines of the next game, up to which the wheel has its time.
        let awaits = self.spin.as_ref().is_some_and(Spin::awaits_confirmation);
        let seconds = if awaits { limits.winning_seconds + limits.before_game_seconds } else { limits.silence_seconds };
        since.map(|since| since.after(Span::from_seconds(seconds.max(limits.silence_seconds))))
    }

    pub(super) fn silent(&mut self, now: Timestamp) {
        let off = self.status.state() == Some(6) && self.status.link == LinkState::Heard;
        self.status.link = LinkState::Silent;
        self.doubted = None;
        if off && self.asked.is_none() {
            self.say(None, WheelHappening::Silence);
            self.forget_results();
        } else {
            let detail = format!("silence: no status line for {} s", self.parameters.limits.silence_seconds);
            self.lost(detail, now);
        }
    }

    pub(super) fn limit_due(&self) -> Option<Timestamp> {
        let (since, state) = (self.status.state_since?, self.status.state()?);
        if self.status.link != LinkState::Heard {
            return None;
        }
        let since = match (self.is_spinning(), self.asked) {
            (true, _) if self.spin.as_ref().is_some_and(Spin::awaits_confirmation) => return None,
            (true, _) => since,
            (false, Some(asked)) if !asked.failed || self.may_launch_anew() => since.max(asked.since),
            _ => return None,
        };
        Some(since.after(self.parameters.longest_in(state)))
    }

    pub(super) fn stalled(&mut self, now: Timestamp) {
        let Some(state) = self.status.state() else { return };
        if !self.is_spinning() && self.may_launch_anew() {
            // No matter what it said to the void, it waits still.
            return self.launch_anew(now);
        }
        let seconds = self.parameters.longest_in(state).milliseconds() / 1_000;
        let detail = format!("the wheel has been in state {state} for {seconds} s");
        self.fault(FaultCode::Stalled, Cure::StateLeft(state), detail, now);
        if state == WAITING && self.asked.is_some_and(|asked| asked.commanded_at.is_some()) {
            // Back to state 1, from where the launch can be commanded anew.
            self.void();
        }
    }
}
