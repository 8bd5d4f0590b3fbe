//! The faults that stand, and what ends each.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::message::Report;
use super::parameters::Rotor;
use crate::model::{FaultCode, Span, Timestamp};

/// The state of a wheel that waits for the command to launch.
pub(super) const WAITING: u8 = 2;

/// What ends a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cure {
    /// This warning bit is gone.
    BitGone(u8),
    /// This warning bit is gone, or the ball runs on the rim.
    BitGoneOrBallRuns(u8),
    /// The wheel was started again and reports nothing.
    StartedAgain,
    /// The rotor turns as it should, before a ball is launched.
    RotorTurns,
    /// The wheel left this state, or it waits there for a game and no ball is wanted of it: then it stands where it should.
    StateLeft(u8),
    /// Any good line.
    Heard,
}

/// The faults that stand.
#[derive(Clone, Debug, Default)]
pub(super) struct Faults {
    standing: BTreeMap<FaultCode, Cure>,
    /// Since when the rotor has turned as it should.
    rotor_turns_since: Option<Timestamp>,
}

impl Faults {
    /// Notes a fault; says whether it is new.
    pub(super) fn raise(&mut self, code: FaultCode, cure: Cure) -> bool {
        self.rotor_turns_since = None;
        self.standing.insert(code, cure).is_none()
    }

    pub(super) fn stands(&self, code: FaultCode) -> bool {
        self.standing.contains_key(&code)
    }

    /// Whether a result would be worth nothing: a sensor or the motor is at fault.
    pub(super) fn spoil_a_spin(&self) -> bool {
        self.stands(FaultCode::Sensor) || self.stands(FaultCode::Motor)
    }

    pub(super) fn codes(&self) -> impl Iterator<Item = FaultCode> {
        self.standing.keys().copied()
    }

    /// Whether no other fault stands than that the wheel stays in one state.
    pub(super) fn are_stalls(&self) -> bool {
        self.codes().all(|code| code == FaultCode::Stalled)
    }

    /// The faults that this line ends. `before` is the state before it; `is_wanted` says whether a ball is.
    pub(super) fn cured(&mut self, before: Option<u8>, report: &Report, is_wanted: bool, rotor: &Rotor, now: Timestamp) -> Vec<FaultCode> {
        let turns = matches!(report.state, 1 | 2) && (rotor.least_tenths_rpm..=rotor.most_tenths_rpm).contains(&report.tenths_rpm);
        self.rotor_turns_since = if turns { self.rotor_turns_since.or(Some(now)) } else { None };
        let turned_for = self.rotor_turns_since.map_or(Span::ZERO, |since| now.since(since));
        let cured = |cure: &Cure| match *cure {
            Cure::BitGone(bit) => report.warnings & bit == 0,
            Cure::BitGoneOrBallRuns(bit) => report.warnings & bit == 0 || report.state == 3,
            Cure::StartedAgain => matches!(report.state, 1 | 2) && before != Some(report.state) && report.warnings == 0,
            Cure::RotorTurns => turned_for >= Span::from_seconds(rotor.wrong_seconds),
            Cure::StateLeft(state) => report.state != state || (state == WAITING && !is_wanted),
            Cure::Heard => true,
        };
        let codes: Vec<FaultCode> = self.standing.iter().filter(|(_, cure)| cured(cure)).map(|(code, _)| *code).collect();
        codes.iter().for_each(|code| {
            self.standing.remove(code);
        });
        codes
    }
}
