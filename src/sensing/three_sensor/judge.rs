//! What a pulse of the ball means for the spin that runs.

use alloc::format;
use alloc::string::String;

use super::edge::Line;
use super::faults::Cure;
use super::leaving::LEVEL;
use super::pulses::seconds;
use super::reader::{Finding, pocket_near};
use super::rim::{FIRST_POINTS, Pass, Rim};
use super::spin::{Phase, Spin};
use super::wheel::Wheel;
use crate::model::{FaultCode, NoSpinReason, Pocket, WheelHappening};

/// The laps between two sensors, with a little more because they do not stand evenly.
const LAPS_TO_NEXT_PASS: f64 = 0.36;

impl Wheel {
    /// A sensor saw something.
    pub(super) fn ball(&mut self, pass: Pass) {
        self.line_noise.ball(pass.sensor, pass.at);
        let Some(spin) = self.spin.as_mut().filter(|spin| spin.phase != Phase::Over) else {
            return self.seen_at_rest(pass);
        };
        spin.seen_at = pass.at;
        match spin.phase {
            Phase::Launching => self.at_launch(pass),
            Phase::OnRim => self.on_rim(pass),
            Phase::Fallen | Phase::Over => self.fallen(pass),
        }
    }

    /// The ball has left the rim.
    fn fallen(&mut self, pass: Pass) {
        let Some(spin) = self.spin.as_mut() else { return };
        spin.reader.add(pass);
        if pass.at < spin.lies_from(&self.parameters.closing) {
            spin.lying.add(pass, &self.parameters.reading);
        }
    }

    /// The ball is not followed yet.
    fn at_launch(&mut self, pass: Pass) {
        let parameters = &self.parameters;
        let Some(spin) = self.spin.as_mut() else { return };
        spin.reader.add(pass);
        spin.lying.add(pass, &parameters.reading);
        if pass.width * 1e3 < parameters.reading.width_least_milliseconds {
            spin.rim_like[usize::from(pass.sensor)] += 1;
            spin.keep(pass);
        }
        if let Some(mut rim) = Rim::find(&spin.newest, &parameters.ball, &parameters.closing) {
            rim.look_back(&spin.newest[..spin.newest.len() - FIRST_POINTS], &parameters.ball);
            spin.lying.forget_before(rim.first_at());
            spin.rim = Some(rim);
            spin.phase = Phase::OnRim;
            spin.reader.clear();
            self.clear(|cure| matches!(cure, Cure::BallRuns | Cure::BallSeen));
            self.say(WheelHappening::BallLaunched);
            self.follow_up(pass);
        }
    }

    /// The ball is followed on the rim.
    fn on_rim(&mut self, pass: Pass) {
        let (ball, closing) = (&self.parameters.ball, &self.parameters.closing);
        let Some(spin) = self.spin.as_mut() else { return };
        spin.keep(pass);
        let Some(rim) = spin.rim.as_mut() else { return };
        if rim.follow(pass, ball) || rim.find_again(&spin.newest, ball, closing) {
            spin.reader.clear();
            self.follow_up(pass);
            return;
        }
        self.line_noise.no_ball_on_rim(pass.sensor, pass.at);
        spin.reader.add(pass);
        spin.lying.add(pass, &self.parameters.reading);
        spin.strays += 1;
        if spin.strays >= self.parameters.reading.foreign_pulses {
            self.no_spin(NoSpinReason::ForeignObject);
        }
    }

    /// The ball was seen on the rim, where it was expected.
    fn follow_up(&mut self, pass: Pass) {
        let Some(rim) = self.spin.as_ref().and_then(|spin| spin.rim.as_ref()) else { return };
        let (certain, same) = (rim.passes >= self.parameters.ball.direction_pulses, self.clockwise == Some(rim.clockwise));
        let silent = (0..3_u8).find(|sensor| rim.missed[usize::from(*sensor)] >= self.parameters.ball.silent_passes);
        self.cure(Cure::Sees(pass.sensor));
        if let Some(sensor) = silent {
            self.sensor_fault(sensor, "did not see the ball that the others saw on the rim", Cure::Sees(sensor));
        } else if certain && same {
            self.no_spin(NoSpinReason::SameDirection);
        } else {
            self.look_at_closing(pass.at);
        }
    }

    /// Ends the betting where the ball may soon leave the rim. That is only said when the ball was just seen there, never when it may
    /// have left already; so it is said now where the next pass would be too late.
    fn look_at_closing(&mut self, now: f64) {
        let keys = &self.parameters.closing;
        let Some(spin) = self.spin.as_mut().filter(|spin| !spin.closed) else { return };
        let Some(rim) = spin.rim.as_ref() else { return };
        if rim.cannot_have_left(keys) && rim.laps_left(now, keys) - LAPS_TO_NEXT_PASS <= keys.laps + keys.margin_laps {
            spin.closed = true;
            self.say(WheelHappening::NoMoreBets);
        }
    }

    /// The ball has left the rim.
    pub(super) fn left_rim(&mut self) {
        let Some(spin) = self.spin.as_mut() else { return };
        spin.phase = Phase::Fallen;
        let departure = spin.rim.as_ref().map(|rim| rim.departure(&self.parameters.ball, &self.parameters.closing));
        if let Some(departure) = departure {
            self.leaving.learn(&departure, LEVEL);
            let left = departure.left(&self.leaving.speed(), LEVEL);
            let pocket = self.pocket_at(left.at_seconds, left.turns);
            let [degrees, within] = [left.turns, left.within_turns].map(|turns| libm::round(turns * 360.0) as u16);
            self.say(WheelHappening::LeftRim { degrees: degrees % 360, pocket, within_degrees: Some(within) });
        }
        let Some(spin) = self.spin.as_ref() else { return };
        let same = spin.rim.as_ref().is_some_and(|rim| self.laps() >= 1.0 && self.clockwise == Some(rim.clockwise));
        if same {
            self.no_spin(NoSpinReason::SameDirection);
        }
    }

    /// The pocket that was at this place of the rim a few seconds ago, in turns clockwise from the index sensor.
    fn pocket_at(&self, at: f64, turns: f64) -> Option<Pocket> {
        let rotor = self.rotor.turns_back_at(at).filter(|_| self.rotor.marks().is_sure())?;
        let rotor = if self.clockwise? { rotor } else { -rotor };
        pocket_near(turns - rotor, self.parameters.reading.offset_pockets)
    }

    /// The laps that the ball of the spin certainly ran.
    fn laps(&self) -> f64 {
        let rim = self.spin.as_ref().and_then(|spin| spin.rim.as_ref());
        rim.map_or(0.0, |rim| rim.laps(&self.parameters.ball, &self.parameters.closing))
    }

    /// Whether the ball is not certain to have run as many laps as it must (NS-3).
    pub(super) fn ran_too_few_laps(&self) -> bool {
        self.laps() < self.parameters.ball.least_laps
    }

    /// The rotor has moved on: pulses that waited can be read.
    pub(super) fn read_on(&mut self) {
        if self.rotor.take_moved() {
            self.at_rest.unsettle(seconds(self.now));
            self.spin.iter_mut().for_each(|spin| {
                spin.reader.unsettle();
                spin.lying.unsettle();
            });
        }
        // Also after the spin, for the next one.
        let has_moved = self.rotor.shows_moved_mark();
        self.spin.iter_mut().for_each(|spin| spin.mark_has_moved |= has_moved);
        if !self.is_spinning() {
            return self.read_at_rest();
        }
        let (parameters, rotor) = (&self.parameters, &self.rotor);
        let (Some(spin), Some(clockwise)) = (self.spin.as_mut(), self.clockwise) else { return };
        spin.lying.read(rotor, clockwise, &parameters.ball, &parameters.reading);
        if spin.rim.is_some() && spin.lying.is_something(spin.lies_from(&parameters.closing), &parameters.reading) {
            self.another_lies();
            return;
        }
        if spin.phase == Phase::OnRim {
            return;
        }
        let read = spin.reader.read(rotor, clockwise, &parameters.ball, &parameters.reading);
        if read == 0 {
            return;
        }
        let finding = spin.reader.finding(rotor, &parameters.ball, &parameters.reading);
        let fallen = spin.phase == Phase::Fallen;
        let foreign = spin.strays + spin.reader.changes >= parameters.reading.foreign_pulses;
        if let Some(finding) = finding {
            self.found(finding, fallen);
        } else if fallen && self.ran_too_few_laps() {
            self.no_spin(NoSpinReason::TooFewLaps);
        } else if fallen && foreign {
            self.no_spin(NoSpinReason::ForeignObject);
        }
    }

    /// The readings say something.
    fn found(&mut self, finding: Finding, fallen: bool) {
        let Some(spin) = self.spin.as_ref() else { return };
        match finding {
            // The ball lies in a pocket and was not followed on the rim: either it was not launched, or it ran too short a way.
            Finding::Pocket(_) if !fallen && spin.rim_like() < 2 => {}
            Finding::Pocket(_) if self.ran_too_few_laps() => self.no_spin(NoSpinReason::TooFewLaps),
            Finding::Pocket(_) if self.may_have_lain(spin) => self.another_lies(),
            // Where the index was silent while the ball ran, its mark may have moved since, and nothing would show it.
            Finding::Pocket(_) if !self.rotor.marks().was_seen_before(spin.rim_until()) => self.no_spin(NoSpinReason::Unreadable),
            Finding::Pocket(_) if spin.mark_has_moved || self.faults.keep_index_in_doubt() => {
                self.no_spin(NoSpinReason::Unreadable);
                self.name_wrong_lines(seconds(self.now));
            }
            // Bets could have been placed until the ball lay still.
            Finding::Pocket(_) if !spin.closed => self.no_spin(NoSpinReason::Unreadable),
            Finding::Pocket(pocket) => {
                self.end(WheelHappening::Result(pocket));
                self.cure(Cure::Read);
            }
            Finding::Hung if fallen => self.no_spin(NoSpinReason::BallHung),
            Finding::Hung => {}
            Finding::Silent(sensor) => {
                self.sensor_fault(sensor, "does not see the ball that the others see on the rotor", Cure::Sees(sensor))
            }
            // Sensors read at different times, so that a disc that runs out of true shows each of them another place.
            Finding::Contradicts(sensor) => match self.disc_out_of_true() {
                Some((code, cure, detail)) => self.rotor_fault(code, cure, detail),
                None => self.sensor_fault(sensor, "reads another pocket than the others", Cure::Read),
            },
            Finding::Backwards => {
                let detail = String::from("the rotor turns the other way than it is driven");
                self.rotor_fault(FaultCode::RotorWrongWay, Cure::Read, detail);
            }
        }
    }

    /// Whether something was seen where the ball lies before the launched one could lie there.
    fn may_have_lain(&self, spin: &Spin) -> bool {
        let from = spin.lies_from(&self.parameters.closing);
        let turns = (from - spin.started_at) * self.rotor.turns_per_second().unwrap_or(0.0);
        spin.reader.place().is_some_and(|place| spin.lying.may_have_lain(place, from, turns, &self.parameters.reading))
    }

    /// Another ball lies in the wheel, or something that looks like one.
    fn another_lies(&mut self) {
        self.no_spin(NoSpinReason::ForeignObject);
        let detail = String::from("something was seen on the rotor again and again while the launched ball could not lie there");
        self.fault(FaultCode::BallAlreadyLies, Cure::Looked, detail);
    }

    pub(super) fn sensor_fault(&mut self, sensor: u8, what: &str, cure: Cure) {
        self.fault(FaultCode::Sensor, cure, format!("{} {what}", Line::Ball(sensor).name()));
    }
}
