//! What is wrong with the rotor: its speed, a line of its two that is silent while the other is heard, and two that contradict each other;
//! and lines that pick up noise, for a rotor that turns shows when that is over.

use alloc::format;
use alloc::string::String;

use super::edge::Line;
use super::faults::Cure;
use super::line_noise::Noisy;
use super::marks::Doubt;
use super::wheel::Wheel;
use crate::model::{FaultCode, WheelHappening};

/// For this many turns, by the encoder, the index may be missing.
const TURNS_WITHOUT_INDEX: f64 = 2.5;

/// Since when the rotor's speed has been wrong, its lines have been, and everything right; in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RotorHealth {
    speed_wrong_since: Option<f64>,
    lines_wrong_since: Option<f64>,
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

/// A trouble, what ends it, and what was seen of it.
type Trouble = (FaultCode, Cure, String);

impl Wheel {
    /// The rotor gave a pulse: its speed, and what was waiting for it.
    pub(super) fn rotor_turned(&mut self) {
        self.judge_rotor();
        self.read_on();
    }

    fn judge_rotor(&mut self) {
        let Some(at) = self.rotor.heard_at() else { return };
        let Some(rpm) = self.rotor_rpm() else { return };
        // The speed is that of an encoder which may have pulses between its own.
        let speed = self.wrong_speed(rpm).filter(|_| self.line_noise.of_encoder(at).is_none());
        let lines = self.wrong_lines(at);
        let is_right = speed.is_none() && lines.is_none();
        let health = &mut self.rotor_health;
        let speed_wrong = lasts(&mut health.speed_wrong_since, speed.is_some(), at);
        let lines_wrong = lasts(&mut health.lines_wrong_since, lines.is_some(), at);
        let right = lasts(&mut health.right_since, is_right, at);
        let long = self.parameters.rotor.wrong_seconds;
        if is_right && right >= long {
            self.cure(Cure::RotorTurns);
        }
        // A wrong speed only matters to a spin. Wrong lines may be right again before the ball lies; they have to be known all the same.
        let trouble = if self.is_spinning() { speed.filter(|_| speed_wrong >= long) } else { lines.filter(|_| lines_wrong >= long) };
        if let Some((code, cure, detail)) = trouble {
            self.rotor_fault(code, cure, detail);
        }
    }

    fn wrong_speed(&self, rpm: f64) -> Option<Trouble> {
        let keys = &self.parameters.rotor;
        if rpm < keys.least_rpm {
            Some((FaultCode::RotorTooSlow, Cure::RotorTurns, format!("the rotor is too slow: {rpm:.1} turns a minute")))
        } else if rpm > keys.most_rpm {
            Some((FaultCode::RotorTooFast, Cure::RotorTurns, format!("the rotor is too fast: {rpm:.1} turns a minute")))
        } else if self.rotor.varied() > keys.varies_part {
            Some((FaultCode::RotorSpeedVaries, Cure::RotorTurns, String::from("the rotor's speed varies from turn to turn")))
        } else {
            None
        }
    }

    /// The line that shows pulses of no cause at `at`. While a ball sensor is at fault another one is not blamed for seeing more than it.
    fn noisy_line(&self, at: f64) -> Option<Noisy> {
        let of_balls = || self.line_noise.of_balls(at).filter(|_| !self.faults.may_show_at_rest());
        self.line_noise.of_encoder(at).or_else(of_balls)
    }

    /// What the two lines of the rotor say against each other at `at`, or that one of them says nothing; or that a line picks up noise.
    pub(super) fn wrong_lines(&self, at: f64) -> Option<Trouble> {
        let (index, encoder) = (Line::RotorIndex.name(), Line::RotorEncoder.name());
        // First of all: by a count that noise has spoilt, the index would be silent or elsewhere.
        if let Some(noisy) = self.noisy_line(at) {
            return Some((FaultCode::LineNoise, Cure::RotorTurns, noisy.detail()));
        }
        if self.rotor.turns_without_index() > TURNS_WITHOUT_INDEX {
            let detail = format!("{index} is silent while the rotor turns");
            return Some((FaultCode::RotorIndex, Cure::RotorTurns, detail));
        }
        if self.rotor.encoder_is_silent(at) {
            let detail = format!("{encoder} is silent while the rotor turns");
            return Some((FaultCode::RotorEncoder, Cure::RotorTurns, detail));
        }
        let doubt = self.rotor.marks().doubt()?;
        let (cure, detail) = match doubt {
            Doubt::SecondMark => (Cure::RotorTurns, format!("{index} sees a second mark in a turn")),
            Doubt::Noise => (Cure::RotorTurns, format!("{index} shows pulses at many places of the rotor")),
            Doubt::AgainstEncoder => (Cure::Looked, format!("{index} comes elsewhere than the count of {encoder} has it")),
        };
        Some((doubt.code(), cure, detail))
    }

    /// Names what is wrong with the rotor's lines, at the end of a spin that it spoiled.
    pub(super) fn name_wrong_lines(&mut self, at: f64) {
        if let Some((code, cure, detail)) = self.wrong_lines(at).or_else(|| self.moved_mark()) {
            self.rotor_fault(code, cure, detail);
        }
    }

    /// The index stands elsewhere on the rotor than when the spin began: every later number would be another one.
    fn moved_mark(&self) -> Option<Trouble> {
        let (index, encoder) = (Line::RotorIndex.name(), Line::RotorEncoder.name());
        let detail = || format!("{index} comes elsewhere than before the count of {encoder} was lost");
        self.rotor.marks().has_moved().then(|| (Doubt::AgainstEncoder.code(), Cure::Looked, detail()))
    }

    /// A fault of the rotor. What it says of the rotor's speed takes the place of what was said before.
    pub(super) fn rotor_fault(&mut self, code: FaultCode, cure: Cure, detail: String) {
        self.fault(code, cure, detail);
        while let Some(before) = self.faults.take_other_speed(code) {
            self.tell(WheelHappening::FaultCleared(before));
        }
    }
}
