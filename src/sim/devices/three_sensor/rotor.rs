//! The rotor: a speed that runs down a little, its index and its encoder.

use super::lines::Lines;
use super::planned::Planned;
use super::real;
use super::truth::Script;
use crate::sensing::three_sensor::Line;
use crate::sim::chance::Chance;

/// Encoder pulses in one turn.
const ENCODER: f64 = 74.0;

/// How long a rotor takes that is braked or races, in seconds, and the speed it comes to, in turns a second.
const CHANGE_SECONDS: f64 = 8.0;
const BRAKED: f64 = 7.0 / 60.0;
const RACING: f64 = 36.0 / 60.0;

/// A rotor whose speed varies turns at these parts of its speed, and takes so long from one to the other, in seconds.
const VARIES: [f64; 2] = [1.3, 0.75];
const VARIES_SECONDS: f64 = 1.0;

/// How long before a spin begins the motor brings the rotor back to its speed, and how long that takes, in seconds.
const BACK_BEFORE_SECONDS: f64 = 5.0;
const BACK_SECONDS: f64 = 3.0;

/// How many turns by turns fast and slow are enough for the longest spin.
const VARYING_TURNS: usize = 30;

/// The rotor from some moment on.
#[derive(Clone, Copy, Debug)]
struct Section {
    /// When it begins, in seconds, and how far the rotor has turned since the index by then.
    at: f64,
    turns: f64,
    /// Turns a second then, and how much more each second.
    speed: f64,
    acceleration: f64,
}

impl Section {
    fn turns_at(&self, time: f64) -> f64 {
        let passed = time - self.at;
        self.turns + self.speed * passed + self.acceleration / 2.0 * passed * passed
    }

    fn time_of(&self, turns: f64) -> f64 {
        let ahead = turns - self.turns;
        self.at + 2.0 * ahead / (self.speed + (self.speed * self.speed + 2.0 * self.acceleration * ahead).max(0.0).sqrt())
    }

    /// What comes after `seconds` of this one.
    fn then(&self, seconds: f64) -> Self {
        let at = self.at + seconds;
        Self { at, turns: self.turns_at(at), speed: self.speed + self.acceleration * seconds, acceleration: 0.0 }
    }

    /// This one, coming to another speed within so many seconds.
    fn towards(self, speed: f64, seconds: f64) -> Self {
        Self { acceleration: (speed - self.speed) / seconds, ..self }
    }
}

/// The rotor of one spin, or of several.
#[derive(Clone, Debug)]
pub(super) struct Rotor {
    /// Which way it turns.
    pub(super) clockwise: bool,
    /// Its sections, the first from the start.
    sections: Vec<Section>,
    /// When it stood still, by its own time without these, and for how long.
    pauses: Vec<(f64, f64)>,
    /// The disc of its encoder.
    pub(super) disc: Disc,
    /// When the index mark was moved, and how far, in turns.
    pub(super) mark_slips: Option<(f64, f64)>,
}

/// The disc of the encoder.
#[derive(Clone, Debug)]
pub(super) struct Disc {
    pub(super) teeth: f64,
    /// The first tooth that is missing, and the first one after those.
    pub(super) missing: Option<(u32, u32)>,
    /// How far the disc runs out of true, in teeth, and where, in turns.
    pub(super) eccentric: (f64, f64),
    /// How many lobes it has, how far they stand out, in teeth, and where, in turns.
    pub(super) lobes: (f64, f64, f64),
    /// From when on it slips, by how many teeth, and over how many.
    pub(super) slips: Vec<(f64, f64, f64)>,
}

impl Disc {
    /// How far this tooth stands from its place by the time at which it should pass, in teeth.
    fn off(&self, tooth: f64, time: f64, teeth_a_second: f64) -> f64 {
        let (far, at) = self.eccentric;
        let (lobes, out, turned) = self.lobes;
        let lobed = out * ((tooth / self.teeth * lobes + turned) * std::f64::consts::TAU).sin();
        let slipped = self.slips.iter().map(|(from, teeth, over)| teeth * ((time - from) * teeth_a_second / over).clamp(0.0, 1.0));
        far * ((tooth / self.teeth + at) * std::f64::consts::TAU).sin() + lobed + slipped.sum::<f64>()
    }

    fn has(&self, tooth: u32) -> bool {
        let place = tooth % self.teeth as u32;
        self.missing.is_none_or(|(from, until)| !(from..until).contains(&place))
    }
}

impl Rotor {
    pub(super) fn new(chance: &mut Chance) -> Self {
        let clockwise = chance.below(2) == 0;
        let (turns, speed) = (real(chance, 0.0, 1.0), real(chance, 14.0, 20.0) / 60.0);
        let first = Section { at: 0.0, turns, speed, acceleration: -real(chance, 0.0, 0.0006) };
        let disc = Disc { teeth: ENCODER, missing: None, eccentric: (0.0, 0.0), lobes: (0.0, 0.0, 0.0), slips: Vec::new() };
        Self { clockwise, sections: vec![first], pauses: Vec::new(), disc, mark_slips: None }
    }

    /// What the script does to the rotor in this spin.
    pub(super) fn suffer(&mut self, script: Script, spin: &Planned) {
        match script {
            Script::RotorSlows => self.change_to(BRAKED, spin.flight.launch),
            Script::RotorRaces => self.change_to(RACING, spin.flight.launch),
            Script::RotorVaries => self.vary(spin.begins),
            _ => {}
        }
    }

    fn change_to(&mut self, speed: f64, from: f64) {
        let start = self.sections[0].then(from).towards(speed, CHANGE_SECONDS);
        self.sections.extend([start, start.then(CHANGE_SECONDS)]);
    }

    /// One turn fast, one turn slow, from the first index after this moment on.
    fn vary(&mut self, from: f64) {
        let first = self.section(|section| section.at <= from);
        let mut section = first.then(first.time_of(first.turns_at(from).floor() + 1.0) - first.at);
        for part in VARIES.into_iter().cycle().take(VARYING_TURNS) {
            let change = section.towards(first.speed * part, VARIES_SECONDS);
            let steady = change.then(VARIES_SECONDS);
            self.sections.extend([change, steady]);
            section = steady.then(steady.time_of(section.turns.round() + 1.0) - steady.at);
        }
    }

    /// It turns at this speed, in turns a second, from the start.
    pub(super) fn turn_at(&mut self, turns_per_second: f64) {
        let part = turns_per_second / self.sections[0].speed;
        let first = self.sections[0];
        for section in &mut self.sections {
            section.speed *= part;
            section.acceleration *= part;
            section.turns = first.turns + (section.turns - first.turns) * part;
        }
    }

    /// It stands still for so long.
    pub(super) fn pause(&mut self, at: f64, seconds: f64) {
        self.pauses.push((at, seconds));
        self.pauses.sort_by(|a, b| a.0.total_cmp(&b.0));
    }

    /// It comes to this part of its speed within so many seconds.
    pub(super) fn drive(&mut self, from: f64, part: f64, seconds: f64) {
        let start = self.section(|section| section.at <= from);
        let start = start.then(from - start.at);
        let start = start.towards(start.speed * part, seconds);
        self.sections.retain(|section| section.at < from);
        self.sections.extend([start, start.then(seconds)]);
    }

    /// The motor brings it back to the speed that it began with before each of these spins but the first, and it runs down again after that.
    /// Where the rotor is driven otherwise later on, it is not.
    pub(super) fn drive_back_before(&mut self, spins: &[Planned]) {
        for spin in spins.iter().skip(1) {
            let from = spin.begins - BACK_BEFORE_SECONDS;
            if self.sections.iter().all(|section| section.at < from) {
                let Section { speed, acceleration, .. } = self.sections[0];
                self.drive(from, speed / self.turns_per_second(from), BACK_SECONDS);
                self.sections.iter_mut().next_back().into_iter().for_each(|last| last.acceleration = acceleration);
            }
        }
    }

    /// How fast the rotor turns at `time`, where nothing makes it stand still.
    pub(super) fn turns_per_second(&self, time: f64) -> f64 {
        let section = self.section(|section| section.at <= time);
        section.speed + section.acceleration * (time - section.at)
    }

    /// How far the rotor has turned by `time`.
    pub(super) fn turns(&self, time: f64) -> f64 {
        // Its own time stands still while it does.
        let own = |time: f64, (at, seconds): &(f64, f64)| if time > *at { (time - seconds).max(*at) } else { time };
        let time = self.pauses.iter().fold(time, own);
        self.section(|section| section.at <= time).turns_at(time)
    }

    /// How long a turn takes, at the start.
    pub(super) fn seconds_a_turn(&self) -> f64 {
        1.0 / self.sections[0].speed
    }

    /// When it has turned so far.
    fn time(&self, turns: f64) -> f64 {
        let time = self.section(|section| section.turns <= turns).time_of(turns);
        time + self.pauses.iter().filter(|(at, _)| *at < time).map(|(_, seconds)| seconds).sum::<f64>()
    }

    /// The last section that has begun.
    fn section(&self, has_begun: impl Fn(&Section) -> bool) -> Section {
        self.sections.iter().rev().copied().find(has_begun).unwrap_or(self.sections[0])
    }

    /// The times at which the rotor stands turned clockwise by `angle`, in turns, or whole turns more.
    pub(super) fn passes(&self, angle: f64, from: f64, until: f64) -> Vec<f64> {
        let angle = if self.clockwise { angle } else { -angle };
        let first = (self.turns(from) - angle).ceil();
        let times = (0..).map(|turn| self.time(angle + first + f64::from(turn)));
        times.take_while(|time| *time < until).collect()
    }

    /// Shows index and encoder up to `until`. A pulse lasts a quarter of a pitch.
    pub(super) fn show(&self, lines: &mut Lines, until: f64) {
        for turn in 0.. {
            let mut at = self.time(f64::from(turn) + 1.0);
            if let Some((_, slipped)) = self.mark_slips.filter(|(from, _)| at > *from) {
                at = self.time(f64::from(turn) + 1.0 + slipped);
            }
            if at > until {
                break;
            }
            lines.index(at);
        }
        let (teeth, a_second) = (self.disc.teeth, self.disc.teeth / self.seconds_a_turn());
        let first = (self.sections[0].turns * teeth).ceil();
        for pulse in 0_u32.. {
            let tooth = first + f64::from(pulse);
            let at = self.time((tooth + self.disc.off(tooth, self.time(tooth / teeth), a_second)) / teeth);
            if at > until {
                break;
            }
            if self.disc.has(tooth as u32) {
                lines.pulse(Line::RotorEncoder, at, 0.25 / teeth * self.seconds_a_turn());
            }
        }
    }
}
