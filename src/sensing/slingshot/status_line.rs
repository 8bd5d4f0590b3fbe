//! What a status line does: first what it cures, then the step from one state to the next, then what it adds to the spin.

use alloc::format;
use alloc::string::String;

use super::faults::Cure;
use super::message::Report;
use super::parameters::{LaunchedBy, Warnings};
use super::shown_result::ShownResult;
use super::spin::{LaunchRequest, Spin, Verdict};
use super::wheel::Wheel;
use crate::model::{FaultCode, NoSpinReason, Pocket, Span, Timestamp, WheelHappening};
use crate::sensing::LinkState;

impl Wheel {
    /// Takes in a status line that is believed.
    pub(super) fn believe(&mut self, report: Report, now: Timestamp) {
        let mut before = self.status.state();
        if self.status.link != LinkState::Heard {
            before = self.heard_again(before, &report);
            self.status.state_since = Some(now);
        }
        self.status.link = LinkState::Heard;
        self.status.report = Some(report);
        self.status.heard_at = Some(now);
        self.status.status_lines += 1;

        self.cure(before, &report, now);
        if before != Some(report.state) {
            self.status.state_since = Some(now);
            self.step(before, &report, now);
        }
        self.warnings(&report, now);
        self.add_to_spin(&report);
        self.compare_with_told(&report);
    }

    /// The first line after silence. A spin that ran before it is over; where the counter shows that this is another spin, the
    /// state before says nothing about this line.
    fn heard_again(&mut self, before: Option<u8>, report: &Report) -> Option<u8> {
        let other_spin = self.spin.as_ref().is_some_and(|spin| spin.counter != report.counter);
        let before = if other_spin { None } else { before };
        if other_spin {
            self.spin = None;
        }
        self.hold_to_told_over_silence(report);
        self.resume_launch(report);
        before
    }

    /// The launch that was wanted before the silence. Where the wheel had not been commanded, or stands at the same count and no
    /// ball is falling, the attempt goes on; otherwise the ball ran unseen, and that spin does not count.
    fn resume_launch(&mut self, report: &Report) {
        let Some(asked) = self.asked else { return };
        let unseen = asked.commanded_at.is_some_and(|counter| counter != report.counter || matches!(report.state, 4 | 5));
        if unseen {
            self.asked = None;
            self.forget_results();
            self.prove(asked.number, WheelHappening::NoSpin(NoSpinReason::Unreadable));
        } else {
            self.asked = Some(LaunchRequest { commanded_at: None, ..asked });
            self.dialogue.forget_order();
        }
        if matches!(report.state, 4 | 5) {
            // No matter which ball this is, it was launched unseen.
            self.spin = Some(Spin::new(None, report.counter, true));
        }
    }

    fn cure(&mut self, before: Option<u8>, report: &Report, now: Timestamp) {
        let cured = self.faults.cured(before, report, self.asked.is_some(), &self.parameters.rotor, now);
        let spoiled = self.faults.codes().next().is_some();
        if let Some(asked) = self.asked.as_mut().filter(|asked| asked.failed && (!spoiled || !cured.is_empty())) {
            asked.failed = spoiled;
            asked.since = now;
        }
        for code in cured {
            self.say(None, WheelHappening::FaultCleared(code));
        }
    }

    /// The step from one state to the next.
    fn step(&mut self, before: Option<u8>, report: &Report, now: Timestamp) {
        if report.state != 6 && self.closed.replace(false) != Some(false) {
            self.say(None, WheelHappening::Opened);
        }
        match report.state {
            3 => self.ball_on_rim(before, report),
            4 => self.no_more_bets(before, report, now),
            5 => self.winning(before, report, now),
            6 => self.went_off(report, now),
            _ => self.went_idle(before, report),
        }
        if report.state == 6 && self.closed.replace(true) != Some(true) {
            self.say(None, WheelHappening::Closed);
        }
    }

    fn ball_on_rim(&mut self, before: Option<u8>, report: &Report) {
        self.runs.launch_failed.restart();
        if self.goes_on(before, report) {
            return;
        }
        self.begin(report);
        if self.is_spinning() {
            let number = self.spin.as_ref().and_then(|spin| spin.number);
            self.say(number, WheelHappening::BallLaunched);
        }
    }

    fn no_more_bets(&mut self, before: Option<u8>, report: &Report, now: Timestamp) {
        if !self.goes_on(before, report) {
            // The lines of state 3 were lost; what was not seen is not said.
            self.begin(report);
        }
        self.close(now);
    }

    /// Says that betting ends, once for each spin.
    pub(super) fn close(&mut self, now: Timestamp) {
        if let Some(spin) = self.spin.as_mut().filter(|spin| !spin.over && !spin.closed) {
            spin.closed = true;
            spin.closed_at = now;
            let number = spin.number;
            self.say(number, WheelHappening::NoMoreBets);
        }
    }

    fn winning(&mut self, before: Option<u8>, report: &Report, now: Timestamp) {
        let least = Span::from_seconds(self.parameters.limits.least_no_more_bets_seconds);
        if self.spin.as_ref().is_some_and(|spin| !spin.over && spin.closed && now.since(spin.closed_at) < least) {
            // No ball falls that fast: the lines are old ones that came all at once, and betting was open when it fell.
            self.no_spin(NoSpinReason::Unreadable);
            return;
        }
        let known = self.spin.as_ref().is_some_and(|spin| spin.over || spin.closed);
        if known {
            return;
        }
        // A number of a spin that was not seen to run is nobody's number.
        let expected = self.spin.is_some() || (before.is_some() && self.asked.is_some_and(|asked| !asked.failed));
        if self.spin.is_none() {
            self.begin(report);
        }
        if expected && self.is_spinning() {
            self.dispute(report, "a winning number, but no more bets was never seen".into());
        }
        if let Some(spin) = &mut self.spin {
            spin.over = true;
        }
    }

    fn went_idle(&mut self, before: Option<u8>, report: &Report) {
        let confirmed = self.spin.as_ref().and_then(|spin| spin.confirmed_by(report, &self.parameters.counter));
        if let Some(pocket) = confirmed {
            self.accept(report, pocket);
        } else if self.is_spinning() && before == Some(5) {
            self.dispute(report, "the winning number did not stand on two status lines".into());
        } else if self.is_spinning() {
            // The wheel launches again of its own accord.
            self.no_spin(NoSpinReason::Unreadable);
        }
        self.spin = None;
        self.void_due = false;
    }

    fn went_off(&mut self, report: &Report, now: Timestamp) {
        let was_launching = self.asked.is_some_and(|asked| !asked.failed) && self.closed == Some(false);
        if self.is_spinning() || was_launching {
            let code = self.stopped_because(report);
            self.fault(code, Cure::StartedAgain, "the wheel stopped by itself and is off; run its self-test".into(), now);
        }
        self.spin = None;
        self.void_due = false;
        if self.closed == Some(false) {
            // A wheel that was switched off has forgotten the command; the cabinet's launch waits for it to come back.
            self.asked = self.asked.filter(|asked| asked.number.is_some()).map(|asked| LaunchRequest { commanded_at: None, ..asked });
        }
        self.forget_results();
        self.evidence.rest();
    }

    /// What the lines say about a wheel that stopped by itself.
    fn stopped_because(&self, report: &Report) -> FaultCode {
        let warned = report.warnings | self.spin.as_ref().map_or(0, |spin| spin.warned);
        let too_fast = report.tenths_rpm > self.parameters.rotor.most_tenths_rpm;
        let mercury = self.parameters.warnings == Warnings::Mercury;
        match warned {
            bits if bits & 4 != 0 => FaultCode::Sensor,
            _ if too_fast || self.runs.rotor_wrong.is_running() => FaultCode::Motor,
            bits if mercury && bits & 1 != 0 => FaultCode::Motor,
            bits if !mercury && bits & 8 != 0 => FaultCode::LaunchFailed,
            bits if !mercury && bits & 1 != 0 => FaultCode::BallMissing,
            _ => FaultCode::Sensor,
        }
    }

    /// Whether this line belongs to the spin that is known. Where the counter shows another one, the known one ended unseen.
    fn goes_on(&mut self, before: Option<u8>, report: &Report) -> bool {
        let Some(spin) = &self.spin else { return false };
        if spin.counter != report.counter {
            if self.is_spinning() {
                self.no_spin(NoSpinReason::Unreadable);
            }
            self.spin = None;
            return false;
        }
        if self.is_spinning() && before == Some(5) {
            self.dispute(report, "the wheel took its winning number back".into());
        }
        true
    }

    /// A new spin. Where a sensor or the motor is at fault it is over before it has begun. A ball that runs before the launch was
    /// commanded is not the one that was asked for: somebody else launched it, or the lines are old.
    fn begin(&mut self, report: &Report) {
        let by_dealer = self.parameters.launched_by == LaunchedBy::Dealer;
        let asked = self.asked.take_if(|asked| by_dealer || asked.number.is_none() || asked.commanded_at.is_some());
        let number = asked.and_then(|asked| asked.number);
        self.spin = Some(Spin::new(number, report.counter, self.faults.spoil_a_spin()));
        self.evidence.begin();
    }

    fn add_to_spin(&mut self, report: &Report) {
        let Some(spin) = self.spin.as_mut().filter(|spin| !spin.over && matches!(report.state, 3..=5)) else { return };
        if report.state == 5 && report.warnings & self.parameters.warnings.end_a_spin() != 0 {
            // A warning that has not lasted yet: the next line tells whether it is one.
            return;
        }
        match spin.line(report, &self.parameters.counter) {
            Verdict::Wait => {}
            Verdict::Disputed(why) => self.dispute(report, why),
            Verdict::Certain(pocket) => self.accept(report, pocket),
        }
    }

    /// The spin's own lines prove its number; it is told where the wheel has counted on as it must.
    fn accept(&mut self, report: &Report, pocket: Pocket) {
        let Some(spin) = self.spin.as_mut() else { return };
        let (number, counter, has_bare) = (spin.number, spin.counter, spin.has_bare());
        if let Err((advance, most)) = self.baseline.admits(counter, &self.parameters.counter) {
            let why = format!("the spin counter advanced by {advance} since the last result, where 1 to {most} was due");
            return self.dispute(report, why);
        }
        spin.over = true;
        self.baseline.accepted(counter);
        self.told = Some(ShownResult::new(number, counter, pocket, *report));
        self.status.results_without_bare_number += u64::from(!has_bare);
        self.prove(number, WheelHappening::Result(pocket));
    }

    /// The wheel contradicts itself: no number of this spin is accepted, and the next spin is counted from here.
    fn dispute(&mut self, report: &Report, detail: String) {
        let Some(spin) = self.spin.as_mut() else { return };
        spin.over = true;
        let number = spin.number;
        self.prove(number, WheelHappening::Fault { code: FaultCode::ResultDisputed, detail });
        self.baseline.accepted(report.counter);
    }
}
