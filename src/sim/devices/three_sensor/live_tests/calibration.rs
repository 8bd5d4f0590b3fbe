//! What a technician learns of the wheel: the offset of its pockets, a sensor that stands elsewhere, a tilt.

use super::*;
use crate::sensing::three_sensor::{Calibration, CalibrationError};

/// What calibration says of a wheel whose ball is fixed `off` pockets clockwise of zero, and whose file has the second sensor at `second`.
fn calibrated(level: Level, clockwise: bool, off: f64, second: f64) -> Result<f64, CalibrationError> {
    let mut parameters = parameters();
    parameters.ball.sensor_degrees[1] = second;
    let mut calibration = Calibration::new(parameters);
    let mut live = Live::new(12, level, Mishaps::default());
    live.fix_ball(off);
    live.drive(Drive { rotor_motor: Duty::from_thousandths(400), rotor_clockwise: clockwise, ..Drive::SAFE });
    calibration.edge(Edge { at_nanoseconds: 0, line: Line::RotorDirection, active: clockwise });
    let changes = live.advance(60 * SECOND);
    changes.into_iter().filter_map(|change| change.edge()).for_each(|edge| calibration.edge(edge));
    calibration.outcome().map(|found| found.offset_pockets)
}

#[track_caller]
fn check_calibrated(level: Level, clockwise: bool, off: f64) {
    let found = calibrated(level, clockwise, off, 145.0).expect("the ball is fixed");
    assert!((found + off).abs() < 0.05, "{level:?}, clockwise {clockwise}: {found} for a ball at {off}");
}

#[test]
fn calibration_finds_the_offset_with_the_ball_in_zero() {
    for off in [0.0, 0.31, -4.7] {
        check_calibrated(Level::Clean, true, off);
        check_calibrated(Level::Field, false, off);
    }
}

#[test]
fn calibration_names_a_sensor_that_stands_elsewhere() {
    match calibrated(Level::Field, true, 0.0, 139.0) {
        Err(CalibrationError::SensorMoved { sensor: 1, degrees }) => assert!((degrees - 6.0).abs() < 0.5, "{degrees}"),
        found => panic!("{found:?}"),
    }
}

#[test]
fn a_tilted_wheel_shows_in_where_the_ball_leaves_the_rim() {
    let lean = |tilt_degrees: f64| {
        let mut bench = open(13, Mishaps { bowl: Bowl { tilt_degrees, ..Bowl::default() }, ..Mishaps::default() });
        (1..=24).for_each(|number| {
            bench.spin(number);
            bench.wish(WheelWish::Ready);
        });
        let left = bench.events.iter().filter_map(|(_, event)| match event.happening {
            WheelHappening::LeftRim { degrees, .. } => Some(f64::from(degrees).to_radians()),
            _ => None,
        });
        let (count, east, north) = left.fold((0.0, 0.0, 0.0), |(count, east, north), at| (count + 1.0, east + at.sin(), north + at.cos()));
        assert!(count >= 22.0, "{count} of 24 were seen to leave the rim");
        f64::hypot(east, north) / count
    };
    let (level, tilted) = (lean(0.0), lean(0.8));
    assert!(level < 0.3 && tilted > 0.5, "level {level}, tilted {tilted}");
}
