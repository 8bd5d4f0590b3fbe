//! Ball sensors that are plugged in one another's places, late, or off their angle: no ball fits what they saw, but one does as soon as two of
//! them are exchanged, or one is put right.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::edge::Line;
use super::faults::Cure;
use super::rim::{Pass, misfit};
use super::wheel::Wheel;
use crate::model::{FaultCode, NoSpinReason};

/// Every way to exchange three sensors but for leaving them as they are: which sensor each line really is.
const EXCHANGED: [[u8; 3]; 5] = [[1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0], [2, 0, 1]];

/// By how much a sensor may be too early or too late, in steps of so many seconds, either way. One off its angle is as well, by the time that the
/// ball takes from where it stands to where it should.
const STEP_SECONDS: f64 = 0.002;
const STEPS: i32 = 60;

/// The passes of one ball lie no farther from its course than this, in turns, and at most this part as far as any other fault of the sensors
/// leaves them.
const FITS_TURNS: f64 = 0.0015;
const FITS_BETTER_PART: f64 = 0.3;

/// What may be wrong with the sensors.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wrong {
    /// This is which sensor each line really is.
    Exchanged([u8; 3]),
    /// This sensor sees the ball by so many seconds too late.
    Late(u8, f64),
}

impl Wrong {
    /// Which of the faults it is, however late the sensor.
    const fn kind(self) -> Self {
        match self {
            Self::Late(sensor, _) => Self::Late(sensor, 0.0),
            exchanged => exchanged,
        }
    }

    /// The pass as it was, if that is wrong with the sensors.
    fn put_right(self, pass: Pass) -> Pass {
        match self {
            Self::Exchanged(really) => Pass { sensor: really[usize::from(pass.sensor.min(2))], ..pass },
            Self::Late(sensor, seconds) if sensor == pass.sensor => Pass { at: pass.at - seconds, ..pass },
            Self::Late(..) => pass,
        }
    }

    fn words(self) -> String {
        let name = |sensor: u8| Line::Ball(sensor).name();
        match self {
            Self::Exchanged(really) => {
                let pairs = (0..3_u8).zip(really).filter(|(line, sensor)| line != sensor);
                pairs.map(|(line, sensor)| format!("{} shows what {} should", name(line), name(sensor))).collect::<Vec<_>>().join(", ")
            }
            Self::Late(sensor, _) => {
                format!("{} sees the ball elsewhere than the others have it: is it late, or off its angle?", name(sensor))
            }
        }
    }
}

impl Wheel {
    /// A spin did not count because the ball ran too short a way, or the wrong one, or another one was seen. Where sensors that are exchanged,
    /// late or off their angle explain that better than anything else, they are named.
    pub(super) fn name_wrong_sensors(&mut self, reason: NoSpinReason) {
        if !matches!(reason, NoSpinReason::TooFewLaps | NoSpinReason::SameDirection | NoSpinReason::ForeignObject) {
            return;
        }
        // A ball that seems to run with the rotor is one that two sensors show the wrong way round. It fits a late sensor as well as it fits those.
        let steps = if reason == NoSpinReason::SameDirection { 0 } else { STEPS };
        if let Some(wrong) = self.wrong_sensors(steps) {
            self.fault(FaultCode::Sensor, Cure::Read, wrong.words());
        }
    }

    /// What is wrong with the sensors, where their passes fit a ball by that alone; none is late by more than so many steps.
    fn wrong_sensors(&self, most_steps: i32) -> Option<Wrong> {
        let newest = &self.spin.as_ref()?.newest;
        let misfit_by = |wrong: Wrong| {
            let mut passes: Vec<Pass> = newest.iter().map(|pass| wrong.put_right(*pass)).collect();
            passes.sort_by(|a, b| a.at.total_cmp(&b.at));
            misfit(&passes, &self.parameters.ball).unwrap_or(f64::INFINITY)
        };
        let exchanged = EXCHANGED.into_iter().map(Wrong::Exchanged);
        let steps = (-most_steps..=most_steps).filter(|step| *step != 0);
        let late = steps.flat_map(|step| (0..3_u8).map(move |sensor| Wrong::Late(sensor, f64::from(step) * STEP_SECONDS)));
        let misfits: Vec<(Wrong, f64)> = exchanged.chain(late).map(|wrong| (wrong, misfit_by(wrong))).collect();
        let (wrong, least) = misfits.iter().copied().min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let others = misfits.iter().filter(|(other, _)| other.kind() != wrong.kind()).map(|(_, misfit)| *misfit);
        let next = others.fold(misfit_by(Wrong::Late(0, 0.0)), f64::min);
        (least <= FITS_TURNS && least <= next * FITS_BETTER_PART).then_some(wrong)
    }
}
