//! Calibration: with the ball fixed in zero and the rotor turning, what has to be added to every reading so that it reads zero.
//!
//! An index that is late moves every reading against the way of the rotor. One way round that cannot be told from another offset; where the
//! rotor is turned both ways it can.

use core::f64::consts::TAU;
use core::fmt;

use alloc::vec::Vec;

use super::doubt::Doubt;
use super::edge::{Edge, Line};
use super::parameters::{Parameters, Reading};
use super::pulses::Debouncer;
use super::reader::{apart, is_long, place_of};
use super::rim::Pass;
use super::rotor::Rotor;
use crate::model::{FaultCode, POCKETS};

/// The input lines, in the order of their debouncers.
const INPUTS: [Line; 5] = [Line::RotorIndex, Line::RotorEncoder, Line::Ball(0), Line::Ball(1), Line::Ball(2)];

/// How often each sensor must have seen the ball.
const PASSES_LEAST: u32 = 3;

/// How far a sensor may stand from its angle, in degrees: a fifth of a pocket.
const SENSOR_DEGREES_MOST: f64 = 2.0;

/// The offsets of both ways differ by no more than this, in pockets: then no number is another one. It is twice what a sensor that is late moves
/// the readings by: 8 ms at 16 turns a minute.
const WAYS_DIFFER_MOST_POCKETS: f64 = 0.16;

/// So large a part of what a sensor saw lies at one place: the ball. The rest are sparks.
const AT_ONE_PLACE_PART: f64 = 0.75;

/// How many passes may wait until it is known where the rotor stood, and how many places of each sensor are kept.
const WAITING_MOST: usize = 64;
const PLACES_MOST: usize = 256;

/// Takes in the edges of a wheel with the ball fixed in zero.
#[derive(Clone, Debug)]
pub struct Calibration {
    parameters: Parameters,
    inputs: [Debouncer; 5],
    rotor: Rotor,
    clockwise: Option<bool>,
    /// Passes of the ball until it is known where the rotor stood then.
    waiting: Vec<Pass>,
    /// Where each sensor saw it, in pockets, while the rotor turned anticlockwise and clockwise.
    seen: [[Vec<f64>; 3]; 2],
    /// What the index said against itself while the ball was seen.
    doubt: Option<FaultCode>,
    /// Whether index and encoder were heard.
    heard: [bool; 2],
}

/// The places at which one sensor saw the ball: how many, and the sum of their directions, for places lie on a circle.
#[derive(Clone, Copy, Debug, Default)]
struct Places {
    passes: u32,
    cosines: f64,
    sines: f64,
}

/// What a calibration has found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibrated {
    /// The value for `reading.offset_pockets`.
    pub offset_pockets: f64,
    /// What each sensor saw.
    pub sensors: [CalibratedSensor; 3],
}

impl Calibrated {
    /// The true offset lies within so many pockets of the one that was found, in 99 of 100 cases, by how far the readings of each
    /// sensor lie apart and how far the sensors do.
    #[must_use]
    pub fn sure_within_pockets(&self) -> f64 {
        // The square of the standard error of a mean of three, times nine.
        let of_one = |sensor: &CalibratedSensor| {
            let (off, spread) = (sensor.off_pockets, sensor.spread_pockets);
            1.5 * off * off + spread * spread / f64::from(sensor.passes.max(1))
        };
        let squares: f64 = self.sensors.iter().map(of_one).sum();
        2.6 * libm::sqrt(squares) / 3.0
    }

    /// This and what was found the other way round, which is so many pockets less.
    fn with(self, other: &Self, less_pockets: f64) -> Self {
        let mut sensors = self.sensors;
        for (sensor, other) in sensors.iter_mut().zip(&other.sensors) {
            sensor.passes += other.passes;
            sensor.off_pockets = (sensor.off_pockets + other.off_pockets) / 2.0;
            sensor.spread_pockets = sensor.spread_pockets.max(other.spread_pockets);
        }
        Self { offset_pockets: nearest(self.offset_pockets - less_pockets / 2.0), sensors }
    }
}

/// What one sensor saw of the ball in zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibratedSensor {
    /// How often it saw the ball.
    pub passes: u32,
    /// How far clockwise of the three sensors' mean it read, in pockets: the sensor's angle in the device file is wrong by as much.
    pub off_pockets: f64,
    /// How far its readings lie from their own mean, as a standard deviation in pockets.
    pub spread_pockets: f64,
}

/// Why there is no offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CalibrationError {
    /// It is not known which way the rotor is driven.
    DirectionUnknown,
    /// The evidence contradicts itself, as this fault says: which mark of the rotor is zero is not proved.
    InDoubt(FaultCode),
    /// This sensor, 0 to 2, saw the ball too seldom.
    NotSeen {
        /// The sensor.
        sensor: u8,
        /// How often it saw the ball.
        passes: u32,
    },
    /// The readings of this sensor, 0 to 2, do not lie together: the ball is not fixed, or something else is in the wheel.
    NotFixed {
        /// The sensor.
        sensor: u8,
        /// How far the readings lie from their mean, in pockets.
        spread_pockets: f64,
    },
    /// The offset is another one where the rotor turns clockwise.
    WaysDiffer {
        /// By how much it is greater there, in pockets.
        pockets: f64,
    },
    /// This sensor, 0 to 2, does not stand where the file says.
    SensorMoved {
        /// The sensor.
        sensor: u8,
        /// How far it is from there, in degrees clockwise.
        degrees: f64,
    },
}

impl fmt::Display for CalibrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DirectionUnknown => f.write_str("it is not known which way the rotor is driven: the line rotor-direction never said"),
            Self::InDoubt(code) => write!(f, "{}: {} {}", code.name(), code.meaning(), code.what_to_check()),
            Self::NotSeen { sensor, passes } => {
                let name = Line::Ball(*sensor).name();
                write!(f, "{name} saw the ball {passes} times where the rotor's place was known; {PASSES_LEAST} are needed")
            }
            Self::NotFixed { sensor, spread_pockets } => {
                let name = Line::Ball(*sensor).name();
                write!(f, "what {name} saw is spread over {spread_pockets:.2} pockets: is the ball fixed, and alone in the wheel?")
            }
            Self::WaysDiffer { pockets } => {
                let index = Line::RotorIndex.name();
                write!(
                    f,
                    "the offset is {pockets:.2} pockets greater where the rotor turns clockwise: {index} is late, or all ball sensors are"
                )
            }
            Self::SensorMoved { sensor, degrees } => {
                let name = Line::Ball(*sensor).name();
                write!(f, "{name} stands {degrees:.1} degrees clockwise of where ball.sensor_degrees has it, beside the two others")
            }
        }
    }
}

impl Calibration {
    /// Nothing has been seen yet.
    #[must_use]
    pub fn new(parameters: Parameters) -> Self {
        Self {
            inputs: [Debouncer::new(&parameters.pulses); 5],
            rotor: Rotor::new(parameters.rotor),
            clockwise: None,
            waiting: Vec::new(),
            seen: [const { [const { Vec::new() }; 3] }; 2],
            doubt: None,
            heard: [false; 2],
            parameters,
        }
    }

    /// A line has changed; edges come in the order of time.
    pub fn edge(&mut self, edge: Edge) {
        self.take_pulses(edge.at_nanoseconds);
        if edge.line == Line::RotorDirection {
            self.driven(edge.active);
        }
        if let Some(place) = INPUTS.iter().position(|line| *line == edge.line) {
            self.inputs[place].edge(edge.at_nanoseconds, edge.active);
        }
        self.doubt = self.doubt.or(self.rotor.marks().doubt().map(Doubt::code));
        self.read();
    }

    /// The rotor is driven this way from now on.
    fn driven(&mut self, clockwise: bool) {
        match self.clockwise.replace(clockwise) {
            Some(before) if before == clockwise => return,
            Some(_) => self.rotor.turn_round(),
            None => {
                self.rotor.restart();
                self.doubt = None;
            }
        }
        self.waiting.clear();
    }

    /// How often each sensor has seen the ball so far, the way that the rotor turns now.
    #[must_use]
    pub fn passes(&self) -> [u32; 3] {
        self.clockwise.map_or([0; 3], |clockwise| [0, 1, 2].map(|sensor| self.at_one_place(clockwise, sensor).passes))
    }

    /// What the edges so far say. Where the rotor was turned both ways, both must say the same.
    ///
    /// # Errors
    /// Why they do not say it.
    pub fn outcome(&self) -> Result<Calibrated, CalibrationError> {
        let clockwise = self.clockwise.ok_or(CalibrationError::DirectionUnknown)?;
        self.doubt.or(self.silent()).map_or(Ok(()), |code| Err(CalibrationError::InDoubt(code)))?;
        let found = self.outcome_of(clockwise)?;
        let other = &self.seen[usize::from(!clockwise)];
        if other.iter().any(|places| places.len() < PASSES_LEAST as usize) {
            return Ok(found);
        }
        let other = self.outcome_of(!clockwise)?;
        let differ = apart(other.offset_pockets, found.offset_pockets);
        if differ.abs() > WAYS_DIFFER_MOST_POCKETS {
            return Err(CalibrationError::WaysDiffer { pockets: if clockwise { differ } else { -differ } });
        }
        Ok(found.with(&other, differ))
    }

    /// What was seen while the rotor turned this way.
    fn outcome_of(&self, clockwise: bool) -> Result<Calibrated, CalibrationError> {
        let agreement = self.parameters.reading.agreement_pockets;
        let seen = [0, 1, 2].map(|sensor| self.at_one_place(clockwise, sensor));
        for (sensor, (places, all)) in (0_u8..).zip(seen.iter().zip(&self.seen[usize::from(clockwise)])) {
            if all.len() < PASSES_LEAST as usize {
                return Err(CalibrationError::NotSeen { sensor, passes: all.len() as u32 });
            }
            let is_fixed = places.passes >= PASSES_LEAST && f64::from(places.passes) >= all.len() as f64 * AT_ONE_PLACE_PART;
            if !is_fixed || places.spread() > agreement {
                return Err(CalibrationError::NotFixed { sensor, spread_pockets: Places::of(all).spread() });
            }
        }
        let all = Places::joined(&seen);
        let sensors = seen.map(|places| CalibratedSensor {
            passes: places.passes,
            off_pockets: nearest(places.mean() - all.mean()),
            spread_pockets: places.spread(),
        });
        let farthest = (0_u8..).zip(&sensors).max_by(|(_, a), (_, b)| a.off_pockets.abs().total_cmp(&b.off_pockets.abs()));
        // The mean of three lies a third of the way towards the one that is wrong. What it reads is too low where it stands too far on.
        let degrees = |found: &CalibratedSensor| -found.off_pockets * 1.5 * 360.0 / POCKETS as f64;
        if let Some((sensor, found)) = farthest.filter(|(_, found)| degrees(found).abs() > SENSOR_DEGREES_MOST) {
            return Err(CalibrationError::SensorMoved { sensor, degrees: degrees(found) });
        }
        Ok(Calibrated { offset_pockets: nearest(-all.mean()), sensors })
    }

    /// What is wrong where the rotor's index or its encoder was never heard.
    fn silent(&self) -> Option<FaultCode> {
        let codes = [FaultCode::RotorIndex, FaultCode::RotorEncoder];
        codes.into_iter().zip(self.heard).find(|(_, heard)| !heard).map(|(code, _)| code)
    }

    fn take_pulses(&mut self, now: u64) {
        for (place, line) in INPUTS.into_iter().enumerate() {
            let Some(pulse) = self.inputs[place].take(now) else { continue };
            if let Some(heard) = self.heard.get_mut(place) {
                *heard = true;
            }
            match line {
                Line::RotorIndex => self.rotor.index(pulse.middle(), pulse.width()),
                Line::RotorEncoder => self.rotor.encoder(pulse.middle()),
                Line::Ball(sensor) => self.wait(Pass { sensor, at: pulse.middle(), width: pulse.width() }),
                Line::RotorDirection | Line::Blower => {}
            }
        }
    }

    fn wait(&mut self, pass: Pass) {
        if is_long(pass, &self.parameters.reading) && self.waiting.len() < WAITING_MOST {
            self.waiting.push(pass);
        }
    }

    /// Takes the passes for which it is known by now where the rotor stood.
    fn read(&mut self) {
        let Some(clockwise) = self.clockwise else { return };
        let Some(until) = self.rotor.known_until() else { return };
        let keys = Reading { offset_pockets: 0.0, ..self.parameters.reading };
        let (rotor, ball, seen) = (&self.rotor, &self.parameters.ball, &mut self.seen[usize::from(clockwise)]);
        let is_proved = rotor.marks().is_sure() && !rotor.misses_index();
        self.waiting.retain(|pass| {
            let places = &mut seen[usize::from(pass.sensor)];
            let turns = rotor.turns_at(pass.at).filter(|_| is_proved && pass.at <= until && places.len() < PLACES_MOST);
            places.extend(turns.map(|turns| place_of(*pass, turns, clockwise, ball, &keys)));
            pass.at > until
        });
    }

    /// The places at which this sensor saw the ball while the rotor turned this way: those that most others lie near.
    fn at_one_place(&self, clockwise: bool, sensor: usize) -> Places {
        let agreement = self.parameters.reading.agreement_pockets;
        let seen = &self.seen[usize::from(clockwise)][sensor];
        let near = |place: f64| seen.iter().copied().filter(move |other| apart(place, *other).abs() <= agreement);
        let densest = seen.iter().max_by_key(|place| near(**place).count());
        densest.map_or_else(Places::default, |place| Places::of(&near(*place).collect::<Vec<_>>()))
    }
}

impl Places {
    fn of(places: &[f64]) -> Self {
        let mut all = Self::default();
        places.iter().for_each(|place| all.add(*place));
        all
    }

    fn add(&mut self, place: f64) {
        let angle = place / POCKETS as f64 * TAU;
        self.passes += 1;
        self.cosines += libm::cos(angle);
        self.sines += libm::sin(angle);
    }

    /// All of them, each sensor with the same weight.
    fn joined(each: &[Self; 3]) -> Self {
        let mean = |of: fn(&Self) -> f64| each.iter().map(|places| of(places) / f64::from(places.passes.max(1))).sum();
        Self { passes: 3, cosines: mean(|places| places.cosines), sines: mean(|places| places.sines) }
    }

    /// The mean place, in pockets, -18.5 to 18.5.
    fn mean(&self) -> f64 {
        libm::atan2(self.sines, self.cosines) / TAU * POCKETS as f64
    }

    /// The standard deviation on a circle, in pockets.
    fn spread(&self) -> f64 {
        let length = libm::hypot(self.cosines, self.sines) / f64::from(self.passes.max(1));
        libm::sqrt((-2.0 * libm::log(length.clamp(f64::MIN_POSITIVE, 1.0))).max(0.0)) / TAU * POCKETS as f64
    }
}

/// The same place with the fewest pockets from zero.
fn nearest(pockets: f64) -> f64 {
    pockets - libm::round(pockets / POCKETS as f64) * POCKETS as f64
}
