//! What is wrong with the rotor: its speed, a line of its two that is silent while the other is heard, and two that contradict each other;
//! and lines that pick up noise, for a rotor that turns shows when that is over.

use alloc::format;
use alloc::string::String;

use super::doubt::Doubt;
use super::edge::Line;
use super::evidence::LEAD_IN_SECONDS;
use super::faults::Cure;
use super::line_noise::Noisy;
use super::wheel::Wheel;
use crate::model::{FaultCode, WheelHappening};

/// An encoder that was silent for a part of a turn so often in a spin has lost teeth, or is seldom heard.
const SILENCES_OF_ENCODER: usize = 2;

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

    /// Somebody has looked: what was wrong with the lines has to be so for a while from now on until it is a fault again.
    pub(super) const fn forget_wrong_lines(&mut self) {
        self.lines_wrong_since = None;
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
        // A mark that has moved, or may have, is told before another ball runs. Of a spin that runs it is told at its end.
        let lines = self.wrong_lines(at).or_else(|| self.moved_mark().filter(|_| !self.is_spinning()));
        let is_right = speed.is_none() && lines.is_none() && self.rotor.marks().is_sure();
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
        let (code, detail) = if rpm < keys.least_rpm {
            (FaultCode::RotorTooSlow, format!("the rotor is too slow: {rpm:.1} turns a minute"))
        } else if rpm > keys.most_rpm {
            (FaultCode::RotorTooFast, format!("the rotor is too fast: {rpm:.1} turns a minute"))
        } else if self.rotor.varied() > keys.varies_part {
            (FaultCode::RotorSpeedVaries, String::from("the rotor's speed varies from turn to turn"))
        } else {
            return None;
        };
        let (code, detail) = self.rotor_misread(code).unwrap_or((code, detail));
        Some((code, Cure::RotorTurns, detail))
    }

    /// What is wrong with the rotor's lines where its speed only seems to be: a speed is read by the encoder.
    pub(super) fn rotor_misread(&self, code: FaultCode) -> Option<(FaultCode, String)> {
        let (index, encoder) = (Line::RotorIndex.name(), Line::RotorEncoder.name());
        if self.tachometer.lines_are_exchanged() {
            let detail = format!("{index} has a turn's pulses of {encoder} between two of its own: are the two exchanged?");
            return Some((FaultCode::RotorIndexAgainstEncoder, detail));
        }
        if let Some(detail) = self.other_disc() {
            return Some((FaultCode::RotorIndexAgainstEncoder, detail));
        }
        let seems_slow = matches!(code, FaultCode::RotorTooSlow | FaultCode::RotorNotTurning);
        let detail = || format!("{encoder} shows few of its pulses: the index has more turns");
        (seems_slow && self.tachometer.misses_pulses(self.parameters.rotor.least_rpm)).then(|| (FaultCode::RotorEncoder, detail()))
    }

    /// The disc of the encoder has another number of teeth than the device file says.
    fn other_disc(&self) -> Option<String> {
        let (index, encoder) = (Line::RotorIndex.name(), Line::RotorEncoder.name());
        let (teeth, keys) = (self.tachometer.other_teeth()?, &self.parameters.rotor);
        Some(format!("{encoder} has {teeth} pulses in every turn of {index}, and not {}: is it another disc?", keys.encoder_pulses))
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
        if self.rotor.misses_index() {
            let detail = format!("{index} is silent while the rotor turns");
            return Some((FaultCode::RotorIndex, Cure::RotorTurns, detail));
        }
        if self.rotor.hardly_sees_index() {
            let detail = format!("{index} sees its mark in less than every second turn");
            return Some((FaultCode::RotorIndex, Cure::RotorTurns, detail));
        }
        if self.rotor.encoder_is_silent(at) {
            let detail = format!("{encoder} is silent while the rotor turns");
            return Some((FaultCode::RotorEncoder, Cure::RotorTurns, detail));
        }
        let doubt = self.rotor.marks().doubt()?;
        let (cure, detail) = match doubt {
            // It does not go away by itself: a mark of the two that is seen no more may be the true one.
            Doubt::SecondMark => (Cure::Looked, format!("{index} sees a second mark in a turn")),
            Doubt::Noise => (Cure::RotorTurns, format!("{index} shows pulses at many places of the rotor")),
            Doubt::AgainstEncoder => (Cure::Looked, format!("{index} comes elsewhere than the count of {encoder} has it")),
        };
        // By the count of another disc the one mark comes at many places.
        let other_disc = self.other_disc().filter(|_| doubt == Doubt::Noise);
        Some(other_disc.map_or((doubt.code(), cure, detail), |detail| (Doubt::AgainstEncoder.code(), cure, detail)))
    }

    /// Names what is wrong with the rotor's lines, at the end of a spin that it spoiled.
    pub(super) fn name_wrong_lines(&mut self, at: f64) {
        // Noise on the encoder leaves gaps of no whole pitches as well, also where it was over before the spin was.
        let causes = self.wrong_lines(at).or_else(|| self.moved_mark()).or_else(|| self.was_noisy()).or_else(|| self.held_up());
        let causes = causes.or_else(|| self.index_was_silent()).or_else(|| self.encoder_was_silent());
        let causes = causes.or_else(|| self.disc_out_of_true());
        if let Some((code, cure, detail)) = causes {
            self.rotor_fault(code, cure, detail);
        }
    }

    /// From when on what the rotor's lines showed belongs to the spin, in seconds.
    fn spin_began(&self) -> Option<f64> {
        self.spin.as_ref().map(|spin| spin.started_at - LEAD_IN_SECONDS)
    }

    /// The encoder picked up noise while the spin ran.
    fn was_noisy(&self) -> Option<Trouble> {
        let noisy = self.line_noise.of_encoder_since(self.spin_began()?)?;
        Some((FaultCode::LineNoise, Cure::RotorTurns, noisy.detail()))
    }

    /// The index was silent for turns: where its mark stood meanwhile is not known.
    fn index_was_silent(&self) -> Option<Trouble> {
        let detail = || format!("{} was silent for turns while the rotor turned", Line::RotorIndex.name());
        let was_silent = self.rotor.missed_index_since(self.spin_began()?);
        was_silent.then(|| (FaultCode::RotorIndex, Cure::RotorTurns, detail()))
    }

    /// The encoder was silent again and again, each time for more pulses than can be counted over.
    fn encoder_was_silent(&self) -> Option<Trouble> {
        let times = self.rotor.silences_since(self.spin_began()?);
        let detail = || format!("{} fell silent while the rotor turned, {times} times or more in the spin", Line::RotorEncoder.name());
        (times >= SILENCES_OF_ENCODER).then(|| (FaultCode::RotorEncoder, Cure::RotorTurns, detail()))
    }

    /// The encoder's disc runs so far out of true that what is counted by it may be wrong.
    pub(super) fn disc_out_of_true(&self) -> Option<Trouble> {
        let teeth = self.rotor.out_of_true()?;
        let detail = format!("the disc of {} runs out of true by {teeth:.2} of a tooth", Line::RotorEncoder.name());
        Some((FaultCode::RotorEncoder, Cure::RotorTurns, detail))
    }

    /// The index stands elsewhere on the rotor than before: every later number would be another one. Or it may stand elsewhere, and nothing
    /// that comes could prove that it does not: only somebody who looks can tell.
    fn moved_mark(&self) -> Option<Trouble> {
        let (index, encoder) = (Line::RotorIndex.name(), Line::RotorEncoder.name());
        let marks = self.rotor.marks();
        let has_moved = marks.has_moved() || self.spin.as_ref().is_some_and(|spin| spin.mark_has_moved);
        let words = match (has_moved, marks.cannot_be_proved_again()) {
            (true, _) => "comes elsewhere",
            (false, true) => "may come elsewhere",
            (false, false) => return None,
        };
        Some((Doubt::AgainstEncoder.code(), Cure::Looked, format!("{index} {words} than before the count of {encoder} was lost")))
    }

    /// The rotor was held up or the clock jumped, and nothing proves that the mark stayed in its place meanwhile.
    fn held_up(&self) -> Option<Trouble> {
        let detail = || format!("{} paused for no whole number of its teeth", Line::RotorEncoder.name());
        self.rotor.marks().was_held_up().then(|| (FaultCode::RotorHeldUp, Cure::RotorTurns, detail()))
    }

    /// A fault of the rotor. What it says of the rotor's speed takes the place of what was said before.
    pub(super) fn rotor_fault(&mut self, code: FaultCode, cure: Cure, detail: String) {
        self.fault(code, cure, detail);
        while let Some(before) = self.faults.take_other_speed(code) {
            self.tell(WheelHappening::FaultCleared(before));
        }
    }
}
