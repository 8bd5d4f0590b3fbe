//! The course of a running spin, and a line that leaves it in one field alone: that may be one damaged digit, so the next line decides.

use super::message::Report;
use super::wheel::Wheel;
use crate::model::Timestamp;
use crate::sensing::LinkState;

/// A line that may be damaged, and when it came.
pub(super) type Doubted = (Report, Timestamp);

/// Where a status line stands to the spin that runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SpinContinuity {
    /// It goes on as it must, or no ball runs.
    Kept,
    /// Its state or its counter is another one, and nothing else: this may be one damaged digit.
    LeftInOneField,
    /// It goes on with the number of this spin, which no damaged digit shows.
    Landed,
    /// More than one digit says that the ball does not run any more, or that another one does.
    Left,
}

impl Wheel {
    /// Takes in a status line. One that may be damaged waits for the next: where that one is back on course, the first is thrown away;
    /// where it is not, both are believed.
    pub(super) fn report(&mut self, report: Report, now: Timestamp) {
        match (self.doubted.take(), self.continuity_of(&report)) {
            (Some((doubted, at)), SpinContinuity::LeftInOneField | SpinContinuity::Left) => self.believe(doubted, at),
            (Some(_), SpinContinuity::Kept | SpinContinuity::Landed) => self.status.doubted_lines += 1,
            (None, SpinContinuity::LeftInOneField) => return self.doubt(report, now),
            (None, SpinContinuity::Left | SpinContinuity::Landed | SpinContinuity::Kept) => {}
        }
        self.believe(report, now);
    }

    fn continuity_of(&self, report: &Report) -> SpinContinuity {
        let heard = self.status.link == LinkState::Heard;
        let Some(spin) = self.spin.as_ref().filter(|spin| !spin.over && heard) else { return SpinContinuity::Kept };
        let Some(last) = self.status.report.filter(|last| matches!(last.state, 3 | 4)) else { return SpinContinuity::Kept };
        let other_state = report.state != last.state && (last.state, report.state) != (3, 4);
        let other_spin = report.counter != spin.counter;
        let falls = report.state == 5 && (report.winning != last.winning || spin.has_bare_of(report));
        match (other_state, other_spin) {
            (false, false) => SpinContinuity::Kept,
            (true, false) if falls => SpinContinuity::Landed,
            (true, true) => SpinContinuity::Left,
            _ if report.winning != last.winning => SpinContinuity::Left,
            _ => SpinContinuity::LeftInOneField,
        }
    }

    /// The line waits. Betting is closed all the same where the line says so: that can harm nobody.
    fn doubt(&mut self, report: Report, now: Timestamp) {
        self.doubted = Some((report, now));
        self.status.heard_at = Some(now);
        self.status.status_lines += 1;
        if report.state == 4 {
            self.close(now);
        }
    }
}
