//! The warning bits and the rotor's speed, with the time each may be wrong before something is done about it.
//!
//! A warning that must persist is acted upon by a line that still shows it, never by a timer: what a silent wheel thinks is unknown.

use alloc::format;

use super::faults::Cure;
use super::message::Report;
use super::parameters::Warnings;
use super::wheel::Wheel;
use crate::model::{FaultCode, NoSpinReason, Span, Timestamp};

/// Since when something has been wrong on every line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run(Option<Timestamp>);

impl Run {
    /// Takes in a line, and says whether it has been wrong for longer than `seconds`.
    fn line(&mut self, wrong: bool, seconds: u64, now: Timestamp) -> bool {
        if !wrong {
            self.0 = None;
            return false;
        }
        let since = *self.0.get_or_insert(now);
        now.since(since) > Span::from_seconds(seconds)
    }

    /// Begins anew with the next line.
    pub(super) fn restart(&mut self) {
        self.0 = None;
    }

    pub(super) const fn is_running(self) -> bool {
        self.0.is_some()
    }
}

/// So many lines in a row must show a warning that ends a spin after the close: a single one may be damaged.
const LINES_FOR_A_WARNING: u8 = 2;

/// How many lines in a row have shown each warning bit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shown([u8; 4]);

impl Shown {
    /// Takes in a line's bits; those that have lasted.
    fn line(&mut self, bits: u8) -> u8 {
        let mut lasting = 0;
        for (place, lines) in self.0.iter_mut().enumerate() {
            let bit = 1 << place;
            *lines = if bits & bit != 0 { lines.saturating_add(1) } else { 0 };
            lasting |= if *lines >= LINES_FOR_A_WARNING { bit } else { 0 };
        }
        lasting
    }
}

/// What is being watched.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Runs {
    pub(super) ball_missing: Run,
    pub(super) launch_failed: Run,
    pub(super) rotor_wrong: Run,
    shown: Shown,
    /// The newest line showed a launch that failed or went the wrong way.
    launch_trouble: bool,
}

impl Wheel {
    /// Does what this line's warnings ask for.
    pub(super) fn warnings(&mut self, report: &Report, now: Timestamp) {
        let lasting = self.runs.shown.line(report.warnings);
        // What ends a spin after the close must last; before, the vendor has it voided at once, and bets can still be changed.
        let must_last = self.is_spinning() && matches!(report.state, 4 | 5);
        let warned = if must_last { lasting } else { report.warnings };
        match self.parameters.warnings {
            Warnings::Slingshot { launch_failed_seconds, ball_missing_seconds } => {
                self.slingshot_warnings(report, launch_failed_seconds, ball_missing_seconds, now);
                self.sensor_warning(warned, "the wheel reports a sensor, motor or encoder fault (warning 4)", now);
                if warned & 2 != 0 && self.is_spinning() {
                    self.no_spin(NoSpinReason::SameDirection);
                    self.void();
                }
            }
            Warnings::Mercury => self.mercury_warnings(warned, now),
        }
        self.rotor(report, now);
    }

    fn slingshot_warnings(&mut self, report: &Report, launch_failed_seconds: u64, ball_missing_seconds: u64, now: Timestamp) {
        let launching = matches!(report.state, 1..=3);
        let trouble = launching && report.warnings & (2 | 8) != 0;
        if trouble && !self.runs.launch_trouble {
            // The wheel launches again, and may or may not count that.
            self.baseline.episode();
        }
        self.runs.launch_trouble = trouble;
        let launch_failed = self.runs.launch_failed.line(report.warnings & 8 != 0 && launching, launch_failed_seconds, now);
        let running = matches!(report.state, 3..=5);
        let ball_missing = self.runs.ball_missing.line(report.warnings & 1 != 0 && running, ball_missing_seconds, now);

        if ball_missing && self.is_spinning() {
            let detail = format!("the wheel has not seen the ball for over {ball_missing_seconds} s (warning 1 in state {})", report.state);
            self.fault(FaultCode::BallMissing, Cure::BitGone(1), detail, now);
        }
        let may_fail = self.is_spinning() || report.state != 3;
        if launch_failed && may_fail && !self.faults.stands(FaultCode::LaunchFailed) {
            let detail = format!("the launch has failed for over {launch_failed_seconds} s (warning 8 in state {})", report.state);
            let cure = if report.state == 3 { Cure::BitGone(8) } else { Cure::BitGoneOrBallRuns(8) };
            self.fault(FaultCode::LaunchFailed, cure, detail, now);
        }
    }

    fn sensor_warning(&mut self, warned: u8, detail: &str, now: Timestamp) {
        if warned & 4 != 0 && !self.faults.stands(FaultCode::Sensor) {
            self.fault(FaultCode::Sensor, Cure::BitGone(4), detail.into(), now);
        }
    }

    fn mercury_warnings(&mut self, warned: u8, now: Timestamp) {
        self.sensor_warning(warned, "the wheel reports a rim sensor error (warning 4)", now);
        if warned & 2 != 0 && self.is_spinning() {
            self.no_spin(NoSpinReason::SameDirection);
        }
        // The ball is gone, was launched too slowly, or the rotor was touched: the wheel does not say which.
        if warned & 8 != 0 && self.is_spinning() {
            self.no_spin(NoSpinReason::Unreadable);
        }
    }

    fn rotor(&mut self, report: &Report, now: Timestamp) {
        let rotor = self.parameters.rotor;
        let too_fast = report.tenths_rpm > rotor.most_tenths_rpm;
        let too_slow = report.tenths_rpm < rotor.least_tenths_rpm && matches!(report.state, 3 | 4) && self.is_spinning();
        let wrong = self.runs.rotor_wrong.line(too_fast || too_slow, rotor.wrong_seconds, now);
        if wrong && !self.faults.stands(FaultCode::Motor) {
            let (whole, tenths) = (report.tenths_rpm / 10, report.tenths_rpm % 10);
            let detail = format!("the rotor turns at {whole}.{tenths} rpm in state {}", report.state);
            self.fault(FaultCode::Motor, Cure::RotorTurns, detail, now);
        }
    }
}
