//! The wall clock beside the house's own time.
//!
//! The house's time orders everything: it never runs backwards and takes no notice of a wall clock that steps. What people are shown is
//! the wall clock's time; by how much that is ahead of the house's own is known here, from what each start recorded. Here never lives a
//! clock.

use alloc::format;
use alloc::string::String;

use super::Cabinet;
use crate::model::{CabinetView, ClockOffset, FaultCode, FaultView, HoldView, Timestamp};

/// A difference of so much is that of two good clocks, in microseconds: what is shown goes on.
const SAME_MOST: i64 = 9_000_000;

/// A step back of more than this is a fault, in microseconds.
const BACK_MOST: i64 = 60_000_000;

/// So is a step forward of more than this. For how long the program was not running is no step: the daemon lets the house's time pass.
const FORWARD_MOST: i64 = 3_600_000_000;

impl Cabinet {
    /// By how much the wall clock is ahead of the house's own time, as far as it was told.
    #[must_use]
    pub const fn clock_offset(&self) -> ClockOffset {
        self.clock_offset
    }

    /// The wall clock shows `wall` now. A step of it is a fault that an attendant sees and ends; the house's time goes on as it did. While that
    /// stands it says by how much the clock is away from where it was before.
    pub(super) fn take_wall_clock(&mut self, wall: Timestamp) {
        let now = ClockOffset::between(wall, self.at);
        let step = now.microseconds().saturating_sub(self.clock_offset.microseconds());
        if (-SAME_MOST..=SAME_MOST).contains(&step) {
            return;
        }
        let before = core::mem::replace(&mut self.clock_offset, now);
        let since_before = |before: ClockOffset| now.microseconds().saturating_sub(before.microseconds());
        let words = || self.clock_offset_before.map(|before| step_words(since_before(before)));
        if !self.table.lifecycle.holds.restate(FaultCode::ClockStepped, words) && !(-BACK_MOST..=FORWARD_MOST).contains(&step) {
            self.clock_offset_before = Some(before);
            self.table.lifecycle.holds.raise(FaultCode::ClockStepped, &step_words(step), true, self.at);
        }
    }
}

impl Cabinet {
    /// The view with every moment as the wall clock shows it; the tables are made so.
    pub(super) fn by_wall_clock(&self, mut view: CabinetView) -> CabinetView {
        let offset = self.clock_offset();
        view.at = offset.shown(view.at);
        show_by_wall_clock(offset, [&mut view.began_at, &mut view.ends_at], &mut view.hold, &mut view.faults);
        view
    }
}

/// Shows as the wall clock shows it what every table tells of time: from when to when something runs, since when it is held and has faults.
pub(super) fn show_by_wall_clock(
    offset: ClockOffset,
    running: [&mut Option<Timestamp>; 2],
    hold: &mut Option<HoldView>,
    faults: &mut [FaultView],
) {
    let show = |at: &mut Timestamp| *at = offset.shown(*at);
    running.into_iter().flatten().for_each(show);
    hold.iter_mut().for_each(|hold| show(&mut hold.since));
    faults.iter_mut().for_each(|fault| show(&mut fault.since));
}

fn step_words(step: i64) -> String {
    if (-SAME_MOST..=SAME_MOST).contains(&step) {
        return "the wall clock was set, and set back again".into();
    }
    let direction = if step < 0 { "back" } else { "forward" };
    format!("the wall clock went {direction} by {} seconds", step.unsigned_abs() / 1_000_000)
}
