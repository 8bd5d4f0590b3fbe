//! Calibration of wheels that lie: the offset is right, or there is none.

use super::tests::parameters;
use super::{Level, Lie, lying_calibration};
use crate::model::FaultCode;
use crate::sensing::three_sensor::{Calibrated, Calibration, CalibrationError, Edge, Line, Parameters};

/// The ball is fixed in zero: the offset may be wrong by so much, in pockets.
const OFF_MOST_POCKETS: f64 = 0.12;

fn calibrated(parameters: Parameters, seed: u64, level: Level, lies: &[Lie]) -> Result<Calibrated, CalibrationError> {
    let mut calibration = Calibration::new(parameters);
    lying_calibration(seed, level, lies).into_iter().for_each(|edge| calibration.edge(edge));
    calibration.outcome()
}

/// Of 20 wheels that lie in these ways so many are calibrated, and at least so many of the others name this fault.
#[track_caller]
fn check(level: Level, lies: &[Lie], is_calibrated: std::ops::RangeInclusive<usize>, named: Option<(FaultCode, usize)>) {
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
    check(Level::Field, &[Lie::SecondMark], 0..=0, Some((FaultCode::RotorSecondIndex, 20)));
    check(Level::Field, &[Lie::SecondMark, Lie::IndexFades], 0..=0, Some((FaultCode::RotorSecondIndex, 15)));
    check(Level::Field, &[Lie::SecondMarkOnTooth], 0..=1, Some((FaultCode::RotorSecondIndex, 19)));
    check(Level::Field, &[Lie::IndexMarkSlips], 0..=0, Some((FaultCode::RotorIndexAgainstEncoder, 20)));
    check(Level::Field, &[Lie::IndexLate], 0..=2, Some((FaultCode::RotorIndexAgainstEncoder, 18)));
    check(Level::Field, &[Lie::IndexHearsEncoder], 0..=0, Some((FaultCode::LineNoise, 20)));
    check(Level::Field, &[Lie::IndexHum], 0..=3, Some((FaultCode::LineNoise, 17)));
    check(Level::Field, &[Lie::IndexAbsent], 0..=0, None);
    check(Level::Field, &[Lie::EncoderAbsent], 0..=0, None);
    check(Level::Field, &[Lie::BallLinesSwapped], 0..=0, None);
    check(Level::Field, &[Lie::BallLineDoubled], 0..=0, None);
}

#[test]
fn no_lie_makes_the_offset_wrong() {
    for lie in Lie::ALL {
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

/// A good wheel whose rotor turns one way and then the other, with its index late by so many of the encoder's teeth.
fn turned_both_ways(late_teeth: f64) -> Calibration {
    let is_clockwise = |edges: &Vec<Edge>| edges.iter().any(|edge| edge.line == Line::RotorDirection && edge.active);
    let one_way =
        |clockwise: bool| (0..).map(|seed| lying_calibration(seed, Level::Field, &[])).find(|edges| is_clockwise(edges) == clockwise);
    let (mut calibration, mut begins_at) = (Calibration::new(parameters()), 0);
    for clockwise in [true, false] {
        let mut edges = one_way(clockwise).expect("seeds do not end");
        let marks = edges.iter().filter(|edge| edge.line == Line::RotorIndex && edge.active).map(|edge| edge.at_nanoseconds);
        let turns = marks.clone().zip(marks.skip(1)).map(|(before, at)| at - before);
        // What is shorter is chatter.
        let turn = turns.filter(|turn| *turn > 1_000_000_000).min().expect("the rotor turns");
        let tooth = turn as f64 / f64::from(parameters().rotor.encoder_pulses);
        for edge in &mut edges {
            let late = if edge.line == Line::RotorIndex { tooth * late_teeth } else { 0.0 };
            edge.at_nanoseconds += begins_at + late as u64;
        }
        edges.sort_by_key(|edge| edge.at_nanoseconds);
        begins_at = edges.last().expect("it has edges").at_nanoseconds + 1_000_000_000;
        edges.into_iter().for_each(|edge| calibration.edge(edge));
    }
    calibration
}

#[test]
fn a_wheel_that_is_turned_both_ways_has_one_offset() {
    let found = turned_both_ways(0.0).outcome().expect("nothing is wrong with it");
    assert!(found.offset_pockets.abs() <= OFF_MOST_POCKETS, "{found:?}");
    assert!(found.sensors.iter().all(|sensor| sensor.passes >= 6), "{found:?}");
}

/// Whichever way it turns, such an index looks as if it were in time, and the offset is half a pocket wrong.
#[test]
fn an_index_that_is_late_by_a_whole_tooth_is_found_where_the_rotor_is_turned_both_ways() {
    let outcome = turned_both_ways(1.0).outcome();
    let Err(CalibrationError::WaysDiffer { pockets }) = outcome else { panic!("it is late: {outcome:?}") };
    assert!((pockets.abs() - 1.0).abs() < 0.2, "{pockets}");
}
