//! What happens because nothing happens: a ball that does not come, does not come again, or does not come to rest; a rotor that
//! stands still; a line that stays active.

use alloc::format;
use alloc::string::String;

use super::faults::Cure;
use super::pulses::{nanoseconds, seconds};
use super::spin::{Phase, Spin};
use super::wheel::Wheel;
use crate::model::{FaultCode, NoSpinReason};

/// Where the debouncers of the ball sensors begin.
const BALL_INPUTS: usize = 2;

/// A launch that gave this many passes or fewer has failed; with more, a ball ran.
const PASSES_OF_NO_LAUNCH: u32 = 3;

/// A ball that was read in one place this often in a row had come to rest there.
const READINGS_AT_REST: u32 = 3;

/// The moment at which something is due that is due at so many seconds, in nanoseconds. Every limit is looked at by this one: what is due
/// then is over when it is looked at, however coarse seconds are in a time that lies far ahead.
pub(super) fn due_at(seconds: f64) -> u64 {
    nanoseconds(seconds).saturating_add(1_000)
}

/// So long after a time that ran backwards without another one, in seconds, the times are in order again.
const IN_ORDER_SECONDS: f64 = 3.0;

impl Wheel {
    /// The next moment at which time alone says something, in nanoseconds.
    pub(super) fn next_limit(&self) -> Option<u64> {
        let spin = self.spin.as_ref().filter(|spin| spin.phase != Phase::Over);
        let of_spin = spin.map(|spin| self.spin_due(spin).min(self.still_due(spin)));
        let due = [of_spin, self.stuck_due(), self.in_order_due()].into_iter().flatten().min_by(f64::total_cmp)?;
        Some(due_at(due))
    }

    /// When the phase of the spin has lasted too long.
    fn spin_due(&self, spin: &Spin) -> f64 {
        let limits = &self.parameters.limits;
        match spin.phase {
            Phase::Launching => spin.started_at + limits.launch_seconds,
            Phase::OnRim => {
                let left = spin.rim.as_ref().map_or(f64::INFINITY, |rim| rim.left_due(&self.parameters.ball, &self.parameters.closing));
                left.min(spin.started_at + limits.rim_seconds)
            }
            Phase::Fallen => self.lost_due(spin).min(spin.rim_until() + limits.reading_seconds),
            Phase::Over => f64::INFINITY,
        }
    }

    fn lost_due(&self, spin: &Spin) -> f64 {
        spin.seen_at.max(spin.rim_until()) + self.parameters.limits.ball_lost_seconds
    }

    fn still_due(&self, spin: &Spin) -> f64 {
        self.rotor.heard_at().map_or(spin.started_at, |heard| heard.max(spin.started_at)) + self.rotor.still_after()
    }

    /// When the first ball sensor that is active counts as stuck. While the rotor stands still, or runs down undriven, the ball may lie before it.
    fn stuck_due(&self) -> Option<f64> {
        if self.faults.stuck().is_some() || self.faults.one_of_rotor_stands() {
            return None;
        }
        let since = self.inputs[BALL_INPUTS..].iter().filter_map(|input| input.active_since()).min()?;
        Some(seconds(since.max(self.driven_since?)) + self.parameters.limits.stuck_seconds)
    }

    fn is_due(&self, due: f64) -> bool {
        due_at(due) <= self.now
    }

    /// Looks at everything that time alone can say.
    pub(super) fn look_at_time(&mut self) {
        if self.in_order_due().is_some_and(|due| self.is_due(due)) {
            self.disordered_at = None;
            self.cure(Cure::InOrder);
        }
        if self.stuck_due().is_some_and(|due| self.is_due(due)) {
            self.stuck();
        }
        let Some(spin) = self.spin.as_ref().filter(|spin| spin.phase != Phase::Over) else { return };
        if self.is_due(self.still_due(spin)) {
            let detail = format!("the rotor does not turn: no pulse for {:.1} s", self.rotor.still_after());
            self.rotor_fault(FaultCode::RotorNotTurning, Cure::RotorTurns, detail);
        } else if self.is_due(self.spin_due(spin)) {
            self.phase_is_over();
        }
    }

    /// When times that ran backwards have run forward long enough.
    fn in_order_due(&self) -> Option<f64> {
        self.disordered_at.map(|at| seconds(at) + IN_ORDER_SECONDS)
    }

    /// A time lies before one that was heard of. What was counted and read by such times proves nothing.
    pub(super) fn disordered(&mut self, at: u64) {
        if self.disordered_at.replace(self.now).is_none() {
            let detail = format!("an edge came {:.3} ms before the one that was told before it", seconds(self.now - at) * 1e3);
            self.unreadable_for(FaultCode::TimesOutOfOrder, Cure::InOrder, detail);
        }
        self.forget_pulses();
        self.rotor.mistrust_times();
    }

    /// The spin that runs cannot be read, and this is why.
    pub(super) fn unreadable_for(&mut self, code: FaultCode, cure: Cure, detail: String) {
        if self.is_spinning() {
            self.no_spin(NoSpinReason::Unreadable);
        }
        self.rotor_fault(code, cure, detail);
    }

    fn stuck(&mut self) {
        let since = |sensor: &u8| self.inputs[BALL_INPUTS + usize::from(*sensor)].active_since();
        let longest = (0..3_u8).filter(|sensor| since(sensor).is_some()).min_by_key(since);
        if let Some(sensor) = longest {
            self.sensor_fault(sensor, "is stuck on", Cure::Inactive(sensor));
        }
    }

    /// The phase of the spin has lasted as long as it may.
    fn phase_is_over(&mut self) {
        let Some(spin) = self.spin.as_ref() else { return };
        match spin.phase {
            Phase::Launching => self.launch_failed(),
            Phase::OnRim if self.is_due(spin.started_at + self.parameters.limits.rim_seconds) => {
                let detail = format!("the ball has run on the rim for {} s", self.parameters.limits.rim_seconds);
                self.fault(FaultCode::Stalled, Cure::BallRuns, detail);
            }
            Phase::OnRim => self.left_rim(),
            Phase::Fallen if self.is_due(self.lost_due(spin)) => self.ball_lost(),
            Phase::Fallen => self.not_read(),
            Phase::Over => {}
        }
    }

    /// The blower ran, and no ball is followed on the rim.
    fn launch_failed(&mut self) {
        let Some(spin) = self.spin.as_ref() else { return };
        let (passes, lies) = (spin.rim_like(), spin.reader.settled() >= 2);
        let silent = (0..3_u8).find(|sensor| spin.rim_like[usize::from(*sensor)] == 0);
        // A ball that runs as long as it must passes each of the three sensors once a lap.
        let few = f64::from(passes) <= self.parameters.ball.least_laps * 3.0;
        if few && (passes > PASSES_OF_NO_LAUNCH || passes >= 2 && lies) {
            self.no_spin(NoSpinReason::TooFewLaps);
        } else if let Some(sensor) = silent.filter(|_| !few) {
            self.sensor_fault(sensor, "saw nothing while another saw a ball", Cure::Sees(sensor));
        } else if !few {
            self.no_spin(NoSpinReason::ForeignObject);
        } else {
            let detail = format!("no ball ran on the rim for {} s after the blower had started", self.parameters.limits.launch_seconds);
            self.fault(FaultCode::LaunchFailed, Cure::BallRuns, detail);
        }
    }

    /// The ball fell and is seen no more: it flew out, or, where it had come to rest, it was taken away.
    fn ball_lost(&mut self) {
        let Some(spin) = self.spin.as_ref() else { return };
        if spin.reader.settled() >= READINGS_AT_REST {
            let detail = format!("the ball lay on the rotor and was not seen for {} s", self.parameters.limits.ball_lost_seconds);
            self.fault(FaultCode::BallMissing, Cure::BallSeen, detail);
        } else {
            self.no_spin(NoSpinReason::BallLeftWheel);
        }
    }

    /// The ball fell, and no pocket could be read in time.
    fn not_read(&mut self) {
        let Some(spin) = self.spin.as_ref() else { return };
        if self.ran_too_few_laps() {
            self.no_spin(NoSpinReason::TooFewLaps);
        } else if let Some(sensor) = spin.reader.unseen() {
            self.sensor_fault(sensor, "does not see the ball that the others see on the rotor", Cure::Sees(sensor));
        } else {
            self.no_spin(NoSpinReason::Unreadable);
            self.name_wrong_lines(seconds(self.now));
        }
    }
}
