//! The wheel as a machine without lines: edges go in, events come out.
//!
//! Call [`Wheel::edge`] with every edge, [`Wheel::wake`] at [`Wheel::next_wake`], and after each call pass on what
//! [`Wheel::poll_event`] gives. A trace is replayed through the very same code.

use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::at_rest::AtRest;
use super::drop_zone::RimRun;
use super::edge::{Edge, Line};
use super::evidence::{self, Evidence};
use super::faults::{Cure, Faults};
use super::leaving::LeavingSpeed;
use super::line_noise::LineNoise;
use super::parameters::Parameters;
use super::pulses::{Debouncer, Pulse, seconds};
use super::rim::Pass;
use super::rotor::Rotor;
use super::rotor_faults::RotorHealth;
use super::spin::{Phase, Spin};
use super::tachometer::Tachometer;
use crate::model::{FaultCode, NoSpinReason, SpinNumber, WheelEvent, WheelHappening};

/// The input lines, in the order of their debouncers.
const INPUTS: [Line; 5] = [Line::RotorIndex, Line::RotorEncoder, Line::Ball(0), Line::Ball(1), Line::Ball(2)];

/// How far a time may lie before one that was heard of, in nanoseconds. Edges of two lines at once may be told in either order.
const DISORDER_NANOSECONDS: u64 = 1_000_000;

/// After so many spins in a row that did not count somebody has to look.
const NO_SPINS_MOST: u8 = 3;

/// A wheel with three ball sensors.
#[derive(Clone, Debug)]
pub struct Wheel {
    pub(super) parameters: Parameters,
    /// The newest moment that was heard of, in nanoseconds: time never goes backwards in here.
    pub(super) now: u64,
    /// When a time last lay before one that was heard of, while that is a fault.
    pub(super) disordered_at: Option<u64>,
    pub(super) inputs: [Debouncer; 5],
    pub(super) rotor: Rotor,
    pub(super) tachometer: Tachometer,
    pub(super) line_noise: LineNoise,
    /// Which way the rotor is driven, once that is known.
    pub(super) clockwise: Option<bool>,
    /// Since when the rotor is driven, in nanoseconds; `None` where it is not.
    pub(super) driven_since: Option<u64>,
    blowing: bool,
    pub(super) spin: Option<Spin>,
    /// The speed at which balls leave the rim, by the spins so far.
    pub(super) leaving: LeavingSpeed,
    asked: Option<SpinNumber>,
    pub(super) faults: Faults,
    /// How many spins did not count since the newest that did, or since somebody looked.
    no_spins: u8,
    /// Where the ball lies while no spin runs.
    pub(super) at_rest: AtRest,
    pub(super) rotor_health: RotorHealth,
    evidence: Evidence,
    events: VecDeque<WheelEvent>,
}

impl Wheel {
    /// A wheel of this kind, of which nothing is known yet.
    #[must_use]
    pub fn new(parameters: Parameters) -> Self {
        Self {
            now: 0,
            disordered_at: None,
            inputs: [Debouncer::new(&parameters.pulses); 5],
            rotor: Rotor::new(parameters.rotor),
            tachometer: Tachometer::new(parameters.rotor.encoder_pulses),
            line_noise: LineNoise::new(60.0 / (parameters.rotor.least_rpm * f64::from(parameters.rotor.encoder_pulses))),
            clockwise: None,
            driven_since: Some(0),
            blowing: false,
            spin: None,
            leaving: LeavingSpeed::unknown(parameters.closing.leaving_limits(&parameters.ball)),
            asked: None,
            faults: Faults::default(),
            no_spins: 0,
            at_rest: AtRest::new(),
            rotor_health: RotorHealth::default(),
            evidence: Evidence::new(parameters.limits.evidence_edges),
            events: VecDeque::new(),
            parameters,
        }
    }

    /// The next ball that is launched belongs to this launch of the cabinet.
    pub fn asked(&mut self, number: SpinNumber) {
        self.asked = Some(number);
    }

    /// An attendant has called off what runs, at `now` in nanoseconds.
    pub fn call_off(&mut self, now: u64) {
        self.wake(now);
        self.asked = None;
        if self.is_spinning() {
            self.no_spin(NoSpinReason::CalledOff);
        }
    }

    /// Nobody wants the ball that was not seen to run yet.
    pub(super) fn forget_launch(&mut self) {
        self.asked = None;
        self.spin = self.spin.take().filter(|spin| spin.phase != Phase::Launching);
    }

    /// The lines were not listened to: what is known of them is void.
    pub(super) fn forget_lines(&mut self) {
        self.forget_pulses();
        self.rotor.restart();
    }

    /// Changes of the lines were missed for a moment.
    pub(super) fn miss_changes(&mut self) {
        self.forget_pulses();
        self.rotor.miss_changes();
    }

    /// What the pulses of the lines have shown so far is void.
    pub(super) fn forget_pulses(&mut self) {
        self.inputs = [Debouncer::new(&self.parameters.pulses); 5];
        self.line_noise.forget();
    }

    /// A line has changed. A time a little before one that was heard of already counts as that one; one that lies further back is a fault.
    pub fn edge(&mut self, edge: Edge) {
        if edge.at_nanoseconds.saturating_add(DISORDER_NANOSECONDS) < self.now {
            self.disordered(edge.at_nanoseconds);
        }
        self.wake(edge.at_nanoseconds);
        let (now, active) = (self.now, edge.active);
        self.evidence.add(Edge { at_nanoseconds: now, ..edge });
        match edge.line {
            Line::RotorDirection => self.driven(active),
            Line::Blower => self.blower(active),
            line => {
                if let Some(place) = INPUTS.iter().position(|input| *input == line) {
                    self.inputs[place].edge(now, active);
                }
                if let (Line::Ball(sensor), false) = (line, active) {
                    self.cure(Cure::Inactive(sensor));
                }
            }
        }
    }

    /// Time has passed, up to `now` in nanoseconds.
    pub fn wake(&mut self, now: u64) {
        let now = now.max(self.now);
        while let Some(due) = self.next_wake().filter(|due| *due < now) {
            let due = due.max(self.now);
            self.look(due);
            if self.next_wake().is_some_and(|next| next <= due) {
                break;
            }
        }
        self.look(now);
    }

    /// When to call [`Wheel::wake`] at the latest, in nanoseconds.
    #[must_use]
    pub fn next_wake(&self) -> Option<u64> {
        let pulses = self.inputs.iter().filter_map(Debouncer::due).min();
        [pulses, self.next_limit()].into_iter().flatten().min()
    }

    /// The next thing that happened.
    pub fn poll_event(&mut self) -> Option<WheelEvent> {
        self.events.pop_front()
    }

    /// The faults that stand.
    pub fn faults(&self) -> impl Iterator<Item = FaultCode> {
        self.faults.codes()
    }

    /// What the ball of the newest spin has shown on the rim, once it has left it.
    #[must_use]
    pub fn rim_run(&self) -> Option<RimRun> {
        let spin = self.spin.as_ref().filter(|spin| spin.phase != Phase::OnRim)?;
        spin.rim.as_ref().map(|rim| RimRun::of(rim, &self.parameters))
    }

    /// How fast the rotor turns, in turns a minute, where that is known.
    #[must_use]
    pub fn rotor_rpm(&self) -> Option<f64> {
        self.rotor.turns_per_second().map(|speed| speed * 60.0)
    }

    /// Takes the pulses that have ended by now, and looks at the time.
    fn look(&mut self, now: u64) {
        self.now = now;
        while let Some((place, _)) = self.first_ended(now) {
            if let Some(pulse) = self.inputs[place].take(now) {
                self.pulse(INPUTS[place], pulse);
            }
        }
        self.look_at_time();
    }

    /// The input whose pulse ended first.
    fn first_ended(&self, now: u64) -> Option<(usize, u64)> {
        let dues = self.inputs.iter().enumerate().filter_map(|(place, input)| Some((place, input.due()?)));
        dues.filter(|(_, due)| *due <= now).min_by_key(|(_, due)| *due)
    }

    fn pulse(&mut self, line: Line, pulse: Pulse) {
        match line {
            Line::RotorIndex => {
                self.tachometer.index(pulse.middle());
                self.rotor.index(pulse.middle(), pulse.width());
            }
            Line::RotorEncoder => {
                self.tachometer.encoder(pulse.middle());
                self.line_noise.encoder(pulse.middle(), pulse.width());
                self.rotor.encoder(pulse.middle());
            }
            Line::Ball(sensor) => self.ball(Pass { sensor, at: pulse.middle(), width: pulse.width() }),
            Line::RotorDirection | Line::Blower => {}
        }
        if matches!(line, Line::RotorIndex | Line::RotorEncoder) {
            self.rotor_turned();
        }
    }

    /// The rotor is driven this way.
    fn driven(&mut self, clockwise: bool) {
        match self.clockwise.replace(clockwise) {
            Some(before) if before == clockwise => {}
            Some(_) => {
                self.rotor.turn_round();
                self.forget_moved_mark();
            }
            None => self.rotor.restart(),
        }
    }

    /// Nothing is known of where the mark stood before: it is learnt anew.
    fn forget_moved_mark(&mut self) {
        self.spin.iter_mut().for_each(|spin| spin.mark_has_moved = false);
    }

    /// The blower was switched on or off.
    fn blower(&mut self, active: bool) {
        let starts = active && !self.blowing;
        self.blowing = active;
        if !starts {
            return;
        }
        self.at_rest.forget();
        let now = seconds(self.now);
        match self.spin.as_ref().map(|spin| spin.phase) {
            // Another try, or another puff at a ball that runs already.
            Some(Phase::Launching) => {
                if let Some(spin) = self.spin.as_mut() {
                    spin.started_at = now;
                    spin.newest.clear();
                }
                return;
            }
            Some(Phase::OnRim) => return,
            Some(Phase::Fallen) => self.no_spin(NoSpinReason::Unreadable),
            Some(Phase::Over) | None => {}
        }
        // As long as nobody has looked, a mark that has moved is no better known in the next spin.
        let mark_has_moved = self.spin.as_ref().is_some_and(|before| before.mark_has_moved);
        self.spin = Some(Spin { mark_has_moved, ..Spin::new(self.asked.take(), now) });
        self.rotor.forget_index_before(now - evidence::LEAD_IN_SECONDS);
        let (inputs, clockwise) = (&self.inputs, self.clockwise);
        self.evidence.begin(self.now, |start| {
            let stood = |line, active| Edge { at_nanoseconds: start, line, active };
            let driven = clockwise.map(|clockwise| stood(Line::RotorDirection, clockwise));
            let long_active = |input: &Debouncer| input.active_since().is_some_and(|since| since < start);
            let active = INPUTS.iter().zip(inputs).filter(|(_, input)| long_active(input)).map(|(line, _)| stood(*line, true));
            driven.into_iter().chain(active).collect()
        });
        if let Some(sensor) = self.faults.stuck() {
            let detail = alloc::format!("{} is still stuck on", Line::Ball(sensor).name());
            self.fault(FaultCode::Sensor, Cure::Inactive(sensor), detail);
        }
    }

    // What is said to the cabinet: each spin gets one end and no second one.

    /// Whether a spin runs that has no end yet.
    pub(super) fn is_spinning(&self) -> bool {
        self.spin.as_ref().is_some_and(|spin| spin.phase != Phase::Over)
    }

    pub(super) fn say(&mut self, happening: WheelHappening) {
        self.prove(happening, Vec::new());
    }

    /// Something happened that is of no spin.
    pub(super) fn tell(&mut self, happening: WheelHappening) {
        self.events.push_back(WheelEvent { spin: None, happening, evidence: Vec::new() });
    }

    fn prove(&mut self, happening: WheelHappening, evidence: Vec<u8>) {
        let spin = self.spin.as_ref().filter(|spin| spin.phase != Phase::Over).and_then(|spin| spin.number);
        self.events.push_back(WheelEvent { spin, happening, evidence });
    }

    /// What ends a piece of evidence: the blower stays as it is, now.
    fn this_moment(&self) -> Edge {
        Edge { at_nanoseconds: self.now, line: Line::Blower, active: self.blowing }
    }

    /// The spin that runs has this end, with the edges that prove it.
    pub(super) fn end(&mut self, happening: WheelHappening) {
        let evidence = self.evidence.take(self.this_moment());
        let failed = matches!(happening, WheelHappening::Fault { .. });
        if let WheelHappening::Result(pocket) = happening {
            self.no_spins = 0;
            let spin = self.spin.as_ref();
            self.at_rest.tell(spin.and_then(|spin| spin.number), pocket, spin.and_then(|spin| spin.reader.place()));
        }
        self.prove(happening, evidence);
        if let Some(spin) = self.spin.as_mut() {
            (spin.phase, spin.failed) = (Phase::Over, failed);
        }
    }

    /// What the lines have shown of late, up to now.
    pub(super) fn evidence_at_rest(&self) -> Vec<u8> {
        self.evidence.at_rest(self.this_moment())
    }

    /// Something happened that is of a spin which is over.
    pub(super) fn tell_of(&mut self, event: WheelEvent) {
        self.events.push_back(event);
    }

    /// The spin that runs does not count.
    pub(super) fn no_spin(&mut self, reason: NoSpinReason) {
        self.end(WheelHappening::NoSpin(reason));
        if reason == NoSpinReason::CalledOff {
            return;
        }
        self.name_wrong_sensors(reason);
        self.no_spins += 1;
        if self.no_spins == NO_SPINS_MOST {
            self.no_spins = 0;
            let detail = format!("{NO_SPINS_MOST} spins in a row did not count; the last was {}", reason.name());
            self.fault(FaultCode::NoSpinsInARow, Cure::Looked, detail);
        }
    }

    /// A fault: it ends the spin that runs.
    pub(super) fn fault(&mut self, code: FaultCode, cure: Cure, detail: String) {
        self.rotor_health.forget_right();
        let is_new = self.faults.raise(code, cure);
        self.at_rest.clear();
        if self.is_spinning() {
            self.end(WheelHappening::Fault { code, detail });
        } else if is_new {
            self.say(WheelHappening::Fault { code, detail });
        }
    }

    /// Somebody had a hand in the wheel, or has looked at it: the mark may stand elsewhere from now on.
    pub(super) fn was_looked_into(&mut self) {
        self.rotor.was_looked_at();
        self.rotor_health.forget_wrong_lines();
        self.forget_moved_mark();
    }

    /// What this ends is over.
    pub(super) fn cure(&mut self, cure: Cure) {
        self.clear(|standing| standing == cure);
    }

    /// Faults that end with any of these are over.
    pub(super) fn clear(&mut self, ends: impl Fn(Cure) -> bool) {
        while let Some(code) = self.faults.take(&ends) {
            self.tell(WheelHappening::FaultCleared(code));
        }
    }
}
