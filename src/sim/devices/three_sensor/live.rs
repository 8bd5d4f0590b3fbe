//! The wheel as it stands in a cabinet: it does what its outputs say, moment by moment, and shows it on its inputs.
//!
//! `spin` makes a whole spin at once from a script; this one knows no script. Its rotor turns because a motor drives it, and its ball
//! runs because it was let go and blown.

use std::collections::BTreeMap;

use super::SENSORS;
use super::bowl::Bowl;
use super::moods::Moods;
use super::noise::{Level, Noise};
use super::real;
use crate::model::{POCKETS, Pocket, WHEEL_ORDER};
use crate::sensing::three_sensor::{Change, Drive, Duty, Input};
use crate::sim::chance::{Chance, Rate};

/// One step of the physics, in nanoseconds and in seconds.
const STEP_NANOSECONDS: u64 = 500_000;
const STEP: f64 = STEP_NANOSECONDS as f64 / 1e9;

/// The rotor's speed with the motor driven all the time, in turns a second, and how fast it follows the motor, in seconds.
const FULL_TURNS_PER_SECOND: f64 = 42.0 / 60.0;
const MOTOR_SECONDS: f64 = 2.5;
/// How fast it runs down by itself, in seconds.
const COAST_SECONDS: f64 = 60.0;

/// What a spin is read by, in the order in which a step looks at it.
pub(super) const INPUTS: [Input; 5] = [Input::RotorIndex, Input::RotorEncoder, Input::Ball(0), Input::Ball(1), Input::Ball(2)];

/// Encoder pulses in one turn; a pulse takes this part of their pitch. The index's pulse, in turns.
const ENCODER: f64 = 74.0;
const ENCODER_PART: f64 = 0.25;
const INDEX_TURNS: f64 = 0.0026;

/// The arc over which a sensor sees the ball, in turns.
const BALL_TURNS: f64 = 0.0122;

/// The speed that a full blow gives the ball, in turns a second, and how fast it gets there, in turns a second each second.
const BLOWN_TURNS_PER_SECOND: f64 = 1.9;
const BLOWN_FASTER: f64 = 4.5;

/// Where on the rim the ball is blown, in turns clockwise from the index sensor.
const BLOWN_AT: f64 = 0.47;

/// What may go wrong, each at its rate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mishaps {
    /// The ball is blown and does not run.
    pub launch_fails: Rate,
    /// The ball flies out.
    pub flies_out: Rate,
    /// What the rotor does instead of turning as it is driven.
    pub rotor: RotorMishap,
    /// This input shows nothing.
    pub dead: Option<Input>,
    /// This input shows its first pulse, and of the others each of this number only.
    pub seldom: Option<(Input, u32)>,
    /// The lines of the rotor's index and of its encoder are exchanged.
    pub rotor_lines_exchanged: bool,
    /// This input picks up the hum of the mains: one wave in ten is strong enough.
    pub hums: Option<Input>,
    /// This input changes without end, as a loose contact does beside a motor.
    pub babbles: Option<Input>,
    /// The rotor has another mark that the index sensor sees, so many turns clockwise from its own.
    pub second_mark: Option<f64>,
    /// The rotor's own mark stands so many turns clockwise from its place.
    pub mark_moved: Option<f64>,
    /// The encoder's disc has so many teeth, and not those of the wheel.
    pub teeth: Option<f64>,
    /// Another ball lies on the rotor, so many pockets clockwise of zero.
    pub other_ball: Option<f64>,
    /// A ball sensor, counted from 0, stands so many turns clockwise from its place.
    pub moved: Option<(usize, f64)>,
    /// The bowl, which may not stand level.
    pub bowl: Bowl,
}

/// What a rotor may do instead of turning as it is driven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RotorMishap {
    /// Nothing else.
    #[default]
    None,
    /// It is held fast.
    HeldFast,
    /// It is braked, and comes to a part of its speed only.
    Drags,
    /// Its motor runs at full strength however it is driven.
    Races,
    /// Its motor is strong and weak by turns.
    Surges,
    /// It turns the other way.
    Backwards,
}

/// The waves of the mains, in nanoseconds from one to the next, how many of them are strong enough, and for how long in microseconds.
const WAVE_NANOSECONDS: u64 = 20_000_000;
const STRONG_WAVES: Rate = Rate::per_million(100_000);
const STRONG_MICROSECONDS: [u64; 2] = [2_500, 8_000];

/// How often a line that babbles changes in one step.
const BABBLED_CHANGES: u64 = 100;

/// How far a rotor that is braked comes, as a part of its speed.
const DRAGS_PART: f64 = 0.35;

/// How much stronger and weaker a motor that surges is, and how long it is each, in nanoseconds.
const SURGES_PART: f64 = 0.5;
const SURGES_NANOSECONDS: u64 = 3_000_000_000;

/// Where the ball is. Turns are clockwise from the index sensor.
#[derive(Clone, Copy, Debug)]
enum Ball {
    /// In a pocket, or resting beside its middle, in pockets clockwise from zero.
    OnRotor { place: f64 },
    /// It is lifted out of its pocket, until then.
    Lifted { until: f64 },
    /// Where it is blown.
    Home { dud: bool },
    /// On the rim; the speed is positive clockwise. The speed at which it leaves.
    OnRim { turns: f64, speed: f64, leave: f64 },
    /// Among the deflectors, until then.
    Scattered { until: f64 },
}

/// A wheel that runs.
#[derive(Debug)]
pub struct Live {
    chance: Chance,
    noise: Noise,
    mishaps: Mishaps,
    /// What the mishaps change with, where they do by themselves.
    moods: Option<Moods>,
    now: u64,
    drive: Drive,
    /// How far the rotor has turned clockwise, and how fast it turns, in turns and turns a second.
    rotor: f64,
    rotor_speed: f64,
    ball: Ball,
    /// Whether something is before each sensor of the wheel, and whether that pulse is not seen at all.
    before: [(bool, bool); 5],
    /// How many pulses came to the input that shows few of them.
    pulses_of_seldom: u32,
    next_glitch: u64,
    to_come: BTreeMap<(u64, u64), Change>,
    numbered: u64,
    /// The pockets in which the ball came to rest, and where it left the rim, for anybody who wants to know better.
    rested: Vec<Pocket>,
    left_rim: Vec<f64>,
}

impl Live {
    /// A wheel whose ball lies in some pocket, and whose rotor stands still.
    #[must_use]
    pub fn new(seed: u64, level: Level, mishaps: Mishaps) -> Self {
        let mut chance = Chance::new(seed, 2);
        let (rotor, place) = (real(&mut chance, 0.0, 1.0), chance.below(POCKETS as u64) as f64);
        let mut live = Self {
            noise: Noise::new(level),
            mishaps,
            moods: None,
            now: 0,
            drive: Drive::SAFE,
            rotor,
            rotor_speed: 0.0,
            ball: Ball::OnRotor { place },
            before: [(false, false); 5],
            pulses_of_seldom: 0,
            next_glitch: 0,
            to_come: BTreeMap::new(),
            numbered: 0,
            rested: Vec::new(),
            left_rim: Vec::new(),
            chance,
        };
        Input::ALL.into_iter().for_each(|input| live.show(input, false, 0));
        live
    }

    /// Fixes the ball on the rotor, in pockets clockwise from the middle of zero.
    pub const fn fix_ball(&mut self, place: f64) {
        self.ball = Ball::OnRotor { place };
    }

    /// Takes the ball out of the wheel.
    pub const fn take_ball(&mut self) {
        self.ball = Ball::Home { dud: true };
    }

    /// Drives the outputs like this from now on.
    pub fn drive(&mut self, drive: Drive) {
        if drive.ball_release
            && !self.drive.ball_release
            && let Ball::OnRotor { .. } | Ball::Home { .. } = self.ball
        {
            self.ball = Ball::Lifted { until: self.seconds() + 0.3 };
        }
        self.drive = drive;
    }

    /// Opens or shuts a guard.
    pub fn guard(&mut self, input: Input, open: bool) {
        self.show(input, open, self.now);
    }

    /// What may go wrong from now on.
    pub const fn allow(&mut self, mishaps: Mishaps) {
        self.mishaps = mishaps;
    }

    /// Lets go wrong from now on what these moods say.
    pub fn be_moody(&mut self, moods: Moods) {
        self.moods = Some(moods);
    }

    /// Lets time pass up to `until`, in nanoseconds; what the inputs showed meanwhile, in the order of time.
    pub fn advance(&mut self, until: u64) -> Vec<Change> {
        while self.now + STEP_NANOSECONDS <= until {
            self.now += STEP_NANOSECONDS;
            self.step();
        }
        let later = self.to_come.split_off(&(self.now + 1, 0));
        std::mem::replace(&mut self.to_come, later).into_values().collect()
    }

    /// Up to when everything was told, in nanoseconds.
    #[must_use]
    pub const fn now(&self) -> u64 {
        self.now
    }

    /// The pockets in which the ball came to rest so far.
    #[must_use]
    pub fn rested(&self) -> &[Pocket] {
        &self.rested
    }

    /// Where the ball left the rim so far, in turns clockwise from the index sensor.
    #[must_use]
    pub fn left_rim(&self) -> &[f64] {
        &self.left_rim
    }

    fn seconds(&self) -> f64 {
        self.now as f64 / 1e9
    }

    fn step(&mut self) {
        if let Some(mishaps) = self.moods.as_mut().and_then(|moods| moods.at(self.now)) {
            self.mishaps = mishaps;
        }
        self.turn_rotor();
        self.move_ball();
        for (place, active) in self.shown().into_iter().enumerate() {
            if self.before[place].0 != active {
                self.turned(place, active);
            }
        }
        if self.noise.glitches > 0.0 && self.now >= self.next_glitch {
            self.glitch();
        }
        if let Some(input) = self.mishaps.hums.filter(|_| self.now.is_multiple_of(WAVE_NANOSECONDS)) {
            self.hum(input);
        }
        if let Some(input) = self.mishaps.babbles {
            self.babble(input);
        }
    }

    /// What stands before each sensor, in the order of [`INPUTS`].
    fn shown(&self) -> [bool; 5] {
        let Mishaps { second_mark, mark_moved, teeth, moved, .. } = self.mishaps;
        let near = |turns: f64, width: f64| (turns - turns.round()).abs() < width / 2.0;
        let own = self.rotor + mark_moved.unwrap_or(0.0);
        let index = near(own, INDEX_TURNS) || second_mark.is_some_and(|mark| near(self.rotor + mark, INDEX_TURNS));
        let encoder = near(self.rotor * teeth.unwrap_or(ENCODER), ENCODER_PART);
        let balls = [self.ball_turns(), self.mishaps.other_ball.map(|place| self.rotor + place / POCKETS as f64)];
        let sees = |sensor: usize| {
            let off = moved.filter(|(of, _)| *of == sensor).map_or(0.0, |(_, turns)| turns);
            balls.into_iter().flatten().any(|ball| near(ball - SENSORS[sensor] - off, BALL_TURNS))
        };
        let (index, encoder) = if self.mishaps.rotor_lines_exchanged { (encoder, index) } else { (index, encoder) };
        [index, encoder, sees(0), sees(1), sees(2)]
    }

    fn turn_rotor(&mut self) {
        if self.drive.rotor_motor > Duty::OFF {
            let clockwise = self.drive.rotor_clockwise != (self.mishaps.rotor == RotorMishap::Backwards);
            let towards = if clockwise { 1.0 } else { -1.0 } * self.motor_part() * FULL_TURNS_PER_SECOND;
            self.rotor_speed += (towards - self.rotor_speed) * STEP / MOTOR_SECONDS;
        } else {
            self.rotor_speed -= self.rotor_speed * STEP / COAST_SECONDS;
        }
        if self.mishaps.rotor == RotorMishap::HeldFast {
            self.rotor_speed = 0.0;
        }
        self.rotor += self.rotor_speed * STEP;
    }

    /// How strongly the motor turns the rotor, as a part of full.
    fn motor_part(&self) -> f64 {
        let part = f64::from(self.drive.rotor_motor.thousandths()) / 1e3;
        match self.mishaps.rotor {
            RotorMishap::None | RotorMishap::HeldFast | RotorMishap::Backwards => part,
            RotorMishap::Drags => part * DRAGS_PART,
            RotorMishap::Races => 1.0,
            RotorMishap::Surges if (self.now / SURGES_NANOSECONDS).is_multiple_of(2) => part * (1.0 + SURGES_PART),
            RotorMishap::Surges => part * (1.0 - SURGES_PART),
        }
    }

    /// Where a sensor would see the ball.
    fn ball_turns(&self) -> Option<f64> {
        match self.ball {
            Ball::OnRotor { place } => Some(self.rotor + place / POCKETS as f64),
            Ball::OnRim { turns, .. } => Some(turns),
            Ball::Lifted { .. } | Ball::Home { .. } | Ball::Scattered { .. } => None,
        }
    }

    fn move_ball(&mut self) {
        let blows = self.drive.blower > Duty::OFF;
        let now = self.seconds();
        self.ball = match self.ball {
            Ball::Lifted { until } if now >= until => Ball::Home { dud: self.chance.happens(self.mishaps.launch_fails) },
            Ball::Home { dud: false } if blows => {
                // The jet is chosen by the line that turns the rotor: the ball runs against it.
                let speed = if self.drive.rotor_clockwise { -0.01 } else { 0.01 };
                Ball::OnRim { turns: BLOWN_AT, speed, leave: self.mishaps.bowl.leave(&mut self.chance) }
            }
            Ball::OnRim { turns, speed, leave } => self.run(turns, speed, leave, now),
            Ball::Scattered { until } if now >= until => {
                let place = self.chance.below(POCKETS as u64) as usize;
                self.rested.extend(Pocket::new(WHEEL_ORDER[place]));
                Ball::OnRotor { place: place as f64 + real(&mut self.chance, -0.25, 0.25) }
            }
            ball => ball,
        };
    }

    fn run(&mut self, turns: f64, speed: f64, leave: f64, now: f64) -> Ball {
        let part = f64::from(self.drive.blower.thousandths()) / 1e3;
        let fast = speed.abs();
        let slower = 0.07 + if fast > 1.2 { 0.03 * (fast * fast - 1.44) } else { 0.0 };
        let pull = self.mishaps.bowl.pull(turns) * speed.signum();
        let faster = if fast < part * BLOWN_TURNS_PER_SECOND { BLOWN_FASTER } else { pull - slower };
        let (turns, speed) = (turns + speed * STEP, speed.signum() * (fast + faster * STEP));
        if part > 0.0 || speed.abs() >= self.mishaps.bowl.leave_at(leave, turns) {
            return Ball::OnRim { turns, speed, leave };
        }
        self.left_rim.push(turns.rem_euclid(1.0));
        if self.chance.happens(self.mishaps.flies_out) {
            // Somebody lays it back where it is blown.
            return Ball::Home { dud: false };
        }
        Ball::Scattered { until: now + real(&mut self.chance, 1.2, 4.5) }
    }

    /// Something came before a sensor, or is gone; it is told with its chatter, or not at all.
    fn turned(&mut self, place: usize, active: bool) {
        let is_dead = self.mishaps.dead == Some(INPUTS[place]) || active && self.is_seldom(INPUTS[place]);
        let missed = if active { self.chance.happens(self.missed_rate(INPUTS[place])) || is_dead } else { self.before[place].1 };
        self.before[place] = (active, missed);
        if missed {
            return;
        }
        // Of an edge that has been overtaken by the next one, nothing chatters any more: the line would stay as it was before.
        let now = self.now;
        self.to_come.retain(|(at, _), change| *at <= now || change.input != INPUTS[place]);
        self.show(INPUTS[place], active, self.now);
        if self.chance.happens(self.noise.chatter) {
            let back = self.now + self.microseconds(50, 400);
            self.show(INPUTS[place], !active, back);
            let again = back + self.microseconds(50, 400);
            self.show(INPUTS[place], active, again);
        }
    }

    /// Whether this pulse of the input is one of those that it does not show.
    fn is_seldom(&mut self, input: Input) -> bool {
        let Some((_, each)) = self.mishaps.seldom.filter(|(seldom, _)| *seldom == input) else { return false };
        let is_missed = !self.pulses_of_seldom.is_multiple_of(each);
        self.pulses_of_seldom += 1;
        is_missed
    }

    const fn missed_rate(&self, input: Input) -> Rate {
        match input {
            Input::RotorEncoder => self.noise.missed_encoder,
            Input::RotorIndex => self.noise.missed_index,
            _ => self.noise.missed_ball,
        }
    }

    /// A short pulse that nothing causes, on any line, and when the next one comes.
    fn glitch(&mut self) {
        let place = self.chance.below(INPUTS.len() as u64) as usize;
        if !self.before[place].0 {
            self.show(INPUTS[place], true, self.now);
            let end = self.now + self.microseconds(20, 300);
            self.show(INPUTS[place], false, end);
        }
        let mean = 1e9 / (self.noise.glitches * INPUTS.len() as f64);
        self.next_glitch = self.now + real(&mut self.chance, 0.0, 2.0 * mean) as u64;
    }

    /// One wave of the mains on this input, where it shows nothing else.
    fn hum(&mut self, input: Input) {
        let shows = INPUTS.iter().position(|other| *other == input).is_some_and(|place| self.before[place].0);
        if !shows && self.chance.happens(STRONG_WAVES) {
            self.show(input, true, self.now);
            let [least, most] = STRONG_MICROSECONDS;
            let end = self.now + self.microseconds(least, most);
            self.show(input, false, end);
        }
    }

    /// Changes on this input through the whole step.
    fn babble(&mut self, input: Input) {
        for change in 0..BABBLED_CHANGES {
            self.show(input, change.is_multiple_of(2), self.now + change * STEP_NANOSECONDS / BABBLED_CHANGES);
        }
    }

    fn microseconds(&mut self, least: u64, most: u64) -> u64 {
        self.chance.between(least, most) * 1_000
    }

    fn show(&mut self, input: Input, active: bool, at_nanoseconds: u64) {
        self.numbered += 1;
        self.to_come.insert((at_nanoseconds, self.numbered), Change { at_nanoseconds, input, active });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pulse_that_is_shorter_than_its_chatter_leaves_no_line_active() {
        let mut live = Live::new(1, Level::Harsh, Mishaps::default());
        for pulse in 0..200 {
            live.turned(2, true);
            live.now += STEP_NANOSECONDS;
            live.turned(2, false);
            let changes = live.advance(live.now + 2 * STEP_NANOSECONDS);
            let stands = changes.iter().rev().find(|change| change.input == INPUTS[2]).is_some_and(|change| change.active);
            assert!(!stands, "{pulse}: {changes:?}");
        }
    }
}
