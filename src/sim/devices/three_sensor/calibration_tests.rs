//! Calibration of wheels that lie: the offset is right, or there is none.

use super::tests::parameters;
use super::{Defect, Level, lying_calibration};
use crate::model::FaultCode;
use crate::sensing::three_sensor::{Calibrated, Calibration, CalibrationError, Edge, Line, Parameters};

/// The ball is fixed in zero: the offset may be wrong by so much, in pockets.
const OFF_MOST_POCKETS: f64 = 0.12;

fn calibrated(parameters: Parameters, seed: u64, level: Level, lies: &[Defect]) -> Result<Calibrated, CalibrationError> {
    let mut calibration = Calibration::new(parameters);
    lying_calibration(seed, level, lies).into_iter().for_each(|edge| calibration.edge(edge));
    calibration.outcome()
}

/// Of 20 wheels that lie in these ways so many are calibrated, and at least so many of the others name this fault.
#[track_caller]
fn check(level: Level, lies: &[Defect], is_calibrated: std::ops::RangeInclusive<usize>, named: Option<(FaultCode, usize)>) {
    let outcomes: Vec<_> = (0..20).map(|seed| calibrated(parameters(), seed, level, lies)).collect();
    let found = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    assert!(is_calibrated.contains(&found), "{lies:?}: {found} of 20 are calibrated");
    if let Some((code, least)) = named {
        let doubted = outcomes.iter().filter(|outcome| **outcome == Err(CalibrationError::InDoubt(code))).count();
        assert!(doubted >= least, "{lies:?}: {doubted} of 20 name {}", code.name());
    }
}

#[test]
fn a_good_wheel_is_calibrated_at_every_noise() {
    check(Level::Clean, &[], 20..=20, None);
    check(Level::Field, &[], 20..=20, None);
    check(Level::Harsh, &[], 19..=20, None);
}

#[test]
fn a_wheel_whose_evidence_contradicts_itself_is_not_calibrated_and_says_why() {
    check(Level::Field, &[Defect::SecondMark], 0..=0, Some((FaultCode::RotorSecondIndex, 20)));
    check(Level::Field, &[Defect::SecondMark, Defect::IndexFades], 0..=0, Some((FaultCode::RotorSecondIndex, 15)));
    check(Level::Field, &[Defect::SecondMarkOnTooth], 0..=1, Some((FaultCode::RotorSecondIndex, 19)));
    check(Level::Field, &[Defect::IndexMarkSlips], 0..=0, Some((FaultCode::RotorIndexAgainstEncoder, 20)));
    check(Level::Field, &[Defect::IndexLate], 0..=2, Some((FaultCode::RotorIndexAgainstEncoder, 18)));
    check(Level::Field, &[Defect::IndexHearsEncoder], 0..=0, Some((FaultCode::LineNoise, 20)));
    check(Level::Field, &[Defect::IndexHum], 0..=3, Some((FaultCode::LineNoise, 17)));
    check(Level::Field, &[Defect::IndexAbsent], 0..=0, None);
    check(Level::Field, &[Defect::EncoderAbsent], 0..=0, None);
    check(Level::Field, &[Defect::BallLinesSwapped], 0..=0, None);
    check(Level::Field, &[Defect::BallLineDoubled], 0..=0, None);
}

#[test]
fn no_lie_makes_the_offset_wrong() {
    for lie in Defect::ALL {
        for (seed, level) in (100..104).flat_map(|seed| [(seed, Level::Field), (seed, Level::Harsh)]) {
            if let Ok(found) = calibrated(parameters(), seed, level, &[lie]) {
                assert!(found.offset_pockets.abs() <= OFF_MOST_POCKETS, "{lie:?}, {level:?}, seed {seed}: {found:?}");
            }
        }
    }
}

/// The device file has each sensor in turn so many degrees from where it stands.
#[test]
fn a_sensor_that_stands_off_its_angle_is_named_with_how_far() {
    for degrees in [-30.0, -12.0, -5.0, -3.0, 3.0, 5.0, 12.0, 30.0] {
        for sensor in 0..3_u8 {
            let mut parameters = parameters();
            parameters.ball.sensor_degrees[usize::from(sensor)] -= degrees;
            match calibrated(parameters, 7, Level::Field, &[]) {
                Err(CalibrationError::SensorMoved { sensor: named, degrees: found }) => {
                    assert!(named == sensor && (found - degrees).abs() < 0.5, "sensor {named} by {found}, and not {sensor} by {degrees}");
                }
                outcome => panic!("sensor {sensor} by {degrees}: {outcome:?}"),
            }
        }
    }
}

/// The edges of a good wheel whose rotor turns this way, of the seeds from this one on, with these lines so many milliseconds late.
fn one_way(seed: u64, clockwise: bool, late: fn(Line) -> u64) -> Vec<Edge> {
    let is_clockwise = |edges: &Vec<Edge>| edges.iter().any(|edge| edge.line == Line::RotorDirection && edge.active);
    let turned = (seed..).map(|seed| lying_calibration(seed, Level::Field, &[])).find(|edges| is_clockwise(edges) == clockwise);
    let mut edges = turned.expect("seeds do not end");
    edges.iter_mut().for_each(|edge| edge.at_nanoseconds += late(edge.line) * 1_000_000);
    edges.sort_by_key(|edge| edge.at_nanoseconds);
    edges
}

/// What the calibration of such a wheel comes to that turns both ways, one after the other.
fn turned_both_ways(seed: u64, late: fn(Line) -> u64) -> Result<Calibrated, CalibrationError> {
    let (mut calibration, mut begins_at) = (Calibration::new(parameters()), 0);
    for clockwise in [true, false] {
        let edges = one_way(seed, clockwise, late);
        let last = edges.last().expect("it has edges").at_nanoseconds;
        edges.into_iter().for_each(|edge| calibration.edge(Edge { at_nanoseconds: begins_at + edge.at_nanoseconds, ..edge }));
        begins_at += last + 1_000_000_000;
    }
    calibration.outcome()
}

#[test]
fn a_wheel_that_is_turned_both_ways_has_one_offset() {
    for seed in (0..40).step_by(5) {
        let found = turned_both_ways(seed, |_| 0).expect("nothing is wrong with it");
        assert!(found.offset_pockets.abs() <= OFF_MOST_POCKETS, "seed {seed}: {found:?}");
        assert!(found.sensors.iter().all(|sensor| sensor.passes >= 6), "seed {seed}: {found:?}");
    }
}

/// One way round they look as if the offset were another one. The rotor turns by 0.01 pockets in a millisecond.
#[test]
fn ball_sensors_that_are_all_late_are_found_where_the_rotor_is_turned_both_ways() {
    for seed in (0..40).step_by(5) {
        let outcome = turned_both_ways(seed, |line| if let Line::Ball(_) = line { 25 } else { 0 });
        let Err(CalibrationError::WaysDiffer { pockets }) = outcome else { panic!("seed {seed}: {outcome:?}") };
        assert!((0.35..0.7).contains(&pockets.abs()), "seed {seed}: {pockets}");
    }
}

/// At these speeds a tooth of the encoder takes 40 to 58 ms: one way round such an index may look as if it were in time.
#[test]
fn an_index_that_is_late_by_about_a_tooth_is_not_calibrated_where_the_rotor_is_turned_both_ways() {
    for late in [|line: Line| late_index(line, 44), |line| late_index(line, 50), |line| late_index(line, 56)] {
        let outcomes: Vec<_> = (0..40).step_by(5).map(|seed| turned_both_ways(seed, late)).collect();
        assert!(outcomes.iter().all(Result::is_err), "{outcomes:?}");
    }
}

fn late_index(line: Line, milliseconds: u64) -> u64 {
    if line == Line::RotorIndex { milliseconds } else { 0 }
}
