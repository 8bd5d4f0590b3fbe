//! What is wrong with the rotor: its speed, and a line of its two that is silent while the other is heard.

use alloc::format;
use alloc::string::String;

use super::edge::Line;
use super::faults::Cure;
use super::wheel::Wheel;
use crate::model::{FaultCode, WheelHappening};

/// For this many turns, by the encoder, the index may be missing.
const TURNS_WITHOUT_INDEX: f64 = 2.5;

/// Since when the rotor's speed has been wrong, one of its lines silent, and everything right; in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RotorHealth {
    speed_wrong_since: Option<f64>,
    line_silent_since: Option<f64>,
    right_since: Option<f64>,
}

impl RotorHealth {
    /// A fault has come: all has to be right for a while from now on until it is over.
    pub(super) const fn forget_right(&mut self) {
        self.right_since = None;
    }
}

/// Notes whether this is so at `at`; for how long it has been so.
fn lasts(since: &mut Option<f64>, is_so: bool, at: f64) -> f64 {
    if !is_so {
        *since = None;
    }
    let since = if is_so { *since.get_or_insert(at) } else { at };
    at - since
}

/// A trouble and what was seen of it.
type Trouble = (FaultCode, String);

impl Wheel {
    /// The rotor gave a pulse: its speed, and what was waiting for it.
    pub(super) fn rotor_turned(&mut self) {
        self.judge_rotor();
        self.read_on();
    }

    fn judge_rotor(&mut self) {
        let Some(at) = self.rotor.heard_at() else { return };
        let Some(rpm) = self.rotor_rpm() else { return };
        let (speed, silent) = (self.wrong_speed(rpm), self.silent_line(at));
        let is_right = speed.is_none() && silent.is_none();
        let health = &mut self.rotor_health;
        let speed_wrong = lasts(&mut health.speed_wrong_since, speed.is_some(), at);
        let line_silent = lasts(&mut health.line_silent_since, silent.is_some(), at);
        let right = lasts(&mut health.right_since, is_right, at);
        let long = self.parameters.rotor.wrong_seconds;
        if is_right && right >= long {
            self.cure(Cure::RotorTurns);
        }
        // A wrong speed only matters to a spin. A silent line spoils none, and has to be known all the same.
        let trouble = if self.is_spinning() { speed.filter(|_| speed_wrong >= long) } else { silent.filter(|_| line_silent >= long) };
        if let Some((code, detail)) = trouble {
            self.rotor_fault(code, Cure::RotorTurns, detail);
        }
    }

    fn wrong_speed(&self, rpm: f64) -> Option<Trouble> {
        let keys = &self.parameters.rotor;
        if rpm < keys.least_rpm {
            Some((FaultCode::RotorTooSlow, format!("the rotor is too slow: {rpm:.1} turns a minute")))
        } else if rpm > keys.most_rpm {
            Some((FaultCode::RotorTooFast, format!("the rotor is too fast: {rpm:.1} turns a minute")))
        } else if self.rotor.varied() > keys.varies_part {
            Some((FaultCode::RotorSpeedVaries, String::from("the rotor's speed varies from turn to turn")))
        } else {
            None
        }
    }

    /// The line of the rotor that is silent at `at` while the other one is heard.
    pub(super) fn silent_line(&self, at: f64) -> Option<Trouble> {
        self.spin.as_ref()?;
        let (code, line) = if self.rotor.turns_without_index(at) > TURNS_WITHOUT_INDEX {
            (FaultCode::RotorIndex, Line::RotorIndex)
        } else if self.rotor.encoder_is_silent(at) {
            (FaultCode::RotorEncoder, Line::RotorEncoder)
        } else {
            return None;
        };
        Some((code, format!("{} is silent while the rotor turns", line.name())))
    }

    /// A fault of the rotor. What it says of the rotor's speed takes the place of what was said before.
    pub(super) fn rotor_fault(&mut self, code: FaultCode, cure: Cure, detail: String) {
        self.fault(code, cure, detail);
        while let Some(before) = self.faults.take_other_speed(code) {
            self.tell(WheelHappening::FaultCleared(before));
        }
    }
}
