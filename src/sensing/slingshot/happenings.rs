//! What is said to the cabinet: each spin and each attempt to launch gets one end and no second one.

use alloc::string::String;
use alloc::vec::Vec;

use super::faults::Cure;
use super::wheel::Wheel;
use crate::model::{FaultCode, NoSpinReason, SpinNumber, Timestamp, WheelEvent, WheelHappening};

impl Wheel {
    pub(super) fn say(&mut self, spin: Option<SpinNumber>, happening: WheelHappening) {
        self.events.push_back(WheelEvent { spin, happening, evidence: Vec::new() });
    }

    /// Says something that has to be proved.
    pub(super) fn prove(&mut self, spin: Option<SpinNumber>, happening: WheelHappening) {
        let evidence = self.evidence.take();
        if self.asked.is_none() {
            self.evidence.rest();
        }
        self.events.push_back(WheelEvent { spin, happening, evidence });
    }

    /// Whether a spin runs that has no end yet.
    pub(super) fn is_spinning(&self) -> bool {
        self.spin.as_ref().is_some_and(|spin| !spin.over)
    }

    /// The spin that runs does not count.
    pub(super) fn no_spin(&mut self, reason: NoSpinReason) {
        let Some(spin) = self.spin.as_mut() else { return };
        spin.over = true;
        let number = spin.number;
        self.baseline.episode();
        self.prove(number, WheelHappening::NoSpin(reason));
    }

    /// A fault: it ends the spin that runs, or the attempt to launch.
    pub(super) fn fault(&mut self, code: FaultCode, cure: Cure, detail: String, now: Timestamp) {
        let spin = self.spin.as_mut().filter(|spin| !spin.over);
        let asked = self.asked.as_mut().filter(|asked| !asked.failed);
        let (number, ends) = match (spin, asked) {
            (Some(spin), _) => {
                spin.over = true;
                (spin.number, true)
            }
            (None, Some(asked)) => {
                asked.failed = true;
                asked.since = now;
                (asked.number, true)
            }
            (None, None) => (None, false),
        };
        let is_new = self.faults.raise(code, cure);
        if is_new || ends {
            // A launch that failed was counted when it began to fail.
            if code != FaultCode::LaunchFailed {
                self.baseline.episode();
            }
            self.prove(number, WheelHappening::Fault { code, detail });
        }
    }

    pub(super) fn lost(&mut self, detail: String, now: Timestamp) {
        self.unheard(FaultCode::DeviceLost, detail, now);
    }

    /// The wheel is not heard any more, for this reason, until it is again.
    pub(super) fn unheard(&mut self, code: FaultCode, detail: String, now: Timestamp) {
        self.fault(code, Cure::Heard, detail, now);
        // A launch that the cabinet wants may still come about; one that was only overheard says nothing about later spins.
        self.asked = self.asked.filter(|asked| asked.number.is_some());
        self.void_due = false;
        self.doubted = None;
        self.baseline.forget();
        self.evidence.rest();
    }
}
